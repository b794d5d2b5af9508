"""The head log in Redis: a stream of its own, whose keys share one hash tag."""

from __future__ import annotations

import msgspec

from events.head_log import LOG_ORIGIN, Entry, MatchHead, entry_of
from events.redis.client import Client
from events.redis.script import Script
from events.store import Head, StoreUnavailable
from events.tree import pack, unpack

ENTRIES, HEAD, NEWEST = _KEYS = ("{log}:e", "{log}:h", "{log}:m")
ORIGIN = "{log}:o"
_append = Script("head_log.lua", is_confirmed=True)
_begin = Script("new_log.lua", is_confirmed=True)
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Entry)


class RedisHeadLog:
    def __init__(self, client: Client) -> None:
        self._client = client

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
            reply = self._client.run(_append, _KEYS, args)
            if reply[0] != 1:
                return
            log = Head(int(reply[1]), unpack(reply[2]))  # another process appended first

    def origin(self) -> str:
        kept = self._client.call("GET", ORIGIN)
        return LOG_ORIGIN if kept is None else str(kept.decode())

    def begin(self, origin: str) -> None:
        known = self._client.call("GET", ORIGIN) or b""
        if not self._client.run(_begin, (*_KEYS, ORIGIN), (known, origin)):
            raise StoreUnavailable("another process has begun a new head log at the same moment")

    def head(self) -> Head:
        size, frontier = self._client.call("HMGET", HEAD, "v", "f")
        return Head(int(size or 0), unpack(frontier or b""))

    def entries(self, after: int, limit: int) -> list[Entry]:
        found = self._client.call("XRANGE", ENTRIES, f"{after + 1}-0", "+", "COUNT", limit)
        return [_decoder.decode(fields[1]) for _, fields in found]

    def newest(self, match: str) -> int | None:
        known = self._client.call("HGET", NEWEST, match)
        return None if known is None else int(known.partition(b":")[2])
