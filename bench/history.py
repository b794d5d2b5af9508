"""`python -m bench.history`: the cost of the table at any step of a long match, compared with the table now.

One worker, on an embedded Redis with fsync at every append. Each game has a match of 2000 events (some steps undone),
in several copies; the first read of a copy is a cold one. Every round reads the table now and the table at some step,
cold and warm, so that other load on the machine affects all of them alike. Times are the CPU time of the worker and
Redis for one request, and the wall time, which other load affects more; ratios are of medians.
"""

from __future__ import annotations

import argparse
import random
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import NamedTuple

import psutil

from bench.cpu import cpu_s, family_of, redis_servers
from bench.load import read_answer, request
from bench.matches import COUP, MatchBuilder
from bench.results import at_least, at_most, keep
from bench.run import gunicorn
from events.redis.client import open_client
from events.redis.people import RedisPeople
from events.redis.store import RedisStore
from games.registry import all_games
from service.app import StoredPeople
from service.processes.embedded import EmbeddedRedis
from service.web.identity import Identity
from tests.play import sample_params
from tests.policies import POLICIES

EVENTS = 2000
WARM = 5  # reads of each kind, once warm
BRANCHES = 15  # of a long and of a short match
REWIND = 60  # steps that are undone when a match has ended
SPEED_MIN = 0.8
TARGETS = {"at, cold": 3.0, "at, warm": 1.2, "step, cold": 3.0, "step, warm": 1.2}


def long_match(builder: MatchBuilder, slug: str, seed: int) -> str:
    """Random play to 2000 events; whenever a match would end, an arbiter undoes its last steps."""
    rng = random.Random(seed)
    match = builder.begin(slug, COUP if slug == "coup" else {})
    while (table := builder.tables.recent(match)).version < EVENTS:
        seat = rng.choice(table.to_act())
        template = POLICIES[slug](rng, table.state, seat, table.game.rules.choices(table.state, seat))
        params = sample_params(template, rng)
        if builder.ends_with(match, seat, template.type, params):
            builder.rewind(match, REWIND)
        elif table.line and rng.random() < 0.01:
            builder.rewind(match, 1)
        else:
            builder.play(match, seat, template.type, params)
    return match


class Cost(NamedTuple):
    cpu_s: float
    wall_s: float


class Reader:
    """One connection, and the cost of each request on it."""

    def __init__(self, port: int, token: str, service: psutil.Process) -> None:
        self._connection = socket.create_connection(("127.0.0.1", port))
        self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._token = token
        self._processes = [*family_of(service), *redis_servers()]

    def ask(self, path: str) -> Cost:
        return self._send(request("GET", f"/v1/matches/{path}", self._token), b"HTTP/1.1 200 ")

    def branch(self, match: str, step: int) -> Cost:
        body = b'{"step": %d}' % step
        return self._send(request("POST", f"/v1/matches/{match}/branches", self._token, body), b"HTTP/1.1 201 ")

    def _send(self, sent: bytes, expected: bytes) -> Cost:
        cpu_before, began = cpu_s(self._processes), time.perf_counter()
        self._connection.sendall(sent)
        read_answer(self._connection, expected)
        wall = time.perf_counter() - began
        return Cost(cpu_s(self._processes) - cpu_before, wall)


def measure(reader: Reader, copies: Sequence[str], steps: int, rng: random.Random) -> dict[str, list[Cost]]:
    """The kind of the first read, a cold one, changes from copy to copy; then every kind is measured warm."""
    times: dict[str, list[Cost]] = {}

    def take(name: str, path: str) -> None:
        times.setdefault(name, []).append(reader.ask(path))

    for number, match in enumerate(copies):
        at, step = f"{match}?at={rng.randint(EVENTS // 10, EVENTS)}", rng.randint(steps // 10, steps)
        bare = f"{match}/steps/{step}?state=true&patch=false"
        kinds = {
            "now, cold": match,
            "at, cold": at,
            "step, cold": bare,
            "step with patch, cold": f"{match}/steps/{step}",
        }
        name = list(kinds)[number % len(kinds)]
        take(name, kinds[name])
        for path in kinds.values():
            reader.ask(path)
        for _ in range(WARM):
            take("now", match)
            take("at, warm", at)
            take("step, warm", bare)
            take("step with patch, warm", f"{match}/steps/{step}")
    return times


def branches(
    reader: Reader, long: Sequence[tuple[str, int]], short: Sequence[tuple[str, int]]
) -> dict[str, list[Cost]]:
    """Branches of matches that the worker has not read before: (match, step)."""
    times: dict[str, list[Cost]] = {"branch of a long match": [], "branch of a short one": []}
    for pair in zip(long, short, strict=True):
        for name, (match, step) in zip(times, pair):
            times[name].append(reader.branch(match, step))
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[*all_games(), "all"], default="all")
    parser.add_argument("--copies", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    results: dict[str, dict[str, Cost]] = {}
    with tempfile.TemporaryDirectory(prefix="matchledger-bench-") as folder, EmbeddedRedis(folder) as redis:
        link = open_client(redis.url)
        store, identity = RedisStore(link), Identity(StoredPeople(RedisPeople(link)))
        with gunicorn("service.processes.wsgi:app", redis.url, 1, {}) as (port, service):
            for slug in all_games() if chosen.game == "all" else [chosen.game]:
                seats = min(4, all_games()[slug].seats_max)
                people, tokens = zip(*(identity.enrol(f"Bench {seat}", "player") for seat in range(seats)), strict=True)
                builder = MatchBuilder(people)
                match = long_match(builder, slug, chosen.seed)
                steps = builder.tables.recent(match).step
                copies = [f"{match}-{number}" for number in range(chosen.copies)]
                for copy in copies:
                    builder.copy_to(match, store, copy)
                times = measure(Reader(port, tokens[0], service), copies, steps, random.Random(chosen.seed))
                brief = builder.begin(slug, COUP if slug == "coup" else {})
                fresh = [(f"{match}-b{number}", steps * 2 // 3) for number in range(BRANCHES)]
                short = [(f"{brief}-b{number}", 0) for number in range(BRANCHES)]
                for name, copy in [(match, one) for one, _ in fresh] + [(brief, one) for one, _ in short]:
                    builder.copy_to(name, store, copy)
                times |= branches(Reader(port, tokens[0], service), fresh, short)
                results[slug] = {name: median(costs) for name, costs in times.items()}
                report(slug, results[slug])
    rows = [
        at_most(f"{slug}, {name}", "now, CPU", costs[name].cpu_s / costs["now"].cpu_s, target)
        for slug, costs in results.items()
        for name, target in TARGETS.items()
    ]
    speeds = [
        at_least(f"{slug}, at, warm, a second", "now, CPU", costs["now"].cpu_s / costs["at, warm"].cpu_s, SPEED_MIN)
        for slug, costs in results.items()
    ]
    keep("history", rows + speeds, results)
    return 0


def median(costs: list[Cost]) -> Cost:
    return Cost(statistics.median(one.cpu_s for one in costs), statistics.median(one.wall_s for one in costs))


def report(slug: str, medians: dict[str, Cost]) -> None:
    now = medians["now"]
    print(f"\n{slug:24}{'CPU ms':>9}{'/ now':>9}{'wall ms':>12}{'/ now':>9}")
    for name, cost in sorted(medians.items()):
        target = f"   target at most {TARGETS[name]}" if name in TARGETS else ""
        print(
            f"{name:24}{1000 * cost.cpu_s:>9.2f}{cost.cpu_s / now.cpu_s:>9.2f}"
            f"{1000 * cost.wall_s:>12.2f}{cost.wall_s / now.wall_s:>9.2f}{target}",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
