"""History: replay by steps, and the live stream."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from flask import Response, request, stream_with_context

from events.envelope import seat_actor
from events.visibility import ARBITER, SPECTATOR, Viewer
from ledger.rules_visibility import must_be_revealed
from ledger.table import RECENT_MAX, Table
from projections.replay import Replay
from projections.steps import step_document, step_in_words, steps_of, view_at
from projections.tables import read_whole
from projections.tracing import known_cards, steps_naming, viewer_of_known
from service.handle import check_rule
from service.problems import Problem
from service.web.http import Media, RouteGroup, limiter, not_found, person, query_args, route, services
from service.web.identity import Person, read_token_hash
from service.web.live import seen_of
from service.web.match_stream import EventSender, TableSender, stream_match
from service.web.presenters import current_table, etag
from service.web.responses import empty_response, tagged_response
from service.web.schemas.history import StepOut, StepQuery, StepsOut, StepsQuery
from service.web.schemas.play import LiveQuery
from service.web.streams import stream_response

history = RouteGroup("history")
_step_query = StepQuery()
_steps_query = StepsQuery()
_live_query = LiveQuery()
_EVENT_ID = re.compile(r"([0-9]{1,15})(?:-([0-9a-f]{16}))?")
STEPS_CHEAP = 20  # steps with patches that take no longer than an audit (20 ms of CPU, and 25); a hundred take four


def _viewer(table: Table, who: Person | None, view: str) -> Viewer:
    """`then`: what the person's seat could see. `seat:2` and `revealed` only after the match has ended."""
    if view == "then":
        return table.viewer_in_play(None if who is None else who.id)
    if view == "spectator":
        return SPECTATOR
    if view != "revealed" and int(view.removeprefix("seat:")) >= len(table.seats):
        not_found(f"The match has {len(table.seats)} seats, from 0 on.")
    check_rule(table, must_be_revealed)
    return ARBITER if view == "revealed" else int(view.removeprefix("seat:"))


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
    """A step is one accepted command with its events. Each has sentences that narrate it, and a JSON Patch of your
    view. Page by page: send `next` back as `after`."""
    who = person(request.environ)
    query = query_args(request.environ, _steps_query)
    in_words, has_patch = query["detail"] == "words", query["patch"] and query["detail"] == "all"
    if (query["limit"] > STEPS_CHEAP and has_patch) or "card" in query:
        limiter().count_costly(request.environ)
    table = current_table(match, who)
    viewer = _viewer(table, who, query["view"])
    replay = services().replays.of(table)
    line = steps_of(replay, table, query["line"])
    after = query["after"]
    if query["since_my_last_move"]:
        after = max(after, _my_last_step(table, who))
    named = _steps_naming(table, replay, query["card"], viewer) if "card" in query else None
    found = [step for step in line if step > after and (named is None or step in named)]
    wanted = found[: query["limit"]]
    return tagged_response(
        request.environ,
        etag(table, viewer),
        lambda: {
            "steps": [
                {
                    **(
                        step_in_words(replay, table, one, viewer)
                        if in_words
                        else step_document(
                            replay, table, one, viewer, _version_before(replay, line, one), has_patch=has_patch
                        )
                    ),
                    **({} if named is None else {"named_in": named[one]}),
                }
                for one in wanted
            ],
            "version": table.version,
            "last_step": line[-1],
            "next": wanted[-1] if len(found) > len(wanted) else None,
        },
        is_public=table.status == "finished",
    )


def _steps_naming(table: Table, replay: Replay, card: str, viewer: Viewer) -> dict[int, list[str]]:
    return steps_naming(table, replay.history, card, viewer_of_known(table, viewer))


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
    """`base` asks for the patch from any other step, `state=true` for the whole view after the step, `known=true` for
    which cards were shown to which seats."""
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
    has_known = query["known"]
    if has_known:
        limiter().count_costly(request.environ)
    before = _before(replay, line, step, base) if has_patch else 0

    def build_document() -> bytes:
        document = step_document(replay, table, step, viewer, before, has_patch=has_patch)
        if has_state:
            document["state"] = view_at(replay, end, viewer)
        if has_known:
            history = read_whole(services().tables.store, match, end)
            document["known"] = known_cards(table, history, viewer_of_known(table, viewer))
        return msgspec.json.encode(document)

    # Of all later events, only an undo or redo of this step changes its document.
    is_public = table.status == "finished"
    key = (viewer, step, before, end, has_patch, has_state, step in table.undone, has_known and 1 + is_public)
    return tagged_response(
        request.environ,
        etag(table, viewer),
        lambda: msgspec.Raw(replays.answer(table, key, build_document)),
        is_public=is_public,
    )


@route(
    history,
    "GET",
    "/matches/<match>/live",
    "A live stream of events (server-sent events); resumes after Last-Event-ID",
    query=LiveQuery,
    answers={
        200: Media("Events as they happen", "text/event-stream", sends=("Cache-Control", "X-Accel-Buffering")),
        204: "The match is over, and you have seen its last event",
    },
    problems=("not-found",),
    headers=("Last-Event-ID",),
)
def live(match: str) -> Response:
    """Server-sent events, each event of the match from `after` on once and in order:

    - `ledger`: an event as in `/events`; its `id` begins with the version
    - `reset`: `{"after": n}`: the store has lost all events after version n; forget those that you have
    - `finished`: `{}`: the match is over, and so is the stream
    - a comment every 15 seconds keeps the connection open; `retry: 1000` asks clients to reconnect after a second

    A client that was cut off sends the last id as `Last-Event-ID` and misses nothing. A client that comes back after
    `finished` gets 204, on which an EventSource stops. If the token is revoked, the stream ends.
    """
    who = person(request.environ)
    query = query_args(request.environ, _live_query)
    after, command = query.get("after"), query.get("command")
    resumed = _EVENT_ID.fullmatch(request.headers.get("Last-Event-ID", ""))
    if resumed is not None:
        after, command = int(resumed[1]), resumed[2]
    table = current_table(match, who)
    is_same = after == table.version and command in (None, table.command.hex())
    if resumed is not None and table.status == "finished" and is_same:
        return empty_response()  # an EventSource would come back for ever otherwise
    start = table.version if after is None else after
    seen, token_hash = seen_of(after, command), read_token_hash(request.environ)
    sender = TableSender(services(), who, start) if query["want"] == "table" else EventSender(who, start)
    stream = stream_match(services(), match, who, sender, seen, token_hash)
    return stream_response(request.environ, stream_with_context(stream))
