"""Opening a match: its id, its seed, and its first event. Used for new matches, branches and rematches."""

from __future__ import annotations

import os
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Response

from events.ids import DIGEST_BYTES, id_from
from events.store import Answer, Append, Appended, Head, Key, Repeated
from events.visibility import SPECTATOR
from ledger import events as facts
from ledger.orders import Order
from ledger.rules_lobby import SERVER_SEED_BYTES
from ledger.table import Table, open_table
from projections.tables import Tables
from service.handle import write_first
from service.metrics.orders import append_counted, count_accepted
from service.problems import Problem
from service.web.http import idempotency_key, services
from service.web.identity import Person, new_id, read_token_hash
from service.web.orders import request_key
from service.web.presenters import etag, match_document
from service.web.responses import json_response

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def open_ledger(
    environ: WSGIEnvironment, opened: facts.MatchOpened, order: Order, at: int, origin: Table | None = None
) -> Response:
    """Write the first event of a match; under a key that was used before, answer as then."""
    tables = services().tables
    key = request_key(environ, order.actor, idempotency_key(environ))
    written = write_opening(tables, opened, order, at, key, origin)
    if isinstance(written, Repeated) and not written.is_same_body:
        raise Problem("idempotency-key-reused", "The key was used before with another body.")
    # As the match was when it was opened, even if it has gone on since: a retry gets the same answer.
    table = tables.at(opened.match, 1)
    location = f"/v1/matches/{table.match}"
    return json_response(match_document(table, SPECTATOR), 201, Location=location, ETag=etag(table, SPECTATOR))


def write_opening(
    tables: Tables,
    opened: facts.MatchOpened,
    order: Order,
    at: int,
    key: Key | None = None,
    origin: Table | None = None,
) -> Answer:
    """Append the first event of a match, unless it has one; `origin` is the table at which a branch leaves."""
    ruleset = tables.rulesets[opened.game, opened.rules_version]
    recorded, frontier, feed = write_first(ruleset, opened, order, at)
    written = append_counted(
        tables.store,
        Append(
            opened.match,
            Head(0, ()),
            [recorded.stored],
            frontier,
            key=key,
            answer=b"" if key is None else b"opened",
            feed=feed,
            is_small=origin is not None,
        ),
    )
    if isinstance(written, Appended):
        count_accepted(opened.game, 1)
        tables.keep(msgspec.structs.replace(open_table(ruleset, recorded, origin), frontier=frontier))
    return written


def new_server_seed() -> str:
    return os.urandom(SERVER_SEED_BYTES).hex()


def opening_given(environ: WSGIEnvironment, who: Person) -> dict[str, Any]:
    """What the service adds to the order that opens a match."""
    return {"match": new_match_id(environ, who, idempotency_key(environ)), "server_seed": new_server_seed()}


def new_match_id(environ: WSGIEnvironment, who: Person, key: str | None) -> str:
    """A random id; under an idempotency key, one that follows from key and token, so that a retry finds the match.

    The id of a private match gives access to it, and keys are easily guessed, so the token is part of the hash.
    """
    if key is None:
        return new_id("m")
    token_hash = read_token_hash(environ)
    assert token_hash is not None, "whoever opens a match is signed in"
    digest = blake2b(f"{who.id}\n{key}".encode(), digest_size=DIGEST_BYTES, key=token_hash).digest()
    return "m-" + id_from(digest)
