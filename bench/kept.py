"""`python -m bench.kept`: all that Redis keeps of finished matches once they are archived, lists and head log included.

Plays a few matches of each game, stores copies of them under other ids with other players, logs their heads as often as
the background process does, lists them, and archives everything. The memory is that of every key, as Redis says it, by
the kind of key; and beside it how much the server as a whole has grown. Feeds are left out: they are bounded, however
many matches there are.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from bench.bytes import MOVES_MAX
from bench.matches import MatchBuilder
from bench.results import at_most, keep
from events.backup import SavedMatch
from events.codec import decode, encode
from events.envelope import Stored
from events.head_log import MatchHead
from events.objects.remote import RemoteObjects
from events.redis.backup import RedisBackup
from events.redis.client import Client, open_client
from events.redis.feed import Pointer
from events.redis.store import FEED_MAX, RedisStore
from events.tree import append_leaf, leaf_hash, pack, root_of
from games.registry import all_games
from service.app import build_services
from service.handle import FeedEntry
from service.processes.archiving import Archivist
from service.processes.background import rebuild_all
from service.processes.embedded import EmbeddedRedis
from service.processes.projector import HEAD_EVERY
from service.web.http import Services
from service.web.identity import Person, new_id

BYTES_MAX = 600
PEOPLE = [Person(new_id("p"), f"Player {seat}", "player") for seat in range(3)]
TEMPLATES = 3  # matches of each game that are really played
PLAYER_MATCHES = 30  # of each player
MINUTE_MS = 60_000
BEGIN_MS = 1_700_000_000_000


class Template(NamedTuple):
    events: list[Stored]
    logged: list[int]  # the versions whose heads are in the head log


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10_000)  # with fewer, what a server takes by itself counts more
    parser.add_argument("--games", nargs="*", default=["coup"], choices=list(all_games()), metavar="GAME")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(f"{folder}/data") as redis:
        link, objects = open_client(redis.url), RemoteObjects("memory://kept")
        link.call("CONFIG", "SET", "appendfsync", "no")  # what is measured is memory
        services = build_services(link, objects=objects)
        templates = [template for game in chosen.games for template in play(services, game)]
        link.call("FLUSHALL")
        empty = used_memory(link)
        store_copies(link, objects, services, templates, chosen.matches)
        rebuild_all(services, link)
        archive_all(link, objects)
        found = {kind: size / chosen.matches for kind, size in memory_by_kind(link).items()}
        grown = (used_memory(link) - empty) / chosen.matches
    total = sum(found.values())
    logged = sum(len(template.logged) for template in templates) / len(templates)
    print(f"{chosen.matches} archived matches of {', '.join(chosen.games)}: bytes in Redis of each")
    print(f"{logged:.1f} heads of each are in the head log")
    for kind, size in sorted(found.items(), key=lambda one: -one[1]):
        print(f"{kind:32}{size:>10.1f}")
    print(f"{'all keys':32}{total:>10.1f}\n{'growth of the server':32}{grown:>10.1f}")
    row = at_most("growth of Redis by an archived match, in bytes", str(BYTES_MAX), grown / BYTES_MAX, 1.0)
    keep("kept", [row], {**found, "all keys": total, "growth of the server": grown})
    return 0


def play(services: Services, slug: str) -> Iterator[Template]:
    """Matches that were played to their end."""
    builder = MatchBuilder(PEOPLE, services.tables.store)
    seeds, count = iter(range(1000)), 0
    while count < TEMPLATES:
        position = services.feed.end()
        match = builder.record(slug, Random(next(seeds)), MOVES_MAX).match
        if builder.tables.current(match).status == "finished":
            pointers = services.feed.read(position, FEED_MAX)[0]
            events = [one.stored for one in builder.store.read(match)]
            yield Template(events, logged_versions([one for one in pointers if isinstance(one, Pointer)]))
            count += 1


def logged_versions(pointers: Sequence[Pointer]) -> list[int]:
    """The versions whose heads the background process puts into the head log, if it follows every command at once."""
    found = [0]
    for pointer in pointers:
        is_listed_change = msgspec.msgpack.decode(pointer.note, type=FeedEntry).is_listed_change
        if is_listed_change or pointer.version - found[-1] >= HEAD_EVERY:
            found.append(pointer.version)
    return found[1:]


def store_copies(
    link: Client, objects: RemoteObjects, services: Services, templates: Sequence[Template], count: int
) -> None:
    rng = Random(0)
    people = [Person(new_id("p"), f"Player {number}", "player") for number in range(1 + 3 * count // PLAYER_MATCHES)]
    backup = RedisBackup(link, objects)
    for number in range(count):
        template = templates[number % len(templates)]
        match, players = new_id("m"), rng.sample(people, len(PEOPLE)) if len(people) >= len(PEOPLE) else PEOPLE
        copied = list(copy_events(template.events, match, players, BEGIN_MS + number * MINUTE_MS))
        events = tuple(encode(stored) for stored, _ in copied)
        for size in template.logged[:-1]:  # the last one is logged when the match is listed
            head = MatchHead(match, size, root_of(copied[size - 1][1]).hex())
            services.heads.append(head, is_public=True)
        backup.write_match(SavedMatch(match, pack(copied[-1][1]), events, (), (), is_archived=False))


def copy_events(
    events: Sequence[Stored], match: str, players: Sequence[Person], begin_ms: int
) -> Iterator[tuple[Stored, tuple[bytes, ...]]]:
    """Each event under the new id, with other players at another time; and the frontier after it."""
    frontier: tuple[bytes, ...] = ()
    old = events[0].public["match"]
    for index, event in enumerate(events):
        raw = encode(event).replace(old.encode(), match.encode())
        for before, after in zip(PEOPLE, players, strict=True):
            raw = raw.replace(before.id.encode(), after.id.encode())
        stored = decode(raw)
        stored = replace(stored, at=begin_ms + index)
        frontier = append_leaf(frontier, index, leaf_hash(index + 1, stored))[1]
        yield (replace(stored, root=root_of(frontier)) if stored.root else stored), frontier


def archive_all(link: Client, objects: RemoteObjects) -> None:
    archivist = Archivist(link, RedisStore(link, objects), 0)
    for match in list(archivist.all_matches()):
        assert archivist.archive(match)
    archivist.finish()


def memory_by_kind(link: Client) -> Counter[str]:
    """The memory of all keys but the feeds, by what they keep."""
    found: Counter[str] = Counter()
    for key in link.call("KEYS", "*"):
        if not key.endswith(b":feed"):
            found[kind_of(key.decode())] += int(link.call("MEMORY", "USAGE", key, "SAMPLES", 0))
    return found


def kind_of(key: str) -> str:
    key = re.sub(r"^\{p\d+\}", "{p}", key)
    return re.sub(r"[mp]-[0-9a-z]{16}|\d+$", "…", key)


def used_memory(link: Client) -> int:
    lines = link.call("INFO", "memory").decode().splitlines()
    return int(dict(line.split(":", 1) for line in lines if ":" in line)["used_memory"])


if __name__ == "__main__":
    raise SystemExit(main())
