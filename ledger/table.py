"""One match as its events add up: who sits where, what has been played, and the state of the game."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Set
from typing import Any, Literal

import msgspec
from msgspec import Struct

from events.codec import Codec
from events.envelope import Cause, Recorded, seat_actor
from events.store import Head
from events.tree import Frontier
from events.visibility import ARBITER, SPECTATOR, Viewer
from games.catalogue import BadCatalogue, CatalogueGone
from games.clock_choice import clock_choice
from games.decider import Command, Deadline, Decider, IllegalMove, Result
from games.dice import Dice
from ledger import events as facts
from ledger.timeline import NO_STEPS, Steps

ANSWER_S = 60  # to answer a request in a match whose only clock is the game's own
RECENT_MAX = 64  # steps whose state before is kept, so that taking one back needs no second look at the store

Status = Literal["open", "running", "finished"]


class Ruleset(Struct, frozen=True):
    """A game in one version of its rules, and how its events are read."""

    game: Decider[Any]
    codec: Codec


def rulesets_of(games: Mapping[Any, Decider[Any]]) -> dict[tuple[str, int], Ruleset]:
    """Every game under its slug and rules version."""
    return {(game.slug, game.rules_version): Ruleset(game, _codec_of(game)) for game in games.values()}


def _codec_of(game: Decider[Any]) -> Codec:
    return Codec((*facts.MATCH_EVENTS, *game.rules.on_event), {**facts.UPCASTS, **game.upcasts})


class SeatInfo(Struct, frozen=True):
    seat: int
    player: str
    name: str
    entropy: str


class Played(Struct, frozen=True):
    """A step of the game, with what is needed to take it back."""

    step: int
    actor: str
    cause: Cause | None
    before: Any  # the game's state
    events: tuple[Any, ...]


class Waypoint(Struct, frozen=True, array_like=True):
    """The end of a command from which a replay may set out: a snapshot of the table is kept there."""

    version: int
    step: int


class UndoRequest(Struct, frozen=True):
    request: int  # the step it was made in
    steps: tuple[int, ...]
    by: int
    waiting_for: tuple[int, ...]
    since: int
    deadline: int | None  # when it lapses, in a match with a clock


class Redoable(Struct, frozen=True, array_like=True):
    """An undone step that may be played again."""

    step: int
    maker: str  # actor
    undone_by: str  # actor


class Dispute(Struct, frozen=True):
    """A dispute, and how it was settled."""

    number: int  # the step in which it was opened
    opened_at: int
    by: str
    about_step: int | None
    about_refusal: int | None
    about_ruling: int | None
    claim: str
    freezes: bool
    ruling: str | None = None
    reason: str = ""
    ruled_by: str = ""
    ruled_at: int = 0
    withdrawn_at: int = 0
    has_frozen: bool = False  # also once the hold is over
    held_since: int = 0  # from when the time of the hold counts

    @property
    def is_open(self) -> bool:
        return self.ruling is None and not self.withdrawn_at


class Hold(Struct, frozen=True):
    """Why the match cannot go on just now, and for whom it waits."""

    by: Literal["undo", "dispute"]
    id: str
    since: int
    waiting_for: tuple[int | str, ...]  # seats, or "arbiter"
    deadline: int | None


class Table(Struct, frozen=True):
    """Everything that one match's events say, at one version."""

    match: str
    ruleset: Ruleset
    opened: facts.MatchOpened
    opened_at: int
    version: int = 0
    frontier: Frontier = ()
    seats: tuple[SeatInfo | None, ...] = ()
    status: Status = "open"
    step: int = 0
    effective: int = 0  # steps of the game that count
    effective_before: int = 0  # of a branch: those of the other match
    state: Any = None
    seed: bytes = b""
    undone: Set[int] = frozenset()
    recent: tuple[Played, ...] = ()
    undo_request: UndoRequest | None = None
    line: Steps = NO_STEPS  # the steps of the game that count; in a branch those since it left the other match
    redoable: tuple[Redoable, ...] = ()  # undone steps, the first one first, until somebody plays on
    refused_undos: frozenset[int] = frozenset()  # the steps that were asked back and refused: not to be asked for again
    vain_requests: tuple[int, ...] = ()  # by seat: requests refused or withdrawn since that seat has last played
    spent_undos: frozenset[tuple[str, str]] = frozenset()  # actor, and what they were granted once and have had
    last_at: int = 0
    disputes: tuple[Dispute, ...] = ()
    adjusted: tuple[int, ...] | None = None  # the winners, where a ruling has settled the match
    final: Result | None = None  # of a match whose secrets have been erased: there is no state to tell it from
    waypoints: tuple[Waypoint, ...] = ()
    erased_at: int = 0  # the version at which somebody was last erased, and what is older rewritten
    inherited: Any = None  # of a branch: the other match's state at the branch point

    @property
    def first_step(self) -> int:
        """The step of lobby and setup: 0, or in a branch the step that it leaves the other match at."""
        return 0 if self.opened.branch is None else self.opened.branch.step

    @property
    def head(self) -> Head:
        """What an append compares, to see that this table is current."""
        return Head(self.version, self.frontier)

    @property
    def game(self) -> Decider[Any]:
        return self.ruleset.game

    def options(self) -> Any:
        """The options of the match, once the cards that it pins are known to be here."""
        options, packs = msgspec.convert(self.opened.options, self.game.options), self.opened.options.get("packs", ())
        try:
            found = self.game.catalogue_digest(options)
        except (IllegalMove, BadCatalogue) as error:
            raise CatalogueGone(packs) from error
        if found != self.opened.catalogue:
            raise CatalogueGone(packs)
        return options

    def result(self) -> Result | None:
        if self.adjusted is not None:
            return Result(self.adjusted, {})
        if self.final is not None:
            return self.final
        return None if self.state is None else self.game.rules.result(self.state)

    def frozen_by(self) -> Dispute | None:
        """The open dispute that holds the match, if one does."""
        for dispute in self.disputes:
            if dispute.freezes and dispute.is_open and self.status == "running":
                return dispute
        return None

    def held(self) -> Hold | None:
        """What keeps everybody from playing: a dispute, or a request for which the game's rules hold play."""
        dispute = self.frozen_by()
        if dispute is not None:
            return Hold("dispute", f"{self.match}~{dispute.number}", dispute.held_since, ("arbiter",), self.due_ms())
        request = self.undo_request
        if request is not None and self.game.take_back.undo_pending_rule is not None:
            return Hold("undo", str(request.request), request.since, request.waiting_for, request.deadline)
        return None

    def to_act(self) -> tuple[int, ...]:
        """The seats that the match waits for in the game; none while it is held."""
        if self.status != "running" or self.held() is not None:
            return ()
        return self.game.rules.to_act(self.state)

    def in_play(self) -> tuple[int, ...]:
        """The seats that have not been eliminated."""
        in_play = self.game.rules.in_play
        return tuple(range(len(self.seats))) if in_play is None or self.state is None else in_play(self.state)

    def due_ms(self) -> int | None:
        """When the clock may act; while a request or a dispute is open, when that runs out."""
        if self.status != "running":
            return None
        dispute = self.frozen_by()
        if dispute is not None:
            return dispute.held_since + 1000 * self.opened.hold_s
        if self.undo_request is not None:
            return self.undo_request.deadline
        return self.play_due_ms()

    def play_due_ms(self) -> int | None:
        """When the clock may act for a seat, if nothing stops the clock."""
        if self.status != "running" or self.undo_request is not None or self.frozen_by() is not None:
            return None
        deadline = self._game_deadline()
        if deadline is not None:
            return deadline.at_ms
        seconds = self.opened.turn_s
        if self.opened.reaction_s is not None and self.is_reaction():
            seconds = self.opened.reaction_s
        return None if seconds is None else self.last_at + 1000 * seconds

    def is_reaction(self) -> bool:
        """Whether the match waits for an answer to somebody's turn, and not for the turn itself."""
        on_turn = self.game.clock.on_turn
        return on_turn is not None and not set(self.game.rules.to_act(self.state)) & set(on_turn(self.state))

    def answer_deadline(self, at: int) -> int | None:
        """Until when a request made now can be answered: in a match with a clock, as long as a reaction may take."""
        seconds = self.opened.reaction_s or self.opened.turn_s
        if seconds is None and self._game_deadline() is not None:
            seconds = ANSWER_S
        return None if seconds is None else at + 1000 * seconds

    def _game_deadline(self) -> Deadline | None:
        return self.game.clock.deadline(self.state)

    def fresh_id(self) -> int | None:
        """The id that open decisions have after an undo or redo in the next step; None where a game has no such ids."""
        return None if self.game.take_back.reopen is None else self.step + 1

    def due_command(self) -> Command:
        """What the clock sends when that moment has come: the game's own command, or a choice for a seat."""
        deadline = self._game_deadline()
        return clock_choice(self.game, self.state) if deadline is None else deadline.command

    def played_after(self, step: int) -> tuple[Played, ...]:
        """The steps of the game that count and came after this one; raises NeedsHistory if they are not all here."""
        first = self.line.first_after(step)
        if first is not None and (not self.recent or self.recent[0].step > first):
            raise NeedsHistory
        return tuple(played for played in self.recent if played.step > step)

    def latest_of(self, seat: int) -> int | None:
        """The index in `recent` of the latest command of this seat; raises NeedsHistory if it may lie further back."""
        for index in range(len(self.recent) - 1, -1, -1):
            if self.recent[index].actor == seat_actor(seat):
                return index
        if len(self.recent) < len(self.line):
            raise NeedsHistory
        return None

    def makers_of(self, steps: tuple[int, ...]) -> tuple[str, ...]:
        """The actors of these steps, which count; raises NeedsHistory if they are not all remembered."""
        makers = {played.step: played.actor for played in self.played_after(steps[0] - 1)}
        return tuple(makers[step] for step in steps)

    def effective_after(self, step: int) -> tuple[int, ...]:
        """The steps of the game that count and came after this one."""
        return self.line.after(step)

    def has_ended(self, step: int) -> bool:
        """Whether one can go back to the end of this step: it is there, and has not been taken back."""
        return self.first_step <= step <= self.step and step not in self.undone

    def seat_of(self, player: str | None) -> int | None:
        if player is not None:
            for info in self.seats:
                if info is not None and info.player == player:
                    return info.seat
        return None

    def viewer_for(self, player: str | None) -> Viewer:
        """What this person may see: everything once the match is over, else what their seat sees, else what all see."""
        if self.status == "finished":
            return ARBITER
        seat = self.seat_of(player)
        return SPECTATOR if seat is None else seat

    def dice(self, at_ms: int) -> Dice:
        """The luck of the next command: by its place in the effective line, so that undo is no second roll."""
        return Dice(self.seed, self.effective + 1, serial=self.step + 1, at_ms=at_ms)


class NeedsHistory(Exception):
    """A step was taken back that lies further back than this table remembers: fold from the start again."""


def seed_of(server_seed: str, seats: Iterable[SeatInfo | None]) -> bytes:
    """The seed of a match: the server's part, committed to before anybody joined, keyed over the players' parts."""
    parts = "".join(f"{info.seat}:{len(info.entropy)}:{info.entropy};" for info in seats if info is not None)
    return hmac.digest(bytes.fromhex(server_seed), parts.encode(), "sha256")


def open_table(ruleset: Ruleset, first: Recorded, origin: Table | None = None) -> Table:
    """The table as it stands after the first event of a match; a branch needs the table that it leaves."""
    opened = ruleset.codec.read(first.stored)
    assert isinstance(opened, facts.MatchOpened)
    assert (opened.branch is None) == (origin is None)
    return Table(
        inherited=None if origin is None else origin.state,
        effective=0 if origin is None else origin.effective,
        effective_before=0 if origin is None else origin.effective,
        step=0 if opened.branch is None else opened.branch.step,
        match=opened.match,
        ruleset=ruleset,
        opened=opened,
        opened_at=first.stored.at,
        version=1,
        seats=(None,) * opened.seats,
        last_at=first.stored.at,
    )
