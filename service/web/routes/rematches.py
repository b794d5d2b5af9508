"""Playing again: the rematch of a match that is over."""

from __future__ import annotations

from flask import Response, request

from ledger import rules_lobby
from ledger.bots import bot_id, bot_kind
from ledger.orders import Order, Refused, plain
from ledger.rules_rematch import rematch_params
from ledger.table import Table
from projections.tables import Tables, UnknownMatch
from service.handle import handle, now_ms
from service.web.http import RouteGroup, json_body, route, services, signed_in
from service.web.identity import new_id
from service.web.openings import new_server_seed, write_opening
from service.web.orders import holder_of
from service.web.presenters import current_table, find_game
from service.web.responses import json_response
from service.web.schemas.common import EmptyIn
from service.web.schemas.leaving import RematchOut

rematches = RouteGroup("rematches")
_empty_in = EmptyIn()
RACED = ("match_full", "match_not_open")  # another request has seated the bots, or the match has begun


@route(
    rematches,
    "POST",
    "/matches/<match>/rematch",
    "Play a match again: opens its rematch, or says which one there is; then take your seat there",
    body=EmptyIn,
    answers={201: RematchOut},
    problems=("not-found", "not-seated", "rematch-impossible"),
    needs_token=True,
    is_costly=True,
)
def open_rematch(match: str) -> Response:
    """There is one rematch of a match: whoever asks later is led to the same one. Everybody sits one seat further;
    seats are kept for ten minutes."""
    who = signed_in(request.environ)
    json_body(request.environ, _empty_in, is_optional=True)
    table = current_table(match, who)
    table = _with_rematch(table, holder_of(table, who))
    rematch = _ensure_opened(services().tables, table)
    _seat_bots(services().tables, rematch)
    return json_response({"id": rematch.match}, 201, Location=f"/v1/matches/{rematch.match}")


def _with_rematch(table: Table, actor: str) -> Table:
    """The match with its rematch; of several who ask at once the first one decides."""
    tables = services().tables
    try:
        return handle(tables, table.match, Order(actor, "rematch", {}, {"match": new_id("m")}), known=table).table
    except Refused as refused:
        if refused.code != "rematch_open":
            raise
        return tables.current(table.match)


def _ensure_opened(tables: Tables, table: Table) -> Table:
    """The rematch, opened now if nobody has opened it yet: its id is known before it is."""
    try:
        return tables.current(table.rematch)
    except UnknownMatch:
        pass
    # Whoever asks now; the first of several who do so at once is its opener.
    who, at = signed_in(request.environ), max(now_ms(), table.last_at)
    given = {"match": table.rematch, "server_seed": new_server_seed()}
    order = Order(f"player:{who.id}", "open_match", plain(rematch_params(table)), given)
    (opened,) = rules_lobby.open_match(find_game(table.opened.game), order, at)
    write_opening(tables, opened, order, at)  # if another request was first, its match is the rematch
    return tables.current(table.rematch)


def _seat_bots(tables: Tables, rematch: Table) -> None:
    """The bots of the match play in the rematch too, under new ids."""
    opened = rematch.opened
    for policy in sorted({kind for player in opened.kept_for if (kind := bot_kind(player)) is not None}):
        seats = [
            seat
            for seat, player in enumerate(opened.kept_for)
            if bot_kind(player) == policy and rematch.seats[seat] is None
        ]
        if not seats or rematch.status != "open":
            continue
        players = [bot_id(policy, new_id("x")) for _ in seats]
        order = Order(
            f"player:{opened.opened_by}", "seat_bots", {"policy": policy, "seats": seats}, {"players": players}
        )
        try:
            rematch = handle(tables, rematch.match, order).table
        except Refused as refused:
            if refused.code not in RACED:
                raise
