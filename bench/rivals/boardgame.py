"""`python -m bench.rivals.boardgame`: commands of Coup here beside moves on boardgame.io's own server.

Installs boardgame.io with npm into a temporary folder (needs node and npm), and runs its server twice: in memory, and
with its file storage. In sixteen matches of two, players take turns as fast as they are answered: there over its own
client and web sockets, here over HTTP and over the channel against the whole service with fsync at every append. Rounds
alternate; ratios are taken within a round. CPU is that of the servers, not of the clients.
"""

from __future__ import annotations

import argparse
import json
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

from bench.cpu import cpu_s, family_of, redis_servers
from bench.load import WORKERS, Load
from bench.results import at_least, keep
from bench.run import CONNECTIONS, Bench, gunicorn, over_channel
from service.processes.embedded import EmbeddedRedis

HERE = Path(__file__).parent
PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.3")
OURS = ("coup", over_channel("coup"))
THEIRS = ("in memory", "with file storage")
# In memory it keeps nothing, so there is no bound for HTTP beside that.
TARGETS = {(OURS[0], THEIRS[1]): 4.0, (OURS[1], THEIRS[0]): 1.2}


class Measured(NamedTuple):
    rate: float
    cpu_us: float  # of a move, in the servers
    p99_ms: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=int, default=2, help="for each server in each round")
    chosen = parser.parse_args()
    if shutil.which("npm") is None:
        print("bench: npm is missing (apt-get install npm)", file=sys.stderr)
        return 2
    load = Load()  # forked before anything else is opened
    found: dict[str, list[Measured]] = {name: [] for name in (*OURS, *THEIRS)}
    with tempfile.TemporaryDirectory(prefix="matchledger-bench-") as made:
        folder = Path(made)
        install(folder)
        (folder / "storage").mkdir()
        with (
            EmbeddedRedis(folder / "data") as redis,
            gunicorn("service.processes.wsgi:app", redis.url, WORKERS, {}) as service,
            boardgame(folder) as in_memory,
            boardgame(folder, folder / "storage") as with_files,
        ):
            bench = Bench(redis.url, chosen.seconds)
            for number in range(chosen.rounds):
                for name in OURS:
                    found[name].append(measure_ours(bench, load, name, *service))
                found["in memory"].append(measure_theirs(folder, *in_memory, chosen.seconds))
                found["with file storage"].append(measure_theirs(folder, *with_files, chosen.seconds))
                rates = ", ".join(f"{name} {rounds[-1].rate:.0f}/s" for name, rounds in found.items())
                print(f"round {number + 1} of {chosen.rounds}: {rates}", file=sys.stderr, flush=True)
    load.close()
    ratios = {(ours, theirs): ratio(found[ours], found[theirs]) for ours in OURS for theirs in THEIRS}
    rows = [
        at_least(f"{ours}, a second", f"boardgame.io {theirs}", ratios[ours, theirs].rate, target)
        for (ours, theirs), target in TARGETS.items()
    ]
    keep("boardgame", rows, {" / ".join(names): one._asdict() for names, one in ratios.items()})
    report(found, ratios)
    return 0


def measure_ours(bench: Bench, load: Load, name: str, port: int, service: psutil.Process) -> Measured:
    is_channel = name == over_channel("coup")
    requests = bench.play_over_channel("coup") if is_channel else bench.play("coup")
    tokens = bench.tokens[:3] if is_channel else ()
    load.run(port, [one[:1] for one in requests], 201, 0.0, tokens)  # loads the matches into the workers
    servers = [*family_of(service), *redis_servers()]
    before = cpu_s(servers)
    outcome = load.run(port, [one[1:] for one in requests], 201, bench.seconds, tokens)
    return Measured(outcome.rate, 1e6 * (cpu_s(servers) - before) / outcome.answers, outcome.p99_ms)


def measure_theirs(folder: Path, port: int, server: psutil.Process, seconds: int) -> Measured:
    """Its clients warm up for a second that is not counted, so its CPU time is divided by the moves of all seconds."""
    command = ["node", "players.cjs", f"http://localhost:{port}", str(CONNECTIONS), str(seconds)]
    before = cpu_s([server])
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=seconds + 60)
    told = json.loads(done.stdout)
    if not told["moves"]:  # its file storage sometimes stops for a whole round
        return Measured(0.0, 0.0, 0.0)
    all_moves = told["moves"] * (seconds + 1) / seconds
    return Measured(told["moves"] / seconds, 1e6 * (cpu_s([server]) - before) / all_moves, told["p99_ms"])


def ratio(ours: list[Measured], theirs: list[Measured]) -> Measured:
    """Medians of the ratios within the rounds in which both have moved; ours to theirs, of CPU theirs to ours."""
    pairs = [(one, other) for one, other in zip(ours, theirs, strict=True) if other.rate]
    return Measured(
        statistics.median(one.rate / other.rate for one, other in pairs),
        statistics.median(other.cpu_us / one.cpu_us for one, other in pairs),
        statistics.median(one.p99_ms / other.p99_ms for one, other in pairs),
    )


def report(found: dict[str, list[Measured]], ratios: dict[tuple[str, str], Measured]) -> None:
    print(f"\n{'medians':34}{'rate/s':>9}{'CPU us':>9}{'p99 ms':>9}")
    for name, rounds in found.items():
        rate, cpu_us, p99_ms = (statistics.median(column) for column in zip(*rounds, strict=True))
        print(f"{name:34}{rate:>9.0f}{cpu_us:>9.0f}{p99_ms:>9.1f}")
    print(f"\n{'medians of the ratios in a round':34}{'rate':>9}{'CPU':>9}{'p99':>9}")
    for names, one in ratios.items():
        target = f"   target {TARGETS[names]}" if names in TARGETS else ""
        print(f"{' / '.join(names):34}{one.rate:>9.2f}{one.cpu_us:>9.2f}{one.p99_ms:>9.2f}{target}")


def install(folder: Path) -> None:
    print(f"installing {', '.join(PACKAGES)} with npm", file=sys.stderr, flush=True)
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES], cwd=folder, check=True)
    for name in ("server.cjs", "players.cjs"):
        shutil.copy(HERE / name, folder)


@contextmanager
def boardgame(folder: Path, storage: Path | None = None) -> Iterator[tuple[int, psutil.Process]]:
    """Its server on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command = ["node", "server.cjs", str(port), *([str(storage)] if storage else [])]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert process.stdout is not None
        process.stdout.readline()  # it says when it is ready
        yield port, psutil.Process(process.pid)
    finally:
        process.kill()
        process.wait()


if __name__ == "__main__":
    sys.exit(main())
