"""Which running matches have bots in them: what the background process looks after, also after a restart."""

from __future__ import annotations

from events.redis.link import Link

KEY = "bots:matches"


class RedisBots:
    def __init__(self, link: Link) -> None:
        self._link = link

    def add(self, match: str) -> None:
        self._link.write("SADD", KEY, match)

    def remove(self, match: str) -> None:
        self._link.call("SREM", KEY, match)

    def all(self) -> set[str]:
        return {member.decode() for member in self._link.call("SMEMBERS", KEY)}
