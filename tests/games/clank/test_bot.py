"""The policy of Clank! and the value of its positions: both plan by the length of the ways."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from games.clank import GAME
from games.clank.bot import choose
from games.clank.catalogue import BOARDS
from games.clank.state import State
from games.clank.ways import distances
from tests.games.clank.table import table, thief


def chosen(state: State) -> dict[str, Any]:
    seen = {"state": msgspec.to_builtins(GAME.presentation.view(state, 0))}
    return choose(Random(1), seen, 0, msgspec.to_builtins(GAME.rules.choices(state, 0)))


@pytest.mark.parametrize("room", ["A04", "A19", "A26", "A31", "A38"])
def test_a_monkey_idol_is_no_key(room):
    """From these rooms the shortest way home is locked, and there is another."""
    state = table(thief(room, tokens="artifact_5 monkey_idol"), boots=2)
    assert chosen(state)["type"] == "move"


def test_one_way_corridors_are_walked_in_their_direction_and_locked_ones_with_a_key():
    for side, board in BOARDS.items():
        for corridor in board.corridors:
            first, second = corridor.ends
            cost = 2 * corridor.boots + corridor.monsters
            assert distances(side, has_key=True)[second][first] <= cost
            if corridor.locked:
                assert distances(side, has_key=False)[second].get(first, cost) >= distances(side, True)[second][first]
        one_way = next(one for one in board.corridors if one.one_way)
        first, second = one_way.ends
        assert distances(side, has_key=True)[first][second] > 2 * one_way.boots + one_way.monsters


def worth(*thieves: dict[str, Any], **more: Any) -> float:
    return GAME.value(table(*thieves, **more), 0)


def test_a_position_is_better_nearer_to_an_artifact_nearer_home_and_unhurt():
    board = BOARDS["A"]
    far, near = "A38", board.rooms[1].id
    rival = thief("A19")
    at = {"A38": "artifact_30"}
    homeward = [worth(thief(room, tokens="artifact_10"), rival, at=at) for room in (far, near)]
    assert homeward[1] > homeward[0]
    assert worth(thief("A19", damage=1), rival, at=at) > worth(thief("A19", damage=8), rival, at=at)
    to = distances("A", has_key=False)["A38"]
    nearer = min((room for room in to if 0 < to[room] < to["A01"]), key=lambda room: to[room])
    assert worth(thief(nearer), rival, at=at) > worth(thief("A01"), rival, at=at)
    assert worth(thief("A19", status="ko"), rival, at=at) < worth(thief("A19"), rival, at=at)
