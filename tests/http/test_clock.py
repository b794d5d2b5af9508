"""The clock: it acts for whoever lets the time go by, in every game, but never while a vote or a dispute is open."""

from __future__ import annotations

import random
from typing import Any

import pytest

from events.redis.deadlines import RedisDeadlines
from games.registry import all_games
from service.processes.clock import Clock
from tests.client import params_of
from tests.http.asking import Ask, Coup, coup
from tests.http.wall import Wall


def started(ask: Ask, slug: str, **fields: object) -> tuple[str, list[str]]:
    client = ask.client
    seats = all_games()[slug].seats_min
    tokens = [client.player(f"P{seat}") for seat in range(seats)]
    match = ask("POST", "/v1/matches", tokens[0], {"game": slug, "seats": seats, **fields}).headers["Location"]
    for token in tokens:
        ask("POST", f"{match}/seats", token)
    assert ask("POST", f"{match}/start", tokens[0]).status == 200
    return match, tokens


@pytest.mark.parametrize("slug", list(all_games()))
def test_the_clock_plays_on_for_whoever_is_too_slow(ask, wall, projector, clock, slug):
    match, _ = started(ask, slug, turn_s=60)
    assert ask("GET", match).json["deadline"] == wall.now + 60_000
    for _ in range(25):
        projector.run_once(1)
        before = ask("GET", match).json
        if before["status"] == "finished":
            break
        clock.run_once()
        assert ask("GET", match).json["version"] == before["version"], "not before its time"
        wall.passes(max(60, 1 + (before["deadline"] - wall.now) / 1000))
        clock.run_once()
        assert ask("GET", match).json["version"] > before["version"]
    assert ask("GET", f"{match}/audit").json["verdict"] == "ok"


def test_without_a_clock_nobody_is_hurried(ask, wall, projector, clock):
    match, _ = started(ask, "coup")
    projector.run_once(1)
    wall.passes(10**6)
    assert clock.run_once() == 0
    assert ask("GET", match).json["deadline"] is None


def test_a_window_of_coup_closes_by_its_own_deadline(ask, wall, projector, clock):
    match = coup(ask, reaction_timeout_s=30)
    match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "russia"}})
    projector.run_once(1)
    wall.passes(31)
    assert clock.run_once() == 1
    events = match.ask("GET", f"{match.path}/events?after=10").json["events"]
    assert "ReactionWindowExpired" in [event["type"] for event in events]
    assert {event["actor"] for event in events if event["type"] == "ReactionWindowExpired"} == {"clock"}


def test_a_clock_that_finds_nothing_due_any_more_looks_again_soon(
    ask, app, wall, projector, clock, monkeypatch, caplog
):
    """It decides on what it read; a player may have acted after that."""
    match = coup(ask, reaction_timeout_s=30)
    match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "russia"}})
    projector.run_once(1)
    wall.passes(31)
    tables = app.extensions["matchledger"].tables
    overdue = tables.current(match.match)
    match.send(1, {"type": "pass", "params": {"decision_id": match.seen()["state"]["decision"]["id"]}})
    with monkeypatch.context() as behind:
        behind.setattr(tables, "current", lambda _match: overdue)
        assert clock.run_once() == 1
    assert [line for line in caplog.records if line.levelname == "ERROR"] == []
    assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"


@pytest.mark.rules("COUP-U.5")
def test_a_window_has_its_full_time_again_when_a_vote_is_over(ask, wall, projector, clock):
    match = coup(ask, seats=3, reaction_timeout_s=30)
    match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "russia"}})
    match.send(1, {"type": "pass", "params": {"decision_id": match.seen()["state"]["decision"]["id"]}})
    assert match.ask("POST", f"{match.path}/undo", match.tokens[0], {"to_step": 0}).status == 202
    projector.run_once(1)
    wall.passes(59)
    clock.run_once()
    assert match.ask("POST", f"{match.path}/undo/votes", match.tokens[1], {"accepts": False}).status == 201
    seen = match.seen()
    assert (seen["deadline"], seen["to_act"]) == (wall.now + 30_000, [2])
    projector.run_once(1)
    wall.passes(29)
    assert clock.run_once() == 0
    wall.passes(1)
    assert clock.run_once() == 1


def test_a_window_has_its_full_time_again_after_a_dispute_and_in_a_branch(app, ask, wall):
    match = coup(ask, reaction_timeout_s=30)
    judge = app.extensions["matchledger"].identity.enrol("Judge", "arbiter")[1]
    match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "russia"}})
    body = {"step": 1, "claim": "wait", "freeze": True}
    dispute = ask("POST", f"{match.path}/disputes", match.tokens[0], body).json["id"]
    wall.passes(600)
    ruling = {"ruling": "dismiss", "reason": "it stands"}
    assert ask("POST", f"/v1/disputes/{dispute}/ruling", judge, ruling).status == 201
    assert match.seen()["deadline"] == wall.now + 30_000
    wall.passes(600)
    branch = ask("POST", f"{match.path}/branches", judge, {"step": 1}).headers["Location"]
    for token in match.tokens:
        ask("POST", f"{branch}/seats", token)
    assert ask("POST", f"{branch}/start", match.tokens[0]).status == 200
    assert ask("GET", branch, match.tokens[0]).json["deadline"] == wall.now + 30_000


def held(match: Coup, wall: Wall, projector, clock: Clock) -> bool:
    projector.run_once(1)
    before = match.seen()["version"]
    wall.passes(59)
    clock.run_once()
    assert match.seen()["deadline"] is None
    return match.seen()["version"] == before


def test_a_dispute_and_a_vote_stop_the_clock(ask, wall, projector, clock):
    path, tokens = started(ask, "coup", turn_s=60, options={"first_seat": 0})
    match = Coup(ask, path.rpartition("/")[2], tokens)
    match.move()
    match.move()
    assert match.ask("POST", f"{match.path}/undo", tokens[0], {"to_step": 0}).status == 202
    assert held(match, wall, projector, clock)
    assert match.ask("DELETE", f"{match.path}/undo", tokens[0]).status == 204
    body = {"step": 1, "claim": "wait", "freeze": True}
    assert match.ask("POST", f"{match.path}/disputes", tokens[0], body).status == 201
    assert held(match, wall, projector, clock)


@pytest.mark.parametrize("slug", list(all_games()))
def test_in_every_game_a_dispute_and_a_vote_stop_the_clock(ask, wall, projector, clock, slug):
    options = {"reaction_window_ms": None, "response_window_ms": None} if slug == "munchkin-apocalypse" else {}
    match, tokens = started(ask, slug, turn_s=60, reaction_s=20, options=options)

    def strikes(after_s: int = 61) -> bool:
        while projector.run_once(1):
            pass
        before = ask("GET", match).json["version"]
        wall.passes(after_s)
        clock.run_once()
        return ask("GET", match).json["version"] > before

    assert strikes()
    asking = asked_for_consent(ask, match, tokens)
    assert ask("GET", match).json["deadline"] is None
    assert not strikes(after_s=19)
    assert ask("DELETE", f"{match}/undo", tokens[asking]).status == 204
    assert strikes()
    asking = asked_for_consent(ask, match, tokens)
    assert strikes(after_s=20), "the request lapses"
    assert ask("GET", match).json["undo_request"] is None
    assert strikes()
    body = {"step": 1, "claim": "wait", "freeze": True}
    assert ask("POST", f"{match}/disputes", tokens[0], body).status == 201
    assert not strikes()
    assert ask("GET", match).json["deadline"] is None
    assert ask("GET", match).json["held"]["deadline"] is not None


def asked_for_consent(ask, match: str, tokens: list[str]) -> int:
    """Play one choice after the other until somebody's move is taken back by consent only, and ask for that."""
    for number in range(60):
        for seat, token in enumerate(tokens):
            if ask("GET", f"{match}/undo", token).json["needs"] == "consent":
                assert ask("POST", f"{match}/undo", token).status == 202
                return seat
        seat = ask("GET", match).json["to_act"][0]
        choices = ask("GET", f"{match}/choices", tokens[seat]).json["choices"]
        offered = choices[number % len(choices)]
        params = {name: first_value(domain) for name, domain in offered.get("params", {}).items()}
        ask("POST", f"{match}/commands", tokens[seat], {"type": offered["type"], "params": params})
    raise AssertionError("nothing that needs consent was played")


def first_value(domain: dict[str, Any]) -> Any:
    if "optional" in domain:
        return first_value(domain["optional"])
    if "integer" in domain:
        return domain["integer"]["min"]
    if "one_of" in domain:
        return domain["one_of"][0]
    return domain.get("order_of") or domain["some_of"][: domain["min"]]


def test_an_answer_in_a_duel_of_big_deal_has_its_own_deadline(ask, wall, projector, clock):
    match, tokens = started(ask, "big-deal", turn_s=60, reaction_s=20)
    rng = random.Random(1)
    while ask("GET", match).json["state"]["phase"] != "duel_defence":
        seat = ask("GET", match).json["to_act"][0]
        offered = ask("GET", f"{match}/choices", tokens[seat]).json["choices"]
        attacks = [one for one in offered if one["type"] == "attack_set"]
        chosen = rng.choice(attacks or offered)
        sent = {"type": chosen["type"], "params": params_of(chosen, rng)}
        assert ask("POST", f"{match}/commands", tokens[seat], sent).status == 201
    seen = ask("GET", match).json
    assert (seen["turn_s"], seen["reaction_s"], seen["deadline"]) == (60, 20, wall.now + 20_000)
    while projector.run_once(1):
        pass
    wall.passes(20)
    assert clock.run_once() == 1
    last = ask("GET", f"{match}/steps/{seen['step'] + 1}").json
    assert (last["command"]["type"], last["actor"]) == ("yield_set", f"clock:{seen['to_act'][0]}")
    assert ask("GET", match).json["deadline"] == wall.now + 60_000


def test_two_clocks_and_a_late_clock_do_no_harm(ask, wall, projector, clock, link, new_app):
    match, _ = started(ask, "coup", turn_s=60, options={"first_seat": 0})
    projector.run_once(1)
    wall.passes(600)
    other = Clock(new_app().extensions["matchledger"], RedisDeadlines(link))
    assert clock.run_once() == 1
    other.run_once()
    assert ask("GET", match).json["step"] == 1


def test_total_time_is_shown_and_runs_out(ask, projector, clock, wall):
    """LEDGER-5.5, LEDGER-5.6: each seat has its own, and at zero the clock acts for it."""
    ana, ben = ask.client.player("Ana"), ask.client.player("Ben")
    body = {"game": "coup", "seats": 2, "options": {"first_seat": 0}, "total_s": 60, "increment_s": 5}
    both = ask("POST", "/v1/matches", ana, {**body, "turn_s": 30})
    assert (both.status, both.json["code"]) == (400, "clock_conflict")
    path = f"/v1/matches/{ask('POST', '/v1/matches', ana, body).json['id']}"
    for token in (ana, ben):
        ask("POST", f"{path}/seats", token)
    ask("POST", f"{path}/start", ana)
    seen = ask("GET", path).json
    assert seen["clocks"]["left"] == [60_000, 60_000]
    assert seen["deadline"] == seen["clocks"]["since"] + 60_000
    assert (seen["total_s"], seen["increment_s"], seen["away"]) == (60, 5, [])
    while projector.run_once(block_ms=10):
        pass
    wall.passes(61)
    clock.run_once()
    seen = ask("GET", path).json
    assert (seen["to_act"], seen["clocks"]["left"]) == ([1], [5_000, 60_000])
    assert ask("GET", f"{path}/audit").json["verdict"] == "ok"
