"""One match as its events add up: who sits where, what has been played, and the state of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any, Literal

import msgspec
from msgspec import Struct

from events.codec import Codec
from events.envelope import Cause, Recorded, Source, seat_actor
from events.store import Head
from events.tree import Frontier
from events.visibility import ARBITER, SPECTATOR, Viewer
from games.catalogue import BadCatalogue, CatalogueGone
from games.clock_choice import clock_choice
from games.decider import Command, Decider, IllegalMove, Result
from games.dice import Dice
from ledger import events as facts
from ledger.seed import seed_from
from ledger.timekeeping import TimeLeft
from ledger.timeline import NO_STEPS, Steps

ANSWER_S = 60  # to answer a request in a match whose only clock is the game's own or total time
LOBBY_S = 24 * 3600  # an open match in which nothing happens for so long is cancelled
RECENT_MAX = 64  # steps whose state before is kept, so that taking one back needs no second look at the store

Status = Literal["open", "running", "finished"]
Ending = Literal["cancelled", "called_off", "conceded", "ruled", "played"]


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
    commitment: str = ""  # to the player's part of the luck; "" if none was given, and once play has begun
    part: str = ""  # the player's part of the luck, while the parts are being opened
    must_commit: bool = False  # the part was opened in a round that somebody has abandoned


class Opening(Struct, frozen=True):
    """The lobby is closed; these seats have still to open their parts of the luck."""

    round: int
    waiting_for: tuple[int, ...]
    deadline: int


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
    since: int  # from when its time counts: when it was made, or the end of the last hold
    deadline: int | None  # when it lapses, in a match with a clock


class Redoable(Struct, frozen=True, array_like=True):
    """An undone step that may be played again."""

    step: int
    maker: str  # actor
    undone_by: str  # actor


class Dispute(Struct, frozen=True):
    """A dispute, and how it was settled."""

    number: int  # 1, 2, 3 in the match
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

    @property
    def is_upheld(self) -> bool:
        """Whether an arbiter has ruled that something follows from it."""
        return self.ruling not in (None, "dismiss")


class Departure(Struct, frozen=True, array_like=True):
    """How the player of a seat has left a running match."""

    seat: int
    bot: str  # the id of the bot that plays on; empty if the seat has conceded

    @property
    def has_conceded(self) -> bool:
        return not self.bot


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
    command: bytes = b""  # the id of the last command: if the store loses it, that of another is at this version
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
    held_from: int = 0  # while disputes hold the match: when the first of these holds began
    adjusted: tuple[int, ...] | None = None  # the winners, where not the game has settled the match
    ended: Ending | None = None  # how the match has ended, where not by the game's own rules
    since: int = 0  # from when the time for the present decision counts
    time_left: TimeLeft = ()  # by seat, at `since`, in a match with total time
    departed: tuple[Departure, ...] = ()  # at most one for each seat
    returned: tuple[tuple[int, int], ...] = ()  # seat, and when its player has last taken it back from a bot
    moved: frozenset[str] = frozenset()  # the actors that have played, in steps that count or not
    call_off: tuple[int, ...] = ()  # the seats that agree to end the match without a result
    call_offs: tuple[int, ...] = ()  # the seat of each such proposal so far
    final: Result | None = None  # of a match whose secrets have been erased: there is no state to tell it from
    rematch: str = ""  # the id of the match in which this one is played again
    waypoints: tuple[Waypoint, ...] = ()
    erased_at: int = 0  # the version at which somebody was last erased, and what is older rewritten
    opening: Opening | None = None
    abandoned_rounds: int = 0  # in which a part of the luck was withheld
    commitments: frozenset[str] = frozenset()  # to parts of the luck, all that were ever used, until play begins
    source: Source | None = None  # of an imported match
    inherited: Any = None  # of a branch: the other match's state at the branch point

    @property
    def first_step(self) -> int:
        """The step of lobby and setup: 0, or in a branch the step that it leaves the other match at."""
        return 0 if self.opened.branch is None else self.opened.branch.step

    @property
    def next_step(self) -> int:
        """The step of whatever is asked next (LEDGER-0.4)."""
        return self.first_step if self.status == "open" else self.step + 1

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
        """How the match ended; None while it runs, and for one without a result."""
        if self.ended in ("cancelled", "called_off"):
            return None
        if self.adjusted is not None:
            return Result(self.adjusted, {})
        if self.final is not None:
            return self._without_conceded(self.final)
        result = None if self.state is None else self.game.rules.result(self.state)
        return None if result is None else self._without_conceded(result)

    def _without_conceded(self, result: Result) -> Result:
        """LEDGER-10.4: whoever has conceded does not win; if the game names nobody else, all others do."""
        conceded = self.conceded()
        if not conceded.intersection(result.winners):
            return result
        winners = tuple(seat for seat in result.winners if seat not in conceded)
        others = tuple(seat for seat in range(len(self.seats)) if seat not in conceded)
        return Result(winners or others, result.scores)

    def ending(self) -> Ending | None:
        """How the match came to its end."""
        return self.ended or ("played" if self.status == "finished" else None)

    def conceded(self) -> frozenset[int]:
        """The seats that have given up."""
        return frozenset(one.seat for one in self.departed if one.has_conceded) if self.departed else frozenset()

    def bot_of(self, seat: int) -> str | None:
        """The id of the bot that plays on for the player of this seat."""
        if not self.departed:
            return None
        return next((one.bot for one in self.departed if one.seat == seat and one.bot), None)

    def must_commit(self) -> tuple[int, ...]:
        """The seats that commit to a new part of the luck before the match can be started."""
        return tuple(info.seat for info in self.seats if info is not None and info.must_commit)

    def frozen_by(self) -> Dispute | None:
        """The open dispute that holds the match, if one does."""
        for dispute in self.disputes:
            if dispute.freezes and dispute.is_open and self.status == "running":
                return dispute
        return None

    def held(self) -> Hold | None:
        """What keeps everybody from playing: a dispute, or a request for which the game's rules hold play.

        So does a request while only the clock could play on, for a seat that has conceded: the answer comes first.
        """
        dispute = self.frozen_by()
        if dispute is not None:
            return Hold("dispute", f"{self.match}~{dispute.number}", dispute.held_since, ("arbiter",), self.due_ms())
        request = self.undo_request
        if request is not None and self.undo_hold_rule() is not None:
            return Hold("undo", str(request.request), request.since, request.waiting_for, request.deadline)
        return None

    def undo_hold_rule(self) -> str | None:
        """LEDGER-4.8: the rule by which an open request holds play; None if playing on makes it lapse."""
        rule = self.game.take_back.undo_pending_rule
        return "LEDGER-4.8" if rule is None and self._waits_for_conceded() else rule

    def to_act(self) -> tuple[int, ...]:
        """The seats that the match waits for in the game; none while it is held."""
        if self.status != "running" or self.held() is not None:
            return ()
        seats = self.game.rules.to_act(self.state)
        return tuple(seat for seat in seats if seat not in self.conceded()) if self.departed else seats

    def contenders(self) -> tuple[int, ...]:
        """The seats that can still win by the rules of the game, whether or not they have conceded."""
        contenders = self.game.rules.contenders
        return tuple(range(len(self.seats))) if contenders is None or self.state is None else contenders(self.state)

    def away_ms(self, seat: int) -> int | None:
        """LEDGER-10.7: when the others may act on this seat, if it plays or answers nothing until then."""
        away_ms, request = self.away_ms_if_waited_for(seat), self.undo_request
        if away_ms is None or seat not in (self.to_act() if request is None else request.waiting_for):
            return None
        return away_ms

    def away_ms_if_waited_for(self, seat: int) -> int | None:
        """The same without a look at whom the match waits for."""
        if self.opened.away_s is None or self.status != "running" or self.frozen_by() is not None:
            return None
        since = self.since if self.undo_request is None else self.undo_request.since
        return max(since, dict(self.returned).get(seat, 0)) + 1000 * self.opened.away_s

    def in_play(self) -> tuple[int, ...]:
        """The seats that have not been eliminated."""
        in_play = self.game.rules.in_play
        return tuple(range(len(self.seats))) if in_play is None or self.state is None else in_play(self.state)

    def due_ms(self) -> int | None:
        """When the clock may act; while a request or a dispute is open, when that runs out."""
        if self.opening is not None:
            return self.opening.deadline + 1
        if self.status == "open":
            return self.last_at + 1000 * LOBBY_S
        if self.status != "running":
            return None
        dispute = self.frozen_by()
        if dispute is not None:
            return dispute.held_since + 1000 * self.opened.hold_s
        if self.undo_request is not None:
            return self.undo_request.deadline
        due = self._next_due()
        return None if due is None else due[0]

    def play_due_ms(self) -> int | None:
        """When the clock may act for a seat; None before and after play, and while a request or a dispute is open."""
        is_stopped = self.status != "running" or self.undo_request is not None or self.frozen_by() is not None
        return None if is_stopped else self.due_ms()

    def _next_due(self) -> tuple[int, int | None] | None:
        """When the clock acts, and for which seat; None in place of a seat: as the game says, or for the first one."""
        conceded = self._conceded_to_act()
        if conceded is not None:
            return self.last_at, conceded
        deadline = self.game.clock.deadline(self.state)
        if deadline is not None:
            return deadline.at_ms, None
        if self.time_left:
            return min((self.since + self.time_left[seat], seat) for seat in self.game.rules.to_act(self.state))
        seconds = self.opened.turn_s
        if self.opened.reaction_s is not None and self.is_reaction():
            seconds = self.opened.reaction_s
        return None if seconds is None else (self.since + 1000 * seconds, None)

    def _conceded_to_act(self) -> int | None:
        """LEDGER-10.3: the first seat that the game waits for and that has conceded."""
        if not self.departed:
            return None
        return next((seat for seat in self.game.rules.to_act(self.state) if seat in self.conceded()), None)

    def _waits_for_conceded(self) -> bool:
        """Whether the game waits for nobody but seats that have conceded."""
        if not self.departed:
            return False
        return self.status == "running" and self.conceded().issuperset(self.game.rules.to_act(self.state))

    def is_reaction(self) -> bool:
        """Whether the match waits for an answer to somebody's turn, and not for the turn itself."""
        on_turn = self.game.clock.on_turn
        return on_turn is not None and not set(self.game.rules.to_act(self.state)) & set(on_turn(self.state))

    def answer_deadline(self, at: int) -> int | None:
        """Until when a request made now can be answered: in a match with a clock, as long as a reaction may take."""
        seconds = self.opened.reaction_s or self.opened.turn_s
        if seconds is None and (self.time_left or self.game.clock.deadline(self.state) is not None):
            seconds = ANSWER_S
        return None if seconds is None else at + 1000 * seconds

    def fresh_id(self) -> int | None:
        """The id that open decisions have after an undo or redo in the next step; None where a game has no such ids."""
        return None if self.game.take_back.reopen is None else self.step + 1

    def due_command(self) -> Command:
        """What the clock sends when that moment has come: the game's own command, or a choice for a seat."""
        due, deadline = self._next_due(), self.game.clock.deadline(self.state)
        seat = None if due is None else due[1]
        if seat is None and deadline is not None:
            return deadline.command
        return clock_choice(self.game, self.state, seat)

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
            for one in self.departed:
                if one.bot == player:
                    return one.seat
        return None

    def seat_played_by(self, player: str | None) -> int | None:
        """The seat for which this player may act: their own unless a bot plays on for them, or the one a bot plays."""
        seat = self.seat_of(player)
        return None if seat is None or self.bot_of(seat) not in (None, player) else seat

    def viewer_for(self, player: str | None) -> Viewer:
        """What this person may see: everything once the match is over, else what their seat sees, else what all see."""
        return ARBITER if self.status == "finished" else self.viewer_in_play(player)

    def viewer_in_play(self, player: str | None) -> Viewer:
        """What this person may see while the match runs, and could see then after it is over."""
        seat = self.seat_of(player)
        return SPECTATOR if seat is None else seat

    def dice(self, at_ms: int) -> Dice:
        """The luck of the next command: by its place in the effective line, so that undo is no second roll."""
        return Dice(self.seed, self.effective + 1, serial=self.step + 1, at_ms=at_ms)


class NeedsHistory(Exception):
    """A step was taken back that lies further back than this table remembers: fold from the start again."""


def seed_of(opened: facts.MatchOpened, seats: Iterable[SeatInfo | None]) -> bytes:
    """The seed of a match whose players have opened their parts."""
    parts = ((info.seat, info.player, info.part) for info in seats if info is not None)
    return seed_from(opened.match, opened.server_seed, parts)


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
        command=first.stored.command,
        seats=(None,) * opened.seats,
        last_at=first.stored.at,
        since=first.stored.at,
        source=first.stored.source,
    )
