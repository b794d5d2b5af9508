"""Playing: choices, commands, and events."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from flask import Response, request

from events.envelope import Recorded, redact_for
from ledger.decide import decide
from ledger.table import Table
from projections.questions import question_for
from projections.tables import Tables
from service.handle import check_expected, now_ms
from service.problems import Problem
from service.web.commands import Asked, play_command
from service.web.http import (
    RouteGroup,
    expected_version,
    idempotency_key,
    json_body,
    limiter,
    person,
    query_args,
    read_body,
    route,
    services,
    signed_in,
)
from service.web.identity import Person, read_token_hash, watched
from service.web.live import seen_of
from service.web.orders import IN_PLAY, address_of, command_from, order_route, seat_in, seat_played_in
from service.web.presenters import current_table, etag, viewer_of, visible_table
from service.web.responses import encoded_response, json_response, tagged_response
from service.web.schemas.play import (
    ChoicesOut,
    CommandIn,
    CommandQuery,
    DoneOut,
    EventsOut,
    EventsQuery,
    LegalOut,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

play = RouteGroup("play")
_command_in = CommandIn()
_command_query = CommandQuery()
_events_query = EventsQuery()


@route(
    play,
    "GET",
    "/matches/<match>/choices",
    "What you are asked now, and what you may do: templates with a domain for each parameter, and their words",
    answers={200: ChoicesOut, 304: "It has not changed"},
    problems=("not-found", "not-seated"),
    headers=("If-None-Match",),
    needs_token=True,
)
def get_choices(match: str) -> Response:
    """Complete and sound: at this version a command is accepted if and only if it fits one of the templates. Empty
    before play begins, while it is not your turn or the match is held, and after the end. docs/choices.md describes
    the domains and the whole loop of a client."""
    environ = request.environ
    who = signed_in(environ)
    table = current_table(match, who)
    seat = seat_played_in(table, who)
    return tagged_response(environ, etag(table, seat), lambda: question_for(table, seat))


@order_route(
    play,
    "POST",
    "/matches/<match>/commands",
    "Send a command",
    query=CommandQuery,
    body=CommandIn,
    answers={200: LegalOut, 201: DoneOut},
    sends=("ETag",),
    problems=(*IN_PLAY, "unknown-command", "bad-parameters", "clock-only", "illegal-move", "seat-conceded"),
)
def send_command(match: str) -> Response:
    """The answer has the events that the command led to, as you may see them. A refusal names the rule. With
    `dry_run=true` nothing is played, and the answer says only that the command is legal."""
    environ, tables = request.environ, services().tables
    who = signed_in(environ)
    body = json_body(environ, _command_in)
    if environ.get("QUERY_STRING") and query_args(environ, _command_query)["dry_run"]:
        return _dry_run(tables, match, environ, who, body)
    asked = Asked(
        body["type"],
        body["params"],
        read_body(environ),
        address_of(environ),
        idempotency_key(environ),
        expected_version(environ),
    )
    answer = play_command(tables, who, match, asked)
    return encoded_response(answer.body, answer.status, answer.etag)


def _dry_run(tables: Tables, match: str, environ: WSGIEnvironment, who: Person, body: dict[str, Any]) -> Response:
    """Whether the command would be accepted; its consequences are not revealed."""
    table = visible_table(tables.current(match), who)
    seat = seat_in(table, who)
    check_expected(table, expected_version(environ))
    decide(table, command_from(seat, who, body["type"], body["params"]), now_ms())
    return json_response({"legal": True, "version": table.version}, ETag=etag(table, seat))


@route(
    play,
    "GET",
    "/matches/<match>/events",
    "The events as you may see them, in order",
    query=EventsQuery,
    answers={200: EventsOut, 304: "It has not changed"},
    problems=("not-found",),
    headers=("If-None-Match",),
)
def list_events(match: str) -> Response:
    """Page by page: send `next` back as `after`. With `wait`, the request waits up to so many seconds for the next
    event."""
    who = person(request.environ)
    query = query_args(request.environ, _events_query)
    with limiter().stream(request.environ) if query["wait"] else contextlib.nullcontext():
        table, found, kept = _wait_for_events(match, who, query)
    viewer = viewer_of(table, who)
    return tagged_response(
        request.environ,
        etag(table, viewer),
        lambda: {
            "events": [redact_for(recorded, viewer) for recorded in found],
            "version": table.version,
            "next": found[-1].version if found and found[-1].version < table.version else None,
            "reset": kept,
        },
        is_public=table.status == "finished",
    )


def _wait_for_events(
    match: str, who: Person | None, query: dict[str, Any]
) -> tuple[Table, Sequence[Recorded], int | None]:
    """Events after a version; with `wait`, once there is one or the time is up. Or up to which version the earlier ones
    still count, if the store has lost some."""
    seen = seen_of(query["after"], query.get("command"))
    if not query["wait"]:
        table = current_table(match, who)
        if query["after"] > table.version or (seen is not None and not services().tables.has_command(table, *seen)):
            return table, (), 0
        last = min(query["after"] + query["limit"], table.version)
        return table, services().tables.store.read(match, query["after"] + 1, last), None
    until = time.monotonic() + query["wait"]
    token_hash = read_token_hash(request.environ)
    with (
        contextlib.closing(services().live.subscribe(match)) as subscription,
        watched(services().identity, token_hash, subscription.wake) as is_revoked,
    ):
        while True:
            if is_revoked():
                raise Problem("token-unknown", "The token was revoked while you waited.")
            reading = subscription.read(query["after"], query["limit"])
            visible_table(reading.table, who)
            kept = subscription.kept(query["after"], reading.table, seen)
            if kept is not None:
                return reading.table, (), kept
            left = until - time.monotonic()
            if reading.events or left <= 0:
                return reading.table, reading.events, None
            subscription.wait(left)
