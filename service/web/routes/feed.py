"""For those who follow many matches: what has changed, and finished matches in bulk."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import msgspec
from flask import Response, request, stream_with_context

from events.envelope import redact_for
from events.redis.feed import BadEntry, FeedGone, Pointer
from projections.lists import ListFilter, Summary
from service.damaged import read_or_none
from service.handle import FeedEntry
from service.problems import Problem
from service.web.feed_cursor import read_cursor, write_cursor
from service.web.http import Media, RouteGroup, limiter, query_args, route, services
from service.web.presenters import find_game, summary_document, viewer_of
from service.web.responses import json_response
from service.web.schemas.feed import FeedOut, FeedQuery, FinishedQuery

feed = RouteGroup("feed")
_feed_query = FeedQuery()
_finished_query = FinishedQuery()
_note = msgspec.msgpack.Decoder(FeedEntry)
PAGE = 20


@route(
    feed,
    "GET",
    "/feed",
    "Public matches that have changed, across all games",
    query=FeedQuery,
    answers={200: FeedOut},
    problems=("cursor-gone",),
    ignores_token=True,
)
def get_feed() -> Response:
    """Without a cursor the answer is empty, and its cursor is the present: get it first, then read the lists, then
    follow the feed. Send `cursor` back each time; with `wait` the request waits so many seconds for a change. Of a
    match that has changed several times the newest version is told. A change is told at least once, and the versions of
    one match in order; matches are in no particular order."""
    query = query_args(request.environ, _feed_query)
    key = services().notary.key
    if "cursor" not in query:
        return json_response({"entries": [], "cursor": write_cursor(services().feed.end(), key)})
    position = read_cursor(query["cursor"], key, services().feed.partitions)
    with limiter().stream(request.environ) if query["wait"] else contextlib.nullcontext():
        entries, position = _wait_for_changes(position, query["limit"], query["wait"])
    return json_response({"entries": entries, "cursor": write_cursor(position, key)})


def _wait_for_changes(position: list[bytes], limit: int, wait_s: int) -> tuple[list[dict[str, Any]], list[bytes]]:
    until = time.monotonic() + wait_s
    with contextlib.closing(services().live.add_bell()) if wait_s else contextlib.nullcontext() as bell:
        while True:
            if bell is not None:
                bell.clear()
            entries, position, is_more = _read_changes(position, limit)
            left = until - time.monotonic()
            if entries or (left <= 0 and not is_more):
                return entries, position
            if bell is not None and not is_more:
                bell.wait(left)


def _read_changes(position: list[bytes], limit: int) -> tuple[list[dict[str, Any]], list[bytes], bool]:
    """Public changes, the position after them, and whether there may be more."""
    try:
        pointers, position = services().feed.read(position, limit)
    except FeedGone:
        raise Problem("cursor-gone", "So much has happened since that the feed does not reach back so far.") from None
    entries: dict[str, dict[str, Any]] = {}
    for pointer in pointers:
        public = _public_note(pointer)
        if public is not None and isinstance(pointer, Pointer):
            game, status = public
            entries[pointer.match] = {
                "match": pointer.match,
                "game": game,
                "version": pointer.version,
                "status": status,
            }
    return list(entries.values()), position, len(pointers) == limit


def _public_note(pointer: Pointer | BadEntry) -> tuple[str, str] | None:
    """None of a private match, and of an entry that cannot be read, which the background process sets aside."""
    try:
        return _note.decode(pointer.note).public if isinstance(pointer, Pointer) else None
    except msgspec.DecodeError:
        return None


@route(
    feed,
    "GET",
    "/matches/finished.ndjson",
    "Finished public matches in bulk, newest first, each with all its events",
    query=FinishedQuery,
    answers={200: Media("One match on each line", "application/x-ndjson")},
    problems=("not-found",),
    ignores_token=True,
    is_costly=True,
)
def list_finished() -> Response:
    """Each line is a JSON object: what the lists say of a match, `events` with everything that was hidden, and
    `cursor`, to be sent as `after` to go on after this line. `events` is null if the match cannot be read now: ask for
    the events of that match alone, which says why. The end has been reached if there are fewer lines than `limit`.
    Follow /v1/feed for matches that finish later."""
    query = query_args(request.environ, _finished_query)
    if "game" in query:
        find_game(query["game"])
    lines = stream_with_context(_finished_lines(query.get("game"), query.get("after"), query["limit"]))
    response = Response(lines, content_type="application/x-ndjson")
    held = ExitStack()
    held.enter_context(limiter().stream(request.environ))
    response.call_on_close(held.close)
    return response


def _finished_lines(game: str | None, cursor: str | None, limit: int) -> Iterator[bytes]:
    wanted = ListFilter(game, "finished")
    while limit > 0:
        found, cursor = services().listing.page(wanted, cursor, min(limit, PAGE))
        for one in found:
            yield msgspec.json.encode(_finished_line(one)) + b"\n"
        limit -= len(found)
        if cursor is None:
            return


def _finished_line(summary: Summary) -> dict[str, Any]:
    cursor = f"{summary.opened_at}~{summary.id}"
    return {**summary_document(summary), "cursor": cursor, "events": read_or_none(summary.id, _revealed_events)}


def _revealed_events(match: str) -> list[dict[str, Any]]:
    table = services().tables.current(match)
    history = services().tables.store.read(match, 1, table.version)
    return [redact_for(recorded, viewer_of(table, None)) for recorded in history]
