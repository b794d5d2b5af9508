"""What every game must hold to, whichever it is."""

from __future__ import annotations

import inspect
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.codec import schema_of
from events.visibility import ARBITER, SPECTATOR, divide, field_names, redact, unite
from games.decider import CLOCK, Decider, IllegalMove, params_of
from games.dice import Dice
from games.registry import all_games
from ledger.events import MATCH_EVENTS, UPCASTS
from tests.play import Match, agree, moves, near_commands, wild_commands
from tests.policies import POLICIES, options_for

GAMES = list(all_games().values())
RULE_ID = re.compile(r"\b[A-Z]{4,}-[A-Z0-9]+(?:\.[A-Z0-9]+)*\b")


def matches(game: Decider[Any], seeds: range) -> list[Match]:
    started = []
    for seed in seeds:
        rng = random.Random(seed)
        match = Match(game, options_for(game, rng), rng.randint(game.seats_min, game.seats_max), seed)
        match.start()
        started.append(match)
    return started


@pytest.fixture(params=GAMES, ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> Decider[Any]:
    return request.param


def test_whole_matches_from_choices_alone_hold_every_invariant(game):
    for match in matches(game, range(8)):
        for _ in moves(match, random.Random(match.seed), POLICIES[game.slug]):
            if match.steps > 3000:
                break
        assert match.events


def test_the_log_folds_to_the_same_state_also_when_encoded_and_decoded(game):
    for match in matches(game, range(3)):
        for _ in moves(match, random.Random(match.seed), POLICIES[game.slug]):
            if match.steps > 400:
                break
        copies = []
        for event in match.events:
            public, secret = msgspec.json.decode(msgspec.json.encode(divide(event)))
            copies.append(msgspec.convert(unite(type(event), public, secret), type(event)))
        assert copies == match.events
        assert game.fold(game.rules.initial, copies) == match.state


def test_choices_and_decide_agree_in_both_directions(game):
    accepted = 0
    for match in matches(game, range(100, 104)):
        rng = random.Random(match.seed)
        for command in moves(match, rng, POLICIES[game.slug]):
            if match.steps > 150:
                break
            if command.seat != CLOCK:
                agree(match, command)
            strange = [*near_commands(match, rng, 4), *wild_commands(match, rng, 4)]
            accepted += sum(agree(match, one) for one in strange)
    assert accepted, "no command built from nothing was ever accepted: the generator is too wild to test anything"


NO_NUMBERS = (-(10**9), -1, 10**6, 10**9)  # below and above whatever a game may offer


def test_a_number_out_of_range_is_refused_by_the_rules_with_one_code(game):
    """Never by its schema: then the same mistake would have two answers, and one of them without a rule."""
    tried: set[tuple[str, str]] = set()
    for match in matches(game, range(700, 706)):
        rng = random.Random(match.seed)
        for command in moves(match, rng, POLICIES[game.slug]):
            if match.steps > 150:
                break
            for name, value in params_of(command).items():
                if type(value) is int and command.seat != CLOCK:
                    wrong = [msgspec.structs.replace(command, **{name: number}) for number in NO_NUMBERS]
                    for one in wrong:
                        assert msgspec.convert(msgspec.to_builtins(one), type(one)) == one
                    codes = {refusal(game, match.state, one)[:2] for one in wrong}
                    assert len(codes) == 1, (name, command, codes, match.where())
                    tried.add((type(command).__name__, name))
    assert tried or not any(has_numbers(command_type) for command_type in game.rules.on_command), tried


def has_numbers(command_type: type[Any]) -> bool:
    return any("int" in str(one.type) and one.name != "seat" for one in msgspec.structs.fields(command_type))


def test_what_a_viewer_cannot_know_changes_nothing_they_see(game):
    for match in matches(game, range(200, 204)):
        rng = random.Random(match.seed)
        for _ in moves(match, rng, POLICIES[game.slug]):
            if match.steps > 120:
                break
            if rng.random() < 0.3:
                looks_the_same_in_two_worlds(match, rng)


def looks_the_same_in_two_worlds(match: Match, rng: random.Random) -> None:
    game = match.game
    for viewer in (*range(match.seats), SPECTATOR):
        other = game.presentation.resample(match.state, viewer, Dice(rng.randbytes(8), 0))
        assert encode(game.presentation.view(other, viewer)) == encode(game.presentation.view(match.state, viewer)), (
            viewer,
            match.where(),
        )
        assert game.rules.to_act(other) == game.rules.to_act(match.state)
        # What is drawn anew depends on the dice and on what the viewer knows, not on what the truth was.
        luck = rng.randbytes(8)
        redrawn = game.presentation.resample(match.state, viewer, Dice(luck, 0))
        again = game.presentation.resample(other, viewer, Dice(luck, 0))
        assert encode(game.presentation.view(again, ARBITER)) == encode(game.presentation.view(redrawn, ARBITER)), (
            viewer,
            match.where(),
        )
        if viewer == SPECTATOR:
            continue
        assert encode(game.rules.choices(other, viewer)) == encode(game.rules.choices(match.state, viewer)), (
            viewer,
            match.where(),
        )
        for command in wild_commands(match, rng, 3):
            if command.seat == viewer:
                assert refusal(game, other, command) == refusal(game, match.state, command), (command, match.where())


def encode(value: Any) -> bytes:
    return msgspec.json.encode(value)


def refusal(game: Decider[Any], state: Any, command: Any) -> Any:
    try:
        game.decide(state, command, Dice(b"", 1, serial=10**6))
    except IllegalMove as illegal:
        return (illegal.rule, illegal.code, illegal.message, illegal.facts)
    return None


def test_events_are_narrated_for_every_viewer_and_cite_rules_that_exist(game):
    for match in matches(game, range(300, 303)):
        for _ in moves(match, random.Random(match.seed), POLICIES[game.slug]):
            if match.steps > 400:
                break
        for event in match.events:
            for rule in event.rule.split():
                assert rule in game.rulebook, event
            for viewer in (0, SPECTATOR, ARBITER):
                sentence = game.presentation.narrate(redact(event, viewer), viewer)
                assert sentence.endswith((".", "!")), (event, sentence)
                assert "None" not in sentence, (event, sentence)


def test_nothing_is_accepted_after_the_end(game):
    for match in matches(game, range(400, 402)):
        for _ in moves(match, random.Random(match.seed), POLICIES[game.slug]):
            if match.steps > 5000:
                break
        if game.rules.result(match.state) is None:
            continue
        assert game.rules.to_act(match.state) == ()
        rng = random.Random(0)
        for seat in range(match.seats):
            assert game.rules.choices(match.state, seat) == []
        for wild in wild_commands(match, rng, 50):
            assert not agree(match, wild)


def test_every_command_and_event_has_its_function(game):
    for event_type in game.rules.on_event:
        assert "rule" in field_names(event_type)
    for command_type in game.rules.on_command:
        assert command_type.__struct_fields__[0] == "seat" or "seat" in command_type.__struct_fields__


def test_rule_ids_named_in_the_code_exist(game):
    folder = Path(inspect.getfile(type(game.rules.initial))).parent
    for source in folder.glob("*.py"):
        for rule in RULE_ID.findall(source.read_text(encoding="utf-8")):
            if rule.startswith(game.prefix + "-"):
                assert rule in game.rulebook, f"{source.name} cites {rule}"


FILES = ("catalogue", "choices", "commands", "events", "evolve", "hidden", "invariants", "narrate", "setup", "state")


def test_the_same_things_are_in_files_of_the_same_name(game):
    folder = Path(inspect.getfile(type(game.rules.initial))).parent
    missing = [name for name in (*FILES, "undo", "unfolding", "view", "bot") if not (folder / f"{name}.py").is_file()]
    assert not missing
    assert list(folder.glob("rules*.py"))


def test_every_older_schema_of_an_event_has_its_upcast(game):
    types = {event_type.__name__: event_type for event_type in (*MATCH_EVENTS, *game.rules.on_event)}
    needed = {(name, schema) for name, type_ in types.items() for schema in range(1, schema_of(type_))}
    assert needed == {*UPCASTS, *game.upcasts}
