"""How strong the search is: `make bench-bots GAME=coup MATCHES=40 SECONDS=0.2`, two seats, against the policy bot.

Each match is played twice with the same luck and the seats exchanged. A shared win counts as half; the interval is
Wilson's at 95 %. The seconds are of this process's CPU time, so that other work on the machine does not make it weaker.
"""

from __future__ import annotations

import argparse
import sys
import time
from math import sqrt
from random import Random
from typing import Any

import msgspec

from games.bots import Policy, policy_for
from games.decider import Decider
from games.dice import Dice
from games.registry import all_games
from games.search import draw_worlds, search

STEPS_MAX = 4000
Z = 1.96
PROGRESS = 10  # matches
OPTIONS: dict[str, dict[str, Any]] = {
    "munchkin-apocalypse": {"reaction_window_ms": None, "response_window_ms": None},
}


def play_match(game: Decider[Any], searching: int, seed: int, seconds: float) -> tuple[float | None, list[int]]:
    """What the searching seat has won, None if the match did not end; and the passes of each search."""
    options = msgspec.convert(OPTIONS.get(game.slug, {}), game.options)
    luck, rng, policy = b"bots:%d" % seed, Random(seed), policy_for(game.slug, "sensible")
    state = game.fold(game.rules.initial, game.rules.setup(options, 2, Dice(luck, 0)))
    passes: list[int] = []
    for step in range(1, STEPS_MAX):
        result = game.rules.result(state)
        if result is not None:
            return (1 / len(result.winners) if searching in result.winners else 0.0), passes
        seat = rng.choice(game.rules.to_act(state))
        at_ms = 1000 * step
        if seat == searching:
            chosen = search_for(game, state, seat, policy, luck + b":%d" % step, at_ms, seconds, passes)
        else:
            templates = [msgspec.to_builtins(template) for template in game.rules.choices(state, seat)]
            chosen = policy(rng, {"state": msgspec.to_builtins(game.presentation.view(state, seat))}, seat, templates)
        command = msgspec.convert({"seat": seat, **chosen["params"]}, game.commands[chosen["type"]])
        state = game.fold(state, game.decide(state, command, Dice(luck, step, serial=step, at_ms=at_ms)))
    return None, passes


def search_for(
    game: Decider[Any],
    state: Any,
    seat: int,
    policy: Policy,
    luck: bytes,
    at_ms: int,
    seconds: float,
    passes: list[int],
) -> dict[str, Any]:
    end = time.process_time() + seconds
    worlds = draw_worlds(game, state, seat, luck)
    found = search(game, worlds, seat, policy, luck, at_ms, lambda _done: time.process_time() < end)
    if len(found.tried) > 1:
        passes.append(found.best.passes)
    return {"type": found.best.type, "params": found.best.params}


def interval(won: float, played: int) -> tuple[float, float]:
    """Wilson's interval at 95 %."""
    share, weight = won / played, Z * Z / played
    middle = (share + weight / 2) / (1 + weight)
    width = Z * sqrt(share * (1 - share) / played + weight / (4 * played)) / (1 + weight)
    return middle - width, middle + width


def measure(game: Decider[Any], matches: int, seconds: float, first_seed: int) -> str:
    won, played, endless = 0.0, 0, 0
    passes: list[int] = []
    for number in range(matches):
        share, more = play_match(game, number % 2, first_seed + number // 2, seconds)
        passes += more
        if share is None:
            endless += 1
        else:
            won, played = won + share, played + 1
        if number % PROGRESS == PROGRESS - 1:
            print(f"  {game.slug}: {won:g} of {played} so far", file=sys.stderr, flush=True)
    if not played:
        return f"{game.slug}: none of {matches} matches ended within {STEPS_MAX} steps"
    low, high = interval(won, played)
    mean = sum(passes) / max(1, len(passes))
    more_text = f", {endless} without an end" if endless else ""
    return (
        f"{game.slug}: {won:g} of {played} won, {won / played:.0%}, 95 % interval {low:.0%} to {high:.0%}; "
        f"{mean:.1f} passes a search{more_text}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="all")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    for slug in all_games() if chosen.game == "all" else [chosen.game]:
        print(measure(all_games()[slug], chosen.matches, chosen.seconds, chosen.seed), flush=True)


if __name__ == "__main__":
    main()
