"""The long checks of undo and replay, in short: `make fuzz-history` runs them for long."""

from __future__ import annotations

from collections import Counter

import pytest

from games.registry import all_games
from tests.history_soak import undo_all, walk


@pytest.mark.parametrize("slug", list(all_games()))
def test_every_command_can_be_taken_back_and_every_moment_reached(slug):
    count: Counter[str] = Counter()
    undo_all(slug, 77, count)
    walk(slug, 78, 30, 60, count)
    assert count["commands"] > 10
    assert count["pairs"] == 30
