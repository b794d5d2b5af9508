"""Which running matches have bots in them: the background process plays for these, also after a restart."""

from __future__ import annotations

from events.redis.client import Client

KEY = "bots:matches"


class RedisBots:
    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, match: str) -> None:
        self._client.call_confirmed("SADD", KEY, match)

    def remove(self, match: str) -> None:
        self._client.call("SREM", KEY, match)

    def all(self) -> set[str]:
        return {member.decode() for member in self._client.call("SMEMBERS", KEY)}
