"""A player's own matches: what waits for them, at once or as a live stream."""

from __future__ import annotations

from flask import Response, request

from service.web.http import Media, RouteGroup, route, services, signed_in
from service.web.identity import read_token_hash
from service.web.player_live import PlayerStream, attention_document, own_attention
from service.web.responses import json_response
from service.web.schemas.mine import OwnMatchesOut
from service.web.streams import stream_response

mine = RouteGroup("mine")


@route(
    mine,
    "GET",
    "/players/me/turns",
    "Your newest matches that are not over, those that wait for you first",
    answers={200: OwnMatchesOut},
    needs_token=True,
    is_costly=True,
)
def list_turns() -> Response:
    """What each match wants of you now: a move, an answer to a request, a part of the luck, or nothing."""
    who = signed_in(request.environ)
    return json_response({"matches": [attention_document(one) for one in own_attention(services(), who.id)]})


@route(
    mine,
    "GET",
    "/players/me/live",
    "A live stream over all your matches (server-sent events): your turn, a seat taken, a request, a hold, an end",
    answers={
        200: Media("What is new, as it happens", "text/event-stream", sends=("Cache-Control", "X-Accel-Buffering"))
    },
    needs_token=True,
)
def live_player() -> Response:
    """Server-sent events. `matches` comes first, with the whole list as in `/players/me/turns`; after it an event for
    each change, named after its kind. A comment every 15 seconds keeps the connection open. A revoked token
    ends the stream."""
    who = signed_in(request.environ)
    stream = PlayerStream(services(), who.id).events(read_token_hash(request.environ))
    return stream_response(request.environ, stream)
