"""The lobby: open a match, find one, take a seat, leave it, start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from events.envelope import Recorded
from events.store import Moment
from events.visibility import SPECTATOR, Viewer
from games.catalogue import BadCatalogue
from games.decider import Decider, IllegalMove
from games.dice import Dice
from ledger import events as facts
from ledger.table import Table, seed_of
from projections.lists import list_name
from service.handle import handle
from service.web.http import idempotency_key, json_body, not_found, person, query_args, route, services, signed_in
from service.web.identity import Person
from service.web.openings import new_match_id, new_server_seed, open_ledger
from service.web.orders import read_order
from service.web.presenters import (
    current_table,
    etag,
    find_game,
    match_document,
    matches_document,
    viewer_of,
    visible_table,
)
from service.web.problems import Problem
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
    if not game.seats_min <= body["seats"] <= game.seats_max:
        raise Problem(
            "bad-request",
            f"{game.name} has {game.seats_min} to {game.seats_max} seats.",
            errors={"seats": ["out of range"]},
        )
    options = _options(game, body["options"], body["seats"])
    key = idempotency_key(environ)
    opened = facts.MatchOpened(
        match=new_match_id(environ, who, key),
        game=game.slug,
        rules_version=game.rules_version,
        catalogue=game.catalogue_digest(options),
        seats=body["seats"],
        options=msgspec.json.decode(msgspec.json.encode(options)),
        is_public=body["public"],
        opened_by=who.id,
        server_seed=new_server_seed(),
        turn_s=body["turn_s"],
        reaction_s=body["reaction_s"],
    )
    return open_ledger(environ, opened, who, key)


def _options(game: Decider[Any], given: dict[str, Any], seats: int) -> Any:
    """The options, checked by the game: a trial setup finds what types cannot, such as a seat that does not exist."""
    try:
        options = msgspec.convert(given, game.options)
    except msgspec.ValidationError as error:
        raise Problem("bad-request", "The options do not fit the game.", errors={"options": [str(error)]}) from None
    try:
        game.rules.setup(options, seats, Dice(b"trial", 0))
    except BadCatalogue as bad:
        raise Problem("bad-request", str(bad), errors={"options": [str(bad)]}) from None
    except IllegalMove as illegal:
        raise Problem(
            "bad-request", illegal.message, errors={"options": [illegal.message]}, rule=illegal.rule, code=illegal.code
        ) from None
    return options


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
    name = "" if kept is None else kept.name

    def decide(table: Table, _at: int) -> Sequence[facts.MatchEvent]:
        _require_open(table)  # anybody who knows the id of a private match may join it
        if table.seat_of(who.id) is not None:
            raise Problem("already-seated", f"You have seat {table.seat_of(who.id)}.", seat=table.seat_of(who.id))
        seat = body.get("seat", _first_free(table))
        if seat is None:
            raise Problem("match-full", "All seats are taken.")
        if seat >= len(table.seats):
            raise Problem(
                "bad-request",
                f"The match has {len(table.seats)} seats, counted from 0.",
                errors={"seat": ["no such seat"]},
            )
        if table.seats[seat] is not None:
            raise Problem("match-full", f"Seat {seat} is taken.")
        return [facts.SeatTaken(seat=seat, player=who.id, name=name, entropy=body["entropy"])]

    done = handle(services().tables, match, read_order(request.environ, f"player:{who.id}", is_step=False), decide)
    return json_response({"seat": _seat_in_events(done.recorded)}, 201)


def _seat_in_events(recorded: tuple[Recorded, ...]) -> int:
    seat: int = recorded[0].stored.public["seat"]
    return seat


def _first_free(table: Table) -> int | None:
    return next((seat for seat, info in enumerate(table.seats) if info is None), None)


def _require_open(table: Table) -> None:
    if table.status != "open":
        raise Problem("match-not-open", "Seats can be taken and left only before the match starts.")


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

    def decide(table: Table, _at: int) -> Sequence[facts.MatchEvent]:
        _require_open(visible_table(table, who))
        if table.seat_of(who.id) != seat:
            raise Problem("not-allowed", "You can leave only your own seat.")
        return [facts.SeatLeft(seat=seat, player=who.id)]

    handle(services().tables, match, read_order(request.environ, f"player:{who.id}", is_step=False), decide)
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

    def decide(table: Table, at: int) -> Sequence[Any]:
        _require_open(visible_table(table, who))
        if table.seat_of(who.id) is None and table.opened.opened_by != who.id:
            raise Problem("not-allowed", "Only a player of the match or whoever opened it starts it.")
        if None in table.seats:
            empty = [seat for seat, info in enumerate(table.seats) if info is None]
            raise Problem("seats-empty", f"Empty seats: {', '.join(map(str, empty))}.", seats=empty)
        options = msgspec.convert(table.opened.options, table.game.options)
        dice = Dice(seed_of(table.opened.server_seed, table.seats), 0, serial=0, at_ms=at)
        players = tuple(info.player for info in table.seats if info is not None)
        if table.opened.branch is not None:  # a branch starts with the state of the other match: no setup
            return [facts.PlayBegan(by=who.id, players=players)]
        return [facts.PlayBegan(by=who.id, players=players), *table.game.rules.setup(options, len(table.seats), dice)]

    done = handle(services().tables, match, read_order(request.environ, f"player:{who.id}", is_step=False), decide)
    last = done.recorded[-1].version
    table = done.table if done.table.version == last else services().tables.at(match, last)
    seat = table.seat_of(who.id)
    seen_by: Viewer = SPECTATOR if seat is None else seat
    return json_response(match_document(table, seen_by), ETag=etag(table, seen_by))
