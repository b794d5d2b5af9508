"""LEDGER-0.4: whatever is asked in the lobby belongs to its step; the match is audited and replayed after it."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from events.redis.people import RedisPeople
from service.tools.erase import erase_player
from tests.http.asking import Coup, in_process, to_the_end

ROOT = Path(__file__).parents[2]


@pytest.fixture
def judge(app):
    return app.extensions["matchledger"].identity.enrol("Judge", "arbiter")[1]


@pytest.fixture
def opened(ask):
    """A match in whose lobby everybody sits."""
    tokens = [ask.client.player(name) for name in ("Ana", "Ben")]
    body = {"game": "coup", "seats": 2, "options": {"first_seat": 0}}
    match = Coup(ask, ask("POST", "/v1/matches", tokens[0], body).json["id"], tokens)
    for token in tokens:
        assert ask("POST", f"{match.path}/seats", token, {}).status == 201
    return match


def dispute(match: Coup, _judge, _erase) -> None:
    body = {"step": 0, "claim": "That was my seat.", "freeze": True}
    assert match.ask("POST", f"{match.path}/disputes", match.tokens[1], body).status == 201


def withdraw(match: Coup, judge, erase) -> None:
    dispute(match, judge, erase)
    assert match.ask("DELETE", f"/v1/disputes/{match.match}~1", match.tokens[1]).status == 204


def rule(match: Coup, judge, erase) -> None:
    dispute(match, judge, erase)
    body = {"ruling": "dismiss", "reason": "It was not."}
    assert match.ask("POST", f"/v1/disputes/{match.match}~1/ruling", judge, body).status == 201


def look(match: Coup, judge, _erase) -> None:
    assert match.ask("GET", f"{match.path}/rejections", judge).status == 200


def read_evidence(match: Coup, judge, erase) -> None:
    dispute(match, judge, erase)
    assert match.ask("GET", f"/v1/disputes/{match.match}~1/evidence", judge).status == 200


def erase_a_name(match: Coup, _judge, erase) -> None:
    erase(match.ask("GET", "/v1/players/me", match.tokens[1]).json["id"])


ORDERS = (dispute, withdraw, rule, look, read_evidence, erase_a_name)


@pytest.fixture
def erase(app, link):
    def run(player: str) -> None:
        assert RedisPeople(link).erase_name(player)
        assert erase_player(app.extensions["matchledger"], link, player, names_only=True).done

    return run


def everything(*arguments) -> None:
    for order in (rule, look, erase_a_name):
        order(*arguments)


@pytest.mark.parametrize("order", [*ORDERS, everything], ids=lambda order: order.__name__)
def test_ledger_0_4_the_lobby_is_one_step_whatever_is_asked_in_it(
    order, opened, judge, erase, new_app, tmp_path, projector
):
    ask, path = opened.ask, opened.path
    order(opened, judge, erase)
    assert opened.seen()["step"] == 0
    assert ask("GET", f"{path}/audit", judge).json["verdict"] == "ok"
    assert ask("POST", f"{path}/start", opened.tokens[0]).status == 200
    assert opened.move().json["step"] == 1
    opened.finish()
    for worker in (ask, in_process(new_app())):
        report = worker("GET", f"{path}/audit").json
        assert [check for check in report["checks"] if not check["ok"]] == []
        assert worker("GET", f"{path}/audit?step=0").json["verdict"] == "ok"
        steps = worker("GET", f"{path}/steps?limit=100").json["steps"]
        assert [one["step"] for one in steps] == list(range(len(steps)))
        assert steps[0]["events"][-1]["type"] not in ("DisputeOpened", "ArbiterLooked", "PlayerErased")
        assert steps[1]["command"]["type"] == "declare_action"
        assert worker("GET", f"{path}/audit/steps/0", judge).status == 200
    text = ask("GET", f"{path}/export").body
    assert ask("POST", "/v1/verify", raw=text).json["verdict"] == "ok"
    file = tmp_path / "match.jsonl"
    file.write_bytes(text)
    command = [sys.executable, "-I", str(ROOT / "service" / "tools" / "verify_match.py"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 3, done.stdout + done.stderr  # nothing is broken, and no key is pinned
    assert "broken" not in done.stdout


def test_ledger_0_4_a_branch_keeps_the_step_of_its_lobby_too(opened, judge, erase):
    ask = opened.ask
    assert ask("POST", f"{opened.path}/start", opened.tokens[0]).status == 200
    opened.move()
    opened.finish()
    made = ask("POST", f"{opened.path}/branches", opened.tokens[0], {"step": 1, "public": True}).json["id"]
    branch = Coup(ask, made, opened.tokens)
    for token in branch.tokens:
        assert ask("POST", f"{branch.path}/seats", token, {}).status == 201
    body = {"step": 1, "claim": "Not so."}
    assert ask("POST", f"{branch.path}/disputes", branch.tokens[0], body).status == 201
    look(branch, judge, erase)
    erase_a_name(branch, judge, erase)
    assert ask("POST", f"{branch.path}/start", branch.tokens[0]).status == 200
    assert branch.seen()["step"] == 1
    ask.client.play(made, branch.tokens, random.Random(1), pick=to_the_end)
    assert ask("GET", f"{branch.path}/audit").json["verdict"] == "ok"


def test_ledger_0_4_what_comes_after_a_cancelled_lobby_is_a_step_of_its_own(opened, judge, erase):
    """A match that is over is no lobby any more."""
    assert opened.ask("POST", f"{opened.path}/cancel", opened.tokens[0]).status < 300
    erase_a_name(opened, judge, erase)
    seen = opened.seen()
    assert (seen["status"], seen["step"]) == ("finished", 1)
    assert opened.ask("GET", f"{opened.path}/audit").json["verdict"] == "ok"
    text = opened.ask("GET", f"{opened.path}/export").body
    assert opened.ask("POST", "/v1/verify", raw=text).json["verdict"] == "ok"
