"""Files in and out over HTTP: what can be imported, and what is refused."""

from __future__ import annotations

import json

import msgspec
import pytest

from events.checkpoint import Checkpoint, open_note
from events.envelope import Recorded
from events.origin import origin_in
from events.redis.people import RedisPeople
from events.redis.store import RedisStore
from events.tree import canonical
from service.app import StoredPeople
from service.cli import main
from service.config import Config
from service.processes.background import rebuild_all
from service.tools import verify_match
from service.trust import add_trusted
from service.web.identity import Identity
from tests.audit.test_exports import outside
from tests.http.asking import Coup, coup, in_process, problem
from tests.ledger.match import Match
from tests.lies.files import SIGNER, STRANGER, file_of, note_of


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


def test_a_retried_import_answers_as_the_first(new_app, link, arbiter, exported, written):
    match, text = exported
    for key in link.call("KEYS", f"*{match.match}*"):
        link.call("DEL", key)
    ask = in_process(new_app())
    first = ask("POST", "/v1/matches/import", arbiter, raw=text, key="once")
    assert first.status == 201
    before = written()
    for worker in (ask, in_process(new_app())):
        again = worker("POST", "/v1/matches/import", arbiter, raw=text, key="once")
        assert (again.status, again.body) == (first.status, first.body)
        problem(worker("POST", "/v1/matches/import", arbiter, raw=text, key="another"), "match-exists")
        problem(worker("POST", "/v1/matches/import", arbiter, raw=text), "match-exists")
    assert written() == before
    _, other = Identity(StoredPeople(RedisPeople(link))).enrol("Another", "arbiter")
    problem(ask("POST", "/v1/matches/import", other, raw=text, key="once"), "match-exists")


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


@pytest.fixture
def imported(exported, arbiter, link, new_app, tmp_path):
    """The match on another service, which trusts the one that it was played on."""
    match, text = exported
    source = json.loads(text.partition(b"\n")[0])
    keep_only(link, "person:*", "token:*")
    app = new_app(Config(trust=tmp_path / "trust.json"))
    ask = in_process(app)
    refused = problem(ask("POST", "/v1/matches/import", arbiter, raw=text), "bad-import")
    assert refused["detail"].startswith("key: ")
    add_trusted(tmp_path / "trust.json", source["key"])
    assert ask("POST", "/v1/matches/import", arbiter, raw=text).status == 201
    return ask, match, source, app


def test_an_imported_match_says_so_wherever_it_is_shown_or_signed(imported, link, arbiter, tmp_path, capsys):
    ask, match, source, app = imported
    origin, key = origin_in(source["key"]), ask("GET", "/v1/key").json["key"]
    assert origin != origin_in(key)
    document = ask("GET", match.path).json["imported"]
    assert (document["origin"], document["key"], document["note"]) == (origin, source["key"], source["note"])
    point = ask("GET", f"{match.path}/checkpoint").json
    assert point["imported"] == document
    assert open_note(point["note"], key).origin == f"{origin_in(key)}/imported/{match.match}"
    assert ask("GET", f"{match.path}?at=3").json["imported"] == document
    rebuild_all(app.extensions["matchledger"], link)
    (line,) = ask("GET", "/v1/matches").json["matches"]
    assert line["imported"] == origin
    evidence, export = tmp_path / "evidence.jsonl", tmp_path / "export.jsonl"
    evidence.write_bytes(ask("GET", f"{match.path}/audit/steps/1/evidence").body)
    export.write_bytes(ask("GET", f"{match.path}/export").body)
    for file in (evidence, export):
        header = json.loads(file.read_bytes().partition(b"\n")[0])
        assert header["imported"] == {"key": source["key"], "note": source["note"], "at": document["at"]}
        assert main(["verify", str(file), "--key", key]) == 0
        assert outside(file, "--key", key).returncode == 0
    assert f"which imported it from {origin}" in capsys.readouterr().out
    assert main(["verify", str(evidence), "--key", key, "--with", str(export)]) == 0


def test_the_mark_of_an_import_cannot_be_taken_off_or_changed(imported, tmp_path):
    ask, match, source, _ = imported
    whole = ask("GET", f"{match.path}/export").body
    for path in ("export", "audit/steps/1/evidence"):
        text = ask("GET", f"{match.path}/{path}").body
        for change in (
            None,
            {"key": source["key"], "note": source["note"].replace(match.match, "m-other"), "at": 1},
            {"key": STRANGER.key, "note": STRANGER.sign(Checkpoint(STRANGER.origin_of("m-x"), 1, bytes(32))), "at": 1},
        ):
            lines = [json.loads(line) for line in text.splitlines()]
            lines[0]["imported"] = change
            changed = b"".join(canonical(line) + b"\n" for line in lines)
            assert values_of(ask, changed)["signature"] == "broken"
            assert dict(one[:2] for one in verify_match.checks_of(changed))["signature"] == "broken"
    other = STRANGER.sign(Checkpoint(STRANGER.origin_of(match.match), 3, bytes(32)))
    lines = [json.loads(line) for line in whole.splitlines()]
    lines[0]["imported"] = {"key": STRANGER.key, "note": other, "at": 1}
    changed = b"".join(canonical(line) + b"\n" for line in lines)
    assert values_of(ask, changed)["signature"] == "broken", "not the root of its beginning"
    assert dict(one[:2] for one in verify_match.checks_of(changed))["signature"] == "broken"


def test_the_source_is_kept_in_archives_snapshots_and_branches(imported, arbiter, link, objects, new_app):
    ask, match, _, _ = imported
    document = ask("GET", match.path).json["imported"]
    assert RedisStore(link, objects).archive(match.match)
    fresh = in_process(new_app())
    assert fresh("GET", match.path).json["imported"] == document
    branch = fresh("POST", f"{match.path}/branches", arbiter, {"step": 2}).json
    assert branch["imported"] is None, "it is played here"
    assert fresh("GET", f"{match.path}/audit").json["verdict"] == "ok"


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
