"""What an order would do to a match, decided by the function that would decide it, with nothing written."""

from __future__ import annotations

import os
from collections.abc import Sequence

from msgspec import Struct

from events.envelope import Recorded
from ledger.decide import decide
from ledger.fold import advance, fold
from ledger.orders import Order
from ledger.table import NeedsHistory, Table
from projections.tables import Tables, read_whole
from service.handle import COMMAND_BYTES, now_ms, to_stored, with_history


class Foreseen(Struct, frozen=True):
    """The events that would be appended, and the table after them."""

    events: Sequence[Struct]
    recorded: tuple[Recorded, ...]
    table: Table


def foresee(tables: Tables, table: Table, order: Order) -> Foreseen:
    """Raises what the order itself would raise."""
    now = now_ms()
    events, table = with_history(tables, table, lambda known: decide(known, order, max(now, known.last_at)))
    at = max(now, table.last_at)
    recorded, frontier = to_stored(table, order, os.urandom(COMMAND_BYTES), at, events)
    try:
        after = advance(table, recorded, frontier, events)
    except NeedsHistory:
        history = [*read_whole(tables.store, table.match, table.version), *recorded]
        after = fold(table.ruleset, history, frontier, tables.origin_of(history[0]))
    return Foreseen(events, recorded, after)
