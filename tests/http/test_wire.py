"""Plain requests take a shorter way than gunicorn's: it must read them as gunicorn does, and hand on all others."""

from __future__ import annotations

import json
import socket
import time
from types import SimpleNamespace
from typing import Any

import gevent
import pytest
from gevent import socket as gevent_socket
from gunicorn.config import Config
from gunicorn.http.errors import InvalidResponseHeader, InvalidResponseHeaderName, InvalidSchemeHeaders, ParseException
from gunicorn.http.parser import RequestParser
from gunicorn.http.wsgi import Response, base_environ, create
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.processes import wire, worker
from tests.http.live import Live

REST_S = 2
HERE, THERE = ("127.0.0.1", 8000), ("192.0.2.7", 5000)
# What the two ways may differ in: objects of one's own, and an offer that nobody takes up.
OWN = {"wsgi.input", "wsgi.errors", "gunicorn.socket", "wsgi.early_hints"}
TARGETS = [
    "/",
    "/v1/matches/m-1/commands",
    "/v1/matches/m-1?at=3&view=then",
    "/a%20b/%C3%A9?x=%20",
    "/a//b",
    "/?",
    "/a?b?c",
    "//evil/x",
    "/a#b",
    "*",
    "http://host/x",
    "/a b",
    "/\x7f",
    "/é",
    "",
    "/%zz",
    "/a;b=c",
    "/%2F..%2f",
]
FIELDS = [
    "Host: bench",
    "Accept: */*",
    "Accept-Encoding: gzip, deflate",
    "Connection: keep-alive",
    "connection: Close",
    "Content-Type: application/json",
    "content-TYPE:text/plain",
    "Authorization: Bearer abc",
    'If-None-Match: \t"7-0" ',
    "Content-Length: 5",
    "Content-Length: 05",
    "Content-Length: +5",
    "Content-Length: 5, 5",
    "Content-Length:",
    "X: é",
    "Content-Length: 99999999999",
    "Transfer-Encoding: chunked",
    "Expect: 100-continue",
    "Upgrade: h2c",
    "TE: trailers",
    "X_Forwarded_For: 1.2.3.4",
    "X-Forwarded-Proto: https",
    "X-Forwarded-For: 203.0.113.9",
    "Script-Name: /x",
    " folded: yes",
    "No colon",
    ": no name",
    "Space : x",
    "Null: a\x00b",
    "Return: a\rb",
    "Newline: a\nb",
    "Empty:",
    "Cookie: a=b",
    "Proxy: evil",
    "Keep-Alive: 5",
    "Trailer: X",
    "Idempotency-Key: k-1",
    "X-Long: " + "a" * 4090,
]


class Line:
    """A client's end of a connection: what it sends comes in these pieces, and then it has gone."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)

    def recv(self, _size: int) -> bytes:
        return self.pieces.pop(0) if self.pieces else b""

    def gettimeout(self) -> float:
        return 1.0

    def settimeout(self, _seconds: float) -> None:
        pass


def configured() -> Config:
    cfg = Config()
    for name, value in {
        "limit_request_line": 4094,
        "limit_request_fields": 50,
        "limit_request_field_size": 4096,
    }.items():
        cfg.set(name, value)
    return cfg


CFG = configured()


def ours(*pieces: bytes, peer: tuple[str, int] = THERE) -> wire.Requests:
    made = worker.Worker.__new__(worker.Worker)
    made._base_environ = base_environ(CFG)
    line = Line(*pieces)
    return wire.Requests(CFG, line, peer, made._environ(HERE, line, peer))


def gunicorns(*pieces: bytes) -> tuple[dict[str, object], Any]:
    """The environ and the body of the first request, as gunicorn alone reads it."""
    request = next(RequestParser(CFG, Line(*pieces), THERE))
    _, environ = create(request, SimpleNamespace(send=lambda _data: None), THERE, HERE, CFG)
    environ["wsgi.multithread"] = True
    return environ, request.body


def told(environ: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in environ.items() if name not in OWN}


@given(
    st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "CONNECT", "get", "PRI"]),
    st.sampled_from(TARGETS) | st.text(st.characters(max_codepoint=255), max_size=8).map(lambda rest: "/" + rest),
    st.sampled_from(["HTTP/1.1"] * 6 + ["HTTP/1.0", "HTTP/2.0", "HTTP/1.1 ", "http/1.1"]),
    st.lists(st.sampled_from(FIELDS) | st.text(st.characters(max_codepoint=255), max_size=12), max_size=6),
    st.sampled_from(["\r\n"] * 9 + ["\n"]),
    st.sampled_from(["", "12345", "12345GET / HTTP/1.1\r\n\r\n"]),
)
@example("GET", "/", "HTTP/1.1", ["Host: a", "Host: a"], "\r\n", "")
@example("GET", "/", "HTTP/1.1", ["A: b"] * 45, "\r\n", "")
@settings(max_examples=1500, deadline=None)
def test_what_is_read_here_gunicorn_reads_the_same(method, target, version, fields, end, body):
    raw = (end.join([f"{method} {target} {version}", *fields]) + end * 2 + body).encode("latin-1")
    if wire.read_head(raw) is None:
        return
    request = next(ours(raw))
    if not isinstance(request, wire.Plain):
        assert "X-Forwarded-Proto" in raw.decode("latin-1")
        return
    environ, theirs = gunicorns(raw)  # which refuses nothing that was taken here
    assert told(request.environ) == told(environ)
    assert request.body.read() == theirs.read()


@pytest.mark.parametrize(
    ("target", "fields"),
    [
        ("/v1/matches/m-1", ["Host: x", "Authorization: Bearer abc", 'If-None-Match: "7-0"']),
        ("/v1/matches/m-1/commands?dry_run=true", ["Host: x", "Content-Type: application/json", "Content-Length: 2"]),
        ("/a%20b", ["Host: x", "Connection: keep-alive", "Accept: */*", "User-Agent: Mozilla/5.0 (X11; Linux)"]),
    ],
)
def test_what_clients_send_all_the_time_is_plain(target, fields):
    assert wire.read_head("\r\n".join([f"POST {target} HTTP/1.1", *fields, "", "{}"]).encode()) is not None


@pytest.mark.parametrize("field", [one for one in FIELDS if "Length: " not in one or not one.endswith(": 5")])
def test_the_odd_ones_are_gunicorns(field):
    """Each odd field: either read as gunicorn reads it, or left to gunicorn, which takes it or refuses it."""
    raw = f"POST /x HTTP/1.1\r\nHost: a\r\n{field}\r\n\r\n".encode("latin-1")
    try:
        theirs = told(gunicorns(raw)[0])
    except ParseException as refused:
        assert wire.read_head(raw) is None
        with pytest.raises(type(refused)):
            next(ours(raw))
        return
    request = next(ours(raw))
    is_plain = wire.read_head(raw) is not None and not field.startswith("X-Forwarded-Proto")
    assert isinstance(request, wire.Plain) == is_plain
    assert not isinstance(request, wire.Plain) or told(request.environ) == theirs


def test_requests_one_behind_the_other_in_any_pieces():
    """Plain ones and others, cut anywhere: as many requests, with the same bodies, in the same order."""
    plain = b"POST /one HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
    chunked = b"POST /two HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\ndef\r\n0\r\n\r\n"
    short = b"GET /three HTTP/1.1\r\nHost: x\r\n\r\n"
    whole = plain + chunked + short + plain + short
    wanted = [("/one", b"abc"), ("/two", b"def"), ("/three", b""), ("/one", b"abc"), ("/three", b"")]
    for cut in range(1, len(whole)):
        requests = ours(whole[:cut], whole[cut:])
        assert [(request.uri, request.body.read()) for request in requests] == wanted, cut
        requests = ours(whole[:cut], whole[cut:])  # and if nobody reads the bodies
        assert [request.uri for request in requests] == [uri for uri, _ in wanted], cut


@pytest.mark.parametrize("peer", ["127.0.0.1", "192.0.2.7"])
def test_behind_a_proxy_requests_are_plain_after_the_first_and_the_scheme_is_gunicorns(peer):
    """Only a proxy that gunicorn trusts is believed."""
    field = b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: %s\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n"
    both = b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: http\r\nX-Forwarded-Ssl: on\r\n\r\n"
    requests = ours(field % b"https" + field % b"http" + (field % b"https" + field % b"http") * 2, peer=(peer, 5000))
    found = list(requests)
    assert [isinstance(one, wire.Plain) for one in found] == [False] * 2 + [True] * 4
    schemes = ["https" if peer == "127.0.0.1" else "http", "http"]
    assert [one.scheme for one in found[:2]] == schemes
    assert [one.environ["wsgi.url_scheme"] for one in found[2:]] == schemes * 2
    if peer == "127.0.0.1":
        with pytest.raises(InvalidSchemeHeaders):
            next(ours(both, peer=(peer, 5000)))


def test_a_bad_head_is_given_up_at_once():
    """With a pattern that could match in many ways this would not end."""
    for raw in (b"GET / HTTP/1.1\r\nA:" + b" \t" * 1900 + b"\x00\r\n\r\n", b"GET /" + b"a" * 3900 + b"\x00"):
        assert wire.read_head(raw) is None
    assert wire.read_head(b"GET / HTTP/1.1\r\n" + b"A:\r\n" * 900 + b"\x00") is None


HEADERS = [("Content-Type", "text/plain"), ("ETag", '"7-0"'), ("X-Request-Id", "abc")]


def answered(kind: type[Response], method: str, status: str, headers: Any, parts: list[bytes]) -> tuple[bytes, bool]:
    """All that an answer puts on the line, and whether that is closed after it."""
    said: list[bytes] = []
    line = SimpleNamespace(send=lambda data: said.append(bytes(data)) or len(data), sendall=said.append)
    request = wire.Plain(method, "/", {}, None)
    response = kind(request, line, CFG)
    response.start_response(status, headers)
    for part in parts:
        response.write(part)
    response.close()
    return b"".join(said), response.should_close()


@pytest.mark.parametrize("method", ["GET", "POST", "HEAD"])
@pytest.mark.parametrize("status", ["200 OK", "201 CREATED", "204 NO CONTENT", "304 NOT MODIFIED", "404 NOT FOUND"])
@pytest.mark.parametrize("length", [None, 5, 3])
@pytest.mark.parametrize("parts", [[], [b"12345"], [b"12", b"345"], [b"", b"12345"]])
@pytest.mark.parametrize("more", [(), (("Connection", "close"),), (("keep-alive", "5"),)])
def test_an_answer_is_byte_for_byte_what_gunicorn_would_send(monkeypatch, method, status, length, parts, more):
    monkeypatch.setattr("time.time", lambda: 1_790_000_000.5)
    headers = [*HEADERS, *more, *([] if length is None else [("Content-Length", str(length))])]
    assert answered(wire.InOnePiece, method, status, headers, parts) == answered(
        Response, method, status, headers, parts
    )


@pytest.mark.parametrize(
    "bad", [("X", "a\r\nSet-Cookie: b"), ("X\r\nY", "a"), ("X Y", "a"), ("X", "a\x00"), ("X", "a\n")]
)
def test_a_header_cannot_break_out_of_its_line(bad):
    with pytest.raises((InvalidResponseHeader, InvalidResponseHeaderName)):
        answered(wire.InOnePiece, "GET", "200 OK", [*HEADERS, bad, ("Content-Length", "0")], [b""])


def test_a_client_that_never_waits_does_not_keep_the_others_out():
    """A hundred requests are there at once on one line; the single one of another line is served among the first."""
    served: list[str] = []
    made = worker.Worker.__new__(worker.Worker)
    made.cfg, made.alive, made._base_environ = CFG, True, base_environ(CFG)

    def app(environ, start_response):
        served.append(environ["PATH_INFO"])
        start_response("204 NO CONTENT", [])
        return ()

    made.wsgi = app
    pairs = [gevent_socket.socketpair() for _ in range(2)]
    for (_, client), requests in zip(pairs, (b"GET /greedy HTTP/1.1\r\n\r\n" * 100, b"GET /other HTTP/1.1\r\n\r\n")):
        client.sendall(requests)
        client.shutdown(socket.SHUT_WR)
    listener = SimpleNamespace(getsockname=lambda: HERE)
    gevent.joinall([gevent.spawn(made._converse, listener, server, THERE) for server, _ in pairs], timeout=10)
    assert (len(served), served.index("/other") <= 2 * wire.TURNS) == (101, True)


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    made = Live(tmp_path_factory.mktemp("wire") / "data", workers=1, GUNICORN_CMD_ARGS=f"--keep-alive {REST_S}")
    try:
        yield made.start()
    finally:
        made.kill()


class Talk:
    """One connection, spoken byte by byte."""

    def __init__(self, service: Live) -> None:
        self.line = socket.create_connection(("127.0.0.1", service.port), timeout=10)
        self.data = b""

    def say(self, *pieces: bytes, pause_s: float = 0.05) -> None:
        for number, piece in enumerate(pieces):
            time.sleep(pause_s if number else 0)
            self.line.sendall(piece)

    def hear(self, *, has_body: bool = True) -> tuple[int, dict[str, str], bytes]:
        while b"\r\n\r\n" not in self.data:
            self._more()
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        length = int(headers.get("content-length", 0)) if has_body else 0
        while len(self.data) < length:
            self._more()
        body, self.data = self.data[:length], self.data[length:]
        return int(first.split()[1]), headers, body

    def is_closed(self) -> bool:
        return self.data == b"" and self.line.recv(100) == b""

    def _more(self) -> None:
        data = self.line.recv(65536)
        assert data, "closed in the middle of an answer"
        self.data += data


@pytest.fixture
def talk(service):
    made = Talk(service)
    yield made
    made.line.close()


NEW_PLAYER = json.dumps({"name": "Wanda"}).encode()
HEAD = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n" % len(
    NEW_PLAYER
)
CHUNKS = b"%X\r\n%s\r\n0\r\n\r\n" % (len(NEW_PLAYER), NEW_PLAYER)
CHUNKED = (
    b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
)


@pytest.mark.parametrize(
    "pieces",
    [
        [HEAD + b"\r\n" + NEW_PLAYER],
        [HEAD + b"\r\n", NEW_PLAYER],
        [HEAD + b"\r\n" + NEW_PLAYER[:3], NEW_PLAYER[3:9], NEW_PLAYER[9:]],
        [HEAD[:30], HEAD[30:], b"\r\n" + NEW_PLAYER],
        [CHUNKED + CHUNKS],
        [CHUNKED, CHUNKS[:5], CHUNKS[5:]],
    ],
)
def test_a_body_arrives_however_it_is_cut(talk, pieces):
    for _ in range(2):  # and the connection is good for another one
        talk.say(*pieces)
        status, headers, body = talk.hear()
        assert (status, json.loads(body)["name"]) == (201, "Wanda")
        assert headers["connection"] == "keep-alive"
        assert {"date", "server", "x-request-id", "content-type"} <= headers.keys()


def test_a_client_that_asks_first_is_told_to_go_on(talk):
    talk.say(HEAD + b"Expect: 100-continue\r\n\r\n")
    assert talk.hear()[0] == 100
    talk.say(NEW_PLAYER)
    assert talk.hear()[0] == 201


def test_answers_without_a_body(talk):
    talk.say(b"HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    status, headers, _ = talk.hear(has_body=False)
    assert (status, int(headers["content-length"]) > 0) == (200, True)
    assert talk.hear()[::2] == (200, b'{"status":"ok"}')


@pytest.mark.parametrize(
    "how", [b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", b"GET /healthz HTTP/1.0\r\n\r\n"]
)
def test_who_wants_the_line_closed_gets_it_closed(talk, how):
    talk.say(how)
    status, headers, _ = talk.hear()
    assert (status, headers["connection"]) == (200, "close")
    assert talk.is_closed()


def test_a_body_that_stops_short_is_told_so(talk):
    talk.say(HEAD + b"\r\n" + NEW_PLAYER[:4])
    status, _, body = talk.hear()
    assert (status, "did not arrive in time" in body.decode()) == (400, True)


def test_nonsense_is_refused_and_the_line_closed(talk):
    talk.say(b"GET /healthz HTTP/1.1\r\nHost: x\r\nBad name: x\r\n\r\n")
    assert talk.hear()[0] == 400
    assert talk.is_closed()


def test_a_connection_that_rests_or_breaks_off_is_no_error(service):
    """Browsers do both all the time: nothing is to be written about it."""
    for said in (b"", b"GET /healthz HTTP/1.1\r\nHo", HEAD + b"\r\n" + NEW_PLAYER[:4]):
        left = Talk(service)
        left.say(said)
        left.line.close()
    talk = Talk(service)
    talk.say(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    assert talk.hear()[0] == 200
    assert talk.is_closed()  # after a rest
    log = service.log.read_text()
    assert "Traceback" not in log, log
    assert "Warning" not in log, log


def test_where_gunicorn_is_asked_for_more_its_own_way_is_taken(tmp_path):
    """Its access log, for one: the short way has none."""
    service = Live(tmp_path / "data", workers=1, GUNICORN_CMD_ARGS="--access-logfile - --keep-alive 1")
    try:
        talk = Talk(service.start())
        talk.say(HEAD + b"\r\n" + NEW_PLAYER)
        assert talk.hear()[0] == 201
        assert talk.is_closed()  # after a rest, without a word about it
        log = service.log.read_text()
    finally:
        service.kill()
    assert '"POST /v1/players HTTP/1.1" 201' in log
    assert "Traceback" not in log
