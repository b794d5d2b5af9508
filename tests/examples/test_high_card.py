"""The example of a game in a package of its own; test_packages.py installs, plays and checks it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from games.bots import choose_by_chance
from games.dice import Dice
from games.search import draw_worlds, search
from tests.play import Match

EXAMPLE = Path(__file__).parents[2] / "examples" / "high_card"
SOURCE = EXAMPLE / "src" / "high_card" / "__init__.py"


@pytest.fixture
def game(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLE / "src"))
    import high_card

    return high_card.GAME


def test_it_imports_nothing_of_ours_but_matchledger_game():
    found = [node.module for node in ast.walk(ast.parse(SOURCE.read_text())) if isinstance(node, ast.ImportFrom)]
    ours = {name for name in found if name.split(".")[0] in ("matchledger", "games", "events", "ledger", "service")}
    assert ours == {"matchledger.game"}


def test_the_search_plays_it_by_what_the_seat_knows(game):
    for seed in range(10):
        match = Match(game, game.options(), 2, seed)
        match.start()
        other = game.presentation.resample(match.state, 0, Dice(b"other", seed))
        found = [
            search(
                game, draw_worlds(game, state, 0, b"luck", 4), 0, choose_by_chance, b"luck", 0, lambda done: done < 4
            )
            for state in (match.state, other)
        ]
        assert found[0] == found[1]
        assert len(found[0].tried) == 3
