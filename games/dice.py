"""All that a rule may ask of the world outside the state: luck, the time of the command, and its serial number.

Luck is HMAC-SHA-256 in counter mode under the seed of the match, so that anyone who is given the seed can work
every outcome out again. Block `i` of step `s` is HMAC(seed, "s:i"); a block gives four numbers of 64 bits, most
significant byte first. Numbers that would favour some outcomes are thrown away, so every outcome is exactly uniform.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
_NUMBERS = 1 << 64
_FOUR_NUMBERS = Struct(">4Q").unpack


class Dice:
    """The luck of one step of the effective line; the same seed and step always give the same outcomes."""

    __slots__ = ("_block", "_numbers", "_seed", "at_ms", "serial", "step")

    def __init__(self, seed: bytes, step: int, *, serial: int = 0, at_ms: int = 0) -> None:
        self._seed = seed
        self._block = 0
        self._numbers: list[int] = []
        self.step = step
        self.serial = serial  # of the command in the whole history: never used twice, not even after an undo
        self.at_ms = at_ms  # the time of the command, from its envelope

    def _more_numbers(self) -> list[int]:
        block = hmac.digest(self._seed, b"%d:%d" % (self.step, self._block), "sha256")
        self._block += 1
        self._numbers = [*reversed(_FOUR_NUMBERS(block))]
        return self._numbers

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        assert limit > 0, "nothing to choose from"
        fair = _NUMBERS - _NUMBERS % limit
        while True:
            number = (self._numbers or self._more_numbers()).pop()
            if number < fair:
                return number % limit

    def roll(self, sides: int = 6) -> int:
        """A die: 1 to `sides`."""
        return self.below(sides) + 1

    def pick(self, values: Sequence[T]) -> T:
        return values[self.below(len(values))]

    def shuffle(self, values: Iterable[T]) -> tuple[T, ...]:
        """All values in a random order (Fisher and Yates, from the last place down)."""
        order = list(values)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def draw(self, values: Sequence[T], count: int) -> tuple[T, ...]:
        """`count` different values, one after the other."""
        rest = list(values)
        return tuple(rest.pop(self.below(len(rest))) for _ in range(count))
