"""One match as its events add up: who sits where, what has been played, and the state of the game."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from events import match as facts
from events.codec import Codec
from events.envelope import Cause, Recorded, Stored
from events.tree import Frontier
from events.visibility import ARBITER, ERASED, SPECTATOR, Viewer
from games.catalogue import BadCatalogue, CatalogueGone
from games.decider import Command, Decider, IllegalMove, Result
from games.dice import Dice
from games.tame import tamest_choice
from projections.timeline import REDONE, UNDONE, left_out

STRIDE = 24  # events at least between two waypoints
RECENT_MAX = 64  # steps whose state before is kept, so that taking one back needs no second look at the store

Status = Literal["open", "running", "finished"]


class Ruleset(Struct, frozen=True):
    """A game in one version of its rules, and how its events are read."""

    game: Decider[Any]
    codec: Codec


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
    redoable: tuple[int, ...] = ()  # undone steps that may still be redone, first one first, until somebody plays on
    refused_undos: frozenset[int] = frozenset()  # the steps that were asked back and refused: not to be asked for again
    vain_requests: tuple[int, ...] = ()  # by seat: requests in a row that came to nothing
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
        return None if self.state is None else self.game.result(self.state)

    def frozen_by(self) -> Dispute | None:
        """The open dispute that holds the match, if one does."""
        return next((one for one in self.disputes if one.freezes and one.ruling is None), None)

    def to_act(self) -> tuple[int, ...]:
        return self.game.to_act(self.state) if self.status == "running" else ()

    def due_ms(self) -> int | None:
        """When the clock may act, if the match goes on by the clock; never while a vote or a dispute holds it."""
        if self.status != "running" or self.undo_request is not None or self.frozen_by() is not None:
            return None
        deadline = None if self.game.deadline is None else self.game.deadline(self.state)
        if deadline is not None:
            return deadline.at_ms
        seconds = self.opened.turn_s
        if self.opened.reaction_s is not None and self.is_reaction():
            seconds = self.opened.reaction_s
        return None if seconds is None else self.last_at + 1000 * seconds

    def is_reaction(self) -> bool:
        """Whether the match waits for an answer to somebody's turn, and not for the turn itself."""
        on_turn = self.game.on_turn
        return on_turn is not None and not set(self.to_act()) & set(on_turn(self.state))

    def due_command(self) -> Command:
        """What the clock sends when that moment has come: the game's own command, or the tamest choice of a seat."""
        deadline = None if self.game.deadline is None else self.game.deadline(self.state)
        return tamest_choice(self.game, self.state) if deadline is None else deadline.command

    def remembers(self, steps: int) -> bool:
        """Whether so many of the latest steps (or all there are) can be taken back without a look at the store."""
        return len(self.recent) >= min(steps, self.effective - self.effective_before)

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


def advance(table: Table, tail: Sequence[Recorded], frontier: Frontier, events: Sequence[Any] | None = None) -> Table:
    """The table after these further events; `events` are the same ones already decoded, if the caller has them."""
    after = _advanced(table, tail, _CHANGES, frozenset(), events)
    return after if after.frontier is frontier else replace(after, frontier=frontier)


def advance_step(
    table: Table, tail: Sequence[Recorded], events: Sequence[Any], state: Any, recent_max: int = RECENT_MAX
) -> Table:
    """The table after one further step of the game, whose events the caller has folded into this state already."""
    first, last = tail[0].stored, tail[-1].stored
    assert table.step < first.step == last.step, f"{table.match}: step {first.step} in place of {table.step + 1}"
    for version, recorded in enumerate(tail, table.version + 1):
        assert recorded.version == version, f"{table.match}: version {recorded.version} in place of {version}"
    begun = [(first, table.state, events)]
    return _with_waypoints(_after_steps(table, state, begun, (), last, len(tail), recent_max), tail, goes_back=False)


def _with_waypoints(table: Table, tail: Sequence[Recorded], *, goes_back: bool) -> Table:
    """The table with the waypoints that it has passed: the end of a command of the game, every so often.

    An undo or redo that reaches back beyond the last one makes another: so from the newest waypoint to any later
    version nothing changes that lies before it.
    """
    waypoints = table.waypoints
    last = waypoints[-1] if waypoints else Waypoint(0, table.first_step)
    if table.version - last.version < STRIDE and not goes_back:
        return table
    is_due = False
    for recorded in tail:
        stored = recorded.stored
        if stored.type in (UNDONE, REDONE) and min(stored.public["steps"]) <= last.step:
            is_due = True
        if not stored.root or stored.step == table.first_step:
            continue
        if is_due or recorded.version - last.version >= STRIDE:
            last, is_due = Waypoint(recorded.version, stored.step), False
            waypoints = (*waypoints, last)
    return replace(table, waypoints=waypoints)


def fold(ruleset: Ruleset, history: Sequence[Recorded], frontier: Frontier, origin: Table | None = None) -> Table:
    """The table from the whole history of a match; undone steps are left out."""
    return fold_on(open_table(ruleset, history[0], origin), history[1:], left_out(history), frontier)


def fold_on(table: Table, later: Sequence[Recorded], skipped: frozenset[int], frontier: Frontier) -> Table:
    """The table after these further events, the steps that are undone in the end left out.

    Of the steps that the table has, it must leave out the same ones already: `may_go_on` tells.
    """
    table = replace(table, undone=skipped)
    return replace(_advanced(table, later, _FOLDS, skipped), frontier=frontier)


def may_go_on(table: Table, skipped: frozenset[int]) -> bool:
    """Whether what is undone in the end, and was not yet, has all been played after this table."""
    return min(table.undone ^ skipped, default=table.step + 1) > table.step


def _advanced(
    table: Table,
    tail: Sequence[Recorded],
    changes: Mapping[str, Change],
    skipped: frozenset[int],
    events: Sequence[Any] | None = None,
) -> Table:
    """Events of the game are played in runs, as long as nothing else comes between them."""
    read = table.ruleset.codec.read
    run: list[tuple[Stored, Any]] = []
    version = table.version
    goes_back = False
    for place, recorded in enumerate(tail):
        version += 1
        assert recorded.version == version, f"{table.match}: version {recorded.version} in place of {version}"
        stored = recorded.stored
        change = changes.get(stored.type)
        if change is None and stored.step not in skipped:
            run.append((stored, read(stored) if events is None else events[place]))
            continue
        if run:
            table, run = _played(table, run), []
        if change is not None:
            goes_back = goes_back or stored.type in (UNDONE, REDONE)
            table = change(table, recorded, read(stored) if events is None else events[place])
            table = replace(table, version=version, step=stored.step, last_at=stored.at)
        else:
            # Left out, but it was played: what had been undone before it could no longer be redone.
            table = replace(table, version=version, step=stored.step, last_at=stored.at, redoable=())
    return _with_waypoints(_played(table, run) if run else table, tail, goes_back=goes_back)


def _played(table: Table, run: Sequence[tuple[Stored, Any]]) -> Table:
    """Events of the game, one after the other; the table is made once for all of them."""
    game, first_step = table.ruleset.game, table.first_step
    on_event = game.on_event
    state = game.initial if table.state is None else table.state
    step = table.recent[-1].step if table.recent else first_step
    begun: list[Begun] = []
    continued: list[Any] = []  # of the step that the table has begun already
    events = continued
    for stored, event in run:
        if stored.step > step:
            step, events = stored.step, []
            begun.append((stored, state, events))
        events.append(event)
        state = on_event[type(event)](state, event)
    return _after_steps(table, state, begun, continued, run[-1][0], len(run))


Begun = tuple[Stored, Any, Sequence[Any]]  # of a new step: its first event, the state before, its events


def _after_steps(
    table: Table,
    state: Any,
    begun: Sequence[Begun],
    continued: Sequence[Any],
    last: Stored,
    count: int,
    recent_max: int = RECENT_MAX,
) -> Table:
    """The table after so many events of the game, which have led to this state."""
    recent = table.recent
    if continued and recent:
        recent = (*recent[:-1], replace(recent[-1], events=(*recent[-1].events, *continued)))
    fresh = [
        Played(first.step, first.actor, first.cause, before, tuple(events))
        for first, before, events in begun[-recent_max:]
    ]
    return replace(
        table,
        state=state,
        recent=(*recent, *fresh)[-recent_max:],
        effective=table.effective + len(begun),
        redoable=() if begun else table.redoable,
        undo_request=None if begun else table.undo_request,
        status="finished" if table.ruleset.game.result(state) is not None else table.status,
        version=table.version + count,
        step=last.step,
        last_at=last.at,
    )


def _seat_taken(table: Table, _recorded: Recorded, event: facts.SeatTaken) -> Table:
    seats = list(table.seats)
    seats[event.seat] = SeatInfo(event.seat, event.player, event.name, event.entropy)
    return replace(table, seats=tuple(seats))


def _seat_left(table: Table, _recorded: Recorded, event: facts.SeatLeft) -> Table:
    seats = list(table.seats)
    seats[event.seat] = None
    return replace(table, seats=tuple(seats))


def _play_began(table: Table, recorded: Recorded, _event: facts.PlayBegan) -> Table:
    seed = seed_of(table.opened.server_seed, table.seats)
    table = replace(table, status="running", seed=seed, state=_inherited_state(table, seed))
    return _clock_restarted(table, recorded)


def _inherited_state(table: Table, seed: bytes) -> Any:
    """What a branch begins with: the state it left, with what its maker could not know drawn anew from its own luck."""
    branch = table.opened.branch
    if branch is None or branch.resampled_for is None:
        return table.inherited
    return table.ruleset.game.resample(table.inherited, branch.resampled_for, Dice(seed, 0))


def _undo_requested(table: Table, recorded: Recorded, event: facts.UndoRequested) -> Table:
    return replace(table, undo_request=UndoRequest(recorded.stored.step, event.steps, event.by, event.needs))


def _undo_answered(table: Table, recorded: Recorded, event: facts.UndoAnswered) -> Table:
    request = table.undo_request
    assert request is not None
    if not event.accepts:
        return replace(_in_vain(table, recorded), refused_undos=table.refused_undos | {min(request.steps)})
    waiting = tuple(seat for seat in request.waiting_for if seat != event.seat)
    return replace(table, undo_request=replace(request, waiting_for=waiting))


def _in_vain(table: Table, recorded: Recorded, *_: Any) -> Table:
    """The open request has come to nothing."""
    request = table.undo_request
    assert request is not None
    counts = list(table.vain_requests or (0,) * len(table.seats))
    counts[request.by] += 1
    return _clock_restarted(replace(table, undo_request=None, vain_requests=tuple(counts)), recorded)


def _clock_restarted(table: Table, recorded: Recorded) -> Table:
    """The clock stood still meanwhile; without this it would strike the moment it goes again."""
    restart = table.ruleset.game.restart_clock
    if restart is None or table.state is None:
        return table
    return replace(table, state=restart(table.state, recorded.stored.at))


def _granted(table: Table, event: facts.MoveUndone) -> Table:
    """After an undo, whoever asked for it may ask again as often as before."""
    request = table.undo_request
    counts = list(table.vain_requests)
    if request is not None and counts:
        counts[request.by] = 0
    return replace(
        table,
        redoable=(*sorted(event.steps), *table.redoable),
        undo_request=None,
        vain_requests=tuple(counts),
        spent_undos=table.spent_undos.union((event.by, name) for name in event.spends),
    )


def _undone(table: Table, recorded: Recorded, event: facts.MoveUndone) -> Table:
    """Go back to before the first undone step, and play what still counts again."""
    skipped = table.undone | set(event.steps)
    return _granted(_replayed(table, recorded, skipped, min(event.steps)), event)


def _redone(table: Table, recorded: Recorded, event: facts.MoveRedone) -> Table:
    raise NeedsHistory


def _replayed(table: Table, recorded: Recorded, skipped: Set[int], first: int) -> Table:
    places = [place for place, played in enumerate(table.recent) if played.step == first]
    if not places:
        raise NeedsHistory
    game = table.ruleset.game
    kept, later = table.recent[: places[0]], table.recent[places[0] :]
    state = later[0].before
    for played in later:
        if played.step not in skipped:
            kept = (*kept, replace(played, before=state))
            state = game.fold(state, played.events)
    if game.reopen is not None:
        state = game.reopen(state, recorded.stored.step, recorded.stored.at)
    effective = table.effective - sum(played.step in skipped for played in later)
    return replace(table, state=state, recent=kept, undone=skipped, effective=effective, status="running")


def _reopened(table: Table, recorded: Recorded, event: facts.MoveUndone | facts.MoveRedone) -> Table:
    """In a fold that has left the undone steps out already, an undo only opens the open decisions afresh."""
    reopen = table.ruleset.game.reopen
    state = table.state if reopen is None else reopen(table.state, recorded.stored.step, recorded.stored.at)
    table = replace(table, state=state)
    if isinstance(event, facts.MoveUndone):
        return _granted(table, event)
    return replace(table, redoable=tuple(step for step in table.redoable if step not in event.steps))


def _dispute_opened(table: Table, recorded: Recorded, event: facts.DisputeOpened) -> Table:
    opened = Dispute(
        recorded.stored.step,
        recorded.stored.at,
        event.by,
        event.about_step,
        event.about_refusal,
        event.about_ruling,
        event.claim,
        event.freezes,
    )
    return replace(table, disputes=(*table.disputes, opened))


def _dispute_ruled(table: Table, recorded: Recorded, event: facts.DisputeRuled) -> Table:
    settled = {"ruling": event.ruling, "reason": event.reason, "ruled_by": event.by, "ruled_at": recorded.stored.at}
    disputes = [replace(one, **settled) if one.number == event.dispute else one for one in table.disputes]
    was_held = table.frozen_by() is not None
    table = replace(table, disputes=tuple(disputes))
    return _clock_restarted(table, recorded) if was_held and table.frozen_by() is None else table


def _result_adjusted(table: Table, _recorded: Recorded, event: facts.ResultAdjusted) -> Table:
    return replace(table, status="finished", adjusted=event.winners)


def _player_erased(table: Table, recorded: Recorded, event: facts.PlayerErased) -> Table:
    if event.secrets:
        raise NeedsHistory  # and that history is folded without a state, see projections/erased.py
    return replace(without_names(table, event), erased_at=recorded.version)


def without_names(table: Table, event: facts.PlayerErased) -> Table:
    """The table after a person's name and claims have been erased."""
    seats = [
        replace(info, name=ERASED) if info is not None and info.player == event.player else info for info in table.seats
    ]
    disputes = [replace(one, claim=ERASED) if one.number in event.disputes else one for one in table.disputes]
    return replace(table, seats=tuple(seats), disputes=tuple(disputes))


def _looked(table: Table, _recorded: Recorded, _event: facts.ArbiterLooked) -> Table:
    return table


Change = Callable[[Table, Recorded, Any], Table]
LOBBY: Mapping[str, Change] = {
    "SeatTaken": _seat_taken,
    "SeatLeft": _seat_left,
    "PlayBegan": _play_began,
    "UndoRequested": _undo_requested,
    "UndoAnswered": _undo_answered,
    "UndoWithdrawn": _in_vain,
    "UndoLapsed": _in_vain,
    "DisputeOpened": _dispute_opened,
    "DisputeRuled": _dispute_ruled,
    "ResultAdjusted": _result_adjusted,
    "ArbiterLooked": _looked,
    "PlayerErased": _player_erased,
}
_CHANGES: Mapping[str, Change] = {**LOBBY, "MoveUndone": _undone, "MoveRedone": _redone}
_FOLDS: Mapping[str, Change] = {**LOBBY, "MoveUndone": _reopened, "MoveRedone": _reopened}
