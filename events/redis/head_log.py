"""The head log in Redis: a stream of its own, whose keys share one hash tag."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import msgspec

from events.head_log import Entry, MatchHead, entry_of
from events.objects.store import NoObjects, Objects
from events.origin import FIRST_LOG
from events.redis.client import Client
from events.redis.head_log_tiles import STAYING, TILE, TILES, HeadLogTiles
from events.redis.script import Script
from events.store import Head, StoreUnavailable
from events.tree import pack, unpack

ENTRIES, HEAD, NUMBER = "{log}:e", "{log}:h", "{log}:n"
# Each match that was ever played has a field in one of these. Redis keeps up to 512 in each of them compactly.
NEWEST = tuple(f"{{log}}:m:{number}" for number in range(1024))
_append = Script("head_log.lua", is_confirmed=True)
_begin = Script("new_log.lua", is_confirmed=True)
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Entry)


class RedisHeadLog:
    """`objects` keeps old entries; without it none are moved there, and none that were can be read."""

    def __init__(self, client: Client, objects: Objects | None = None) -> None:
        self._client = client
        self._tiles = HeadLogTiles(client, NoObjects() if objects is None else objects)

    def append(self, head: MatchHead, *, is_public: bool, instead_of: int = 0) -> None:
        log = self.head()
        while True:
            entry, after = entry_of(head, log, is_public=is_public)
            args = [
                log.version,
                pack(log.frontier),
                head.match,
                head.size,
                pack(after.frontier),
                _encoder.encode(entry),
                instead_of,
            ]
            reply = self._client.run(_append, (ENTRIES, HEAD, _newest_of(head.match)), args)
            if reply[0] != 1:
                return
            log = Head(int(reply[1]), unpack(reply[2]))  # another process appended first

    def number(self) -> int:
        return int(self._client.call("GET", NUMBER) or FIRST_LOG)

    def begin(self, number: int) -> None:
        known = self._client.call("GET", NUMBER) or b""
        if not self._client.run(_begin, (NUMBER, ENTRIES, HEAD, TILES, *NEWEST), (known, number)):
            raise StoreUnavailable("another process has begun a new head log at the same moment")

    def head(self) -> Head:
        size, frontier = self._client.call("HMGET", HEAD, "v", "f")
        return Head(int(size or 0), unpack(frontier or b""))

    def entries(self, after: int, limit: int) -> list[Entry]:
        found: list[Entry] = []
        while len(found) < limit and (some := self._some_entries(after + len(found), limit - len(found))):
            found += some
        return found

    def _some_entries(self, after: int, limit: int) -> Sequence[Entry]:
        """All of them from Redis, or those of one tile. Nothing follows an entry that is missing."""
        found = self._client.call("XRANGE", ENTRIES, f"{after + 1}-0", f"{after + limit}-0")
        if found and found[0][0] == b"%d-0" % (after + 1):
            numbered = enumerate(found, after + 1)
            return [_decoder.decode(fields[1]) for number, (entry, fields) in numbered if entry == b"%d-0" % number]
        return self._tiles.entries(after, limit)

    def archive(self) -> int:
        """Move old entries to the archive; returns how many. An entry leaves Redis when its tile was written and read
        back, so that nothing is lost if the process is killed."""
        moved = 0
        while ((number := self._tiles.count()) + 1) * TILE + STAYING <= self.head().version:
            entries = self.entries(number * TILE, TILE)
            if len(entries) < TILE or not self._tiles.put(number, entries, ENTRIES):
                break  # an entry is missing, which the audit tells; or another process is moving them
            moved += TILE
        return moved

    def newest(self, match: str) -> int | None:
        known = self._client.call("HGET", _newest_of(match), match)
        return None if known is None else int(known.partition(b":")[2])


def _newest_of(match: str) -> str:
    return NEWEST[crc32(match.encode()) % len(NEWEST)]
