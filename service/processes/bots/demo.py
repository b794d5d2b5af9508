"""`matchledger demo`: fills an empty server with a few played matches of every game."""

from __future__ import annotations

import sys
import time
from random import Random
from typing import Any

from games.bots import policy_for
from service.processes.bots.client import Api, ApiProblem
from service.processes.bots.player import Bot

NAMES = ("Ada", "Boris", "Cleo", "Dmitri", "Esme", "Farid")
STEPS_MAX = 6000
BEGIN = "\r" if sys.stdout.isatty() else ""  # on a terminal each line replaces the progress before it
# Without clocks, because the bots of one match act one after the other.
OPTIONS: dict[str, dict[str, Any]] = {
    "munchkin-apocalypse": {"reaction_window_ms": None, "response_window_ms": None},
}


def run(base: str, matches: int, seed: int | None = None, games: tuple[str, ...] = ()) -> int:
    """Play `matches` matches of every game to the end, and leave one of each running."""
    api, rng = Api(base), Random(seed)
    try:
        known = {game["slug"]: game for game in api.call("GET", "/v1/games")["games"]}
        people = [api.make_player(name) for name in NAMES]
    except ApiProblem as problem:
        print(f"matchledger: {problem}; is the service running?", file=sys.stderr)
        return 1
    wanted = [(slug, number == matches) for slug in games or tuple(known) for number in range(matches + 1)]
    for done, (slug, is_last) in enumerate(wanted, start=1):
        seats = rng.randint(max(2, known[slug]["seats_min"]), min(4, known[slug]["seats_max"]))
        tokens = [token for _, token in rng.sample(people, seats)]
        match = begin(api, slug, tokens)
        label = f"[{done}/{len(wanted)}] {known[slug]['name']}"
        began = time.monotonic()
        limit = rng.randint(12, 40) if is_last else STEPS_MAX
        steps = play(api, slug, match, tokens, rng, limit, _progress(label))
        spent = time.monotonic() - began
        state = "left running" if is_last else "played"
        print(f"{BEGIN}{label}: {match} {state}, {seats} players, {steps} steps in {spent:.1f} s", flush=True)
    print(f"Look at them: {api.base}/")
    return 0


def begin(api: Api, slug: str, tokens: list[str]) -> str:
    match = api.open_match(tokens[0], slug, len(tokens), OPTIONS.get(slug, {}))
    for token in tokens:
        api.take_seat(match, token)
    api.start(match, tokens[0])
    return match


def play(api: Api, slug: str, match: str, tokens: list[str], rng: Random, limit: int, progress: Any = None) -> int:
    """Let the bots of one match act until it ends, or for `limit` steps; returns the steps."""
    bots = [Bot(api, token, match, policy_for(slug, "sensible"), rng) for token in tokens]
    for step in range(limit):
        found = api.match(match)
        if found["status"] == "finished":
            return step
        bots[rng.choice(found["to_act"])].act()
        if progress is not None:
            progress(step)
    return limit


def _progress(label: str) -> Any:
    if not sys.stdout.isatty():
        return None

    def show(step: int) -> None:
        if step % 5 == 0:
            print(f"{BEGIN}{label}: step {step}", end="", flush=True)

    return show
