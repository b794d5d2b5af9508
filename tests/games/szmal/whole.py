"""Whole matches by the random player, each played once for all tests that look at it."""

from __future__ import annotations

import random
from functools import cache

from games.szmal import GAME
from games.szmal.setup import SzmalOptions
from tests.games.szmal.policy import policy
from tests.play import Match, play


@cache
def whole_match(seats: int, seed: int, packs: tuple[str, ...] = ()) -> Match:
    return play(GAME, SzmalOptions(packs=packs), seats, seed, policy)


def some_matches(count: int) -> list[Match]:
    return [whole_match(random.Random(seed).randint(2, 5), seed) for seed in range(count)]
