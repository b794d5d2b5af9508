"""Waking up whoever waits for a match: one reader of the feeds in each worker, however many viewers it has."""

from __future__ import annotations

import logging
import threading
import time

from events.redis.feed import FeedTail
from events.redis.link import Link
from events.store import StoreUnavailable

log = logging.getLogger("matchledger")
BLOCK_MS = 1000
POLL_S = 0.1
BATCH_S = 0.05  # after a look that found something: the first event is told at once, those of a rush together
RETRY_S = 0.5


class Live:
    """Viewers wait here by match; the reader starts with the first of them."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._waiting: dict[str, list[threading.Event]] = {}
        self._lock = threading.Lock()
        self._reader: threading.Thread | None = None
        self._is_closed = False

    def close(self) -> None:
        """Let the reader end; nobody is woken up from now on."""
        self._is_closed = True

    def subscribe(self, match: str) -> threading.Event:
        """A bell that rings when something may have happened in the match. Subscribe first, then read, then wait."""
        bell = threading.Event()
        with self._lock:
            self._waiting.setdefault(match, []).append(bell)
            if self._reader is None:
                self._reader = threading.Thread(target=self._read, name="live", daemon=True)
                self._reader.start()
        return bell

    def unsubscribe(self, match: str, bell: threading.Event) -> None:
        with self._lock:
            bells = self._waiting.get(match, [])
            if bell in bells:
                bells.remove(bell)
            if not bells:
                self._waiting.pop(match, None)

    def _ring(self, match: str) -> None:
        with self._lock:
            bells = self._waiting.pop(match, [])
        for bell in bells:
            bell.set()

    def _ring_all(self) -> None:
        """After a gap nobody knows what was missed, so everybody looks."""
        with self._lock:
            matches = list(self._waiting)
        for match in matches:
            self._ring(match)

    def _read(self) -> None:
        tail: FeedTail | None = None
        while not self._is_closed:
            try:
                if tail is None:
                    tail = FeedTail(self._link)
                    self._ring_all()
                matches = tail.matches(BLOCK_MS)
                for match in matches:
                    self._ring(match)
                if matches:
                    time.sleep(BATCH_S)
                elif not tail.is_blocking:
                    time.sleep(POLL_S)
            except Exception as trouble:  # whatever it is: viewers count on the reader, and nobody else would wake them
                is_outage = isinstance(trouble, StoreUnavailable)
                log.warning("live viewers wait for the store", extra={"detail": str(trouble)}, exc_info=not is_outage)
                tail = None
                time.sleep(RETRY_S)
