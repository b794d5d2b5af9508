"""Live viewers of a worker: one thread reads the feeds for all of them, and events are read once for each match."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence

from events.envelope import Recorded
from events.redis.client import Client
from events.redis.feed import FeedTail
from events.store import StoreUnavailable
from ledger.table import Table
from projections.tables import Tables

log = logging.getLogger("matchledger")
BLOCK_MS = 1000
POLL_S = 0.1
BATCH_S = 0.05  # pause after changes: the first is announced at once, those of a burst together
RETRY_S = 0.5


class _Topic:
    """A match that somebody watches: whom to wake, and what was read for all of them since the last change."""

    def __init__(self) -> None:
        self.waiting: list[threading.Event] = []
        self.reading = threading.Lock()
        self.serial = 0  # of the last change
        self.found: tuple[Table, int, Sequence[Recorded]] | None = None  # table, version before the events, events


class Subscription:
    """One viewer of one match. Subscribe, read, then wait: so that no change between reading and waiting is missed."""

    def __init__(self, live: Live, match: str, topic: _Topic) -> None:
        self._live, self._match, self._topic = live, match, topic
        self._changed = threading.Event()
        topic.waiting.append(self._changed)

    def read(self, after: int, limit: int) -> tuple[Table, Sequence[Recorded]]:
        """The table now and its events after a version, shared with the other viewers of this worker."""
        topic, tables = self._topic, self._live.tables
        with topic.reading:
            found = topic.found
            if found is None:
                serial, table = topic.serial, tables.current(self._match)
                events = tables.store.read(self._match, after + 1, min(after + limit, table.version))
                found = table, after, events
                if serial == topic.serial:  # else it changed meanwhile, and the next one reads again
                    topic.found = found
        table, before, shared = found
        if before <= after and (after >= table.version or after < before + len(shared)):
            return table, shared[after - before : after - before + limit]
        return table, tables.store.read(self._match, after + 1, min(after + limit, table.version))

    def wait(self, timeout_s: float) -> bool:
        """Whether the match may have changed, as soon as it has."""
        return self._changed.wait(timeout_s)

    def close(self) -> None:
        self._live.unsubscribe(self._match, self._topic, self._changed)


class Live:
    """Wakes the viewers of matches that change; its thread starts with the first viewer."""

    def __init__(self, client: Client, tables: Tables) -> None:
        self.tables = tables
        self._client = client
        self._topics: dict[str, _Topic] = {}
        self._lock = threading.Lock()
        self._reader: threading.Thread | None = None
        self._is_closed = False

    def close(self) -> None:
        """End the thread; nobody is woken from now on."""
        self._is_closed = True

    def subscribe(self, match: str) -> Subscription:
        with self._lock:
            subscription = Subscription(self, match, self._topics.setdefault(match, _Topic()))
            if self._reader is None:
                self._reader = threading.Thread(target=self._read_feeds, name="live", daemon=True)
                self._reader.start()
        return subscription

    def unsubscribe(self, match: str, topic: _Topic, changed: threading.Event) -> None:
        with self._lock:
            if changed in topic.waiting:
                topic.waiting.remove(changed)
            if not topic.waiting and self._topics.get(match) is topic:
                del self._topics[match]

    def _wake(self, matches: set[str]) -> None:
        with self._lock:
            topics = [topic for match in matches if (topic := self._topics.get(match)) is not None]
            waiting = [changed for topic in topics for changed in topic.waiting]
            for topic in topics:
                topic.waiting, topic.found = [], None
                topic.serial += 1
        for changed in waiting:
            changed.set()

    def _read_feeds(self) -> None:
        tail: FeedTail | None = None
        while not self._is_closed:
            try:
                if tail is None:
                    tail = FeedTail(self._client)
                    self._wake(set(self._topics))  # after a gap anything may have changed
                matches = tail.changed_matches(BLOCK_MS)
                self._wake(matches)
                if matches:
                    time.sleep(BATCH_S)
                elif not tail.is_blocking:
                    time.sleep(POLL_S)
            except Exception as error:  # any error: nobody else would wake the viewers
                is_outage = isinstance(error, StoreUnavailable)
                log.warning("live viewers wait for the store", extra={"detail": str(error)}, exc_info=not is_outage)
                tail = None
                time.sleep(RETRY_S)
