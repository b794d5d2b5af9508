"""The command line `matchledger`: every subcommand runs something, and the table alone loads little."""

from __future__ import annotations

import subprocess
import sys

import pytest

from service.cli import SUBCOMMANDS, main, make_parser

LINES = (
    "serve",
    "config check",
    "background",
    "rebuild",
    "demo",
    "bot --match m",
    "report d",
    "token create --role arbiter --name Judith",
    "token list --player p",
    "token revoke --player p --all",
    "verify file",
    "trust add key",
    "trust list",
    "backup file",
    "restore file",
    "audit --all",
    "export --all --to folder",
    "query SELECT",
    "reproduce file",
    "archive",
    "erase --player p",
    "doctor",
    "clocks restart",
    "origin new --after file",
    "keep-rules coup",
    "new-game Sticks",
)


def test_every_subcommand_is_tried_here():
    assert {line.split()[0] for line in LINES} == {name for name, _, _ in SUBCOMMANDS}


@pytest.mark.parametrize("line", LINES)
def test_a_subcommand_names_the_function_that_runs_it(line):
    words = line.replace("-", " ").split()
    expected = "_".join(["run", words[0]])
    assert make_parser().parse_args(line.split()).run.__name__.startswith(expected)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("audit", "name some matches, or use --all"),
        ("audit --all --jobs 0", "argument --jobs: 0 is not a number of processes"),
        ("query --seconds 0 SELECT", "argument --seconds: 0 is no time from a millisecond to a day"),
        ("audit m --all", "name some matches, or use --all"),
        ("export --to folder", "name some matches, or use --all"),
        ("backup verify", "write `backup FILE`, `backup -` or `backup verify FILE`"),
        ("backup file other", "write `backup FILE`, `backup -` or `backup verify FILE`"),
        ("verify --require nothing file", "there is no check nothing; the checks are file, "),
    ],
)
def test_arguments_that_contradict_each_other_are_explained(line, reason, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(line.split())
    assert stopped.value.code == 2
    assert f"matchledger {line.split()[0]}: error: {reason}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "exit_code"),
    [
        ("token create --role player --name Ana", 1),
        ("token list --player p", 1),
        ("token revoke --player p --all", 1),
        ("rebuild", 1),
        ("backup -", 1),
        ("archive", 1),
        ("audit --all", 2),
        ("audit --all --rules 1", 2),
        ("doctor", 2),
        ("clocks restart", 2),
    ],
)
def test_a_store_that_does_not_answer_is_told(line, exit_code, capsys, monkeypatch, tmp_path):
    """2 where 1 says that something was found."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MATCHLEDGER_REDIS_URL", "redis://127.0.0.1:1/0")
    assert main(line.split()) == exit_code
    assert "matchledger: the store does not answer; is the service running? (" in capsys.readouterr().err


def test_the_version_is_printed_without_loading_the_service():
    code = "import sys, service.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"flask", "redis", "gevent", "msgspec", "games.registry", "service.config"} & set(loaded)
