"""What a call and a live stream do when answers are late, lost, doubled or refused. One table for both SDKs."""

from __future__ import annotations

import json
import socket
import threading
import time
from pathlib import Path

import matchledger_client
import pytest
import requests
from matchledger_client.caller import DEADLINE_S, Caller
from matchledger_client.live import follow
from matchledger_client.problems import EventsLost, Problem, Unreachable

from tests.sdk.scripted import Scripted

FOLDER = Path(__file__).parent
CALLS = json.loads((FOLDER / "calls.json").read_text())
STREAMS = json.loads((FOLDER / "streams.json").read_text())


def names(cases):
    return [case["name"] for case in cases]


@pytest.mark.parametrize("case", CALLS, ids=names(CALLS))
def test_a_call(case):
    session, waits = Scripted(case["answers"]), []
    caller = Caller("http://server", session, sleep=waits.append)
    found, outcome = None, "ok"
    try:
        caller.call(case["method"], case["path"], case.get("body"), key=case.get("key"))
    except Problem as problem:
        found, outcome = problem, problem.slug
    assert outcome == case["outcome"]
    assert len(session.asked) == case["requests"]
    if "class" in case:
        assert type(found) is getattr(matchledger_client, case["class"])
    if "keys" in case:
        keys = [headers.get("Idempotency-Key") for _, _, headers in session.asked]
        assert len({key for key in keys if key is not None}) == case["keys"]
        assert len(set(keys)) == 1
    assert sum(waits) >= case.get("least_wait_s", 0)
    assert getattr(found, "retry_after_s", None) == case.get("retry_after_s")


@pytest.mark.parametrize("case", STREAMS, ids=names(STREAMS))
def test_a_stream(case):
    session = Scripted(case["connections"])
    caller = Caller("http://server", session, sleep=lambda _: None)
    versions, outcome, lost_after = [], "ok", None
    try:
        for event in follow(caller, "m", case["after"]):
            versions.append(event["version"])
    except Problem as problem:
        outcome = problem.slug
        lost_after = problem.after if isinstance(problem, EventsLost) else None
    assert lost_after == case.get("lost_after")
    assert versions == case["versions"]
    assert outcome == case.get("outcome", "ok")
    if "afters" in case:
        assert session.afters() == case["afters"]


def test_a_gap_that_stays_is_told_and_not_passed_on():
    """The server sends version 3 after 1 for ever: after the deadline that is an error."""

    caller = Caller("http://server", Scripted(["1|3"] * 60), deadline_s=0.5)
    events = follow(caller, "m", 0)
    assert next(events)["version"] == 1
    with pytest.raises(Unreachable, match="version 2 is missing"):
        next(events)


def slow_server(answer: list[tuple[float, bytes]]) -> str:
    """A server that sends these bytes after these seconds, and then nothing, to each that connects."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            line, _ = listening.accept()
            threading.Thread(target=speak, args=(line,), daemon=True).start()

    def speak(line: socket.socket) -> None:
        try:
            line.recv(65536)
            for pause_s, part in answer:
                time.sleep(pause_s)
                line.sendall(part)
            time.sleep(10)
        except OSError:
            return  # the client has gone

    threading.Thread(target=serve, daemon=True).start()
    return f"http://127.0.0.1:{listening.getsockname()[1]}"


@pytest.mark.parametrize(
    "answer",
    [
        [],
        [(0.0, b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")],
        [(0.0, b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"), *[(0.1, b" ")] * 90],
    ],
    ids=["silence", "no body", "a byte at a time"],
)
def test_no_call_takes_longer_than_its_deadline(answer):
    caller = Caller(slow_server(answer), requests.Session(), deadline_s=1.0)
    began = time.monotonic()
    with pytest.raises(Unreachable):
        caller.call("GET", "/v1/games")
    assert time.monotonic() - began < 1.3
    assert DEADLINE_S > 10


def test_nobody_listens():
    caller = Caller("http://127.0.0.1:9", deadline_s=0.5)
    with pytest.raises(Unreachable, match="does not answer"):
        caller.call("GET", "/v1/games")
