"""Which steps count: the one place that understands undo."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain
from operator import itemgetter
from typing import Any

from events.envelope import Recorded

UNDONE, REDONE = "MoveUndone", "MoveRedone"


class Steps(Set[int]):
    """Steps are taken back one after the other, so a few ranges say which, however many there are."""

    __slots__ = ("ranges",)

    def __init__(self, ranges: Sequence[tuple[int, int]]) -> None:
        self.ranges = ranges  # from the first to the last of each, in order

    @classmethod
    def of(cls, steps: Set[int]) -> Steps:
        if isinstance(steps, cls):
            return steps
        ranges: list[tuple[int, int]] = []
        for step in sorted(steps):
            if ranges and ranges[-1][1] == step - 1:
                ranges[-1] = (ranges[-1][0], step)
            else:
                ranges.append((step, step))
        return cls(ranges)

    def with_next(self, step: int) -> Steps:
        """These and one more, later than all of them."""
        if self.ranges and self.ranges[-1][1] == step - 1:
            return Steps((*self.ranges[:-1], (self.ranges[-1][0], step)))
        return Steps((*self.ranges, (step, step)))

    def first_after(self, step: int) -> int | None:
        for first, last in self.ranges:
            if last > step:
                return max(first, step + 1)
        return None

    def after(self, step: int) -> tuple[int, ...]:
        """Those that are later than this one."""
        index = bisect_right(self.ranges, step, key=itemgetter(1))
        later = (range(max(first, step + 1), last + 1) for first, last in self.ranges[index:])
        return tuple(chain.from_iterable(later))

    def __contains__(self, step: object) -> bool:
        if not isinstance(step, int):
            return False
        place = bisect_right(self.ranges, step, key=itemgetter(0))
        return place > 0 and step <= self.ranges[place - 1][1]

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(range(first, last + 1) for first, last in self.ranges)

    def __len__(self) -> int:
        return sum(last + 1 - first for first, last in self.ranges)

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> frozenset[Any]:
        """What `|`, `-` and the like make of it."""
        return frozenset(it)


NO_STEPS = Steps(())


def left_out(history: Iterable[Recorded], before: Set[int] = frozenset()) -> frozenset[int]:
    """The steps that have been undone and not redone since; the fold leaves their events out."""
    undone = set(before)
    for recorded in history:
        if recorded.stored.type == UNDONE:
            undone.update(recorded.stored.public["steps"])
        elif recorded.stored.type == REDONE:
            undone.difference_update(recorded.stored.public["steps"])
    return frozenset(undone)
