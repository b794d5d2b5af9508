"""`matchledger demo`: fills an empty server with a few played matches of every game."""

from __future__ import annotations

import sys
import time
from random import Random
from typing import Any

from matchledger_client import Client, Match, Problem

from games.bots import policy_for
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
    client, rng = Client(base), Random(seed)
    try:
        known = {game["slug"]: game for game in client.games()}
        people = [client.sign_up(name) for name in NAMES]
    except Problem as problem:
        print(f"matchledger: {problem}; is the service running?", file=sys.stderr)
        return 1
    wanted = [(slug, number == matches) for slug in games or tuple(known) for number in range(matches + 1)]
    for done, (slug, is_last) in enumerate(wanted, start=1):
        seats = rng.randint(max(2, known[slug]["seats_min"]), min(4, known[slug]["seats_max"]))
        views = begin(slug, rng.sample(people, seats))
        label = f"[{done}/{len(wanted)}] {known[slug]['name']}"
        began = time.monotonic()
        limit = rng.randint(12, 40) if is_last else STEPS_MAX
        steps = play(slug, views, rng, limit, _progress(label))
        spent = time.monotonic() - began
        state = "left running" if is_last else "played"
        print(f"{BEGIN}{label}: {views[0].id} {state}, {seats} players, {steps} steps in {spent:.1f} s", flush=True)
    print(f"Look at them: {base.rstrip('/')}/")
    return 0


def begin(slug: str, people: list[Client], options: dict[str, Any] | None = None) -> list[Match]:
    """A match that has started, as each of its players sees it; all of them have a part in its luck."""
    match = people[0].open_match(slug, len(people), OPTIONS.get(slug, {}) if options is None else options)
    views = [player.match(match.id) for player in people]
    for view in views:
        view.sit()
    views[0].start()
    for view in views[1:]:
        view.settle_luck(view.get())
    return views


def play(slug: str, views: list[Match], rng: Random, limit: int, progress: Any = None) -> int:
    """Let the bots of one match act until it ends, or for `limit` steps; returns the steps."""
    bots = [Bot(view, policy_for(slug, "sensible"), rng) for view in views]
    for step in range(limit):
        found = views[0].get()
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
