"""Which steps count: the one place that understands undo."""

from __future__ import annotations

from collections.abc import Iterable

from events.envelope import Recorded

UNDONE, REDONE = "MoveUndone", "MoveRedone"


def left_out(history: Iterable[Recorded], before: frozenset[int] = frozenset()) -> frozenset[int]:
    """The steps that have been undone and not redone since; the fold leaves their events out."""
    undone = set(before)
    for recorded in history:
        if recorded.stored.type == UNDONE:
            undone.update(recorded.stored.public["steps"])
        elif recorded.stored.type == REDONE:
            undone.difference_update(recorded.stored.public["steps"])
    return frozenset(undone)
