"""Live viewers of a worker: one thread reads the feeds of the partitions that they watch, and events are read once for
each match."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from events.envelope import Recorded
from events.redis.client import Client
from events.redis.feed_tail import Changed, FeedTail
from events.store import StoreUnavailable
from ledger.table import Table
from projections.tables import Tables
from service.metrics.families import LIVE_SECONDS
from service.metrics.tallies import observe

T = TypeVar("T")
log = logging.getLogger("matchledger")
BLOCK_MS = 100  # a partition that somebody begins to watch is followed after this time at the latest
POLL_S = 0.1
IDLE_S = 1.0
BATCH_S = 0.05  # pause after changes: the first is announced at once, those of a burst together
RETRY_S = 0.5
EVENTS_MAX = 100  # kept for each match that is watched; a viewer further behind reads by itself


class Seen(NamedTuple):
    """The last event that a viewer has from an earlier connection: its version, and the id of its command."""

    version: int
    command: bytes


def seen_of(after: int | None, command: str | None) -> Seen | None:
    """What a viewer says of the last event that it has; None if it does not say of which command that was."""
    return None if after is None or command is None else Seen(after, bytes.fromhex(command))


class Reading(Struct):
    """What was read of a match. Viewers of this worker that read the same share `cache`: a viewer puts into it what it
    made from this reading, under a key that says all that it depends on beside the reading."""

    table: Table
    events: Sequence[Recorded]
    cache: dict[Any, Any]

    def shared(self, key: Any, make: Callable[[], T]) -> T:
        """What `make` gives, made once for all viewers with this key."""
        found: T | None = self.cache.get(key)
        if found is None:
            found = self.cache[key] = make()
        return found


class _Topic:
    """A match that somebody watches: its table and newest events, read once for all its viewers after each change."""

    def __init__(self, match: str, tables: Tables) -> None:
        self.viewers: list[Callable[[], None]] = []
        self.serial = 0  # of the last change
        self._match, self._tables = match, tables
        self._reading = threading.Lock()
        self._serial_read = -1
        self._losses = tables.losses
        self._before = 0  # the version before the first of the events
        self._events: list[Recorded] = []
        self._cache: dict[Any, Any] = {}
        self._table: Table | None = None

    def read(self, after: int, limit: int) -> Reading:
        with self._reading:
            # A viewer who comes from another worker may be ahead of what this one has read.
            if self._serial_read != self.serial or self._table is None or after > self._table.version:
                self._refresh(after)
            table, before, events, cache = self._table, self._before, self._events, self._cache
            assert table is not None, "it has been refreshed"
        if after >= before or not limit:
            return Reading(table, events[after - before : after - before + limit] if limit else (), cache)
        # Few viewers are that far behind, and each one at another version: what they make is not kept.
        return Reading(table, self._tables.store.read(self._match, after + 1, min(after + limit, table.version)), {})

    def _refresh(self, after: int) -> None:
        serial = self.serial
        known = self._table
        if known is not None and self._tables.kept_since(self._match, self._losses) is None:
            self._tables.keep(known)  # so that it is compared with the store, although it was long unused
        self._table = table = self._tables.current(self._match)
        if known is not None and table.version > known.version:
            observe(LIVE_SECONDS, max(0.0, time.time() - table.last_at / 1000))
        last = self._before + len(self._events)
        has_gap = not last <= table.version <= last + EVENTS_MAX
        is_erased = table.erased_at > last  # from events that are kept here
        if self._losses != self._tables.losses or not self._events or has_gap or is_erased:
            self._losses = self._tables.losses
            after = min(after, self._before) if is_erased else after  # as far back as before
            self._before = last = min(max(after, table.version - EVENTS_MAX), table.version)
            self._events = []
        if last < table.version:
            events = [*self._events, *self._tables.store.read(self._match, last + 1, table.version)]
            self._before, self._events = table.version - len(events[-EVENTS_MAX:]), events[-EVENTS_MAX:]
        self._cache = {}
        self._serial_read = serial  # if it has changed meanwhile, the next viewer reads again


class Subscription:
    """One viewer of one match. `on_change` is called after each change, from another thread, and must not wait."""

    def __init__(self, live: Live, match: str, topic: _Topic, on_change: Callable[[], None]) -> None:
        self._live, self._match, self._topic, self._on_change = live, match, topic, on_change
        self._losses = live.tables.losses
        topic.viewers.append(on_change)

    def read(self, after: int, limit: int) -> Reading:
        """The table now and its events after a version, shared with the other viewers of this worker."""
        return self._topic.read(after, limit)

    def kept(self, after: int, table: Table, seen: Seen | None = None) -> int | None:
        """To be asked after each read: None, or up to which version the events that the viewer has are still those of
        the match, if the store has lost some of the first `after`. `seen` is what a viewer had who comes back."""
        tables, since = self._live.tables, self._losses
        self._losses = tables.losses
        kept = tables.kept_since(self._match, since)
        if kept is None and (after > table.version or (seen is not None and not tables.has_command(table, *seen))):
            kept = 0  # lost before this worker, or this viewer, knew the match: it cannot tell which
        return kept if kept is not None and kept < after else None

    def close(self) -> None:
        self._live.unsubscribe(self._match, self._topic, self._on_change)


class WaitingSubscription(Subscription):
    """A viewer that waits for changes itself: read, then wait, and read again."""

    def __init__(self, live: Live, match: str, topic: _Topic) -> None:
        self._changed = threading.Event()
        super().__init__(live, match, topic, self._changed.set)

    def read(self, after: int, limit: int) -> Reading:
        self._changed.clear()  # before reading, so that no change between reading and waiting is missed
        return super().read(after, limit)

    def wake(self) -> None:
        """End the wait, although the match has not changed."""
        self._changed.set()

    def wait(self, timeout_s: float) -> bool:
        """Whether the match may have changed since it was read; returns as soon as it has."""
        return self._changed.wait(timeout_s)


class Bell:
    """Somebody who waits for a change of any match: read, then wait, and read again."""

    def __init__(self, live: Live) -> None:
        self._live, self._changed = live, threading.Event()

    def clear(self) -> None:
        """To be called before reading, so that no change between reading and waiting is missed."""
        self._changed.clear()

    def ring(self) -> None:
        self._changed.set()

    def wait(self, timeout_s: float) -> bool:
        return self._changed.wait(timeout_s)

    def close(self) -> None:
        self._live.remove_bell(self)


class Live:
    """Wakes the viewers of matches that change; its thread starts with the first viewer."""

    def __init__(self, client: Client, tables: Tables) -> None:
        self._client, self.tables = client, tables
        self._topics: dict[str, _Topic] = {}
        self._bells: list[Bell] = []
        self._watched: Counter[int] = Counter()  # topics of each partition
        self._is_wanted = threading.Event()  # somebody watches something
        self._lock = threading.Lock()
        self._reader: threading.Thread | None = None
        self._is_closed = False

    def close(self) -> None:
        """End the thread; nobody is woken from now on."""
        self._is_closed = True

    def subscribe(self, match: str) -> WaitingSubscription:
        with self._lock:
            return WaitingSubscription(self, match, self._topic(match))

    def follow(self, match: str, on_change: Callable[[], None]) -> Subscription:
        with self._lock:
            return Subscription(self, match, self._topic(match), on_change)

    def add_bell(self) -> Bell:
        with self._lock:
            bell = Bell(self)
            self._bells.append(bell)
            self._is_wanted.set()
            self._start()
        return bell

    def remove_bell(self, bell: Bell) -> None:
        with self._lock:
            self._bells.remove(bell)

    def unsubscribe(self, match: str, topic: _Topic, on_change: Callable[[], None]) -> None:
        with self._lock:
            topic.viewers.remove(on_change)
            if not topic.viewers:
                del self._topics[match]
                self._watched -= Counter([self._client.layout.partition_of(match)])

    def _topic(self, match: str) -> _Topic:
        topic = self._topics.get(match)
        if topic is None:
            topic = self._topics[match] = _Topic(match, self.tables)
            self._watched[self._client.layout.partition_of(match)] += 1
            self._is_wanted.set()
        self._start()
        return topic

    def _start(self) -> None:
        if self._reader is None:
            self._reader = threading.Thread(target=self._read_feeds, name="live", daemon=True)
            self._reader.start()

    def _ring(self) -> None:
        with self._lock:
            bells = list(self._bells)
        for bell in bells:
            bell.ring()

    def _wake(self, matches: set[str]) -> None:
        with self._lock:
            topics = [topic for match in matches if (topic := self._topics.get(match)) is not None]
            viewers = [on_change for topic in topics for on_change in topic.viewers]
            for topic in topics:
                topic.serial += 1
        for on_change in viewers:
            on_change()

    def _in_partitions(self, partitions: set[int]) -> set[str]:
        return (
            {match for match in list(self._topics) if self._client.layout.partition_of(match) in partitions}
            if partitions
            else set()
        )

    def _wanted(self) -> set[int]:
        """The partitions of watched matches; all, while somebody waits for a change of any match."""
        with self._lock:
            wanted = set(self._client.layout.partitions) if self._bells else set(self._watched)
            if not wanted:
                self._is_wanted.clear()
        return wanted

    def _read_feeds(self) -> None:
        tail: FeedTail | None = None
        while not self._is_closed:
            try:
                wanted = self._wanted()
                if not wanted:
                    tail = None
                    self._is_wanted.wait(IDLE_S)
                    continue
                if tail is None:
                    tail = FeedTail(self._client, ())
                new = tail.follow(wanted)
                changed = Changed(set(), new) if new else tail.changed(BLOCK_MS)
                # In a partition that was not followed before, anything may have changed since a viewer has read it.
                matches = changed.matches | self._in_partitions(changed.partitions)
                self._wake(matches)
                if changed.matches or changed.partitions:
                    self._ring()
                if new:
                    continue
                if matches:
                    time.sleep(BATCH_S)
                elif not tail.is_blocking:
                    time.sleep(POLL_S)
            except Exception as error:  # any error: nobody else would wake the viewers
                is_outage = isinstance(error, StoreUnavailable)
                log.warning("live viewers wait for the store", extra={"detail": str(error)}, exc_info=not is_outage)
                tail = None
                time.sleep(RETRY_S)
