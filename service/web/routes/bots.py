"""Bots take free seats; the background process plays for them."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, request

from ledger import events as facts
from ledger.bots import bot_id, bot_name
from ledger.table import Table
from service.handle import handle
from service.web.http import json_body, route, services, signed_in
from service.web.identity import Person, hash_token, new_id
from service.web.orders import read_order
from service.web.presenters import current_table
from service.web.problems import Problem
from service.web.responses import json_response
from service.web.schemas.people import BotsIn, BotsOut

bots = Blueprint("bots", __name__, url_prefix="/v1")
_bots_in = BotsIn()


@route(
    bots,
    "POST",
    "/matches/<match>/bots",
    "Seat bots on free seats; by a player of the match or by whoever opened it",
    body=BotsIn,
    answers={201: BotsOut},
    problems=("not-found", "match-not-open", "match-full", "not-allowed", "version-conflict"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
    is_costly=True,
)
def seat_bots(match: str) -> Response:
    who = signed_in(request.environ)
    body = json_body(request.environ, _bots_in, is_optional=True)

    def decide(table: Table, _at: int) -> Sequence[facts.MatchEvent]:
        if table.status != "open":
            raise Problem("match-not-open", "Seats can be taken only before the match starts.")
        if table.seat_of(who.id) is None and table.opened.opened_by != who.id:
            raise Problem("not-allowed", "Only a player of the match or whoever opened it seats bots.")
        free = [seat for seat, info in enumerate(table.seats) if info is None]
        count = body.get("count", len(free))
        if not free or count > len(free):
            raise Problem("match-full", f"Free seats: {len(free)}.")
        # A bot adds nothing to the seed: the players and the server do.
        return [
            facts.SeatTaken(seat=seat, player=bot_id(body["policy"], new_id("x")), name=bot_name(seat), entropy="")
            for seat in free[:count]
        ]

    current_table(match, who)
    done = handle(services().tables, match, read_order(request.environ, f"player:{who.id}", is_step=False), decide)
    seats = [recorded.stored.public["seat"] for recorded in done.recorded]
    # Taken from the events: the decision may have run twice, with different bots each time.
    for recorded, seat in zip(done.recorded, seats):
        bot = Person(recorded.stored.public["player"], bot_name(seat), "player")
        services().identity.people.add(bot, hash_token(services().notary.bot_token(bot.id)))
    services().bots.add(match)
    return json_response({"seats": seats}, 201)
