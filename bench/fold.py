"""`python -m bench.fold`: how many events a second one process replays, for every game.

`fold` is the game's own: events to its state. `table` begins with the stored bytes: decode, convert every event to its
current schema, fold, and keep what an undo would need. Times are process time, so other load on the machine matters
little.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from bench.matches import MatchBuilder
from bench.results import Row, at_least, keep
from games.registry import all_games
from ledger.fold import fold
from service.web.identity import Person

PEOPLE = [Person(f"p-{seat}", f"Player {seat}", "player") for seat in range(3)]
MOVES = 300
SECONDS = 1.0
TARGETS = {"coup": 500_000, "munchkin-apocalypse": 200_000}


def main() -> int:
    rows: list[Row] = []
    print(f"{'':22}{'fold':>12}{'table':>12}   events/s")
    for slug, game in all_games().items():
        builder = MatchBuilder(PEOPLE)
        match = builder.record(slug, Random(slug), MOVES).match
        table = builder.tables.recent(match)
        history = builder.store.read(match)
        read = [table.ruleset.codec.read(recorded.stored) for recorded in history]
        events: list[Any] = [event for event in read if type(event) in game.rules.on_event]

        def from_bytes(match: str = match, builder: MatchBuilder = builder) -> None:
            fold(builder.tables.recent(match).ruleset, builder.store.read(match), ())

        alone = rate(partial(game.fold, game.rules.initial, events), len(events))
        print(f"{slug:22}{alone:>12,.0f}{rate(from_bytes, len(history)):>12,.0f}", flush=True)
        if slug in TARGETS:
            rows.append(at_least(f"{slug}, events folded a second", "", alone, TARGETS[slug]))
    keep("fold", rows)
    return 0


def rate(work: Callable[[], object], events: int) -> float:
    count, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        work()
        count += events
    return count / (time.process_time() - began)


if __name__ == "__main__":
    sys.exit(main())
