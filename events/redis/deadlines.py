"""Deadlines in Redis: for each partition a sorted set by time, and the version of the match at which each was set.

They lie beside the matches, so that on a cluster the clock of a match needs no other server than that of the match.
"""

from __future__ import annotations

from typing import Any

from events.deadlines import DUE_MAX, Deadline
from events.redis.client import Client
from events.redis.script import Script
from events.store import StoreUnavailable

_set = Script("deadlines.lua")


def deadline_keys(partition: int) -> tuple[str, str]:
    """The times, and the versions."""
    return f"{{p{partition}}}:deadlines", f"{{p{partition}}}:deadlines:versions"


class RedisDeadlines:
    def __init__(self, client: Client) -> None:
        self._client = client
        self.failed: dict[int, str] = {}  # partitions that could not be asked the last time, and why

    def set(self, match: str, version: int, at_ms: int | None, *, instead_of: int = 0) -> int:
        args = [match, version, "" if at_ms is None else at_ms, instead_of]
        return int(self._client.run(_set, deadline_keys(self._client.layout.partition_of(match)), args))

    def due(self, now_ms: int) -> list[Deadline]:
        """A partition whose server does not answer is left out; it is an error only if none answers."""
        times = [deadline_keys(partition)[0] for partition in self._client.layout.partitions]
        replies = self._client.call_many(
            [("ZRANGEBYSCORE", key, "-inf", now_ms, "WITHSCORES", "LIMIT", 0, DUE_MAX) for key in times]
        )
        self.failed = {number: str(reply) for number, reply in enumerate(replies) if isinstance(reply, Exception)}
        if len(self.failed) == len(times):
            raise StoreUnavailable(self.failed[0])
        found: list[tuple[float, bytes, int]] = []
        for partition, reply in enumerate(replies):
            if reply and partition not in self.failed:
                found += _with_partition(partition, reply)
        return self._with_versions(sorted(found)[:DUE_MAX])

    def _with_versions(self, found: list[tuple[float, bytes, int]]) -> list[Deadline]:
        calls = [("HGET", deadline_keys(partition)[1], match) for _, match, partition in found]
        versions = self._client.call_many(calls)
        return [
            Deadline(match.decode(), int(version or 0))
            for (_, match, _), version in zip(found, versions, strict=True)
            if not isinstance(version, Exception)
        ]


def _with_partition(partition: int, reply: list[Any]) -> list[tuple[float, bytes, int]]:
    return [(float(score), match, partition) for match, score in zip(reply[::2], reply[1::2])]
