"""The log of match heads in memory, for tests and for trying things out."""

from __future__ import annotations

import threading

from events.head_log import Entry, MatchHead, entry_of
from events.origin import FIRST_LOG
from events.store import Head


class MemoryHeadLog:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = FIRST_LOG
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

    def number(self) -> int:
        return self._number

    def begin(self, number: int) -> None:
        with self._lock:
            self._number, self._head = number, Head(0, ())
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
