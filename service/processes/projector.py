"""Keeps what follows from the events up to date from the feeds: lists, docket, deadlines, bots, the head log."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence

import msgspec

from events.codec import UnreadableEvent
from events.deadlines import Deadlines
from events.head_log import HeadLost, log_head
from events.objects.store import ArchiveUnavailable
from events.redis.feed import BadEntry, Pointer, RedisFeed
from events.redis.head_log import ENTRIES
from events.redis.lists import GAMES_KEY
from events.store import StoreUnavailable
from ledger.bots import bots_of
from ledger.table import Table
from projections.cards import cards_by_seat, kinds_in
from projections.docket import branches_of, dispute_document, list_of_match, lists_of
from projections.lists import Summary, summary_of
from service.handle import UNKNOWN_DEADLINE, FeedEntry
from service.processes.bots.tokens import keep_tokens
from service.processes.clock import note_deadline
from service.processes.loops import Pause
from service.web.http import Services

log = logging.getLogger("matchledger")
BLOCK_MS = 1000
BLOCK_RETRY_MS = 200  # while some partitions are to be tried again
UNFINISHED_S = 10.0  # between two looks for entries that nobody finishes
HEAD_EVERY = 64  # events of a match between two of its entries in the head log
LOGGED_MAX = 50_000
DISPUTES_MAX = 1000  # of one match
RELISTED_MAX = 50_000
LISTS_KEY, LOG_KEY = GAMES_KEY, ENTRIES  # on a cluster, each may have a server of its own
_feed_decoder = msgspec.msgpack.Decoder(FeedEntry)


class Projector:
    """Follows all feeds and keeps lists, deadlines, the head log and the matches of bots up to date.

    What fails for one partition is tried again after a pause, while the others go on. Deadlines come first: they lie
    beside their matches, and do not wait for the server that holds the lists.
    """

    def __init__(self, services: Services, feed: RedisFeed, deadlines: Deadlines) -> None:
        self._services, self._feed, self._deadlines = services, feed, deadlines
        self._logged: dict[str, int] = {}  # version of each match's newest logged head, as far as known here
        self._bots: set[str] = set()  # whose tokens were kept; the runner notices if one is lost
        self._joined: set[int] = set()
        self._relisted: set[tuple[int, bytes]] = set()  # entries that wait for the head log alone
        self._pauses: dict[int, Pause] = {}  # of every partition, once the store has told how many there are
        self._next_check = 0.0
        self.heartbeat: Callable[[], None] = lambda: None  # called for every match of a turn that may take long

    def begin(self) -> None:
        """Another process may have worked meanwhile: take up again all partitions, and what it has left unfinished."""
        self._joined.clear()
        self._logged.clear()
        self._relisted.clear()

    @property
    def failing(self) -> str | None:
        """Why some partitions are behind."""
        reasons = {pause.reason for pause in self._pauses.values() if pause.reason}
        behind = sum(bool(pause.reason) for pause in self._pauses.values())
        return f"{behind} partitions are behind: {sorted(reasons)[0]}" if reasons else None

    def run_once(self, block_ms: int = BLOCK_MS) -> int:
        """Process what is new; returns how many entries that were. Raises StoreUnavailable if no feed can be read."""
        self._take_up()
        self._check_unfinished()
        joined = sorted(self._joined)
        if not joined:
            raise StoreUnavailable(self.failing or "no partition can be read")
        try:
            taken = self._feed.take(joined, min(block_ms, BLOCK_RETRY_MS) if self.failing else block_ms)
        except Exception:  # passed on to the loop, which logs it and tries again
            self._joined.clear()  # the next turn finds out which of them it was
            raise
        for partition, gone in taken.failed.items():
            self._leave(partition, gone)
        self.follow(taken.entries)
        return len(taken.entries)

    def _take_up(self) -> None:
        """Process what was missed while this process was not running, or while a server did not answer."""
        if not self._pauses:
            self._pauses = {partition: Pause() for partition in self._feed.partitions}
        for partition, pause in self._pauses.items():
            if (partition not in self._joined or pause.reason) and pause.is_over:
                self.heartbeat()
                try:
                    self._start(partition)
                except Exception as error:  # one damaged partition must not stop the others; _leave logs it
                    self._leave(partition, error)

    def _check_unfinished(self) -> None:
        """Between two turns nothing is unfinished but what is to be tried again. What another holder of the lease has
        taken in its last moment, and not finished, is taken up again."""
        if time.monotonic() >= self._next_check:
            self._next_check = time.monotonic() + UNFINISHED_S
            well = [one for one in sorted(self._joined) if not self._pauses[one].reason]
            self._joined.difference_update(self._feed.with_unfinished(well))
            self._take_up()

    def start(self) -> None:
        """Process what was missed, at once; raises StoreUnavailable if something could not be processed."""
        self._take_up()
        if self.failing:
            raise StoreUnavailable(self.failing)

    def _start(self, partition: int) -> None:
        pause = self._pauses[partition]
        position = self._feed.gap(partition)
        if position is not None:
            self.rebuild(partition)
            self._feed.join(partition, position)
        self._joined.add(partition)
        failures = pause.failures
        while entries := self._feed.unfinished(partition):
            self.follow(entries)
            if pause.failures > failures:
                return
        pause.end()

    def _leave(self, partition: int, error: Exception) -> None:
        self._joined.discard(partition)
        self._postpone(partition, error)

    def _postpone(self, partition: int, error: Exception) -> None:
        pause = self._pauses[partition]
        if not pause.reason:
            is_outage = isinstance(error, StoreUnavailable)
            extra = {"partition": partition, "detail": str(error)}
            log.warning("a partition has to wait", exc_info=None if is_outage else error, extra=extra)
        pause.begin(str(error) or type(error).__name__)

    def rebuild(self, partition: int) -> int:
        """Rebuild the lists, deadlines and logged heads of a partition from its matches; returns how many there are."""
        count, unread = 0, None
        for match in self._feed.matches(partition):
            self.heartbeat()
            try:
                self.relist(match)
                self._log_head(match, 0, is_listed_change=True)
            except ArchiveUnavailable as gone:  # the other matches of the partition do not wait for the archive
                unread = gone
            count += 1
        if unread is not None:
            raise unread
        return count

    def follow(self, entries: Sequence[Pointer | BadEntry]) -> None:
        """Entries that fail stay unacknowledged, and are read again after a pause."""
        listed: list[tuple[Pointer, FeedEntry]] = []
        behind: set[str] = set()  # matches of which an entry failed: their later ones would be followed before it
        for entry in entries:
            if isinstance(entry, Pointer) and entry.match in behind:
                continue
            try:
                note = self._read_note(entry)
                if note is not None and isinstance(entry, Pointer):
                    self._follow_deadline(entry, note)
                    if self._is_listed(entry, note):
                        listed.append((entry, note))
                    else:
                        self._feed.acknowledge(entry)
            except Exception as error:  # one entry must not stop the others; _postpone logs it
                self._postpone(entry.partition, error)
                if isinstance(entry, Pointer):
                    behind.add(entry.match)
        listed = self._follow_each(listed, LISTS_KEY, self._follow_lists)
        self._follow_each(listed, LOG_KEY, self._follow_log)

    def _follow_each(
        self, entries: list[tuple[Pointer, FeedEntry]], key: str, follow: Callable[[Pointer, FeedEntry], None]
    ) -> list[tuple[Pointer, FeedEntry]]:
        """Those entries with which it succeeded; the others are postponed. The key is one of the server that is needed
        beside that of the match."""
        done: list[tuple[Pointer, FeedEntry]] = []
        if not entries:
            return done
        try:
            self._feed.check_server(key)
        except StoreUnavailable as gone:
            self._postpone_all(entries, gone)
            return done
        for number, (pointer, note) in enumerate(entries):
            self.heartbeat()
            try:
                follow(pointer, note)
            except ArchiveUnavailable as gone:  # of this match alone
                self._postpone(pointer.partition, gone)
            except StoreUnavailable as gone:
                # If it is the server of the key, each of the others would wait for it as well.
                self._postpone_all(entries[number:], gone)
                return done
            except Exception as error:  # for example, a key of its partition holds something else
                self._postpone(pointer.partition, error)
            else:
                done.append((pointer, note))
        return done

    def _postpone_all(self, entries: Sequence[tuple[Pointer, FeedEntry]], error: Exception) -> None:
        for partition in {pointer.partition for pointer, _ in entries}:
            self._postpone(partition, error)

    def _is_listed(self, pointer: Pointer, note: FeedEntry) -> bool:
        """Whether anything of it goes to the lists or the head log."""
        return note.deadline_ms == UNKNOWN_DEADLINE or self._is_head_due(
            pointer.match, pointer.version, is_listed_change=note.is_listed_change
        )

    def _is_head_due(self, match: str, version: int, *, is_listed_change: bool) -> bool:
        return is_listed_change or version - self._logged.get(match, 0) >= HEAD_EVERY

    def _read_note(self, entry: Pointer | BadEntry) -> FeedEntry | None:
        """None if the entry cannot be read: it is kept for an operator, and the others go on."""
        if isinstance(entry, Pointer):
            try:
                return _feed_decoder.decode(entry.note)
            except msgspec.DecodeError as error:
                fields = (entry.match.encode(), b"%d" % entry.version, entry.note)
                entry = BadEntry(entry.partition, entry.entry, fields, str(error))
        log.error("an entry of a feed cannot be read", extra={"entry": entry.entry.decode(), "detail": entry.reason})
        self._feed.set_aside(entry)
        return None

    def _follow_deadline(self, pointer: Pointer, note: FeedEntry) -> None:
        if note.deadline_ms == UNKNOWN_DEADLINE:
            try:
                table = self._services.tables.current(pointer.match)
                due_ms = table.due_ms()
            except StoreUnavailable:
                raise
            except Exception:  # whoever lists the match logs it
                return
            self._note_deadline(pointer.match, table.version, due_ms)
        elif note.deadline_ms is not None:
            self._note_deadline(pointer.match, pointer.version, note.deadline_ms or None)

    def _follow_lists(self, pointer: Pointer, note: FeedEntry) -> None:
        """Once for each entry, also if it is read again because the server of the head log is away."""
        is_relisted = note.is_listed_change or note.deadline_ms == UNKNOWN_DEADLINE
        entry = (pointer.partition, pointer.entry)
        if is_relisted and entry not in self._relisted:
            self.relist(pointer.match)
            if len(self._relisted) >= RELISTED_MAX:
                self._relisted.clear()
            self._relisted.add(entry)

    def _follow_log(self, pointer: Pointer, note: FeedEntry) -> None:
        self._log_head(pointer.match, pointer.version, is_listed_change=note.is_listed_change)
        self._feed.acknowledge(pointer)
        self._relisted.discard((pointer.partition, pointer.entry))

    def _log_head(self, match: str, version: int, *, is_listed_change: bool) -> None:
        """Add the match's head to the head log: at every change of its lists, and every HEAD_EVERY events."""
        if len(self._logged) > LOGGED_MAX:
            self._logged.clear()
        if self._is_head_due(match, version, is_listed_change=is_listed_change):
            try:
                self._logged[match] = log_head(self._services.tables.store, self._services.heads, match)
            except HeadLost as lost:
                self._logged[match] = version  # once for every HEAD_EVERY events
                log.error("a logged head is not in the store", extra={"match": match, "detail": str(lost)})
            except UnreadableEvent as damage:  # one damaged match must not stop the others
                log.error("cannot add the head of a match to the head log", exc_info=damage, extra={"match": match})

    def relist(self, match: str) -> None:
        """Update the deadline of a match, its bots, and its entries in every list."""
        try:
            table = self._services.tables.current(match)
            summary, due_ms = self._summary(table), table.due_ms()
        except StoreUnavailable:
            raise
        except Exception as damage:  # one damaged match must not stop the others
            log.error("cannot read a match", exc_info=damage, extra={"match": match})
            return
        self._note_deadline(match, table.version, due_ms)
        self._note_bots(table)
        known = self._services.listing.put(summary)
        if known > summary.version and known > self._services.tables.store.head(match).version:
            self._services.listing.put(summary, instead_of=known)  # the store has lost that version
        self._list_disputes(table)
        self._list_branch(table)

    def _list_branch(self, table: Table) -> None:
        """Under the match that it leaves; whoever reads that list is shown those that they may see."""
        branch = table.opened.branch
        if branch is not None:
            line = msgspec.json.encode({"id": table.match})
            self._services.docket.put(f"branch~{table.match}", 1, table.opened_at, [branches_of(branch.match)], line)

    def _note_bots(self, table: Table) -> None:
        """Who plays for whom follows from the seats, so that a crash after they were taken loses nothing."""
        bots = bots_of(table)
        if not bots and not table.returned:
            return
        if table.status == "finished" or not bots:
            self._services.bots.remove(table.match)
            return
        if not bots.keys() <= self._bots:
            keep_tokens(self._services, table)
            self._bots.update(bots)
        self._services.bots.add(table.match)

    def _summary(self, table: Table) -> Summary:
        """A finished match is read again for the cards that were played, unless they have been erased."""
        if table.status != "finished" or table.state is None:
            return summary_of(table)
        cards = cards_by_seat(table, self._services.tables.store.read(table.match))
        return summary_of(table, cards, kinds_in(table))

    def _list_disputes(self, table: Table) -> None:
        if not table.opened.is_public:
            return
        docket = self._services.docket
        for dispute in table.disputes:
            line = msgspec.json.encode(dispute_document(table, dispute))
            item = f"{table.match}~{dispute.number}"
            names = lists_of(table, dispute)
            known = docket.put(item, table.version, dispute.opened_at, names, line)
            if known > table.version and known > self._services.tables.store.head(table.match).version:
                docket.put(item, table.version, dispute.opened_at, names, line, instead_of=known)
        listed, _ = docket.page(list_of_match(table.match), None, DISPUTES_MAX)
        for dispute_id in {msgspec.json.decode(line)["id"] for line in listed}:
            if all(dispute_id != f"{table.match}~{dispute.number}" for dispute in table.disputes):
                known = docket.remove(dispute_id, table.version)  # the store has lost its opening
                if known and known > self._services.tables.store.head(table.match).version:
                    docket.remove(dispute_id, table.version, instead_of=known)

    def _note_deadline(self, match: str, version: int, at_ms: int | None) -> None:
        note_deadline(self._services, self._deadlines, match, version, at_ms)
