"""MUNCH-5.7 begins with one look at whether any of its checks can find something: that look misses nothing."""

from __future__ import annotations

import random

import pytest

from games.munchkin_apocalypse import upkeep
from games.registry import all_games
from tests.play import Match, moves
from tests.policies import POLICIES, options_for

GAME = all_games()["munchkin-apocalypse"]
MOVES = 400


def played(seed: int) -> list[object]:
    rng = random.Random(seed)
    match = Match(GAME, options_for(GAME, rng), rng.randint(GAME.seats_min, GAME.seats_max), seed)
    match.start()
    return [match.state for _, _ in zip(range(MOVES), moves(match, rng, POLICIES[GAME.slug]))]


@pytest.mark.parametrize("seed", range(3))
def test_munch_5_7_the_checks_find_nothing_where_the_quick_look_says_so(seed, monkeypatch):
    quick = played(seed)
    monkeypatch.setattr(upkeep, "_may_apply", lambda _state: True)
    assert played(seed) == quick
