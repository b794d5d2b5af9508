"""The log of match heads in memory, for tests and for trying things out."""

from __future__ import annotations

import threading

from events.head_log import LOG_ORIGIN, Entry, MatchHead, entry_of
from events.store import Head


class MemoryHeadLog:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._origin = LOG_ORIGIN
        self._head = Head(0, ())
        self._entries: list[Entry] = []
        self._newest: dict[str, int] = {}

    def append(self, head: MatchHead, *, is_public: bool, instead_of: int = 0) -> None:
        with self._lock:
            known = self._newest.get(head.match)
            if known in (None, instead_of) or self._entries[known - 1].head.size < head.size:
                entry, self._head = entry_of(head, self._head, is_public=is_public)
                self._entries.append(entry)
                self._newest[head.match] = len(self._entries)

    def origin(self) -> str:
        return self._origin

    def begin(self, origin: str) -> None:
        with self._lock:
            self._origin, self._head = origin, Head(0, ())
            self._entries, self._newest = [], {}

    def head(self) -> Head:
        with self._lock:
            return self._head

    def entries(self, after: int, limit: int) -> list[Entry]:
        with self._lock:
            return self._entries[after : after + limit]

    def newest(self, match: str) -> int | None:
        with self._lock:
            return self._newest.get(match)
