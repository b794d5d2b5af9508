"""Long random play: `python -m tests.soak --game coup --matches 20000 --pairs 50000`.

Plays whole matches from `choices` alone, with every invariant checked after every event. Then it goes back to random
places of each match and counts (state, command) pairs on which `choices` and `decide` must agree: the command that was
played there, commands that differ from an offered one in one thing, and commands built from nothing. The module
tests/games/<slug>/policy.py may say what the random player should reach: `everything()` names it all and
`reached(match)` what one match has reached; the report at the end names what was missed. A failure prints its seed:
`--seed N --matches 1` plays that match again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from games.decider import CLOCK, Command
from games.registry import all_games
from tests.play import Match, agree, moves, near_commands, wild_commands
from tests.policies import POLICIES, _module, options_for

STEPS_MAX = 6000


def play_one(slug: str, seed: int, pairs: int) -> Counter[str]:
    """One match; counts steps, events, pairs, ends and what was reached."""
    game = all_games()[slug]
    rng = random.Random(seed)
    match = Match(game, options_for(game, rng), rng.randint(game.seats_min, game.seats_max), seed)
    count: Counter[str] = Counter()
    visited: list[tuple[Any, int, int, Command]] = []
    try:
        match.start()
        for command in moves(match, rng, POLICIES[slug]):
            if match.steps >= STEPS_MAX:
                count["stopped"] += 1
                break
            if command.seat != CLOCK:
                visited.append((match.state, match.steps, match.at_ms, command))
        ended, steps = game.rules.result(match.state) is not None, match.steps
        rng.shuffle(visited)
        while visited and count["pairs"] < pairs:
            match.state, match.steps, match.at_ms, command = visited.pop()
            agree(match, command)
            strange = [*near_commands(match, rng, 3), *wild_commands(match, rng, 2)]
            count["pairs"] += 1 + len(strange)
            count["strange ones accepted"] += sum(agree(match, one) for one in strange)
    except Exception as failure:
        raise AssertionError(f"{match.where()}: {failure!r}") from failure
    count["matches"] += 1
    count["ended"] += ended
    count["steps"] += steps
    count["events"] += len(match.events)
    reached = getattr(_module(slug), "reached", None)
    for name in reached(match) if reached else {type(event).__name__ for event in match.events}:
        count[f"reached {name}"] += 1
    return count


def soak(slug: str, first_seed: int, matches: int, pairs: int, workers: int) -> Counter[str]:
    total: Counter[str] = Counter()
    pairs_each = -(-pairs // matches)
    began = last_said = time.monotonic()
    with ProcessPoolExecutor(workers) as pool:
        seeds = range(first_seed, first_seed + matches)
        for count in pool.map(play_one, [slug] * matches, seeds, [pairs_each] * matches, chunksize=4):
            total += count
            if time.monotonic() - last_said > 5:
                last_said = time.monotonic()
                print(f"{slug}: {total['matches']} of {matches} matches, {last_said - began:.0f} s", file=sys.stderr)
    return total


def everything(slug: str) -> set[str]:
    named: Any = getattr(_module(slug), "everything", None)
    return named() if named else {event_type.__name__ for event_type in all_games()[slug].rules.on_event}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[*all_games(), "all"], default="all")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    for slug in all_games() if chosen.game == "all" else [chosen.game]:
        total = soak(slug, chosen.seed, chosen.matches, chosen.pairs, chosen.workers)
        missed = sorted(name for name in everything(slug) if not total[f"reached {name}"])
        print(
            f"{slug}: {total['matches']} matches, {total['ended']} ended, {total['stopped']} stopped at {STEPS_MAX}, "
            f"{total['steps']} steps, {total['events']} events, {total['pairs']} pairs agreed "
            f"({total['strange ones accepted']} of those that no template gave were accepted)"
        )
        print(f"  reached {len(everything(slug)) - len(missed)} of {len(everything(slug))}", *missed[:40])
    return 0


if __name__ == "__main__":
    sys.exit(main())
