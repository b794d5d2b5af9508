"""Limits: who asks for too much is told to wait, the others notice nothing, and a command costs no more round trips."""

from __future__ import annotations

import socket
import time
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from events.redis.limits import RedisLimits
from events.store import StoreUnavailable
from service.config import BadSetting, Config, read_config
from service.problems import Problem
from service.web import limits
from service.web.http import ROUTES, read_body
from service.web.limits import WINDOW_S
from service.web.networks import client_address, network_of
from tests.http.asking import Ask, Reply, coup, in_process, problem
from tests.http.live import Live
from tests.http.talk import Talk

NOON = 1_700_000_000.0  # the beginning of a window
FAR = {"REMOTE_ADDR": "192.0.2.7"}


class Clock:
    """Stands still unless a test moves it, so that no window turns while a test counts."""

    def __init__(self) -> None:
        self.now = NOON

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    stopped = Clock()
    monkeypatch.setattr(limits, "time", stopped)
    return stopped


def asking(app: Any, address: str = FAR["REMOTE_ADDR"]) -> Ask:
    """Requests from that address."""
    client = app.test_client()

    def send(method: str, path: str, raw: bytes | None, headers: dict[str, str]) -> Reply:
        environ = {"REMOTE_ADDR": address}
        answer = client.open(path, method=method, data=raw, headers=headers, environ_base=environ)
        return Reply(answer.status_code, answer.headers, answer.get_data())

    return Ask(send)


def admitted(ask: Ask, count: int, path: str = "/v1/games/coup/rules/COUP-1.1", token: str | None = None) -> int:
    """How many of so many requests got through; the others were refused in due form."""
    through = 0
    for _ in range(count):
        reply = ask("GET", path, token)
        if reply.status == 429:
            problem(reply, "too-many-requests")
            assert 1 <= int(reply.headers["Retry-After"]) <= WINDOW_S
        else:
            assert reply.status == 200
            through += 1
    return through


def test_an_address_gets_its_share_and_the_next_window_begins_anew(new_app, clock):
    app = new_app(Config(limit_address=30))
    greedy, other = asking(app), asking(app, "192.0.2.8")
    assert admitted(greedy, 50) == 30
    assert admitted(other, 10) == 10
    clock.now += WINDOW_S / 2
    refused = greedy("GET", "/v1/games")
    assert refused.status == 429
    assert refused.headers["Retry-After"] == str(WINDOW_S // 2)
    assert refused.headers["X-Request-Id"]
    clock.now += WINDOW_S / 2
    assert admitted(greedy, 50) == 30


def test_who_is_limited_is_told_how_much_is_left(new_app, clock):
    app = new_app(Config(limit_address=9, limit_player=5))
    ask = asking(app)
    token = ask.client.player()
    ask("GET", "/v1/players/me", token)  # from now on this worker knows whose token it is
    clock.now += 3.5
    reply = ask("GET", "/v1/players/me", token)
    assert reply.headers["RateLimit"] == '"address";r=6;t=7, "player";r=4;t=7'
    assert reply.headers["RateLimit-Policy"] == '"address";q=9;w=10, "player";q=5;w=10'
    for _ in range(4):
        ask("GET", "/v1/players/me", token)
    refused = ask("GET", "/v1/players/me", token)
    problem(refused, "too-many-requests")
    assert '"player";r=0;t=7' in refused.headers["RateLimit"]
    local = in_process(app)("GET", "/v1/games")
    assert "RateLimit" not in local.headers, "programs on this machine are not limited"


def test_a_player_gets_a_share_wherever_they_are(new_app, clock):
    app = new_app(Config(limit_player=20))
    ana, ben = in_process(app).client.player("Ana"), in_process(app).client.player("Ben")
    first, second = asking(app), asking(app, "192.0.2.8")
    for token in (ana, ben):
        assert first("GET", "/v1/players/me", token).status == 200  # from now on this worker knows them
    through = admitted(first, 15, token=ana) + admitted(second, 15, token=ana)
    assert through == 20
    assert admitted(first, 10, token=ben) == 10


def test_all_workers_count_together_within_a_tenth_for_each(new_app, clock):
    workers = [asking(new_app(Config(limit_address=100))) for _ in range(3)]
    through = sum(admitted(workers[turn % 3], 1) for turn in range(300))
    assert 100 <= through <= 130
    late = asking(new_app(Config(limit_address=100)))
    assert admitted(late, 10) <= 1, "a worker that has just started learns what the others have counted"


def test_a_store_that_is_away_lets_nobody_take_all(new_app, clock, monkeypatch):
    def gone(*_: Any) -> None:
        raise StoreUnavailable("gone")

    app = new_app(Config(limit_address=30))
    monkeypatch.setattr(RedisLimits, "add", gone)
    assert admitted(asking(app), 50) == 30


def test_counting_takes_one_round_trip_for_many_requests(new_app, clock, monkeypatch):
    calls = []
    add = RedisLimits.add
    monkeypatch.setattr(RedisLimits, "add", lambda *words: calls.append(1) or add(*words))
    assert admitted(asking(new_app(Config(limit_address=2000))), 401) == 401
    assert len(calls) == 3  # the first request, and two tenths of the limit


def test_nothing_of_it_stays_in_the_store(new_app, clock, link):
    admitted(asking(new_app(Config())), 3)
    (key,) = link.call("KEYS", "limits:*")
    assert 0 < link.call("TTL", key) <= 2 * WINDOW_S


def test_programs_on_this_machine_are_trusted_unless_the_operator_says_no(new_app, clock):
    assert admitted(asking(new_app(Config(limit_address=5)), "127.0.0.1"), 20) == 20
    assert admitted(asking(new_app(Config(limit_address=5)), "::1"), 20) == 20
    assert admitted(asking(new_app(Config(limit_address=5, limits="all")), "127.0.0.1"), 20) == 5
    assert admitted(asking(new_app(Config(limit_address=5, limits="off"))), 20) == 20


def test_behind_proxies_the_address_is_what_the_outermost_of_them_saw(new_app, clock):
    app = new_app(Config(limit_address=5, proxies=1))
    ask = asking(app, "127.0.0.1")
    through = 0
    for turn in range(20):
        # What the client itself puts into the header stands on the left, and is not believed.
        words = f"198.51.100.{turn}, 192.0.2.7"
        through += ask("GET", "/v1/games", headers={"X-Forwarded-For": words}).status == 200
    assert through == 5
    assert ask("GET", "/v1/games", headers={"X-Forwarded-For": "192.0.2.8"}).status == 200


def test_one_customer_has_one_name():
    assert client_address({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "1.1.1.1"}, 0) == "10.0.0.1"
    assert (
        client_address({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "9.9.9.9, 1.1.1.1, 2.2.2.2"}, 2) == "1.1.1.1"
    )
    assert client_address({"REMOTE_ADDR": "10.0.0.1"}, 2) == "10.0.0.1"
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") != network_of("2001:db8:1:3::1")
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7")
    assert network_of("").is_local
    assert not network_of("not an address").is_local


def test_what_is_costly_has_a_limit_of_its_own(new_app, clock):
    app = new_app(Config(limit_costly=6))
    ask = asking(app)
    made = [ask("POST", "/v1/players", body={"name": "Ana"}).status for _ in range(10)]
    assert made == [201] * 6 + [429] * 4
    assert admitted(ask, 20) == 20
    costly = {route.view.__name__ for route in ROUTES if route.is_costly}
    assert costly >= {"make_player", "open_match", "seat_bots", "branch", "export_match", "import_match"}
    assert costly >= {"audit_match", "verify_file", "get_evidence", "get_report"}


def test_nobody_watches_more_streams_than_they_may(new_app, clock):
    app = new_app(Config(limits="all", limit_streams=2))
    ask = in_process(app)
    match = coup(ask)
    path = f"{match.path}/live"
    open_ones = [ask.open_stream(path, None) for _ in range(2)]
    refused = ask.open_stream(path, None)
    assert refused.status == 429
    refused.close()
    problem(ask("GET", f"{match.path}/events?after=99&wait=1"), "too-many-requests")
    assert ask("GET", f"{match.path}/events").status == 200
    open_ones.pop().close()
    again = ask.open_stream(path, None)
    assert again.status == 200
    for stream in (again, *open_ones):  # the last one first, as contexts in one thread must
        stream.close()


def test_a_body_that_stalls_is_refused():
    def stalls(_length: int) -> bytes:
        raise TimeoutError("timed out")

    with pytest.raises(Problem, match="did not arrive in time"):
        read_body({"CONTENT_LENGTH": "10", "wsgi.input": SimpleNamespace(read=stalls)})


def test_settings_are_read_and_wrong_ones_are_named():
    chosen = read_config({"MATCHLEDGER_LIMITS": "all", "MATCHLEDGER_LIMIT_PLAYER": "7", "MATCHLEDGER_PROXIES": "2"})
    assert (chosen.limits, chosen.limit_player, chosen.proxies) == ("all", 7, 2)
    default = read_config({})
    archive = str(default.data.parent / "archive")
    assert default == Config(
        data=default.data, archive=archive, state=default.data / "checkpoint.json", trust=default.trust
    )
    for wrong in ({"MATCHLEDGER_LIMITS": "some"}, {"MATCHLEDGER_LIMIT_COSTLY": "0"}):
        with pytest.raises(BadSetting, match="MATCHLEDGER_LIMIT"):
            read_config(wrong)


@pytest.fixture
def small(tmp_path):
    """The service as it is run, with room for twenty connections, of which one address gets eight."""
    settings = {"MATCHLEDGER_LIMITS": "all", "MATCHLEDGER_LIMIT_CONNECTIONS": "8"}
    arguments = {"GUNICORN_CMD_ARGS": "--worker-connections 20 --keep-alive 2"}
    service = Live(tmp_path / "data", workers=1, **settings, **arguments)
    try:
        yield service.start()
    finally:
        service.kill()


def test_a_refused_request_leaves_the_connection_usable(tmp_path):
    """Its body is read all the same: the response says keep-alive, and the client may take it at its word."""
    service = Live(tmp_path / "data", workers=1, MATCHLEDGER_LIMITS="all", MATCHLEDGER_LIMIT_COSTLY="1")
    body = b'{"name": "Ana"}'
    head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    try:
        with Talk(service.start()) as talk:
            heard = [talk.say(head % len(body), body).hear() for _ in range(4)]
            assert 429 in [one.status for one in heard]
            assert {one.headers["connection"] for one in heard} == {"keep-alive"}
            without_host = talk.say((head % len(body)).replace(b"Host: x\r\n", b"") + body).hear()
            assert without_host.status == 400
            assert talk.say(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").hear().status == 200
    finally:
        service.kill()


def slow_connection(port: int) -> socket.socket:
    """From another address of this machine: a request that never gets to the end of its head."""
    line = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=("127.0.0.2", 0))
    line.sendall(b"GET /healthz HTTP/1.1\r\nHost: slow\r\nX-Drip: ")
    return line


def test_slow_clients_do_not_keep_the_others_out(small: Live):
    slow = [slow_connection(small.port) for _ in range(40)]
    try:
        ask = small.ask()
        for _ in range(10):
            assert ask("GET", "/healthz").status == 200
        assert coup(ask).move().status == 201
        for line in slow:  # those over the share at once, the others when their time is up
            drip_until_closed(line)
    finally:
        for line in slow:
            line.close()


def drip_until_closed(line: socket.socket) -> None:
    """A byte now and then does not keep the connection: the whole head has to arrive in time."""
    line.settimeout(0.2)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            line.sendall(b"x")
            if line.recv(100) == b"":
                return
        except TimeoutError:
            continue
        except OSError:
            return
    raise AssertionError("a connection that only drips is kept")


def test_the_worker_counts_connections_only_for_those_who_are_limited(monkeypatch):
    from service.processes import worker

    closed, handled = [], []
    monkeypatch.setattr(worker, "connections", worker.Connections(Config(limit_connections=1)))
    monkeypatch.setattr(worker.AsyncWorker, "handle", lambda _self, *args: handled.append(args))
    counts = {"192.0.2.7": 1, "127.0.0.1": 500}
    worker.connections.counts.update(counts)
    made = worker.Worker.__new__(worker.Worker)
    made.cfg = SimpleNamespace(keepalive=1)
    client = Mock(close=lambda: closed.append(1))
    for address in ("192.0.2.7", "127.0.0.1", "192.0.2.8"):
        made.handle(None, client, (address, 5000))
    assert len(closed) == 1
    assert len(handled) == 2
    assert worker.connections.counts == counts
