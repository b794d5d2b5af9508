"""How many requests came from whom, over all workers: one hash for each window of time, which expires after it."""

from __future__ import annotations

from collections.abc import Mapping

from events.redis.client import Client
from events.redis.script import Script

_add = Script("limits.lua")


class RedisLimits:
    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, window: int, counts: Mapping[str, int], kept_s: int) -> dict[str, int]:
        """Add these counts; return the totals of the same names over all workers. One round trip for all names."""
        args = [arg for name, count in counts.items() for arg in (name, count)]
        totals = self._client.run(_add, [f"limits:{window}"], [kept_s, *args])
        return dict(zip(counts, map(int, totals)))
