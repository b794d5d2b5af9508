"""Standings and statistics over the newest finished public matches."""

from __future__ import annotations

from flask import Response, request

from projections.lists import ListFilter, Summary
from projections.standings import standings, statistics
from service.web.http import RouteGroup, query_args, route, services
from service.web.presenters import find_game
from service.web.responses import json_response
from service.web.schemas.games import StatsOut
from service.web.schemas.people import StandingsOut, StandingsQuery

people = RouteGroup("people")
_query = StandingsQuery()
MATCHES_MAX = 1000
PAGE = 100


def _read_finished(game: str | None) -> list[Summary]:
    if game is not None:
        find_game(game)
    found: list[Summary] = []
    cursor: str | None = None
    while len(found) < MATCHES_MAX:
        page, cursor = services().listing.page(ListFilter(game, "finished"), cursor, PAGE)
        found += page
        if cursor is None:
            break
    return found


@route(
    people,
    "GET",
    "/standings",
    "Wins by player in the newest 1000 finished public matches",
    query=StandingsQuery,
    answers={200: StandingsOut},
    problems=("not-found",),
    is_costly=True,
    ignores_token=True,
)
def get_standings() -> Response:
    """Bots of one kind count as one player."""
    query = query_args(request.environ, _query)
    found = _read_finished(query.get("game"))
    return json_response({"matches": len(found), "standings": standings(found)[: query["limit"]]})


@route(
    people,
    "GET",
    "/stats",
    "Wins by seat, lengths and (for one game) the most decisive cards in the newest 1000 finished public matches",
    query=StandingsQuery,
    answers={200: StatsOut},
    problems=("not-found",),
    is_costly=True,
    ignores_token=True,
)
def get_stats() -> Response:
    """Only cards that were openly played are counted."""
    game = query_args(request.environ, _query).get("game")
    return json_response(statistics(_read_finished(game), is_one_game=game is not None))
