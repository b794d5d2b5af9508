"""`python -m bench.decisions`: how many commands a second each game decides, in one process and without a service.

Random matches are played first. Then their commands are decided again on the states that they were sent in: once
`decide` alone, and once with the fold of its events and the choices of each seat to act, as a search does it. Times are
process time, so other load on the machine matters little. Games of installed packages are measured too.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from typing import Any, NamedTuple

from games.decider import CLOCK, Command, Decider
from games.dice import Dice
from games.registry import all_games
from tests.play import Match, moves
from tests.policies import POLICIES, options_for

STEPS_OF_A_MATCH = 600


class Moment(NamedTuple):
    state: Any
    command: Command
    dice: Dice


def record(game: Decider[Any], commands: int) -> list[Moment]:
    """At least so many commands of players, of as many matches as it takes."""
    found: list[Moment] = []
    seed = 0
    while len(found) < commands:
        rng = random.Random(seed)
        match = Match(game, options_for(game, rng), rng.randint(game.seats_min, game.seats_max), seed)
        match.start()
        for command in moves(match, rng, POLICIES[game.slug]):
            if command.seat != CLOCK:
                number = match.steps + 1
                dice = Dice(str(seed).encode(), number, serial=number, at_ms=match.at_ms + 1000)
                found.append(Moment(match.state, command, dice))
            if match.steps >= STEPS_OF_A_MATCH:
                break
        seed += 1
    return found


def decide_all(game: Decider[Any], moments: list[Moment]) -> float:
    """Decisions a second."""
    began = time.process_time()
    for state, command, dice in moments:
        game.decide(state, command, dice)
    return len(moments) / (time.process_time() - began)


def step_all(game: Decider[Any], moments: list[Moment]) -> float:
    """Steps a second: decide, fold, and list what may follow."""
    began = time.process_time()
    for state, command, dice in moments:
        after = game.fold(state, game.decide(state, command, dice))
        for seat in game.rules.to_act(after):
            game.rules.choices(after, seat)
    return len(moments) / (time.process_time() - began)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[*all_games(), "all"], default="all")
    parser.add_argument("--commands", type=int, default=5000)
    chosen = parser.parse_args()
    for slug in all_games() if chosen.game == "all" else [chosen.game]:
        game = all_games()[slug]
        moments = record(game, chosen.commands)
        decided, stepped = decide_all(game, moments), step_all(game, moments)
        print(f"{slug}: {decided:,.0f} decisions a second, {stepped:,.0f} with fold and choices")
    return 0


if __name__ == "__main__":
    sys.exit(main())
