"""Reads carry an ETag: the version, the viewer and the last command, and nothing else; If-None-Match gives 304."""

from __future__ import annotations

from random import Random

import pytest

from tests.http.asking import coup

PATHS = ["", "/choices", "/events", "?at=3"]


@pytest.mark.parametrize("path", PATHS)
def test_what_has_not_changed_is_not_sent_again(match, path):
    first = match.ask("GET", match.path + path, match.tokens[0])
    again = match.ask("GET", match.path + path, match.tokens[0], have=first.etag)
    assert (again.status, again.body, again.etag) == (304, b"", first.etag)
    assert "Content-Type" not in again.headers
    for name in ("Cache-Control", "Vary"):
        assert again.headers[name] == first.headers[name]


@pytest.mark.parametrize("path", ["", "/choices", "/events"])
def test_what_has_changed_is_sent(match, path):
    first = match.ask("GET", match.path + path, match.tokens[0])
    match.move()
    again = match.ask("GET", match.path + path, match.tokens[0], have=first.etag)
    assert again.status == 200
    assert again.etag != first.etag


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ("{}", 304),
        ("W/{}", 304),
        ("*", 304),
        ('"1-0", {}', 304),
        ('{},"9-9"', 304),
        ('"9-0" , W/{} , "x"', 304),
        ('"1-0"', 200),
        ("12", 200),
        ('""', 200),
        ("nonsense", 200),
        ('"' + "x" * 3000 + '"', 200),
    ],
)
def test_if_none_match_in_all_its_forms(match, form, status):
    tag = match.ask("GET", match.path, match.tokens[0]).etag
    assert match.ask("GET", match.path, match.tokens[0], have=form.format(tag)).status == status


def test_another_viewer_has_another_etag(match):
    seen = [match.ask("GET", match.path, token) for token in (*match.tokens, None)]
    assert len({reply.etag for reply in seen}) == 3
    assert match.ask("GET", match.path, match.tokens[1], have=seen[0].etag).status == 200


def last_command(match):
    return match.ask("GET", f"{match.path}/events?after={match.seen()['version'] - 1}").json["events"][-1]["command"]


def test_an_etag_says_the_version_the_viewer_and_the_last_command_only(match):
    version, command = match.seen()["version"], last_command(match)
    assert match.ask("GET", match.path, match.tokens[1]).etag == f'"{version}-1-{command}"'
    assert match.ask("GET", match.path).etag == f'"{version}-spectator-{command}"'
    assert match.move().etag == f'"{match.seen()["version"]}-0-{last_command(match)}"'


def test_no_cache_keeps_for_one_viewer_what_another_asked_for(match):
    headers = match.ask("GET", match.path, match.tokens[0]).headers
    assert headers["Vary"] == "Authorization"
    assert headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("form", ["{}", '"{}"', '"{}-0"', 'W/"{}-1"', ' "{}-spectator" '])
def test_if_match_takes_the_etag_or_the_bare_version(match, form):
    assert match.move(version=form.format(match.seen()["version"])).status == 201


def test_the_end_opens_everything_under_a_new_etag(ask):
    match, rng = coup(ask), Random(4)  # one for the whole match: with a new one for each step it may go on for ever
    while True:
        before = match.ask("GET", match.path)
        if before.json["status"] == "finished":
            break
        ask.client.play(match.match, match.tokens, rng, steps_max=1)
    assert before.etag == f'"{before.json["version"]}-arbiter-{last_command(match)}"'


def test_a_head_request_is_a_get_without_its_body(match):
    full, head = (match.ask(method, match.path, match.tokens[0]) for method in ("GET", "HEAD"))
    assert (head.status, head.body, head.etag) == (200, b"", full.etag)
    assert head.headers["Content-Length"] == str(len(full.body))
