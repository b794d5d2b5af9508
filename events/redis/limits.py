"""How often who has asked, over all workers: one hash for each window of time, gone soon after it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from events.redis.link import Link, Script

_ADD = Script(Path(__file__).with_name("limits.lua"))


class RedisLimits:
    def __init__(self, link: Link) -> None:
        self._link = link

    def add(self, window: int, counts: Mapping[str, int], kept_s: int) -> dict[str, int]:
        """Add these counts; the totals of the same names, over all workers. One round trip, however many names."""
        words = [word for name, count in counts.items() for word in (name, count)]
        totals = self._link.run(_ADD, [f"limits:{window}"], [kept_s, *words])
        return dict(zip(counts, map(int, totals)))
