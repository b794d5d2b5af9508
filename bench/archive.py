"""`python -m bench.archive`: what an archived match costs, in Redis and on the disk, and how long it takes to read.

Plays one match of every game, stores copies of it under other ids in an embedded Redis and archives them in a folder.
The memory is that of the keys of the matches, as Redis says it; `bench.kept` has the lists and the head log too. What
is left of an archived match is its line in a register, measured with few matches in each.
The reads are those of a worker that has nothing in memory: events from Redis, and from the archive.
"""

from __future__ import annotations

import argparse
import secrets
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from bench.bytes import MOVES_MAX, PEOPLE, memory
from bench.matches import MatchBuilder
from bench.results import at_most, keep
from events.backup import SavedMatch
from events.codec import encode
from events.envelope import Recorded
from events.objects.folder import FolderObjects
from events.redis.backup import RedisBackup
from events.redis.client import Client, open_client
from events.redis.store import RedisStore
from events.tree import extend, leaf_hash, pack
from games.registry import all_games
from service.processes.embedded import EmbeddedRedis

BYTES_MAX = 400
LONG = 1000  # events of the match whose reading is timed
READS = 21


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=50, help="copies of each match")
    chosen = parser.parse_args()
    rows, figures = [], {}
    print(f"{'':22}{'events':>8}{'in Redis, live':>16}{'archived':>10}{'object':>10}   bytes a match")
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(f"{folder}/data") as redis:
        link, objects = open_client(redis.url), FolderObjects(Path(folder) / "archive")
        longest: list[Recorded] = []
        for slug in all_games():
            history = play(slug)
            longest = max(longest, history, key=len)
            live, archived, size = measure(link, objects, history, chosen.matches)
            print(f"{slug:22}{len(history):>8}{live:>16.0f}{archived:>10.0f}{size:>10.0f}", flush=True)
            rows.append(at_most(f"{slug}, bytes in Redis of an archived match", "400", archived / BYTES_MAX, 1.0))
        found = time_reads(link, objects, longest[:LONG])
        for what, seconds in found.items():
            figures[f"{what}, ms"] = seconds * 1000
            print(f"{what:44}{seconds * 1000:>8.1f} ms")
    keep("archive", rows, figures)
    return 0


def play(slug: str) -> list[Recorded]:
    builder = MatchBuilder(PEOPLE)
    recording = builder.record(slug, Random(0), MOVES_MAX)
    return builder.tables.store.read(recording.match)


def copy(link: Client, objects: FolderObjects, history: list[Recorded]) -> str:
    """The events under another id, as if they had been restored from a backup."""
    match = "m-" + secrets.token_hex(8)
    frontier = extend((), 0, [leaf_hash(one.version, one.stored) for one in history])
    events = tuple(encode(one.stored) for one in history)
    RedisBackup(link, objects).write_match(SavedMatch(match, pack(frontier), events, (), (), is_archived=False))
    return match


def measure(link: Client, objects: FolderObjects, history: list[Recorded], count: int) -> tuple[float, float, float]:
    """Bytes in Redis of a live match and of an archived one, and of its object."""
    link.call("FLUSHALL")
    store = RedisStore(link, objects)
    matches = [copy(link, objects, history) for _ in range(count)]
    live = memory(link) / count
    for match in matches:
        assert store.archive(match)
    size = sum(len(objects.get(name)) for name in objects.names() if matches[0] in name)
    registers = sum(int(link.call("MEMORY", "USAGE", key)) for key in link.call("KEYS", "*:matches:*"))
    return live, registers / count, size


def time_reads(link: Client, objects: FolderObjects, history: list[Recorded]) -> dict[str, float]:
    match = copy(link, objects, history)

    def read() -> None:
        assert len(RedisStore(link, objects).at(match).events) == len(history)

    found = {f"read {len(history)} events from Redis": timed(read)}
    assert RedisStore(link, objects).archive(match)
    found[f"read {len(history)} events from the archive"] = timed(read)
    store = RedisStore(link, objects)
    found["the same again by the same worker"] = timed(lambda: store.at(match))
    return found


def timed(work: Callable[[], object]) -> float:
    """The median of several runs, in seconds."""
    work()
    took = []
    for _ in range(READS):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return median(took)


if __name__ == "__main__":
    raise SystemExit(main())
