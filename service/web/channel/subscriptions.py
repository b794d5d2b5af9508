"""A subscription is a cursor: what a client has been sent of a match. Nothing is queued, the next page is read."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Raw

from events.envelope import Recorded, redact_for
from events.visibility import Viewer
from ledger.table import Table
from projections.patches import make_patch
from projections.questions import question_for
from service.web.channel.connection import Connection
from service.web.channel.messages import Ended, Events, Held, Subscribe, View, encode
from service.web.http import Services
from service.web.identity import Person
from service.web.live import Reading, seen_of
from service.web.live import Subscription as LiveSubscription
from service.web.presenters import viewer_of, visible_table

PAGE_EVENTS = 100
PAGE_BYTES = 32 * 1024  # what a client that reads slowly costs beside its socket
Page = tuple[bytes, int]  # a message, and the version of its last event
SeenView = tuple[int, Any]  # the version and the view; shared by all viewers who see the same


class Subscription:
    """What one client wants to know of one match. Whoever calls has the connection's turn."""

    def __init__(
        self, within: Services, connection: Connection, who: Person | None, asked: Subscribe, table: Table
    ) -> None:
        self.match = asked.match
        self.is_ended = False
        self._within, self._connection, self._who, self._wants = within, connection, who, frozenset(asked.want)
        self._after = table.version if asked.after is None else asked.after
        self._seen_before = seen_of(asked.after, asked.command)
        self._held = table.held()
        self._seen: SeenView | None = None
        self._shown = -1  # the version of the last view message

    def push(self, live: LiveSubscription) -> bool:
        """Send what is new, at most one page of it; whether there is more."""
        reading = live.read(self._after, PAGE_EVENTS if "events" in self._wants else 0)
        table = visible_table(reading.table, self._who)
        viewer = viewer_of(table, self._who)
        kept, self._seen_before = live.kept(self._after, table, self._seen_before), None
        if kept is not None:
            self.end("lost")
            return False
        if reading.events:
            key = ("events", self._after, len(reading.events), viewer)
            message, last = reading.shared(key, partial(events_page, table, reading.events, viewer))
            self._connection.send(message)
            self._after = last
            if last < table.version:
                return True
        self._after = table.version
        self._push_hold(table)
        self._push_view(table, viewer, reading)
        if table.status == "finished":
            self.end("finished")
        return False

    def push_before(self, first: int) -> None:
        """Send the events before this version: those that others have caused before the client's own command."""
        store, table = self._within.tables.store, self._within.tables.recent(self.match)
        while "events" in self._wants and self._after + 1 < first:
            found = store.read(self.match, self._after + 1, min(self._after + PAGE_EVENTS, first - 1))
            message, self._after = events_page(table, found, viewer_of(table, self._who))
            self._connection.send(message)

    def skip_to(self, last: int) -> None:
        """The client has the events up to this version from an `ack`."""
        self._after = max(self._after, last)

    def end(self, why: Any, **fields: Any) -> None:
        self.is_ended = True
        self._connection.send(encode(Ended(self.match, why, **fields)))

    def _push_hold(self, table: Table) -> None:
        held = table.held()
        if held != self._held:
            self._held = held
            self._connection.send(encode(Held(self.match, table.version, held)))

    def _push_view(self, table: Table, viewer: Viewer, reading: Reading) -> None:
        if self._wants == {"events"} or self._shown == table.version:
            return
        self._shown = table.version
        base = None if self._seen is None else self._seen[0]
        seat = table.seat_played_by(None if self._who is None else self._who.id)
        message, self._seen = reading.shared(
            ("view", self._wants, viewer, seat, base),
            partial(_view_message, table, viewer, seat, self._wants, self._seen, reading),
        )
        self._connection.send(message)


def events_page(table: Table, found: Any, viewer: Viewer) -> Page:
    """The message with as many of these events as a page may have, at least one."""
    events: list[Raw] = []
    size, last = 0, 0
    for recorded in found:
        event = _event_json(recorded, viewer)
        size += len(event)
        if events and size > PAGE_BYTES:
            break
        events.append(Raw(event))
        last = recorded.version
    return encode(Events(table.match, events, max(table.version, last))), last


def _event_json(recorded: Recorded, viewer: Viewer) -> bytes:
    return encode(redact_for(recorded, viewer))


def _view_message(
    table: Table, viewer: Viewer, seat: int | None, wants: frozenset[str], seen: SeenView | None, reading: Reading
) -> tuple[bytes, SeenView | None]:
    """The message for one kind of viewer, and the view in it."""
    fields: dict[str, Any] = {}
    now: SeenView | None = None
    if "view" in wants:
        now = reading.shared(("seen", viewer), lambda: (table.version, _view_of(table, viewer)))
        fields = _changes(seen, now[1])
    if "choices" in wants and seat is not None:
        question = question_for(table, seat)
        fields |= {"prompt": question.prompt, "choices": question.choices, "take_back": question.take_back}
    return encode(View(table.match, table.version, table.to_act(), table.undo_request, **fields)), now


def _changes(seen: SeenView | None, view: Any) -> dict[str, Any]:
    """The patch from what the client has, unless the whole view is shorter."""
    if seen is None or seen[1] is None or view is None:
        return {"view": view}
    patch, whole = encode(make_patch(seen[1], view)), encode(view)
    return {"view": Raw(whole)} if len(patch) >= len(whole) else {"base": seen[0], "patch": Raw(patch)}


def _view_of(table: Table, viewer: Viewer) -> Any:
    return None if table.state is None else msgspec.to_builtins(table.game.presentation.view(table.state, viewer))
