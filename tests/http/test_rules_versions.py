"""Two versions of a game's rules, live at once: matches go on by the rules that they began with."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.tools.keep_rules import keep
from tests.http.asking import Coup, coup
from tests.http.changed_project import change, copy_project
from tests.http.live import Live


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the project to change, as a deploy would."""
    return copy_project(tmp_path / "project")


@pytest.fixture
def service(tree: Path, tmp_path: Path) -> Iterator[Live]:
    running = Live(tmp_path / "data", workers=1, root=tree)
    try:
        yield running.start()
    finally:
        running.kill()


def pay_two(tree: Path) -> None:
    """Other rules: whoever gains something gains one more."""
    change(tree / "games/coup/effects.py", r"amount=effect\.amount,", "amount=effect.amount + 1,")


def coins(match: Coup) -> list[int]:
    return [seat["money"] for seat in match.seen()["state"]["seats"]]


def test_an_older_match_goes_on_by_its_own_rules_beside_newer_ones(service: Live, tree: Path):
    old = coup(service.ask())
    begun = coins(old)
    assert old.move().status == 201
    assert coins(old) == [begun[0] + 1, begun[1]]

    pay_two(tree)  # the same version with other rules: what the doctor is for
    said = service.run("doctor")
    assert said.returncode == 1, said.stdout + said.stderr
    assert "1 examined, 1 would differ" in said.stdout
    assert f"coup {old.match}: step 1 (version " in said.stdout
    assert "declare_action by seat:0) differs: the rules decide another" in said.stdout

    change(tree / "games/coup/effects.py", r"amount=effect\.amount \+ 1,", "amount=effect.amount,")
    keep(tree, "coup")
    change(tree / "games/coup/__init__.py", "rules_version=1", "rules_version=2")
    pay_two(tree)
    said = service.run("doctor")
    assert said.returncode == 0, said.stdout + said.stderr
    assert "1 examined, 0 would differ" in said.stdout
    assert service.stop() == 0
    service.start()

    new = coup(service.ask())
    assert (old.seen()["rules_version"], new.seen()["rules_version"]) == (1, 2)
    for _ in range(2):  # in turns
        assert old.move().status == 201
        assert new.move().status == 201
    assert coins(old) == [begun[0] + 2, begun[1] + 1]
    assert coins(new) == [begun[0] + 2, begun[1] + 2]
    for match in (old, new):
        assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"
    assert old.ask("POST", f"{old.path}/undo", old.tokens[0]).status == 201
    listed = {one["slug"]: one["rules_version"] for one in old.ask("GET", "/v1/games").json["games"]}
    assert listed["coup"] == 2
    # Without the rules that it began with, nobody guesses.
    shutil.rmtree(tree / "games/coup/v1")
    said = service.run("doctor")
    assert said.returncode == 1
    assert f"coup {old.match}: step 0 " in said.stdout
    assert "no rules of this version are installed" in said.stdout
    assert new.match not in said.stdout
