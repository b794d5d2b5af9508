"""Deadlines in Redis: for each partition a sorted set by time, and the version of the match at which each was set.

They lie beside the matches, so that on a cluster the clock of a match needs no other server than that of the match.
"""

from __future__ import annotations

import logging

from events.deadlines import DUE_MAX, Deadline
from events.redis.client import Client
from events.redis.script import Script
from events.store import StoreUnavailable

log = logging.getLogger("matchledger")
_set = Script("deadlines.lua")


def deadline_keys(partition: int) -> tuple[str, str]:
    """The times, and the versions."""
    return f"{{p{partition}}}:deadlines", f"{{p{partition}}}:deadlines:versions"


class RedisDeadlines:
    def __init__(self, client: Client) -> None:
        self._client = client
        self.failed: dict[int, str] = {}  # partitions that could not be asked the last time, and why

    def partition_of(self, match: str) -> int:
        return self._client.layout.partition_of(match)

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
        found: list[tuple[int, float, str]] = []
        for partition, reply in enumerate(replies):
            if partition in self.failed or not reply:
                continue
            own = self._own(partition, reply)
            found += [(rank, score, match) for rank, (score, match) in enumerate(own)]
        # Some of every partition: those of one in which nothing can be written now stay, and are named again and again.
        chosen = sorted(found)[: max(DUE_MAX, len(times))]
        return self._with_versions(sorted((score, match) for _, score, match in chosen))

    def _own(self, partition: int, reply: list[bytes]) -> list[tuple[float, str]]:
        """What no process of ours has written here is removed: nobody acts on it, and it would be named for ever."""
        named = [
            (float(score), self._client.layout.match_in(partition, raw)) for raw, score in zip(reply[::2], reply[1::2])
        ]
        foreign = [raw for raw, (_, match) in zip(reply[::2], named) if match is None]
        if foreign:
            extra = {"partition": partition, "count": len(foreign), "first": str(foreign[0])}
            log.error("removed deadlines that are of no match of their partition", extra=extra)
            try:
                self._client.call("ZREM", deadline_keys(partition)[0], *foreign)
            except StoreUnavailable as gone:
                self.failed[partition] = str(gone)
        return [(score, match) for score, match in named if match is not None]

    def _with_versions(self, found: list[tuple[float, str]]) -> list[Deadline]:
        partition_of = self._client.layout.partition_of
        calls = [("HGET", deadline_keys(partition_of(match))[1], match) for _, match in found]
        versions = self._client.call_many(calls)
        return [
            Deadline(match, _read_version(version))
            for (_, match), version in zip(found, versions, strict=True)
            if not isinstance(version, Exception)
        ]


def _read_version(raw: bytes | None) -> int:
    """0, which gives way to any other, if there is none or it is no number."""
    return int(raw) if raw is not None and raw.isdigit() else 0
