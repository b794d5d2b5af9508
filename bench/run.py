"""`python -m bench.run`: how much of the stack's own speed is left, as ratios within one interleaved run.

Everything runs as it does in service: gunicorn with the project's own configuration, an embedded Redis with fsync at
every append, 16 connections. Each round measures every endpoint once, one after the other, so that whatever else the
machine does meets them all; ratios are taken within a round, and the medians over the rounds are told.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import psutil

from bench.load import WORKERS, Load, Outcome, Requests, read_answer, request
from bench.matches import Kitchen, Recipe, rounds_without_end
from bench.results import Row, at_least, at_most, keep
from events.redis.client import open_client
from events.redis.people import RedisPeople
from events.redis.store import RedisStore
from games.registry import all_games
from service.app import StoredPeople
from service.processes.embedded import EmbeddedRedis
from service.web.identity import Identity

ROOT = Path(__file__).parents[1]
CONNECTIONS = 16
SEATS = 6
GAMES = tuple(all_games())
RECIPE_MOVES = 120  # of each match that is played again and again
RATE_MAX = 900  # commands a second on one connection: more are never prepared for
READS_MAX = 5000  # the same for reads
LONG, SHORT = 5000, 20
TARGETS = {f"{slug} / bare": 0.75 if slug in ("coup", "big-deal") else 0.60 for slug in GAMES} | {"reads / null": 0.85}
LATE_MAX = 1.05


class Bench:
    def __init__(self, redis_url: str, seconds: float) -> None:
        self.seconds = seconds
        self.link = open_client(redis_url)
        self.store = RedisStore(self.link)
        enrol = Identity(StoredPeople(RedisPeople(self.link))).enrol
        self.people, self.tokens = zip(*(enrol(f"Bench {seat}", "player") for seat in range(SEATS)), strict=True)
        self.kitchen = Kitchen(self.people)
        self.trio = Kitchen(self.people[:3])
        self.invented: dict[str, list[Recipe]] = {}
        self.pair = Kitchen(self.people[:2])
        self.depth = int(seconds * RATE_MAX) + 50
        self.reads_depth = int(seconds * READS_MAX) + 50

    def bare(self) -> list[Requests]:
        matches = [self.link_free_id(number) for number in range(CONNECTIONS)]
        return [
            [request("POST", "/bare", self.tokens[0], self._bare_body(match, version)) for version in range(self.depth)]
            for match in matches
        ]

    def link_free_id(self, number: int) -> str:
        return f"b-{time.time_ns()}-{number}"

    @staticmethod
    def _bare_body(match: str, version: int) -> bytes:
        return json.dumps({"match": match, "version": version, "type": "declare_action", "params": {}}).encode()

    def null(self) -> list[Requests]:
        return [
            [request("GET", "/null", self.tokens[0], headers='If-None-Match: "7-0"\r\n')] * self.reads_depth
        ] * CONNECTIONS

    def reads(self) -> list[Requests]:
        """The state, which the client has already."""
        found = []
        for _ in range(CONNECTIONS):
            match = self.kitchen.begin()
            version = self.kitchen.serve(match, self.store)
            headers = f'If-None-Match: "{version}-0"\r\n'
            found.append([request("GET", f"/v1/matches/{match}", self.tokens[0], headers=headers)] * self.reads_depth)
        return found

    def full_reads(self) -> list[Requests]:
        """The state, sent whole."""
        found = []
        for _ in range(CONNECTIONS):
            match = self.kitchen.begin()
            self.kitchen.serve(match, self.store)
            found.append([request("GET", f"/v1/matches/{match}", self.tokens[0])] * self.reads_depth)
        return found

    def play(self, slug: str) -> list[Requests]:
        """Random matches of a game, one after the other on each connection, every command an accepted one."""
        recipes = self._recipes(slug)
        found = []
        for number in range(CONNECTIONS):
            requests: list[bytes] = []
            for recipe in itertools.cycle(recipes[number % len(recipes) :] + recipes[: number % len(recipes)]):
                if len(requests) >= self.depth:
                    break
                match = self.trio.begin(slug, recipe.options, recipe.server_seed)
                self.trio.serve(match, self.store)
                requests += [self.command(match, *move) for move in recipe.moves]
            found.append(requests)
        return found

    def _recipes(self, slug: str) -> list[Recipe]:
        """Enough matches that no two connections play the same one at the same time; made once."""
        if slug not in self.invented:
            rng = Random(slug)
            self.invented[slug] = [self.trio.invent(slug, rng, RECIPE_MOVES) for _ in range(CONNECTIONS)]
        return self.invented[slug]

    def command(self, match: str, seat: int, type_: str, params: dict[str, Any]) -> bytes:
        body = json.dumps({"type": type_, "params": params}).encode()
        return request("POST", f"/v1/matches/{match}/commands", self.tokens[seat], body)

    def late_and_early(self, port: int, turns: int) -> tuple[list[float], list[float]]:
        """Times of the same commands around the 20th and around the 5000th of a match, one after the other."""
        long, short = self.pair.begin(), self.pair.begin()
        for match, commands in ((long, LONG), (short, SHORT)):
            for turn in range(commands // 3):
                for seat, type_, params in rounds_without_end(turn):
                    self.pair.play(match, seat, type_, params)
            self.pair.serve(match, self.store)
        early: list[float] = []
        late: list[float] = []
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for turn in range(turns):
                for match, commands, times in ((long, LONG, late), (short, SHORT, early)):
                    for move in rounds_without_end(commands // 3 + turn):
                        took = ask(connection, self.command(match, *move))
                        if turn > 2:  # the first ones bring the match into the worker's memory
                            times.append(took)
        return early, late


def ask(connection: socket.socket, sent: bytes) -> float:
    began = time.perf_counter()
    connection.sendall(sent)
    read_answer(connection, b"HTTP/1.1 201 ")
    return time.perf_counter() - began


@contextmanager
def gunicorn(app: str, redis_url: str, workers: int, settings: dict[str, str]) -> Iterator[tuple[int, psutil.Process]]:
    """One app under the project's own configuration, on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    environment = {
        **os.environ,
        "MATCHLEDGER_PORT": str(port),
        "MATCHLEDGER_REDIS_URL": redis_url,
        "MATCHLEDGER_WORKERS": str(workers),
        **settings,
    }
    command = [sys.executable, "-m", "gunicorn", "-c", "python:service.processes.gunicorn_conf", app]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        _wait_for(port, process)
        yield port, psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError("gunicorn ended at once")
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as probe:
                probe.sendall(request("GET", "/healthz"))
                if probe.recv(100).startswith(b"HTTP/1.1"):
                    return
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError("gunicorn does not answer")


class Account:
    """What the processes of one round have used: on a busy machine that says more than a rate does."""

    def __init__(self, service: psutil.Process) -> None:
        own = psutil.Process().children(recursive=True)
        # Not its children: those rewrite the file now and then, and are gone again.
        self._redis = [one for one in own if "redis-server" in one.name() and "redis-server" not in _parent_name(one)]
        self._service = [service, *service.children(recursive=True)]
        self._before = self._used()

    def _used(self) -> tuple[float, float]:
        return _cpu_s(self._service), _cpu_s(self._redis)

    def since(self) -> tuple[float, float]:
        service, redis = self._used()
        return service - self._before[0], redis - self._before[1]


def _parent_name(process: psutil.Process) -> str:
    parent = process.parent()
    return "" if parent is None else str(parent.name())


def _cpu_s(processes: list[psutil.Process]) -> float:
    return float(sum(sum(one.cpu_times()[:2]) for one in processes))


class Measured(NamedTuple):
    outcome: Outcome
    service_cpu_s: float
    redis_cpu_s: float

    @property
    def cpu_us(self) -> float:
        """All that one request costs, whoever pays."""
        return 1e6 * (self.outcome.client_cpu_s + self.service_cpu_s + self.redis_cpu_s) / self.outcome.count


def measure(
    bench: Bench, load: Load, ports: dict[str, tuple[int, psutil.Process]], rounds: int
) -> dict[str, list[Measured]]:
    """Every endpoint in every round, and what the CPUs did meanwhile."""
    endpoints: dict[str, tuple[str, int, Callable[[], list[Requests]]]] = {
        "bare": ("bare", 201, bench.bare),
        **{slug: ("service", 201, partial(bench.play, slug)) for slug in GAMES},
        "null": ("bare", 304, bench.null),
        "reads": ("service", 304, bench.reads),
        "full reads": ("service", 200, bench.full_reads),
    }
    found: dict[str, list[Measured]] = {name: [] for name in endpoints}
    for number in range(rounds):
        order = list(endpoints) if number % 2 == 0 else list(reversed(endpoints))
        for name in order:
            where, status, prepare = endpoints[name]
            port, process = ports[where]
            connections = prepare()
            load.run(port, [one[:1] for one in connections], status, 0.0)  # wakes everything up
            account = Account(process)
            outcome = load.run(port, [one[1:] for one in connections], status, bench.seconds)
            found[name].append(Measured(outcome, *account.since()))
        rates = ", ".join(f"{name} {found[name][-1].outcome.rate:.0f}/s" for name in endpoints)
        print(f"round {number + 1} of {rounds}: {rates}", file=sys.stderr, flush=True)
    return found


def summary(rounds: list[Measured]) -> dict[str, Any]:
    outcomes = [one.outcome for one in rounds]
    return {
        "rate": statistics.median(one.rate for one in outcomes),
        "rates": [round(one.rate, 1) for one in outcomes],
        "p50_ms": statistics.median(one.p50_ms for one in outcomes),
        "p99_ms": statistics.median(one.p99_ms for one in outcomes),
        "service_cpu_us": 1e6 * statistics.median(one.service_cpu_s / one.outcome.count for one in rounds),
        "redis_cpu_us": 1e6 * statistics.median(one.redis_cpu_s / one.outcome.count for one in rounds),
        "client_cpu_us": 1e6 * statistics.median(one.client_cpu_s / one.count for one in outcomes),
        "client_share": statistics.median(one.client_cpu_s / one.seconds / CPUS for one in outcomes),
    }


CPUS = os.cpu_count() or 1


def ratio(found: dict[str, list[Measured]], name: str, base: str) -> dict[str, float]:
    """The medians of the ratios within the rounds: of the rates, and of the CPU time that a request takes."""
    pairs = list(zip(found[name], found[base], strict=True))
    return {
        "rate": statistics.median(one.outcome.rate / other.outcome.rate for one, other in pairs),
        "cpu": statistics.median(other.cpu_us / one.cpu_us for one, other in pairs),
    }


def report(results: dict[str, Any]) -> None:
    print("\nCPU in us a request, by who pays; the client's share is of all CPUs.")
    print(f"{'':12}{'rate/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'service':>9}{'redis':>7}{'client':>8}{'its share':>11}")
    for name, one in results["endpoints"].items():
        print(
            f"{name:12}{one['rate']:>9.0f}{one['p50_ms']:>9.2f}{one['p99_ms']:>9.2f}{one['service_cpu_us']:>9.0f}"
            f"{one['redis_cpu_us']:>7.0f}{one['client_cpu_us']:>8.0f}{one['client_share']:>11.0%}"
        )
    print(f"\n{'':24}{'by rate':>9}{'by CPU':>9}")
    for name, value in results["ratios"].items():
        target = f"   target {TARGETS[name]:.0%}" if name in TARGETS else ""
        print(f"{name:24}{value['rate']:>9.1%}{value['cpu']:>9.1%}{target}")
    late = results["late"]
    print(f"{'command 5000 / 20':24}{late['ratio']:>9.2f}            target at most {LATE_MAX}")
    print(f"{'  their medians':24}{late['late_ms']:>9.2f} and {late['early_ms']:.2f} ms")
    setting = results["setting"]
    print(f"{setting['rounds']} rounds, {setting['cpus']} CPUs, load average {setting['load_average']:.1f}")


def rows_of(results: dict[str, Any]) -> list[Row]:
    rows = [
        at_least(f"{name.partition(' / ')[0]}, a second", name.partition(" / ")[2], value["rate"], TARGETS[name])
        for name, value in results["ratios"].items()
        if name in TARGETS
    ]
    return [*rows, at_most("time of command 5,000", "command 20", results["late"]["ratio"], LATE_MAX)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each endpoint in each round")
    parser.add_argument("--turns", type=int, default=60, help="of the late and early commands")
    chosen = parser.parse_args()
    load = Load()  # forked before anything else is opened
    with tempfile.TemporaryDirectory(prefix="matchledger-bench-") as folder, EmbeddedRedis(folder) as redis:
        bench = Bench(redis.url, chosen.seconds)
        with (
            gunicorn("bench.bare:app", redis.url, WORKERS, {}) as bare,
            gunicorn("service.processes.wsgi:app", redis.url, WORKERS, {}) as service,
        ):
            found = measure(bench, load, {"bare": bare, "service": service}, chosen.rounds)
            early, late = bench.late_and_early(service[0], chosen.turns)
    load.close()
    results = {
        "endpoints": {name: summary(rounds) for name, rounds in found.items()},
        "ratios": {
            **{f"{slug} / bare": ratio(found, slug, "bare") for slug in GAMES},
            "reads / null": ratio(found, "reads", "null"),
            "full reads / null": ratio(found, "full reads", "null"),
        },
        "late": {
            "ratio": statistics.median(late) / statistics.median(early),
            "late_ms": 1000 * statistics.median(late),
            "early_ms": 1000 * statistics.median(early),
        },
        "setting": {
            "workers": WORKERS,
            "connections": CONNECTIONS,
            "rounds": chosen.rounds,
            "seconds": chosen.seconds,
            "cpus": CPUS,
            "load_average": os.getloadavg()[0],
            "python": sys.version.split()[0],
        },
    }
    keep("run", rows_of(results), results)
    report(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
