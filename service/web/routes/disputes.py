"""Disputes: a claim about a step, the evidence, an arbiter's ruling, and the docket (the list of all disputes)."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request

from events.envelope import actor_seat
from events.export import viewer_name
from events.visibility import ARBITER, SEATS, Viewer
from ledger.rules_disputes import disputed_step
from ledger.table import Dispute, Table
from pages import SECURITY
from projections.docket import dispute_document, docket_list
from projections.evidence import claims_about, evidence
from projections.evidence_file import EvidenceHeader, write_evidence
from projections.previews import preview_document
from projections.steps import step_in_words
from projections.tables import read_whole
from service.foresee import foresee
from service.handle import Done, DoneBefore
from service.web.http import Media, RouteGroup, json_body, not_found, person, query_args, route, services, signed_in
from service.web.identity import Person
from service.web.orders import holder_of, order_from, order_route, send_order
from service.web.presenters import (
    check_cursor,
    checkpoint_document,
    current_table,
    logged_head,
    presides,
    record_access,
    table_after_log,
    viewer_of,
)
from service.web.report import POLICY, report_page
from service.web.responses import empty_response, json_response
from service.web.schemas.disputes import (
    DisputeIn,
    DisputeOut,
    DisputesOut,
    DisputesQuery,
    EvidenceOut,
    PreviewIn,
    PreviewOut,
    RulingIn,
)

disputes = RouteGroup("disputes")
_dispute_in = DisputeIn()
_ruling_in = RulingIn()
_preview_in = PreviewIn()
_disputes_query = DisputesQuery()
AROUND = 3  # steps before the disputed one in a report, and as many after it


@order_route(
    disputes,
    "POST",
    "/matches/<match>/disputes",
    "Dispute a step, a refusal or a ruling",
    sends=("Location",),
    body=DisputeIn,
    answers={201: DisputeOut},
    problems=("not-seated", "dispute-impossible"),
    is_costly=True,
)
def open_dispute(match: str) -> Response:
    """One of `step`, `refusal_at` and `ruling` says what is disputed. With `freeze`, nobody plays until an arbiter has
    ruled, the dispute is withdrawn, or `hold_s` has passed. A player holds a match twice; a hold does not count once an
    arbiter has upheld its dispute (LEDGER-6.2). After that, `freeze` is refused with `hold_not_allowed`."""
    who = signed_in(request.environ)
    body = json_body(request.environ, _dispute_in)
    claim = body.pop("claim")
    table = current_table(match, who)
    is_journaled = _is_journaled(match, holder_of(table, who), body)
    given = {"claim": claim, "is_journaled": is_journaled, "has_arbiter": _has_arbiter()}
    done = send_order(request.environ, match, order_from(table, who, "open_dispute", body, given))
    number = services().tables.at(match, done.recorded[-1].version).disputes[-1].number
    return _dispute_response(match, number, done, Location=f"/v1/disputes/{match}~{number}")


def _is_journaled(match: str, actor: str, body: dict[str, Any]) -> bool:
    """Whether the journal has the disputed refusal. A player must not learn what others were refused."""
    if "refusal_at" not in body:
        return False
    refusals = services().tables.store.refusals(match)
    own = [refusal.at for refusal in refusals if actor_seat(actor) is None or refusal.actor == actor]
    return body["refusal_at"] in own


def _has_arbiter() -> bool:
    return services().identity.people.has_arbiter()


def _dispute_response(match: str, number: int, done: Done | DoneBefore, **headers: str) -> Response:
    """The dispute as it was after this order, so that a retry gets the same."""
    found = services().tables.at(match, done.recorded[-1].version)
    return json_response(dispute_document(found, _dispute(found, number)), 201, **headers)


@order_route(
    disputes,
    "DELETE",
    "/disputes/<dispute>",
    "Withdraw your own dispute; if it held the match, the match goes on",
    answers={204: "Withdrawn"},
    problems=("not-allowed", "dispute-ruled"),
)
def withdraw_dispute(dispute: str) -> Response:
    """Only by whoever opened it, and only before it is ruled on. It can still be read, as withdrawn."""
    who = signed_in(request.environ)
    table, found = _find_dispute(dispute, who)
    order = order_from(table, who, "withdraw_dispute", {"dispute": found.number})
    send_order(request.environ, table.match, order)
    return empty_response()


def _dispute(table: Table, number: int) -> Dispute:
    found = next((dispute for dispute in table.disputes if dispute.number == number), None)
    if found is None:
        not_found("There is no such dispute.")
    return found


def _find_dispute(dispute: str, who: Person | None) -> tuple[Table, Dispute]:
    match, _, number = dispute.partition("~")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        not_found("There is no such dispute.")
    table = current_table(match, who)
    return table, _dispute(table, int(number))


@route(
    disputes,
    "GET",
    "/disputes",
    "The docket: disputes in public matches and their rulings, newest first",
    query=DisputesQuery,
    answers={200: DisputesOut},
    ignores_token=True,
)
def list_disputes() -> Response:
    """Page by page: send `next` back as `cursor`. The filters can be combined."""
    query = query_args(request.environ, _disputes_query)
    status = "held" if query["held"] else query.get("status")
    shelf = docket_list(status, query.get("game"))
    cursor = query.get("cursor")
    if cursor is None and "opened_before" in query:
        cursor = f"{query['opened_before']}~"
    lines, following = services().docket.page(shelf, check_cursor(cursor), query["limit"])
    return json_response({"disputes": [msgspec.Raw(line) for line in lines], "next": following})


@route(
    disputes,
    "GET",
    "/disputes/<dispute>",
    "A dispute and its ruling",
    answers={200: DisputeOut},
    problems=("not-found",),
)
def get_dispute(dispute: str) -> Response:
    """Disputes in private matches are shown to their players and to arbiters."""
    return json_response(dispute_document(*_find_dispute(dispute, person(request.environ))))


@route(
    disputes,
    "GET",
    "/disputes/<dispute>/evidence",
    "The evidence about the disputed step, as you may see it; an arbiter sees what each seat sees, which is recorded",
    answers={200: EvidenceOut},
    problems=("not-found", "match-erased", "signing-stopped"),
    is_costly=True,
)
def get_evidence(dispute: str) -> Response:
    """What stood on the table before and after the step, its events, rules and proofs. Where an arbiter is shown
    more than a player may see, the match records that."""
    who = person(request.environ)
    table, found = _find_dispute(dispute, who)
    return json_response(_evidence(table, who, _step_of(table, found), "evidence_of_dispute", found.number))


def _step_of(table: Table, dispute: Dispute) -> int:
    """The step that a dispute is about; of a refusal, the last one before it."""
    step = disputed_step(table, dispute)
    return _step_before(table, dispute.about_refusal or 0) if step is None else step


def _step_before(table: Table, at: int) -> int:
    """The last step before a time: a refused command was decided on the table after it."""
    replay = services().replays.of(table)
    steps = [step for step in replay.steps() if replay.events_of(step)[0].stored.at <= at]
    return steps[-1] if steps else replay.first_step


@route(
    disputes,
    "GET",
    "/matches/<match>/audit/steps/<int:step>",
    "The evidence about any step, as you may see it",
    answers={200: EvidenceOut},
    problems=("not-found", "match-erased", "signing-stopped"),
    is_costly=True,
)
def audit_step(match: str, step: int) -> Response:
    """As for a dispute, but for any step of a match."""
    who = person(request.environ)
    table = current_table(match, who)
    if step not in services().replays.of(table).steps():
        not_found(f"There is no step {step}; the last one is {table.step}.")
    return json_response(_evidence(table, who, step, "evidence_of_step", step))


@route(
    disputes,
    "GET",
    "/matches/<match>/audit/steps/<int:step>/evidence",
    "The evidence about any step as a signed file, which anybody can verify without this service",
    answers={200: Media("The file", "application/jsonl")},
    sends=("Content-Disposition",),
    problems=("not-found", "match-erased", "signing-stopped"),
    is_costly=True,
)
def export_evidence(match: str, step: int) -> Response:
    """One line of JSON each; `matchledger verify` checks the file."""
    who = person(request.environ)
    logged, table = table_after_log(match, who, logged_head)
    if step not in services().replays.of(table).steps():
        not_found(f"There is no step {step}; the last one is {table.step}.")
    table, viewer = _viewer_of_evidence(table, who, "evidence_of_step", step)
    replay, point = services().replays.of(table), checkpoint_document(table)
    header = EvidenceHeader(
        match=match,
        viewer="seats" if viewer == SEATS else viewer_name(viewer),
        step=step,
        size=point["size"],
        root=point["root"],
        note=point["note"],
        key=point["key"],
        logged=logged,
        imported=table.source,
    )
    claimed = claims_about(replay, table, step, viewer)
    history = read_whole(services().tables.store, match, table.version)
    text = write_evidence(header, history, viewer, claimed, services().notary.sign)
    name = f'attachment; filename="{match}-step-{step}.jsonl"'
    return Response(text, content_type="application/jsonl", headers={"Content-Disposition": name})


def _viewer_of_evidence(table: Table, who: Person | None, what: str, number: int) -> tuple[Table, Viewer]:
    """As whom somebody sees the evidence; an arbiter's look at a running match is recorded first."""
    viewer = viewer_of(table, who)
    if who is not None and presides(table, who) and viewer != ARBITER:
        return record_access(table, who, what, number), SEATS
    return table, viewer


def _evidence(table: Table, who: Person | None, step: int, what: str, number: int) -> dict[str, Any]:
    table, viewer = _viewer_of_evidence(table, who, what, number)
    replay = services().replays.of(table)
    return {**evidence(replay, table, step, viewer), "checkpoint": checkpoint_document(table)}


@route(
    disputes,
    "GET",
    "/disputes/<dispute>/report",
    "The evidence as a printable page",
    answers={200: Media("The page", "text/html")},
    sends=("Cache-Control", *SECURITY),
    problems=("not-found", "match-erased", "signing-stopped"),
    is_costly=True,
)
def get_report(dispute: str) -> Response:
    """For arbiters who like paper; it holds the same as the evidence."""
    who = person(request.environ)
    table, found = _find_dispute(dispute, who)
    bundle = _evidence(table, who, _step_of(table, found), "report_of_dispute", found.number)
    page = report_page(dispute_document(table, found), bundle, _around(table, who, bundle["step"]))
    headers = {**SECURITY, "Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
    return Response(page, content_type="text/html; charset=utf-8", headers=headers)


def _around(table: Table, who: Person | None, step: int) -> list[dict[str, Any]]:
    """The steps before and after, in the words of whoever reads."""
    replay = services().replays.of(table)
    steps = [one for one in replay.steps() if abs(one - step) <= AROUND]
    return [step_in_words(replay, table, one, viewer_of(table, who)) for one in steps]


@route(
    disputes,
    "POST",
    "/disputes/<dispute>/preview",
    "What a ruling would do to the match, decided as the ruling itself would be; nothing is written",
    body=PreviewIn,
    answers={200: PreviewOut},
    problems=("not-found", "not-allowed", "dispute-ruled", "match-finished", "undo-impossible", "match-erased"),
    needs_token=True,
    is_costly=True,
)
def preview_ruling(dispute: str) -> Response:
    """For arbiters and admins who do not sit in the match. Refused as the ruling would be. The table is as spectators
    would see it, and whole once the match is over."""
    who = signed_in(request.environ)
    body = json_body(request.environ, _preview_in)
    table, found = _find_dispute(dispute, who)
    order = order_from(table, who, "rule_on_dispute", {"dispute": found.number, **body}, {"reason": ""})
    foreseen = foresee(services().tables, table, order)
    return json_response(preview_document(table, foreseen.table, foreseen.events))


@order_route(
    disputes,
    "POST",
    "/disputes/<dispute>/ruling",
    "Rule on a dispute: dismiss, rewind, adjust the result, or forfeit",
    body=RulingIn,
    answers={201: DisputeOut},
    problems=("not-allowed", "dispute-ruled", "match-finished", "undo-impossible"),
)
def rule_on_dispute(dispute: str) -> Response:
    """For arbiters and admins who do not sit in the match. What the ruling does to the match follows as events of
    the same step."""
    who = signed_in(request.environ)
    body = json_body(request.environ, _ruling_in)
    reason = body.pop("reason")
    table, found = _find_dispute(dispute, who)
    order = order_from(table, who, "rule_on_dispute", {"dispute": found.number, **body}, {"reason": reason})
    done = send_order(request.environ, table.match, order)
    return _dispute_response(table.match, found.number, done)
