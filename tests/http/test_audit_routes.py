"""Files in and out over HTTP: what can be imported, and what is refused."""

from __future__ import annotations

import pytest

from events.redis.people import RedisPeople
from service.app import StoredPeople
from service.web.identity import Identity
from tests.http.asking import coup, problem


@pytest.fixture
def arbiter(link):
    return Identity(StoredPeople(RedisPeople(link))).enrol("Ref", "arbiter")[1]


@pytest.fixture
def exported(ask):
    match = coup(ask)
    match.finish()
    return match, ask("GET", f"{match.path}/export").body


def test_a_file_is_imported_once_and_keeps_its_root(ask, arbiter, exported, link):
    match, text = exported
    root = ask("GET", f"{match.path}/checkpoint").json["root"]
    before = ask("GET", f"{match.path}/events").json["events"]
    problem(ask("POST", "/v1/matches/import", arbiter, raw=text), "match-exists")
    signing = link.call("GET", "signing:seed")
    people = {key: link.call("GET", key) for key in [*link.call("KEYS", "person:*"), *link.call("KEYS", "token:*")]}
    link.call("FLUSHALL")
    link.call("SET", "signing:seed", signing)
    for key, value in people.items():
        link.call("SET", key, value)
    assert ask("POST", "/v1/matches/import", arbiter, raw=text).json["root"] == root
    assert ask("GET", f"{match.path}/events").json["events"] == before


def test_a_file_that_does_not_add_up_is_refused(ask, arbiter, exported, written):
    match, text = exported
    running = coup(ask)
    before = written()
    for wrong in (
        b"",
        b"nonsense",
        text[: len(text) // 2],
        text.replace(b'"usa"', b'"media"', 1).replace(b"seat:0", b"seat:1", 1),
        ask("GET", f"{running.path}/export", running.tokens[0]).body,
    ):
        problem(ask("POST", "/v1/matches/import", arbiter, raw=wrong), "bad-import")
    problem(ask("POST", "/v1/matches/import", match.tokens[0], raw=text), "not-allowed")
    problem(ask("POST", "/v1/matches/import", None, raw=text), "token-missing")
    assert written() == before


def test_every_viewers_file_verifies(ask, exported):
    _, text = exported
    running = coup(ask)
    running.move()
    for body in (text, *(ask("GET", f"{running.path}/export", token).body for token in (*running.tokens, None))):
        checked = ask("POST", "/v1/verify", raw=body).json
        assert checked["verdict"] == "ok", checked
