"""Every way a request can fail: the table of problem types (RFC 9457), and the exception that names one of them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from games.decider import ClockOnly, IllegalMove
from ledger.orders import Refused

Handling = Literal["retry", "read_again", "give_up"]
HANDLING: dict[Handling, str] = {
    "retry": "Send the same request again, under the same Idempotency-Key and after the seconds in `Retry-After`.",
    "read_again": "The match is not as the request assumes: read it or its choices again, then wait, or send "
    "another request under another Idempotency-Key.",
    "give_up": "The same request will be refused again: correct it, or stop.",
}


class ProblemType(Struct, frozen=True):
    status: int
    title: str
    remedy: str  # what the client can do about it
    handling: Handling = "give_up"


PROBLEMS: dict[str, ProblemType] = {
    "signing-stopped": ProblemType(
        503,
        "This is not signed at the moment",
        "The operator has to decide; play goes on, and so does everything unsigned.",
    ),
    "bad-json": ProblemType(400, "The body is not JSON", "Send a JSON object as the body."),
    "bad-request": ProblemType(400, "The request is malformed", "See `detail`, and `errors` for each field."),
    "bad-parameters": ProblemType(
        400,
        "The command's parameters are invalid",
        "Take the parameters from a template of `choices`, and send them in `params`.",
    ),
    "unknown-command": ProblemType(
        400, "The game has no such command", "GET /v1/games/{slug} lists the game's commands."
    ),
    "token-missing": ProblemType(
        401,
        "A token is required",
        "Send `Authorization: Bearer …` with your token; POST /v1/players creates a player and shows its token.",
    ),
    "token-unknown": ProblemType(
        401, "The token is unknown", "It is wrong or was revoked: use another, or create a player."
    ),
    "code-unknown": ProblemType(
        404, "No player has this code", "Codes work once and for five minutes: ask for a new one on the first device."
    ),
    "too-many-tokens": ProblemType(409, "You have as many tokens as a player may", "Revoke one that you do not need."),
    "not-seated": ProblemType(
        403,
        "You have no seat in this match",
        "POST /v1/matches/{id}/seats takes a free seat before the start; "
        "DELETE /v1/matches/{id}/leave takes yours back from a bot.",
    ),
    "clock-only": ProblemType(403, "Only the clock sends this command", "See `choices` for what you may do now."),
    "not-allowed": ProblemType(403, "Your role does not allow this", "Ask an arbiter or the operator."),
    "not-found": ProblemType(404, "There is nothing here", "Check the address and the ids that the request names."),
    "method-not-allowed": ProblemType(405, "The method is not allowed here", "See /docs for the methods of each path."),
    "not-acceptable": ProblemType(406, "The response is not available in that format", "Accept application/json."),
    "match-not-open": ProblemType(409, "The match has already started", "Join a match whose status is open."),
    "match-not-running": ProblemType(
        409, "The match has not started yet", "Fill the seats and start it.", "read_again"
    ),
    "match-running": ProblemType(409, "The match is still played", "Ask again when it is over.", "read_again"),
    "no-decision": ProblemType(
        409, "Nobody had to decide here", "See `to_act` for whom the match waited, or take another step."
    ),
    "match-finished": ProblemType(409, "The match is over", "Replay it, or branch from one of its steps."),
    "leave-impossible": ProblemType(
        409,
        "The match cannot be left in this way",
        "See `code` and `rule`; the match document says who has left and how.",
        "read_again",
    ),
    "seat-conceded": ProblemType(409, "You have conceded", "Watch: the clock plays for your seat."),
    "not-away": ProblemType(
        409, "The seat is not away", "See `away` of the match: whom it waits for, and until when.", "read_again"
    ),
    "rematch-impossible": ProblemType(
        409, "The match cannot be played again", "Wait for its end, or open a new match.", "read_again"
    ),
    "match-full": ProblemType(409, "All seats are taken", "Watch, or open a match of your own.", "read_again"),
    "already-seated": ProblemType(
        409, "You already have a seat in this match", "A player has one seat in a match.", "read_again"
    ),
    "seats-empty": ProblemType(
        409, "Not all seats are taken", "Wait for more players, or open a smaller match.", "read_again"
    ),
    "lobby-closed": ProblemType(
        409,
        "The lobby is closed",
        "Open your part of the luck, or wait for the seats in `waiting_for`; if there are none, open another match.",
        "read_again",
    ),
    "luck-refused": ProblemType(
        409,
        "The part of the luck is refused",
        "See `code`: commit, open or wait as it says; nothing was written.",
        "read_again",
    ),
    "match-erased": ProblemType(
        410, "The secrets of this match have been erased", "Its events, result, proofs and export are still available."
    ),
    "cursor-gone": ProblemType(
        410,
        "The feed does not reach back to this cursor",
        "Begin without a cursor, and read GET /v1/matches or GET /v1/log/entries for what you have missed.",
        "read_again",
    ),
    "version-conflict": ProblemType(
        412, "The match is at a different version", "Read the match again, then decide again.", "read_again"
    ),
    "body-too-large": ProblemType(413, "The body is too large", "Send a smaller body."),
    "not-json": ProblemType(415, "The body must be JSON", "Send `Content-Type: application/json`."),
    "illegal-move": ProblemType(
        422,
        "The rules do not allow this",
        "Read `choices` again: it says what you may do now. If it has no choices, wait for the next event.",
        "read_again",
    ),
    "idempotency-key-reused": ProblemType(
        422, "This Idempotency-Key was used for another request", "Use a new key for each new command."
    ),
    "match-frozen": ProblemType(423, "The match is frozen by a dispute", "Wait for the ruling.", "read_again"),
    "match-exists": ProblemType(409, "A match with this id exists already", "A match can be imported once."),
    "bad-import": ProblemType(422, "The file cannot be imported", "Check it with `matchledger verify FILE`."),
    "dispute-impossible": ProblemType(
        409, "This cannot be disputed", "Dispute a step, a refusal or a ruling of the match."
    ),
    "dispute-ruled": ProblemType(
        409, "The dispute has been ruled on", "A ruling can be appealed: dispute it.", "read_again"
    ),
    "undo-impossible": ProblemType(
        409,
        "This cannot be undone",
        "GET /v1/matches/{id}/undo says what can be undone, and what it needs.",
        "read_again",
    ),
    "undo-not-open": ProblemType(
        409,
        "There is no such undo request",
        "See `open_request` at GET /v1/matches/{id}/undo; where play is not held, the next command ends a request.",
        "read_again",
    ),
    "upgrade-required": ProblemType(
        426, "This address speaks WebSocket", "Connect with a WebSocket client; docs/channel.md describes the messages."
    ),
    "too-many-requests": ProblemType(429, "Too many requests", "Wait for the seconds in `Retry-After`.", "retry"),
    "internal-error": ProblemType(
        500, "Internal error", "Send the same request again, with the same Idempotency-Key.", "retry"
    ),
    "search-busy": ProblemType(503, "The search is busy", "Wait for the seconds in `Retry-After`.", "retry"),
    "cards-gone": ProblemType(
        503, "The cards of this match are not installed", "Ask the operator to restore its deck packs."
    ),
    "rules-gone": ProblemType(
        503, "The rules of this match are not installed", "Ask the operator to install the game's package again."
    ),
    "data-damaged": ProblemType(
        500, "Stored data cannot be read", "Tell the operator: `matchledger audit` shows what is damaged."
    ),
    "contended": ProblemType(
        503, "The match has too many writers", "Send the same command again, with the same Idempotency-Key.", "retry"
    ),
    "store-unavailable": ProblemType(
        503, "The store is unavailable", "Send the same command again, with the same Idempotency-Key.", "retry"
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
    "lobby_closed": "lobby-closed",
    "lobby_too_long": "lobby-closed",
    "commitment_invalid": "bad-request",
    "commitment_used": "luck-refused",
    "part_invalid": "bad-request",
    "lobby_not_closed": "luck-refused",
    "luck_not_committed": "luck-refused",
    "luck_opened": "luck-refused",
    "luck_late": "luck-refused",
    "luck_mismatch": "luck-refused",
    "luck_missing": "luck-refused",
    "luck_given_up": "luck-refused",
    "not_a_player": "not-seated",
    "seat_handed_over": "not-seated",
    "refusals_of_others": "not-seated",
    "unknown_command": "unknown-command",
    "bad_parameters": "bad-parameters",
    "not_allowed": "not-allowed",
    "not_a_person": "not-allowed",
    "not_your_seat": "not-allowed",
    "not_your_dispute": "not-allowed",
    "branch_not_allowed": "not-allowed",
    "not_revealed": "not-allowed",
    "no_advice_yet": "match-running",
    "no_such_seat": "bad-request",
    "bad_player_count": "bad-request",
    "options_invalid": "bad-request",
    "clock_out_of_range": "bad-request",
    "clock_conflict": "bad-request",
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
    "already_conceded": "leave-impossible",
    "not_in_play": "leave-impossible",
    "bot_plays_on": "leave-impossible",
    "already_agreed": "leave-impossible",
    "call_off_too_often": "leave-impossible",
    "nothing_to_withdraw": "leave-impossible",
    "seat_conceded": "seat-conceded",
    "not_away": "not-away",
    "match_not_over": "rematch-impossible",
    "rematch_open": "rematch-impossible",
    "seat_kept": "match-full",
    "no_such_step": "dispute-impossible",
    "no_such_refusal": "dispute-impossible",
    "no_such_ruling": "dispute-impossible",
    "too_many_disputes": "dispute-impossible",
    "hold_not_allowed": "dispute-impossible",
    "no_arbiter": "dispute-impossible",
    "no_such_dispute": "not-found",
    "dispute_closed": "dispute-ruled",
}


# What to do about a refusal where the remedy of its problem type does not fit.
REMEDY_OF_CODE: dict[str, str] = {
    "undo_pending": "If `undo_request.waiting_for` of the match has your seat, answer with POST "
    '/v1/matches/{id}/undo/votes {"accepts": true} or false; otherwise wait, or withdraw the request if it is yours.',
    "hold_not_allowed": "Send the same dispute without `freeze`: it is ruled on too, and the match goes on meanwhile.",
    "no_arbiter": "Send the same dispute without `freeze`: whoever becomes an arbiter here can rule on it.",
}


def codes_of(slug: str) -> list[str]:
    """The codes of the ledger's rules that lead to this problem type."""
    return [code for code, found in PROBLEM_OF_CODE.items() if found == slug]


def explain(slug: str) -> str:
    """What a client does about a problem type, and where its codes come from."""
    sentence = HANDLING[PROBLEMS[slug].handling]
    if slug == "illegal-move":
        return (
            f"{sentence} `code` and `rule` come from the rules of the game: `rule_text` has the address of the rule. A "
            "command that fits the choices is refused only if the match has moved on since they were read; "
            "docs/choices.md lists the codes by game."
        )
    return f"{sentence} `code` says which rule of the ledger refused it." if codes_of(slug) else sentence


def rule_address(rule: str, game: str, rules_version: int) -> str:
    """Where the text of a rule is, as it was when the match began."""
    is_of_ledger = rule.startswith("LEDGER-")
    return f"/v1/ledger/rules/{rule}" if is_of_ledger else f"/v1/games/{game}/rules/{rule}?version={rules_version}"


def refusal_slug(refusal: IllegalMove | Refused) -> str | None:
    """The problem type of a refusal; None if no request can meet it, only the clock or an operator's tool."""
    if isinstance(refusal, Refused):
        return PROBLEM_OF_CODE.get(refusal.code)
    if refusal.code == "match_over":
        return "match-finished"
    return "clock-only" if isinstance(refusal, ClockOnly) else "illegal-move"


def refusal_problem(refusal: IllegalMove | Refused) -> Problem:
    """A refusal by the rules of a game or of the ledger, with its code and its rule."""
    slug = refusal_slug(refusal)
    assert slug is not None, refusal.code
    facts = refusal.facts
    if "dispute" in facts:
        facts = {**facts, "dispute": f"/v1/disputes/{facts['dispute']}"}
    if refusal.code in REMEDY_OF_CODE:
        facts = {**facts, "remedy": REMEDY_OF_CODE[refusal.code]}
    return Problem(slug, refusal.message, rule=refusal.rule, code=refusal.code, **facts)
