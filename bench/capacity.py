"""`python -m bench.capacity`: what a service needs of memory and CPU, for the formulas of docs/capacity.md.

Memory of each process at start, of a table in a worker, of a quiet socket and of a live stream; memory of a match in
Redis, running and archived; CPU time of a command, of the workers and of Redis. Sizes and CPU times say something on a
busy machine too, rates do not.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
import tracemalloc
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random

import psutil

from bench.bytes import MOVES_MAX, PEOPLE, measure
from bench.deliveries import CHANNEL, STREAMS, open_viewers
from bench.load import WORKERS, Load
from bench.matches import MatchBuilder
from bench.results import keep
from bench.viewers import turns
from events.redis.client import Client, open_client
from events.redis.figures import RedisFigures
from events.redis.store import RedisStore
from games.registry import all_games
from projections.tables import Tables
from service.processes.embedded import EmbeddedRedis, running_url
from tests.http.asking import coup
from tests.http.live import Live
from tests.servers import wait_until

MB, KB = 1e6, 1e3
SETTLE_S = 2.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viewers", type=int, default=300)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=5.0)
    chosen = parser.parse_args()
    load = Load()  # forked before anything else is opened
    figures: dict[str, float] = {}

    def tell(what: str, number: float, unit: str) -> None:
        figures[f"{what}, {unit}"] = number
        print(f"{what:44}{number:>10.1f} {unit}", flush=True)

    with tempfile.TemporaryDirectory(prefix="matchledger-bench-") as folder:
        measure_games(Path(folder) / "games", chosen.tables, tell)
        live = Live(Path(folder) / "data", workers=WORKERS, MATCHLEDGER_LIMITS="off")
        try:
            live.start()
            measure_service(live, load, chosen, tell)
        finally:
            live.kill()
    load.close()
    keep("capacity", [], figures)
    return 0


def measure_games(folder: Path, tables: int, tell: Callable[[str, float, str], None]) -> None:
    with EmbeddedRedis(folder) as redis:
        link = open_client(redis.url)
        for slug in all_games():
            events, ledger, _, archive, _ = measure(link, slug, 0)
            tell(f"{slug}: events of a match", events, "")
            tell(f"{slug}: a running match in Redis", ledger / KB, "KB")
            tell(f"{slug}: an archived match in Redis", archive / KB, "KB")
            tell(f"{slug}: a table in a worker", table_bytes(link, slug, tables) / KB, "KB")


def table_bytes(link: Client, slug: str, count: int) -> float:
    """The memory of one of so many tables of the same match, each read from the store as a worker does."""
    link.call("FLUSHALL")
    recording = MatchBuilder(PEOPLE).record(slug, Random(0), MOVES_MAX)
    builder = MatchBuilder(PEOPLE, RedisStore(link))
    match = builder.begin_again(recording)
    for move in recording.moves[: len(recording.moves) // 2]:
        builder.play(match, *move)

    def load_table() -> object:
        return Tables(RedisStore(link), builder.tables.rulesets).current(match)

    kept = [load_table() for _ in range(3)]  # what all tables share is loaded with the first
    gc.collect()
    tracemalloc.start()
    kept += [load_table() for _ in range(count)]
    gc.collect()
    found = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(kept) == count + 3
    return found / count


def measure_service(
    live: Live, load: Load, chosen: argparse.Namespace, tell: Callable[[str, float, str], None]
) -> None:
    time.sleep(SETTLE_S)
    for name, processes in processes_of(live).items():
        tell(f"{name}, at start", memory_of(processes) / len(processes) / MB, "MB")
    url = running_url(live.data)
    assert url is not None
    figures = RedisFigures(open_client(url))
    before = figures.servers().memory_bytes
    matches = [coup(live.ask()) for _ in range(chosen.matches)]
    time.sleep(SETTLE_S)  # the lists follow
    tell(
        "a match that has begun, everything in Redis",
        (figures.servers().memory_bytes - before) / len(matches) / KB,
        "KB",
    )
    measure_commands(live, load, chosen.seconds, figures, tell)
    workers = processes_of(live)["a worker"]
    for kind in (CHANNEL, STREAMS):
        warm = open_viewers(kind, live, matches[0], 20)
        time.sleep(SETTLE_S)
        begun = memory_of(workers)
        viewers = open_viewers(kind, live, matches[0], chosen.viewers)
        time.sleep(SETTLE_S)
        tell(f"one quiet viewer, {kind}", (memory_of(workers) - begun) / chosen.viewers / KB, "KB")
        for viewer in (*warm, *viewers):
            viewer.close()
        time.sleep(SETTLE_S)


def measure_commands(
    live: Live, load: Load, seconds: float, figures: RedisFigures, tell: Callable[[str, float, str], None]
) -> None:
    requests = turns(live, seconds)
    before = {name: cpu_of(processes) for name, processes in processes_of(live).items()}
    outcome = load.run(live.port, requests, 201, seconds)
    wait_until(lambda: figures.lag_of("listing").entries == 0, "the background process has followed the commands", 60)
    for name, processes in processes_of(live).items():
        tell(f"CPU of a command, {name}", 1e6 * (cpu_of(processes) - before[name]) / outcome.answers, "us")
    tell(f"commands of Coup, {WORKERS} workers", outcome.rate, "a second")


def memory_of(processes: list[psutil.Process]) -> float:
    return float(sum(process.memory_full_info().uss for process in processes))


def cpu_of(processes: list[psutil.Process]) -> float:
    return float(sum(sum(process.cpu_times()[:2]) for process in processes))


def processes_of(live: Live) -> dict[str, list[psutil.Process]]:
    found: dict[str, list[psutil.Process]] = defaultdict(list)
    for process in live.family():
        words = " ".join(process.cmdline())
        if "redis-server" in words:
            found["Redis"].append(process)
        elif " background" in words:
            found["background"].append(process)
        elif "gunicorn" in words:
            found["a worker" if "gunicorn" in " ".join(process.parent().cmdline()) else "gunicorn"].append(process)
        else:
            found["supervisor"].append(process)
    return found


if __name__ == "__main__":
    raise SystemExit(main())
