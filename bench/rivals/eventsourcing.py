"""`python -m bench.rivals.eventsourcing`: a cold read of a match of 1,000 events, compared with that library.

Ours is read from Redis with an empty cache: from its newest snapshot, as in operation, and from its first event on.
Theirs is an aggregate with as many events of the same fields, read from its in-memory store, the fastest that it has.
Rounds alternate; times are CPU times of this process, and ours include those of the socket.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.matches import MatchBuilder, endless_turn
from bench.results import at_least, keep
from events.redis.client import open_client
from events.redis.store import RedisStore
from games.registry import all_games
from ledger.table import rulesets_of
from projections.tables import Tables
from service.processes.embedded import EmbeddedRedis
from service.web.identity import Person

EVENTS = 1000
ROUNDS = 15
TARGET = 8


class Coins(Aggregate):
    """The smallest match: who declared what."""

    def __init__(self) -> None:
        self.last = (0, "", 0, 0)

    @event("Declared")
    def declare(self, seat: int, action: str, decision_id: int, step: int) -> None:
        self.last = (seat, action, decision_id, step)


class Ledger(Application[UUID]):
    def open(self) -> UUID:
        coins = Coins()
        for number in range(EVENTS - 1):
            coins.declare(number % 2, "local_businessmen", number, number)
        self.save(coins)
        return coins.id


def main() -> int:
    people = [Person(f"p-{seat}", f"Bench {seat}", "player") for seat in range(2)]
    builder = MatchBuilder(people)
    match, turn = builder.begin(), 0
    while builder.store.head(match).version < EVENTS:
        for move in endless_turn(turn):
            builder.play(match, *move)
        turn += 1
    ledger = Ledger()
    theirs = ledger.open()
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(folder) as redis:
        store = RedisStore(open_client(redis.url))
        builder.copy_to(match, store)
        rulesets = rulesets_of(all_games())
        Tables(store, rulesets).current(match)  # stores a snapshot, as the first worker that opens a match does
        times: dict[str, list[float]] = {"with a snapshot": [], "without a snapshot": [], "eventsourcing": []}
        for _ in range(ROUNDS):
            times["with a snapshot"].append(took(lambda: Tables(store, rulesets).current(match)))
            store.forget_snapshots(match)
            times["without a snapshot"].append(took(lambda: Tables(store, rulesets).current(match)))
            times["eventsourcing"].append(took(lambda: ledger.repository.get(theirs)))
    median = {name: statistics.median(found) for name, found in times.items()}
    factors = {name: median["eventsourcing"] / seconds for name, seconds in median.items()}
    what = "speed of a cold read of 1,000 events"
    keep("eventsourcing", [at_least(what, "the eventsourcing library", factors["with a snapshot"], TARGET)], factors)
    for name, seconds in median.items():
        print(f"{name:20}{1000 * seconds:>8.2f} ms{factors[name]:>8.1f} times as fast   target {TARGET}")
    return 0


def took(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


if __name__ == "__main__":
    sys.exit(main())
