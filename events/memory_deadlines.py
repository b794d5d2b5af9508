"""The clock's diary in memory, for tests and for trying things out."""

from __future__ import annotations

from events.deadlines import DUE_MAX, Line


class MemoryDiary:
    def __init__(self) -> None:
        self._lines: dict[str, tuple[int, int]] = {}  # match -> time, version

    def note(self, match: str, version: int, at_ms: int | None, *, instead_of: int = 0) -> int:
        _, known = self._lines.get(match, (0, 0))
        if version < known and known != instead_of:
            return known
        if at_ms is None:
            self._lines.pop(match, None)
        else:
            self._lines[match] = (at_ms, version)
        return version

    def due(self, now_ms: int) -> list[Line]:
        overdue = sorted((at_ms, match) for match, (at_ms, _) in self._lines.items() if at_ms <= now_ms)
        return [Line(match, self._lines[match][1]) for _, match in overdue[:DUE_MAX]]
