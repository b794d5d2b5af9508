"""A whole match at a glance."""

from __future__ import annotations

import msgspec
from flask import Response, request

from events.visibility import SPECTATOR
from projections.overview import overview
from service.web.http import RouteGroup, person, route, services
from service.web.presenters import current_table, etag
from service.web.responses import tagged_response
from service.web.schemas.history import OverviewOut

overviews = RouteGroup("overview")


@route(
    overviews,
    "GET",
    "/matches/<match>/overview",
    "The whole match at a glance: for each seat the game's own measure over the steps",
    answers={200: OverviewOut, 304: "It has not changed"},
    problems=("not-found", "match-erased"),
    headers=("If-None-Match",),
    is_costly=True,
)
def get_overview(match: str) -> Response:
    """Money, score, level, gold or influences, whatever the game counts openly; at most 20 KB, however long the match
    is. Points lie where a value changes."""
    table = current_table(match, person(request.environ))
    replays = services().replays
    replay = replays.of(table)
    key = (SPECTATOR, "overview", table.version, table.command.hex())
    return tagged_response(
        request.environ,
        etag(table, SPECTATOR),
        lambda: msgspec.Raw(replays.answer(table, key, lambda: msgspec.json.encode(overview(replay, table)))),
        is_public=True,
    )
