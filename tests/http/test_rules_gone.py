"""A game that is not installed any more: its matches say so, `doctor` lists them, all others go on."""

from __future__ import annotations

import pytest

from games.registry import all_rules
from service.config import Config
from service.tools.doctor import examine
from tests.http.asking import in_process, problem


@pytest.fixture
def without_szmal(monkeypatch):
    """Forget a game, as if its package had been uninstalled before the next start."""

    def forget() -> None:
        rest = {name: game for name, game in all_rules().items() if name[0] != "szmal"}
        monkeypatch.setattr("service.app.all_rules", lambda: rest)
        monkeypatch.setattr("service.tools.doctor.all_rules", lambda: rest)

    return forget


def test_its_matches_are_told_apart_from_damage_and_others_go_on(new_app, without_szmal):
    ask = in_process(new_app())
    gone, tokens = ask.client.start("szmal", 2)
    kept, others = ask.client.start("coup", 2)
    without_szmal()
    ask = in_process(new_app())
    told = problem(ask("GET", f"/v1/matches/{gone}", tokens[0]), "rules-gone")
    assert told["status"] == 503
    assert "no rules of szmal version 1 are installed" in told["detail"]
    command = {"type": "draft_card", "params": {"decision_id": 0, "card": 1}}
    problem(ask("POST", f"/v1/matches/{gone}/commands", tokens[0], command), "rules-gone")
    assert ask("GET", f"/v1/matches/{kept}", others[0]).status == 200
    assert ask("GET", f"/v1/matches/{kept}/audit").json["verdict"] == "ok"


def test_doctor_lists_them(new_app, without_szmal, system_redis, tmp_path, capsys):
    ask = in_process(new_app())
    gone, _ = ask.client.start("szmal", 2)
    ask.client.start("coup", 2)
    without_szmal()
    assert examine(Config(redis_url=system_redis.url, data=tmp_path), is_all=False) == 1
    printed = capsys.readouterr().out
    assert "2 matches, 2 examined, 1 would differ" in printed
    assert f"szmal {gone}" in printed
    assert "no rules of this version are installed" in printed
