"""Total time: what each seat has left, and how it is spent (LEDGER-5.5, LEDGER-5.6).

Only the times of the events and their actors count, and not the state: so the time of steps that were taken back is
spent too, whether or not they are folded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.envelope import commanding_seat

if TYPE_CHECKING:
    from ledger.table import Table

TimeLeft = tuple[int, ...]  # ms by seat; empty in a match without total time


def full_time(table: Table) -> TimeLeft:
    """What everybody has when play begins."""
    total_s = table.opened.total_s
    return () if total_s is None else (1000 * total_s,) * len(table.seats)


def spend_time(left: TimeLeft, actor: str, spent_ms: int, *, gains_ms: int = 0) -> TimeLeft:
    """The time that passed until an actor has acted is taken from that actor's seat."""
    seat = commanding_seat(actor)
    if not left or seat is None:
        return left
    return (*left[:seat], max(0, left[seat] - spent_ms) + gains_ms, *left[seat + 1 :])


def resumed_since(table: Table, paused_at: int, at: int) -> int:
    """From when the present decision counts after a pause; with total time, what was spent before it stays spent."""
    return at - max(0, paused_at - table.since) if table.time_left else at
