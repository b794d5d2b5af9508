"""The live streams of one match (server-sent events): its events one by one, or its table after each change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import Protocol

import msgspec

from events.envelope import Recorded, redact_for
from events.visibility import Viewer
from service.web.http import Services
from service.web.identity import Person, watched
from service.web.live import Reading, Seen
from service.web.live_table import Shown, shown_of, table_message
from service.web.presenters import viewer_of, visible_table

HEARTBEAT_S = 15.0
EVENTS_AT_ONCE = 200


class Sender(Protocol):
    """What one viewer is sent of a match."""

    after: int  # up to this version the viewer has everything
    limit: int  # events to be read at once

    def go_back(self, kept: int) -> None:
        """What the viewer has after this version was lost from the store."""
        ...

    def messages(self, reading: Reading) -> Iterator[bytes]:
        """What is new to the viewer."""
        ...


def stream_match(
    within: Services, match: str, who: Person | None, sender: Sender, seen: Seen | None, token_hash: bytes | None
) -> Iterator[bytes]:
    """What the sender makes of each change; a comment as heartbeat, so that clients and proxies keep the connection.

    If the store has lost events that were sent, `reset` says after which version; what is there now follows. An id
    names the command too, so that this is also noticed of what was sent on an earlier connection. The stream ends when
    the token is revoked: who comes back with it is refused.
    """
    yield b"retry: 1000\n\n"
    with (
        closing(within.live.subscribe(match)) as subscription,
        watched(within.identity, token_hash, subscription.wake) as is_revoked,
    ):
        while not is_revoked():
            reading = subscription.read(sender.after, sender.limit)
            table = visible_table(reading.table, who)
            kept, seen = subscription.kept(sender.after, table, seen), None
            if kept is not None:
                yield b'id: %d\nevent: reset\ndata: {"after":%d}\n\n' % (kept, kept)
                sender.go_back(kept)
                continue
            yield from sender.messages(reading)
            has_all = sender.after >= table.version
            if table.status == "finished" and has_all:
                # With its id, also if nothing came before it: who comes back with that id has seen everything.
                yield b"id: %d\nevent: finished\ndata: {}\n\n" % sender.after
                return
            while has_all and not is_revoked() and not subscription.wait(HEARTBEAT_S):
                yield b": heartbeat\n\n"


class EventSender:
    """Each event once, in order."""

    limit = EVENTS_AT_ONCE

    def __init__(self, who: Person | None, after: int) -> None:
        self._who, self.after = who, after

    def go_back(self, kept: int) -> None:
        self.after = kept

    def messages(self, reading: Reading) -> Iterator[bytes]:
        viewer = viewer_of(reading.table, self._who)
        for recorded in reading.events:
            yield reading.shared(("sse", recorded.version, viewer), partial(_sse_of, recorded, viewer))
            self.after = recorded.version


def _sse_of(recorded: Recorded, viewer: Viewer) -> bytes:
    return b"id: %d-%s\nevent: ledger\ndata: %s\n\n" % (
        recorded.version,
        recorded.stored.command.hex().encode(),
        msgspec.json.encode(redact_for(recorded, viewer)),
    )


class TableSender:
    """One message for each change, from what the viewer has: they have read the match at version `after`."""

    limit = 0

    def __init__(self, within: Services, who: Person | None, after: int) -> None:
        self._within, self._who, self.after = within, who, after
        self._shown: Shown | None = None

    def go_back(self, kept: int) -> None:
        self.after, self._shown = kept, None

    def messages(self, reading: Reading) -> Iterator[bytes]:
        table = reading.table
        if table.version > self.after:
            message, self._shown = table_message(self._within, reading, self._who, self._shown, self.after)
            yield message
            self.after = table.version
        elif self._shown is None:
            viewer = viewer_of(table, self._who)
            self._shown = reading.shared(("shown", viewer), partial(shown_of, table, viewer))
