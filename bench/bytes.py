"""`python -m bench.bytes`: the memory of an event in Redis, for every game.

Plays matches of three players on an embedded Redis, every command with an idempotency key, and adds up the memory of
all that Redis keeps of them: stream, head, answers by key, snapshots, entries in the feed. It is compared with
what archived matches leave in Redis, and with the same events as a stream of plain JSON, without proofs and hidden
parts.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from random import Random
from typing import Any

import msgspec

from bench.matches import MatchBuilder
from bench.results import Row, at_most, keep
from events.codec import Codec
from events.envelope import Recorded
from events.objects.remote import RemoteObjects
from events.redis.client import Client, open_client
from events.redis.store import RedisStore
from games.registry import all_games
from projections.tables import Tables
from service.processes.embedded import EmbeddedRedis
from service.web.identity import Person

PEOPLE = [Person(f"p-{seat}" + "x" * 14, f"Player {seat}", "player") for seat in range(3)]
MOVES_MAX = 1500
RATIO_MAX, ARCHIVE_MAX = 1.8, 0.25


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=3)
    chosen = parser.parse_args()
    rows: list[Row] = []
    print("bytes an event in Redis")
    print(f"{'':22}{'events':>8}{'ledger':>9}{'plain':>8}{'ratio':>8}{'archive':>9}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(folder) as redis:
        link = open_client(redis.url)
        for slug in all_games():
            found = [measure(link, slug, seed) for seed in range(chosen.matches)]
            events, ledger, settled, archive, plain = (sum(column) for column in zip(*found, strict=True))
            row = f"{slug:22}{events:>8}{ledger / events:>9.0f}{plain / events:>8.0f}{ledger / plain:>8.2f}"
            print(f"{row}{archive / events:>9.0f}{archive / settled:>8.0%}", flush=True)
            rows.append(at_most(f"{slug}, bytes an event", "plain JSON", ledger / plain, RATIO_MAX))
            rows.append(at_most(f"{slug}, bytes in the archive", "live", archive / settled, ARCHIVE_MAX))
    keep("bytes", rows)
    return 0


def measure(link: Client, slug: str, seed: int) -> tuple[int, ...]:
    """Events of one match; its bytes in the ledger, the same without the feed, in its archive, as plain JSON."""
    link.call("FLUSHALL")
    recording = MatchBuilder(PEOPLE).record(slug, Random(seed), MOVES_MAX)
    store = RedisStore(link, RemoteObjects("memory://bench"))
    builder = MatchBuilder(PEOPLE, store)
    match = builder.begin_again(recording)
    for number, move in enumerate(recording.moves):
        builder.play(match, *move, key=f"command-{number}")
    Tables(store, builder.tables.rulesets).current(match)  # a worker that opens the match leaves a snapshot
    ledger = memory(link)
    history = store.read(match)
    for feed in link.call("KEYS", "*:feed"):  # bounded, so its entries are gone by the time a match is archived
        link.call("DEL", feed)
    settled = memory(link)
    store.archive(match)
    assert store.read(match) == history
    archive = memory(link)
    link.call("FLUSHALL")
    codec = builder.tables.recent(match).ruleset.codec
    for recorded in history:
        link.call("XADD", f"match:{match}", "*", "event", json.dumps(plain(codec, recorded), separators=(",", ":")))
    return len(history), ledger, settled, archive, memory(link)


def memory(link: Client) -> int:
    return sum(int(link.call("MEMORY", "USAGE", key, "SAMPLES", 0)) for key in link.call("KEYS", "*"))


def plain(codec: Codec, recorded: Recorded) -> dict[str, Any]:
    """The event without proofs and visibility: its type, actor, time and all its fields."""
    stored = recorded.stored
    fields = msgspec.to_builtins(codec.read(stored))
    return {"type": stored.type, "step": stored.step, "actor": stored.actor, "at": stored.at, **fields}


if __name__ == "__main__":
    raise SystemExit(main())
