"""Events that every match has, whatever is played: the lobby, undo, disputes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct

from events.codec import Upcast
from events.visibility import ERASABLE, SEALED

HOLD_S = 48 * 3600
AWAY_S = 24 * 3600


class MatchEvent(Struct, frozen=True, kw_only=True):
    """Something that happened to the match as such; the game never hears of it."""

    rule: str = ""


class BranchPoint(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a branch leaves another match, whose history up to there it shares by reference."""

    match: str
    version: int
    step: int
    root: str  # of the other match's tree at that version, in hex
    main_version: int  # how far the other match had come when the branch was opened
    # For whom everything that they could not know has been drawn anew: a seat, or everybody without one.
    resampled_for: int | Literal["spectator"] | None = None


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
    server_seed: Annotated[str, SEALED]  # 32 random bytes in hex; the leaf commits to it, the end opens it
    branch: BranchPoint | None = None
    turn_s: int | None = None  # the clock acts for a seat that lets so many seconds go by; None: nobody is hurried
    reaction_s: int | None = None  # the same, where an answer to another's turn is waited for; None: as for a turn
    total_s: int | None = None  # each seat has so many seconds for the whole match; None: there is no such limit
    increment_s: int = 0  # and gains so many with each of its steps
    hold_s: int = HOLD_S  # how long a dispute may hold the match
    away_s: int | None = None  # after so many seconds without a move the others may act on a seat; None: a clock does
    rematch_of: str | None = None  # the match that is played again
    kept_for: tuple[str, ...] = ()  # of a rematch: the player for whom each seat is kept for a while
    ledger: int = 1  # version of the ledger's rules (ledger/rulebook.md)

    @property
    def has_clock(self) -> bool:
        """Whether the clock ever acts for a seat."""
        return self.turn_s is not None or self.reaction_s is not None or self.total_s is not None


class SeatTaken(MatchEvent, frozen=True):
    seat: int
    player: str
    name: Annotated[str, ERASABLE]
    commitment: str = ""  # to the player's part of the luck, in hex; "" if none is given


class SeatLeft(MatchEvent, frozen=True):
    seat: int
    player: str


class LuckCommitted(MatchEvent, frozen=True):
    """The seat's commitment to its part of the luck, in place of an earlier one."""

    seat: int
    commitment: str


class LobbyClosed(MatchEvent, frozen=True):
    """Nobody sits down, leaves or commits any more: the parts of the luck are opened."""

    by: str  # player id
    round: int
    waiting_for: tuple[int, ...]  # seats that have committed
    deadline: int  # in ms; the last moment to open a part


class LuckOpened(MatchEvent, frozen=True):
    """A seat's part of the luck; the last one is followed by PlayBegan in the same step."""

    seat: int
    part: str


class LuckWithheld(MatchEvent, frozen=True):
    """The time to open is over. These seats leave; the parts that others have opened are void."""

    round: int
    seats: tuple[int, ...]


class PlayBegan(MatchEvent, frozen=True):
    """The lobby is closed. The events of the game's setup follow in the same step."""

    by: str  # player id
    players: tuple[str, ...]


class MatchCancelled(MatchEvent, frozen=True):
    """The match is over before it has begun."""

    by: str  # actor


class SeatConceded(MatchEvent, frozen=True):
    """This seat has given up: it does not win, and the clock plays for it at once."""

    seat: int
    by: str  # actor: the seat itself, or another one because it was away


class MatchConceded(MatchEvent, frozen=True):
    """The match is over, for all others who could win it have conceded."""

    winners: tuple[int, ...]


class SeatHandedOver(MatchEvent, frozen=True):
    """A bot plays on for this seat until its player takes it back."""

    seat: int
    bot: str  # player id
    by: str  # actor: the seat itself, or another one because it was away


class SeatTakenBack(MatchEvent, frozen=True):
    """The player plays the seat again, and not the bot."""

    seat: int


class CallOffProposed(MatchEvent, frozen=True):
    """This seat agrees to end the match without a result."""

    seat: int
    waiting_for: tuple[int, ...]  # the seats that have not agreed yet


class CallOffWithdrawn(MatchEvent, frozen=True):
    seat: int


class MatchAbandoned(MatchEvent, frozen=True):
    """The match is over without a result."""

    by: str  # actor
    agreed: tuple[int, ...]  # the seats that wanted it


class RematchOpened(MatchEvent, frozen=True):
    """The match is played again."""

    match: str  # the id of the rematch
    by: int  # seat


class MoveUndone(MatchEvent, frozen=True):
    """These steps no longer count; they stay in the log."""

    steps: tuple[int, ...]  # ascending
    makers: tuple[str, ...]  # the actor of each
    by: str  # actor
    request: int | None = None  # the step of the request, if others had to agree
    spends: tuple[str, ...] = ()  # what the rules grant a player only once, under the game's name for it
    decision_id: int | None = None  # the new id of what is open now, in games whose decisions have ids


class MoveRedone(MatchEvent, frozen=True):
    """These undone steps count again."""

    steps: tuple[int, ...]
    by: str
    decision_id: int | None = None  # the new id of what is open now, in games whose decisions have ids


class UndoRequested(MatchEvent, frozen=True):
    steps: tuple[int, ...]
    by: int  # seat
    needs: tuple[int, ...]  # seats that must agree
    deadline: int | None = None  # when it lapses, in a match with a clock


class UndoAnswered(MatchEvent, frozen=True):
    request: int  # the step of the request
    seat: int
    accepts: bool


class UndoWithdrawn(MatchEvent, frozen=True):
    request: int
    seat: int


class UndoLapsed(MatchEvent, frozen=True):
    """The match moved on while the request was open, or its time was up."""

    request: int


class DisputeOpened(MatchEvent, frozen=True):
    """Somebody disputes a step, a refusal or a ruling; the disputes of a match are numbered from 1 on."""

    by: str  # actor
    about_step: int | None
    about_refusal: int | None  # the time of the refusal in the journal
    about_ruling: int | None  # the dispute whose ruling is appealed against
    claim: Annotated[str, ERASABLE]
    freezes: bool


class DisputeWithdrawn(MatchEvent, frozen=True):
    """The claimant has withdrawn it."""

    dispute: int


class HoldExpired(MatchEvent, frozen=True):
    """The dispute is still open, and holds the match no longer."""

    dispute: int


class ClocksRestarted(MatchEvent, frozen=True):
    """The server's time was wrong: from now on everybody has their full time again. It may be dated before the event
    before it."""


class DisputeRuled(MatchEvent, frozen=True):
    """An arbiter's ruling; what it does to the match follows as events of the same step."""

    dispute: int
    ruling: str  # dismiss, rewind, adjust, forfeit
    reason: str
    by: str  # actor
    forfeits: int | None = None  # seat


class ResultAdjusted(MatchEvent, frozen=True):
    """The match is over with these winners, by a ruling."""

    dispute: int
    winners: tuple[int, ...]


class ArbiterLooked(MatchEvent, frozen=True):
    """An arbiter has seen more than a player may; the players can see that."""

    by: str
    what: str


class PlayerErased(MatchEvent, frozen=True):
    """What a person has written and held is gone for ever; of each part its commitment stays, so the tree stays whole.

    Without the secrets the match can no longer be executed: its result stands here.
    """

    player: str
    by: str  # actor
    versions: tuple[int, ...]  # of the events of which parts are gone
    disputes: tuple[int, ...]  # whose claims are gone, by number
    secrets: bool  # also what the player held, and all that it could be worked out from
    winners: tuple[int, ...] = ()
    scores: dict[str, int] = {}


MATCH_EVENTS: tuple[type[MatchEvent], ...] = (
    MatchOpened,
    SeatTaken,
    SeatLeft,
    LuckCommitted,
    LobbyClosed,
    LuckOpened,
    LuckWithheld,
    PlayBegan,
    MatchCancelled,
    SeatConceded,
    MatchConceded,
    SeatHandedOver,
    SeatTakenBack,
    CallOffProposed,
    CallOffWithdrawn,
    MatchAbandoned,
    RematchOpened,
    MoveUndone,
    MoveRedone,
    UndoRequested,
    UndoAnswered,
    UndoWithdrawn,
    UndoLapsed,
    DisputeOpened,
    DisputeWithdrawn,
    HoldExpired,
    ClocksRestarted,
    DisputeRuled,
    ResultAdjusted,
    ArbiterLooked,
    PlayerErased,
)

# By event type and stored schema: all fields of that schema -> those of the next one. Whoever changes the fields of a
# class raises its `SCHEMA` (a ClassVar, 1 if it has none) and adds an entry here. A few fields are also read as they
# were stored, without this: `steps` of MoveUndone and MoveRedone, `seat` and `player` of SeatTaken and SeatLeft, and
# what MatchOpened says of the game.
UPCASTS: Mapping[tuple[str, int], Upcast] = {}
