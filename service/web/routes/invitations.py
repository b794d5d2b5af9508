"""The invitation to a match: what somebody who was given its address may know before they sit down."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from ledger.rules_visibility import is_invited
from ledger.table import Table
from service.web.http import RouteGroup, not_found, person, route, services
from service.web.presenters import etag_at
from service.web.responses import tagged_response
from service.web.schemas.leaving import InvitationOut

invitations = RouteGroup("invitations")


@route(
    invitations,
    "GET",
    "/matches/<match>/invitation",
    "What a match is about, for whoever was given its address; also of a private one that has a free seat",
    answers={200: InvitationOut, 304: "It has not changed"},
    problems=("not-found",),
    headers=("If-None-Match",),
)
def get_invitation(match: str) -> Response:
    """Game, options, names and free seats, the same for everybody. The id of a private match is its secret: whoever has
    it may sit down while a seat is free, and sees no more than this before."""
    who = person(request.environ)
    table = services().tables.current(match)
    if not is_invited(table, None if who is None else who.actor):
        not_found("There is no such match.")
    return tagged_response(
        request.environ, etag_at(table.version, "invitation", table.command), lambda: _invitation(table)
    )


def _invitation(table: Table) -> dict[str, Any]:
    """Names and not ids, options and not the state: the same for everybody."""
    opened = table.opened
    return {
        "id": table.match,
        "game": opened.game,
        "game_name": table.game.name,
        "status": table.status,
        "public": opened.is_public,
        "options": opened.options,
        "turn_s": opened.turn_s,
        "reaction_s": opened.reaction_s,
        "total_s": opened.total_s,
        "increment_s": opened.increment_s,
        "away_s": opened.away_s,
        "seats": [{"seat": seat, "name": None if info is None else info.name} for seat, info in enumerate(table.seats)],
        "free": sum(info is None for info in table.seats),
    }
