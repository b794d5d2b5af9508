"""The lobby: open a match, find one, take a seat, leave it, start."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from flask import Response, request

from events.envelope import Recorded
from events.store import Moment
from ledger import rules_lobby, rules_visibility
from ledger.orders import Order, Refused, plain
from ledger.table import Table
from projections.lists import ListFilter, Summary
from projections.moments import version_at
from service.handle import now_ms
from service.problems import Problem
from service.web.http import RouteGroup, json_body, not_found, person, query_args, route, services, signed_in
from service.web.identity import Person
from service.web.openings import open_ledger, opening_given
from service.web.orders import order_route, send_order
from service.web.presenters import (
    current_table,
    document_after,
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

matches = RouteGroup("matches")
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
    sends=("Location", "ETag"),
    needs_token=True,
    is_costly=True,
)
def open_match() -> Response:
    """Whoever opens a match has no seat yet: take one with POST /v1/matches/{match}/seats. A private match is found
    only by those who know its id."""
    environ = request.environ
    who = signed_in(environ)
    body = json_body(environ, _match_in)
    game = find_game(body["game"])
    order = Order(who.actor, "open_match", plain(body), opening_given(environ, who))
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
    problems=("token-missing",),
)
def list_matches() -> Response:
    """Page by page: send `next` back as `cursor`. A page may have fewer matches than `limit`, or none, and still be
    followed by another. `mine` and `my_turn` need a token."""
    query = query_args(request.environ, _matches_query)
    who = person(request.environ)
    game, status = query.get("game"), query.get("status")
    if not (query["mine"] or query["my_turn"]):
        wanted = ListFilter(game, status, query.get("player"))
        return json_response(matches_document(wanted, query.get("cursor"), query["limit"], status))
    if who is None:
        raise Problem("token-missing", "`mine` and `my_turn` need a player's token.")
    if query.get("player", who.id) != who.id:
        raise Problem("bad-request", "`mine` and `my_turn` are about you, and `player` is about somebody else.")
    if query["my_turn"] and status not in (None, "running"):
        raise Problem("bad-request", "Only a running match waits for anybody.")
    status = "running" if query["my_turn"] else status
    is_wanted = partial(_waits_for, who.id) if query["my_turn"] else None
    wanted = ListFilter(game, status, who.id, is_own=True)
    return json_response(matches_document(wanted, query.get("cursor"), query["limit"], status, is_wanted))


def _waits_for(player: str, summary: Summary) -> bool:
    """Not while a bot plays on for them."""
    waiting = [summary.seats[seat] for seat in summary.to_act] if summary.held is None else []
    return any(one["player"] == player and one["left"] is None for one in waiting)


@route(
    matches,
    "GET",
    "/matches/<match>",
    "A match, now, at an earlier version or at an earlier moment",
    query=MatchQuery,
    answers={200: MatchOut, 304: "It has not changed"},
    problems=("not-found", "match-erased"),
    headers=("If-None-Match",),
)
def get_match(match: str) -> Response:
    """`state` is the table as you may see it: a player sees their own hidden cards, everybody else what lies open.
    The ETag is the version to send as `If-Match`."""
    environ = request.environ
    who = person(environ)
    query = query_args(environ, _match_query) if environ.get("QUERY_STRING") else {}
    if "at_time" in query:
        return _at_moment(match, who, query["at_time"])
    version = query.get("at")
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


def _at_moment(match: str, who: Person | None, at_ms: int) -> Response:
    """As the events up to then made it, for who asks now: after the end everything is open."""
    table = current_table(match, who)
    viewer, tables = viewer_of(table, who), services().tables
    if at_ms < table.last_at:
        version = version_at(tables.store, match, table.version, at_ms)
        if not version:
            not_found(f"The match was opened at {table.opened_at}, and that is later.")
        table = services().replays.of(table).at(version)
    return tagged_response(request.environ, etag(table, viewer), lambda: match_document(table, viewer))


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
    """It does not change during a match."""
    table = current_table(match, person(request.environ))
    return tagged_response(request.environ, f'"{table.opened.catalogue}"', lambda: _catalogue(table), is_public=True)


def _catalogue(table: Table) -> dict[str, Any]:
    catalogue = table.game.catalogue(table.options())
    return {"digest": table.opened.catalogue, "catalogue": msgspec.to_builtins(catalogue, str_keys=True)}


@order_route(
    matches,
    "POST",
    "/matches/<match>/seats",
    "Take a seat",
    body=SeatIn,
    answers={201: SeatOut},
    problems=("match-not-open", "match-full", "already-seated", "lobby-closed", "luck-refused"),
)
def take_seat(match: str) -> Response:
    """The first free seat, or the one in `seat`. With `luck` you commit to a part of the luck; the
    commitment is bound to the seat."""
    who = signed_in(request.environ)
    body = json_body(request.environ, _seat_in, is_optional=True)
    kept = services().identity.people.by_id(who.id)  # not the cached one: the name may have been erased since
    given = {"name": "" if kept is None else kept.name}
    try:
        done = send_order(request.environ, match, Order(f"player:{who.id}", "take_seat", body, given))
    except (Refused, Problem):
        _must_be_lobby_or_visible(match, who)
        raise
    return json_response({"seat": _seat_in_events(done.recorded)}, 201)


def _must_be_lobby_or_visible(match: str, who: Person) -> None:
    """Whoever was given the id of a private match may join it; once its lobby is closed it does not exist for them."""
    table = services().tables.current(match)
    if not rules_visibility.may_try_to_sit(table, who.actor):
        not_found("There is no such match.")


def _seat_in_events(recorded: tuple[Recorded, ...]) -> int:
    seat: int = recorded[0].stored.public["seat"]
    return seat


@order_route(
    matches,
    "DELETE",
    "/matches/<match>/seats/<int:seat>",
    "Leave your seat before the match starts",
    answers={204: "Left"},
    problems=("match-not-open", "lobby-closed", "not-allowed"),
)
def leave_seat(match: str, seat: int) -> Response:
    """Only your own seat, and only while the match is open."""
    who = signed_in(request.environ)
    current_table(match, who)
    send_order(request.environ, match, Order(f"player:{who.id}", "leave_seat", {"seat": seat}))
    return empty_response()


@order_route(
    matches,
    "POST",
    "/matches/<match>/start",
    "Start the match, or close its lobby if parts of the luck are to be opened; by a player or by whoever opened it",
    body=EmptyIn,
    answers={200: MatchOut},
    problems=("match-not-open", "seats-empty", "lobby-closed", "luck-refused", "not-allowed"),
    sends=("ETag",),
)
def start_match(match: str) -> Response:
    """Every seat must be taken. If nobody has committed to a part of the luck, the setup of the game happens at once,
    as events of step 0. Else the lobby is closed, `opening` says whose parts are awaited, and play begins with the
    last one."""
    who = signed_in(request.environ)
    json_body(request.environ, _empty_in, is_optional=True)
    current_table(match, who)
    done = send_order(request.environ, match, Order(f"player:{who.id}", "start_match"))
    document, tag = document_after(done, who)
    return json_response(document, ETag=tag)
