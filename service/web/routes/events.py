"""One event of a match, with the tables before and after it."""

from __future__ import annotations

from flask import Response, request

from projections.moments import event_document
from service.web.http import RouteGroup, not_found, person, query_args, route, services
from service.web.presenters import current_table, etag, viewer_of
from service.web.responses import tagged_response
from service.web.schemas.events import EventQuery, OneEventOut

events = RouteGroup("events")
_event_query = EventQuery()


@route(
    events,
    "GET",
    "/matches/<match>/events/<int:version>",
    "One event, and with `state=true` the table before and after it",
    query=EventQuery,
    answers={200: OneEventOut, 304: "It has not changed"},
    problems=("not-found", "match-erased"),
    headers=("If-None-Match",),
)
def get_event(match: str, version: int) -> Response:
    """The tables are those right before and right after this event alone, also where its command led to several. Both
    are as you may see them."""
    who = person(request.environ)
    has_state = query_args(request.environ, _event_query)["state"]
    table = current_table(match, who)
    viewer = viewer_of(table, who)
    if not 1 <= version <= table.version:
        not_found(f"There is no event {version}; the match has {table.version}.")
    replay = services().replays.of(table)
    recorded = services().tables.store.read(match, version, version)[0]
    return tagged_response(
        request.environ,
        etag(table, viewer),
        lambda: event_document(replay, table, recorded, viewer, has_state=has_state),
        is_public=table.status == "finished",
    )
