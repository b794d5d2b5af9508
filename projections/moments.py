"""A match at a moment of the day, and the table right before and right after a single event."""

from __future__ import annotations

from typing import Any

import msgspec

from events.envelope import Recorded, redact_for
from events.store import EventStore
from events.visibility import Viewer
from ledger.table import Table
from projections.narration import narrate
from projections.replay import Replay

PAGE = 500


def version_at(store: EventStore, match: str, version: int, at_ms: int) -> int:
    """The last event dated no later than this moment, of the first `version` events; 0 if all are later.

    From the newest back: an operator who restarts the clocks after the server's time was wrong makes times go back, so
    they are no order to search by.
    """
    last = version
    while last > 0:
        first = max(1, last - PAGE + 1)
        for recorded in reversed(store.read(match, first, last)):
            if recorded.stored.at <= at_ms:
                return recorded.version
        last = first - 1
    return 0


def event_document(
    replay: Replay, newest: Table, recorded: Recorded, viewer: Viewer, *, has_state: bool
) -> dict[str, Any]:
    """One event for one viewer, with the tables before and after it if they are asked for."""
    event = newest.ruleset.codec.read(recorded.stored)
    document = redact_for(recorded, viewer) | {"narration": narrate(newest, event, viewer)}
    if has_state:
        document |= {
            "before": _view(None if recorded.version == 1 else replay.within(recorded.version - 1), viewer),
            "after": _view(replay.within(recorded.version), viewer),
        }
    return document


def _view(table: Table | None, viewer: Viewer) -> Any:
    """The table as plain JSON; None before play has begun."""
    if table is None or table.state is None:
        return None
    return msgspec.to_builtins(table.game.presentation.view(table.state, viewer))
