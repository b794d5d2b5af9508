"""Files in and out over HTTP: what can be imported, and what is refused."""

from __future__ import annotations

import json

import msgspec
import pytest

from events.envelope import Recorded
from events.redis.people import RedisPeople
from events.tree import canonical
from service.app import StoredPeople
from service.web.identity import Identity
from tests.http.asking import Coup, coup, in_process, problem
from tests.ledger.match import Match
from tests.lies.files import SIGNER, file_of, note_of


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


def finished_branch(match):
    """A branch from the beginning of a match, played to its end by the same people."""
    branch = match.ask("POST", f"{match.path}/branches", match.tokens[0], {"step": 0, "public": True}).json["id"]
    for token in match.tokens:
        match.ask("POST", f"/v1/matches/{branch}/seats", token)
    match.ask("POST", f"/v1/matches/{branch}/start", match.tokens[0])
    played = Coup(match.ask, branch, match.tokens)
    played.finish(seed=5)
    return played


def values_of(ask, text):
    return {check["name"]: check["value"] for check in ask("POST", "/v1/verify", raw=text).json["checks"]}


def keep_only(link, *keys):
    kept = {key: link.call("GET", key) for pattern in keys for key in link.call("KEYS", pattern)}
    link.call("FLUSHALL")
    for key, value in kept.items():
        link.call("SET", key, value)


def test_the_file_of_a_branch_carries_its_main_line(ask, arbiter, exported, link, new_app):
    match, main_text = exported
    branch = finished_branch(match)
    text = ask("GET", f"{branch.path}/export").body
    found = values_of(ask, text)
    assert set(found.values()) - {found["log"]} == {"proven"}, found
    lines = [json.loads(line) for line in text.splitlines()]
    changed = next(line for line in lines if line.keys() == {"main"} and line["main"]["type"] == "TurnStarted")
    changed["main"]["public"]["seat"] ^= 1
    assert values_of(ask, b"".join(canonical(line) + b"\n" for line in lines))["tree"] == "broken"
    lines = [line for line in lines if line.keys() != {"main"}]
    lines[0]["main"] = None
    alone = b"".join(canonical(line) + b"\n" for line in lines)
    assert values_of(ask, alone)["decisions"] == "not proven here"
    keep_only(link, "signing:seed", "person:*", "token:*")
    other = in_process(new_app())
    problem(other("POST", "/v1/matches/import", arbiter, raw=alone), "bad-import")
    problem(other("POST", "/v1/matches/import", arbiter, raw=text), "bad-import")  # the main line is not stored
    assert other("POST", "/v1/matches/import", arbiter, raw=main_text).status == 201
    assert other("POST", "/v1/matches/import", arbiter, raw=text).status == 201
    assert other("GET", f"{branch.path}/audit").json["verdict"] == "ok"
    assert other("GET", f"{branch.path}/steps?limit=3").status == 200


def test_a_running_main_line_is_not_in_the_file_of_a_branch(ask):
    match = coup(ask)
    match.move()
    branch = finished_branch(match)
    text = ask("GET", f"{branch.path}/export", match.tokens[0]).body
    assert b'{"main":{' not in text.partition(b"\n")[2]
    assert values_of(ask, text)["decisions"] == "not proven here"


@pytest.mark.usefixtures("trusts_the_files")
def test_an_id_that_no_cursor_can_carry_is_refused(ask, arbiter):
    match = Match("coup", 2, seed=2)
    opened = match.history[0].stored
    other = {**opened.public, "match": "M_UPPER"}
    forged = [Recorded(1, msgspec.structs.replace(opened, public=other))]
    root, note = note_of("M_UPPER", forged, SIGNER)
    text = file_of(match, history=forged, match="M_UPPER", root=root, note=note, logged=None)
    refused = problem(ask("POST", "/v1/matches/import", arbiter, raw=text), "bad-import")
    assert "id of the match" in refused["detail"]
