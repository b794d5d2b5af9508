"""The head log and the key, compared with what is kept outside Redis: another log or key is alarmed, not signed."""

from __future__ import annotations

import json
import logging
import os
import re
from unittest.mock import Mock

import pytest

from events.checkpoint import open_note
from events.redis.head_log import RedisHeadLog
from events.redis.signing_seed import KEY
from projections.head_log import walk
from service.app import build_services, create_app
from service.config import Config, read_config
from service.log_state import SigningStopped, StateFile
from service.processes.background import log_turn, rebuild_all
from service.tools import doctor, origin
from tests.http.asking import coup, in_process, problem


@pytest.fixture
def state(tmp_path):
    return tmp_path / "state" / "checkpoint.json"


@pytest.fixture
def new_worker(link, state):
    made = []

    def make():
        made.append(build_services(link, state=state))
        return in_process(create_app(Config(limits="off"), made[-1])), made[-1]

    yield make
    for services in made:
        services.live.close()


@pytest.fixture
def worker(new_worker):
    return new_worker()


def fill(ask, services, link, count=3):
    matches = [coup(ask) for _ in range(count)]
    rebuild_all(services, link)
    return matches


def log_of(link):
    return {key: link.call("DUMP", key) for key in link.call("KEYS", "{log}*")}


def put_back(link, kept):
    for key in link.call("KEYS", "{log}*"):
        link.call("DEL", key)
    for key, dump in kept.items():
        link.call("RESTORE", key, 0, dump)


def test_the_newest_checkpoint_is_kept_before_it_is_handed_out(worker, link, state):
    ask, services = worker
    for _ in range(2):
        fill(ask, services, link)
        point = ask("GET", "/v1/log/checkpoint").json
        kept = json.loads(state.read_bytes())
        assert kept == {name: point[name] for name in ("key", "origin", "size", "root")}
    assert state.stat().st_mode & 0o077 == 0


def fall_back(link, before):
    put_back(link, before)


def fork(link, before):
    """The same size and more, with the entries in another order."""
    put_back(link, before)
    services = build_services(link)
    ask = in_process(create_app(Config(limits="off"), services))
    for _ in range(5):
        coup(ask)
    rebuild_all(services, link, reversed(link.layout.partitions))
    services.live.close()


def empty(link, _before):
    put_back(link, {})


@pytest.mark.parametrize("lose", [fall_back, fork, empty])
def test_a_log_that_does_not_extend_the_kept_one_is_not_signed(worker, new_worker, link, lose):
    ask, services = worker
    fill(ask, services, link)
    before = log_of(link)
    (match, *_) = fill(ask, services, link)
    services.notary.sign_log(services.heads)
    lose(link, before)
    for reader, _ in (worker, new_worker()):
        problem(reader("GET", "/v1/log/checkpoint"), "signing-stopped")
    with pytest.raises(SigningStopped, match="origin new"):
        log_turn(services)()
    assert match.move().status == 201, "play goes on"
    assert ask("GET", f"{match.path}/checkpoint").status == 200, "and the match's own checkpoint is not concerned"


@pytest.fixture
def stopped(worker, link):
    """A log that is shorter than the kept one; returns how to ask, a public match and the id of a private one."""
    ask, services = worker
    match = coup(ask)
    private = ask("POST", "/v1/matches", match.tokens[0], {"game": "coup", "seats": 2, "public": False}).json["id"]
    rebuild_all(services, link)
    before = log_of(link)
    fill(ask, services, link)
    services.notary.sign_log(services.heads)
    fall_back(link, before)
    return ask, match, private


def test_an_audit_needs_no_signature(stopped):
    _, match, _ = stopped
    assert match.ask("GET", f"{match.path}/audit", match.tokens[0]).json["verdict"] == "ok"
    for file in ("export", "audit/steps/0/evidence", "log"):
        problem(match.ask("GET", f"{match.path}/{file}", match.tokens[0]), "signing-stopped")


def test_outsiders_do_not_learn_of_a_private_match_from_stopped_signing(stopped):
    ask, match, private = stopped
    asked = 0
    for path, operations in ask("GET", "/openapi.json").json["paths"].items():
        if "{match}" not in path or "get" not in operations or path.endswith("/invitation"):
            continue  # whoever has the address of an open lobby is invited
        asked += 1
        for token in (match.tokens[1], None):
            filled = [re.sub(r"\{(?!match)\w+\}", "1", path).replace("{match}", one) for one in (private, "m-none")]
            seen, unknown = (ask("GET", one, token) for one in filled)
            assert seen.status == unknown.status, (path, seen, unknown)
            assert seen.json.get("detail") == unknown.json.get("detail"), path
    assert asked > 15


def test_another_key_signs_nothing(worker, new_worker, link):
    ask, services = worker
    (match, *_) = fill(ask, services, link)
    services.notary.sign_log(services.heads)
    link.call("DEL", KEY)
    other, _ = new_worker()
    problem(other("GET", "/v1/log/checkpoint"), "signing-stopped")
    problem(other("GET", f"{match.path}/checkpoint"), "signing-stopped")
    for signed in ("export", "audit/steps/0", "audit/steps/0/evidence"):
        problem(other("GET", f"{match.path}/{signed}"), "signing-stopped")
    assert match._replace(ask=other).move().status == 201


def test_another_key_of_the_same_name_signs_nothing(link, state):
    """The same log, too: who sets MATCHLEDGER_ORIGIN has only the key to tell the two apart."""
    services = build_services(link, state=state, origin="ledger.example")
    fill(in_process(create_app(Config(limits="off"), services)), services, link)
    services.notary.sign_log(services.heads)
    kept = state.read_bytes()
    link.call("DEL", KEY)
    other = build_services(link, state=state, origin="ledger.example")
    with pytest.raises(SigningStopped, match="key"):
        other.notary.sign_log(other.heads)
    assert state.read_bytes() == kept


def test_another_log_is_not_signed_although_none_of_it_was_yet(link, state):
    """Of an empty log every other is an extension: only its name tells them apart."""
    services = build_services(link, state=state, origin="ledger.example")
    services.notary.sign_log(services.heads)
    other = build_services(link, state=state, origin="ledger.example")
    numbered = Mock(wraps=other.heads, number=lambda: 2)
    with pytest.raises(SigningStopped, match=r"ledger\.example was signed before"):
        other.notary.sign_log(numbered)


@pytest.mark.parametrize("spoil", [lambda state: state.write_text("{"), lambda state: state.mkdir()])
def test_a_file_that_cannot_be_read_stops_signing(worker, state, spoil):
    ask, _ = worker
    state.parent.mkdir()
    spoil(state)
    problem(ask("GET", "/v1/log/checkpoint"), "signing-stopped")


@pytest.mark.parametrize("call", ["fsync", "open"])
def test_a_file_that_cannot_be_written_is_logged_once(worker, link, state, caplog, monkeypatch, call):
    ask, services = worker
    fill(ask, services, link)
    services.notary.sign_log(services.heads)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with caplog.at_level(logging.ERROR):
        for _ in range(2):
            fill(ask, services, link)
            assert ask("GET", "/v1/log/checkpoint").status == 200
    assert len([one for one in caplog.records if "outside Redis" in one.message]) == 1
    monkeypatch.undo()
    services.notary.sign_log(services.heads)
    assert StateFile(state).read().size == services.heads.head().version


def test_a_new_log_names_the_old_checkpoint(worker, link, state, system_redis, tmp_path, capsys):
    ask, services = worker
    (match, *_) = fill(ask, services, link)
    before = log_of(link)
    fill(ask, services, link)
    old = ask("GET", "/v1/log/checkpoint").json
    note = tmp_path / "note"
    note.write_text(old["note"])
    fall_back(link, before)
    config = Config(redis_url=system_redis.url, state=state)
    assert doctor.examine(config, is_all=False) == 1
    assert "head log: the head log has" in capsys.readouterr().out
    assert origin.begin_new_log(config, note, None) == 0
    assert doctor.examine(config, is_all=False) == 0
    new = ask("GET", "/v1/log/checkpoint").json
    assert new["origin"] == old["origin"] + "+2"
    assert open_note(new["note"], new["key"]).origin == new["origin"]
    (first, *others) = ask("GET", "/v1/log/entries").json["entries"]
    assert first["head"] == {"match": old["origin"], "size": old["size"], "root": old["root"]}
    assert len({one["head"]["match"] for one in others}) == 6, "every match is in it"
    report = walk(RedisHeadLog(link))
    assert (report.wrong, len(report.heads)) == ("", 6)
    export = ask("GET", f"{match.path}/export").body
    checks = {one["name"]: one for one in ask("POST", "/v1/verify", raw=export).json["checks"]}
    assert checks["log"]["ok"], checks["log"]
    assert link.call("EXISTS", "{log}:e:before:2") == 1


def test_a_new_log_begins_after_the_latest_checkpoint_only(worker, link, state, system_redis, tmp_path, capsys):
    ask, services = worker
    fill(ask, services, link)
    early = tmp_path / "early"
    early.write_text(ask("GET", "/v1/log/checkpoint").json["note"])
    fill(ask, services, link)
    services.notary.sign_log(services.heads)
    config = Config(redis_url=system_redis.url, state=state)
    assert origin.begin_new_log(config, early, None) == 2
    assert "a later checkpoint is known" in capsys.readouterr().err
    early.write_text("nothing")
    assert origin.begin_new_log(config, early, None) == 2
    assert origin.begin_new_log(Config(redis_url=system_redis.url), early, None) == 2
    assert RedisHeadLog(link).number() == 1


def test_no_log_is_begun_that_the_file_could_not_name(worker, link, state, system_redis, tmp_path, capsys):
    """Else the operator is told that all is well, and nothing is signed from then on."""
    ask, services = worker
    fill(ask, services, link)
    note = tmp_path / "note"
    note.write_text(ask("GET", "/v1/log/checkpoint").json["note"])
    (state.with_suffix(".new")).mkdir()  # the draft cannot be written
    config = Config(redis_url=system_redis.url, state=state)
    assert origin.begin_new_log(config, note, None) == 1
    assert "no new log is begun" in capsys.readouterr().err
    assert services.heads.number() == 1
    assert ask("GET", "/v1/log/checkpoint").status == 200
    state.with_suffix(".new").rmdir()
    assert origin.begin_new_log(config, note, None) == 0
    assert ask("GET", "/v1/log/checkpoint").json["origin"].endswith("+2")


def test_an_operator_is_told_if_the_file_fails_after_all(
    worker, link, state, system_redis, tmp_path, capsys, monkeypatch
):
    ask, services = worker
    fill(ask, services, link)
    note = tmp_path / "note"
    note.write_text(ask("GET", "/v1/log/checkpoint").json["note"])
    monkeypatch.setattr(StateFile, "check_writable", lambda _: (state.with_suffix(".new")).mkdir())
    config = Config(redis_url=system_redis.url, state=state)
    assert origin.begin_new_log(config, note, None) == 1
    assert "the new log is not signed" in capsys.readouterr().err
    problem(ask("GET", "/v1/log/checkpoint"), "signing-stopped")
    state.with_suffix(".new").rmdir()
    monkeypatch.undo()
    assert origin.begin_new_log(config, note, None) == 0, "the way out that it names"
    assert ask("GET", "/v1/log/checkpoint").json["origin"].endswith("+3")


def test_where_the_file_is():
    assert read_config({"MATCHLEDGER_DATA": "/srv/d"}).state.as_posix() == "/srv/d/checkpoint.json"
    assert read_config({"MATCHLEDGER_REDIS_URL": "redis://a"}).state is None
    named = {"MATCHLEDGER_REDIS_URL": "redis://a", "MATCHLEDGER_STATE": "/srv/s.json"}
    assert read_config(named).state.as_posix() == "/srv/s.json"
