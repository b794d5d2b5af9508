"""What the search would play in the positions of a finished match, with what a seat knew then."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec
from flask import Response, request

from ledger.rules_visibility import must_be_advisable
from ledger.table import Table
from projections.advice import list_best, next_command
from projections.replay import Replay
from service.handle import check_rule
from service.problems import Problem
from service.searching import question_about
from service.web.advising import PASSES, SECONDS, search_apart
from service.web.http import RouteGroup, not_found, person, query_args, route, services
from service.web.presenters import current_table
from service.web.responses import encoded_response
from service.web.schemas.advice import AdviceOut, AdviceQuery
from service.web.threads import run_in_thread

advices = RouteGroup("advice")
_advice_query = AdviceQuery()


@route(
    advices,
    "GET",
    "/matches/<match>/steps/<int:step>/advice",
    "What the search would have played after this step; only of a finished match",
    query=AdviceQuery,
    answers={200: AdviceOut},
    problems=("not-found", "match-running", "no-decision", "match-erased", "search-busy"),
    is_costly=True,
)
def get_advice(match: str, step: int) -> Response:
    """The search gets worlds that looked to the seat as the match did after this step, and not the true one, so it
    decides with what the seat knew then (docs/bots.md). It runs in a process of its own, for two seconds at most."""
    query = query_args(request.environ, _advice_query)
    newest = current_table(match, person(request.environ))
    check_rule(newest, must_be_advisable)
    replays = services().replays
    replay = replays.of(newest)
    if step not in replay.steps():
        not_found(f"There is no step {step}; the last step is {replay.steps()[-1]}.")
    table = replay.at(replay.end_of(step))
    seat = _deciding_seat(table, query.get("seat"))
    key = (seat, "advice", step)
    return encoded_response(replays.answer(newest, key, lambda: _advice(replay, table, step, seat)), 200)


def _deciding_seat(table: Table, wanted: int | None) -> int:
    waiting = table.to_act()
    if not waiting:
        raise Problem("no-decision", "Nobody had to decide after this step.", to_act=[])
    if wanted is not None and wanted not in waiting:
        raise Problem("no-decision", f"Seat {wanted} had nothing to decide after this step.", to_act=waiting)
    return waiting[0] if wanted is None else wanted


def _advice(replay: Replay, table: Table, step: int, seat: int) -> bytes:
    seed = blake2b(f"{table.match}/{step}/{seat}".encode(), digest_size=16).digest()
    at_ms = replay.events_of(step)[-1].stored.at
    question = run_in_thread(question_about, table, seat, seed, at_ms, SECONDS, PASSES)
    found = search_apart(question)
    document: dict[str, Any] = {
        "step": step,
        "version": table.version,
        "seat": seat,
        "to_act": table.to_act(),
        "candidates": len(found.tried),
        "compared": list_best(table, seat, found),
        "played": next_command(replay, table, step, seat),
    }
    return msgspec.json.encode(document)
