"""The background process: keeps lists and deadlines up to date from the feeds, runs the clock, plays for bots."""

from __future__ import annotations

import logging
import signal
import threading
import time
from typing import Protocol

import msgspec

from events.codec import UnreadableEvent
from events.deadlines import Deadline, Deadlines
from events.head_log import log_head
from events.redis.client import Client, open_client
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import Pointer, RedisFeed
from events.redis.keys import PARTITIONS
from events.store import StoreUnavailable
from games.decider import IllegalMove
from games.packs import load_packs
from ledger.orders import Refused
from ledger.rules_clock import due_order
from ledger.table import Table
from projections.cards import cards_by_seat
from projections.docket import dispute_document, lists_of
from projections.lists import Summary, summary_of
from projections.tables import UnknownMatch
from service.app import build_services
from service.config import Config
from service.handle import LOOK_FOR_DEADLINE, FeedEntry, handle, now_ms
from service.processes.bots.runner import run_bots
from service.web.http import Services
from service.web.problems import Problem
from service.web.request_log import set_up_logs

log = logging.getLogger("matchledger")
BLOCK_MS = 1000
CLOCK_PAUSE_S = 0.05
CLUSTER_PAUSE_S = 0.1
RETRY_PAUSE_S = 0.5
REFUSED_PAUSE_MS = 1000
BROKEN_PAUSE_MS = 60_000
HEAD_EVERY = 64  # events of a match between two of its entries in the head log
LOGGED_MAX = 50_000
_feed_decoder = msgspec.msgpack.Decoder(FeedEntry)


class Projector:
    """Follows all feeds and keeps the lists and the deadlines up to date."""

    def __init__(self, services: Services, feed: RedisFeed, deadlines: Deadlines) -> None:
        self._services, self._feed, self._deadlines = services, feed, deadlines
        self._logged: dict[str, int] = {}  # version of each match's newest logged head, as far as known here

    def start(self) -> None:
        """Process what was missed while this process was not running."""
        for partition, position in self._feed.missed().items():
            self.rebuild(partition)
            self._feed.join(partition, position)
        for pointer in self._feed.unfinished():
            self.follow(pointer)

    def rebuild(self, partition: int) -> int:
        """Rebuild the lists, deadlines and logged heads of a partition from its matches; returns how many there are."""
        count = 0
        for match in self._feed.matches(partition):
            self.relist(match)
            self._log_head(match, 0, is_listed_change=True)
            count += 1
        return count

    def run_once(self, block_ms: int = BLOCK_MS) -> int:
        pointers = self._feed.take(block_ms)
        for pointer in pointers:
            self.follow(pointer)
        return len(pointers)

    def follow(self, pointer: Pointer) -> None:
        entry = _feed_decoder.decode(pointer.note)
        if entry.is_listed_change or entry.deadline_ms == LOOK_FOR_DEADLINE:
            self.relist(pointer.match)
        elif entry.deadline_ms is not None:
            self._note_deadline(pointer.match, pointer.version, entry.deadline_ms or None)
        self._log_head(pointer.match, pointer.version, is_listed_change=entry.is_listed_change)
        self._feed.acknowledge(pointer)

    def _log_head(self, match: str, version: int, *, is_listed_change: bool) -> None:
        """Add the match's head to the head log: at every change of its lists, and every HEAD_EVERY events."""
        if len(self._logged) > LOGGED_MAX:
            self._logged.clear()
        if is_listed_change or version - self._logged.get(match, 0) >= HEAD_EVERY:
            try:
                self._logged[match] = log_head(self._services.tables.store, self._services.heads, match)
            except UnreadableEvent as damage:  # one damaged match must not stop the others
                log.error("cannot add the head of a match to the head log", exc_info=damage, extra={"match": match})

    def relist(self, match: str) -> None:
        """Update the entries of a match in every list and its deadline."""
        try:
            table = self._services.tables.current(match)
            summary, due_ms = self._summary(table), table.due_ms()
        except StoreUnavailable:
            raise
        except Exception as damage:  # one damaged match must not stop the others
            log.error("cannot read a match", exc_info=damage, extra={"match": match})
            return
        known = self._services.listing.put(summary)
        if known > summary.version and known > self._services.tables.store.head(match).version:
            self._services.listing.put(summary, instead_of=known)  # the store has lost that version
        self._list_disputes(table)
        self._note_deadline(match, table.version, due_ms)

    def _summary(self, table: Table) -> Summary:
        """A finished match is read again for the cards that were played, unless they have been erased."""
        if table.status != "finished" or table.state is None:
            return summary_of(table)
        return summary_of(table, cards_by_seat(table, self._services.tables.store.read(table.match)))

    def _list_disputes(self, table: Table) -> None:
        if table.opened.is_public:
            for dispute in table.disputes:
                line = msgspec.json.encode(dispute_document(table, dispute))
                dispute_id = f"{table.match}~{dispute.number}"
                self._services.docket.put(dispute_id, table.version, dispute.opened_at, lists_of(dispute), line)

    def _note_deadline(self, match: str, version: int, at_ms: int | None) -> None:
        note_deadline(self._services, self._deadlines, match, version, at_ms)


def note_deadline(services: Services, deadlines: Deadlines, match: str, version: int, at_ms: int | None) -> None:
    """Store the deadline of the match at this version.

    A deadline of a later version is kept, unless the store has lost that version.
    """
    known = deadlines.set(match, version, at_ms)
    if known > version and known > services.tables.store.head(match).version:
        deadlines.set(match, version, at_ms, instead_of=known)


class Clock:
    """Sends the clock's command for every deadline that has passed. The rules decide, so late or twice does no harm."""

    def __init__(self, services: Services, deadlines: Deadlines) -> None:
        self._services, self._deadlines = services, deadlines

    def run_once(self) -> int:
        due = self._deadlines.due(now_ms())
        for line in due:
            try:
                self._act_on(line)
            except StoreUnavailable:
                raise
            except Exception as damage:  # one damaged match must not stop the clock of the others
                log.error("the clock failed on a match", exc_info=damage, extra={"match": line.match})
                self._deadlines.set(line.match, line.version, now_ms() + BROKEN_PAUSE_MS)
        return len(due)

    def _act_on(self, line: Deadline) -> None:
        match = line.match
        try:
            table = self._services.tables.current(match)
        except UnknownMatch:
            self._deadlines.set(match, line.version, None)
            return
        due_ms = table.due_ms()
        if due_ms is not None and due_ms <= now_ms():
            self._send(table)
        else:
            note_deadline(self._services, self._deadlines, match, table.version, due_ms)

    def _send(self, overdue: Table) -> None:
        match, order = overdue.match, due_order(overdue)
        if order is None:
            return
        try:
            handle(self._services.tables, match, order, known=overdue)
        except (IllegalMove, Refused, Problem) as refused:
            # Somebody acted first, or the match is held now: check again soon.
            log.info("the clock was refused", extra={"match": match, "detail": str(refused)})
            self._deadlines.set(match, overdue.version, now_ms() + REFUSED_PAUSE_MS)


def run(config: Config) -> None:
    """Run the background process until a signal stops it."""
    set_up_logs()
    load_packs(config.packs)
    assert config.redis_url is not None
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    link = open_client(config.redis_url, config.redis_wait)
    services = build_services(link)
    clock_link = open_client(config.redis_url, config.redis_wait)
    clock = Clock(build_services(clock_link), RedisDeadlines(clock_link))
    clock_thread = threading.Thread(target=run_clock, args=(clock, stopping), daemon=True)
    clock_thread.start()
    bots_thread = threading.Thread(target=run_bots, args=(config, stopping), daemon=True)
    bots_thread.start()
    projector = Projector(services, RedisFeed(link, "listing", "projector"), RedisDeadlines(link))
    run_projector(projector, not link.is_cluster, stopping)
    clock_thread.join(5)


class Stopping(Protocol):
    """The part of threading.Event that the loops use."""

    def is_set(self) -> bool: ...

    def wait(self, timeout: float) -> object: ...


def run_projector(projector: Projector, is_blocking: bool, stopping: Stopping) -> None:
    is_started = False
    while not stopping.is_set():
        try:
            if not is_started:
                projector.start()
                is_started = True
            if projector.run_once() == 0 and not is_blocking:
                stopping.wait(CLUSTER_PAUSE_S)
        except StoreUnavailable as gone:
            log.warning("the projector waits for the store", extra={"detail": str(gone)})
            is_started = False
            stopping.wait(RETRY_PAUSE_S)


def run_clock(clock: Clock, stopping: Stopping) -> None:
    while not stopping.is_set():
        try:
            clock.run_once()
            stopping.wait(CLOCK_PAUSE_S)
        except StoreUnavailable:
            stopping.wait(RETRY_PAUSE_S)


def rebuild_all(services: Services, link: Client) -> int:
    """Rebuild all lists and deadlines from the matches; returns how many there are."""
    projector = Projector(services, RedisFeed(link, "listing", "rebuild"), RedisDeadlines(link))
    began = time.monotonic()
    count = sum(projector.rebuild(partition) for partition in range(PARTITIONS))
    log.info("rebuilt the lists", extra={"matches": count, "seconds": round(time.monotonic() - began, 1)})
    return count
