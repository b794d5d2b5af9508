"""What a backup takes from Redis and puts back: matches, people, tokens and the signing seed.

Lists, deadlines, feeds and snapshots are not in it: they are rebuilt from the matches.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from events.backup import SavedKey, SavedMatch
from events.objects.store import Objects
from events.redis.archive import RedisArchives
from events.redis.client import Client
from events.redis.keys import register_keys
from events.redis.layout import is_new
from events.redis.people import ARBITERS_KEY
from events.redis.signing_seed import KEY as SEED_KEY
from events.redis.tokens import REVOKED_KEY
from events.store import StoreUnavailable

ATTEMPTS_MAX = 50
PAUSE_S = 0.02
CHUNK = 500  # values in one call
# Tokens before people: whoever a token in the backup belongs to is in it too.
_PATTERNS = ("token:*", "tokens:*", "person:*")


class RedisBackup:
    def __init__(self, client: Client, objects: Objects) -> None:
        self._client = client
        self._archives = RedisArchives(client, objects)

    def match_ids(self) -> list[str]:
        keys = [key for partition in self._client.layout.partitions for key in register_keys(partition)]
        found = self._client.call_many([("HKEYS", key) for key in keys])
        for reply in found:
            if isinstance(reply, Exception):
                raise StoreUnavailable(str(reply)) from reply
        return sorted(raw.decode() for members in found for raw in members)

    def read_match(self, match: str) -> SavedMatch:
        """A match up to its head, as it was at one moment."""
        for _ in range(ATTEMPTS_MAX):
            whole = self._archives.read_whole(match)
            if whole is not None:
                return SavedMatch(match, whole.frontier, whole.events, whole.answers, whole.journal, whole.is_finished)
            time.sleep(PAUSE_S)  # it changed while it was read
        raise StoreUnavailable(f"match {match} cannot be read: its events are not as many as its head says")

    def read_keys(self) -> Iterator[SavedKey]:
        for pattern in _PATTERNS:
            for key in sorted(self._scan(pattern)):
                if key != REVOKED_KEY.encode():
                    yield from self._read_key(key, "hash" if pattern == "tokens:*" else "string")
        yield from self._read_key(ARBITERS_KEY.encode(), "set")
        yield from self._read_key(SEED_KEY.encode(), "string")

    def _scan(self, pattern: str) -> set[bytes]:
        found: set[bytes] = set()
        for server in self._client.servers():
            cursor: Any = 0
            while True:
                cursor, keys = server.call("SCAN", cursor, "MATCH", pattern, "COUNT", 1000)
                found.update(keys)
                if int(cursor) == 0:
                    break
        return found

    def _read_key(self, key: bytes, kind: Any) -> Iterator[SavedKey]:
        """Nothing, if it was deleted meanwhile."""
        name = key.decode()
        if kind == "string":
            value = self._client.call("GET", name)
            if value is not None:
                yield SavedKey(key, kind, (value,))
        elif values := self._client.call("HGETALL" if kind == "hash" else "SMEMBERS", name):
            yield SavedKey(key, kind, tuple(values))

    def is_empty(self) -> bool:
        return is_new(self._client)

    def write_match(self, saved: SavedMatch) -> None:
        stream, head, answers, journal, _, register = self._client.layout.keys_of(saved.match)
        calls: list[list[Any]] = [
            ["XADD", stream, f"{version}-0", "e", raw] for version, raw in enumerate(saved.events, 1)
        ]
        calls += [["HSET", answers, field, value] for field, value in saved.answers]
        calls += [["RPUSH", journal, raw] for raw in saved.journal]
        # The match is known when all of it is there.
        calls += [["HSET", head, "v", len(saved.events), "f", saved.frontier], ["HSET", register, saved.match, ""]]
        for begun in range(0, len(calls), CHUNK):
            for reply in self._client.call_many(calls[begun : begun + CHUNK]):
                if isinstance(reply, Exception):
                    raise StoreUnavailable(f"match {saved.match} cannot be written: {reply}") from reply
        if saved.is_archived:
            self._archives.put(saved.match)

    def write_key(self, saved: SavedKey) -> None:
        command = {"string": "SET", "hash": "HSET", "set": "SADD"}[saved.kind]
        self._client.call(command, saved.key.decode(), *saved.value)
