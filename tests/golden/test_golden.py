"""Stored matches stay as they were: every golden match leads to its root, and today's rules decide it again."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from events import export
from games.decider import Decider, Event
from games.registry import all_games, all_rules
from ledger.table import rulesets_of
from tests.altered_game import with_rules
from tests.golden.check import WHAT_TO_DO, listed, name_of, text_of, trouble_with
from tests.golden.matches import FOLDER, files, settings_of

RULESETS = rulesets_of(all_rules())
FOLDER_BYTES_MAX = 1_000_000


@pytest.mark.parametrize("slug", list(all_games()))
def test_every_golden_match_is_decided_again_as_it_was(slug):
    trouble = [found for path in files() if path.parent.name == slug and (found := trouble_with(path, RULESETS))]
    assert not trouble, "\n".join(["", *trouble]) + WHAT_TO_DO


def test_there_are_golden_matches_of_all_that_can_be_played():
    """A new option, number of seats or game has to be played once: `make golden`."""
    assert sorted(map(name_of, files())) == sorted(listed()), "index.json lists other files: make golden"
    for game in all_games().values():
        kept = [name for name in listed() if name.startswith(f"{game.slug}/v{game.rules_version}-")]
        wanted = [f"{game.slug}/v{game.rules_version}-{n}-{shown}" for n, (*_, shown) in enumerate(settings_of(game))]
        assert set(wanted) <= set(kept), f"make golden: missing {sorted(set(wanted) - set(kept))}"
    assert sum(path.stat().st_size for path in FOLDER.rglob("*")) < FOLDER_BYTES_MAX


def test_everything_that_can_happen_to_a_match_has_happened_in_one():
    for slug in all_games():
        types = {
            recorded.stored.type
            for path in files()
            if path.parent.name == slug
            for recorded in export.read(text_of(path))[1]
        }
        missing = {"MoveUndone", "MoveRedone", "DisputeOpened", "DisputeRuled", "ArbiterLooked"} - types
        assert not missing, (slug, missing)


Rule = Callable[[Any, Any, Any], list[Event]]


def doctored(game: Decider[Any], alter: Callable[[Rule], Rule]) -> Decider[Any]:
    return with_rules(game, on_command={one: alter(rule) for one, rule in game.rules.on_command.items()})


def dropping_the_last_event(rule: Rule) -> Rule:
    def decide(state: Any, command: Any, dice: Any) -> list[Event]:
        events = rule(state, command, dice)
        return events[:-1] if len(events) > 2 else events

    return decide


def citing_another_rule(rule: Rule) -> Rule:
    def decide(state: Any, command: Any, dice: Any) -> list[Event]:
        first, *rest = rule(state, command, dice)
        return [type(first)(**{**{name: getattr(first, name) for name in first.__struct_fields__}, "rule": "X"}), *rest]

    return decide


def asking_the_dice_once_more(rule: Rule) -> Rule:
    def decide(state: Any, command: Any, dice: Any) -> list[Event]:
        dice.below(6)
        return rule(state, command, dice)

    return decide


@pytest.mark.parametrize("alter", [dropping_the_last_event, citing_another_rule, asking_the_dice_once_more])
@pytest.mark.parametrize("slug", list(all_games()))
def test_changed_rules_fail_and_the_first_step_that_differs_is_named(slug, alter):
    game = all_games()[slug]
    rulesets = rulesets_of({slug: doctored(game, alter)})
    name = f"{slug}/v{game.rules_version}-0-plain"
    found = trouble_with(FOLDER / f"{name}.jsonl.gz", rulesets)
    assert found is not None
    assert found.startswith(f"{name}: {slug} m-golden0: step ")
    assert any(
        words in found for words in ("differs: the rules ", "and the rules decide ", "the dice are asked otherwise")
    )


def test_other_cards_are_a_difference_too():
    game = dataclasses.replace(all_games()["coup"], catalogue_digest=lambda _options: "another")
    path = FOLDER / "coup/v1-0-plain.jsonl.gz"
    assert "another catalogue" in str(trouble_with(path, rulesets_of({"coup": game})))
    older = dataclasses.replace(all_games()["coup"], rules_version=99)
    assert "no rules of this version are installed" in str(trouble_with(path, rulesets_of({"coup": older})))
