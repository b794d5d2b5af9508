"""Playing: choices, commands, and events."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Blueprint, Response, request

from events.envelope import Recorded, redact_for, seat_actor
from games.decider import Command, IllegalMove
from ledger import events as facts
from ledger.table import Table
from projections.tables import Tables
from service.handle import Decide, DoneBefore, as_problem, check_expected, handle, now_ms
from service.web.http import expected_version, json_body, limiter, person, query_args, route, services, signed_in
from service.web.identity import Person
from service.web.orders import read_order, require_running, require_seat, table_with_seats
from service.web.presenters import current_table, done_document, etag, viewer_of, visible_table
from service.web.problems import Problem
from service.web.responses import json_response, stored_response, tagged_response
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

play = Blueprint("play", __name__, url_prefix="/v1")
_command_in = CommandIn()
_command_query = CommandQuery()
_events_query = EventsQuery()


@route(
    play,
    "GET",
    "/matches/<match>/choices",
    "What you may do now, as templates with a domain for each parameter",
    answers={200: ChoicesOut, 304: "It has not changed"},
    problems=("not-found", "not-seated"),
    headers=("If-None-Match",),
    needs_token=True,
)
def get_choices(match: str) -> Response:
    environ = request.environ
    who = signed_in(environ)
    table = current_table(match, who)
    seat = require_seat(table, who)
    return tagged_response(environ, etag(table, seat), lambda: _choices(table, seat))


def _choices(table: Table, seat: int) -> dict[str, Any]:
    choices = table.game.rules.choices(table.state, seat) if table.status == "running" else []
    return {"version": table.version, "seat": seat, "choices": choices}


def build_command(table: Table, type_: str, seat: int, params: dict[str, Any]) -> Command:
    """The command, its parameters checked by type; the rules check the rest."""
    command_type = table.game.commands.get(type_)
    if command_type is None:
        known = [name for name, one in table.game.commands.items() if one not in table.game.clock.clock_commands]
        raise Problem("unknown-command", f"{table.game.name} has no such command. It has: {', '.join(known)}.")
    if "seat" in params:
        raise Problem("bad-parameters", "The seat follows from your token; it is not a parameter.")
    try:
        return msgspec.convert({**params, "seat": seat}, command_type)
    except msgspec.ValidationError as error:
        raise Problem("bad-parameters", f"The parameters of {type_} are invalid: {error}.") from None


@route(
    play,
    "POST",
    "/matches/<match>/commands",
    "Send a command",
    query=CommandQuery,
    body=CommandIn,
    answers={200: LegalOut, 201: DoneOut},
    problems=(
        "not-found",
        "not-seated",
        "unknown-command",
        "bad-parameters",
        "clock-only",
        "illegal-move",
        "match-not-running",
        "match-finished",
        "match-frozen",
        "version-conflict",
        "idempotency-key-reused",
    ),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def send_command(match: str) -> Response:
    environ, tables = request.environ, services().tables
    who = signed_in(environ)
    body = json_body(environ, _command_in)
    type_, params = body["type"], body["params"]
    known = table_with_seats(tables, match)
    seat = require_seat(visible_table(known, who), who)

    def decide(table: Table, at: int) -> Sequence[Any]:
        require_running(table)
        command = build_command(table, type_, seat, params)
        return [*lapse_undo_request(table), *table.game.decide(table.state, command, table.dice(at))]

    if environ.get("QUERY_STRING") and query_args(environ, _command_query)["dry_run"]:
        return _dry_run(tables, match, environ, decide)
    done = handle(tables, match, read_order(environ, seat_actor(seat), (type_, params)), decide, known=known)
    if isinstance(done, DoneBefore) and not done.recorded:
        return stored_response(done.body, done.status)
    return json_response(done_document(done.recorded, seat), 201, ETag=f'"{done.recorded[-1].version}-{seat}"')


def lapse_undo_request(table: Table) -> list[facts.MatchEvent]:
    """An open undo request lapses when somebody plays on, unless the game does not allow that."""
    request = table.undo_request
    if request is None:
        return []
    if table.game.take_back.undo_pending_rule is not None:
        raise IllegalMove(
            table.game.take_back.undo_pending_rule,
            "undo_pending",
            "An undo request is open; it must be answered first.",
            waiting_for=list(request.waiting_for),
        )
    return [facts.UndoLapsed(request=request.request)]


def _dry_run(tables: Tables, match: str, environ: WSGIEnvironment, decide: Decide) -> Response:
    """Whether the command would be accepted; its consequences are not revealed."""
    table = tables.current(match)
    check_expected(table, expected_version(environ))
    try:
        decide(table, now_ms())
    except IllegalMove as illegal:
        raise as_problem(illegal) from None
    return json_response({"legal": True, "version": table.version})


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
    who = person(request.environ)
    query = query_args(request.environ, _events_query)
    with limiter().stream(request.environ) if query["wait"] else contextlib.nullcontext():
        table, found = _wait_for_events(match, who, query)
    viewer = viewer_of(table, who)
    return tagged_response(
        request.environ,
        etag(table, viewer),
        lambda: {
            "events": [redact_for(recorded, viewer) for recorded in found],
            "version": table.version,
            "next": found[-1].version if found and found[-1].version < table.version else None,
        },
        is_public=table.status == "finished",
    )


def _wait_for_events(match: str, who: Person | None, query: dict[str, Any]) -> tuple[Table, Sequence[Recorded]]:
    """Events after a version; with `wait`, once there is one or the time is up."""
    if not query["wait"]:
        table = current_table(match, who)
        last = min(query["after"] + query["limit"], table.version)
        return table, services().tables.store.read(match, query["after"] + 1, last)
    until = time.monotonic() + query["wait"]
    with contextlib.closing(services().live.subscribe(match)) as subscription:
        while True:
            table, found = subscription.read(query["after"], query["limit"])
            visible_table(table, who)
            left = until - time.monotonic()
            if found or left <= 0:
                return table, found
            subscription.wait(left)
