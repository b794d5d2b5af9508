"""A lease in Redis: one process of all that share a store has it, for a few seconds at a time."""

from __future__ import annotations

from events.redis.client import Client
from events.redis.script import Script

KEY = "background:lease"
_lease = Script("lease.lua")


class RedisLease:
    def __init__(self, client: Client, holder: str) -> None:
        self._client, self._holder = client, holder

    def take(self, length_ms: int) -> bool:
        """Take or renew it; false if another process has it."""
        return bool(self._client.run(_lease, (KEY,), (self._holder, length_ms)))

    def give_back(self) -> None:
        self._client.run(_lease, (KEY,), (self._holder, 0))
