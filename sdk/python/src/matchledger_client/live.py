"""Events of a match, first those that there are and then each new one, over any number of lost connections."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from typing import Any, cast

from urllib3.exceptions import HTTPError

from matchledger_client.api_types import EventOut
from matchledger_client.caller import (
    CHUNK,
    NO_ANSWER,
    Caller,
    is_temporary,
    make_query,
    pause_before,
    problem_of,
    read_body,
)
from matchledger_client.problems import EventsLost, Problem, Unreachable

STREAM_SILENCE_S = 40.0  # the server sends a comment after 15 quiet seconds
POLL_S = 20
PAGE = 100
GAPS_MAX = 3  # connections in a row that leave out the next version
STREAMS_MAX = 3  # streams in a row that brought nothing; then long polls, which pass through every proxy

Message = tuple[str, Any]  # "event" and an event, "alive", "reset" and a version, "finished"


def follow(caller: Caller, match: str, after: int = 0, wait_s: float | None = None) -> Iterator[EventOut]:
    """Each version once and none left out; ends with the match, or when no event has come for `wait_s` seconds.

    A connection that is lost is replaced; `Unreachable` if the server could not be reached for as long as a call may
    take. `EventsLost` if the store has lost events that were seen here.
    """
    last, attempt, empty_streams, gaps = after, 0, 0, 0
    command: str | None = None  # of the event at that version: if the store has lost it, the server says so
    lost_at: float | None = None
    event_at = time.monotonic()
    while True:
        is_streaming = wait_s is None and empty_streams < STREAMS_MAX
        limit_s = None if wait_s is None else event_at + wait_s - time.monotonic()
        place = {"after": last, "command": command}
        messages = _stream(caller, match, place) if is_streaming else _poll(caller, match, place, limit_s)
        problem: Problem = Unreachable(f"the connection to {caller.server} was closed")
        try:
            with closing(messages):
                for kind, data in messages:
                    if kind == "finished":
                        return
                    if kind == "reset":
                        raise EventsLost(data)
                    if kind == "event" and data["version"] > last + 1:
                        gaps += 1
                        problem = Unreachable(f"version {last + 1} is missing: {data['version']} came after {last}")
                        break
                    lost_at, attempt = None, 0
                    empty_streams = 0 if is_streaming else empty_streams  # where streams do not arrive, polls go on
                    if kind == "event" and data["version"] == last + 1:
                        last, command, gaps = data["version"], data.get("command"), 0
                        yield data
                        event_at = time.monotonic()
            if not is_streaming and not gaps:
                if wait_s is not None and time.monotonic() >= event_at + wait_s:
                    return
                continue
        except EventsLost:
            raise
        except Problem as found:
            if not is_temporary(found):
                raise
            problem = found
        except (*NO_ANSWER, HTTPError) as broken:
            problem = Unreachable(f"the connection to {caller.server} was lost ({type(broken).__name__})")
        empty_streams += is_streaming
        lost_at = time.monotonic() if lost_at is None else lost_at
        pause = pause_before(attempt, problem.retry_after_s)
        if gaps > GAPS_MAX or time.monotonic() + pause > lost_at + caller.deadline_s:
            raise problem
        attempt += 1
        caller.sleep(pause)


def _stream(caller: Caller, match: str, place: Mapping[str, Any]) -> Generator[Message, None, None]:
    """What the live stream brings; ends when the connection is closed."""
    url = f"{caller.server}/v1/matches/{match}/live{make_query(place)}"
    headers = caller.headers("text/event-stream")
    reply = caller.session.request("GET", url, headers=headers, timeout=STREAM_SILENCE_S, stream=True)
    with closing(reply):
        if reply.status_code >= 400:
            raise problem_of(reply, read_body(reply, time.monotonic() + STREAM_SILENCE_S))
        if reply.status_code == 204:
            yield "finished", None
            return
        text = b""
        while chunk := reply.raw.read1(CHUNK, decode_content=True):
            *blocks, text = (text + chunk).split(b"\n\n")
            for block in blocks:
                yield from _read_block(block.decode())


def _read_block(block: str) -> Iterator[Message]:
    name, data = "", ""
    for line in block.splitlines():
        field, _, given = line.partition(":")
        if field == "":
            yield "alive", None  # a comment
        elif field == "event":
            name = given.strip()
        elif field == "data":
            data += given
    if name == "ledger":
        yield "event", json.loads(data)
    elif name == "reset":
        yield "reset", json.loads(data)["after"]
    elif name == "finished":
        yield "finished", None


def _poll(
    caller: Caller, match: str, place: Mapping[str, Any], limit_s: float | None
) -> Generator[Message, None, None]:
    """One long poll; all pages of what it finds."""
    wait = POLL_S if limit_s is None else max(0, min(POLL_S, math.ceil(limit_s)))
    found = poll_events(caller, match, place, wait)
    while True:
        if found["reset"] is not None:
            yield "reset", found["reset"]
        yield "alive", None
        for event in found["events"]:
            yield "event", event
        if found["next"] is None:
            break
        found = poll_events(caller, match, {"after": found["next"]}, 0)
    if not found["events"]:
        # Only the match itself says whether it is over.
        table = caller.call("GET", f"/v1/matches/{match}")
        if table["status"] == "finished" and table["version"] == found["version"]:
            yield "finished", None


def poll_events(caller: Caller, match: str, place: Mapping[str, Any], wait: int, limit: int = PAGE) -> dict[str, Any]:
    """A page of events after a place (`after`, and the `command` of the event there); with `wait`, once there is one or
    after so many seconds."""
    query = {**place, "limit": limit, "wait": wait or None}
    silence_s = wait + 5.0
    found = caller.call(
        "GET",
        f"/v1/matches/{match}/events",
        query=query,
        silence_s=silence_s,
        deadline_s=max(caller.deadline_s, 2 * silence_s),
    )
    return cast(dict[str, Any], found)
