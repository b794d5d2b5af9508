"""Players: create one, and who they are."""

from __future__ import annotations

from flask import Response, request

from projections.lists import ListFilter
from service.web.http import RouteGroup, json_body, not_found, person, query_args, route, services, signed_in
from service.web.presenters import matches_document
from service.web.responses import json_response
from service.web.schemas.common import PageQuery
from service.web.schemas.matches import MatchesOut
from service.web.schemas.people import MeOut, NewPlayerOut, PlayerIn, PlayerOut

players = RouteGroup("players")
_player_in = PlayerIn()
_page_query = PageQuery()


@route(
    players,
    "POST",
    "/players",
    "Create a player; the token is shown only in this response",
    body=PlayerIn,
    answers={201: NewPlayerOut},
    sends=("Location",),
    is_costly=True,
    ignores_token=True,
)
def make_player() -> Response:
    """No token is needed. It takes no Idempotency-Key, because a token cannot be shown twice."""
    body = json_body(request.environ, _player_in)
    made, token = services().identity.enrol(body["name"], "player")
    return json_response({"id": made.id, "name": made.name, "token": token}, 201, Location=f"/v1/players/{made.id}")


@route(players, "GET", "/players/me", "Who you are", answers={200: MeOut}, needs_token=True)
def get_me() -> Response:
    """The player, arbiter or admin whose token you have sent."""
    me = signed_in(request.environ)
    return json_response({"id": me.id, "name": me.name, "role": me.role})


@route(
    players,
    "GET",
    "/players/<player_id>",
    "A player",
    answers={200: PlayerOut},
    problems=("not-found",),
    ignores_token=True,
)
def get_player(player_id: str) -> Response:
    """Everybody may know a player's name."""
    found = services().identity.people.by_id(player_id)
    if found is None:
        not_found("There is no such player.")
    return json_response({"id": found.id, "name": found.name})


@route(
    players,
    "GET",
    "/players/<player_id>/matches",
    "The matches of a player, newest first; your own list includes private ones",
    query=PageQuery,
    answers={200: MatchesOut},
)
def list_player_matches(player_id: str) -> Response:
    """Page by page: send `next` back as `cursor`."""
    query = query_args(request.environ, _page_query)
    who = person(request.environ)
    is_own = who is not None and who.id == player_id
    wanted = ListFilter(player=player_id, is_own=is_own)
    return json_response(matches_document(wanted, query.get("cursor"), query["limit"]))
