"""What every game must hold to, whichever it is: the checks that authors of other games run, on those of the house.

Two of them are elsewhere, where they know more of these games: test_two_worlds.py, and `make rules-coverage`.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

from games.decider import Decider
from games.registry import all_games
from matchledger.testing.conformance import (
    player,
    test_a_number_out_of_range_is_refused_by_the_rules_with_one_code,
    test_choices_and_decide_agree_in_both_directions,
    test_decide_and_choices_are_fast,
    test_events_are_narrated_for_every_viewer_and_cite_rules_that_exist,
    test_every_command_and_event_has_its_function,
    test_every_older_schema_of_an_event_has_its_upcast,
    test_every_view_has_the_shape_that_clients_are_told,
    test_matches_from_choices_alone_hold_every_invariant_and_come_to_an_end,
    test_nothing_is_accepted_after_the_end,
    test_rule_ids_named_in_the_code_exist,
    test_the_log_folds_to_the_same_state_also_when_encoded_and_decoded,
    test_what_a_viewer_cannot_know_changes_nothing_they_see,
)
from tests.policies import POLICIES, options_for

__all__ = [
    "player",
    "test_a_number_out_of_range_is_refused_by_the_rules_with_one_code",
    "test_choices_and_decide_agree_in_both_directions",
    "test_decide_and_choices_are_fast",
    "test_events_are_narrated_for_every_viewer_and_cite_rules_that_exist",
    "test_every_command_and_event_has_its_function",
    "test_every_older_schema_of_an_event_has_its_upcast",
    "test_every_view_has_the_shape_that_clients_are_told",
    "test_matches_from_choices_alone_hold_every_invariant_and_come_to_an_end",
    "test_nothing_is_accepted_after_the_end",
    "test_rule_ids_named_in_the_code_exist",
    "test_the_log_folds_to_the_same_state_also_when_encoded_and_decoded",
    "test_what_a_viewer_cannot_know_changes_nothing_they_see",
]


@pytest.fixture(params=list(all_games().values()), ids=lambda game: game.slug, scope="session")
def matchledger_game(request: pytest.FixtureRequest) -> Decider[Any]:
    return request.param


@pytest.fixture(scope="session")
def matchledger_policy(matchledger_game):
    return POLICIES[matchledger_game.slug]


@pytest.fixture(scope="session")
def matchledger_options(matchledger_game):
    return lambda rng: options_for(matchledger_game, rng)


FILES = ("catalogue", "choices", "commands", "events", "evolve", "hidden", "invariants", "narrate", "prompts", "setup")


def test_the_same_things_are_in_files_of_the_same_name(matchledger_game):
    folder = Path(inspect.getfile(type(matchledger_game.rules.initial))).parent
    missing = [
        name for name in (*FILES, "state", "undo", "unfolding", "view", "bot") if not (folder / f"{name}.py").is_file()
    ]
    assert not missing
    assert list(folder.glob("rules*.py"))
