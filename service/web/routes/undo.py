"""Taking moves back and playing them again: the plan, requests, votes, redo."""

from __future__ import annotations

from flask import Blueprint, Response, request

from events.visibility import SPECTATOR
from ledger.orders import Order
from ledger.rules_undo import plan_undo, redo_refusal
from service.handle import with_history
from service.web.http import json_body, query_args, route, services, signed_in
from service.web.identity import Person
from service.web.orders import actor_of, require_seat, send_order, table_with_seats
from service.web.presenters import current_table, done_document, presides, visible_table
from service.web.problems import Problem
from service.web.responses import empty_response, json_response
from service.web.schemas.common import EmptyIn
from service.web.schemas.history import UndoIn, UndoOut, UndoQuery, VoteIn
from service.web.schemas.play import DoneOut

undos = Blueprint("undo", __name__, url_prefix="/v1")
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
    who = signed_in(request.environ)
    to_step = query_args(request.environ, _undo_query).get("to_step")
    table = current_table(match, who)
    seat = require_seat(table, who)
    plan, table = with_history(services().tables, table, lambda known: plan_undo(known, seat, to_step))
    refusal = redo_refusal(table, actor_of(table, who))
    return json_response(
        {
            "version": table.version,
            "steps": plan.steps,
            "needs": plan.needs,
            "voters": plan.voters,
            "reasons": plan.reasons,
            "code": plan.code,
            "rule": plan.rule,
            "redo": [one.step for one in table.redoable],
            "redo_code": None if refusal is None else refusal.code,
            "redo_rule": None if refusal is None else refusal.rule,
            "open_request": table.undo_request,
        }
    )


@route(
    undos,
    "POST",
    "/matches/<match>/undo",
    "Undo moves: at once, or by a request to the other players",
    body=UndoIn,
    answers={201: DoneOut, 202: DoneOut},
    problems=(
        "not-found",
        "not-seated",
        "match-not-running",
        "match-finished",
        "match-frozen",
        "undo-impossible",
        "illegal-move",
        "version-conflict",
        "idempotency-key-reused",
    ),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def undo(match: str) -> Response:
    who = signed_in(request.environ)
    params = json_body(request.environ, _undo_in, is_optional=True)
    is_rewind = presides(table_with_seats(services().tables, match), who)
    if is_rewind and "to_step" not in params:
        raise Problem("bad-request", "An arbiter must give `to_step`.", errors={"to_step": ["missing"]})
    return _carry_out(match, who, "rewind" if is_rewind else "undo", params)


@route(
    undos,
    "POST",
    "/matches/<match>/undo/votes",
    "Accept or decline an open undo request",
    body=VoteIn,
    answers={201: DoneOut},
    problems=("not-found", "not-seated", "undo-not-open", "match-frozen", "version-conflict"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def vote_on_undo(match: str) -> Response:
    who = signed_in(request.environ)
    return _carry_out(match, who, "answer_undo", json_body(request.environ, _vote_in))


@route(
    undos,
    "DELETE",
    "/matches/<match>/undo",
    "Withdraw your own undo request",
    answers={204: "Withdrawn"},
    problems=("not-found", "not-seated", "undo-not-open", "match-frozen", "version-conflict"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def withdraw_undo(match: str) -> Response:
    who = signed_in(request.environ)
    _carry_out(match, who, "withdraw_undo", {})
    return empty_response()


@route(
    undos,
    "POST",
    "/matches/<match>/redo",
    "Redo the first undone step, if it was yours and nothing has been played since",
    body=EmptyIn,
    answers={201: DoneOut},
    problems=(
        "not-found",
        "not-seated",
        "match-not-running",
        "match-finished",
        "match-frozen",
        "undo-impossible",
        "illegal-move",
        "version-conflict",
    ),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def redo(match: str) -> Response:
    who = signed_in(request.environ)
    json_body(request.environ, _empty_in, is_optional=True)
    return _carry_out(match, who, "redo", {})


def _carry_out(match: str, who: Person, type_: str, params: dict[str, object]) -> Response:
    known = table_with_seats(services().tables, match)
    visible_table(known, who)
    done = send_order(request.environ, match, Order(actor_of(known, who), type_, params), known=known)
    seat = known.seat_of(who.id)
    status = 202 if done.recorded[-1].stored.type == "UndoRequested" else 201
    return json_response(done_document(done.recorded, SPECTATOR if seat is None else seat), status)
