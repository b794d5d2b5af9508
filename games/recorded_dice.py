"""Dice that write down what they are asked and what they show, so that others can work it out again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from games.dice import Dice

T = TypeVar("T")


class RecordedDice(Dice):
    """The same luck as Dice; `calls` lists the questions as `[name, input, outcome]`."""

    __slots__ = ("_is_inside", "calls")

    def __init__(self, seed: bytes, step: int, *, serial: int = 0, at_ms: int = 0) -> None:
        super().__init__(seed, step, serial=serial, at_ms=at_ms)
        self.calls: list[list[Any]] = []
        self._is_inside = False  # shuffle and the others ask `below` themselves; only the outer question counts

    def below(self, limit: int) -> int:
        number = super().below(limit)
        if not self._is_inside:
            self.calls.append(["below", limit, number])
        return number

    def roll(self, sides: int = 6) -> int:
        self._is_inside = True
        shown = super().roll(sides)
        self._is_inside = False
        self.calls.append(["roll", sides, shown])
        return shown

    def pick(self, values: Sequence[T]) -> T:
        self._is_inside = True
        picked = super().pick(values)
        self._is_inside = False
        self.calls.append(["pick", list(values), picked])
        return picked

    def shuffle(self, values: Iterable[T]) -> tuple[T, ...]:
        before = list(values)
        self._is_inside = True
        order = super().shuffle(before)
        self._is_inside = False
        self.calls.append(["shuffle", before, list(order)])
        return order

    def draw(self, values: Sequence[T], count: int) -> tuple[T, ...]:
        self._is_inside = True
        drawn = super().draw(values, count)
        self._is_inside = False
        self.calls.append(["draw", list(values), list(drawn)])
        return drawn
