"""Orders: what a request asks a match to do, with the checks that several routes share."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from events.store import Key
from ledger.table import Table
from projections.tables import Tables
from service.handle import Order
from service.web.http import expected_version, idempotency_key, read_body
from service.web.identity import Person
from service.web.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def read_order(
    environ: WSGIEnvironment, actor: str, cause: tuple[str, dict[str, Any]] | None = None, *, is_step: bool = True
) -> Order:
    """The order of a request: its actor and cause, and what its body and headers say."""
    return Order(
        actor=actor,
        received=read_body(environ) if cause is not None else b"",
        cause=cause,
        is_step=is_step,
        key=store_key(environ, actor, idempotency_key(environ)),
        expected=expected_version(environ),
    )


def store_key(environ: WSGIEnvironment, actor: str, key: str | None) -> Key | None:
    """The idempotency key as stored: with a digest of the request, so that a different request is noticed."""
    if key is None:
        return None
    address = f"{environ['REQUEST_METHOD']} {environ.get('PATH_INFO', '')}?{environ.get('QUERY_STRING', '')}\n"
    return Key(actor, key, blake2b(address.encode() + read_body(environ), digest_size=16).digest())


def table_with_seats(tables: Tables, match: str) -> Table:
    """A table whose seats are current: seats no longer change once a match runs, so a cached table will do then."""
    table = tables.recent(match)
    return table if table.status != "open" else tables.current(match)


def require_seat(table: Table, who: Person) -> int:
    seat = table.seat_of(who.id)
    if seat is None:
        raise Problem("not-seated", "Only the players of this match may do that.")
    return seat


def require_running(table: Table) -> None:
    if table.status == "finished":
        raise Problem("match-finished", "The match is over.")
    if table.status == "open":
        raise Problem("match-not-running", "The match has not started yet.")
    dispute = table.frozen_by()
    if dispute is not None:
        link = f"/v1/disputes/{table.match}~{dispute.number}"
        raise Problem("match-frozen", "A dispute holds the match until it is ruled on.", dispute=link)
