"""`python -m bench.crowd`: the time of a command while 100,000 other matches are stored, compared with an empty store.

Two whole services, each on its own Redis: one store is empty, the other is filled first with matches of Coup that have
just begun. Then the same commands are sent to both in turn, and the medians of their times are compared.
"""

from __future__ import annotations

import argparse
import socket
import statistics
import sys
import tempfile
from pathlib import Path

from bench.load import WORKERS
from bench.matches import endless_turn
from bench.results import at_most, keep
from bench.run import Bench, ask, gunicorn
from events.store import Append, Head
from service.processes.embedded import EmbeddedRedis
from service.tools.progress import show_progress
from service.web.identity import new_id

TARGET = 1.05
FIRST_TURNS = 3  # not counted: they load the match into the worker's memory


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--turns", type=int, default=150)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="matchledger-bench-") as made:
        folder = Path(made)
        with (
            EmbeddedRedis(folder / "alone") as one,
            EmbeddedRedis(folder / "crowded") as other,
            gunicorn("service.processes.wsgi:app", one.url, WORKERS, {}) as alone,
            gunicorn("service.processes.wsgi:app", other.url, WORKERS, {}) as crowded,
        ):
            fill(Bench(other.url, 0), chosen.matches)
            quiet, loud = compare((one.url, alone[0]), (other.url, crowded[0]), chosen.turns)
    print(f"a command with an empty store {1000 * quiet:.2f} ms, beside {chosen.matches} matches {1000 * loud:.2f} ms")
    keep("crowd", [at_most(f"a command beside {chosen.matches} matches", "an empty store", loud / quiet, TARGET)])
    print(f"{'ratio':24}{loud / quiet:>9.2f}            target at most {TARGET}")
    return 0


def fill(bench: Bench, matches: int) -> None:
    """The same events under many ids: only the number of matches matters here."""
    match = bench.pair.begin()
    events = [recorded.stored for recorded in bench.pair.store.read(match)]
    frontier = bench.pair.store.head(match).frontier
    bench.link.call("CONFIG", "SET", "appendfsync", "no")
    for _ in show_progress(range(matches), "opening matches"):
        bench.store.append(Append(new_id("m"), Head(0, ()), events, frontier))
    bench.link.call("CONFIG", "SET", "appendfsync", "always")


def compare(alone: tuple[str, int], crowded: tuple[str, int], turns: int) -> tuple[float, float]:
    """The median time of a command with an empty store, and with a full one."""
    sides = []
    for url, port in (alone, crowded):
        bench = Bench(url, 0)
        match = bench.pair.begin()
        bench.pair.copy_to(match, bench.store)
        connection = socket.create_connection(("127.0.0.1", port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sides.append((bench, match, connection))
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(turns):
        for (bench, match, connection), found in zip(sides, times, strict=True):
            for move in endless_turn(turn):
                took = ask(connection, bench.command(match, *move))
                if turn >= FIRST_TURNS:
                    found.append(took)
    return statistics.median(times[0]), statistics.median(times[1])


if __name__ == "__main__":
    sys.exit(main())
