"""What is large and open to everybody is compressed for whoever takes it; what may hold a secret never is."""

from __future__ import annotations

import gzip
from random import Random

import brotli
import pytest

from service.web.compression import BYTES_MIN
from tests.http.asking import coup

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def over(ask):
    match = coup(ask, seats=4)
    match.finish()
    return match


def plain_and_zipped(ask, path, token=None):
    plain = ask("GET", path, token)
    zipped = ask("GET", path, token, headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert plain.status == zipped.status == 200
    return plain, zipped


@pytest.mark.parametrize("path", ["/steps?limit=100", "/steps?limit=100&view=revealed", "/events?limit=100"])
def test_the_history_of_a_finished_match(over, path):
    plain, zipped = plain_and_zipped(over.ask, over.path + path, over.tokens[0])
    assert len(plain.body) >= BYTES_MIN
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert int(zipped.headers["Content-Length"]) == len(zipped.body) < len(plain.body) / 2
    assert gzip.decompress(zipped.body) == plain.body
    for reply in (plain, zipped):
        assert reply.headers["Vary"] == "Authorization, Accept-Encoding"
    assert zipped.etag == f"W/{plain.etag}"


@pytest.mark.parametrize("headers", [{}, GZIP])
def test_either_tag_is_known_again(over, headers):
    path = over.path + "/steps?limit=100"
    plain, zipped = plain_and_zipped(over.ask, path)
    for tag in (plain.etag, zipped.etag):
        again = over.ask("GET", path, have=tag, headers=headers)
        assert (again.status, again.body) == (304, b"")
        assert again.etag == (zipped.etag if headers else plain.etag)
        assert "Content-Encoding" not in again.headers


@pytest.mark.parametrize(
    ("accepted", "encoding", "decompress"),
    [
        ("gzip, deflate, br", "br", brotli.decompress),
        ("br", "br", brotli.decompress),
        ("gzip, br;q=0", "gzip", gzip.decompress),
        ("gzip", "gzip", gzip.decompress),
    ],
)
@pytest.mark.parametrize("path", ["/v1/games/clank", "/v1/games/clank/rules", "/openapi.json", "/docs/swagger-ui.css"])
def test_what_is_the_same_for_everybody(ask, path, accepted, encoding, decompress):
    plain = ask("GET", path)
    zipped = ask("GET", path, headers={"Accept-Encoding": accepted})
    assert zipped.headers["Content-Encoding"] == encoding
    assert decompress(zipped.body) == plain.body
    assert "Content-Encoding" not in plain.headers
    assert plain.headers["Vary"] == zipped.headers["Vary"] == "Accept-Encoding"
    assert plain.headers["Content-Type"] == zipped.headers["Content-Type"]


def test_the_cards_of_a_match(match):
    """They are no secret while it runs, either."""
    plain, zipped = plain_and_zipped(match.ask, match.path + "/catalogue", match.tokens[0])
    assert (zipped.headers.get("Content-Encoding") == "gzip") == (len(plain.body) >= BYTES_MIN)
    assert zipped.etag == f"W/{plain.etag}"


READS = ["", "/choices", "/steps?limit=100", "/steps/1?state=true", "/events?limit=100", "/undo", "/export", "/audit"]


@pytest.mark.parametrize("path", READS)
def test_nothing_of_a_running_match(ask, path):
    match = coup(ask, seats=4)
    ask.client.play(match.match, match.tokens, Random(4), steps_max=12)
    assert match.seen()["status"] == "running"
    reply = match.ask("GET", match.path + path, match.tokens[0], headers=GZIP)
    assert reply.status == 200
    assert len(reply.body) >= BYTES_MIN or "limit" not in path, "long enough that it would be worth it"
    assert "Content-Encoding" not in reply.headers
    assert "Accept-Encoding" not in reply.headers.get("Vary", "")


def test_no_answer_to_a_command(ask):
    reply = coup(ask).move(headers=GZIP)
    assert reply.status == 201
    assert "Content-Encoding" not in reply.headers


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "gzip; q=0.0, br"])
def test_nobody_gets_what_they_do_not_take(over, accepted):
    reply = over.ask("GET", over.path + "/steps?limit=100", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in reply.headers
    assert reply.json["steps"]


def test_what_is_small_is_sent_as_it_is(over):
    reply = over.ask("GET", over.path + "/events?limit=1", headers=GZIP)
    assert len(reply.body) < BYTES_MIN
    assert "Content-Encoding" not in reply.headers
    assert reply.json["events"]
