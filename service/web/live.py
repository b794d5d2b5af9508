"""Wakes requests that wait for a match to change: one reader of the feeds per worker, however many viewers it has."""

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
BATCH_S = 0.05  # pause after a read that found something, so that a burst of events wakes its viewers once
RETRY_S = 0.5


class Live:
    """Where viewers wait, by match; the reader thread starts with the first of them."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._waiting: dict[str, list[threading.Event]] = {}
        self._lock = threading.Lock()
        self._reader: threading.Thread | None = None
        self._is_closed = False

    def close(self) -> None:
        """Let the reader end; nobody is woken after that."""
        self._is_closed = True

    def subscribe(self, match: str) -> threading.Event:
        """An event that is set when the match may have changed. Subscribe first, then read, then wait."""
        changed = threading.Event()
        with self._lock:
            self._waiting.setdefault(match, []).append(changed)
            if self._reader is None:
                self._reader = threading.Thread(target=self._read, name="live", daemon=True)
                self._reader.start()
        return changed

    def unsubscribe(self, match: str, changed: threading.Event) -> None:
        with self._lock:
            waiting = self._waiting.get(match, [])
            if changed in waiting:
                waiting.remove(changed)
            if not waiting:
                self._waiting.pop(match, None)

    def _wake(self, match: str) -> None:
        with self._lock:
            waiting = self._waiting.pop(match, [])
        for changed in waiting:
            changed.set()

    def _wake_all(self) -> None:
        """After an interruption it is unknown what was missed, so everybody is woken to read again."""
        with self._lock:
            matches = list(self._waiting)
        for match in matches:
            self._wake(match)

    def _read(self) -> None:
        tail: FeedTail | None = None
        while not self._is_closed:
            try:
                if tail is None:
                    tail = FeedTail(self._link)
                    self._wake_all()
                matches = tail.matches(BLOCK_MS)
                for match in matches:
                    self._wake(match)
                if matches:
                    time.sleep(BATCH_S)
                elif not tail.is_blocking:
                    time.sleep(POLL_S)
            except Exception as error:  # the reader must not end: nothing else would wake the viewers
                is_outage = isinstance(error, StoreUnavailable)
                log.warning("live reader failed; retrying", extra={"detail": str(error)}, exc_info=not is_outage)
                tail = None
                time.sleep(RETRY_S)
