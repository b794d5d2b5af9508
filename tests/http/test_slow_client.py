"""A client of the channel that reads a byte a second costs a quiet one and the page that it reads; it loses nothing."""

from __future__ import annotations

import json
import os
import time

import pytest

from service.web.channel.subscriptions import PAGE_BYTES
from tests.http.asking import coup
from tests.http.channel_client import connect
from tests.http.live import Live
from tests.http.test_channel_live import memory_bytes

SECONDS = float(os.environ.get("MATCHLEDGER_TEST_SLOW_S", "4"))  # `make channel-soak` goes on for a minute
SLOW = 40
CLIENT_KB_MAX = 40 + PAGE_BYTES // 1024  # a quiet one (test_channel_live.py) and a page


@pytest.fixture
def service(tmp_path):
    running = Live(tmp_path / "data", workers=1)
    try:
        yield running.start()
    finally:
        running.kill()


def versions(raw: bytes) -> list[int]:
    message = json.loads(raw)
    return [event["version"] for event in message["events"]] if message["kind"] == "events" else []


def test_a_byte_a_second(service):
    """Each of them is behind by more than its socket holds, from the first second on."""
    match = coup(service.ask(), seats=6)
    for _ in range(30):
        match.move()
    with connect(service.port) as warm:  # what a worker needs once
        warm.hello(match.tokens[0])
        warm.ask("subscribe", match=match.match, after=0)
        warm.hear("events")
    before = memory_bytes(service)
    slow = [connect(service.port, receive_bytes=1024) for _ in range(SLOW)]
    for one in slow:
        one.hello(match.tokens[0])
        one.ask("subscribe", match=match.match, after=0, want=["events", "view"])
    began, most = time.monotonic(), 0
    while time.monotonic() - began < SECONDS:
        second = time.monotonic()
        match.move()
        for one in slow:
            one.protocol.receive_data(one.line.recv(1))
        most = max(most, memory_bytes(service) - before)
        time.sleep(max(0.0, 1 - (time.monotonic() - second)))
    assert most / SLOW / 1024 <= CLIENT_KB_MAX, f"{most / SLOW / 1024:.0f} KB each"
    print(f"{SLOW} clients at a byte a second for {SECONDS:.0f} s: {most / SLOW / 1024:.1f} KB each")
    last = match.seen()["version"]
    for one in slow:
        seen = [version for event in one.protocol.events_received() for version in versions(bytes(event.data))]
        while not seen or seen[-1] < last:
            seen += versions(one.hear_raw())
        assert seen == list(range(1, last + 1))
        one.line.close()
    assert "Traceback" not in service.log.read_text()
