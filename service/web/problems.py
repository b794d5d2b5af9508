"""Every way a request can fail: one table of problem types (RFC 9457), and the exception that names one of them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class ProblemType(Struct, frozen=True):
    status: int
    title: str
    remedy: str  # what one may do instead


PROBLEMS: dict[str, ProblemType] = {
    "bad-json": ProblemType(400, "The body is not JSON", "Send a JSON object as the body."),
    "bad-request": ProblemType(400, "The request does not have the right shape", "See `errors` for each field."),
    "bad-parameters": ProblemType(
        400, "The command's parameters have the wrong shape", "Take the parameters from a template of `choices`."
    ),
    "unknown-command": ProblemType(400, "The game knows no such command", "See the game's commands at /v1/games."),
    "token-missing": ProblemType(401, "A token is needed", "Send `Authorization: Bearer …` with your token."),
    "token-unknown": ProblemType(401, "The token is not known", "Make a player with POST /v1/players."),
    "not-seated": ProblemType(403, "You have no seat in this match", "Only seated players send commands."),
    "clock-only": ProblemType(403, "Only the clock sends this command", "See `choices` for what you may do now."),
    "not-allowed": ProblemType(403, "Your role does not allow this", "Ask an arbiter or the operator."),
    "not-found": ProblemType(404, "There is nothing here", "Check the address and the ids in it."),
    "method-not-allowed": ProblemType(405, "This address does not take that method", "See /docs."),
    "not-acceptable": ProblemType(406, "The answer cannot be given in that form", "Ask for application/json."),
    "match-not-open": ProblemType(409, "The match has already begun", "Join a match whose status is open."),
    "match-not-running": ProblemType(409, "The match has not begun yet", "Fill the seats and start it."),
    "match-finished": ProblemType(409, "The match is over", "Replay it, or branch from one of its steps."),
    "match-full": ProblemType(409, "All seats are taken", "Watch, or open a match of your own."),
    "already-seated": ProblemType(409, "You have a seat in this match already", "One player, one seat."),
    "seats-empty": ProblemType(409, "Not all seats are taken", "Wait for more players, or open a smaller match."),
    "match-erased": ProblemType(
        410, "What was played has been erased", "Its events, its result, its proofs and its export are still there."
    ),
    "version-conflict": ProblemType(
        412, "The match is at another version than you expect", "Read the match again, then decide again."
    ),
    "body-too-large": ProblemType(413, "The body is too large", "Send less; no command needs that much."),
    "not-json": ProblemType(415, "The body must be JSON", "Send `Content-Type: application/json`."),
    "illegal-move": ProblemType(422, "The rules do not allow this", "See `choices` for what you may do now."),
    "idempotency-key-reused": ProblemType(
        422, "This Idempotency-Key came with another body before", "Use a fresh key for each new command."
    ),
    "match-frozen": ProblemType(423, "The match is held by a dispute", "Wait for the ruling."),
    "match-exists": ProblemType(409, "There is a match of this id already", "A match is imported once."),
    "bad-import": ProblemType(422, "The file cannot be imported", "Check it with `matchledger verify FILE`."),
    "dispute-impossible": ProblemType(
        409, "That cannot be disputed", "See the steps, refusals and rulings of the match."
    ),
    "dispute-ruled": ProblemType(409, "The dispute has been ruled on", "A ruling can be appealed: dispute it."),
    "undo-impossible": ProblemType(
        409, "That cannot be taken back", "GET /v1/matches/{id}/undo says what can be, and what it needs."
    ),
    "undo-not-open": ProblemType(409, "There is no such request to answer", "See `open_request` at GET …/undo."),
    "too-many-requests": ProblemType(429, "Too many requests", "Wait as long as `Retry-After` says."),
    "internal-error": ProblemType(
        500, "Something broke on our side", "Send the same request again, with the same Idempotency-Key."
    ),
    "cards-gone": ProblemType(
        503, "The cards of this match are not here", "Ask the operator to put its deck packs back as they were."
    ),
    "data-damaged": ProblemType(
        500, "What is stored here cannot be read", "Tell the operator: `matchledger audit` says what is wrong with it."
    ),
    "contended": ProblemType(503, "The match is too busy just now", "Send the same command again, with the same key."),
    "store-unavailable": ProblemType(
        503, "The ledger cannot be reached", "Send the same command again, with the same Idempotency-Key."
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
