"""The lobby: open a match, find one, take a seat, leave it, start."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, request

from events.envelope import Recorded
from events.store import Moment
from events.visibility import SPECTATOR, Viewer
from ledger import rules_lobby
from ledger.orders import Order, plain
from ledger.table import Table
from projections.lists import list_name
from service.handle import now_ms
from service.web.http import json_body, not_found, person, query_args, route, services, signed_in
from service.web.identity import Person
from service.web.openings import open_ledger, opening_given
from service.web.orders import send_order
from service.web.presenters import (
    current_table,
    etag,
    find_game,
    match_document,
    matches_document,
    viewer_of,
    visible_table,
)
from service.web.responses import empty_response, json_response, tagged_response
from service.web.schemas.common import EmptyIn
from service.web.schemas.games import CatalogueOut
from service.web.schemas.matches import MatchesOut, MatchesQuery, MatchIn, MatchOut, MatchQuery, SeatIn, SeatOut

matches = Blueprint("matches", __name__, url_prefix="/v1")
_match_in = MatchIn()
_seat_in = SeatIn()
_empty_in = EmptyIn()
_match_query = MatchQuery()
_matches_query = MatchesQuery()


@route(
    matches,
    "POST",
    "/matches",
    "Open a match",
    body=MatchIn,
    answers={201: MatchOut},
    problems=("idempotency-key-reused", "not-found"),
    headers=("Idempotency-Key",),
    needs_token=True,
    is_costly=True,
)
def open_match() -> Response:
    environ = request.environ
    who = signed_in(environ)
    body = json_body(environ, _match_in)
    game = find_game(body["game"])
    order = Order(f"{who.role}:{who.id}", "open_match", plain(body), opening_given(environ, who))
    at = now_ms()
    (opened,) = rules_lobby.open_match(game, order, at)
    return open_ledger(environ, opened, order, at)


@route(
    matches,
    "GET",
    "/matches",
    "Public matches, newest first",
    query=MatchesQuery,
    answers={200: MatchesOut},
)
def list_matches() -> Response:
    query = query_args(request.environ, _matches_query)
    name = list_name(query.get("game"), query.get("status"), query.get("player"))
    return json_response(matches_document(name, query.get("cursor"), query["limit"]))


@route(
    matches,
    "GET",
    "/matches/<match>",
    "A match, now or at an earlier version",
    query=MatchQuery,
    answers={200: MatchOut, 304: "It has not changed"},
    problems=("not-found", "match-erased"),
    headers=("If-None-Match",),
)
def get_match(match: str) -> Response:
    environ = request.environ
    who = person(environ)
    version = query_args(environ, _match_query).get("at") if environ.get("QUERY_STRING") else None
    table, moment = _fetch_table(match, who, version)
    viewer = viewer_of(table, who)
    if version is not None and version != table.version:
        if version > table.version:
            not_found(f"The match has only {table.version} events.")
        replay = services().replays.of(table)
        if moment is not None:
            replay.take(moment, version)
        table = replay.at(version)
    return tagged_response(environ, etag(table, viewer), lambda: match_document(table, viewer))


def _fetch_table(match: str, who: Person | None, version: int | None) -> tuple[Table, Moment | None]:
    """The current table, and in the same round trip what an earlier version of it needs, if neither is cached here."""
    if version is None:
        return current_table(match, who), None
    table, moment = services().tables.current_with(match, version)
    return visible_table(table, who), moment


@route(
    matches,
    "GET",
    "/matches/<match>/catalogue",
    "The cards, boards and counts of the match, including its deck packs",
    answers={200: CatalogueOut, 304: "It has not changed"},
    problems=("not-found",),
    headers=("If-None-Match",),
)
def get_catalogue(match: str) -> Response:
    table = current_table(match, person(request.environ))
    return tagged_response(request.environ, f'"{table.opened.catalogue}"', lambda: _catalogue(table), is_public=True)


def _catalogue(table: Table) -> dict[str, Any]:
    catalogue = table.game.catalogue(table.options())
    return {"digest": table.opened.catalogue, "catalogue": msgspec.to_builtins(catalogue, str_keys=True)}


@route(
    matches,
    "POST",
    "/matches/<match>/seats",
    "Take a seat",
    body=SeatIn,
    answers={201: SeatOut},
    problems=("not-found", "match-not-open", "match-full", "already-seated", "version-conflict"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def take_seat(match: str) -> Response:
    who = signed_in(request.environ)
    body = json_body(request.environ, _seat_in, is_optional=True)
    kept = services().identity.people.by_id(who.id)  # not the cached one: the name may have been erased since
    given = {"name": "" if kept is None else kept.name}
    # Anybody who knows the id of a private match may join it.
    done = send_order(request.environ, match, Order(f"player:{who.id}", "take_seat", body, given))
    return json_response({"seat": _seat_in_events(done.recorded)}, 201)


def _seat_in_events(recorded: tuple[Recorded, ...]) -> int:
    seat: int = recorded[0].stored.public["seat"]
    return seat


@route(
    matches,
    "DELETE",
    "/matches/<match>/seats/<int:seat>",
    "Leave your seat before the match starts",
    answers={204: "Left"},
    problems=("not-found", "match-not-open", "not-allowed", "version-conflict"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def leave_seat(match: str, seat: int) -> Response:
    who = signed_in(request.environ)
    current_table(match, who)
    send_order(request.environ, match, Order(f"player:{who.id}", "leave_seat", {"seat": seat}))
    return empty_response()


@route(
    matches,
    "POST",
    "/matches/<match>/start",
    "Start the match; by one of its players or by whoever opened it",
    body=EmptyIn,
    answers={200: MatchOut},
    problems=("not-found", "match-not-open", "seats-empty", "not-allowed", "version-conflict"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def start_match(match: str) -> Response:
    who = signed_in(request.environ)
    json_body(request.environ, _empty_in, is_optional=True)
    current_table(match, who)
    done = send_order(request.environ, match, Order(f"player:{who.id}", "start_match"))
    last = done.recorded[-1].version
    table = done.table if done.table.version == last else services().tables.at(match, last)
    seat = table.seat_of(who.id)
    seen_by: Viewer = SPECTATOR if seat is None else seat
    return json_response(match_document(table, seen_by), ETag=etag(table, seen_by))
