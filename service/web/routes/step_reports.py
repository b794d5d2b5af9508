"""A step to be looked into by others: everything that is needed to play it again, in one document."""

from __future__ import annotations

from flask import Response, request

from events.visibility import ARBITER
from projections.step_report import NoCommand, report_seen, report_whole
from projections.tables import read_whole
from service.web.http import RouteGroup, json_body, not_found, person, route, services
from service.web.presenters import current_table, viewer_of
from service.web.responses import json_response
from service.web.schemas.step_reports import ReportIn, ReportOut
from service.web.threads import run_in_thread

step_reports = RouteGroup("step_reports")
_report_in = ReportIn()


@route(
    step_reports,
    "POST",
    "/matches/<match>/steps/<int:step>/report",
    "A step in one document, with which somebody else can play it again",
    body=ReportIn,
    answers={200: ReportOut},
    problems=("not-found", "match-erased"),
    is_costly=True,
)
def report_step(match: str, step: int) -> Response:
    """Save the answer as a file: `matchledger reproduce FILE` plays it and writes a test. Nothing is stored here.

    After the match has ended it has the seed and every command. While it runs it has what you may know: your command,
    or of others the type alone, on a state that looks the same to you and in which all that is hidden from you is
    drawn again."""
    who = person(request.environ)
    remark = json_body(request.environ, _report_in, is_optional=True)["remark"]
    table = current_table(match, who)
    replay = services().replays.of(table)
    if step not in replay.steps():
        not_found(f"There is no step {step}; the last one is {table.step}.")
    viewer = viewer_of(table, who)
    try:
        if viewer != ARBITER:
            return json_response(report_seen(replay, table, step, viewer, remark))
        tables = services().tables
        history = read_whole(tables.store, match, table.version)
        origin = tables.origin_of(history[0])
        return json_response(run_in_thread(report_whole, table, history, origin, step, remark))
    except NoCommand:
        not_found(f"In step {step} nobody sent a command of the game, so there is nothing to play again.")
