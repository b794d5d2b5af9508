"""Events that every match has, whatever is played: the lobby, undo, disputes."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Struct

from events.visibility import ERASABLE, SEALED


class MatchEvent(Struct, frozen=True, kw_only=True):
    """Something that happened to the match as such; the game never hears of it."""

    rule: str = ""


class BranchPoint(Struct, frozen=True):
    """Where a branch leaves another match, whose history up to there it shares by reference."""

    match: str
    version: int
    step: int
    root: str  # of the other match's tree at that version, in hex
    resampled_for: int | None = None  # the seat for which everything unknown to it has been drawn anew


class MatchOpened(MatchEvent, frozen=True):
    """The match pins what it will be played with, and the server's part of the luck, before anybody has joined."""

    match: str
    game: str
    rules_version: int
    catalogue: str  # digest
    seats: int
    options: dict[str, Any]
    is_public: bool
    opened_by: str  # player id
    server_seed: Annotated[str, SEALED]  # 32 bytes of OS entropy in hex; the leaf commits to it, the end opens it
    branch: BranchPoint | None = None


class SeatTaken(MatchEvent, frozen=True):
    seat: int
    player: str
    name: Annotated[str, ERASABLE]
    entropy: str  # the player's part of the luck; "" if none was given


class SeatLeft(MatchEvent, frozen=True):
    seat: int
    player: str


class PlayBegan(MatchEvent, frozen=True):
    """The lobby is closed. The events of the game's setup follow in the same step."""

    by: str  # player id
    players: tuple[str, ...]


class MoveUndone(MatchEvent, frozen=True):
    """These steps no longer count; they stay in the log."""

    steps: tuple[int, ...]
    by: str  # actor
    request: int | None = None  # the step of the request, if others had to agree


class MoveRedone(MatchEvent, frozen=True):
    """These undone steps count again."""

    steps: tuple[int, ...]
    by: str


class UndoRequested(MatchEvent, frozen=True):
    steps: tuple[int, ...]
    by: int  # seat
    needs: tuple[int, ...]  # seats that must agree


class UndoAnswered(MatchEvent, frozen=True):
    request: int  # the step of the request
    seat: int
    accepts: bool


class UndoWithdrawn(MatchEvent, frozen=True):
    request: int
    seat: int


class UndoLapsed(MatchEvent, frozen=True):
    """The match moved on while the request was open."""

    request: int


MATCH_EVENTS: tuple[type[MatchEvent], ...] = (
    MatchOpened,
    SeatTaken,
    SeatLeft,
    PlayBegan,
    MoveUndone,
    MoveRedone,
    UndoRequested,
    UndoAnswered,
    UndoWithdrawn,
    UndoLapsed,
)
