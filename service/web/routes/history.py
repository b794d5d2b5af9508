"""History: replay by steps, undo and redo, and the live stream."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial

import msgspec
from flask import Blueprint, Response, request, stream_with_context

from events.envelope import Recorded, redact_for, seat_actor
from events.visibility import ARBITER, SPECTATOR, Viewer
from ledger.table import RECENT_MAX, Table
from projections.replay import Replay
from projections.steps import step_document, steps_of, view_at
from service.web.http import limiter, not_found, person, query_args, route, services
from service.web.identity import Person
from service.web.presenters import current_table, etag, viewer_of, visible_table
from service.web.problems import Problem
from service.web.responses import tagged_response
from service.web.schemas.common import EmptyIn
from service.web.schemas.history import StepOut, StepQuery, StepsOut, StepsQuery, UndoIn, UndoQuery, VoteIn
from service.web.schemas.play import LiveQuery

history = Blueprint("history", __name__, url_prefix="/v1")
_step_query = StepQuery()
_steps_query = StepsQuery()
_undo_query = UndoQuery()
_undo_in = UndoIn()
_vote_in = VoteIn()
_empty_in = EmptyIn()
HEARTBEAT_S = 15.0
LIVE_PAGE = 200
STEPS_CHEAP = 20  # steps with patches that take no longer than other requests; a hundred take as long as ten audits


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
    if query["limit"] > STEPS_CHEAP and query["patch"]:
        limiter().count_costly(request.environ)
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


def _sse_of(recorded: Recorded, viewer: Viewer) -> bytes:
    return b"id: %d\nevent: ledger\ndata: %s\n\n" % (
        recorded.version,
        msgspec.json.encode(redact_for(recorded, viewer)),
    )


def _stream_events(match: str, who: Person | None, after: int) -> Iterator[bytes]:
    """Each event once, in order; a comment as heartbeat, so that clients and proxies keep the connection open.

    If the store has lost events that were sent, `reset` says after which version; what is there now follows.
    """
    yield b"retry: 1000\n\n"
    with closing(services().live.subscribe(match)) as subscription:
        while True:
            reading = subscription.read(after, LIVE_PAGE)
            table, found, viewer = visible_table(reading.table, who), reading.events, viewer_of(reading.table, who)
            kept = subscription.kept(after, table)
            if kept is not None:
                yield b'id: %d\nevent: reset\ndata: {"after":%d}\n\n' % (kept, kept)
                after = kept
                continue
            for recorded in found:
                yield reading.shared(("sse", recorded.version, viewer), partial(_sse_of, recorded, viewer))
                after = recorded.version
            if table.status == "finished" and after >= table.version:
                yield b"event: finished\ndata: {}\n\n"
                return
            while not found and not subscription.wait(HEARTBEAT_S):
                yield b": heartbeat\n\n"
