"""Taking moves back and playing them again: the plan, requests, votes, redo."""

from __future__ import annotations

from flask import Response, request

from service.web.http import RouteGroup, json_body, query_args, route, services, signed_in
from service.web.identity import Person
from service.web.live_table import undo_document
from service.web.orders import IN_PLAY, order_from, order_route, seat_played_in, send_order, table_with_seats
from service.web.presenters import current_table, done_document_for, presides, visible_table
from service.web.responses import empty_response, json_response
from service.web.schemas.common import EmptyIn
from service.web.schemas.history import UndoIn, UndoOut, UndoQuery, VoteIn
from service.web.schemas.play import DoneOut

undos = RouteGroup("undo")
_undo_query = UndoQuery()
_undo_in = UndoIn()
_vote_in = VoteIn()
_empty_in = EmptyIn()


@route(
    undos,
    "GET",
    "/matches/<match>/undo",
    "What an undo would take back, what it needs, and why",
    query=UndoQuery,
    answers={200: UndoOut},
    problems=("not-found", "not-seated"),
    needs_token=True,
)
def get_undo(match: str) -> Response:
    """`needs` is `nothing` (it would happen at once), `consent` (the seats in `voters` are asked) or `impossible`."""
    who = signed_in(request.environ)
    to_step = query_args(request.environ, _undo_query).get("to_step")
    table = current_table(match, who)
    seat = seat_played_in(table, who)
    return json_response(undo_document(services(), table, who, seat, to_step))


@order_route(
    undos,
    "POST",
    "/matches/<match>/undo",
    "Undo moves: at once, or by a request to the other players",
    body=UndoIn,
    answers={201: DoneOut, 202: DoneOut},
    problems=(*IN_PLAY, "undo-impossible", "seat-conceded", "illegal-move"),
)
def undo(match: str) -> Response:
    """201 if it happened at once; 202 if other players are asked, who answer at /undo/votes. Nothing is deleted: the
    steps no longer count.

    One is open at a time (`undo_pending`), and what was refused is not asked for again (`undo_already_refused`).
    After three requests of yours that were refused or withdrawn, you play, or are granted one, before you ask again
    (`undo_asked_too_often`). A request that lapsed does not count."""
    who = signed_in(request.environ)
    params = json_body(request.environ, _undo_in, is_optional=True)
    is_rewind = presides(table_with_seats(services().tables, match, who), who)
    return _carry_out(match, who, "rewind" if is_rewind else "undo", params)


@order_route(
    undos,
    "POST",
    "/matches/<match>/undo/votes",
    "Accept or decline an open undo request",
    body=VoteIn,
    answers={201: DoneOut},
    problems=("not-seated", "undo-not-open", "match-frozen"),
)
def vote_on_undo(match: str) -> Response:
    """By the seats in `undo_request.waiting_for` of the match. When the last of those asked accepts, the steps are
    undone; when one declines, nothing happens. Where play is not held, a command ends the request (409)."""
    who = signed_in(request.environ)
    return _carry_out(match, who, "answer_undo", json_body(request.environ, _vote_in))


@order_route(
    undos,
    "DELETE",
    "/matches/<match>/undo",
    "Withdraw your own undo request",
    answers={204: "Withdrawn"},
    problems=("not-seated", "undo-not-open", "match-frozen"),
)
def withdraw_undo(match: str) -> Response:
    """The match goes on as if it had not been asked."""
    who = signed_in(request.environ)
    _carry_out(match, who, "withdraw_undo", {})
    return empty_response()


@order_route(
    undos,
    "POST",
    "/matches/<match>/redo",
    "Redo the first undone step, if it was yours and nothing has been played since",
    body=EmptyIn,
    answers={201: DoneOut},
    problems=(*IN_PLAY, "undo-impossible", "seat-conceded", "illegal-move"),
)
def redo(match: str) -> Response:
    """What was undone counts again, with the same cards and dice."""
    who = signed_in(request.environ)
    json_body(request.environ, _empty_in, is_optional=True)
    return _carry_out(match, who, "redo", {})


def _carry_out(match: str, who: Person, type_: str, params: dict[str, object]) -> Response:
    known = visible_table(table_with_seats(services().tables, match, who), who)
    done = send_order(request.environ, match, order_from(known, who, type_, params), known=known)
    status = 202 if done.recorded[-1].stored.type == "UndoRequested" else 201
    return json_response(done_document_for(done, who), status)
