"""Deadlines in memory, for tests and for trying things out."""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

from events.deadlines import DUE_MAX, Deadline


class MemoryDeadlines:
    failed: Mapping[int, str] = {}

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, int]] = {}  # match -> time, version

    def partition_of(self, match: str) -> int:
        return crc32(match.encode())

    def set(self, match: str, version: int, at_ms: int | None, *, instead_of: int = 0) -> int:
        _, known = self._kept.get(match, (0, 0))
        if version < known and known != instead_of:
            return known
        if at_ms is None:
            self._kept.pop(match, None)
        else:
            self._kept[match] = (at_ms, version)
        return version

    def due(self, now_ms: int) -> list[Deadline]:
        overdue = sorted((at_ms, match) for match, (at_ms, _) in self._kept.items() if at_ms <= now_ms)
        return [Deadline(match, self._kept[match][1]) for _, match in overdue[:DUE_MAX]]
