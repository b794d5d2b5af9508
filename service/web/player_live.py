"""One live stream for a player over all their matches: each is followed as its viewers follow it, and told by kind."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from time import monotonic
from typing import Any

import msgspec
from msgspec.structs import asdict

from ledger.table import Table
from projections.attention import Attention, attention_of, changes_between, sort_by_wish
from projections.lists import ListFilter
from service.damaged import read_or_none
from service.web.http import Services
from service.web.identity import watched
from service.web.live import Subscription

MATCHES_MAX = 50  # of each status: the newest ones
FINISHED_MAX = 5  # matches that are over: their rematch is still of interest
# How long a match that the player has sat down in elsewhere may stay unknown to an open stream; between heartbeats.
REFRESH_S = 15.0


def own_matches(services: Services, player: str) -> list[str]:
    """The newest matches of this player, those that are over at the end."""
    found: list[str] = []
    for status, limit in (("running", MATCHES_MAX), ("open", MATCHES_MAX), ("finished", FINISHED_MAX)):
        page, _ = services.listing.page(ListFilter(None, status, player, is_own=True), None, limit)
        found += [summary.id for summary in page]
    return found


def own_attention(services: Services, player: str) -> list[Attention]:
    """What the matches of this player want of them, those that wait for them first; without those that are over."""
    found: list[Attention] = []
    for match in own_matches(services, player):
        table = read_or_none(match, services.tables.current)
        attention = None if table is None else attention_of(table, player)
        if attention is not None and attention.status != "finished":
            found.append(attention)
    return sort_by_wish(found)


def attention_document(one: Attention) -> dict[str, Any]:
    document = asdict(one)
    for name in ("moved_by", "moved_in", "taken"):
        del document[name]
    return document


class PlayerStream:
    """Follows the matches of one player, and tells what is new in them."""

    def __init__(self, services: Services, player: str) -> None:
        self._services, self._player = services, player
        self._changed = threading.Event()
        self.followed: dict[str, Subscription] = {}
        self._known: dict[str, Attention] = {}
        self._listed: set[str] = set()  # by the last refresh
        self._unread: set[str] = set()  # matches that could not be read; tried again with the next refresh

    def events(self, token_hash: bytes | None) -> Iterator[bytes]:
        """First everything as it is now, then each change; a comment as heartbeat. A revoked token ends it."""
        yield b"retry: 1000\n\n"
        with watched(self._services.identity, token_hash, self._changed.set) as is_revoked, closing(self):
            yield from self._send_changes(is_revoked)

    def _send_changes(self, is_revoked: Callable[[], bool]) -> Iterator[bytes]:
        self.refresh()
        refresh_at = monotonic() + REFRESH_S
        found = list(self.read_changes())
        waiting = sort_by_wish([one for one, _ in found if one.status != "finished"])
        yield _sse("matches", {"matches": [attention_document(one) for one in waiting]})
        while True:
            self._changed.wait(max(0.0, refresh_at - monotonic()))
            self._changed.clear()  # before looking, so that no change meanwhile is missed
            if is_revoked():
                return
            if monotonic() >= refresh_at:  # not at every change: most moves of others do not change the lists
                self.refresh()
                refresh_at = monotonic() + REFRESH_S
                yield b": heartbeat\n\n"
            for attention, kinds in self.read_changes():
                for kind in kinds:
                    yield _sse(kind, attention_document(attention))

    def refresh(self) -> None:
        """Follow what is new in the lists, and no longer what they have not named twice in a row: while a match goes
        from one list to another, it may be found in neither."""
        listed = own_matches(self._services, self._player)
        for match in listed:
            if match not in self.followed:
                self.followed[match] = self._services.live.follow(match, self._changed.set)
        for match in self.followed.keys() - self._listed - set(listed):
            self._unfollow(match)
        self._listed = set(listed)
        self._unread.clear()

    def read_changes(self) -> Iterator[tuple[Attention, list[str]]]:
        """Each match that has changed, and what is new; one that the player has left is followed no longer."""
        for match in list(self.followed):
            table = None if match in self._unread else read_or_none(match, self._read_table)
            if table is None:
                self._unread.add(match)
                continue
            before = self._known.get(match)
            if before is not None and before.version == table.version:
                continue
            attention = attention_of(table, self._player)
            if attention is None:
                self._unfollow(match)
                continue
            self._known[match] = attention
            yield attention, list(changes_between(before, attention))

    def close(self) -> None:
        for match in list(self.followed):
            self._unfollow(match)

    def _read_table(self, match: str) -> Table:
        return self.followed[match].read(0, 0).table

    def _unfollow(self, match: str) -> None:
        self.followed.pop(match).close()
        self._known.pop(match, None)


def _sse(kind: str, document: dict[str, Any]) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), msgspec.json.encode(document))
