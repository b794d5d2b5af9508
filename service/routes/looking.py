"""An arbiter sees more than a player may: who counts as one in a match, and the record that is made of every look."""

from __future__ import annotations

from events import match as facts
from projections.table import Table
from service.handle import Order, handle
from service.http import services
from service.identity import Person


def is_arbiter_of(table: Table, who: Person | None) -> bool:
    """Whoever has a seat in a match is a player in it, whatever else they are."""
    return who is not None and who.role != "player" and table.seat_of(who.id) is None


def look(table: Table, who: Person, what: str) -> Table:
    """Record the look before it happens; once a match is over everything is open, and nothing needs recording."""
    if table.status == "finished":
        return table
    actor = f"{who.role}:{who.id}"
    looked = facts.ArbiterLooked(by=actor, what=what)
    return handle(services().tables, table.match, Order(actor), lambda _table, _at: [looked]).table
