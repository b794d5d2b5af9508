"""Choices, commands, dry runs and events of a running match."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from games.registry import all_games
from ledger.decide import DECIDE, ERASE, OPENING
from tests.http.asking import Ask, coup, problem


@pytest.fixture
def ask(app: Flask, transport: Callable[[Flask], Ask]) -> Ask:
    return transport(app)


def test_choices_are_for_the_seat_that_asks(match):
    mine = match.ask("GET", f"{match.path}/choices", match.tokens[0]).json
    theirs = match.ask("GET", f"{match.path}/choices", match.tokens[1]).json
    assert (mine["seat"], mine["version"]) == (0, match.seen()["version"])
    assert mine["prompt"] == "Your turn: you have 2M, too little for Protest or Scandal."
    assert mine["choices"][0].keys() == {"type", "params", "label", "effect", "group", "simultaneous", "names"}
    waiting = f"Waiting for {match.seen()['seats'][0]['name']}."
    assert theirs == {
        "prompt": waiting,
        "version": mine["version"],
        "seat": 1,
        "choices": [],
        "take_back": False,
    }


def test_choices_before_the_match_begins_are_none(ask):
    token = ask.client.player()
    opened = ask("POST", "/v1/matches", token, {"game": "coup", "seats": 2}).json["id"]
    ask("POST", f"/v1/matches/{opened}/seats", token)
    asked = ask("GET", f"/v1/matches/{opened}/choices", token).json
    assert (asked["prompt"], asked["choices"]) == ("The match has not begun.", [])


def test_a_command_is_answered_with_its_events(match):
    before = match.seen()
    reply = match.move()
    assert reply.status == 201
    done = reply.json
    assert done["step"] == before["step"] + 1
    assert done["version"] == before["version"] + len(done["events"])
    assert [event["version"] for event in done["events"]] == list(range(before["version"] + 1, done["version"] + 1))
    assert {event["actor"] for event in done["events"]} == {"seat:0"}
    assert len({event["command"] for event in done["events"]}) == 1
    assert all(event["rule"].startswith("COUP-") for event in done["events"])
    after = match.seen()
    assert (after["version"], after["step"], after["to_act"]) == (done["version"], done["step"], [1])


def test_the_events_are_listed_as_they_were_answered(match):
    done = match.move().json
    listed = match.ask("GET", f"{match.path}/events?after={done['events'][0]['version'] - 1}", match.tokens[0]).json
    assert listed["events"] == done["events"]
    assert (listed["version"], listed["next"]) == (done["version"], None)


def test_events_come_in_pages_without_a_gap(match):
    match.move()
    pages, after = [], 0
    while after is not None:
        page = match.ask("GET", f"{match.path}/events?after={after}&limit=3").json
        assert len(page["events"]) <= 3
        pages += page["events"]
        after = page["next"]
    assert [event["version"] for event in pages] == list(range(1, match.seen()["version"] + 1))
    assert match.ask("GET", f"{match.path}/events?after=10000").json["events"] == []


def test_a_refusal_names_the_rule_and_a_code(match, written):
    command = match.income()
    before = match.seen()["version"]
    refusal = problem(match.send(1, command), "illegal-move")
    assert refusal["rule"] in all_games()["coup"].rulebook
    assert refusal["code"]
    assert "late" not in refusal
    assert match.seen()["version"] == before
    rule = match.ask("GET", f"/v1/games/coup/rules/{refusal['rule']}").json
    assert rule["id"] == refusal["rule"]
    assert rule["text"]


def test_a_command_for_a_closed_decision_never_hits_the_next_one(match):
    command = match.income()
    match.send(0, command)
    match.move()
    assert match.to_act() == 0
    refusal = problem(match.send(0, command), "illegal-move")
    assert (refusal["code"], refusal["late"]) == ("decision_closed", True)


def test_a_dry_run_says_yes_or_why_not_and_writes_nothing(match, written):
    before = written()
    command = match.income()
    path = f"{match.path}/commands?dry_run=true"
    legal = match.ask("POST", path, match.tokens[0], command)
    assert (legal.status, legal.json) == (200, {"legal": True, "version": match.seen()["version"]})
    problem(match.ask("POST", path, match.tokens[1], command), "illegal-move")
    problem(match.ask("POST", path, match.tokens[0], command, version=1), "version-conflict")
    assert written() == before
    assert match.ask("POST", f"{match.path}/commands?dry_run=false", match.tokens[0], command).status == 201


def test_commands_are_for_the_seated(match, written):
    before = written()
    stranger = match.ask.client.player("Stranger")
    problem(match.ask("POST", f"{match.path}/commands", stranger, match.income()), "not-seated")
    problem(match.ask("GET", f"{match.path}/choices", stranger), "not-seated")
    problem(match.ask("POST", f"{match.path}/commands", None, match.income()), "token-missing")
    problem(match.ask("GET", f"{match.path}/choices"), "token-missing")
    assert written() == before


# What a route of its own would accept, so that nothing but the name can be the reason of the refusal.
ACCEPTED = {"leave": {"as": "concede"}, "answer_undo": {"accepts": True}, "report_away": {"seat": 1, "as": "concede"}}


@pytest.mark.parametrize("type_", [*DECIDE, *OPENING, ERASE])
def test_an_order_to_the_ledger_is_no_command_of_the_game(match, written, type_):
    """It has a route and a schema of its own; here it is refused as any name that the game does not know."""
    match.move()
    before = written()
    refused = problem(match.send(1, {"type": "fly", "params": {}}), "unknown-command")
    for params in ({}, {"to_step": "abc"}, {"junk": "x" * 20_000}, ACCEPTED.get(type_, {})):
        for query in ("", "?dry_run=true"):
            sent = match.ask(
                "POST", f"{match.path}/commands{query}", match.tokens[1], {"type": type_, "params": params}
            )
            told = problem(sent, "unknown-command")
            assert (told["code"], told["rule"], told["detail"]) == ("unknown_command", "LEDGER-3.3", refused["detail"])
    assert written() == before


def test_nothing_is_played_before_the_start(ask):
    token = ask.client.player()
    opened = ask("POST", "/v1/matches", token, {"game": "coup", "seats": 2}).json["id"]
    ask("POST", f"/v1/matches/{opened}/seats", token)
    command = {"type": "pass", "params": {"decision_id": 0}}
    problem(ask("POST", f"/v1/matches/{opened}/commands", token, command), "match-not-running")


def test_a_finished_match_has_a_result_and_shows_everything(ask):
    match = coup(ask, seats=3)
    end = match.finish()
    assert end["to_act"] == []
    assert end["result"]["winners"] == [end["state"]["winner"]]
    spectator = match.seen()
    assert all(card["card"] for seat in spectator["state"]["seats"] for card in seat["cards"])
    sealed = ask("GET", f"{match.path}/events?limit=100").json["events"][0]["secret"]["sealed"]
    assert len(sealed["server_seed"]) == 64
    for seat in range(3):
        assert match.choices(seat) == []


def test_an_earlier_version_is_as_it_was(ask):
    match = coup(ask, seats=2)
    seen = {}
    for _ in range(6):
        now = match.ask("GET", match.path, match.tokens[0])
        seen[now.json["version"]] = now.body
        match.move()
    for version, body in seen.items():
        then = match.ask("GET", f"{match.path}?at={version}", match.tokens[0])
        assert then.body == body
    problem(match.ask("GET", f"{match.path}?at=100000"), "not-found")


def test_every_version_can_be_read_by_everybody(ask):
    """Also those in the middle of a command, which no player ever saw."""
    match = coup(ask, seats=3, module="un")
    last = match.finish(seed=5)["version"]
    running = coup(ask, seats=3)
    ask.client.play(running.match, running.tokens, __import__("random").Random(3), steps_max=12)
    for one, end in ((match, last), (running, running.seen()["version"])):
        for version in range(1, end + 1):
            for token in (None, one.tokens[0]):
                reply = one.ask("GET", f"{one.path}?at={version}", token)
                assert reply.status == 200, reply
                assert reply.json["version"] == version


def test_a_worker_that_remembers_nothing_answers_the_same(ask, new_app, transport):
    match = coup(ask, seats=2)
    for _ in range(5):
        match.move()
    other = transport(new_app())
    for path in (match.path, f"{match.path}/choices", f"{match.path}/events"):
        for token in match.tokens:
            first, second = ask("GET", path, token), other("GET", path, token)
            assert (first.status, first.body, first.etag) == (second.status, second.body, second.etag)


def test_two_workers_take_turns(ask, new_app, transport):
    """Each is behind after the other's command, and notices."""
    match = coup(ask, seats=2)
    other = match._replace(ask=transport(new_app()))
    for _ in range(4):
        assert match.move().status == 201
        assert other.move().status == 201
    assert match.seen() == other.seen()


@pytest.mark.parametrize("slug", list(all_games()))
def test_every_game_can_be_opened_joined_and_started(ask, slug):
    game = all_games()[slug]
    for seats in {game.seats_min, game.seats_max}:
        match, tokens = ask.client.start(slug, seats)
        seen = ask("GET", f"/v1/matches/{match}", tokens[0]).json
        assert seen["status"] == "running"
        assert seen["to_act"]
        offered = ask("GET", f"/v1/matches/{match}/choices", tokens[seen["to_act"][0]]).json
        assert offered["choices"]
