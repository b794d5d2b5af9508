"""Figures over the whole store, for whoever watches it: how much there is, and how far behind its readers are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from events.redis.client import Client
from events.redis.deadlines import deadline_keys
from events.redis.feed import ASIDE_KEY
from events.redis.keys import feed_key, register_keys
from events.redis.lists import RedisLists
from events.store import StoreUnavailable

BACKUP_KEY = "backup:made"
UNREAD_MAX = 1000  # read of one feed, where the server does not tell how many there are (before 7.0)


class Lag(Struct, frozen=True):
    """How far a group of readers is behind the feeds."""

    entries: int
    oldest_ms: int | None  # when the oldest entry that was not read yet was written; None if there is none


class Servers(Struct, frozen=True):
    version: str  # the oldest, if there are several servers
    memory_bytes: int
    memory_limit_bytes: int  # 0 if one of them has none


class RedisFigures:
    """Raises StoreUnavailable if a server does not answer: half a figure would be a wrong one."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def count_matches(self) -> int:
        keys = [key for partition in self._client.layout.partitions for key in register_keys(partition)]
        return sum(map(int, self._ask([("HLEN", key) for key in keys])))

    def count_listed(self, names: Sequence[str]) -> list[int]:
        """How many items are in each of these lists."""
        return RedisLists(self._client).count(names)

    def count_set_aside(self) -> int:
        return int(self._client.call("XLEN", ASIDE_KEY))

    def earliest_deadline_ms(self) -> int | None:
        calls = [("ZRANGE", deadline_keys(one)[0], 0, 0, "WITHSCORES") for one in self._client.layout.partitions]
        return min((int(float(found[1])) for found in self._ask(calls) if found), default=None)

    def lag_of(self, group: str) -> Lag:
        """Of a feed without this group nothing is known: nobody has read it, and it is rebuilt from its matches."""
        known = self._client.call_many([("XINFO", "GROUPS", feed_key(one)) for one in self._client.layout.partitions])
        seen = {}
        for partition, reply in enumerate(known):
            if isinstance(reply, StoreUnavailable):
                raise reply
            for facts in () if isinstance(reply, Exception) else map(_pairs, reply):  # an error: there is no feed yet
                if facts[b"name"] == group.encode():
                    seen[partition] = facts
        after = {one: b"(" + facts[b"last-delivered-id"] for one, facts in seen.items()}
        unread = self._ask([("XRANGE", feed_key(one), begin, "+", "COUNT", UNREAD_MAX) for one, begin in after.items()])
        entries = sum(
            int(facts[b"pending"]) + (len(found) if facts.get(b"lag") is None else int(facts[b"lag"]))
            for facts, found in zip(seen.values(), unread, strict=True)
        )
        oldest = min((int(found[0][0].split(b"-")[0]) for found in unread if found), default=None)
        return Lag(entries, oldest)

    def servers(self) -> Servers:
        found = [_facts_of(server.call("INFO")) for server in self._client.servers()]
        limits = [int(facts.get("maxmemory", 0)) for facts in found]
        return Servers(
            min((facts.get("redis_version", "unknown") for facts in found), key=_order),
            sum(int(facts.get("used_memory", 0)) for facts in found),
            sum(limits) if all(limits) else 0,
        )

    def put_backup_time(self, at_ms: int) -> None:
        self._client.call("SET", BACKUP_KEY, at_ms)

    def backup_time_ms(self) -> int:
        """When the last backup was complete; 0: there was none."""
        return int(self._client.call("GET", BACKUP_KEY) or 0)

    def _ask(self, calls: Sequence[Sequence[Any]]) -> list[Any]:
        replies = self._client.call_many(calls)
        for reply in replies:
            if isinstance(reply, Exception):
                raise StoreUnavailable(str(reply)) from reply
        return replies


def _pairs(flat: Sequence[Any]) -> dict[Any, Any]:
    return dict(zip(flat[::2], flat[1::2]))


def _facts_of(info: Any) -> dict[str, str]:
    text = info.decode() if isinstance(info, bytes) else str(info)
    return dict(line.split(":", 1) for line in text.splitlines() if ":" in line)


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())
