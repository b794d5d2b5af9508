"""JSON Patches between two documents: applied, they give the second one, as jsonpatch's own do."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import jsonpatch
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.visibility import SPECTATOR
from games.registry import all_games
from projections.patches import make_patch
from tests.play import Match, moves
from tests.policies import options_for

NAMES = st.sampled_from(["", "a", "b", "a/b", "~", "~1", "0", "ä"])
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from([0.0, 1.0, "", "x"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)


def as_json(value: Any) -> bytes:
    """Where 1, 1.0 and true differ."""
    return msgspec.json.encode(value, order="sorted")


def plain(value: Any) -> Any:
    """As a client has it: the records of a view have tuples, and JSON has lists."""
    return msgspec.json.decode(msgspec.json.encode(value))


@given(DOCUMENTS, DOCUMENTS)
def test_a_patch_gives_the_second_document(before, after):
    assert as_json(jsonpatch.apply_patch(before, make_patch(before, after))) == as_json(after)
    assert make_patch(after, after) == []


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    [
        ({"a": 1}, {"a": 2}, [{"op": "replace", "path": "/a", "value": 2}]),
        ({"a/~": 1}, {}, [{"op": "remove", "path": "/a~1~0"}]),
        ([1, 2, 3], [1, 3], [{"op": "remove", "path": "/1"}]),
        ([1, 3], [1, 2, 3], [{"op": "add", "path": "/1", "value": 2}]),
        ([1], [True], [{"op": "replace", "path": "/0", "value": True}]),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, [{"op": "replace", "path": "/a/0/b", "value": 2}]),
        ((1, 2, 3), (1, 3), [{"op": "remove", "path": "/1"}]),
        (None, {"a": 1}, [{"op": "replace", "path": "", "value": {"a": 1}}]),
    ],
)
def test_small_changes_are_small_patches(before, after, patch):
    assert make_patch(before, after) == patch


def views_of(slug: str, steps: int) -> list[list[Any]]:
    """The views of a random match, one list for a seat and one for a spectator."""
    game, rng = all_games()[slug], random.Random(slug)
    match = Match(game, options_for(game, rng), 3, seed=3)
    match.start()
    found: list[list[Any]] = [[], []]
    for _ in moves(match, rng):
        for viewer, views in zip((0, SPECTATOR), found):
            views.append(msgspec.to_builtins(game.presentation.view(match.state, viewer)))
        if match.steps >= steps:
            break
    return found


@pytest.mark.parametrize("slug", all_games())
def test_patches_between_views_of_every_game(slug):
    """From each step to the next, and from any step to any other."""
    rng = random.Random(7)
    for views in views_of(slug, 40):
        others = rng.sample(views, len(views))
        for before, after in [*pairwise(views), *zip(views, others)]:
            patch = msgspec.json.decode(as_json(make_patch(before, after)))
            assert as_json(jsonpatch.apply_patch(plain(before), patch)) == as_json(after)
            assert as_json(jsonpatch.make_patch(plain(before), plain(after)).apply(plain(before))) == as_json(after)
