"""Live streams: each event once and in order, whatever is cut, killed or started again; heartbeats; long poll."""

from __future__ import annotations

import re
import threading
import time
from typing import Any

import msgspec
import psutil
import pytest
import requests

from events.store import StoreUnavailable
from service.web import match_stream, player_live
from service.web.live import Subscription
from tests.http.asking import Coup, coup
from tests.http.live import Live

pytestmark = pytest.mark.timeout(30)  # what never comes is not waited for

SEATS = 6
MOVES = 42  # with six players there are that many incomes before anybody has too much
PATIENCE_S = 60


class Viewer(threading.Thread):
    """Follows a match as a browser does: when it is cut off, it comes back with the last id that it has seen."""

    def __init__(self, base: str, match: Coup, seat: int) -> None:
        super().__init__(daemon=True)
        self._url, self._token = f"{base}{match.path}/live?after=0", match.tokens[seat]
        self.events: list[tuple[int, Any]] = []
        self.last_id = ""
        self.connections = 0
        self.is_stopped = False

    def run(self) -> None:
        while not self.is_stopped:
            try:
                self._follow(pieces=5)
            except requests.RequestException:
                time.sleep(0.05)

    def _follow(self, pieces: int) -> None:
        headers = {"Authorization": f"Bearer {self._token}"}
        if self.events:
            headers["Last-Event-ID"] = self.last_id
        with requests.get(self._url, headers=headers, stream=True, timeout=20) as answer:
            if answer.status_code != 200:
                raise requests.RequestException(f"{answer.status_code}")
            self.connections += 1
            seen = 0
            fields: dict[bytes, bytes] = {}
            for line in answer.iter_lines(chunk_size=1):
                name, _, value = line.partition(b": ")
                if line:
                    fields[name] = value
                    continue
                if fields.get(b"event") == b"ledger":
                    self.last_id = fields[b"id"].decode()
                    self.events.append((int(self.last_id.split("-")[0]), msgspec.json.decode(fields[b"data"])))
                    seen += 1
                fields = {}
                if seen == pieces or self.is_stopped:  # now and then the viewer itself is cut off
                    return

    def has_seen(self, version: int) -> bool:
        return bool(self.events) and self.events[-1][0] >= version


def wait_for(is_so: Any, what: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < until, f"waited in vain: {what}"
        time.sleep(0.02)


def move_for_sure(service: Live, match: Coup, number: int) -> None:
    """The next income, sent again under the same key until the service says that it is done."""
    body = {"type": "declare_action", "params": {"decision_id": number, "action": "usa"}}
    token = match.tokens[number % SEATS]

    def is_done() -> bool:
        try:
            reply = service.ask()("POST", f"{match.path}/commands", token, body, key=f"move {number}")
        except requests.RequestException:
            return False
        assert reply.status in (201, 503), reply
        return reply.status == 201

    wait_for(is_done, f"move {number}")


@pytest.mark.xdist_group("live")
@pytest.mark.timeout(4 * PATIENCE_S)
def test_each_event_comes_once_and_in_order_across_cuts_a_killed_worker_and_a_restart(tmp_path):
    service = Live(tmp_path / "data")
    try:
        service.start()
        match = coup(service.ask(), seats=SEATS)
        viewers = [Viewer(service.base, match, seat) for seat in (0, 1)]
        for viewer in viewers:
            viewer.start()
        for number in range(MOVES):
            if number == MOVES // 3:
                _, *workers = service.running("gunicorn")
                assert len(workers) == 2
                for worker in workers:
                    worker.kill()
                psutil.wait_procs(workers, timeout=10)
            if number == 2 * MOVES // 3:
                service.kill()
                service.start()
            move_for_sure(service, match, number)
        last = service.ask()("GET", match.path).json["version"]
        for seat, viewer in enumerate(viewers):
            wait_for(lambda viewer=viewer: viewer.has_seen(last), "the viewer has seen everything")
            viewer.is_stopped = True
            assert [version for version, _ in viewer.events] == list(range(1, last + 1))
            told = service.ask()("GET", f"{match.path}/events", match.tokens[seat]).json["events"]
            assert [event for _, event in viewer.events][: len(told)] == told
            assert viewer.connections > 3
    finally:
        service.kill()


def chunks_of(match: Coup, path: str, token: str | None = None, last_seen: int | None = None) -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    if last_seen is not None:
        headers["Last-Event-ID"] = str(last_seen)
    return match.ask._stream(path, headers)


def test_a_stream_goes_on_after_the_last_event_seen(match):
    match.move()
    version = match.seen()["version"]
    stream = chunks_of(match, f"{match.path}/live?after=0", last_seen=version - 2)
    chunks = [next(stream.chunks) for _ in range(3)]
    stream.close()
    assert chunks[0] == b"retry: 1000\n\n"
    shown = match.ask("GET", f"{match.path}/events?after={version - 2}").json["events"]
    ids = [f"id: {event['version']}-{event['command']}".encode() for event in shown]
    assert [chunk.partition(b"\n")[0] for chunk in chunks[1:]] == ids


def test_who_hears_nothing_is_told_that_the_stream_still_is_there(match, monkeypatch):
    monkeypatch.setattr(match_stream, "HEARTBEAT_S", 0.05)
    stream = chunks_of(match, f"{match.path}/live")
    chunks = [next(stream.chunks) for _ in range(4)]
    assert chunks == [b"retry: 1000\n\n", *[b": heartbeat\n\n"] * 3]
    match.move()
    while (chunk := next(stream.chunks)) == b": heartbeat\n\n":
        pass
    assert chunk.startswith(b"id: ")
    stream.close()


def test_a_stream_ends_with_the_match(match):
    match.finish()
    *events, last = chunks_of(match, f"{match.path}/live?after=1").chunks
    assert len(events) == match.seen()["version"]  # the first chunk says how soon to come back
    assert last == b"id: %d\nevent: finished\ndata: {}\n\n" % match.seen()["version"]


@pytest.mark.parametrize("path", ["{match}/live?after=1", "{match}/live?want=table", "/v1/players/me/live"])
def test_a_stream_ends_when_the_store_is_away(match, path, monkeypatch):
    """Its client comes back: nothing is raised, which gunicorn would log with a traceback for each viewer."""

    def away(*_):
        raise StoreUnavailable("away")

    stream = chunks_of(match, path.format(match=match.path), match.tokens[0])
    assert next(stream.chunks) == b"retry: 1000\n\n"
    monkeypatch.setattr(Subscription, "read", away)
    monkeypatch.setattr(player_live, "own_matches", away)
    assert list(stream.chunks) == []


def test_long_poll_waits_for_the_next_event_and_not_for_ever(match):
    version = match.seen()["version"]
    assert match.ask("GET", f"{match.path}/events?after={version}&wait=1").json["events"] == []
    found = []
    waiting = threading.Thread(
        target=lambda: found.extend(match.ask("GET", f"{match.path}/events?after={version}&wait=25").json["events"])
    )
    waiting.start()
    match.move()
    waiting.join(PATIENCE_S)
    assert [event["version"] for event in found][:1] == [version + 1]


def test_a_client_that_comes_back_after_the_end_is_told_that_there_is_nothing_more(ask):
    """On 204 an EventSource stops; on an empty stream it would come back every second, for ever."""
    match = coup(ask)
    version = match.finish()["version"]
    for query in ("", "?after=0"):
        first = ask("GET", f"{match.path}/live{query}", match.tokens[0])
        assert first.status == 200
        assert first.headers["Cache-Control"] == "no-store"
        last = first.body.decode().strip().split("\n\n")[-1].split("\n")
        assert last == [f"id: {version}", "event: finished", "data: {}"]
    again = ask("GET", f"{match.path}/live", match.tokens[0], headers={"Last-Event-ID": str(version)})
    assert (again.status, again.body) == (204, b"")
    behind = ask("GET", f"{match.path}/live", match.tokens[0], headers={"Last-Event-ID": str(version - 1)})
    assert behind.status == 200
    assert re.search(rf"id: {version}-[0-9a-f]{{16}}\nevent: ledger", behind.body.decode())
