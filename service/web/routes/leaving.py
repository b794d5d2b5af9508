"""Leaving: cancel an open match, concede, hand over to a bot, call off, come back, and act on a seat that is away."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from ledger.bots import bot_id
from ledger.orders import Order
from service.web.http import RouteGroup, json_body, services, signed_in
from service.web.identity import Person, new_id
from service.web.orders import IN_PLAY, order_from, order_route, send_order, table_with_seats
from service.web.presenters import current_table, done_document_for, visible_table
from service.web.responses import empty_response, json_response
from service.web.schemas.common import EmptyIn
from service.web.schemas.leaving import AwayIn, LeaveIn
from service.web.schemas.play import DoneOut

leaving = RouteGroup("leaving")
_empty_in = EmptyIn()
_leave_in = LeaveIn()
_away_in = AwayIn()


@order_route(
    leaving,
    "POST",
    "/matches/<match>/cancel",
    "Cancel a match that you have opened and that has not begun",
    body=EmptyIn,
    answers={204: "Cancelled"},
    problems=("match-not-open", "not-allowed"),
)
def cancel_match(match: str) -> Response:
    """Whoever has opened a match may cancel it before it begins; it is then over, without a result."""
    who = signed_in(request.environ)
    json_body(request.environ, _empty_in, is_optional=True)
    current_table(match, who)
    send_order(request.environ, match, Order(f"player:{who.id}", "cancel_match"))
    return empty_response()


@order_route(
    leaving,
    "POST",
    "/matches/<match>/leave",
    "Leave a running match: concede, let a bot play on for you, or call it off",
    body=LeaveIn,
    answers={201: DoneOut},
    problems=(*IN_PLAY, "leave-impossible"),
)
def leave_match(match: str) -> Response:
    """`concede` is for good; with `bot` a bot plays on until you take the seat back; `call-off` ends the match without
    a result, at once before everybody has played, and later when all agree."""
    who = signed_in(request.environ)
    return _send(match, who, "leave", json_body(request.environ, _leave_in))


@order_route(
    leaving,
    "DELETE",
    "/matches/<match>/leave",
    "Stay after all: take your seat back from the bot, or withdraw your consent to call the match off",
    answers={201: DoneOut},
    problems=(*IN_PLAY, "seat-conceded", "leave-impossible"),
)
def stay_in_match(match: str) -> Response:
    """Take the seat back from the bot that plays on for you, or withdraw your wish to call the match off."""
    who = signed_in(request.environ)
    current_table(match, who)
    done = send_order(request.environ, match, Order(f"player:{who.id}", "stay"))
    return json_response(done_document_for(done, who), 201)


@order_route(
    leaving,
    "POST",
    "/matches/<match>/away",
    "Act on a seat that is away: a bot plays on for it, or it concedes",
    body=AwayIn,
    answers={201: DoneOut},
    problems=(*IN_PLAY, "seat-conceded", "not-away", "leave-impossible"),
)
def report_away(match: str) -> Response:
    """When the match has waited for a seat for as long as `away` in the match document says, any other player may let a
    bot play on for it, or have it concede."""
    who = signed_in(request.environ)
    return _send(match, who, "report_away", json_body(request.environ, _away_in))


def _send(match: str, who: Person, type_: str, params: dict[str, Any]) -> Response:
    """Send an order by which a bot may take over, with a fresh id for that bot."""
    known = visible_table(table_with_seats(services().tables, match, who), who)
    given = {"bot": bot_id(params["policy"], new_id("x"))} if params["as"] == "bot" else {}
    order = order_from(known, who, type_, params, given)
    return json_response(done_document_for(send_order(request.environ, match, order, known=known), who), 201)
