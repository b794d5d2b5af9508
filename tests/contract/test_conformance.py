"""Each check that authors run finds the mistake that it is for, and finds nothing in a game without mistakes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct, structs

from games.choices import choice, integer
from games.decider import Command, Decider, Event, IllegalMove
from matchledger.testing import conformance
from matchledger.testing.conformance import Player
from matchledger.testing.play import any_choice
from tests.altered_game import with_presentation, with_rules
from tests.examples.guide import ROOT, write_game_of_the_guide

Change = Callable[[Decider[Any]], Decider[Any]]
TESTING = Path(conformance.__file__).parent
WITH_SPEED = SimpleNamespace(config=SimpleNamespace(getoption=lambda *_: False))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory):
    """The game of the guide, where nothing is hidden, and the example, where something is."""
    folder = tmp_path_factory.mktemp("games")
    write_game_of_the_guide(folder / "sticks")
    paths = [str(folder), str(ROOT / "examples" / "high_card" / "src")]
    sys.path[:0] = paths
    import high_card
    import sticks

    yield {"sticks": sticks.GAME, "high-card": high_card.GAME}
    for path in paths:
        sys.path.remove(path)
    for name in ("sticks", "high_card"):
        del sys.modules[name]


def run_check(name: str, game: Decider[Any]) -> None:
    player = Player(game, any_choice, lambda _rng: game.options())
    given = {"player": player, "matchledger_game": game, "matchledger_rare": frozenset(), "request": WITH_SPEED}
    check = getattr(conformance, f"test_{name}")
    check(**{argument: given[argument] for argument in check.__annotations__ if argument != "return"})


class Resign(Command, frozen=True, kw_only=True):
    pass


class PairDrawn(Event, frozen=True, kw_only=True):
    pair: Any  # a list, once it was stored


class OtherView(Struct, frozen=True):
    sticks: int


def resign(_state: Any, _command: Resign, _dice: Any) -> list[Event]:
    raise IllegalMove("STICKS-1.3", "not_now", "Nobody may resign.")


def decided_by(change: Callable[..., Any]) -> Change:
    """The game, with its only command decided as `change(decide, state, command, dice)` says."""

    def changed(game: Decider[Any]) -> Decider[Any]:
        ((kind, decide),) = game.rules.on_command.items()
        on_command = {kind: lambda state, command, dice: change(decide, state, command, dice)}
        return with_rules(game, on_command=on_command)

    return changed


def decide_slowly(decide: Any, *given: Any) -> Any:
    ends = time.thread_time() + 2 * conformance.SLOW_S
    while time.thread_time() < ends:
        pass
    return decide(*given)


def decide_with_another_code(decide: Any, state: Any, command: Any, dice: Any) -> Any:
    if command.number < 0:
        raise IllegalMove("STICKS-1.2", "negative", "Nobody can take less than nothing.")
    return decide(state, command, dice)


def cite(rule: str) -> Change:
    return decided_by(lambda decide, *given: [structs.replace(event, rule=rule) for event in decide(*given)])


def drawing_a_pair(game: Decider[Any]) -> Decider[Any]:
    def setup(*given: Any) -> list[Event]:
        return [*game.rules.setup(*given), PairDrawn(pair=(1, 2), rule="STICKS-1.1")]

    on_event = {**game.rules.on_event, PairDrawn: lambda state, _event: state}
    return with_rules(game, setup=setup, on_event=on_event)


def offering(most: Callable[[Any], int]) -> Change:
    def changed(game: Decider[Any]) -> Decider[Any]:
        def choices(state: Any, seat: int) -> list[Any]:
            offered = game.rules.choices(state, seat)
            return [choice("take_sticks", number=integer(1, most(state)))] if offered else []

        return with_rules(game, choices=choices)

    return changed


def other_hand(state: Any, seat: int) -> str:
    return f"Put a card face down; the next player has {state.hands[1 - seat]}."


MISTAKES: list[tuple[str, str, Change]] = [
    (
        "sticks",
        "matches_from_choices_alone_hold_every_invariant_and_come_to_an_end",
        lambda game: with_rules(game, invariants=lambda *_: ["STICKS-1.1 something is broken"]),
    ),
    (
        "sticks",
        "matches_from_choices_alone_hold_every_invariant_and_come_to_an_end",
        lambda game: with_rules(game, to_act=lambda state: game.rules.to_act(state) if state.left > 3 else ()),
    ),
    ("sticks", "the_log_folds_to_the_same_state_also_when_encoded_and_decoded", drawing_a_pair),
    ("sticks", "choices_and_decide_agree_in_both_directions", offering(lambda _state: 3)),
    ("sticks", "choices_and_decide_agree_in_both_directions", offering(lambda _state: 1)),
    (
        "sticks",
        "a_number_out_of_range_is_refused_by_the_rules_with_one_code",
        decided_by(decide_with_another_code),
    ),
    (
        "sticks",
        "every_view_has_the_shape_that_clients_are_told",
        lambda game: with_presentation(game, view_type=OtherView),
    ),
    (
        "high-card",
        "what_a_viewer_cannot_know_changes_nothing_they_see",
        lambda game: with_presentation(game, view=lambda state, _viewer: {"hands": state.hands}),
    ),
    (
        "high-card",
        "what_a_viewer_cannot_know_changes_nothing_they_see",
        lambda game: with_presentation(game, prompt=other_hand),
    ),
    (
        "high-card",
        "what_a_viewer_cannot_know_changes_nothing_they_see",
        lambda game: with_presentation(game, resample=lambda state, _viewer, _dice: state),
    ),
    (
        "high-card",
        "commands_show_only_what_they_name_and_are_free_only_if_nothing_is_learned",
        lambda game: with_presentation(game, marker=lambda event: str(getattr(event, "card", ""))),
    ),
    (
        "high-card",
        "commands_show_only_what_they_name_and_are_free_only_if_nothing_is_learned",
        lambda game: with_presentation(game, reveals=lambda _event: False),
    ),
    (
        "sticks",
        "events_are_narrated_for_every_viewer_and_cite_rules_that_exist",
        lambda game: with_presentation(game, narrate=lambda event, _viewer: type(event).__name__),
    ),
    ("sticks", "events_are_narrated_for_every_viewer_and_cite_rules_that_exist", cite("STICKS-9.9")),
    (
        "sticks",
        "nothing_is_accepted_after_the_end",
        lambda game: with_rules(game, to_act=lambda state: (state.turn,)),
    ),
    ("sticks", "rule_ids_named_in_the_code_exist", lambda game: replace(game, rulebook=type(game.rulebook)({}))),
    (
        "sticks",
        "random_play_reaches_every_command_and_event",
        lambda game: with_rules(game, on_command={**game.rules.on_command, Resign: resign}),
    ),
    (
        "sticks",
        "random_play_reaches_every_command_and_event",
        lambda game: with_rules(game, on_event={**game.rules.on_event, PairDrawn: lambda state, _event: state}),
    ),
    ("sticks", "decide_and_choices_are_fast", decided_by(decide_slowly)),
]


@pytest.mark.parametrize(("slug", "check"), sorted({(slug, check) for slug, check, _ in MISTAKES}))
def test_a_game_without_mistakes_passes(games, slug, check):
    run_check(check, games[slug])


@pytest.mark.parametrize(("slug", "check", "change"), MISTAKES)
def test_a_mistake_is_found(games, slug, check, change, monkeypatch):
    monkeypatch.setattr(conformance, "MATCHES_MAX", 10)
    with pytest.raises(AssertionError) as found:
        run_check(check, change(games[slug]))
    assert Path(found.traceback[-1].path).parent == TESTING, "it was found by a check, and did not fail by itself"


def test_what_random_play_does_not_reach_is_named(games):
    game = with_rules(games["sticks"], on_command={**games["sticks"].rules.on_command, Resign: resign})
    with pytest.raises(AssertionError, match="random play reached no Resign: name them in matchledger_rare"):
        run_check("random_play_reaches_every_command_and_event", game)


def test_a_rule_that_no_move_cites_is_named_and_a_definition_is_not(games):
    game = games["sticks"]
    sample = next(iter(game.rulebook.rules.values()))
    unread = structs.replace(sample, id="STICKS-9.1")
    named = structs.replace(sample, id="STICKS-9.2", is_definition=True)
    rules = {**game.rulebook.rules, unread.id: unread, named.id: named}
    with pytest.warns(conformance.NotReached, match=r"^random play reached no STICKS-9\.1$"):
        run_check("random_play_reaches_every_command_and_event", replace(game, rulebook=type(game.rulebook)(rules)))


def test_every_check_that_plays_has_its_mistake():
    """Those that only compare tables of functions are plain enough."""
    checks = {name.removeprefix("test_") for name in vars(conformance) if name.startswith("test_")}
    tables = {"every_command_and_event_has_its_function", "every_older_schema_of_an_event_has_its_upcast"}
    assert checks - tables == {check for _, check, _ in MISTAKES}


def test_seats_are_those_that_the_game_allows(games):
    seats = {match.seats for match in Player(games["sticks"], any_choice, lambda _: None).matches(0, 20, 1)}
    assert seats == {2}
