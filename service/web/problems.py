"""Every way a request can fail: the table of problem types (RFC 9457), and the exception that names one of them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.decider import ClockOnly, IllegalMove
from ledger.orders import Refused


class ProblemType(Struct, frozen=True):
    status: int
    title: str
    remedy: str  # what the client can do about it


PROBLEMS: dict[str, ProblemType] = {
    "signing-stopped": ProblemType(
        503,
        "Nothing is signed at the moment",
        "The operator has to decide; play goes on, and so does everything unsigned.",
    ),
    "bad-json": ProblemType(400, "The body is not JSON", "Send a JSON object as the body."),
    "bad-request": ProblemType(400, "The request is malformed", "See `detail`, and `errors` for each field."),
    "bad-parameters": ProblemType(
        400, "The command's parameters are invalid", "Take the parameters from a template of `choices`."
    ),
    "unknown-command": ProblemType(
        400, "The game has no such command", "GET /v1/games/{slug} lists the game's commands."
    ),
    "token-missing": ProblemType(401, "A token is required", "Send `Authorization: Bearer …` with your token."),
    "token-unknown": ProblemType(401, "The token is unknown", "Create a player with POST /v1/players."),
    "not-seated": ProblemType(403, "You have no seat in this match", "Only the players of a match may do this."),
    "clock-only": ProblemType(403, "Only the clock sends this command", "See `choices` for what you may do now."),
    "not-allowed": ProblemType(403, "Your role does not allow this", "Ask an arbiter or the operator."),
    "not-found": ProblemType(404, "There is nothing here", "Check the address and the ids in it."),
    "method-not-allowed": ProblemType(405, "The method is not allowed here", "See /docs for the methods of each path."),
    "not-acceptable": ProblemType(406, "The response is not available in that format", "Accept application/json."),
    "match-not-open": ProblemType(409, "The match has already started", "Join a match whose status is open."),
    "match-not-running": ProblemType(409, "The match has not started yet", "Fill the seats and start it."),
    "match-finished": ProblemType(409, "The match is over", "Replay it, or branch from one of its steps."),
    "match-full": ProblemType(409, "All seats are taken", "Watch, or open a match of your own."),
    "already-seated": ProblemType(409, "You already have a seat in this match", "A player has one seat in a match."),
    "seats-empty": ProblemType(409, "Not all seats are taken", "Wait for more players, or open a smaller match."),
    "match-erased": ProblemType(
        410, "The secrets of this match have been erased", "Its events, result, proofs and export are still available."
    ),
    "version-conflict": ProblemType(
        412, "The match is at a different version", "Read the match again, then decide again."
    ),
    "body-too-large": ProblemType(413, "The body is too large", "Send a smaller body."),
    "not-json": ProblemType(415, "The body must be JSON", "Send `Content-Type: application/json`."),
    "illegal-move": ProblemType(422, "The rules do not allow this", "See `choices` for what you may do now."),
    "idempotency-key-reused": ProblemType(
        422, "This Idempotency-Key was used for another request", "Use a new key for each new command."
    ),
    "match-frozen": ProblemType(423, "The match is frozen by a dispute", "Wait for the ruling."),
    "match-exists": ProblemType(409, "A match with this id exists already", "A match can be imported once."),
    "bad-import": ProblemType(422, "The file cannot be imported", "Check it with `matchledger verify FILE`."),
    "dispute-impossible": ProblemType(
        409, "This cannot be disputed", "Dispute a step, a refusal or a ruling of the match."
    ),
    "dispute-ruled": ProblemType(409, "The dispute has been ruled on", "A ruling can be appealed: dispute it."),
    "undo-impossible": ProblemType(
        409, "This cannot be undone", "GET /v1/matches/{id}/undo says what can be undone, and what it needs."
    ),
    "undo-not-open": ProblemType(
        409, "There is no such undo request", "See `open_request` at GET /v1/matches/{id}/undo."
    ),
    "upgrade-required": ProblemType(
        426, "This address speaks WebSocket", "Connect with a WebSocket client; docs/channel.md describes the messages."
    ),
    "too-many-requests": ProblemType(429, "Too many requests", "Wait for the seconds in `Retry-After`."),
    "internal-error": ProblemType(500, "Internal error", "Send the same request again, with the same Idempotency-Key."),
    "cards-gone": ProblemType(
        503, "The cards of this match are not installed", "Ask the operator to restore its deck packs."
    ),
    "data-damaged": ProblemType(
        500, "Stored data cannot be read", "Tell the operator: `matchledger audit` shows what is damaged."
    ),
    "contended": ProblemType(
        503, "The match has too many writers", "Send the same command again, with the same Idempotency-Key."
    ),
    "store-unavailable": ProblemType(
        503, "The store is unavailable", "Send the same command again, with the same Idempotency-Key."
    ),
}


class Problem(Exception):
    """A request that cannot be carried out, for a reason that the table names."""

    def __init__(self, slug: str, detail: str, *, retry_after_s: int | None = None, **members: Any) -> None:
        super().__init__(f"{slug}: {detail}")
        self.slug = slug
        self.detail = detail
        self.retry_after_s = retry_after_s
        self.members = members

    @property
    def status(self) -> int:
        return PROBLEMS[self.slug].status

    def document(self) -> dict[str, Any]:
        kind = PROBLEMS[self.slug]
        return {
            "type": f"/problems/{self.slug}",
            "title": kind.title,
            "status": kind.status,
            "detail": self.detail,
            "remedy": kind.remedy,
            **self.members,
        }


# The problem type for each code with which the ledger's rules refuse an order (ledger/rules_*.py).
PROBLEM_OF_CODE: dict[str, str] = {
    "match_over": "match-finished",
    "match_not_running": "match-not-running",
    "nothing_to_decide": "match-not-running",
    "match_frozen": "match-frozen",
    "match_not_open": "match-not-open",
    "match_full": "match-full",
    "seat_taken": "match-full",
    "already_seated": "already-seated",
    "seats_empty": "seats-empty",
    "not_a_player": "not-seated",
    "unknown_command": "unknown-command",
    "bad_parameters": "bad-parameters",
    "not_allowed": "not-allowed",
    "not_a_person": "not-allowed",
    "not_your_seat": "not-allowed",
    "not_your_dispute": "not-allowed",
    "branch_not_allowed": "not-allowed",
    "no_such_seat": "bad-request",
    "bad_player_count": "bad-request",
    "options_invalid": "bad-request",
    "clock_out_of_range": "bad-request",
    "subject_invalid": "bad-request",
    "winners_missing": "bad-request",
    "seat_missing": "bad-request",
    "to_step_missing": "bad-request",
    "nothing_to_undo": "undo-impossible",
    "undo_position_invalid": "undo-impossible",
    "undo_pending": "undo-impossible",
    "undo_already_refused": "undo-impossible",
    "undo_asked_too_often": "undo-impossible",
    "not_your_command": "undo-impossible",
    "player_eliminated": "undo-impossible",
    "nothing_to_redo": "undo-impossible",
    "taken_back_by_arbiter": "undo-impossible",
    "no_undo_pending": "undo-not-open",
    "already_consented": "undo-not-open",
    "cannot_answer_own_undo": "undo-not-open",
    "not_your_undo": "undo-not-open",
    "no_such_step": "dispute-impossible",
    "no_such_refusal": "dispute-impossible",
    "no_such_ruling": "dispute-impossible",
    "too_many_disputes": "dispute-impossible",
    "hold_not_allowed": "dispute-impossible",
    "no_arbiter": "dispute-impossible",
    "no_such_dispute": "not-found",
    "dispute_closed": "dispute-ruled",
}


def refusal_problem(refusal: IllegalMove | Refused) -> Problem:
    """A refusal by the rules of a game or of the ledger, with its code and its rule."""
    if isinstance(refusal, Refused):
        slug = PROBLEM_OF_CODE[refusal.code]
    else:
        slug = "clock-only" if isinstance(refusal, ClockOnly) else "illegal-move"
        slug = "match-finished" if refusal.code == "match_over" else slug
    facts = refusal.facts
    if "dispute" in facts:
        facts = {**facts, "dispute": f"/v1/disputes/{facts['dispute']}"}
    return Problem(slug, refusal.message, rule=refusal.rule, code=refusal.code, **facts)
