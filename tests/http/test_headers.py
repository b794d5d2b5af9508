"""Headers that keep browsers from doing what they should not."""

from __future__ import annotations

import pytest

from service.web.http import ROUTES
from tests.http.asking import STREAMS, address, body_for, coup


@pytest.fixture
def answers(ask, app):
    """An answer of every address, refusals among them, and of some pages."""
    match = coup(ask)
    match.move()
    claim = {"step": 0, "claim": "<script>alert(1)</script>"}
    dispute = ask("POST", f"{match.path}/disputes", match.tokens[0], claim).json["id"]
    found = {}
    for route in ROUTES:
        if route.view.__name__ not in STREAMS:
            path = address(route, match=match.match, dispute=dispute)
            found[f"{route.method} {route.path}"] = ask(route.method, path, match.tokens[0], body_for(route))
    for path in ("/", "/audit", "/static/app.js", "/nowhere"):
        found[path] = ask("GET", path)
    return found


def test_no_answer_is_taken_for_something_else(answers):
    for name, reply in answers.items():
        assert reply.headers.get_all("X-Content-Type-Options") == ["nosniff"], name


def test_nothing_foreign_runs_on_a_page_and_nobody_frames_one(answers):
    pages = {name: one for name, one in answers.items() if one.headers.get("Content-Type", "").startswith("text/html")}
    assert {"/", "/audit", "GET /docs", "GET /v1/disputes/<dispute>/report"} <= pages.keys()
    for name, reply in pages.items():
        policy = dict(part.strip().split(" ", 1) for part in reply.headers["Content-Security-Policy"].split(";"))
        scripts = policy.get("script-src", policy["default-src"])
        assert scripts in ("'self'", "'none'"), name
        assert policy["frame-ancestors"] == "'none'", name
        assert reply.headers["Referrer-Policy"] == "no-referrer", name
        assert b"<script>alert(1)" not in reply.body, name


def test_a_page_with_what_only_some_may_see_is_not_kept(answers):
    assert answers["GET /v1/disputes/<dispute>/report"].headers["Cache-Control"] == "no-store"
