"""`python -m bench.background`: what the one background process of a store costs, for docs/scale.md.

Plays matches of Coup on an embedded Redis, lets the projector follow the feeds, and prints the CPU time of the process
and of Redis for each entry of a feed, for each match that is listed again, and for each archived match that a pass over
all matches finds; and the memory that lists and head log take of a finished match. CPU times say something on a busy
machine too.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from bench.bytes import MOVES_MAX, PEOPLE, memory
from bench.matches import MatchBuilder
from bench.results import keep
from events.objects.folder import FolderObjects
from events.redis.client import Client, open_client
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import RedisFeed
from events.redis.store import RedisStore
from service.app import build_services
from service.processes.archiving import Archivist
from service.processes.embedded import EmbeddedRedis
from service.processes.projector import Projector

MS = 1e3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=40)
    chosen = parser.parse_args()
    figures: dict[str, float] = {}

    def tell(what: str, number: float, unit: str) -> None:
        figures[f"{what}, {unit}"] = number
        print(f"{what:56}{number:>10.3f} {unit}", flush=True)

    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(f"{folder}/data") as redis:
        link = open_client(redis.url)
        services = build_services(link)
        projector = Projector(services, RedisFeed(link, "listing", "bench"), RedisDeadlines(link))
        projector.start()
        builder = MatchBuilder(PEOPLE, RedisStore(link))
        matches = [builder.record("coup", Random(seed), MOVES_MAX).match for seed in range(chosen.matches)]
        entries = sum(int(link.call("XLEN", key)) for key in link.call("KEYS", "*:feed"))
        before = memory(link)
        follow = cpu(link, lambda: run_to_end(projector))
        listed = memory(link) - before
        tell("follow one entry of a feed, process", follow[0] / entries * MS, "ms")
        tell("follow one entry of a feed, Redis", follow[1] / entries * MS, "ms")
        relist = cpu(link, lambda: relist_all(projector, matches))
        tell("list a match again, process", relist[0] / len(matches) * MS, "ms")
        tell("lists and head log of a match", listed / len(matches) / MS, "KB")
        store = RedisStore(link, FolderObjects(Path(folder) / "archive"))
        archivist = Archivist(link, store, 0)
        packing = cpu(link, lambda: [archivist.archive(match) for match in matches])
        tell("archive a match, process", packing[0] / len(matches) * MS, "ms")
        again = cpu(link, lambda: [archivist.archive(match) for match in archivist.all_matches()])
        tell("pass an archived match over, process", again[0] / len(matches) * MS, "ms")
    keep("background", [], figures)
    return 0


def run_to_end(projector: Projector) -> None:
    while projector.run_once(1):
        pass


def relist_all(projector: Projector, matches: list[str]) -> None:
    for match in matches:
        projector.relist(match)


def cpu(link: Client, work: Callable[[], object]) -> tuple[float, float]:
    """Seconds of CPU of this process, and of Redis."""
    own, server = time.process_time(), server_cpu(link)
    work()
    return time.process_time() - own, server_cpu(link) - server


def server_cpu(link: Client) -> float:
    lines = link.call("INFO", "cpu").decode().splitlines()
    facts = dict(line.split(":", 1) for line in lines if ":" in line)
    return float(facts["used_cpu_user"]) + float(facts["used_cpu_sys"])


if __name__ == "__main__":
    raise SystemExit(main())
