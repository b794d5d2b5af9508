"""The lobby: open a match, find one, take a seat, leave it, start."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Blueprint, Response, request

from events.envelope import Recorded
from events.store import Append, Appended, Head, Key, Moment
from events.visibility import SPECTATOR, Viewer
from games.catalogue import BadCatalogue
from games.decider import Decider, IllegalMove
from games.dice import Dice
from ledger import events as facts
from ledger.table import Table, open_table, seed_of
from projections.lists import list_name
from service.handle import Order, handle, now_ms, write_first
from service.web.http import (
    answer,
    body_bytes,
    expected_version,
    idempotency_key,
    json_body,
    not_found,
    person,
    query_args,
    route,
    services,
    signed_in,
    tagged_answer,
)
from service.web.identity import Person, hash_token, new_id, token_in
from service.web.presenters import current_table, etag, match_document, viewer_of, visible_table
from service.web.problems import Problem
from service.web.routes.games import game_of
from service.web.schemas.common import EmptyIn
from service.web.schemas.games import CatalogueOut
from service.web.schemas.matches import MatchesOut, MatchesQuery, MatchIn, MatchOut, MatchQuery, SeatIn, SeatOut

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

matches = Blueprint("matches", __name__, url_prefix="/v1")
_match_in = MatchIn()
_seat_in = SeatIn()
_empty_in = EmptyIn()
_match_query = MatchQuery()
_matches_query = MatchesQuery()
SERVER_SEED_BYTES = 32
_AT = re.compile(r"at=([1-9][0-9]{0,8})")
_CURSOR = re.compile(r"[0-9]{1,15}~[a-z0-9~-]*")


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
    who = signed_in()
    body = json_body(_match_in)
    game = game_of(body["game"])
    if not game.seats_min <= body["seats"] <= game.seats_max:
        raise Problem(
            "bad-request",
            f"{game.name} is played by {game.seats_min} to {game.seats_max}.",
            errors={"seats": ["out of range"]},
        )
    options = _options(game, body["options"], body["seats"])
    key = idempotency_key(request.environ)
    opened = facts.MatchOpened(
        match=new_match_id(who, key),
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
    return open_ledger(opened, who, key)


def open_ledger(opened: facts.MatchOpened, who: Person, key: str | None, origin: Table | None = None) -> Response:
    """Write the first event of a match; under a key that was used before, answer as then."""
    tables = services().tables
    ruleset = tables.rulesets[opened.game, opened.rules_version]
    actor = f"{who.role}:{who.id}"
    recorded, frontier, feed = write_first(ruleset, opened, actor, now_ms())
    given = tables.store.append(
        Append(
            opened.match,
            Head(0, ()),
            [recorded.stored],
            frontier,
            key=_store_key(request.environ, actor, key),
            answer=b"" if key is None else b"opened",
            feed=feed,
            is_small=origin is not None,
        )
    )
    if isinstance(given, Appended):
        tables.keep(msgspec.structs.replace(open_table(ruleset, recorded, origin), frontier=frontier))
    elif getattr(given, "is_same_body", True) is False:
        raise Problem("idempotency-key-reused", "The key is known, with another body.")
    return _opened_answer(tables.at(opened.match, 1))


def new_match_id(who: Person, key: str | None) -> str:
    return new_id("m") if key is None else _id_from_key(who, key)


def new_server_seed() -> str:
    return os.urandom(SERVER_SEED_BYTES).hex()


def _opened_answer(table: Table) -> Response:
    """The match as it was when it was opened, also if it has gone on since: a retry gets the same answer."""
    return answer(
        match_document(table, SPECTATOR), 201, Location=f"/v1/matches/{table.match}", ETag=etag(table, SPECTATOR)
    )


def _id_from_key(who: Person, key: str) -> str:
    """A match opened under a key has an id that follows from both, so that a retry finds it again.

    The id lets one into a private match, and keys are easily guessed, so the token takes part in it.
    """
    alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
    secret = hash_token(token_in(request.headers["Authorization"]))
    digest = blake2b(f"{who.id}\n{key}".encode(), digest_size=10, key=secret).digest()
    number = int.from_bytes(digest, "big")
    return "m-" + "".join(alphabet[number >> shift & 31] for shift in range(0, 80, 5))


def _options(game: Decider[Any], given: dict[str, Any], seats: int) -> Any:
    """The options, checked by the game itself: also what only a setup can tell, such as a seat that does not exist."""
    try:
        options = msgspec.convert(given, game.options)
    except msgspec.ValidationError as error:
        raise Problem("bad-request", "The options do not fit the game.", errors={"options": [str(error)]}) from None
    try:
        game.setup(options, seats, Dice(b"trial", 0))
    except BadCatalogue as bad:
        raise Problem("bad-request", str(bad), errors={"options": [str(bad)]}) from None
    except IllegalMove as illegal:
        raise Problem(
            "bad-request", illegal.message, errors={"options": [illegal.message]}, rule=illegal.rule, code=illegal.code
        ) from None
    return options


def _store_key(environ: WSGIEnvironment, actor: str, key: str | None) -> Key | None:
    if key is None:
        return None
    address = f"{environ['REQUEST_METHOD']} {environ.get('PATH_INFO', '')}?{environ.get('QUERY_STRING', '')}\n"
    return Key(actor, key, blake2b(address.encode() + body_bytes(environ), digest_size=16).digest())


def order_of(
    environ: WSGIEnvironment, actor: str, cause: tuple[str, dict[str, Any]] | None = None, *, is_step: bool = True
) -> Order:
    """What the request asks for, with its headers."""
    return Order(
        actor=actor,
        received=body_bytes(environ) if cause is not None else b"",
        cause=cause,
        is_step=is_step,
        key=_store_key(environ, actor, idempotency_key(environ)),
        expected=expected_version(environ),
    )


@route(
    matches,
    "GET",
    "/matches",
    "Public matches, newest first",
    query=MatchesQuery,
    answers={200: MatchesOut},
)
def list_matches() -> Response:
    query = query_args(_matches_query)
    return page_of(
        list_name(query.get("game"), query.get("status"), query.get("player")), query.get("cursor"), query["limit"]
    )


def check_cursor(cursor: str | None) -> str | None:
    if cursor is not None and not _CURSOR.fullmatch(cursor):
        raise Problem("bad-request", "The cursor is not one of ours.", errors={"cursor": ["not a cursor"]})
    return cursor


def page_of(name: str, cursor: str | None, limit: int) -> Response:
    found, following = services().listing.page(name, check_cursor(cursor), limit)
    return answer(
        {
            "matches": [
                {
                    "id": one.id,
                    "game": one.game,
                    "status": one.status,
                    "opened_at": one.opened_at,
                    "version": one.version,
                    "seats": one.seats,
                    "result": one.result,
                }
                for one in found
            ],
            "next": following,
        }
    )


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
    who, query = person(), request.environ.get("QUERY_STRING", "")
    plain = _AT.fullmatch(query)  # every step of a replay asks for another one
    version = int(plain[1]) if plain else None
    table, moment = _find_table(match, who, version)
    viewer = viewer_of(table, who)
    if query and version is None:
        version = query_args(_match_query).get("at")
    if version is not None and version != table.version:
        if version > table.version:
            not_found(f"The match has only {table.version} events.")
        replay = services().replays.of(table)
        if moment is not None:
            replay.take(moment, version)
        table = replay.at(version)
    return tagged_answer(etag(table, viewer), lambda: match_document(table, viewer))


def _find_table(match: str, who: Person | None, version: int | None) -> tuple[Table, Moment | None]:
    """The match now; if this worker does not know it, with what this version takes, in the same round trip."""
    if version is None:
        return current_table(match, who), None
    table, moment = services().tables.current_with(match, version)
    return visible_table(table, who), moment


@route(
    matches,
    "GET",
    "/matches/<match>/catalogue",
    "The cards, boards and counts that the match is played with, its deck packs among them",
    answers={200: CatalogueOut, 304: "It has not changed"},
    problems=("not-found",),
    headers=("If-None-Match",),
)
def get_catalogue(match: str) -> Response:
    table = current_table(match, person())
    return tagged_answer(f'"{table.opened.catalogue}"', lambda: _catalogue(table), is_open=True)


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
    who = signed_in()
    body = json_body(_seat_in, is_optional=True)
    kept = services().identity.people.by_id(who.id)  # asked again: the name that this worker knows may be erased since
    name = "" if kept is None else kept.name

    def decide(table: Table, _at: int) -> Sequence[facts.MatchEvent]:
        _must_be_open(table)  # a private match is joined by whoever was given its id
        if table.seat_of(who.id) is not None:
            raise Problem("already-seated", f"You have seat {table.seat_of(who.id)}.", seat=table.seat_of(who.id))
        seat = body.get("seat", _first_free(table))
        if seat is None:
            raise Problem("match-full", "Every seat is taken.")
        if seat >= len(table.seats):
            raise Problem(
                "bad-request",
                f"The match has {len(table.seats)} seats, counted from 0.",
                errors={"seat": ["no such seat"]},
            )
        if table.seats[seat] is not None:
            raise Problem("match-full", f"Seat {seat} is taken.")
        return [facts.SeatTaken(seat=seat, player=who.id, name=name, entropy=body["entropy"])]

    done = handle(services().tables, match, order_of(request.environ, f"player:{who.id}", is_step=False), decide)
    return answer({"seat": _seat_in_events(done.recorded)}, 201)


def _seat_in_events(recorded: tuple[Recorded, ...]) -> int:
    seat: int = recorded[0].stored.public["seat"]
    return seat


def _first_free(table: Table) -> int | None:
    return next((seat for seat, info in enumerate(table.seats) if info is None), None)


def _must_be_open(table: Table) -> None:
    if table.status != "open":
        raise Problem("match-not-open", "Seats are taken and left before a match begins.")


@route(
    matches,
    "DELETE",
    "/matches/<match>/seats/<int:seat>",
    "Leave one's own seat, before the match begins",
    answers={204: "Left"},
    problems=("not-found", "match-not-open", "not-allowed", "version-conflict"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def leave_seat(match: str, seat: int) -> Response:
    who = signed_in()

    def decide(table: Table, _at: int) -> Sequence[facts.MatchEvent]:
        _must_be_open(visible_table(table, who))
        if table.seat_of(who.id) != seat:
            raise Problem("not-allowed", "One leaves one's own seat only.")
        return [facts.SeatLeft(seat=seat, player=who.id)]

    handle(services().tables, match, order_of(request.environ, f"player:{who.id}", is_step=False), decide)
    return Response(status=204)


@route(
    matches,
    "POST",
    "/matches/<match>/start",
    "Begin the match, by anyone who sits in it or has opened it",
    body=EmptyIn,
    answers={200: MatchOut},
    problems=("not-found", "match-not-open", "seats-empty", "not-allowed", "version-conflict"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def start_match(match: str) -> Response:
    who = signed_in()
    json_body(_empty_in, is_optional=True)

    def decide(table: Table, at: int) -> Sequence[Any]:
        _must_be_open(visible_table(table, who))
        if table.seat_of(who.id) is None and table.opened.opened_by != who.id:
            raise Problem("not-allowed", "A match is started by somebody who sits in it or has opened it.")
        if None in table.seats:
            empty = [seat for seat, info in enumerate(table.seats) if info is None]
            raise Problem("seats-empty", f"Still empty: {', '.join(map(str, empty))}.", seats=empty)
        options = msgspec.convert(table.opened.options, table.game.options)
        dice = Dice(seed_of(table.opened.server_seed, table.seats), 0, serial=0, at_ms=at)
        players = tuple(info.player for info in table.seats if info is not None)
        if table.opened.branch is not None:  # a branch begins where it left the other match: nothing is set up
            return [facts.PlayBegan(by=who.id, players=players)]
        return [facts.PlayBegan(by=who.id, players=players), *table.game.setup(options, len(table.seats), dice)]

    done = handle(services().tables, match, order_of(request.environ, f"player:{who.id}", is_step=False), decide)
    last = done.recorded[-1].version
    table = done.table if done.table.version == last else services().tables.at(match, last)
    seat = table.seat_of(who.id)
    seen_by: Viewer = SPECTATOR if seat is None else seat
    return answer(match_document(table, seen_by), ETag=etag(table, seen_by))
