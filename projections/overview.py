"""A whole match at a glance: one line for each seat, of the game's own measure, over the steps."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from events.envelope import commanding_seat
from ledger.table import Table
from projections.replay import Replay

POINTS_MAX = 900  # over all seats: less than 16 KB of JSON
MOVES = "Moves"
Point = tuple[int, int]  # step, and the value from there on


class SeatLine(Struct, frozen=True):
    seat: int
    points: Sequence[Point]  # where the value changes, and the last step


class Overview(Struct, frozen=True):
    version: int
    measure: str
    first_step: int
    last_step: int
    seats: list[SeatLine]


def overview(replay: Replay, newest: Table) -> Overview:
    """Everybody may know all of it: a measure counts what lies open."""
    measure = newest.game.presentation.measure
    steps, seats = replay.steps(), range(len(newest.seats))
    lines: list[list[Point]] = [[] for _ in seats]
    moves = [0] * len(lines)
    for step in steps:
        events = replay.events_of(step)
        mover = commanding_seat(events[0].stored.actor)
        if mover is not None:
            moves[mover] += 1
        state = replay.at(events[-1].version).state
        if state is not None:
            for seat in seats:
                value = moves[seat] if measure is None else measure.of(state, seat)
                if not lines[seat] or lines[seat][-1][1] != value or step == steps[-1]:
                    lines[seat].append((step, value))
    return Overview(
        version=newest.version,
        measure=MOVES if measure is None else measure.name,
        first_step=steps[0],
        last_step=steps[-1],
        seats=[SeatLine(seat, thin_out(line, POINTS_MAX // len(lines))) for seat, line in enumerate(lines)],
    )


def thin_out(points: Sequence[Point], points_max: int) -> Sequence[Point]:
    """At most so many points: of each stretch of steps the last one."""
    if len(points) <= points_max:
        return points
    first, last = points[0][0], points[-1][0]
    stretch = (last - first) // (points_max - 1) + 1
    kept = {(step - first) // stretch: (step, value) for step, value in points}
    return list(kept.values())
