"""Bots take free seats; the background process finds them in the events, and plays for them."""

from __future__ import annotations

from flask import Response, request

from ledger.bots import bot_id
from ledger.orders import Order
from service.web.http import RouteGroup, json_body, signed_in
from service.web.identity import new_id
from service.web.orders import order_route, send_order
from service.web.presenters import current_table
from service.web.responses import json_response
from service.web.schemas.people import BotsIn, BotsOut

bots = RouteGroup("bots")
_bots_in = BotsIn()


@order_route(
    bots,
    "POST",
    "/matches/<match>/bots",
    "Seat bots on free seats; by a player of the match or by whoever opened it",
    body=BotsIn,
    answers={201: BotsOut},
    problems=("match-not-open", "lobby-closed", "match-full", "not-allowed"),
    is_costly=True,
)
def seat_bots(match: str) -> Response:
    """A bot plays over the same API, as soon as the match has started. `sensible` bots know the game a little,
    `random` ones choose by chance, and `search` ones try their commands in worlds that look to them as the match does;
    they are the strongest (docs/bots.md)."""
    who = signed_in(request.environ)
    body = json_body(request.environ, _bots_in, is_optional=True)

    table = current_table(match, who)
    players = [bot_id(body["policy"], new_id("x")) for _ in table.seats]
    order = Order(f"player:{who.id}", "seat_bots", body, {"players": players})
    done = send_order(request.environ, match, order)
    seats = [recorded.stored.public["seat"] for recorded in done.recorded]
    return json_response({"seats": seats}, 201)
