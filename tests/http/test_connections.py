"""What clients do on the wire, well and badly, against the running service: one worker, which must serve everybody."""

from __future__ import annotations

import json
import select
import socket
import threading
import time

import pytest

from service.web.bodies import BODY_BYTES_MAX, BODY_S
from tests.http.asking import coup
from tests.http.live import Live
from tests.http.talk import Talk

IDLE_S = 2
NEW_PLAYER = json.dumps({"name": "Wanda"}).encode()
TO_PLAYERS = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
SIZED = TO_PLAYERS + b"Content-Length: %d\r\n" % len(NEW_PLAYER)
CHUNKED = TO_PLAYERS + b"Transfer-Encoding: chunked\r\n\r\n"
CHUNKS = b"%X\r\n%s\r\n0\r\n\r\n" % (len(NEW_PLAYER), NEW_PLAYER)
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """One worker, so that whoever occupies it keeps everybody out."""
    made = Live(tmp_path_factory.mktemp("wire") / "data", workers=1, GUNICORN_CMD_ARGS=f"--keep-alive {IDLE_S}")
    try:
        yield made.start()
    finally:
        made.kill()


@pytest.fixture
def talk(service):
    with Talk(service) as made:
        yield made


@pytest.fixture(autouse=True)
def no_traceback(service):
    yield
    assert "Traceback" not in service.log.read_text()


@pytest.mark.parametrize(
    "pieces",
    [
        [SIZED + b"\r\n" + NEW_PLAYER],
        [SIZED + b"\r\n", NEW_PLAYER],
        [SIZED + b"\r\n" + NEW_PLAYER[:3], NEW_PLAYER[3:9], NEW_PLAYER[9:]],
        [SIZED[:30], SIZED[30:], b"\r\n" + NEW_PLAYER],
        [CHUNKED + CHUNKS],
        [CHUNKED, CHUNKS[:5], CHUNKS[5:]],
    ],
)
def test_a_body_arrives_however_it_is_cut(talk, pieces):
    for _ in range(2):  # and the connection can be used again
        heard = talk.say(*pieces).hear()
        assert (heard.status, json.loads(heard.body)["name"]) == (201, "Wanda")
        assert heard.headers["connection"] == "keep-alive"
        assert {"date", "server", "x-request-id", "content-type"} <= heard.headers.keys()


def test_requests_in_one_piece_are_answered_in_order(talk):
    talk.say(HEALTH + SIZED + b"\r\n" + NEW_PLAYER + CHUNKED + CHUNKS + HEALTH)
    assert [talk.hear().status for _ in range(4)] == [200, 201, 201, 200]


def test_a_client_that_expects_100_continue_gets_it(talk):
    assert talk.say(SIZED + b"Expect: 100-continue\r\n\r\n").hear().status == 100
    assert talk.say(NEW_PLAYER).hear().status == 201


def test_responses_without_a_body(talk):
    talk.say(b"HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + HEALTH)
    head = talk.hear(has_body=False)
    assert (head.status, int(head.headers["content-length"]) > 0) == (200, True)
    assert talk.hear().body == b'{"status":"ok"}'


@pytest.mark.parametrize(
    "request_", [b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", b"GET /healthz HTTP/1.0\r\n\r\n"]
)
def test_a_connection_is_closed_on_request(talk, request_):
    heard = talk.say(request_).hear()
    assert (heard.status, heard.headers["connection"]) == (200, "close")
    assert talk.is_closed()


def problem_of(heard):
    assert heard.headers["content-type"] == "application/problem+json", heard
    return json.loads(heard.body)


BAD_CHUNKS = [
    b"nonsense\r\n",
    b"-5\r\nhello\r\n0\r\n\r\n",
    b"\r\n\r\n",
    b"5\r\nhello0\r\n\r\n",
    b"5;\x01\r\nhello\r\n0\r\n\r\n",
    b"5\r\nhello\r\n0\r\nBad name: x\r\n\r\n",
    b"5\r\nhello\r\n0\r\nContent-Length: 5\r\n\r\n",
    b"5\r\nhello\r\n0\r\nX: a\nY: b\r\n\r\n",
    b"f" * 5000 + b"\r\n",
    b"0x5\r\nhello\r\n0\r\n\r\n",
    b"FFFFFFFFFFFFFFFFFFFFFFFF\r\n" + b"x" * 100_000,
]


@pytest.mark.parametrize("chunks", BAD_CHUNKS, ids=lambda chunks: repr(chunks[:24]))
def test_a_malformed_chunked_body_is_a_problem_of_the_client(talk, chunks):
    heard = talk.say(CHUNKED + chunks).hear()
    assert heard.status in (400, 413)
    assert problem_of(heard)["type"] in ("/problems/bad-request", "/problems/body-too-large")
    assert talk.is_closed()


def test_a_chunked_body_that_breaks_off_is_a_problem_of_the_client(service):
    with Talk(service) as talk:
        talk.say(CHUNKED + b"5\r\nhel")
        talk.line.shutdown(1)
        assert problem_of(talk.hear())["type"] == "/problems/bad-request"


@pytest.mark.parametrize("path", [b"/healthz", b"/v1/nowhere"])
@pytest.mark.parametrize("chunks", BAD_CHUNKS[:3])
def test_a_body_that_nobody_reads_is_not_followed_by_another_request(talk, path, chunks):
    """Where the next request begins is unknown: the bytes of the body must not be taken for one."""
    talk.say(b"GET %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" % path + chunks + HEALTH)
    assert talk.hear().status in (200, 404)
    assert talk.is_closed()


def test_a_small_body_that_nobody_needs_leaves_the_connection_usable(talk):
    talk.say(b"POST /v1/nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello" + HEALTH)
    assert [talk.hear().status for _ in range(2)] == [404, 200]


@pytest.mark.parametrize(
    ("target", "status"), [(b"/v1/nowhere", 404), (b"/v1/players", 413), (b"/healthz", 405), (b"/v1/verify", 413)]
)
def test_a_huge_body_is_neither_read_nor_drained(service, target, status):
    """Others are served while the client goes on sending, and soon it cannot send any more."""
    with Talk(service) as talk:
        talk.say(
            b"POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n"
            % target
        )
        heard = talk.hear()
        assert (heard.status, heard.headers["connection"]) == (status, "close")
        is_cut_off = threading.Event()

        def send_on() -> None:
            try:
                while True:
                    talk.line.sendall(bytes(1 << 20))
            except OSError:
                is_cut_off.set()

        sender = threading.Thread(target=send_on, daemon=True)
        sender.start()
        began = time.monotonic()
        for _ in range(20):
            with Talk(service) as other:
                assert other.say(HEALTH).hear().status == 200
        assert time.monotonic() - began < 5
        assert is_cut_off.wait(5), "the service still takes what the client sends"


def test_a_body_over_the_limit_is_refused_before_it_is_sent(talk):
    talk.say(TO_PLAYERS + b"Content-Length: %d\r\n\r\n" % (BODY_BYTES_MAX + 1))
    heard = talk.hear()
    assert problem_of(heard)["type"] == "/problems/body-too-large"
    assert heard.headers["connection"] == "close"
    assert talk.is_closed()


def test_an_endless_chunked_body_is_cut_off(talk):
    talk.say(CHUNKED + (b"10000\r\n" + b" " * 0x10000 + b"\r\n") * 2)
    assert problem_of(talk.hear())["type"] == "/problems/body-too-large"
    assert talk.is_closed()


def test_a_body_that_stalls_is_a_problem_of_the_client(talk):
    heard = talk.say(SIZED + b"\r\n" + NEW_PLAYER[:4]).hear()
    assert "did not arrive in time" in problem_of(heard)["detail"]
    assert talk.is_closed()


def drip(talk: Talk, seconds_max: float) -> bytes:
    """Send a byte now and then until the service answers or closes; what it has sent by then."""
    talk.line.settimeout(0.5)
    until = time.monotonic() + seconds_max
    while time.monotonic() < until:
        try:
            talk.line.sendall(b"x")
            return _with_the_rest(talk, talk.line.recv(65536))
        except TimeoutError:
            continue
        except ConnectionError:
            return b""
    raise AssertionError("a client that only drips is kept")


def _with_the_rest(talk: Talk, received: bytes) -> bytes:
    """Head and body of a response may come one after the other."""
    try:
        while more := talk.line.recv(65536):
            received += more
    except (TimeoutError, ConnectionError):
        pass
    return received


def test_a_head_that_drips_is_cut_off(talk):
    talk.say(b"GET /healthz HTTP/1.1\r\nHost: slow\r\nX-Drip: ")
    assert drip(talk, 5 * IDLE_S) == b""


def test_a_body_that_drips_is_cut_off(talk):
    """No single read takes long, so the timeout of the socket does not end it."""
    talk.say(TO_PLAYERS + b"Content-Length: 5000\r\n\r\n")
    answer = drip(talk, BODY_S + 10)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"did not arrive in time" in answer


def test_a_client_that_never_reads_is_given_up(service):
    """Its response does not fit into the buffers of the connection, so sending it would wait for ever."""
    with Talk(service) as talk:
        talk.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        talk.say(b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
        time.sleep(IDLE_S + 3)
        talk.say(HEALTH)  # on a connection that the service has closed, this is answered by a reset
        watch = select.poll()
        watch.register(talk.line, select.POLLHUP)  # without reading: with so small a buffer that would take minutes
        assert watch.poll(10_000), "the connection is still open"


def test_an_idle_connection_or_one_that_breaks_off_is_no_error(service):
    """Browsers do both all the time: nothing is logged about it."""
    for said in (b"", b"GET /healthz HTTP/1.1\r\nHo", SIZED + b"\r\n" + NEW_PLAYER[:4], CHUNKED + b"5\r\nhe"):
        with Talk(service) as talk:
            talk.say(said)
    before = service.log.read_text()
    with Talk(service) as talk:
        assert talk.say(HEALTH).hear().status == 200
        assert talk.is_closed()  # after the idle time
    assert service.log.read_text() == before


@pytest.mark.parametrize(
    "raw",
    [
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nBad name: x\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nNull: a\x00b\r\n\r\n",
        b"nonsense\r\n\r\n",
    ],
)
def test_a_bad_head_is_400_and_the_response_says_what_it_is(talk, raw):
    heard = talk.say(raw).hear()
    assert heard.status == 400
    assert heard.headers["content-type"]


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (b"GET http://x/healthz", 200),
        (b"GET http://other.example:99/healthz?x=1", 200),
        (b"GET http://x", 200),
        (b"GET http://x/v1/nowhere", 404),
        (b"GET //x/healthz", 404),
        (b"OPTIONS *", 404),
        (b"CONNECT x:80", 404),
        (b"GET http://[::1/healthz", 400),
        (b"GET /%ff%fe", 404),
        (b"GET /healthz#part", 200),
    ],
)
def test_every_form_of_request_target_gets_a_clean_answer(talk, line, status):
    heard = talk.say(line + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").hear()
    assert heard.status == status, heard
    assert heard.headers["content-type"]


@pytest.mark.parametrize(
    "field",
    [b"SCRIPT_NAME: /x", b"Script-Name: /x", b"PATH_INFO: /x", b"X-Forwarded-Prefix: /x", b"REMOTE_ADDR: 1.2.3.4"],
)
def test_a_header_does_not_move_the_service_to_another_path(talk, field):
    heard = talk.say(b"GET /healthz HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n" % field).hear()
    assert (heard.status, heard.body) == (200, b'{"status":"ok"}')


def test_a_client_that_always_has_a_next_request_ready_does_not_keep_others_out(service):
    """Its next request is there before the last one is answered: without a pause nobody else would get a turn."""

    def number(heard):
        """The worker numbers its requests in the order in which it begins them."""
        return int(heard.headers["x-request-id"][-6:], 16)

    with Talk(service) as greedy, Talk(service) as other:
        greedy.say(HEALTH * 3000)
        others = number(other.say(HEALTH).hear())
        first, *_ = [number(greedy.hear()) for _ in range(3000)]
        assert others - first < 500


def test_a_304_for_a_private_match_is_only_for_those_who_may_see_it(service):
    """A worker that has the match cached must not tell strangers that it exists."""
    ask = service.ask()
    tokens = [ask.client.player(name) for name in ("Ana", "Ben")]
    path = ask("POST", "/v1/matches", tokens[0], {"game": "coup", "seats": 2, "public": False}).headers["Location"]
    for token in tokens:
        assert ask("POST", f"{path}/seats", token).status == 201
    assert ask("POST", f"{path}/start", tokens[0]).status == 200
    stranger = ask.client.player("Stranger")
    for token in tokens:
        tag = ask("GET", path, token).etag
        assert ask("GET", path, token, have=tag).status == 304
        for other in (stranger, None):
            for have in (tag, "*", None):
                assert ask("GET", path, other, have=have).status == 404
        assert ask("GET", path, "ml_nobody", have=tag).status == 401


def test_the_service_goes_on(service):
    """After all of the above."""
    assert coup(service.ask()).move().status == 201
