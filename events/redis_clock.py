"""The clock's diary in Redis: which match must be looked at when. It can be rebuilt from the matches."""

from __future__ import annotations

from events.redis_link import Link

DIARY = "clock:diary"
DUE_MAX = 200


class RedisClock:
    def __init__(self, link: Link) -> None:
        self._link = link

    def note(self, match: str, at_ms: int) -> None:
        self._link.call("ZADD", DIARY, at_ms, match)

    def forget(self, match: str) -> None:
        self._link.call("ZREM", DIARY, match)

    def due(self, now_ms: int) -> list[str]:
        """The matches whose moment has come, the longest overdue first."""
        found = self._link.call("ZRANGEBYSCORE", DIARY, "-inf", now_ms, "LIMIT", 0, DUE_MAX)
        return [member.decode() for member in found]
