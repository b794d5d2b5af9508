"""Disputes: a claim about a step, the evidence, an arbiter's ruling; and the docket of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from events.envelope import actor_seat, seat_actor
from events.visibility import ARBITER, Viewer
from ledger import events as facts
from ledger.table import Dispute, Table
from pages import SECURITY
from projections.docket import dispute_document
from projections.evidence import evidence
from projections.steps import steps_of
from service.handle import handle
from service.web.http import answer, json_body, not_found, person, query_args, route, services, signed_in
from service.web.identity import Person
from service.web.presenters import current_table, look, presides, viewer_of
from service.web.problems import Problem
from service.web.report import POLICY, report_page
from service.web.routes.audit import checkpoint_document
from service.web.routes.matches import check_cursor, order_of
from service.web.routes.play import must_run
from service.web.schemas.disputes import DisputeIn, DisputeOut, DisputesOut, DisputesQuery, EvidenceOut, RulingIn

disputes = Blueprint("disputes", __name__, url_prefix="/v1")
_dispute_in = DisputeIn()
_ruling_in = RulingIn()
_disputes_query = DisputesQuery()
OPEN_MAX = 3  # disputes of one person in one match that may be open at once


@route(
    disputes,
    "POST",
    "/matches/<match>/disputes",
    "Dispute a step, a refusal or a ruling",
    body=DisputeIn,
    answers={201: DisputeOut},
    problems=("not-found", "not-seated", "dispute-impossible", "version-conflict", "idempotency-key-reused"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
    is_costly=True,
)
def open_dispute(match: str) -> Response:
    who = signed_in()
    body = json_body(_dispute_in)

    def decide(table: Table, _at: int) -> Sequence[facts.MatchEvent]:
        actor = _disputant(table, who)
        _must_be_disputable(table, actor, body)
        if sum(one.by == actor and one.ruling is None for one in table.disputes) >= OPEN_MAX:
            raise Problem("dispute-impossible", f"You have {OPEN_MAX} open disputes in this match already.")
        return [
            facts.DisputeOpened(
                by=actor,
                about_step=body.get("step"),
                about_refusal=body.get("refusal_at"),
                about_ruling=body.get("ruling"),
                claim=body["claim"],
                freezes=body["freeze"] and table.status == "running",
            )
        ]

    table = current_table(match, who)
    done = handle(services().tables, match, order_of(request.environ, _disputant(table, who)), decide)
    number = done.recorded[0].stored.step
    found = services().tables.at(match, done.recorded[-1].version)
    return answer(dispute_document(found, _dispute(found, number)), 201, Location=f"/v1/disputes/{match}~{number}")


def _disputant(table: Table, who: Person) -> str:
    seat = table.seat_of(who.id)
    if seat is None and who.role == "player":
        raise Problem("not-seated", "Only players of the match and arbiters dispute something in it.")
    return f"{who.role}:{who.id}" if seat is None else seat_actor(seat)


def _must_be_disputable(table: Table, actor: str, body: dict[str, Any]) -> None:
    named = [name for name in ("step", "refusal_at", "ruling") if name in body]
    if len(named) != 1:
        raise Problem(
            "bad-request", "A dispute is about one step, one refusal or one ruling.", errors={"step": ["one"]}
        )
    if "step" in body and not table.first_step <= body["step"] <= table.step:
        raise Problem("dispute-impossible", f"There is no step {body['step']}; the last one is {table.step}.")
    if "refusal_at" in body:
        # What others were refused is not for a player to know, so a player finds only their own.
        refusals = services().tables.store.refusals(table.match)
        own = [refusal.at for refusal in refusals if actor_seat(actor) is None or refusal.actor == actor]
        if body["refusal_at"] not in own:
            raise Problem("dispute-impossible", "The journal has no refusal of that time.")
    if "ruling" in body and not any(one.number == body["ruling"] and one.ruling for one in table.disputes):
        raise Problem("dispute-impossible", "There is no ruling on a dispute of that number.")


def _dispute(table: Table, number: int) -> Dispute:
    found = next((dispute for dispute in table.disputes if dispute.number == number), None)
    if found is None:
        not_found("There is no such dispute.")
    return found


def _found(dispute: str, who: Person | None) -> tuple[Table, Dispute]:
    match, _, number = dispute.partition("~")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        not_found("There is no such dispute.")
    table = current_table(match, who)
    return table, _dispute(table, int(number))


@route(
    disputes,
    "GET",
    "/disputes",
    "The docket: disputes of public matches and their rulings, newest first",
    query=DisputesQuery,
    answers={200: DisputesOut},
)
def list_disputes() -> Response:
    query = query_args(_disputes_query)
    list = f"docket/{query.get('status', '*')}"
    lines, following = services().docket.page(list, check_cursor(query.get("cursor")), query["limit"])
    return answer({"disputes": [msgspec.Raw(line) for line in lines], "next": following})


@route(
    disputes,
    "GET",
    "/disputes/<dispute>",
    "A dispute and its ruling",
    answers={200: DisputeOut},
    problems=("not-found",),
)
def get_dispute(dispute: str) -> Response:
    return answer(dispute_document(*_found(dispute, person())))


@route(
    disputes,
    "GET",
    "/disputes/<dispute>/evidence",
    "The evidence about the disputed step, as you may see it; an arbiter sees all, and the players see that",
    answers={200: EvidenceOut},
    problems=("not-found", "match-erased"),
    is_costly=True,
)
def get_evidence(dispute: str) -> Response:
    who = person()
    table, found = _found(dispute, who)
    return answer(_evidence(table, who, _step_of(table, found), f"the evidence of dispute {found.number}"))


def _step_of(table: Table, dispute: Dispute) -> int:
    """The step that a dispute comes down to: an appeal to what the first dispute was about."""
    if dispute.about_step is not None:
        return dispute.about_step
    if dispute.about_ruling is not None:
        return _step_of(table, _dispute(table, dispute.about_ruling))
    return _step_before(table, dispute.about_refusal or 0)


def _step_before(table: Table, at: int) -> int:
    """The last step before a time: the table that a refused command was judged on."""
    replay = services().replays.of(table)
    steps = [step for step in replay.steps() if replay.events_of(step)[0].stored.at <= at]
    return steps[-1] if steps else replay.first_step


@route(
    disputes,
    "GET",
    "/matches/<match>/audit/steps/<int:step>",
    "The evidence about any step, as you may see it",
    answers={200: EvidenceOut},
    problems=("not-found", "match-erased"),
    is_costly=True,
)
def audit_step(match: str, step: int) -> Response:
    who = person()
    table = current_table(match, who)
    if step not in services().replays.of(table).steps():
        not_found(f"There is no step {step}; the last one is {table.step}.")
    return answer(_evidence(table, who, step, f"the evidence of step {step}"))


def _evidence(table: Table, who: Person | None, step: int, what: str) -> dict[str, Any]:
    viewer: Viewer = viewer_of(table, who)
    if who is not None and presides(table, who) and viewer != ARBITER:
        table = look(table, who, what)
        viewer = ARBITER
    replay = services().replays.of(table)
    return {**evidence(replay, table, step, viewer), "checkpoint": checkpoint_document(table)}


@route(
    disputes,
    "GET",
    "/disputes/<dispute>/report",
    "The evidence as a page to print",
    answers={200: "HTML"},
    problems=("not-found", "match-erased"),
    is_costly=True,
)
def get_report(dispute: str) -> Response:
    who = person()
    table, found = _found(dispute, who)
    bundle = _evidence(table, who, _step_of(table, found), f"the report on dispute {found.number}")
    page = report_page(dispute_document(table, found), bundle)
    headers = {**SECURITY, "Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
    return Response(page, content_type="text/html; charset=utf-8", headers=headers)


@route(
    disputes,
    "POST",
    "/disputes/<dispute>/ruling",
    "Rule on a dispute: dismiss, rewind, adjust the result, or forfeit",
    body=RulingIn,
    answers={201: DisputeOut},
    problems=("not-found", "not-allowed", "dispute-ruled", "match-finished", "undo-impossible", "version-conflict"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def rule_on_dispute(dispute: str) -> Response:
    who = signed_in()
    body = json_body(_ruling_in)
    if who.role == "player":
        raise Problem("not-allowed", "Rulings are given by arbiters.")
    table, found = _found(dispute, who)
    actor = f"{who.role}:{who.id}"

    def decide(table: Table, _at: int) -> Sequence[facts.MatchEvent]:
        if _dispute(table, found.number).ruling is not None:
            raise Problem("dispute-ruled", "There is a ruling already.")
        if table.seat_of(who.id) is not None:
            raise Problem("not-allowed", "Nobody rules on a match that they play in.")
        ruled = facts.DisputeRuled(
            dispute=found.number,
            ruling=body["ruling"],
            reason=body["reason"],
            by=actor,
            forfeits=body.get("seat") if body["ruling"] == "forfeit" else None,
        )
        return [ruled, *_consequences(table, found, body, actor)]

    done = handle(services().tables, table.match, order_of(request.environ, actor), decide)
    after = services().tables.at(table.match, done.recorded[-1].version)
    return answer(dispute_document(after, _dispute(after, found.number)), 201)


def _consequences(table: Table, dispute: Dispute, body: dict[str, Any], actor: str) -> list[facts.MatchEvent]:
    """What a ruling does to the match."""
    if body["ruling"] == "rewind":
        return [_rewound(table, dispute, body.get("to_step"), actor)]
    if body["ruling"] == "adjust":
        return [facts.ResultAdjusted(dispute=dispute.number, winners=_winners(table, body))]
    if body["ruling"] == "forfeit":
        seat = body.get("seat")
        if seat is None or seat >= len(table.seats):
            raise Problem("bad-request", "A forfeit names the seat that loses.", errors={"seat": ["missing"]})
        others = tuple(one for one in range(len(table.seats)) if one != seat)
        return [facts.ResultAdjusted(dispute=dispute.number, winners=others)]
    return []


def _rewound(table: Table, dispute: Dispute, to_step: int | None, actor: str) -> facts.MoveUndone:
    if table.status == "finished":
        must_run(table)
    replay = services().replays.of(table)
    target = to_step if to_step is not None else _step_of(table, dispute) - 1
    steps = tuple(step for step in steps_of(replay, table, "effective") if step > max(target, replay.first_step))
    if not steps:
        raise Problem("undo-impossible", "Nothing that counts has been played since that step.")
    return facts.MoveUndone(steps=steps, by=actor)


def _winners(table: Table, body: dict[str, Any]) -> tuple[int, ...]:
    winners = body.get("winners")
    if winners is None or any(seat >= len(table.seats) for seat in winners):
        raise Problem("bad-request", "An adjusted result names the seats that win.", errors={"winners": ["missing"]})
    return tuple(sorted(set(winners)))
