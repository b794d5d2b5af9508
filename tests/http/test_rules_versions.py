"""Two versions of a game's rules, live at once: matches go on by the rules that they began with."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.http.asking import Coup, coup, problem
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
    said = service.run("keep-rules", "coup")
    assert said.returncode == 0, said.stderr
    change(tree / "games/coup/rulebook.md", r"(\*\*COUP-15\.5\*\* )", r"\1In the second version: ")
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
    check_texts(tree, old, new)
    listed = {one["slug"]: one["rules_version"] for one in old.ask("GET", "/v1/games").json["games"]}
    assert listed["coup"] == 2
    # Without the rules that it began with, nobody guesses.
    shutil.rmtree(tree / "games/coup/v1")
    said = service.run("doctor")
    assert said.returncode == 1
    assert f"coup {old.match}: step 0 " in said.stdout
    assert "no rules of this version are installed" in said.stdout
    assert new.match not in said.stdout


def check_texts(tree: Path, old: Coup, new: Coup) -> None:
    """The text of a rule is the one that the match is played by, in the API and in refusals."""
    ask = old.ask
    for match, is_new in ((old, False), (new, True)):
        version = match.seen()["rules_version"]
        wrong = match.send(match.to_act(), {"type": "declare_action", "params": {"decision_id": 99, "action": "usa"}})
        assert wrong.json["rule_text"] == f"/v1/games/coup/rules/{wrong.json['rule']}?version={version}"
        assert ask("GET", wrong.json["rule_text"]).json["id"] == wrong.json["rule"]
        text = ask("GET", f"/v1/games/coup/rules/COUP-15.5?version={version}").json["text"]
        assert text.startswith("In the second version") == is_new
        listed = ask("GET", f"/v1/games/coup/rules?version={version}").json
        assert listed["rules_version"] == version
        assert text in [rule["text"] for rule in listed["rules"]]
    assert ask("GET", "/v1/games/coup/rules").json["rules_version"] == 2
    problem(ask("GET", "/v1/games/coup/rules?version=3"), "not-found")
    problem(ask("GET", "/v1/games/coup/rules/COUP-15.5?version=0"), "bad-request")
