"""`matchledger reproduce`: the test that it writes really runs, for every game, and fails when the rules change."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from events.visibility import SPECTATOR
from games.registry import all_games
from projections.reproduction import read_bundle, reproduce
from service.cli import main
from service.tools.python_source import Source
from tests.projections.test_step_report import PLAIN, Kept, Running

ROOT = Path(__file__).parents[2]
STEPS = (2, 5, 9)


def written(folder: Path) -> list[Path]:
    return sorted(folder.glob("test_reported_*.py"))


def run(file: Path) -> None:
    """Run the test functions of a file."""
    names: dict[str, object] = {"__file__": str(file), "__name__": file.stem}
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), names)
    tests = [value for name, value in names.items() if name.startswith("test_")]
    assert tests
    for test in tests:
        test()  # type: ignore[operator]


@pytest.mark.parametrize("slug", list(all_games()))
def test_a_running_match_becomes_a_test_that_passes(tmp_path, slug, capsys):
    running = Running(slug, 3, 10)
    for number, viewer in zip(STEPS, (0, 1, SPECTATOR), strict=True):
        bundle = msgspec.structs.replace(running.report(number, viewer), remark='He said "no"\\.\n')
        file = tmp_path / f"{number}.json"
        file.write_bytes(msgspec.json.encode(bundle))
        status = main(["reproduce", str(file), "--to", str(tmp_path / "tests")])
        assert status == (0 if reproduce(bundle).is_as_seen else 1)
    assert "The match ran: what" in capsys.readouterr().out
    tests = written(tmp_path / "tests")
    assert len(tests) == len(STEPS)
    for test in tests:
        run(test)


def test_pytest_runs_it_and_it_fails_where_the_rules_do_something_else(tmp_path):
    kept = Kept(PLAIN[2])
    file = tmp_path / "report.json"
    file.write_bytes(msgspec.json.encode(kept.report(kept.played()[4], "Too many coins.")))
    assert main(["reproduce", str(file)]) == 0
    (test,) = written(tmp_path)
    assert pytest_says(test) == 0
    text = test.read_text(encoding="utf-8")
    assert "Too many coins." in text
    test.write_text(text.replace("rule=", "rule='COUP-0.0' or ", 1), encoding="utf-8")
    assert pytest_says(test) == 1


def pytest_says(test: Path) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    return subprocess.run([*command, str(test)], cwd=ROOT, capture_output=True, check=False).returncode


def test_what_is_refused_now_is_written_as_a_refusal(tmp_path):
    kept = Kept(PLAIN[2])
    bundle = kept.report(kept.played()[4])
    last = msgspec.structs.replace(bundle.commands[-1], seat=1 - bundle.commands[-1].seat)
    file = tmp_path / "report.json"
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(bundle, commands=[*bundle.commands[:-1], last])))
    assert main(["reproduce", str(file)]) == 1
    (test,) = written(tmp_path)
    assert ".then_refused(" in test.read_text(encoding="utf-8")
    run(test)


def test_what_cannot_be_played_is_one_line_and_exit_2(tmp_path, capsys):
    file = tmp_path / "report.json"
    assert main(["reproduce", str(file)]) == 2
    file.write_bytes(b"[]")
    assert main(["reproduce", str(file)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all(str(file) in line for line in lines)
    assert not written(tmp_path)


def test_every_record_of_every_game_can_be_written_as_source():
    """No two classes of a game share a name, or the imports of a test would hide one of them."""
    for game in all_games().values():
        source, kinds = Source(), [*game.rules.on_command, *game.rules.on_event]
        assert len({kind.__name__ for kind in kinds}) == len(kinds), game.slug
        for kind in kinds:
            source.name(kind)
        exec(source.imports(), {})


def test_a_bundle_reads_back_as_it_was_written():
    bundle = Running("coup", 3, 6).report(4, 0)
    assert read_bundle(msgspec.json.encode(bundle)) == bundle
