"""Orders: what a request asks a match to do, with the checks that several routes share."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from flask import Response
from marshmallow import Schema

from events.envelope import seat_actor
from events.store import Key
from ledger.conditions import not_playing
from ledger.orders import Order
from ledger.table import Table
from projections.tables import Tables
from service.handle import Done, DoneBefore, Sent, handle, with_rule_text
from service.web.http import Answers, RouteGroup, expected_version, idempotency_key, read_body, route, services
from service.web.identity import Person

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

# Problems of an order that only a player of a running match may send.
IN_PLAY = ("not-seated", "match-not-running", "match-finished", "match-frozen")


def order_route(
    group: RouteGroup,
    method: str,
    path: str,
    summary: str,
    *,
    answers: Answers,
    problems: tuple[str, ...],
    query: type[Schema] | None = None,
    body: type[Schema] | None = None,
    sends: tuple[str, ...] = (),
    is_costly: bool = False,
) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    """Declare a route by which somebody with a token sends an order to a match, which may not exist. The order can be
    repeated under a key, and be meant for one version only; the OpenAPI document adds the problems that this brings."""
    return route(
        group,
        method,
        path,
        summary,
        answers=answers,
        query=query,
        body=body,
        problems=("not-found", *problems),
        headers=("Idempotency-Key", "If-Match"),
        sends=sends,
        needs_token=True,
        is_costly=is_costly,
    )


class RefusedBefore(Exception):
    """The idempotency key was used for an order that the rules refused: the problem document of that time."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(status)
        self.status, self.body = status, body


def send_order(environ: WSGIEnvironment, match: str, order: Order, *, known: Table | None = None) -> Done | DoneBefore:
    """Have the order of this request decided and stored."""
    sent = Sent(request_key(environ, order.actor, idempotency_key(environ)), expected_version(environ))
    done = handle(services().tables, match, order, sent, known=known)
    if isinstance(done, DoneBefore) and not done.recorded:
        raise RefusedBefore(done.status, done.body)
    return done


def order_from(
    table: Table, who: Person, type_: str, params: dict[str, Any] | None = None, given: dict[str, Any] | None = None
) -> Order:
    """The order of this person, as the seat that they have, if any. The ledger decides whether they may act for it."""
    return Order(holder_of(table, who), type_, params or {}, given or {}, who.id)


def command_from(seat: int, who: Person, type_: str, params: dict[str, Any]) -> Order:
    """The same for a command of the game, of whoever has this seat."""
    return Order(seat_actor(seat), type_, params, sender=who.id, is_command=True)


def holder_of(table: Table, who: Person) -> str:
    """Whoever has a seat asks as that seat, also while a bot plays on for them, anybody else as what they are."""
    seat = table.seat_of(who.id)
    return who.actor if seat is None else seat_actor(seat)


def request_key(environ: WSGIEnvironment, actor: str, key: str | None) -> Key | None:
    """The idempotency key of a request as stored."""
    return None if key is None else store_key(address_of(environ), actor, key, read_body(environ))


def address_of(environ: WSGIEnvironment) -> str:
    """What a request is sent to."""
    return f"{environ['REQUEST_METHOD']} {environ.get('PATH_INFO', '')}?{environ.get('QUERY_STRING', '')}"


def store_key(address: str, actor: str, key: str, body: bytes) -> Key:
    """The idempotency key as stored: with a digest of what is asked, so that a different request is noticed."""
    return Key(actor, key, blake2b(f"{address}\n".encode() + body, digest_size=16).digest())


def table_with_seats(tables: Tables, match: str, who: Person) -> Table:
    """A table that knows which seat this person has: once a match runs, a cached one that says so will do. It need not
    know whether a bot plays on for them: that is decided with the order."""
    table = tables.recent(match)
    is_known = table.status != "open" and table.seat_of(who.id) is not None
    return table if is_known else tables.current(match)


def seat_in(table: Table, who: Person) -> int:
    """The seat that this person has, also while a bot plays on for them; the table knows it (`table_with_seats`)."""
    seat = table.seat_of(who.id)
    if seat is None:
        raise with_rule_text(not_playing(table, who.id), table)
    return seat


def seat_played_in(table: Table, who: Person) -> int:
    """The seat that this person plays; the table is current."""
    seat = table.seat_played_by(who.id)
    if seat is None:
        raise with_rule_text(not_playing(table, who.id), table)
    return seat
