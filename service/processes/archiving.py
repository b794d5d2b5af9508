"""Moves finished matches to the archive: by `matchledger archive`, or by the background process from time to time."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator

from events.codec import UnreadableEvent
from events.objects.store import ArchiveUnavailable
from events.redis.client import Client
from events.redis.feed import RedisFeed
from events.redis.head_log import RedisHeadLog
from events.redis.store import RedisStore
from games.registry import all_rules
from ledger.table import rulesets_of
from projections.tables import Tables, UnknownMatch
from service.handle import now_ms

log = logging.getLogger("matchledger")
DAY_MS = 24 * 60 * 60 * 1000
TURN_S = 1.0  # of the background process: it says after each that it is well
IDLE_S = 5.0
PASS_S = 600.0  # between two passes over all matches


class Archivist:
    """Archives matches that are finished and have not changed for some days."""

    def __init__(self, link: Client, store: RedisStore, days: float) -> None:
        self._link, self._store, self._days = link, store, days
        self._log = RedisHeadLog(link, store.objects)
        self._tables = Tables(store, rulesets_of(all_rules()))

    def all_matches(self) -> Iterator[str]:
        feed = RedisFeed(self._link, "archive", "archive")
        return feed.all_matches()

    def archive(self, match: str) -> bool:
        """Whether it was archived now. Raises ArchiveUnavailable if it stays in Redis because the archive fails."""
        if self._store.archives.is_finished(match):
            return False
        table = self._tables.current(match)
        if table.status != "finished" or table.last_at > now_ms() - self._days * DAY_MS:
            return False
        try:
            return self._store.archive(match)
        except ArchiveUnavailable as failed:
            raise ArchiveUnavailable(f"{match} stays in Redis: {failed}") from failed

    def finish(self) -> None:
        """After all matches: move old entries of the head log too, and delete objects that no head refers to."""
        self._log.archive()
        self._store.delete_leftovers()


class ArchiveTurns:
    """One pass over all matches after another, in short turns, with a long pause between two passes."""

    def __init__(self, archivist: Archivist) -> None:
        self._archivist = archivist
        self._left: Iterator[str] | None = None
        self._next_pass = time.monotonic()

    def __call__(self) -> float:
        """One turn; returns how long to wait before the next."""
        if time.monotonic() < self._next_pass:
            return IDLE_S
        if self._left is None:
            self._left = self._archivist.all_matches()
        end = time.monotonic() + TURN_S
        try:
            for match in self._left:
                self._archive(match)
                if time.monotonic() > end:
                    return 0.0
            self._archivist.finish()
        except Exception:  # passed on to the loop, which logs it and tries again
            self._left = None
            raise
        self._left, self._next_pass = None, time.monotonic() + PASS_S
        return IDLE_S

    def _archive(self, match: str) -> None:
        try:
            if self._archivist.archive(match):
                log.info("archived a match", extra={"match": match})
        except (UnreadableEvent, UnknownMatch) as damage:
            log.error("a match cannot be archived", extra={"match": match, "detail": str(damage)})
