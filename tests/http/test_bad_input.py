"""Whatever is sent: a problem document of the right type, never a stack trace, and nothing written."""

from __future__ import annotations

import contextlib
import json
import random
import socket
import string

import pytest

from service.web.bodies import BODY_BYTES_MAX
from service.web.http import ROUTES
from tests.http.asking import Coup, Reply, address, body_for, coup, in_process, over_http, problem
from tests.servers import Server, system_executable

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def unchanged(match, written):
    """Fails afterwards if anything at all was written to any match."""
    before = written()
    yield
    assert written() == before


def post(match: Coup, raw: bytes, seat: int = 0, **headers: str) -> Reply:
    return match.ask("POST", f"{match.path}/commands", match.tokens[seat], raw=raw, headers={**JSON, **headers})


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b'"text"',
        b"7",
        b"null",
        b"{'type': 'pass'}",
        b'{"type": "pass"} trailing',
        b'{"type": NaN}',
        b'{"type": Infinity}',
        b'\xef\xbb\xbf{"type": "pass"}',
        b'{"type": "\xff"}',
        b'{"type": "\\ud800"}',
        b'{"type": "a\x00b"}',
        b"\x00",
        b"\xff\xfe{\x00}\x00",
        b'{"a":' * 12_000,
        b"[" * 60_000,
        b'{"type": "pass", "params": ' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}",
        b"type=pass&params=1",
    ],
    ids=lambda raw: repr(raw[:24]),
)
def test_what_is_not_a_json_object_is_refused(match, unchanged, raw):
    problem(post(match, raw), "bad-json")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "type"),
        ({"type": None}, "type"),
        ({"type": 7}, "type"),
        ({"type": ""}, "type"),
        ({"type": "x" * 61}, "type"),
        ({"type": ["pass"]}, "type"),
        ({"type": "pass", "params": []}, "params"),
        ({"type": "pass", "params": "x"}, "params"),
        ({"type": "pass", "params": None}, "params"),
        ({"type": "pass", "extra": 1}, "extra"),
        ({"type": "pass", "": 1}, ""),
        ({"type": "pass", "seat": 1}, "seat"),
        ({"type": "pass", "\u0000": 1}, "\u0000"),
        ({"type": "pass", "x" * 9000: 1}, "x" * 9000),
    ],
)
def test_fields_of_the_wrong_type_and_unknown_fields_are_refused(match, unchanged, body, field):
    assert field in problem(match.send(0, body), "bad-request")["errors"]


@pytest.mark.parametrize("public", [0, 1, 0.0, "true", "", None, []])
def test_yes_or_no_is_said_as_json_says_it(ask, public):
    token = ask("POST", "/v1/players", body={"name": "Ada"}).json["token"]
    reply = ask("POST", "/v1/matches", token, {"game": "coup", "seats": 2, "public": public})
    assert list(problem(reply, "bad-request")["errors"]) == ["public"]


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"decision_id": "0"},
        {"decision_id": None},
        {"decision_id": 0.5},
        {"decision_id": True, "action": "usa"},
        {"decision_id": 0, "action": 7},
        {"decision_id": 0, "action": "usa", "seat": 1},
        {"decision_id": 0, "action": "usa", "colour": "red"},
        {"decision_id": 0, "action": "usa", "target": "1"},
        {"decision_id": 0, "action": "usa", "target": [1]},
        {"decision_id": 0, "action": "usa", "mode": "sideways"},
        {"decision_id": {"a": {"b": []}}, "action": "usa"},
    ],
)
def test_parameters_of_the_wrong_shape_are_refused(match, unchanged, params):
    problem(match.send(0, {"type": "declare_action", "params": params}), "bad-parameters")


@pytest.mark.parametrize(
    "params",
    [
        {"decision_id": 10**30, "action": "usa"},
        {"decision_id": -(10**30), "action": "usa"},
        {"decision_id": 2**63, "action": "usa"},
        {"decision_id": 0, "action": "x" * 50_000},
        {"decision_id": 0, "action": "\u0000"},
        {"decision_id": 0, "action": "\U0001f600\u202e"},
        {"decision_id": 0, "action": "protest", "target": 10**20},
        {"decision_id": 0, "action": "protest", "target": -1},
        {"decision_id": 0, "action": "protest"},
        {"decision_id": 0, "action": ""},
    ],
    ids=lambda params: repr(params)[:50],
)
def test_parameters_that_mean_nothing_are_refused_by_the_rules(match, params):
    version = match.seen()["version"]
    reply = match.send(0, {"type": "declare_action", "params": params})
    if reply.status == 400:
        problem(reply, "bad-parameters")
    else:
        problem(reply, "illegal-move")
    assert match.seen()["version"] == version


def test_a_whole_number_written_as_a_fraction_is_kept_as_a_whole_number(match):
    """1.0 and 1 are one value, and a commitment over it must not depend on how a client writes it."""
    raw = b'{"type": "declare_action", "params": {"decision_id": 0.0, "action": "usa"}}'
    reply = post(match, raw)
    if reply.status == 201:
        step = match.ask("GET", f"{match.path}/steps/1", match.tokens[0])
        assert b'"params":{"decision_id":0,"action":"usa"}' in step.body
    else:
        problem(reply, "bad-parameters")


@pytest.mark.parametrize("type_", ["Pass", "PASS", "pass_", "__class__", "décision", "pass\u0000"])
def test_unknown_commands_are_refused(match, unchanged, type_):
    document = problem(match.send(0, {"type": type_, "params": {"decision_id": 0}}), "unknown-command")
    assert "declare_action" in document["detail"]
    assert "expire_decision" not in document["detail"]


@pytest.mark.rules("COUP-15.7", "MUNCH-5.17")
@pytest.mark.parametrize(
    ("slug", "type_", "params", "code", "rule"),
    [
        ("coup", "expire_decision", {"decision_id": 0}, "system_only", "COUP-15.7"),
        ("munchkin-apocalypse", "close_window", {"window": 0}, "clock_only", "MUNCH-5.17"),
    ],
)
def test_a_command_of_the_clock_is_forbidden_to_players(ask, slug, type_, params, code, rule):
    match, tokens = ask.client.start(slug, 2)
    for query in ("", "?dry_run=true"):
        path = f"/v1/matches/{match}/commands{query}"
        document = problem(ask("POST", path, tokens[0], {"type": type_, "params": params}), "clock-only")
        assert (document["status"], document["code"], document["rule"]) == (403, code, rule)


def test_a_huge_body_is_refused_unread(match, unchanged):
    raw = b'{"type": "' + b"x" * BODY_BYTES_MAX + b'"}'
    problem(post(match, raw), "body-too-large")
    assert post(match, b" " * (BODY_BYTES_MAX - 2) + b"{}").status == 400


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json", "*/*"]
)
def test_a_body_must_say_that_it_is_json(match, unchanged, kind):
    headers = {"Content-Type": kind} if kind else {}
    reply = match.ask("POST", f"{match.path}/commands", match.tokens[0], raw=b'{"type": "pass"}', headers=headers)
    problem(reply, "not-json")


def test_json_may_come_with_a_charset(match):
    raw = json.dumps(match.income()).encode()
    headers = {"Content-Type": "application/json; charset=utf-8"}
    assert match.ask("POST", f"{match.path}/commands", match.tokens[0], raw=raw, headers=headers).status == 201


@pytest.mark.parametrize(
    "version",
    ["", "x", "-1", '"x-0"', "1.5", "²", '"1-0", "2-0"', "9" * 16, '"10-0" garbage', "0x10", '""', "+1", "1 0"],
)
def test_if_match_must_hold_a_version(match, unchanged, version):
    problem(match.move(version=version), "bad-request")


@pytest.mark.parametrize(
    "query",
    [
        "/events?after=-1",
        "/events?after=x",
        "/events?after=1.5",
        f"/events?after={10**30}",
        "/events?after=" + "9" * 5000,
        "/events?limit=0",
        "/events?limit=101",
        "/events?colour=red",
        "/events?wait=-1",
        "/events?wait=1e9",
        "?at=0",
        "?at=x",
        "?colour=red",
        "/steps?after=x",
        "/steps/0?line=sideways",
        f"/steps?after={10**30}",
        "/commands?dry_run=maybe",
        "/commands?colour=red",
    ],
    ids=lambda query: query[:40],
)
def test_queries_of_the_wrong_shape_are_refused(match, unchanged, query):
    method = "POST" if query.startswith("/commands") else "GET"
    body = match.income() if method == "POST" else None
    problem(match.ask(method, match.path + query, match.tokens[0], body), "bad-request")


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/",
        "/v2/games",
        "/v1/matches/",
        "/v1//matches",
        "//v1/games",
        "/v1/games/",
        "/v1/matches/m-1/",
        "/v1/matches/m-0000000000000000",
        "/v1/matches/%00",
        "/v1/matches/%ff%fe",
        "/v1/matches/%E2%80%AE",
        "/v1/matches/ünïcödé",
        "/v1/matches/" + "x" * 3000,
        "/v1/matches/{p1}:x",
        "/v1/matches/..%2f..%2fetc%2fpasswd",
        "/v1/matches/m-1/choices/0",
        "/v1/matches/m-1/steps/x",
        "/v1/matches/m-1/steps/-1",
        "/v1/games/%00",
        "/v1/games/coup/rules/%F0%9F%98%80",
        "/v1/players/%00",
        "/docs/../gunicorn.conf.py",
        "/docs/%2e%2e%2fgunicorn.conf.py",
        "/problems/nonsense",
        "/static/x",
        "/static/%00.js",
        "/static/" + "x" * 300 + ".js",
        "/static/..%2f..%2fpyproject.toml",
        "/.git/config",
    ],
    ids=lambda path: path[:40],
)
def test_odd_addresses_are_not_found(match, unchanged, path):
    problem(match.ask("GET", path, match.tokens[0]), "not-found")


UNKNOWN = "m-0000000000000000"


@pytest.mark.parametrize(
    "route", [route for route in ROUTES if "<match>" in route.path], ids=lambda r: f"{r.method} {r.path}"
)
def test_an_unknown_match_is_not_found_by_any_route(match, unchanged, route):
    path, body = address(route, match=UNKNOWN), body_for(route)
    for key in (None, "k"):
        problem(match.ask(route.method, path, match.tokens[0], body, key=key), "not-found")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "POST", "TRACE", "BREW"])
def test_a_method_that_an_address_does_not_take_is_refused(match, unchanged, method):
    reply = match.ask(method, match.path, match.tokens[0])
    problem(reply, "method-not-allowed")
    assert "GET" in reply.headers["Allow"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Accept": "text/html"},
        {"Accept": "x"},
        {"Accept-Encoding": "br, zstd"},
        {"Range": "bytes=999999999-"},
        {"If-Modified-Since": "yesterday"},
        {"If-Unmodified-Since": "tomorrow"},
        {"Content-Length": "0"},
        {"Expect": "nothing"},
        {"X-Forwarded-For": "1.2.3.4", "X-Forwarded-Host": "evil", "Forwarded": "for=x"},
        {"Host": "evil.example"},
        {"Cookie": "a=b; c"},
        {"X-HTTP-Method-Override": "DELETE"},
        {"Content-Type": "nonsense;;;="},
    ],
    ids=str,
)
def test_odd_headers_change_nothing(match, headers):
    plain = match.ask("GET", match.path, match.tokens[0])
    odd = match.ask("GET", match.path, match.tokens[0], headers=headers)
    assert (odd.status, odd.body) == (plain.status, plain.body)


def test_a_part_of_a_file_that_is_not_there_is_a_problem_too(ask):
    reply = ask("GET", "/docs/swagger-ui.css", headers={"Range": "bytes=999999999-"})
    assert reply.status < 500


@pytest.mark.parametrize("given", ["x" * 65, "a\x7f", "é", ""])
def test_a_request_id_that_makes_no_sense_is_replaced(ask, given):
    told = ask("GET", "/healthz", headers={"X-Request-Id": given}).headers["X-Request-Id"]
    assert told
    assert told != given
    assert ask("GET", "/healthz", headers={"X-Request-Id": "mine-7"}).headers["X-Request-Id"] == "mine-7"


def test_another_players_seat_is_out_of_reach(match, unchanged):
    """A token acts for its own seat, whatever the request says."""
    problem(match.ask("DELETE", f"{match.path}/seats/1", match.tokens[0]), "match-not-open")
    body = {**match.income(), "params": {**match.income()["params"], "seat": 1}}
    problem(match.send(0, body), "bad-parameters")
    assert match.ask("GET", f"{match.path}/choices?seat=1", match.tokens[0]).json["seat"] == 0


def test_nothing_is_written_to_a_finished_match(ask, written):
    match = coup(ask)
    match.finish()
    before = written()
    for seat in (0, 1):
        problem(match.send(seat, {"type": "pass", "params": {"decision_id": 0}}), "match-finished")
        problem(match.send(seat, {"type": "pass", "params": {"decision_id": 0}}, key="k"), "match-finished")
        problem(match.ask("POST", f"{match.path}/undo", match.tokens[seat]), "match-finished")
        problem(match.ask("POST", f"{match.path}/start", match.tokens[seat]), "match-not-open")
    assert written() == before


def test_random_bytes_are_never_an_error_of_ours(match, written):
    """A small fuzz: mutated commands, bodies, headers and paths; nothing above 4xx, and the match stays whole."""
    rng = random.Random(7)
    legal = json.dumps(match.income()).encode()
    for _ in range(300):
        raw = bytearray(legal)
        for _ in range(rng.randint(1, 6)):
            place = rng.randrange(len(raw))
            raw[place : place + rng.randint(0, 2)] = bytes(rng.choices(range(256), k=rng.randint(0, 2)))
        path = f"{match.path}/commands" if rng.random() < 0.9 else "/v1/" + _text(rng)
        reply = match.ask(
            "POST",
            path,
            match.tokens[1],
            raw=bytes(raw),
            headers={**JSON, "Idempotency-Key": _text(rng), "X-Request-Id": _text(rng)},
        )
        assert 400 <= reply.status < 500, (raw, reply)
        assert reply.headers["Content-Type"] == "application/problem+json"
    assert match.seen()["version"] == 10


def _text(rng: random.Random) -> str:
    return "".join(rng.choices(string.printable[:94], k=rng.randint(1, 12))).replace("%", "").replace("/", "")


class TestRedisDown:
    """The store goes and comes back; the service says so, writes nothing, and needs no restart."""

    @pytest.fixture
    def server(self, tmp_path):
        server = Server(system_executable(), tmp_path, "--appendonly", "yes", "--appendfsync", "always").start()
        yield server
        server.kill()

    @pytest.fixture
    def ask(self, server):
        from events.redis.client import open_client
        from service.app import build_services, create_app
        from service.config import Config

        return in_process(create_app(Config(), build_services(open_client(server.url))))

    def test_503_with_retry_after_and_recovery_without_a_restart(self, ask, server):
        match = coup(ask)
        before = match.seen()
        first = match.move(key="before")
        server.kill()
        legal = {"type": "declare_action", "params": {"decision_id": 1, "action": "usa"}}
        asked = [
            ask("GET", match.path, match.tokens[0]),
            ask("GET", f"{match.path}/choices", match.tokens[0]),
            ask("GET", f"{match.path}/events", match.tokens[0]),
            ask("GET", f"{match.path}/steps", match.tokens[0]),
            match.send(1, legal, key="during"),
            match.send(0, legal, key="refused"),
            ask("GET", "/v1/matches"),
            ask("POST", "/v1/players", None, {"name": "Ana"}),
            ask("POST", "/v1/matches", match.tokens[0], {"game": "coup", "seats": 2}),
            ask("GET", "/v1/players/me", "ml_unknown"),
            ask("GET", "/readyz"),
        ]
        for reply in asked:
            problem(reply, "store-unavailable")
            assert int(reply.headers["Retry-After"]) >= 1
        assert ask("GET", "/healthz").status == 200, "the process itself is well"
        server.start()
        assert ask("GET", "/readyz").status == 200
        after = match.seen()
        assert after["version"] == before["version"] + len(first.json["events"])
        assert after["step"] == 1
        assert match.send(1, legal, key="during").status == 201
        assert match.move(key="after").status == 201


class TestOverTheSocket:
    """What a test client would put right before it is sent, on the service as it is run."""

    pytestmark = pytest.mark.xdist_group("live")

    @pytest.fixture
    def match(self, live):
        return coup(over_http(live.base))

    def exchange(self, live, raw: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", live.port), timeout=10) as connection:
            answer = b""
            # Hanging up on somebody who is still talking may cut our own answer short.
            with contextlib.suppress(OSError):
                connection.sendall(raw)
                connection.shutdown(socket.SHUT_WR)
                while chunk := connection.recv(65536):
                    answer += chunk
        return answer

    @pytest.mark.parametrize(
        "raw",
        [
            b"nonsense\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 9000 + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b"X-%d: x\r\n" * 60 % tuple(range(60)) + b"\r\n",
            b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
            b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: nonsense\r\n\r\n",
            b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
            b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            b"POST /v1/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: nonsense\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            b"GET /v1/players/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\xfe\r\n\r\n",
        ],
        ids=lambda raw: repr(raw[:30]),
    )
    def test_what_is_not_http_is_an_error_of_the_client(self, live, raw):
        answer = self.exchange(live, raw)
        assert b"Traceback" not in answer
        status = answer[9:12]
        assert status in (b"", b"400", b"401", b"404", b"414", b"431", b"501"), answer
        assert status != b"501" or b"transfer coding" in answer

    def test_a_body_that_never_ends_is_cut_off(self, live, match):
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        head = (
            f"POST /v1/matches/{match.match}/commands HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            f"Authorization: Bearer {match.tokens[0]}\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n"
        ).encode()
        answer = self.exchange(live, head + chunk * 2 + b"0\r\n\r\n")
        assert answer == b"" or (answer.startswith(b"HTTP/1.1 413") and b"body-too-large" in answer), answer[:300]
        assert match.seen()["step"] == 0

    def test_a_body_shorter_than_announced_is_an_error_of_the_client(self, live, match):
        head = (
            f"POST /v1/matches/{match.match}/commands HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            f"Authorization: Bearer {match.tokens[0]}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"
        ).encode()
        answer = self.exchange(live, head + json.dumps(match.income()).encode())
        assert answer.startswith(b"HTTP/1.1 400"), answer[:300]
        assert b"/problems/bad-request" in answer
        assert match.seen()["step"] == 0

    def test_chunked_json_is_as_good_as_any(self, live, match):
        body = json.dumps(match.income()).encode()
        head = (
            f"POST /v1/matches/{match.match}/commands HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            f"Authorization: Bearer {match.tokens[0]}\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n"
        ).encode()
        answer = self.exchange(live, head + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body))
        assert answer.startswith(b"HTTP/1.1 201"), answer[:300]
