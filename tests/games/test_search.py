"""The search plays by what its seat knows, chooses what is offered, and finds what is plainly best."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.bots import policy_for
from games.decider import Decider
from games.dice import Dice
from games.registry import all_games
from games.search import CANDIDATES_MAX, draw_worlds, judge, search
from tests.play import Match, build, moves, sample_params
from tests.policies import POLICIES, options_without_clocks

PASSES = 2
POSITIONS = 6
EVERY = 9  # steps


@pytest.fixture(params=list(all_games().values()), ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> Decider[Any]:
    return request.param


def found_for(game: Decider[Any], state: Any, seat: int, at_ms: int, passes: int = PASSES) -> Any:
    worlds = draw_worlds(game, state, seat, b"luck", passes)
    return search(game, worlds, seat, policy_for(game.slug, "sensible"), b"luck", at_ms, lambda done: done < passes)


def positions(game: Decider[Any], seed: int) -> Any:
    """Some positions of a random match, each with a seat that is to act."""
    rng = random.Random(seed)
    match = Match(game, options_without_clocks(game, rng), 2, seed)
    match.start()
    count = 0
    for _ in moves(match, rng, POLICIES[game.slug]):
        if match.steps % EVERY == 0:
            yield match, game.rules.to_act(match.state)[0]
            count += 1
            if count == POSITIONS:
                return


def test_the_same_command_in_two_worlds_that_look_the_same_to_the_seat(game):
    differing = 0
    for match, seat in positions(game, 3):
        other = game.presentation.resample(match.state, seat, Dice(b"other", match.steps))
        differing += other != match.state
        assert found_for(game, match.state, seat, match.at_ms) == found_for(game, other, seat, match.at_ms), (
            match.where()
        )
    assert differing, "no position hid anything: the test compared a state with itself"


def test_what_it_chooses_is_accepted(game):
    for match, seat in positions(game, 4):
        found = found_for(game, match.state, seat, match.at_ms)
        command = msgspec.convert({"seat": seat, **found.best.params}, game.commands[found.best.type])
        dice = Dice(b"luck", match.steps + 1, serial=match.steps + 1, at_ms=match.at_ms)
        assert game.decide(match.state, command, dice)
        assert all(0 <= one.worth <= 1 for one in found.tried)
        assert 1 <= len(found.tried) <= CANDIDATES_MAX


def test_a_value_lies_between_lost_and_won(game):
    for match, _ in positions(game, 5):
        for seat in range(match.seats):
            assert 0 <= judge(game, match.state, seat) <= 1


def test_without_time_it_takes_what_the_policy_proposes():
    game = all_games()["coup"]
    match, seat = next(positions(game, 3))
    worlds = draw_worlds(game, match.state, seat, b"luck", 1)
    found = search(game, worlds, seat, policy_for("coup", "sensible"), b"luck", match.at_ms, lambda _done: False)
    assert found.best.passes == 0
    templates = [msgspec.to_builtins(one) for one in game.rules.choices(match.state, seat)]
    seen = {"state": msgspec.to_builtins(game.presentation.view(match.state, seat))}
    proposed = policy_for("coup", "sensible")(random.Random(b"luck"), seen, seat, templates)
    assert (found.best.type, found.best.params) == (proposed["type"], proposed["params"])


def test_it_takes_the_last_influence_where_nothing_can_stop_that():
    """A scandal cannot be blocked or challenged, so with its price in hand it wins at once."""
    game = all_games()["coup"]
    match = Match(game, game.options(first_seat=0), 2, 1)
    match.start()
    state = replace(match.state, money=(8, 2), hidden=(match.state.hidden[0], match.state.hidden[1][:1]))
    found = found_for(game, state, 0, match.at_ms, passes=8)
    assert (found.best.type, found.best.params["action"]) == ("declare_action", "scandal")
    assert found.best.worth == 1


def test_without_a_value_playouts_go_to_the_end():
    game = dataclasses.replace(all_games()["coup"], value=None)
    match, seat = next(positions(game, 3))
    found = found_for(game, match.state, seat, match.at_ms, passes=2)
    assert found.best.worth in (0, 0.5, 1), "won or lost in each of two worlds"


def test_worlds_in_which_a_claim_is_true_are_drawn_more_often():
    """Coup: after a claim of seat 1, seat 0 takes it for true more often than an even deal would have it."""
    game = all_games()["coup"]
    match = Match(game, game.options(first_seat=1), 2, 1)
    match.start()
    claim = "media"
    offered = next(one for one in game.rules.choices(match.state, 1) if one.params["action"].one_of == (claim,))
    match.send(build(game, offered.type, 1, sample_params(offered, random.Random(1))))
    declared = match.state.declaration.claim
    assert declared is not None

    def share_true(decider: Decider[Any]) -> float:
        worlds = draw_worlds(decider, match.state, 0, b"luck", 200)
        return sum(declared in world.hands[1] for world in worlds) / len(worlds)

    assert share_true(game) > share_true(dataclasses.replace(game, likelihood=None)) + 0.2


def test_its_turn_comes_to_an_end():
    """Munchkin Apocalypse: to show a card, to put an item away and to take it up again is possible for ever."""
    game = all_games()["munchkin-apocalypse"]
    match = Match(game, game.options(first_seat=0, reaction_window_ms=None, response_window_ms=None), 2, 1)
    match.start()
    policy, rng = policy_for(game.slug, "sensible"), random.Random(1)
    while match.state.active == 0:
        seat = game.rules.to_act(match.state)[0]
        if seat == 0:
            best = found_for(game, match.state, seat, match.at_ms, passes=8).best
            chosen = {"type": best.type, "params": best.params}
        else:
            templates = [msgspec.to_builtins(one) for one in game.rules.choices(match.state, seat)]
            seen = {"state": msgspec.to_builtins(game.presentation.view(match.state, seat))}
            chosen = policy(rng, seen, seat, templates)
        match.send(msgspec.convert({"seat": seat, **chosen["params"]}, game.commands[chosen["type"]]))
        assert match.steps < 60, match.where()


def test_it_tries_what_leads_nowhere_only_where_there_is_nothing_else():
    game = all_games()["munchkin-apocalypse"]
    left_out = 0
    for match, seat in positions(game, 6):
        offered = {one.type for one in game.rules.choices(match.state, seat)}
        nowhere = {name for name, kind in game.commands.items() if kind in game.sideways}
        tried = {one.type for one in found_for(game, match.state, seat, match.at_ms).tried}
        assert not tried & nowhere or offered <= nowhere
        left_out += bool(offered & nowhere)
    assert left_out, "nothing of the kind was offered"
