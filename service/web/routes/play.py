"""Playing: what one may do, doing it, and the events that came of it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from flask import Blueprint, Response, request

from events.envelope import Recorded, seat_actor, shown
from games.decider import Command, IllegalMove
from ledger import events as facts
from ledger.table import Table
from projections.tables import Tables
from service.handle import Decide, DoneBefore, as_problem, check_expected, handle, now_ms
from service.web.http import (
    answer,
    body_bytes,
    expected_version,
    is_json,
    json_answer,
    json_body,
    limiter,
    person,
    query_args,
    raw_answer,
    route,
    services,
    signed_in,
    tagged_answer,
)
from service.web.identity import Person
from service.web.presenters import current_table, done_document, etag, viewer_of, visible_table
from service.web.problems import Problem
from service.web.routes.matches import order_of
from service.web.schemas.play import (
    COMMAND_LENGTH_MAX,
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
    "What I may do now, as templates with a domain for each parameter",
    answers={200: ChoicesOut, 304: "It has not changed"},
    problems=("not-found", "not-seated"),
    headers=("If-None-Match",),
    needs_token=True,
)
def get_choices(match: str) -> Response:
    who = signed_in()
    table = current_table(match, who)
    seat = _seat_of(table, who.id)
    return tagged_answer(etag(table, seat), lambda: _choices(table, seat))


def _choices(table: Table, seat: int) -> dict[str, Any]:
    choices = table.game.rules.choices(table.state, seat) if table.status == "running" else []
    return {"version": table.version, "seat": seat, "choices": choices}


def _seat_of(table: Table, player: str) -> int:
    seat = table.seat_of(player)
    if seat is None:
        raise Problem("not-seated", "Only the players of this match may do that.")
    return seat


def build_command(table: Table, type_: str, seat: int, params: dict[str, Any]) -> Command:
    """The command, its parameters checked by type; what they mean is for the rules to judge."""
    command_type = table.game.commands.get(type_)
    if command_type is None:
        known = [name for name, one in table.game.commands.items() if one not in table.game.clock.clock_commands]
        raise Problem("unknown-command", f"{table.game.name} has no such command. It has: {', '.join(known)}.")
    if "seat" in params:
        raise Problem("bad-parameters", "The seat is yours by your token; it is not a parameter.")
    try:
        return msgspec.convert({**params, "seat": seat}, command_type)
    except msgspec.ValidationError as error:
        raise Problem("bad-parameters", f"The parameters of {type_} are not as they should be: {error}.") from None


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
    who = signed_in()
    type_, params = _sent()
    is_trial = bool(request.environ.get("QUERY_STRING")) and query_args(_command_query)["dry_run"]
    return command_answer(services().tables, who, match, request.environ, type_, params, is_trial=is_trial)


def command_answer(
    tables: Tables,
    who: Person,
    match: str,
    environ: WSGIEnvironment,
    type_: str,
    params: dict[str, Any],
    *,
    is_trial: bool = False,
) -> Response:
    """Decide the command and say what came of it; everything that is needed is given, so that Flask may be left out."""
    seat = _seat_of(visible_table(_table_with_seats(tables, match), who), who.id)

    def decide(table: Table, at: int) -> Sequence[Any]:
        must_run(table)
        command = build_command(table, type_, seat, params)
        return [*moving_on(table), *table.game.decide(table.state, command, table.dice(at))]

    if is_trial:
        return _dry_run(tables, match, environ, decide)
    done = handle(tables, match, order_of(environ, seat_actor(seat), (type_, params)), decide)
    if isinstance(done, DoneBefore) and not done.recorded:
        return raw_answer(done.body, done.status)
    etag = f'"{done.recorded[-1].version}-{seat}"'
    return json_answer(done_document(done.recorded, seat), 201, (("ETag", etag),))


class CommandBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same as CommandIn, for a decoder that checks while it reads."""

    type: Annotated[str, msgspec.Meta(min_length=1, max_length=COMMAND_LENGTH_MAX)]
    params: dict[str, Any] = {}


command_decoder = msgspec.json.Decoder(CommandBody)


def _sent() -> tuple[str, dict[str, Any]]:
    """Type and parameters of the command. What the quick way does not take, the schema takes or explains."""
    if is_json():
        with contextlib.suppress(msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            sent = command_decoder.decode(body_bytes(request.environ))
            return sent.type, sent.params
    body = json_body(_command_in)
    return body["type"], body["params"]


def table_with_seats(match: str) -> Table:
    return _table_with_seats(services().tables, match)


def _table_with_seats(tables: Tables, match: str) -> Table:
    """Seats no longer change once a match runs, so what this worker knows of them is true without a look."""
    table = tables.recent(match)
    return table if table.status != "open" else tables.current(match)


def moving_on(table: Table) -> list[facts.MatchEvent]:
    """What playing on does to an open request to take something back: it lapses, unless the rules hold play up."""
    request = table.undo_request
    if request is None:
        return []
    if table.game.take_back.undo_pending_rule is not None:
        raise IllegalMove(
            table.game.take_back.undo_pending_rule,
            "undo_pending",
            "Somebody has asked to take a move back; answer that first.",
            waiting_for=list(request.waiting_for),
        )
    return [facts.UndoLapsed(request=request.request)]


def must_run(table: Table) -> None:
    if table.status == "finished":
        raise Problem("match-finished", "The match is over.")
    if table.status == "open":
        raise Problem("match-not-running", "The match has not begun yet.")
    dispute = table.frozen_by()
    if dispute is not None:
        link = f"/v1/disputes/{table.match}~{dispute.number}"
        raise Problem("match-frozen", "A dispute holds the match until it is ruled on.", dispute=link)


def _dry_run(tables: Tables, match: str, environ: WSGIEnvironment, decide: Decide) -> Response:
    """Whether the command would be accepted, and nothing of what would come of it."""
    table = tables.current(match)
    check_expected(table, expected_version(environ))
    try:
        decide(table, now_ms())
    except IllegalMove as illegal:
        raise as_problem(illegal) from None
    return answer({"legal": True, "version": table.version})


@route(
    play,
    "GET",
    "/matches/<match>/events",
    "The events as I may see them, in order",
    query=EventsQuery,
    answers={200: EventsOut, 304: "It has not changed"},
    problems=("not-found",),
    headers=("If-None-Match",),
)
def list_events(match: str) -> Response:
    who = person()
    query = query_args(_events_query)
    with limiter().stream(request.environ) if query["wait"] else contextlib.nullcontext():
        table, found = _read_on(match, who, query)
    viewer = viewer_of(table, who)
    return tagged_answer(
        etag(table, viewer),
        lambda: {
            "events": [shown(recorded, viewer) for recorded in found],
            "version": table.version,
            "next": found[-1].version if found and found[-1].version < table.version else None,
        },
        is_open=table.status == "finished",
    )


def _read_on(match: str, who: Person | None, query: dict[str, Any]) -> tuple[Table, list[Recorded]]:
    """Events after a version; with `wait`, not before there is one or the time is up."""
    until = time.monotonic() + query["wait"]
    while True:
        bell = services().live.subscribe(match) if query["wait"] else None
        try:
            table = current_table(match, who)
            found = services().tables.store.read(match, after=query["after"], upto=table.version, limit=query["limit"])
            left = until - time.monotonic()
            if found or bell is None or left <= 0:
                return table, found
            bell.wait(left)
        finally:
            if bell is not None:
                services().live.unsubscribe(match, bell)
