"""The channel on the service as it is run: frames of every kind, many quiet sockets, slow clients, shutdown, a kill."""

from __future__ import annotations

import contextlib
import json
import os
import random
import resource
import socket
import threading
import time

import psutil
import pytest
import requests
from websockets.frames import Frame, Opcode

from tests.client import params_of
from tests.http.asking import coup, over_http, to_the_end
from tests.http.channel_client import Channel, Closed, connect
from tests.http.live import Live
from tests.servers import wait_until

pytestmark = pytest.mark.xdist_group("live")
FUZZED = 150
QUIET = int(os.environ.get("MATCHLEDGER_TEST_SOCKETS", "200"))  # `make channel-soak` tries 2,000
QUIET_KB_MAX = 40  # 30 with 2,000 sockets: with few, what a worker sets aside anyway weighs more


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    running = Live(tmp_path_factory.mktemp("channel") / "data")
    try:
        yield running.start()
    finally:
        running.kill()


@pytest.fixture(autouse=True)
def no_traceback(service):
    yield
    assert "Traceback" not in service.log.read_text()


def workers(service: Live) -> list[psutil.Process]:
    """The gunicorn workers; the master is left out."""
    return service.running("gunicorn")[1:]


def memory_bytes(service: Live) -> int:
    return sum(one.memory_full_info().uss for one in workers(service))


class Player(threading.Thread):
    """Plays one seat over one socket: sends a command for each view that offers a choice."""

    def __init__(self, opened: Channel, match: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.opened, self.match, self.rng = opened, match, random.Random(seed)
        self.answers: list[dict] = []

    def run(self) -> None:
        while (message := self.opened.pushed.pop(0) if self.opened.pushed else self.opened.hear())["kind"] != "ended":
            if message["kind"] == "view" and message["choices"]:
                template = to_the_end(self.rng, {}, 0, message["choices"])
                params = params_of(template, self.rng)
                self.answers.append(self.opened.ask("command", match=self.match, type=template["type"], params=params))


def test_a_match_is_played_over_sockets_to_its_end(service):
    match = coup(service.ask())
    players = []
    for seat, token in enumerate(match.tokens):
        opened = connect(service.port)
        opened.hello(token)
        opened.ask("subscribe", match=match.match, want=["events", "view", "choices"])
        players.append(Player(opened, match.match, seat))
    for player in players:
        player.start()
    for player in players:
        player.join(60)
        assert not player.is_alive()
        assert any(answer["kind"] == "ack" for answer in player.answers)
    assert match.seen()["status"] == "finished"
    assert service.ask()("GET", f"{match.path}/audit").json["verdict"] == "ok"


def fuzzed_bytes(rng: random.Random) -> bytes:
    """Frames that are whole, cut, unmasked, too long, of unknown kinds, or no frames at all."""
    payload = rng.choice(
        [b'{"kind":"ping","id":1}', b"\xff\xfe", b"", rng.randbytes(rng.randint(1, 300)), b"x" * 70_000]
    )
    opcode = rng.choice(list(Opcode))
    is_control = opcode in (Opcode.CLOSE, Opcode.PING, Opcode.PONG)
    frame = Frame(opcode, payload[:125] if is_control else payload, fin=is_control or rng.random() < 0.6)
    data = frame.serialize(mask=rng.random() < 0.9)
    match rng.randrange(5):
        case 0:
            data = data[: rng.randrange(len(data) + 1)]
        case 1:
            data = rng.randbytes(rng.randint(1, 40)) + data
        case 2:
            changed = bytearray(data)
            changed[rng.randrange(min(4, len(changed)))] = rng.randrange(256)
            data = bytes(changed)
    return data


def test_no_frame_hurts_a_worker(service):
    before = [one.pid for one in workers(service)]
    rng = random.Random(5)
    for _ in range(FUZZED):
        with connect(service.port) as opened:
            if rng.random() < 0.7:
                opened.hello()
            opened.line.settimeout(0.02)
            with contextlib.suppress(OSError):  # the service may close, or wait for the rest of a frame
                for _ in range(rng.randint(1, 6)):
                    opened.line.sendall(fuzzed_bytes(rng))
                while opened.line.recv(4096):
                    pass
    with connect(service.port) as opened:
        assert opened.hello()["kind"] == "welcome"
    assert [one.pid for one in workers(service)] == before


def test_a_client_that_vanishes_leaves_nothing_open(service):
    match = coup(service.ask())
    before = sum(len(one.net_connections()) for one in workers(service))
    opened = [connect(service.port) for _ in range(20)]
    for one in opened:
        one.hello(match.tokens[0])
        one.ask("subscribe", match=match.match)
        one.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # close resets the connection
        one.line.close()
    match.move()
    wait_until(
        lambda: sum(len(one.net_connections()) for one in workers(service)) <= before, "all connections are gone"
    )


def test_quiet_sockets_cost_little_and_all_hear_the_next_event(service):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, QUIET + 2000), hard))
    match = coup(service.ask())
    for _ in range(40):  # what a worker needs once, however many sockets there are
        with connect(service.port) as opened:
            opened.hello(match.tokens[0])
            opened.ask("subscribe", match=match.match)
            opened.close()
    before = memory_bytes(service)
    quiet: list[Channel] = []
    for _ in range(QUIET):
        quiet.append(connect(service.port))
        quiet[-1].hello(match.tokens[0])
        quiet[-1].ask("subscribe", match=match.match)
        if len(quiet) % 100 == 0:  # on a busy machine it takes longer than a ping is waited for
            for one in quiet:
                one.answer_pings()
    kilobytes = (memory_bytes(service) - before) / QUIET / 1024
    assert kilobytes <= (QUIET_KB_MAX if QUIET < 1000 else 30)
    print(f"{QUIET} quiet sockets: {kilobytes:.1f} KB each")
    match.move()
    last = match.seen()["version"]
    for one in quiet:
        assert one.hear("events")["events"][-1]["version"] == last
        one.line.close()


def test_a_slow_reader_costs_no_more_than_a_quiet_one_and_loses_nothing(service):
    """It reads a few bytes now and then while a match goes on; others are served as before."""
    warm_up = coup(service.ask(), seats=6)  # what a worker loads with its first matches is not due to the reader
    for _ in range(40):
        warm_up.move()
    match = coup(service.ask(), seats=6)
    slow = connect(service.port, receive_bytes=2048)
    slow.hello(match.tokens[0])
    slow.ask("subscribe", match=match.match, after=0, want=["events", "view"])
    before, began = memory_bytes(service), time.monotonic()
    for _ in range(40):
        match.move()
        slow.line.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            slow.protocol.receive_data(slow.line.recv(64))
        slow.line.setblocking(True)
    assert time.monotonic() - began < 20
    assert memory_bytes(service) - before < 1_000_000
    last, seen = match.seen()["version"], []
    slow.line.settimeout(15)
    for event in slow.protocol.events_received():
        seen += _versions(bytes(event.data))
    while not seen or seen[-1] < last:
        seen += _versions(slow.hear_raw())
    assert seen == list(range(1, last + 1))
    slow.line.close()


def _versions(raw: bytes) -> list[int]:
    message = json.loads(raw)
    return [event["version"] for event in message["events"]] if message["kind"] == "events" else []


class Follower(threading.Thread):
    """Follows a match as a client should: comes back with the last version, sends what was not answered again."""

    def __init__(self, service: Live, match: str, token: str) -> None:
        super().__init__(daemon=True)
        self.service, self.match, self.token = service, match, token
        self.seen: list[int] = []
        self.byes: list[str] = []
        self.codes: list[int | None] = []
        self.is_stopped = False

    def run(self) -> None:
        while not self.is_stopped:
            try:
                with connect(self.service.port) as opened:
                    self._follow(opened)
            except Closed as closed:
                self.codes.append(closed.code)
                time.sleep(0.3)
            except OSError:
                time.sleep(0.05)

    def _follow(self, opened: Channel) -> None:
        opened.hello(self.token)
        after = self.seen[-1] if self.seen else 0
        opened.ask("subscribe", match=self.match, after=after)
        while not self.is_stopped:
            message = opened.pushed.pop(0) if opened.pushed else opened.hear()
            if message["kind"] == "events":
                self.seen += [event["version"] for event in message["events"]]
            if message["kind"] == "bye":
                self.byes.append(message["why"])


def test_a_restart_says_goodbye_and_nothing_is_lost_or_doubled(tmp_path):
    running = Live(tmp_path / "data")
    try:
        running.start()
        session = requests.Session()
        match = coup(over_http(running.base, session))
        followers = [Follower(running, match.match, match.tokens[number % 2]) for number in range(6)]
        for follower in followers:
            follower.start()
        match.move()
        first = match.seen()["version"]
        wait_until(lambda: all(one.seen and one.seen[-1] == first for one in followers), "all have seen it")
        session.close()  # gunicorn waits for connections that are kept alive
        began = time.monotonic()
        assert running.stop() == 0
        assert time.monotonic() - began < 8, "nobody waits for clients that have been told"
        running.start()
        match.move()
        last = match.seen()["version"]
        wait_until(lambda: all(one.seen[-1] == last for one in followers), "all have come back")
        for follower in followers:
            follower.is_stopped = True
            assert follower.seen == list(range(1, last + 1))
            assert set(follower.byes) == {"restart"}
            assert 1012 in follower.codes
        assert "Traceback" not in running.log.read_text()
    finally:
        running.kill()
