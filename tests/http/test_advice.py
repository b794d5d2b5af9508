"""What the search would have played in a finished match: by what the seat knew then, bounded, in its own process."""

from __future__ import annotations

import os
import signal

import psutil
import pytest
from msgspec.structs import replace

from games.dice import Dice
from games.registry import all_games
from service.problems import Problem
from service.searching import answer, question_about
from service.web import advising
from service.web.advising import PROGRAM, Advisor
from tests.http.asking import problem
from tests.http.test_analysis import conceded, play

PASSES = 2


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr("service.web.routes.advice.PASSES", PASSES)


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_it_compares_commands_that_the_seat_could_send_then_by_what_it_knew(app, ask, slug, quick):
    match, tokens = play(app, ask, slug, seats=2, steps=12)
    tables = app.extensions["matchledger"].tables
    asked = {}
    for step in (3, 9):
        asked[step] = ask("GET", f"/v1/matches/{match}/steps/{step}?state=true", tokens[0]).json["version"]
    assert ask("POST", f"/v1/matches/{match}/leave", tokens[1], {"as": "concede"}).status < 300
    for step, version in asked.items():
        found = ask("GET", f"/v1/matches/{match}/steps/{step}/advice").json
        table = tables.at(match, version)
        seat = found["seat"]
        assert (found["step"], found["to_act"]) == (step, list(table.to_act()))
        assert seat == table.to_act()[0]
        assert 1 <= len(found["compared"]) <= min(5, found["candidates"])
        types = {template.type for template in table.game.rules.choices(table.state, seat)}
        for one in found["compared"]:
            assert one["type"] in types
            assert one["label"]
            assert 0 <= one["worth"] <= 1
            assert one["passes"] <= PASSES
        other = replace(table, state=table.game.presentation.resample(table.state, seat, Dice(b"other", step)))
        here, there = (question_about(one, seat, b"seed", 0, 60, PASSES) for one in (table, other))
        assert here.worlds == there.worlds
        assert answer(here) == answer(there)
        again = ask("GET", f"/v1/matches/{match}/steps/{step}/advice?seat={seat}", tokens[1]).json
        assert again == found, "everybody is told the same"


def test_it_says_what_was_really_played(match, quick):
    match.move()
    conceded(match)
    found = match.ask("GET", f"{match.path}/steps/0/advice").json
    command = match.ask("GET", f"{match.path}/steps/1?view=revealed").json["command"]
    assert found["seat"] == 0
    assert found["played"] == {"step": 1, **command}
    assert match.ask("GET", f"{match.path}/steps/1/advice").json["played"] is None, "seat 1 has conceded instead"


def test_a_running_match_and_a_step_without_a_decision_are_refused(match, quick):
    match.move()
    for token in (*match.tokens, None):
        refused = problem(match.ask("GET", f"{match.path}/steps/0/advice", token), "match-running")
        assert (refused["code"], refused["rule"]) == ("no_advice_yet", "LEDGER-12.4")
    conceded(match)
    last = match.ask("GET", match.path).json["step"]
    assert problem(match.ask("GET", f"{match.path}/steps/{last}/advice"), "no-decision")["to_act"] == []
    assert problem(match.ask("GET", f"{match.path}/steps/0/advice?seat=1"), "no-decision")["to_act"] == [0]
    problem(match.ask("GET", f"{match.path}/steps/99/advice"), "not-found")
    problem(match.ask("GET", f"{match.path}/steps/0/advice?seat=x"), "bad-request")
    problem(match.ask("GET", "/v1/matches/m-unknown/steps/0/advice"), "not-found")


@pytest.fixture
def advisor():
    made = Advisor()
    yield made
    made.side.stop()


def test_the_process_answers_as_the_search_does_and_is_started_again_when_it_was_killed(app, ask, advisor):
    match, _ = ask.client.start("coup", 2)
    table = app.extensions["matchledger"].tables.current(match)
    question = question_about(table, table.to_act()[0], b"seed", 0, 60, PASSES)
    expected = answer(question)
    assert advisor.search(question) == expected
    assert PROGRAM in psutil.Process(advisor.side.process.pid).cmdline()
    os.kill(advisor.side.process.pid, signal.SIGKILL)
    assert advisor.search(question) == expected


def test_only_so_many_wait_for_it(monkeypatch, advisor, app, ask):
    """Asked from within an answer: as if the others were still waiting."""
    match, _ = ask.client.start("coup", 2)
    table = app.extensions["matchledger"].tables.current(match)
    question = question_about(table, table.to_act()[0], b"seed", 0, 60, PASSES)
    asked = 0

    def ask_again(_messages: object) -> bytes:
        nonlocal asked
        asked += 1
        advisor.search(question)
        raise AssertionError("it never ends")

    monkeypatch.setattr(advisor.side, "ask", ask_again)
    with pytest.raises(Problem, match="search-busy"):
        advisor.search(question)
    assert asked == advising.WAITING_MAX + 1


def test_a_question_in_a_served_match_is_answered_in_a_process_of_its_own(live):
    ask = live.ask()
    match, tokens = ask.client.start("coup", 2)
    assert ask("POST", f"/v1/matches/{match}/leave", tokens[1], {"as": "concede"}).status < 300
    found = ask("GET", f"/v1/matches/{match}/steps/0/advice").json
    assert found["compared"][0]["passes"] >= 1
    assert live.running(PROGRAM)
