"""`python -m bench.rivals.boardgame`: our commands a second beside the moves of boardgame.io's own server.

Installs boardgame.io with npm into a temporary folder (needs node and npm), and runs its server twice: in memory, and
with its file storage. Sixteen matches of two take turns as fast as they are answered, there over its own client and
web sockets, here over HTTP against the whole service with fsync at every append. Rounds alternate.
"""

from __future__ import annotations

import argparse
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.load import WORKERS, Load
from bench.results import at_least, keep
from bench.run import CONNECTIONS, Bench, gunicorn
from service.processes.embedded import EmbeddedRedis

HERE = Path(__file__).parent
PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.3")
TARGETS = {"in memory": 1.0, "with file storage": 3.0}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    chosen = parser.parse_args()
    if shutil.which("npm") is None:
        print("bench: npm is missing (apt-get install npm)", file=sys.stderr)
        return 2
    load = Load()  # forked before anything else is opened
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
            ratios: dict[str, list[float]] = {name: [] for name in TARGETS}
            for number in range(chosen.rounds):
                requests = bench.play("coup")
                load.run(service[0], [one[:1] for one in requests], 201, 0.0)
                ours = load.run(service[0], [one[1:] for one in requests], 201, chosen.seconds).rate
                theirs = {
                    "in memory": moves(folder, in_memory, chosen.seconds),
                    "with file storage": moves(folder, with_files, chosen.seconds),
                }
                for name, rate in theirs.items():
                    if rate:  # its file storage now and then stands still for a whole round
                        ratios[name].append(ours / rate)
                said = ", ".join(f"{name} {rate:.0f}/s" for name, rate in theirs.items())
                print(f"round {number + 1} of {chosen.rounds}: ours {ours:.0f}/s, {said}", file=sys.stderr, flush=True)
    load.close()
    rows = [
        at_least("coup, a second", f"boardgame.io {name}", statistics.median(ratios[name]), target)
        for name, target in TARGETS.items()
    ]
    keep("boardgame", rows)
    for name, found in ratios.items():
        print(f"coup / boardgame.io {name:20}{statistics.median(found):>6.2f}   target {TARGETS[name]}")
    return 0


def install(folder: Path) -> None:
    print(f"installing {', '.join(PACKAGES)} with npm", file=sys.stderr, flush=True)
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES], cwd=folder, check=True)
    for name in ("server.cjs", "players.cjs"):
        shutil.copy(HERE / name, folder)


@contextmanager
def boardgame(folder: Path, storage: Path | None = None) -> Iterator[int]:
    """Its server on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    words = ["node", "server.cjs", str(port), *([str(storage)] if storage else [])]
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert process.stdout is not None
        process.stdout.readline()  # it says when it is ready
        yield port
    finally:
        process.kill()
        process.wait()


def moves(folder: Path, port: int, seconds: int) -> float:
    """Moves a second that its server confirms to sixteen matches."""
    words = ["node", "players.cjs", f"http://localhost:{port}", str(CONNECTIONS), str(seconds)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True, timeout=seconds + 60)
    return int(done.stdout) / seconds


if __name__ == "__main__":
    sys.exit(main())
