"""Everything that can go wrong with a call. There are classes only for what programs decide by."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any


class Problem(Exception):
    """The server has refused, with a problem document (RFC 9457)."""

    def __init__(self, status: int, document: dict[str, Any], retry_after_s: float | None = None) -> None:
        super().__init__(f"{document.get('detail') or document.get('title') or f'the server answered {status}'}")
        self.status, self.document, self.retry_after_s = status, document, retry_after_s

    @property
    def slug(self) -> str:
        """The stable name of the kind of problem: `version-conflict`."""
        return str(self.document.get("type", "")).rpartition("/")[2]

    @property
    def rule(self) -> str | None:
        """The id of the rule that forbids it, if it is a rule that does."""
        return self.document.get("rule")

    @property
    def code(self) -> str | None:
        return self.document.get("code")

    @property
    def request_id(self) -> str | None:
        return self.document.get("request_id")


class MovedOn(Problem):
    """The match is no longer as it was when the command was chosen: read it again and choose again."""


class VersionConflict(MovedOn):
    """The match is at another version than expected."""


class Held(MovedOn):
    """An undo request or a dispute holds the match: nobody can play until that is settled."""


class Late(MovedOn):
    """The decision that the command answers is closed or answered, or the turn or phase for it is over."""


class Finished(MovedOn):
    """The match is over."""


class IllegalMove(Problem):
    """The rules do not allow the command; `rule` says which."""


class RateLimited(Problem):
    """Too many requests; `retry_after_s` says how long to wait."""


class Unreachable(Problem):
    """No answer, in spite of all attempts that the deadline allowed. A command may have been carried out or not: sent
    again under the same key, it is carried out once."""

    def __init__(self, detail: str) -> None:
        super().__init__(0, {"type": "/problems/unreachable", "title": "The server does not answer", "detail": detail})


class CursorGone(Problem):
    """The feed does not reach back to this cursor: begin without one, and read the lists again."""


class EventsLost(Problem):
    """The server's store has lost events that this client has seen: those after version `after`. Forget them, read the
    match again, and follow it from there."""

    def __init__(self, after: int) -> None:
        detail = f"the server has lost the events after version {after}"
        super().__init__(0, {"type": "/problems/events-lost", "title": "Events were lost", "detail": detail})
        self.after = after


class LuckPartLost(Problem):
    """The match waits for the part of the luck that this player has committed to, and this client does not have it."""

    def __init__(self, match: str, seat: int, deadline: int) -> None:
        until = datetime.fromtimestamp(deadline / 1000, UTC).isoformat(timespec="seconds")
        detail = f"{match} waits for the part of the luck of seat {seat}, and this client does not have it"
        remedy = (
            f"Until {until} give the part that you have kept: client.match(id, luck_part=...). "
            "Without it the clock then frees your seat (LuckWithheld), and you can sit down again."
        )
        title = "The part of the luck was lost"
        document = {"type": "/problems/luck-part-lost", "title": title, "detail": detail, "remedy": remedy}
        super().__init__(0, document)
        self.add_note(remedy)
        self.seat, self.deadline = seat, deadline


_CLASSES: dict[str, type[Problem]] = {
    "version-conflict": VersionConflict,
    "match-frozen": Held,
    "match-finished": Finished,
    "undo-not-open": MovedOn,
    "illegal-move": IllegalMove,
    "too-many-requests": RateLimited,
    "cursor-gone": CursorGone,
}


def make_problem(
    status: int, document: dict[str, Any], retry_after_s: float | None = None, request_id: str | None = None
) -> Problem:
    if request_id is not None:
        document = {"request_id": request_id, **document}
    return _class_of(status, document)(status, document, retry_after_s)


def _class_of(status: int, document: dict[str, Any]) -> type[Problem]:
    slug = str(document.get("type", "")).rpartition("/")[2]
    if status == 429:
        return RateLimited
    if slug == "illegal-move" and document.get("code") == "undo_pending":
        return Held
    if slug == "illegal-move" and document.get("late"):
        return Late
    return _CLASSES.get(slug, Problem)
