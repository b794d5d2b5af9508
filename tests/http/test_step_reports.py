"""POST /v1/matches/{id}/steps/{n}/report: what it answers to whom, and what it refuses."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from projections.reproduction import read_bundle, reproduce
from tests.http.asking import Ask
from tests.play import sample_params
from tests.policies import POLICIES


class Played:
    """A match of two, so many commands on."""

    def __init__(self, app: Any, ask: Ask, game: str, steps: int) -> None:
        self.ask, self.tables = ask, app.extensions["matchledger"].tables
        self.match, self.tokens = ask.client.start(game, 2)
        rng = random.Random(4)
        for _ in range(steps):
            table = self.tables.current(self.match)
            if table.status != "running":
                return
            seat = rng.choice(table.to_act())
            template = POLICIES[game](rng, table.state, seat, table.game.rules.choices(table.state, seat))
            body = {"type": template.type, "params": msgspec.to_builtins(sample_params(template, rng))}
            assert ask("POST", f"/v1/matches/{self.match}/commands", self.tokens[seat], body).status == 201

    def report(self, step: int, token: str | None = None, body: Any = None) -> Any:
        return self.ask("POST", f"/v1/matches/{self.match}/steps/{step}/report", token, body)


def test_while_a_match_runs_everybody_gets_what_they_may_know(app, ask):
    played = Played(app, ask, "coup", 4)
    table = played.tables.current(played.match)
    for seat, token in enumerate([*played.tokens, None]):
        reply = played.report(2, token, {"remark": "Why?"})
        assert reply.status == 200
        bundle = read_bundle(reply.body)
        assert bundle.seen_as == (seat if token else "spectator")
        assert bundle.remark == "Why?"
        assert (bundle.commands[-1].params is not None) == (bundle.commands[-1].seat == bundle.seen_as)
        assert bundle.seed != table.seed.hex()
        assert reproduce(bundle).is_as_seen
        assert played.report(2, token, {"remark": "Why?"}).body == reply.body


@pytest.mark.parametrize("game", ["coup", "szmal"])
def test_after_the_end_everybody_gets_everything(app, ask, game):
    played = Played(app, ask, game, 2000)
    table = played.tables.current(played.match)
    assert table.status == "finished"
    reply = played.report(table.step)
    bundle = read_bundle(reply.body)
    assert (bundle.seen_as, bundle.seed, bundle.state) == ("arbiter", table.seed.hex(), None)
    assert len(bundle.commands) == table.step
    assert reproduce(bundle).is_as_seen


def test_what_is_refused_says_why(app, ask):
    played = Played(app, ask, "coup", 2)
    assert "the last one is 2" in played.report(3).json["detail"]
    assert "nobody sent a command of the game" in played.report(0).json["detail"]
    assert played.report(0).status == played.report(3).status == 404
    assert "remark" in played.report(1, None, {"remark": "x" * 1001}).json["errors"]
    assert "why" in played.report(1, None, {"why": "x"}).json["errors"]
    assert ask("POST", "/v1/matches/m-0000000000000000/steps/1/report").status == 404
    assert ask("POST", f"/v1/matches/{played.match}/steps/-1/report").status == 404


def test_a_private_match_is_not_found_by_others(app, ask):
    _, token = app.extensions["matchledger"].identity.enrol("Ana", "player")
    match = ask("POST", "/v1/matches", token, {"game": "coup", "seats": 2, "public": False}).json["id"]
    path = f"/v1/matches/{match}/steps/0/report"
    assert ask("POST", path).json["detail"] == "There is no such match."
    assert "nobody sent a command" in ask("POST", path, token).json["detail"]
