"""Events added up to a table: one after the other as they come, or a whole history with the undone steps left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from events.envelope import Recorded, Stored, actor_seat
from events.tree import Frontier
from ledger.evolve import AS_IT_COMES, LEFT_OUT_ALREADY, Change
from ledger.table import RECENT_MAX, Played, Ruleset, Table, Waypoint, open_table
from ledger.timekeeping import spend_time
from ledger.timeline import REDONE, UNDONE, left_out

STRIDE = 16  # events at least between two waypoints


def advance(table: Table, tail: Sequence[Recorded], frontier: Frontier, events: Sequence[Any] | None = None) -> Table:
    """The table after these further events; `events` are the same ones already decoded, if the caller has them."""
    after = _advance_over(table, tail, AS_IT_COMES, frozenset(), events)
    return after if after.frontier is frontier else replace(after, frontier=frontier)


def advance_by(
    changes: Mapping[str, Change],
    table: Table,
    tail: Sequence[Recorded],
    events: Sequence[Any],
    skipped: frozenset[int] = frozenset(),
) -> Table:
    """The table after these events by these changes, which remembers every step."""
    return _advance_over(table, tail, changes, skipped, events, recent_max=None)


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


def fold(
    ruleset: Ruleset,
    history: Sequence[Recorded],
    frontier: Frontier,
    origin: Table | None = None,
    *,
    recent_max: int | None = RECENT_MAX,
) -> Table:
    """The table from the whole history of a match; undone steps are left out.

    With `recent_max=None` it remembers every step that counts, so that all of them can be taken back.
    """
    table = open_table(ruleset, history[0], origin)
    return fold_on(table, history[1:], left_out(history), frontier, recent_max=recent_max)


def fold_on(
    table: Table,
    later: Sequence[Recorded],
    skipped: frozenset[int],
    frontier: Frontier,
    *,
    recent_max: int | None = RECENT_MAX,
) -> Table:
    """The table after these further events, the steps that are undone in the end left out.

    Of the steps that the table has, it must leave out the same ones already: `may_go_on` tells.
    """
    table = replace(table, undone=skipped)
    return replace(_advance_over(table, later, LEFT_OUT_ALREADY, skipped, recent_max=recent_max), frontier=frontier)


def may_go_on(table: Table, skipped: frozenset[int]) -> bool:
    """Whether what is undone in the end, and was not yet, has all been played after this table."""
    return min(table.undone ^ skipped, default=table.step + 1) > table.step


def _advance_over(
    table: Table,
    tail: Sequence[Recorded],
    changes: Mapping[str, Change],
    skipped: frozenset[int],
    events: Sequence[Any] | None = None,
    recent_max: int | None = RECENT_MAX,
) -> Table:
    """Events of the game are played in runs, as long as nothing else comes between them."""
    read = table.ruleset.codec.read
    run: list[tuple[Stored, Any]] = []
    version = table.version
    goes_back = False
    left_out_step = -1
    for place, recorded in enumerate(tail):
        version += 1
        assert recorded.version == version, f"{table.match}: version {recorded.version} in place of {version}"
        stored = recorded.stored
        change = changes.get(stored.type)
        if change is None and stored.step not in skipped:
            run.append((stored, read(stored) if events is None else events[place]))
            continue
        if run:
            table, run = _play(table, run, recent_max), []
        if change is not None:
            goes_back = goes_back or stored.type in (UNDONE, REDONE)
            table = change(table, recorded, read(stored) if events is None else events[place])
            table = replace(table, version=version, command=stored.command, step=stored.step, last_at=stored.at)
        else:
            # Left out, but it was played: what had been undone before it could no longer be redone, and its player
            # may ask again.
            table = _left_out_event(table, stored, version, is_first=stored.step != left_out_step)
            left_out_step = stored.step
    return _with_waypoints(_play(table, run, recent_max) if run else table, tail, goes_back=goes_back)


def _left_out_event(table: Table, stored: Stored, version: int, *, is_first: bool) -> Table:
    """Of a step that was taken back later: who has moved, and what it has cost of their time, stays."""
    time_left = table.time_left
    if time_left and is_first:
        gains_ms = 1000 * table.opened.increment_s
        time_left = spend_time(time_left, stored.actor, stored.at - table.since, gains_ms=gains_ms)
    return replace(
        table,
        version=version,
        command=stored.command,
        step=stored.step,
        last_at=stored.at,
        since=stored.at,
        redoable=(),
        moved=table.moved | {stored.actor},
        time_left=time_left,
        vain_requests=_reset_vain_requests(table.vain_requests, stored.actor),
    )


def _play(table: Table, run: Sequence[tuple[Stored, Any]], recent_max: int | None) -> Table:
    """Events of the game, one after the other; the table is made once for all of them."""
    game, first_step = table.ruleset.game, table.first_step
    on_event = game.rules.on_event
    state = game.rules.initial if table.state is None else table.state
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
    return _after_steps(table, state, begun, continued, run[-1][0], len(run), recent_max)


Begun = tuple[Stored, Any, Sequence[Any]]  # of a new step: its first event, the state before, its events


def _after_steps(
    table: Table,
    state: Any,
    begun: Sequence[Begun],
    continued: Sequence[Any],
    last: Stored,
    count: int,
    recent_max: int | None = RECENT_MAX,
) -> Table:
    """The table after so many events of the game, which have led to this state."""
    recent = table.recent
    if continued and recent:
        recent = (*recent[:-1], replace(recent[-1], events=(*recent[-1].events, *continued)))
    fresh = [
        Played(first.step, first.actor, first.cause, before, tuple(events))
        for first, before, events in (begun if recent_max is None else begun[-recent_max:])
    ]
    line, vain_requests, moved = table.line, table.vain_requests, table.moved
    time_left, since = table.time_left, table.since
    for first, _before, _events in begun:
        line = line.with_next(first.step)
        if first.actor not in moved:
            moved = moved | {first.actor}
        if time_left:
            gains_ms = 1000 * table.opened.increment_s
            time_left = spend_time(time_left, first.actor, first.at - since, gains_ms=gains_ms)
            since = first.at
        if any(vain_requests):
            vain_requests = _reset_vain_requests(vain_requests, first.actor)
    return replace(
        table,
        state=state,
        line=line,
        vain_requests=vain_requests,
        moved=moved,
        time_left=time_left,
        recent=(*recent, *fresh) if recent_max is None else (*recent, *fresh)[-recent_max:],
        effective=table.effective + len(begun),
        redoable=() if begun else table.redoable,
        status="finished" if table.ruleset.game.rules.result(state) is not None else table.status,
        version=table.version + count,
        command=last.command,
        step=last.step,
        last_at=last.at,
        since=last.at,
    )


def _reset_vain_requests(vain_requests: tuple[int, ...], actor: str) -> tuple[int, ...]:
    """LEDGER-4.7: whoever has played may ask to take something back as often as before."""
    seat = actor_seat(actor)
    return tuple(0 if one == seat else count for one, count in enumerate(vain_requests))
