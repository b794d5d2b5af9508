"""A player's part of the luck: commit to one, and open it once the lobby is closed."""

from __future__ import annotations

from flask import Response, request

from ledger.orders import Order
from ledger.rules_luck import COMMIT, OPEN
from service.web.http import RouteGroup, json_body, signed_in
from service.web.orders import order_route, send_order
from service.web.presenters import current_table, document_after
from service.web.responses import empty_response, json_response
from service.web.schemas.luck import CommitmentIn, PartIn
from service.web.schemas.matches import MatchOut

luck = RouteGroup("luck")
_commitment_in = CommitmentIn()
_part_in = PartIn()


@order_route(
    luck,
    "POST",
    "/matches/<match>/luck/commitment",
    "Commit to a part of the luck, or to another one in place of the first; while the lobby is open",
    body=CommitmentIn,
    answers={204: "Committed"},
    problems=("not-seated", "match-not-open", "lobby-closed", "luck-refused"),
)
def commit_luck(match: str) -> Response:
    """A commitment to your part of the luck, or another one in place of the first, while the lobby is open; see
    docs/luck.md for how it is made."""
    who = signed_in(request.environ)
    body = json_body(request.environ, _commitment_in)
    current_table(match, who)
    send_order(request.environ, match, Order(f"player:{who.id}", COMMIT, body))
    return empty_response()


@order_route(
    luck,
    "POST",
    "/matches/<match>/luck",
    "Open your part of the luck, once the lobby is closed; the match begins with the last one",
    body=PartIn,
    answers={200: MatchOut},
    problems=("not-seated", "match-not-open", "luck-refused"),
)
def open_luck(match: str) -> Response:
    """Once the lobby is closed (`opening` in the match document), each seat that has committed opens its part. Play
    begins with the last one. Whoever lets the deadline pass loses the seat."""
    who = signed_in(request.environ)
    body = json_body(request.environ, _part_in)
    current_table(match, who)
    done = send_order(request.environ, match, Order(f"player:{who.id}", OPEN, body))
    document, tag = document_after(done, who)
    return json_response(document, ETag=tag)
