"""`python -m bench.kept`: all that Redis keeps of finished matches once they are archived, lists and head log included.

For each game in a store of its own: plays a few matches with the random player, stores each of them under another id,
logs its heads as often as the background process does, lists it, and archives it. The other matches are copies of what
Redis then keeps of these: their summaries with other ids, players and times, their lines in the register and their
entries in the head log with other hashes; nothing else is left of an archived match. With --whole every copy is stored,
listed and archived as the first ones are, which takes 2 minutes (Coup) to 30 for 10,000 matches.

With --played there are no copies: every match is played and archived. In the end each is read at its newest step and at
one in the middle, executed again by the audit, and branched in the middle, over the API; each branch is begun and must
show what the match showed there.

The memory is that of every key, as Redis says it, by the kind of key; and beside it how much the server as a whole has
grown. Feeds are left out: they are bounded, however many matches there are.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
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
from events.head_log import MatchHead, log_head
from events.objects.folder import FolderObjects
from events.objects.remote import RemoteObjects
from events.objects.store import Objects
from events.redis.archive import REFERENCE_BYTES
from events.redis.backup import RedisBackup
from events.redis.client import Client, open_client
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import Pointer, RedisFeed
from events.redis.head_log import RedisHeadLog
from events.redis.store import FEED_MAX, RedisStore
from events.tree import append_leaf, leaf_hash, pack, root_of
from games.registry import all_games
from projections.lists import Summary
from service.app import build_services, create_app
from service.config import Config
from service.handle import FeedEntry
from service.processes.archiving import Archivist
from service.processes.embedded import EmbeddedRedis
from service.processes.projector import HEAD_EVERY, Projector
from service.web.http import Services
from service.web.identity import Person, new_id
from tests.http.asking import in_process

BYTES_MAX = 600
PEOPLE = [Person(new_id("p"), f"Player {seat}", "player") for seat in range(3)]
TEMPLATES = 8  # matches of each game that are really played
PLAYER_MATCHES = 30  # of each player
MINUTE_MS = 60_000
BEGIN_MS = 1_700_000_000_000
GROWTH = "growth of the server"


class Template(NamedTuple):
    events: list[Stored]
    logged: list[int]  # the versions whose heads are in the head log


class Example(NamedTuple):
    """What is left of an archived match."""

    summary: Summary
    logged: list[int]
    line: bytes  # in the register


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10_000)  # with fewer, what a server takes by itself counts more
    parser.add_argument("--whole", action="store_true", help="store and archive every match, not a few of them")
    parser.add_argument("--played", action="store_true", help="play every match; then read, audit and branch each")
    parser.add_argument("--games", nargs="*", default=["coup"], choices=list(all_games()), metavar="GAME")
    chosen = parser.parse_args()
    found = {
        game: measure_played(game, chosen.matches)
        if chosen.played
        else measure(game, chosen.matches, is_whole=chosen.whole)
        for game in chosen.games
    }
    rows = [
        at_most(f"{game}: growth of Redis by an archived match, in bytes", str(BYTES_MAX), sizes[GROWTH], BYTES_MAX)
        for game, sizes in found.items()
    ]
    keep("kept", rows, found)
    return 0


def measure(game: str, count: int, *, is_whole: bool) -> dict[str, float]:
    """Bytes in Redis of each match, by what they are for."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(f"{folder}/data") as redis:
        link, objects = open_client(redis.url), RemoteObjects(f"memory://kept-{game}")
        link.call("CONFIG", "SET", "appendfsync", "no")  # what is measured is memory
        services = build_services(link, objects=objects)
        templates = list(play(services, game))
        link.call("FLUSHALL")
        empty = used_memory(link)
        copier, rng = Copier(link, objects, services), Random(0)
        people = [Person(new_id("p"), f"Player {number}", "player") for number in range(3 * count // PLAYER_MATCHES)]
        examples: list[Example] = []
        for number in range(count):
            players = rng.sample(people, len(PEOPLE)) if len(people) >= len(PEOPLE) else PEOPLE
            begin_ms = BEGIN_MS + number * MINUTE_MS
            if is_whole or number < len(templates):
                examples.append(copier.archive_copy(templates[number % len(templates)], players, begin_ms))
            else:
                copier.copy_kept(examples[number % len(templates)], players, begin_ms)
        RedisHeadLog(link, objects).archive()
        found = {kind: size / count for kind, size in memory_by_kind(link).items()}
        grown = (used_memory(link) - empty) / count
    events = sum(len(template.events) for template in templates) / len(templates)
    return tell(game, count, events, sum(len(template.logged) for template in templates) / len(templates), found, grown)


def measure_played(game: str, count: int) -> dict[str, float]:
    """The same of matches that were each played, and can be looked at in the end."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(f"{folder}/data") as redis:
        link, objects = open_client(redis.url), FolderObjects(Path(folder) / "archive")
        link.call("CONFIG", "SET", "appendfsync", "no")
        services = build_services(link, objects=objects)
        copier, rng, seeds = Copier(link, objects, services), Random(0), iter(range(10**9))
        play_one(services, game, PEOPLE, seeds)
        link.call("FLUSHALL")  # the scripts of the store remain
        empty = used_memory(link)
        people = [Person(new_id("p"), f"Player {number}", "player") for number in range(3 * count // PLAYER_MATCHES)]
        matches, events, logged = [], 0, 0
        for _ in range(count):
            played = play_one(services, game, rng.sample(people, 3) if len(people) >= len(PEOPLE) else PEOPLE, seeds)
            matches.append(copier.archive_played(played))
            events, logged = events + len(played.events), logged + len(played.logged)
        RedisHeadLog(link, objects).archive()
        found = {kind: size / count for kind, size in memory_by_kind(link).items()}
        feeds = link.call("KEYS", "*:feed")
        entries, with_feeds = sum(int(link.call("XLEN", key)) for key in feeds), used_memory(link)
        link.call("DEL", *feeds)
        grown = used_memory(link) - empty
        print(f"beside them {entries} entries of feeds, {(with_feeds - empty - grown) / entries:.0f} bytes each")
        figures = tell(game, count, events / count, logged / count, found, grown / count)
        look_at_each(matches, build_services(link, objects=objects))  # which remember nothing
    return figures


def tell(
    game: str, count: int, events: float, logged: float, found: dict[str, float], grown: float
) -> dict[str, float]:
    print(f"{count} archived matches of {game}, {events:.0f} events each: bytes in Redis of each")
    print(f"{logged:.1f} heads of each are in the head log")
    for kind, size in sorted(found.items(), key=lambda one: -one[1]):
        print(f"{kind:48}{size:>10.1f}")
    print(f"{'all keys':48}{sum(found.values()):>10.1f}\n{GROWTH:48}{grown:>10.1f}\n", flush=True)
    return {**found, "all keys": sum(found.values()), GROWTH: grown}


def look_at_each(matches: Sequence[str], services: Services) -> None:
    """Read, audit and branch every match, and begin the branch."""
    ask = in_process(create_app(Config(limits="off"), services))
    tokens = [ask.client.player(f"Reader {seat}") for seat in range(len(PEOPLE))]
    began = time.perf_counter()
    for match in matches:
        path = f"/v1/matches/{match}"
        newest = ask("GET", path).json
        assert (newest["id"], newest["status"]) == (match, "finished"), newest
        step = newest["step"] // 2
        before = ask("GET", f"{path}/steps/{step}?state=true&view=seat:0").json
        then = ask("GET", f"{path}?at={before['version']}").json
        assert (then["id"], then["step"], then["status"]) == (match, step, "running"), then
        audit = ask("GET", f"{path}/audit", tokens[0]).json
        assert audit["verdict"] == "ok", audit
        branch = ask("POST", f"{path}/branches", tokens[0], {"step": step}).json
        for seat, token in enumerate(tokens):
            taken = ask("POST", f"/v1/matches/{branch['id']}/seats", token, {"seat": seat})
            assert taken.status == 201, taken
        begun = ask("POST", f"/v1/matches/{branch['id']}/start", tokens[0])
        assert begun.status == 200, begun
        shown = ask("GET", f"/v1/matches/{branch['id']}", tokens[0]).json
        assert (shown["step"], shown["state"]) == (step, before["state"]), branch["id"]
    services.live.close()
    print(f"all {len(matches)} were read, audited and branched in {time.perf_counter() - began:.0f} s\n", flush=True)


def play(services: Services, slug: str) -> Iterator[Template]:
    """Matches that were played to their end."""
    seeds = iter(range(1000))
    for _ in range(TEMPLATES):
        yield play_one(services, slug, PEOPLE, seeds)


def play_one(services: Services, slug: str, people: Sequence[Person], seeds: Iterator[int]) -> Template:
    builder = MatchBuilder(people, services.tables.store)
    while True:
        position = services.feed.end()
        match = builder.record(slug, Random(next(seeds)), MOVES_MAX).match
        if builder.tables.current(match).status == "finished":
            pointers = services.feed.read(position, FEED_MAX)[0]
            events = [one.stored for one in builder.store.read(match)]
            return Template(events, logged_versions([one for one in pointers if isinstance(one, Pointer)]))


def logged_versions(pointers: Sequence[Pointer]) -> list[int]:
    """The versions whose heads the background process puts into the head log, if it follows every command at once."""
    found = [0]
    for pointer in pointers:
        is_listed_change = msgspec.msgpack.decode(pointer.note, type=FeedEntry).is_listed_change
        if is_listed_change or pointer.version - found[-1] >= HEAD_EVERY:
            found.append(pointer.version)
    return found[1:]


class Copier:
    """Makes archived matches of other players out of those that were played."""

    def __init__(self, link: Client, objects: Objects, services: Services) -> None:
        self._link, self._services, self._rng = link, services, Random(1)
        self._backup = RedisBackup(link, objects)
        self._projector = Projector(services, RedisFeed(link, "listing", "bench"), RedisDeadlines(link))
        self._archivist = Archivist(link, RedisStore(link, objects), 0)

    def archive_copy(self, template: Template, players: Sequence[Person], begin_ms: int) -> Example:
        """Store, list and archive a copy."""
        match = new_id("m")
        copied = list(copy_events(template.events, match, players, begin_ms))
        events = tuple(encode(stored) for stored, _ in copied)
        self._backup.write_match(SavedMatch(match, pack(copied[-1][1]), events, (), (), is_archived=False))
        self._archive(match, [(size, root_of(copied[size - 1][1])) for size in template.logged])
        summary = self._services.listing.find(match)
        assert summary is not None
        line = self._link.call("HGET", self._register_of(match), match)
        return Example(summary, template.logged, line)

    def archive_played(self, played: Template) -> str:
        """The match itself; returns its id."""
        match: str = played.events[0].public["match"]
        self._archive(match, [(size, played.events[size - 1].root) for size in played.logged])
        return match

    def _archive(self, match: str, heads: Sequence[tuple[int, bytes]]) -> None:
        for size, root in heads[:-1]:  # the last one is logged when the match is listed
            self._log_head(match, size, root)
        self._projector.relist(match)
        log_head(self._services.tables.store, self._services.heads, match)
        assert self._archivist.archive(match)

    def copy_kept(self, example: Example, players: Sequence[Person], begin_ms: int) -> None:
        """What Redis keeps of a copy once it is archived."""
        match = new_id("m")
        seats = [
            {**seat, "player": one.id, "name": one.name}
            for seat, one in zip(example.summary.seats, players, strict=True)
        ]
        self._services.listing.put(replace(example.summary, id=match, opened_at=begin_ms, seats=seats))
        for size in example.logged:
            self._log_head(match, size, self._rng.randbytes(32))
        version = example.line[REFERENCE_BYTES:]
        self._link.call("HSET", self._register_of(match), match, self._rng.randbytes(REFERENCE_BYTES) + version)

    def _log_head(self, match: str, size: int, root: bytes) -> None:
        self._services.heads.append(MatchHead(match, size, root.hex()), is_public=True)

    def _register_of(self, match: str) -> str:
        return self._link.layout.keys_of(match)[5]


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
