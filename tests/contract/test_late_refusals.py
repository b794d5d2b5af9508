"""A refusal that only says "too late" says so in the same way in every game, so that clients need no list of codes."""

from __future__ import annotations

import random
from collections import Counter, defaultdict, deque
from functools import partial
from typing import Any

import pytest

from games.decider import Command, Decider, IllegalMove
from games.registry import all_games
from tests.play import Match, build, moves, near_commands, sample_params
from tests.policies import POLICIES, options_for

MATCHES = {"coup": 15, "szmal": 4, "big-deal": 4, "clank": 3, "munchkin-apocalypse": 8}
STEPS_MAX = 200
KEPT = 4  # commands of each seat
ANSWERS = ("window", "choice")  # in Munchkin other commands belong to no decision, and are wrong for many reasons
# The codes that a client meets who is overtaken, as each game names them
LATE = {
    "coup": {"decision_closed", "already_passed", "player_eliminated"},
    "szmal": {"decision_closed", "already_chosen"},
    "big-deal": {"not_your_decision", "wrong_phase"},
    "clank": {"not_your_turn"},
    "munchkin-apocalypse": {"window_over", "already_passed", "character_dead"},
}


@pytest.fixture(params=list(all_games().values()), ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> Decider[Any]:
    return request.param


def refusal(match: Match, command: Command) -> IllegalMove | None:
    try:
        match.game.decide(match.state, command, match.dice())
    except IllegalMove as refused:
        return refused
    return None


def is_bound_to_a_moment(game: Decider[Any], command: Command) -> bool:
    return game.slug != "munchkin-apocalypse" or any(name in command.__struct_fields__ for name in ANSWERS)


def test_what_was_offered_before_is_refused_as_late_while_nothing_is_offered(game):
    """Whoever has no choices now is told so, and not that their command is wrong."""
    met: Counter[str] = Counter()
    for seed in range(MATCHES[game.slug]):
        rng = random.Random(seed)
        match = Match(game, options_for(game, rng), rng.randint(game.seats_min, game.seats_max), seed)
        match.start()
        offered: dict[int, deque[Command]] = defaultdict(lambda: deque(maxlen=KEPT))
        for _ in moves(match, random.Random(seed), POLICIES[game.slug]):
            if match.steps > STEPS_MAX:
                break
            for seat in range(match.seats):
                choices = game.rules.choices(match.state, seat)
                if choices:
                    template = rng.choice(choices)
                    offered[seat].append(build(game, template.type, seat, sample_params(template, rng)))
                    continue
                for command in filter(partial(is_bound_to_a_moment, game), offered[seat]):
                    refused = refusal(match, command)
                    assert refused is not None, (command, match.where())
                    assert refused.facts.get("late"), (refused, command, match.where())
                    met[refused.code] += 1
    assert met.keys() >= LATE[game.slug], met


def test_a_wrong_command_is_not_called_late(game):
    """Of those to act whose command is nearly right, some are refused for what it says."""
    wrong: Counter[str] = Counter()
    rng = random.Random(7)
    match = Match(game, options_for(game, rng), game.seats_max, 7)
    match.start()
    for _ in moves(match, random.Random(7), POLICIES[game.slug]):
        if match.steps > 40:
            break
        for near in near_commands(match, rng, 4):
            refused = refusal(match, near)
            if refused is not None and not refused.facts.get("late"):
                wrong[refused.code] += 1
    assert wrong, "everything was called late"
