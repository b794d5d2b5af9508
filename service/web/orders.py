"""Orders: what a request asks a match to do, with the checks that several routes share."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from events.envelope import seat_actor
from events.store import Key
from ledger.orders import Order
from ledger.table import Table
from projections.tables import Tables
from service.handle import Done, DoneBefore, Sent, handle
from service.web.http import expected_version, idempotency_key, read_body, services
from service.web.identity import Person
from service.web.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def read_sent(environ: WSGIEnvironment, actor: str) -> Sent:
    """What the body and headers of a request say beside its order."""
    return Sent(
        key=request_key(environ, actor, idempotency_key(environ)),
        expected=expected_version(environ),
    )


def send_order(environ: WSGIEnvironment, match: str, order: Order, *, known: Table | None = None) -> Done | DoneBefore:
    """Have the order of this request decided and stored."""
    return handle(services().tables, match, order, read_sent(environ, order.actor), known=known)


def actor_of(table: Table, who: Person) -> str:
    """A player of the match acts as their seat, anybody else as what they are."""
    seat = table.seat_of(who.id)
    return f"{who.role}:{who.id}" if seat is None else seat_actor(seat)


def request_key(environ: WSGIEnvironment, actor: str, key: str | None) -> Key | None:
    """The idempotency key of a request as stored."""
    return None if key is None else store_key(address_of(environ), actor, key, read_body(environ))


def address_of(environ: WSGIEnvironment) -> str:
    """What a request is sent to."""
    return f"{environ['REQUEST_METHOD']} {environ.get('PATH_INFO', '')}?{environ.get('QUERY_STRING', '')}"


def store_key(address: str, actor: str, key: str, body: bytes) -> Key:
    """The idempotency key as stored: with a digest of what is asked, so that a different request is noticed."""
    return Key(actor, key, blake2b(f"{address}\n".encode() + body, digest_size=16).digest())


def table_with_seats(tables: Tables, match: str) -> Table:
    """A table whose seats are current: seats no longer change once a match runs, so a cached table will do then."""
    table = tables.recent(match)
    return table if table.status != "open" else tables.current(match)


def require_seat(table: Table, who: Person) -> int:
    seat = table.seat_of(who.id)
    if seat is None:
        raise Problem("not-seated", "Only the players of this match may do that.")
    return seat
