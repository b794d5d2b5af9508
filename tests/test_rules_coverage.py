"""Every rule that states behaviour is reached by a test, and every id that a test cites exists."""

import pytest

from games.registry import all_games
from tests.rules_coverage import rules_missed, rules_reached


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_every_rule_is_reached_by_a_test(game):
    assert rules_missed(game) == []


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_every_rule_a_test_cites_exists(game):
    assert {rule for rule in rules_reached(game) if rule not in game.rulebook} == set()
