"""A person at a browser gets a page that says what is wrong; a program gets the problem document, as ever."""

from __future__ import annotations

import pytest

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"}
LOST = ["/nothing", "/m", "/m/a/b/c", "/static/nothing.js", "/problems/nothing", "/docs/nothing"]


@pytest.mark.parametrize("path", LOST)
def test_a_wrong_address_in_a_browser(ask, path):
    reply = ask("GET", path, headers=BROWSER)
    assert reply.status == 404
    assert reply.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "default-src 'self'" in reply.headers["Content-Security-Policy"]
    assert reply.headers["Vary"] == "Accept"
    text = reply.body.decode()
    assert "There is nothing here" in text
    assert 'href="/"' in text


@pytest.mark.parametrize("path", LOST)
@pytest.mark.parametrize(
    "accepted", [None, "*/*", "application/json", "application/problem+json, text/html;q=0.5", "?"]
)
def test_the_same_address_asked_for_by_a_program(ask, path, accepted):
    reply = ask("GET", path, headers={} if accepted is None else {"Accept": accepted})
    assert reply.status == 404
    assert reply.headers["Content-Type"] == "application/problem+json"
    assert reply.headers["Vary"] == "Accept"
    assert reply.json["type"] == "/problems/not-found"


@pytest.mark.parametrize("path", ["/v1/matches/nothing", "/v1/nothing"])
def test_the_api_answers_programs_only(ask, path):
    reply = ask("GET", path, headers=BROWSER)
    assert reply.status == 404
    assert reply.headers["Content-Type"] == "application/problem+json"
    assert "Vary" not in reply.headers


def test_other_problems_have_their_page_too(ask):
    reply = ask("DELETE", "/standings", headers=BROWSER)
    assert reply.status == 405
    assert reply.headers["Allow"] == "GET, HEAD, OPTIONS"
    assert "The method is not allowed here" in reply.body.decode()


def test_nothing_of_the_address_becomes_part_of_the_page(ask):
    reply = ask("GET", "/<script>alert(1)</script>", headers=BROWSER)
    assert reply.status == 404
    assert b"<script" not in reply.body
