"""The clock's diary in Redis."""

from __future__ import annotations

from pathlib import Path

from events.deadlines import DUE_MAX, Line
from events.redis.link import Link, Script

DIARY = "clock:diary"
VERSIONS = "{clock:diary}:v"  # in the same slot
_note = Script(Path(__file__).with_name("deadlines.lua"))


class RedisClock:
    def __init__(self, link: Link) -> None:
        self._link = link

    def note(self, match: str, version: int, at_ms: int | None, *, instead_of: int = 0) -> int:
        words = [match, version, "" if at_ms is None else at_ms, instead_of]
        return int(self._link.run(_note, (DIARY, VERSIONS), words))

    def due(self, now_ms: int) -> list[Line]:
        matches = self._link.call("ZRANGEBYSCORE", DIARY, "-inf", now_ms, "LIMIT", 0, DUE_MAX)
        versions = self._link.call("HMGET", VERSIONS, *matches) if matches else []
        return [Line(match.decode(), int(version or 0)) for match, version in zip(matches, versions)]
