"""`python -m bench.choices`: how long it takes to list what a seat may do, in the middle of a match.

Plays matches with the random player of the tests and lists the choices of each seat that is to act, in every state
between the first and the last third of each match. Printed are the times of `choices` alone, of `choices` in words, and
of both with JSON encoding; times are process time, so other load on the machine matters little.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from games.decider import Decider
from games.registry import all_games
from tests.play import Match, moves
from tests.policies import POLICIES, options_for


class Times(NamedTuple):
    choices_ms: float
    with_words_ms: float
    with_json_ms: float
    templates: int


def states_of(game: Decider[Any], seed: int) -> list[Any]:
    """The states in which somebody is to act, in the order of a random match."""
    rng = random.Random(seed)
    match = Match(game, options_for(game, rng), rng.randint(game.seats_min, game.seats_max), seed)
    match.start()
    return [match.state for _ in moves(match, rng, POLICIES[game.slug])]


def measured(game: Decider[Any], state: Any) -> Iterator[Times]:
    for seat in game.rules.to_act(state):
        began = time.process_time_ns()
        choices = game.rules.choices(state, seat)
        chosen = time.process_time_ns()
        words = [game.presentation.describe(state, seat, template) for template in choices]
        prompt = game.presentation.prompt(state, seat)
        told = time.process_time_ns()
        msgspec.json.encode((prompt, choices, words))
        encoded = time.process_time_ns()
        yield Times((chosen - began) / 1e6, (told - began) / 1e6, (encoded - began) / 1e6, len(choices))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[*all_games(), "all"], default="all")
    parser.add_argument("--matches", type=int, default=20)
    chosen = parser.parse_args()
    for slug in all_games() if chosen.game == "all" else [chosen.game]:
        game = all_games()[slug]
        times: list[Times] = []
        for seed in range(chosen.matches):
            states = states_of(game, seed)
            for state in states[len(states) // 3 : 2 * len(states) // 3]:
                times += measured(game, state)
        alone = sorted(one.choices_ms for one in times)
        print(
            f"{slug}: {len(times)} answers, median {statistics.median(alone):.3f} ms, "
            f"99 of 100 under {alone[len(alone) * 99 // 100]:.3f} ms, longest {alone[-1]:.3f} ms; "
            f"with words median {statistics.median(one.with_words_ms for one in times):.3f} ms, "
            f"with JSON too {statistics.median(one.with_json_ms for one in times):.3f} ms; "
            f"templates median {statistics.median(one.templates for one in times):.0f}, "
            f"most {max(one.templates for one in times)}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
