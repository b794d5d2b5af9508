"""Whoever kept one checkpoint finds a rollback, a rewritten log and a truncated match, and has both notes to show."""

from __future__ import annotations

from pathlib import Path

import pytest
from matchledger_client import Problem

from events.checkpoint import Checkpoint, note_text, open_note
from service.cli import main
from service.config import read_config
from service.log_state import KeptCheckpoint, StateFile
from service.tools import verify as verifying
from service.trust import add_trusted
from tests.http.asking import coup
from tests.http.test_log import catch_up


@pytest.fixture
def audit(system_redis, monkeypatch, capsys):
    monkeypatch.setenv("MATCHLEDGER_REDIS_URL", system_redis.url)

    def run(*arguments: str) -> tuple[int, str]:
        status = main(["audit", "--all", "--jobs", "1", *arguments])
        captured = capsys.readouterr()
        return status, captured.out + captured.err

    return run


@pytest.fixture
def asked(ask, monkeypatch, capsys):
    """`matchledger verify`, with the address of the service answered in process."""

    def fetch_from(address: str):
        assert address == "http://ledger.example"

        def fetch(path: str):
            reply = ask("GET", path)
            if reply.status >= 400:
                raise Problem(reply.status, reply.json)
            return reply.json

        return fetch

    monkeypatch.setattr(verifying, "fetch_from", fetch_from)

    def run(*arguments: str) -> tuple[int, str]:
        status = main(["verify", *arguments])
        captured = capsys.readouterr()
        return status, captured.out + captured.err

    return run


LOG = ("--log", "http://ledger.example")


def forks() -> list[Path]:
    return sorted(read_config().forks.glob("fork-*"))


def whole_store(ask, link) -> dict[bytes, bytes]:
    assert ask("GET", "/v1/key").status == 200  # so that the key, which is made when it is first needed, is in it
    return {key: link.call("DUMP", key) for key in link.call("KEYS", "*")}


def fall_back(link, kept: dict[bytes, bytes]) -> None:
    """Redis restored from a backup."""
    link.call("FLUSHALL")
    for key, dump in kept.items():
        link.call("RESTORE", key, 0, dump)


def keep(ask, path: Path, address: str = "/v1/log/checkpoint") -> Path:
    path.write_bytes(ask("GET", address).body)
    return path


def test_the_note_of_the_log_is_served_as_text(ask, projector):
    coup(ask)
    catch_up(projector)
    reply, document = ask("GET", "/log/checkpoint"), ask("GET", "/v1/log/checkpoint").json
    assert reply.headers["Content-Type"] == "text/plain; charset=utf-8"
    point = open_note(reply.body.decode(), document["key"])
    assert (point.origin, point.size, point.root.hex()) == (document["origin"], document["size"], document["root"])


def test_an_audit_accepts_checkpoints_that_the_store_extends(ask, projector, audit, tmp_path):
    match = coup(ask)
    catch_up(projector)
    log, one = keep(ask, tmp_path / "log"), keep(ask, tmp_path / "match", f"{match.path}/checkpoint")
    note = keep(ask, tmp_path / "note", "/log/checkpoint")
    match.finish()
    catch_up(projector)
    status, said = audit("--checkpoint", str(log), "--checkpoint", str(one), "--checkpoint", str(note))
    assert status == 0, said
    assert not forks()


def test_an_audit_finds_a_rollback_of_redis(ask, projector, audit, link, tmp_path):
    coup(ask)
    catch_up(projector)
    backup = whole_store(ask, link)
    match = coup(ask)
    match.finish()
    catch_up(projector)
    log, one = keep(ask, tmp_path / "log"), keep(ask, tmp_path / "match", f"{match.path}/checkpoint")
    key, size = ask("GET", "/v1/key").json["key"], ask("GET", "/v1/log/checkpoint").json["size"]
    fall_back(link, backup)
    status, said = audit("--checkpoint", str(log), "--checkpoint", str(one))
    assert status == 1
    assert f"the kept checkpoint is of {size}." in said
    assert f"{match.match} has 0 events" in said
    notes = [(open_note((fork / "kept.note").read_text(), key), (fork / "seen.note").read_text()) for fork in forks()]
    assert len(notes) == 2
    for kept, seen in notes:
        assert open_note(seen, key).size < kept.size


def test_an_audit_finds_a_rewritten_log_and_a_rewritten_match(ask, projector, audit, link, tmp_path):
    match = coup(ask)
    match.move()
    catch_up(projector)
    backup = whole_store(ask, link)
    match.move()
    coup(ask)
    catch_up(projector)
    log, one = keep(ask, tmp_path / "log"), keep(ask, tmp_path / "match", f"{match.path}/checkpoint")
    fall_back(link, backup)
    for _ in range(3):  # other matches, and more of them
        coup(ask)
    match.move()
    match.move()
    catch_up(projector)
    status, said = audit("--checkpoint", str(log), "--checkpoint", str(one))
    assert status == 1
    assert "entries of the log are not those of the kept checkpoint." in said
    assert f"events of {match.match} are not those of the kept checkpoint." in said


def test_an_audit_finds_another_key_and_says_when_it_knows_none(ask, projector, audit, link, tmp_path):
    coup(ask)
    catch_up(projector)
    log, key = keep(ask, tmp_path / "log"), ask("GET", "/v1/key").json["key"]
    link.call("SET", "signing:seed", b"z" * 32)
    status, said = audit("--checkpoint", str(log))
    assert status == 2
    assert "signed by no key that is known here" in said
    add_trusted(read_config().trust, key)
    status, said = audit("--checkpoint", str(log))
    assert status == 1
    assert "another key than the one that signed" in said
    (tmp_path / "empty").write_text("{}")
    assert audit("--checkpoint", str(tmp_path / "empty"))[0] == 2
    assert audit("--checkpoint", str(tmp_path / "missing"))[0] == 2


def test_where_signing_has_stopped_the_text_of_the_log_is_kept(ask, projector, audit, link, tmp_path, monkeypatch):
    coup(ask)
    catch_up(projector)
    backup = whole_store(ask, link)
    state = tmp_path / "state" / "checkpoint.json"
    monkeypatch.setenv("MATCHLEDGER_STATE", str(state))
    coup(ask)
    catch_up(projector)
    log = keep(ask, tmp_path / "log")
    assert audit("--checkpoint", str(log))[0] == 0
    document = ask("GET", "/v1/log/checkpoint").json
    StateFile(state).replace(KeptCheckpoint(document["key"], document["origin"], document["size"], document["root"]))
    fall_back(link, backup)
    assert audit("--checkpoint", str(log))[0] == 1
    (fork,) = forks()
    now = ask("GET", "/v1/log/checkpoint").json
    expected = note_text(Checkpoint(now["origin"], now["size"], bytes.fromhex(now["root"])))
    assert (fork / "seen.note").read_text() == expected, "nothing is signed that contradicts what was signed"


def export(match, path: Path) -> Path:
    path.write_bytes(match.ask("GET", f"{match.path}/export").body)
    return path


def test_verify_keeps_the_newest_checkpoint_and_asks_for_proof(ask, projector, asked, tmp_path, link):
    first, second = coup(ask), coup(ask)
    first.finish()
    catch_up(projector)
    early = export(first, tmp_path / "first.jsonl")
    key = ("--key", ask("GET", "/v1/key").json["key"])
    status, said = asked(str(early), *key)
    assert (status, len(list(read_config().kept_logs.iterdir()))) == (0, 1), said
    log = keep(ask, tmp_path / "log")
    assert "entries is of the same log" in asked(str(early), *key, "--checkpoint", str(log))[1]
    backup = whole_store(ask, link)
    second.finish()
    catch_up(projector)
    late = export(second, tmp_path / "second.jsonl")
    status, said = asked(str(late), *key)
    assert "not proven here  log" in said
    assert "--log URL asks for proof" in said
    assert status == 0, "the log is not required"
    assert asked(str(late), *key, "--require", "all")[0] == 3
    status, said = asked(str(late), *key, "--require", "all", *LOG)
    assert (status, "not proven here  log" in said) == (3, False), "all but the joint luck, to which nobody committed"
    assert asked(*LOG, *key)[0] == 0, "no file: the log alone"
    assert asked(*LOG)[0] == 3, "nobody has pinned the key"
    assert "not proven here  log" not in asked(str(early), *key, *LOG)[1], "an older file is of the same log"
    assert not forks()
    fall_back(link, backup)
    status, said = asked(*LOG, *key)
    assert status == 1
    assert "were signed before" in said
    assert "Both notes are kept as evidence" in said
    assert len(forks()) == 1


def test_verify_finds_a_rewritten_log_and_saves_the_proof_of_it(ask, projector, asked, tmp_path, link):
    coup(ask)
    catch_up(projector)
    backup = whole_store(ask, link)
    coup(ask)
    catch_up(projector)
    kept = keep(ask, tmp_path / "kept", "/log/checkpoint")
    key = ("--key", ask("GET", "/v1/key").json["key"])
    fall_back(link, backup)
    for _ in range(4):
        coup(ask)
    catch_up(projector)
    status, said = asked(*LOG, *key, "--checkpoint", str(kept))
    assert status == 1
    assert "does not begin with the one" in said
    (fork,) = forks()
    assert sorted(path.name for path in fork.iterdir()) == ["kept.note", "proof.json", "seen.note"]
    assert asked()[0] == 2
    assert asked(*LOG, "--checkpoint", str(tmp_path / "missing"))[0] == 2
