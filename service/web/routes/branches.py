"""Branches: a new match that starts at a step of another one and shares its history by reference."""

from __future__ import annotations

import msgspec
from flask import Response, request

from events.visibility import Viewer
from ledger.orders import Order
from ledger.rules_lobby import open_branch
from ledger.table import Table
from projections.docket import branches_of
from projections.lists import branch_document
from projections.patches import make_patch
from projections.steps import view_at
from service.damaged import read_or_none
from service.handle import now_ms
from service.web.http import RouteGroup, json_body, not_found, person, query_args, route, services, signed_in
from service.web.identity import Person
from service.web.openings import open_ledger, opening_given
from service.web.presenters import check_cursor, current_table, may_see
from service.web.responses import json_response
from service.web.schemas.common import PageQuery
from service.web.schemas.history import BranchesOut, BranchIn, CompareOut, CompareQuery
from service.web.schemas.matches import MatchOut

branches = RouteGroup("branches")
_branch_in = BranchIn()
_compare_query = CompareQuery()
_page_query = PageQuery()


@route(
    branches,
    "POST",
    "/matches/<match>/branches",
    "Open a new match that starts at a step of this one",
    body=BranchIn,
    answers={201: MatchOut},
    sends=("Location", "ETag"),
    problems=("not-found", "not-allowed", "match-not-running", "idempotency-key-reused", "match-erased"),
    headers=("Idempotency-Key",),
    needs_token=True,
    is_costly=True,
)
def branch(match: str) -> Response:
    """The branch shares the history up to that step, and is then a match of its own. While the first match is
    running, everything that you cannot know is drawn anew."""
    environ = request.environ
    who = signed_in(environ)
    body = json_body(environ, _branch_in)
    table = current_table(match, who)
    order = Order(f"{who.role}:{who.id}", "open_branch", {"public": body["public"]}, opening_given(environ, who))
    replay = services().replays.of(table)
    if body["step"] not in replay.steps():
        not_found(f"There is no step {body['step']}; the steps are {replay.steps()[0]} to {replay.steps()[-1]}.")
    order.given["step"] = body["step"]
    order.given["root"] = replay.events_of(body["step"])[-1].stored.root.hex()
    origin = replay.at(replay.end_of(body["step"]))
    at = max(now_ms(), table.last_at)
    (opened,) = open_branch(table, origin, order, at)
    return open_ledger(environ, opened, order, at, origin)


@route(
    branches,
    "GET",
    "/matches/<match>/branches",
    "The branches that leave a match, newest first, of those that you may see",
    query=PageQuery,
    answers={200: BranchesOut},
    problems=("not-found",),
)
def list_branches(match: str) -> Response:
    """A private branch is listed for its players, for whoever opened it and for arbiters; a page may therefore be
    shorter than `limit`. Send `next` back as `cursor`. A new branch is listed a moment after it was opened."""
    who = person(request.environ)
    query = query_args(request.environ, _page_query)
    current_table(match, who)
    lines, following = services().docket.page(branches_of(match), check_cursor(query.get("cursor")), query["limit"])
    found = [read_or_none(msgspec.json.decode(line)["id"], services().tables.current) for line in lines]
    seen = [branch_document(one) for one in found if one and may_see(one, who) and one.ending() != "cancelled"]
    return json_response({"branches": seen, "next": following})


@route(
    branches,
    "GET",
    "/matches/<match>/compare",
    "Compare a branch with its main line after the same number of steps",
    query=CompareQuery,
    answers={200: CompareOut},
    problems=("not-found", "match-erased"),
    is_costly=True,
)
def compare(match: str) -> Response:
    """A JSON Patch from the main line's view to the branch's."""
    who = person(request.environ)
    query = query_args(request.environ, _compare_query)
    own = current_table(match, who)
    point = own.opened.branch
    if point is None:
        not_found("This match is not a branch.")
    main = current_table(point.match, who)
    own_replay, main_replay = services().replays.of(own), services().replays.of(main)
    own_step = query.get("step", own_replay.steps()[-1])
    if own_step not in own_replay.steps():
        not_found(f"The branch has the steps {own_replay.steps()[0]} to {own_replay.steps()[-1]}.")
    main_step = min(own_step, main_replay.steps()[-1])
    before = view_at(main_replay, main_replay.end_of(main_step), _viewer_of(main, who))
    after = view_at(own_replay, own_replay.end_of(own_step), _viewer_of(own, who))
    return json_response(
        {
            "match": point.match,
            "step": main_step,
            "branch_step": own_step,
            "patch": make_patch(before, after),
        }
    )


def _viewer_of(table: Table, who: Person | None) -> Viewer:
    return table.viewer_in_play(None if who is None else who.id)
