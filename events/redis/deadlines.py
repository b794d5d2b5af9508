"""Deadlines in Redis: a sorted set by time, and the version of the match at which each was set."""

from __future__ import annotations

from events.deadlines import DUE_MAX, Deadline
from events.redis.client import Client
from events.redis.script import Script

TIMES = "{deadlines}:times"
VERSIONS = "{deadlines}:versions"
_set = Script("deadlines.lua")


class RedisDeadlines:
    def __init__(self, client: Client) -> None:
        self._client = client

    def set(self, match: str, version: int, at_ms: int | None, *, instead_of: int = 0) -> int:
        args = [match, version, "" if at_ms is None else at_ms, instead_of]
        return int(self._client.run(_set, (TIMES, VERSIONS), args))

    def due(self, now_ms: int) -> list[Deadline]:
        matches = self._client.call("ZRANGEBYSCORE", TIMES, "-inf", now_ms, "LIMIT", 0, DUE_MAX)
        versions = self._client.call("HMGET", VERSIONS, *matches) if matches else []
        return [Deadline(match.decode(), int(version or 0)) for match, version in zip(matches, versions)]
