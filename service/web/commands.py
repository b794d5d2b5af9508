"""A player's command to a match, whichever way it came: decided and stored, with the answer that the player gets."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from events.envelope import Recorded
from projections.tables import Tables
from service.handle import DoneBefore, Expected, Sent, handle
from service.web.identity import Person
from service.web.orders import command_from, seat_in, store_key, table_with_seats
from service.web.presenters import done_document, etag_at, visible_table

_encode_answer = msgspec.json.Encoder().encode


class Asked(Struct, frozen=True):
    """A command as its sender has put it."""

    type: str
    params: dict[str, Any]
    received: bytes  # the body as received: a retry must have the same
    address: str  # what the body was sent to: the method, path and query of the request
    key: str | None = None  # idempotency key
    expected: Expected | None = None


class Answer(Struct, frozen=True):
    status: int
    body: bytes  # a document of DoneOut, or the problem document of a refusal that was given before
    recorded: tuple[Recorded, ...]  # the command's events
    etag: str | None = None


def play_command(tables: Tables, who: Person, match: str, asked: Asked) -> Answer:
    """Have the command of a player of this match decided and stored."""
    known = table_with_seats(tables, match, who)
    seat = seat_in(visible_table(known, who), who)
    order = command_from(seat, who, asked.type, asked.params)
    key = None if asked.key is None else store_key(asked.address, order.actor, asked.key, asked.received)
    sent = Sent(key, asked.expected)
    done = handle(tables, match, order, sent, known=known)
    if isinstance(done, DoneBefore) and not done.recorded:
        return Answer(done.status, done.body, ())
    body = _encode_answer(done_document(done.recorded, seat))
    last = done.recorded[-1]
    return Answer(201, body, done.recorded, etag_at(last.version, seat, last.stored.command))
