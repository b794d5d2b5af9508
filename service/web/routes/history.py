"""History: replay by steps, undo and redo, and the live stream."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from typing import Any

import msgspec
from flask import Blueprint, Response, request, stream_with_context

from events.envelope import redact_for, seat_actor
from events.visibility import ARBITER, SPECTATOR, Viewer
from ledger import events as facts
from ledger.rules_undo import DEPTH_MAX, VAIN_REQUESTS_MAX, UndoPlan, plan_undo
from ledger.table import RECENT_MAX, Table
from projections.replay import Replay
from projections.steps import step_document, steps_of, view_at
from service.handle import Done, DoneBefore, handle
from service.web.http import json_body, limiter, not_found, person, query_args, route, services, signed_in
from service.web.identity import Person
from service.web.orders import read_order, require_running, require_seat, table_with_seats
from service.web.presenters import current_table, done_document, etag, presides, viewer_of, visible_table
from service.web.problems import Problem
from service.web.responses import empty_response, json_response, tagged_response
from service.web.schemas.common import EmptyIn
from service.web.schemas.history import StepOut, StepQuery, StepsOut, StepsQuery, UndoIn, UndoOut, UndoQuery, VoteIn
from service.web.schemas.play import DoneOut, LiveQuery

history = Blueprint("history", __name__, url_prefix="/v1")
_step_query = StepQuery()
_steps_query = StepsQuery()
_undo_query = UndoQuery()
_undo_in = UndoIn()
_vote_in = VoteIn()
_empty_in = EmptyIn()
HEARTBEAT_S = 15.0
LIVE_PAGE = 200


def _viewer(table: Table, who: Person | None, view: str) -> Viewer:
    """`then`: what the person's seat could see. `revealed`: everything, only after the match has ended."""
    if view == "revealed":
        if table.status != "finished":
            raise Problem("not-allowed", "Everything is revealed only after the match has ended.")
        return ARBITER
    seat = table.seat_of(None if who is None else who.id)
    return SPECTATOR if seat is None else seat


@route(
    history,
    "GET",
    "/matches/<match>/steps",
    "The steps of a match: command, events, narration, rules, and what changed",
    query=StepsQuery,
    answers={200: StepsOut, 304: "It has not changed"},
    problems=("not-found", "not-allowed", "match-erased"),
    headers=("If-None-Match",),
)
def list_steps(match: str) -> Response:
    who = person(request.environ)
    query = query_args(request.environ, _steps_query)
    table = current_table(match, who)
    viewer = _viewer(table, who, query["view"])
    replay = services().replays.of(table)
    line = steps_of(replay, table, query["line"])
    after = query["after"]
    if query["since_my_last_move"]:
        after = max(after, _my_last_step(table, who))
    wanted = [step for step in line if step > after][: query["limit"]]
    is_more = bool(wanted) and wanted[-1] != line[-1]
    return tagged_response(
        request.environ,
        etag(table, viewer),
        lambda: {
            "steps": [
                step_document(replay, table, one, viewer, _version_before(replay, line, one), has_patch=query["patch"])
                for one in wanted
            ],
            "version": table.version,
            "last_step": line[-1],
            "next": wanted[-1] if is_more else None,
        },
        is_public=table.status == "finished",
    )


def _before(replay: Replay, line: Sequence[int], step: int, base: int | None) -> int:
    """The version that a patch starts from."""
    return _version_before(replay, line, step) if base is None else replay.end_of(base)


def _version_before(replay: Replay, line: Sequence[int], step: int) -> int:
    """The version at the end of the previous step in the line; for setup, the opening of the match."""
    index = line.index(step)
    return replay.end_of(line[index - 1]) if index > 0 else 1


def _my_last_step(table: Table, who: Person | None) -> int:
    seat = table.seat_of(None if who is None else who.id)
    if seat is None:
        raise Problem("not-seated", "Only a player of the match has a last move.")
    table = services().tables.with_steps(table, RECENT_MAX)
    return max((played.step for played in table.recent if played.actor == seat_actor(seat)), default=0)


@route(
    history,
    "GET",
    "/matches/<match>/steps/<int:step>",
    "One step, with the patch from the step before or from any other",
    query=StepQuery,
    answers={200: StepOut, 304: "It has not changed"},
    problems=("not-found", "not-allowed", "match-erased"),
    headers=("If-None-Match",),
)
def get_step(match: str, step: int) -> Response:
    who = person(request.environ)
    query = query_args(request.environ, _step_query)
    table = current_table(match, who)
    viewer = _viewer(table, who, query["view"])
    replays = services().replays
    replay = replays.of(table)
    line = steps_of(replay, table, query["line"])
    base = query.get("base")
    for wanted in (step, base):
        if wanted is not None and wanted not in line:
            not_found(f"Step {wanted} is not in this line; the last step is {line[-1]}.")
    end, has_patch, has_state = replay.end_of(step), query["patch"], query["state"]
    before = _before(replay, line, step, base) if has_patch else 0

    def build_document() -> bytes:
        document = step_document(replay, table, step, viewer, before, has_patch=has_patch)
        if has_state:
            document["state"] = view_at(replay, end, viewer)
        return msgspec.json.encode(document)

    # Of all later events, only an undo or redo of this step changes its document.
    key = (match, viewer, step, before, end, has_patch, has_state, step in table.undone)
    is_public = table.status == "finished"
    return tagged_response(
        request.environ,
        etag(table, viewer),
        lambda: msgspec.Raw(replays.answer(key, build_document)),
        is_public=is_public,
    )


@route(
    history,
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
    query = query_args(request.environ, _undo_query)
    table = current_table(match, who)
    plan = _plan(table, require_seat(table, who), query.get("to_step"))
    return json_response(
        {
            "version": table.version,
            "steps": plan.steps,
            "needs": plan.needs,
            "voters": plan.voters,
            "reasons": plan.reasons,
            "redo": table.redoable,
            "open_request": table.undo_request,
        }
    )


def _plan(table: Table, seat: int, to_step: int | None) -> UndoPlan:
    return plan_undo(services().tables.with_steps(table, DEPTH_MAX + 1), seat, to_step)


@route(
    history,
    "POST",
    "/matches/<match>/undo",
    "Undo moves: at once, or by a request to the other players",
    body=UndoIn,
    answers={201: DoneOut, 202: DoneOut},
    problems=("not-found", "not-seated", "match-not-running", "match-finished", "match-frozen", "undo-impossible"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def undo(match: str) -> Response:
    who = signed_in(request.environ)
    to_step = json_body(request.environ, _undo_in, is_optional=True).get("to_step")
    if presides(table_with_seats(services().tables, match), who):
        return _rewind(match, who, to_step)

    def decide(table: Table, _at: int) -> Sequence[facts.MatchEvent]:
        require_running(visible_table(table, who))
        seat = require_seat(table, who)
        plan = _plan(table, seat, to_step)
        if plan.needs == "nothing":
            return [facts.MoveUndone(steps=plan.steps, by=seat_actor(seat), spends=plan.spends)]
        if plan.needs != "consent":
            raise Problem("undo-impossible", plan.reasons[0].text)
        _check_may_request(table, seat, plan.steps)
        if not plan.voters:
            return [facts.MoveUndone(steps=plan.steps, by=seat_actor(seat))]
        return [facts.UndoRequested(steps=plan.steps, by=seat, needs=plan.voters)]

    return _carry_out(match, who, decide)


def _check_may_request(table: Table, seat: int, steps: tuple[int, ...]) -> None:
    """Undo requests are limited: one at a time, none that was refused before, and not too many in a row."""
    if table.undo_request is not None:
        raise Problem("undo-impossible", "Another undo request is open; it must be answered or withdrawn first.")
    if min(steps) in table.refused_undos:
        raise Problem("undo-impossible", "The other players have already refused this.")
    if table.vain_requests and table.vain_requests[seat] >= VAIN_REQUESTS_MAX:
        raise Problem("undo-impossible", f"Your last {VAIN_REQUESTS_MAX} undo requests were not accepted.")


def _rewind(match: str, who: Person, to_step: int | None) -> Response:
    """An arbiter rewinds to any step without a vote."""
    if to_step is None:
        raise Problem("bad-request", "An arbiter must give `to_step`.", errors={"to_step": ["missing"]})

    def decide(table: Table, _at: int) -> Sequence[facts.MatchEvent]:
        require_running(table)
        replay = services().replays.of(table)
        steps = tuple(step for step in steps_of(replay, table, "effective") if step > to_step)
        if not steps:
            raise Problem("undo-impossible", "Nothing has been played since that step that is not undone already.")
        return [facts.MoveUndone(steps=steps, by=f"{who.role}:{who.id}")]

    return _carry_out(match, who, decide)


def _carry_out(match: str, who: Person, decide: Any) -> Response:
    table = services().tables.recent(match)
    seat = table.seat_of(who.id)
    actor = f"{who.role}:{who.id}" if seat is None else seat_actor(seat)
    done = handle(services().tables, match, read_order(request.environ, actor), decide)
    assert isinstance(done, (Done, DoneBefore))
    status = 202 if done.recorded[-1].stored.type == "UndoRequested" else 201
    return json_response(done_document(done.recorded, SPECTATOR if seat is None else seat), status)


@route(
    history,
    "POST",
    "/matches/<match>/undo/votes",
    "Accept or decline an open undo request",
    body=VoteIn,
    answers={201: DoneOut},
    problems=("not-found", "not-seated", "undo-not-open", "version-conflict"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def vote_on_undo(match: str) -> Response:
    who = signed_in(request.environ)
    accepts = json_body(request.environ, _vote_in)["accepts"]

    def decide(table: Table, _at: int) -> Sequence[facts.MatchEvent]:
        seat = require_seat(visible_table(table, who), who)
        open_request = table.undo_request
        if open_request is None or seat not in open_request.waiting_for:
            raise Problem("undo-not-open", "No undo request waits for your vote.")
        vote = facts.UndoAnswered(request=open_request.request, seat=seat, accepts=accepts)
        if accepts and open_request.waiting_for == (seat,):
            by, steps = seat_actor(open_request.by), open_request.steps
            return [vote, facts.MoveUndone(steps=steps, by=by, request=open_request.request)]
        return [vote]

    return _carry_out(match, who, decide)


@route(
    history,
    "DELETE",
    "/matches/<match>/undo",
    "Withdraw your own undo request",
    answers={204: "Withdrawn"},
    problems=("not-found", "not-seated", "undo-not-open", "version-conflict"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def withdraw_undo(match: str) -> Response:
    who = signed_in(request.environ)

    def decide(table: Table, _at: int) -> Sequence[facts.MatchEvent]:
        seat = require_seat(visible_table(table, who), who)
        open_request = table.undo_request
        if open_request is None or open_request.by != seat:
            raise Problem("undo-not-open", "You have no open undo request.")
        return [facts.UndoWithdrawn(request=open_request.request, seat=seat)]

    _carry_out(match, who, decide)
    return empty_response()


@route(
    history,
    "POST",
    "/matches/<match>/redo",
    "Redo the first undone step, if it was yours and nothing has been played since",
    body=EmptyIn,
    answers={201: DoneOut},
    problems=("not-found", "not-seated", "match-not-running", "match-finished", "match-frozen", "undo-impossible"),
    headers=("Idempotency-Key", "If-Match"),
    needs_token=True,
)
def redo(match: str) -> Response:
    who = signed_in(request.environ)
    json_body(request.environ, _empty_in, is_optional=True)

    def decide(table: Table, _at: int) -> Sequence[facts.MatchEvent]:
        require_running(visible_table(table, who))
        seat = table.seat_of(who.id)
        if seat is None and who.role == "player":
            raise Problem("not-seated", "Only the players of this match may do that.")
        if not table.redoable:
            raise Problem("undo-impossible", "There is nothing to redo.")
        step = table.redoable[0]
        maker = services().replays.of(table).events_of(step)[0].stored.actor
        if seat is not None and maker != seat_actor(seat):
            raise Problem("undo-impossible", "The first undone step was not yours; only its player may redo it.")
        by = f"{who.role}:{who.id}" if seat is None else seat_actor(seat)
        return [*_lapsed(table), facts.MoveRedone(steps=(step,), by=by)]

    return _carry_out(match, who, decide)


def _lapsed(table: Table) -> list[facts.MatchEvent]:
    return [] if table.undo_request is None else [facts.UndoLapsed(request=table.undo_request.request)]


@route(
    history,
    "GET",
    "/matches/<match>/live",
    "A live stream of events (server-sent events); resumes after Last-Event-ID",
    query=LiveQuery,
    answers={200: "text/event-stream"},
    problems=("not-found",),
    headers=("Last-Event-ID",),
)
def live(match: str) -> Response:
    who = person(request.environ)
    after = query_args(request.environ, LiveQuery()).get("after")
    resumed = request.headers.get("Last-Event-ID", "")
    if resumed.isascii() and resumed.isdigit() and len(resumed) <= 15:
        after = int(resumed)
    table = current_table(match, who)
    start = table.version if after is None else after
    stream = stream_with_context(_stream_events(match, who, start))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    response = Response(stream, content_type="text/event-stream", headers=headers)
    held = ExitStack()
    held.enter_context(limiter().stream(request.environ))
    response.call_on_close(held.close)
    return response


def _stream_events(match: str, who: Person | None, after: int) -> Iterator[bytes]:
    """Each event once, in order; a comment as heartbeat, so that clients and proxies keep the connection open."""
    yield b"retry: 1000\n\n"
    with closing(services().live.subscribe(match)) as subscription:
        while True:
            table, found = subscription.read(after, LIVE_PAGE)
            visible_table(table, who)
            for recorded in found:
                data = msgspec.json.encode(redact_for(recorded, viewer_of(table, who)))
                yield b"id: %d\nevent: ledger\ndata: %s\n\n" % (recorded.version, data)
                after = recorded.version
            if table.status == "finished" and after >= table.version:
                yield b"event: finished\ndata: {}\n\n"
                return
            while not found and not subscription.wait(HEARTBEAT_S):
                yield b": heartbeat\n\n"
