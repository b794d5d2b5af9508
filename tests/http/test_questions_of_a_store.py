"""`matchledger export`, `query` and `audit --rules` on the store of a running service, through the command line."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.registry import all_games, all_rules
from service import app as wiring
from service import cli
from service.tools import export
from service.tools.rows_in_duckdb import NoDuckDB
from tests.altered_game import with_rules
from tests.http.asking import Ask, Coup, coup, in_process
from tests.servers import Server

Run = Callable[..., int]


@pytest.fixture
def run(system_redis: Server, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("MATCHLEDGER_REDIS_URL", system_redis.url)
    return lambda *arguments: cli.main([str(one) for one in arguments])


@pytest.fixture
def matches(ask: Ask) -> tuple[Coup, Coup]:
    """One that is over, and one that runs."""
    over, running = coup(ask), coup(ask)
    over.finish()
    running.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}})
    return over, running


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_finished_matches_are_exported_and_asked(run: Run, matches, tmp_path: Path, capsys):
    over, running = matches
    for kind in ("ndjson", "parquet"):
        folder = tmp_path / kind
        assert run("export", "--all", "--to", folder, "--format", kind, "--jobs", 1) == 0
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert "hidden" in capsys.readouterr().err
        sql = "SELECT match, is_winner FROM results ORDER BY seat"
        assert run("query", "--from", folder, "--format", "ndjson", sql) == 0
        told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [one["match"] for one in told] == [over.match] * 2
        assert sum(one["is_winner"] for one in told) == 1
    assert {row["match"] for row in read(tmp_path / "ndjson" / "events.ndjson")} == {over.match}
    assert run("export", "--all", "--to", tmp_path / "ndjson") == 2
    assert "exists already" in capsys.readouterr().err
    assert run("export", "--all", "--running", "--to", tmp_path / "both") == 0
    assert {row["match"] for row in read(tmp_path / "both" / "commands.ndjson")} == {over.match, running.match}
    assert run("export", running.match, "m-unknown", "--to", tmp_path / "named") == 1
    assert "m-unknown: there is no such match" in capsys.readouterr().err
    assert read(tmp_path / "named" / "events.ndjson") == []


def test_an_export_takes_the_place_of_its_own_leftovers_only(run: Run, matches, tmp_path: Path, capsys):
    draft = tmp_path / "rows.part"
    draft.mkdir()
    (draft / "events.ndjson").write_text("of an export that was killed")
    (draft / "tmp_events.parquet").write_text("the same")
    (draft / "thesis.txt").write_text("of somebody else")
    assert run("export", "--all", "--to", tmp_path / "rows") == 2
    assert f"{draft} exists already" in capsys.readouterr().err
    assert len(list(draft.iterdir())) == 3
    assert not (tmp_path / "rows").exists()
    (draft / "thesis.txt").unlink()
    assert run("export", "--all", "--to", tmp_path / "rows") == 0
    assert not draft.exists()
    assert len(list((tmp_path / "rows").iterdir())) == 4


def test_a_reader_that_has_read_enough_ends_a_query(run: Run, matches, tmp_path: Path, system_redis: Server):
    assert run("export", "--all", "--to", tmp_path / "rows") == 0
    sql = "SELECT repeat('x', 1000) FROM range(2000)"  # more than a pipe holds
    for kind in ("table", "csv", "ndjson"):
        words = [sys.executable, "-m", "service.cli", "query", "--from", tmp_path / "rows", "--format", kind, sql]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asked:
            assert asked.stdout is not None
            assert asked.stderr is not None
            asked.stdout.readline()
            asked.stdout.close()
            assert (asked.stderr.read(), asked.wait()) == (b"", 0)


def test_the_store_is_asked_directly(run: Run, matches, capsys):
    over, _ = matches
    sql = "SELECT DISTINCT match, ending FROM results"
    assert run("query", sql, "--format", "csv") == 0
    assert capsys.readouterr().out.splitlines() == ["match,ending", f"{over.match},played"]
    assert run("query", sql, "--game", "clank") == 0
    assert capsys.readouterr().out.split() == ["match", "ending"]
    assert run("query", sql, "--since", "2999-01-01") == 0
    assert capsys.readouterr().out.split() == ["match", "ending"]
    assert run("query", "DROP VIEW results") == 2
    assert "one SELECT" in capsys.readouterr().err


def test_what_cannot_be_written_leaves_nothing(run: Run, matches, tmp_path: Path, capsys, monkeypatch):
    def full(*_args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(export, "write_parquet", full)
    assert run("export", "--all", "--to", tmp_path / "full", "--format", "parquet") == 2
    assert "nothing was exported" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert run("export", "--all", "--to", tmp_path / "no" / "such" / "folder") == 2
    assert list(tmp_path.iterdir()) == []


def test_without_duckdb_a_sentence_says_what_is_missing(run: Run, tmp_path: Path, capsys, monkeypatch):
    def missing() -> None:
        raise NoDuckDB("DuckDB is not installed; pip install 'matchledger[query]' adds it")

    monkeypatch.setattr("service.tools.query.must_have_duckdb", missing)
    monkeypatch.setattr(export, "must_have_duckdb", missing)
    assert run("query", "SELECT 1") == 2
    assert "matchledger[query]" in capsys.readouterr().err
    assert run("export", "--all", "--to", tmp_path / "made", "--format", "parquet") == 2
    assert "matchledger[query]" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_store_that_does_not_answer_is_told(run: Run, tmp_path: Path, capsys, monkeypatch):
    monkeypatch.setenv("MATCHLEDGER_REDIS_URL", "redis://127.0.0.1:1/0")
    for command in (
        ("query", "SELECT 1"),
        ("export", "--all", "--to", tmp_path / "made"),
        ("audit", "--all", "--rules", 1),
    ):
        assert run(*command) == 2
        assert "the store does not answer" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def richer(state: Any, command: Any, dice: Any) -> Any:
    """Another version of Coup, in which the income is two."""
    coup_game = all_games()["coup"]
    return [
        msgspec.structs.replace(event, amount=2)
        if type(event).__name__ == "MoneyGained" and event.amount == 1
        else event
        for event in coup_game.rules.on_command[type(command)](state, command, dice)
    ]


@pytest.fixture
def next_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 2 of Coup is installed beside version 1."""
    game = all_games()["coup"]
    changed = with_rules(game, on_command=dict.fromkeys(game.rules.on_command, richer))
    rules = {**all_rules(), ("coup", 2): replace(changed, rules_version=2)}
    monkeypatch.setattr(wiring, "all_rules", lambda: rules)


def test_the_first_step_that_other_rules_decide_otherwise_is_told(run: Run, ask: Ask, next_rules, capsys):
    same, differs = coup(ask), coup(ask)
    same.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "media"}})
    decision = same.seen()["state"]["decision"]["id"]
    same.send(1, {"type": "pass", "params": {"decision_id": decision}})
    differs.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}})
    gained = [one for one in ask("GET", f"{differs.path}/events").json["events"] if one["type"] == "MoneyGained"]
    version = gained[-1]["version"]
    assert run("audit", "--all", "--rules", 2, "--jobs", 1) == 1
    told = capsys.readouterr().out
    assert "coup                          2       1       1       0" in told
    assert f"coup {differs.match}: step 1 (version {version}, declare_action by seat:0) differs" in told
    assert "the rules decide another MoneyGained" in told
    assert same.match not in told
    assert run("audit", same.match, "--rules", 2) == 0
    assert run("audit", "--all", "--rules", 1) == 0


def test_a_version_that_is_not_installed_is_named(run: Run, matches, capsys):
    assert run("audit", "--all", "--rules", 7) == 2
    said = capsys.readouterr().err
    assert "no rules of version 7 are installed" in said
    assert "coup 1" in said
    assert run("audit", "--all", "--rules", 1, "--game", "chess") == 2
    assert run("audit", "m-unknown", "--rules", 1) == 1


def test_an_erased_match_is_exported_without_its_secrets(
    run: Run, ask: Ask, new_app, matches, tmp_path: Path, projector
):
    over, _ = matches
    player = ask("GET", "/v1/players/me", over.tokens[0]).json["id"]
    while projector.run_once(block_ms=10):
        pass
    assert run("erase", "--player", player) == 0
    assert run("export", "--all", "--to", tmp_path / "made") == 0
    rows = read(tmp_path / "made" / "events.ndjson")
    assert len(rows) == in_process(new_app())("GET", over.path).json["version"]
    dealt = next(row for row in rows if row["type"] == "CardsDealt")
    assert "kinds" not in dealt["fields"]
    assert read(tmp_path / "made" / "draws.ndjson") == []
    assert sum(row["is_winner"] for row in read(tmp_path / "made" / "results.ndjson")) == 1
    assert run("audit", over.match, "--rules", 1) == 0
