"""`python -m bench.run`: the service beside the least that the same stack can do, as ratios within one interleaved run.

Commands of every game, over REST and over the channel, are compared with the bare endpoint (`bench/bare.py`), reads
with the null endpoint. Both sides run under the same gunicorn settings and worker class, on the same embedded Redis
with fsync at every append, through redis-py, for 16 connections. Each of many short rounds measures every endpoint
once, so that the other load of the machine affects all of them alike; ratios are taken within a round, and their
medians over all rounds are printed.
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
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import psutil

from bench.cpu import cpu_s, family_of, redis_servers
from bench.load import WORKERS, Load, Outcome, Requests, frame, read_answer, request
from bench.matches import MatchBuilder, Recording, endless_turn
from bench.results import Row, at_least, at_most, keep
from events.redis.client import open_client
from events.redis.people import RedisPeople
from events.redis.store import RedisStore
from games.registry import all_games
from service.app import StoredPeople
from service.processes.embedded import EmbeddedRedis
from service.web.identity import Identity, new_id
from service.web.presenters import etag

ROOT = Path(__file__).parents[1]
CONNECTIONS = 16
SEATS = 6
GAMES = tuple(all_games())
RECORDED_MOVES = 120  # of each match that is played again and again
RATE_MAX = 4500  # commands a second on one connection: no more are prepared
READS_MAX = 20_000  # reads a second on one connection
LONG, SHORT = 5000, 20
CHANNEL = ", channel"
TARGETS = {f"{slug} / bare": 0.60 for slug in GAMES} | {"reads / null": 0.60}
TARGETS |= {f"{slug}{CHANNEL} / bare": 1.10 for slug in GAMES}
LATE_MAX = 1.05
CPUS = os.cpu_count() or 1


def over_channel(slug: str) -> str:
    return f"{slug}{CHANNEL}"


class Bench:
    def __init__(self, redis_url: str, seconds: float) -> None:
        self.seconds = seconds
        self.link = open_client(redis_url)
        self.store = RedisStore(self.link)
        enrol = Identity(StoredPeople(RedisPeople(self.link))).enrol
        self.people, self.tokens = zip(*(enrol(f"Bench {seat}", "player") for seat in range(SEATS)), strict=True)
        self.builder = MatchBuilder(self.people)
        self.trio = MatchBuilder(self.people[:3])
        self.beginner = MatchBuilder(self.people[:3])
        self.recorded: dict[str, list[Recording]] = {}
        self.begun: set[str] = set()
        self.pair = MatchBuilder(self.people[:2])
        self.depth = int(seconds * RATE_MAX) + 50
        self.reads_depth = int(seconds * READS_MAX) + 50

    def bare(self) -> list[Requests]:
        matches = [f"b-{time.time_ns()}-{number}" for number in range(CONNECTIONS)]
        return [
            [request("POST", "/bare", self.tokens[0], self._bare_body(match, version)) for version in range(self.depth)]
            for match in matches
        ]

    @staticmethod
    def _bare_body(match: str, version: int) -> bytes:
        return json.dumps({"match": match, "version": version, "type": "declare_action", "params": {}}).encode()

    @cache  # noqa: B019  # there is one Bench, and it lasts as long as the run
    def null(self) -> list[Requests]:
        asked = request("GET", "/null", self.tokens[0], headers='If-None-Match: "7-0"\r\n')
        return [[asked] * self.reads_depth] * CONNECTIONS

    @cache  # noqa: B019  # as above
    def reads(self) -> list[Requests]:
        """The state, which the client has already."""
        return [[self._read(match, f"If-None-Match: {tag}\r\n")] * self.reads_depth for match, tag in self._begun()]

    @cache  # noqa: B019  # as above
    def full_reads(self) -> list[Requests]:
        """The state, sent in full."""
        return [[self._read(match)] * self.reads_depth for match, _tag in self._begun()]

    def _read(self, match: str, headers: str = "") -> bytes:
        return request("GET", f"/v1/matches/{match}", self.tokens[0], headers=headers)

    def _begun(self) -> list[tuple[str, str]]:
        """Matches that have just begun, and the ETags of their states for the first seat."""
        matches = [self.builder.begin() for _ in range(CONNECTIONS)]
        for match in matches:
            self.builder.copy_to(match, self.store)
        return [(match, etag(self.builder.tables.recent(match), 0)) for match in matches]

    def play(self, slug: str, prepare: Callable[..., Any] | None = None) -> list[Requests]:
        """Random matches of a game, one after the other on each connection; every command is accepted."""
        prepare = prepare or self.command
        recordings = self._recordings(slug)
        found: list[Requests] = []
        for number in range(CONNECTIONS):
            requests: list[Any] = []
            for recording in itertools.cycle(recordings[number:] + recordings[:number]):
                if len(requests) >= self.depth:
                    break
                match = new_id("m")
                self.beginner.copy_to(self._begin(recording), self.store, match, with_luck=True)
                requests += [prepare(match, *move) for move in recording.moves]
            found.append(requests)
        return found

    def play_over_channel(self, slug: str) -> list[Requests]:
        """The same commands, over the sockets of the match's players."""
        return self.play(slug, lambda match, seat, type_, params: (seat, frame(1, match, type_, params)))

    def _recordings(self, slug: str) -> list[Recording]:
        """One match for each connection; played once, and then repeated."""
        if slug not in self.recorded:
            rng = Random(slug)
            self.recorded[slug] = [self.trio.record(slug, rng, RECORDED_MOVES) for _ in range(CONNECTIONS)]
        return self.recorded[slug]

    def _begin(self, recording: Recording) -> str:
        """The match of a recording before its first move, in memory; made once, and copied into the store."""
        if recording.match not in self.begun:
            self.begun.add(self.beginner.begin_again(recording))
        return recording.match

    def command(self, match: str, seat: int, type_: str, params: dict[str, Any]) -> bytes:
        body = json.dumps({"type": type_, "params": params}).encode()
        return request("POST", f"/v1/matches/{match}/commands", self.tokens[seat], body)

    def late_and_early(self, port: int, turns: int) -> tuple[list[float], list[float]]:
        """Times of the same commands around the 20th and around the 5000th of a match, one after the other."""
        long, short = self.pair.begin(), self.pair.begin()
        for match, commands in ((long, LONG), (short, SHORT)):
            for turn in range(commands // 3):
                for seat, type_, params in endless_turn(turn):
                    self.pair.play(match, seat, type_, params)
            self.pair.copy_to(match, self.store)
        early: list[float] = []
        late: list[float] = []
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for turn in range(turns):
                for match, commands, times in ((long, LONG, late), (short, SHORT, early)):
                    for move in endless_turn(commands // 3 + turn):
                        took = ask(connection, self.command(match, *move))
                        if turn > 2:  # the first ones load the match into the worker's memory
                            times.append(took)
        return early, late


def compare_late(bench: Bench, port: int, turns: int) -> dict[str, float]:
    early, late = (statistics.median(times) for times in bench.late_and_early(port, turns))
    return {"ratio": late / early, "late_ms": 1000 * late, "early_ms": 1000 * early}


def ask(connection: socket.socket, sent: bytes) -> float:
    began = time.perf_counter()
    connection.sendall(sent)
    read_answer(connection, b"HTTP/1.1 201 ")
    return time.perf_counter() - began


@contextmanager
def gunicorn(app: str, redis_url: str, workers: int, settings: dict[str, str]) -> Iterator[tuple[int, psutil.Process]]:
    """One app under the project's own settings, on a free port."""
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
            raise RuntimeError("gunicorn has exited")
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as probe:
                probe.sendall(request("GET", "/healthz"))
                if probe.recv(100).startswith(b"HTTP/1.1"):
                    return
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError("gunicorn does not answer")


class Measured(NamedTuple):
    outcome: Outcome
    service_cpu_s: float
    redis_cpu_s: float

    @property
    def cpu_us(self) -> float:
        """The CPU time of one request in gunicorn and Redis."""
        return 1e6 * (self.service_cpu_s + self.redis_cpu_s) / self.outcome.answers


def measure(
    bench: Bench, load: Load, ports: dict[str, tuple[int, psutil.Process]], rounds: int
) -> dict[str, list[Measured]]:
    """Every endpoint in every round, in an order of its own."""
    endpoints: dict[str, tuple[str, int, Callable[[], list[Requests]]]] = {
        "bare": ("bare", 201, bench.bare),
        **{slug: ("service", 201, partial(bench.play, slug)) for slug in GAMES},
        **{over_channel(slug): ("service", 201, partial(bench.play_over_channel, slug)) for slug in GAMES},
        "null": ("bare", 304, bench.null),
        "reads": ("service", 304, bench.reads),
        "full reads": ("service", 200, bench.full_reads),
    }
    found: dict[str, list[Measured]] = {name: [] for name in endpoints}
    families = {where: family_of(process) for where, (_, process) in ports.items()}
    servers = redis_servers()
    for number in range(rounds):
        for name in Random(number).sample(list(endpoints), len(endpoints)):
            where, status, prepare = endpoints[name]
            port = ports[where][0]
            connections = prepare()
            tokens = bench.tokens[:3] if name.endswith(CHANNEL) else ()
            load.run(port, [one[:1] for one in connections], status, 0.0, tokens)  # loads the matches into the workers
            before = cpu_s(families[where]), cpu_s(servers)
            outcome = load.run(port, [one[1:] for one in connections], status, bench.seconds, tokens)
            after = cpu_s(families[where]), cpu_s(servers)
            found[name].append(Measured(outcome, after[0] - before[0], after[1] - before[1]))
        if (number + 1) % max(1, rounds // 20) == 0:
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
        "service_cpu_us": 1e6 * statistics.median(one.service_cpu_s / one.outcome.answers for one in rounds),
        "redis_cpu_us": 1e6 * statistics.median(one.redis_cpu_s / one.outcome.answers for one in rounds),
        "client_cpu_us": 1e6 * statistics.median(one.client_cpu_s / one.answers for one in outcomes),
        "client_share": statistics.median(one.client_cpu_s / one.seconds / CPUS for one in outcomes),
    }


def ratio(found: dict[str, list[Measured]], name: str, base: str) -> dict[str, Any]:
    """Medians of the ratios within the rounds: of the rates, of the CPU time of a request, of the 99th percentile."""
    pairs = list(zip(found[name], found[base], strict=True))
    rates = [one.outcome.rate / other.outcome.rate for one, other in pairs]
    return {
        "rate": statistics.median(rates),
        "rate_quartiles": statistics.quantiles(rates, n=4)[::2] if len(rates) > 1 else rates * 2,
        "cpu": statistics.median(other.cpu_us / one.cpu_us for one, other in pairs),
        "p99": statistics.median(one.outcome.p99_ms / other.outcome.p99_ms for one, other in pairs),
    }


def report(results: dict[str, Any]) -> None:
    print("\nMedians over the rounds. CPU in us a request; the client's share is of all CPUs.")
    print(f"{'':30}{'rate/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'service':>9}{'redis':>7}{'client':>8}{'its share':>11}")
    for name, one in results["endpoints"].items():
        print(
            f"{name:30}{one['rate']:>9.0f}{one['p50_ms']:>9.2f}{one['p99_ms']:>9.2f}{one['service_cpu_us']:>9.0f}"
            f"{one['redis_cpu_us']:>7.0f}{one['client_cpu_us']:>8.0f}{one['client_share']:>11.0%}"
        )
    print("\nMedians of the ratios within a round; quartiles of that of the rates. More is faster, but for p99.")
    print(f"{'':36}{'rate':>7}{'quartiles':>14}{'CPU':>7}{'p99':>7}")
    for name, value in results["ratios"].items():
        target = f"   target {TARGETS[name]:.2f}" if name in TARGETS else ""
        quartiles = " to ".join(f"{one:.2f}" for one in value["rate_quartiles"])
        print(f"{name:36}{value['rate']:>7.2f}{quartiles:>14}{value['cpu']:>7.2f}{value['p99']:>7.2f}{target}")
    if (late := results["late"]) is not None:
        print(f"{'time of command 5000 / 20':36}{late['ratio']:>7.2f}{'':28}   target at most {LATE_MAX}")
        print(f"  their medians: {late['late_ms']:.2f} and {late['early_ms']:.2f} ms")
    setting = results["setting"]
    print(f"{setting['rounds']} rounds, {setting['cpus']} CPUs, load average {setting['load_average']:.1f}")


def rows_of(results: dict[str, Any]) -> list[Row]:
    rows = [
        at_least(f"{name.partition(' / ')[0]}, a second", name.partition(" / ")[2], value["rate"], TARGETS[name])
        for name, value in results["ratios"].items()
        if name in TARGETS
    ]
    if results["late"] is not None:
        rows.append(at_most("time of command 5,000", "command 20", results["late"]["ratio"], LATE_MAX))
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=120)
    parser.add_argument("--seconds", type=float, default=0.25, help="for each endpoint in each round")
    parser.add_argument("--turns", type=int, default=60, help="of the match with 5,000 commands; 0 leaves it out")
    chosen = parser.parse_args()
    load = Load()  # forked before anything else is opened
    with tempfile.TemporaryDirectory(prefix="matchledger-bench-") as folder, EmbeddedRedis(folder) as redis:
        bench = Bench(redis.url, chosen.seconds)
        with (
            gunicorn("bench.bare:app", redis.url, WORKERS, {}) as bare,
            gunicorn("service.processes.wsgi:app", redis.url, WORKERS, {}) as service,
        ):
            found = measure(bench, load, {"bare": bare, "service": service}, chosen.rounds)
            late = compare_late(bench, service[0], chosen.turns) if chosen.turns else None
    load.close()
    results = {
        "endpoints": {name: summary(rounds) for name, rounds in found.items()},
        "ratios": {
            **{f"{slug} / bare": ratio(found, slug, "bare") for slug in GAMES},
            **{f"{over_channel(slug)} / bare": ratio(found, over_channel(slug), "bare") for slug in GAMES},
            **{f"{over_channel(slug)} / REST": ratio(found, over_channel(slug), slug) for slug in GAMES},
            "reads / null": ratio(found, "reads", "null"),
            "full reads / null": ratio(found, "full reads", "null"),
        },
        "late": late,
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
