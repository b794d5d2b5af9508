"""`python -m bench.viewers`: how much 500 idle live viewers slow commands down, as ratios within one interleaved run.

Two services as `make serve` starts them. In one of them the viewers hold a stream of events open on matches in which
nothing happens; commands are sent to both in turn, on 16 connections. Ratios are taken within a pair of rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import selectors
import socket
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import psutil

from bench.load import Load, Outcome, Requests, request
from bench.matches import endless_turn
from bench.results import at_most, keep
from tests.http.asking import Coup, coup
from tests.http.live import Live

CONNECTIONS = 16
WATCHED = 50  # matches that the viewers watch
RATE_MAX = 900  # commands a second on one connection: no more are prepared
SLOWER_MAX = 1.2


class Viewers:
    """Live streams that are opened and then left idle."""

    def __init__(self, port: int, matches: list[Coup], count: int) -> None:
        self._sockets = [self._open(port, matches[number % len(matches)], number) for number in range(count)]
        for viewer in self._sockets:
            assert viewer.recv(100).startswith(b"HTTP/1.1 200"), "a viewer was refused"

    @staticmethod
    def _open(port: int, match: Coup, number: int) -> socket.socket:
        viewer = socket.create_connection(("127.0.0.1", port), timeout=60)
        viewer.sendall(request("GET", f"{match.path}/live", [None, *match.tokens][number % 3]))
        return viewer

    def close(self) -> int:
        """Close all; returns how many the service had closed before."""
        with selectors.DefaultSelector() as waiting:
            for viewer in self._sockets:
                viewer.setblocking(False)
                waiting.register(viewer, selectors.EVENT_READ)
            ended = sum(not key.fileobj.recv(65536) for key, _ in waiting.select(0))  # type: ignore[union-attr]
        for viewer in self._sockets:
            viewer.close()
        return ended


def turns(live: Live, seconds: float) -> list[Requests]:
    """The commands of each connection, in a match of its own."""
    found: list[Requests] = []
    for _ in range(CONNECTIONS):
        match = coup(live.ask())
        moves = [move for turn in range(int(seconds * RATE_MAX) // 3 + 1) for move in endless_turn(turn)]
        found.append([_command(match, *move) for move in moves])
    return found


def _command(match: Coup, seat: int, type_: str, params: dict[str, Any]) -> bytes:
    body = json.dumps({"type": type_, "params": params}).encode()
    return request("POST", f"{match.path}/commands", match.tokens[seat], body)


def cpu_s(live: Live) -> float:
    return float(sum(sum(one.cpu_times()[:2]) for one in live.family() if one.status() != psutil.STATUS_ZOMBIE))


def one_round(live: Live, load: Load, seconds: float) -> tuple[Outcome, float]:
    """The outcome, and the CPU time of the whole service for one command."""
    requests = turns(live, seconds)
    before = cpu_s(live)
    outcome = load.run(live.port, requests, 201, seconds)
    return outcome, (cpu_s(live) - before) / outcome.answers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viewers", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0)
    chosen = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * chosen.viewers + 1000), hard))
    load = Load()  # forked before anything else is opened
    rates, cpus, medians = [], [], []
    with tempfile.TemporaryDirectory(prefix="matchledger-bench-") as folder:
        lives = [Live(Path(folder) / name) for name in ("alone", "watched")]
        try:
            for live in lives:
                live.start()
            viewers = Viewers(lives[1].port, [coup(lives[1].ask()) for _ in range(WATCHED)], chosen.viewers)
            for number in range(chosen.rounds):
                order = lives if number % 2 == 0 else lives[::-1]
                found = {live.port: one_round(live, load, chosen.seconds) for live in order}
                (alone, alone_cpu), (beside, beside_cpu) = (found[live.port] for live in lives)
                rates.append(alone.rate / beside.rate)
                cpus.append(beside_cpu / alone_cpu)
                medians.append(beside.p50_ms / alone.p50_ms)
                print(
                    f"round {number + 1}: {alone.rate:.0f}/s alone, {beside.rate:.0f}/s beside {chosen.viewers} "
                    f"viewers; p99 {alone.p99_ms:.1f} and {beside.p99_ms:.1f} ms",
                    flush=True,
                )
            ended = viewers.close()
            assert ended == 0, f"the service closed {ended} streams"
        finally:
            for live in lives:
                live.kill()
    load.close()
    results = {
        "viewers": chosen.viewers,
        "slower_by_rate": statistics.median(rates),
        "slower_by_p50": statistics.median(medians),
        "more_cpu": statistics.median(cpus),
        "rounds": chosen.rounds,
        "load_average": os.getloadavg()[0],
    }
    slower = at_most("time of a command beside idle viewers", "without", results["slower_by_rate"], SLOWER_MAX)
    keep("viewers", [slower], results)
    print(
        f"beside {chosen.viewers} idle viewers commands are slower by {results['slower_by_rate'] - 1:.0%} (rate) or "
        f"{results['slower_by_p50'] - 1:.0%} (median time), at {results['more_cpu'] - 1:.0%} more CPU a command; "
        f"target at most {SLOWER_MAX - 1:.0%}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
