"""Disputes from the claim to the ruling, the docket, and what an arbiter's looks leave behind."""

from __future__ import annotations

import pytest

from ledger.audit import CHECKS
from tests.http.asking import Ask, Coup, problem


@pytest.fixture
def arbiter(app) -> str:
    """The token of an arbiter."""
    return app.extensions["matchledger"].identity.enrol("Judge", "arbiter")[1]


def dispute(match: Coup, seat: int = 1, **body: object) -> dict:
    reply = match.ask("POST", f"{match.path}/disputes", match.tokens[seat], {"claim": "that was mine", **body})
    assert reply.status == 201, reply
    return reply.json


def types(match: Coup) -> list[str]:
    return [event["type"] for event in match.ask("GET", f"{match.path}/events").json["events"]]


def rule(match: Coup, token: str, case: dict, key: str | None = None, **body: object):
    return match.ask("POST", f"/v1/disputes/{case['id']}/ruling", token, {"reason": "fair", **body}, key=key)


def test_a_dispute_is_about_one_thing_that_exists(match):
    match.move()
    for body in ({}, {"step": 0, "ruling": 1}):
        problem(match.ask("POST", f"{match.path}/disputes", match.tokens[0], {"claim": "x", **body}), "bad-request")
    for body in ({"step": 2}, {"refusal_at": 5}, {"ruling": 1}):
        reply = match.ask("POST", f"{match.path}/disputes", match.tokens[0], {"claim": "x", **body})
        problem(reply, "dispute-impossible")
    assert dispute(match, step=1)["about_step"] == 1


def test_only_players_and_arbiters_dispute_and_only_arbiters_rule(match, ask: Ask, arbiter):
    outsider = ask.client.player()
    problem(ask("POST", f"{match.path}/disputes", outsider, {"step": 0, "claim": "x"}), "not-seated")
    case = dispute(match, step=0)
    problem(rule(match, match.tokens[0], case, ruling="dismiss"), "not-allowed")
    assert rule(match, arbiter, case, ruling="dismiss").status == 201


def test_a_player_disputes_also_while_a_bot_plays_on_for_them(match, arbiter):
    match.move()
    left = match.ask("POST", f"{match.path}/leave", match.tokens[1], {"as": "bot", "policy": "random"})
    assert left.status == 201
    case = dispute(match, step=1)
    assert case["by"] == "seat:1"
    assert match.ask("DELETE", f"/v1/disputes/{case['id']}", match.tokens[1]).status == 204


def test_nobody_floods_the_arbiters(match):
    for _ in range(3):
        dispute(match, step=0)
    reply = match.ask("POST", f"{match.path}/disputes", match.tokens[1], {"step": 0, "claim": "again"})
    problem(reply, "dispute-impossible")


def test_a_frozen_match_goes_on_after_the_ruling(match, arbiter):
    case = dispute(match, step=0, freeze=True)
    seen = match.seen()
    assert (seen["to_act"], seen["deadline"]) == ([], None)
    assert (seen["held"]["by"], seen["held"]["id"], seen["held"]["waiting_for"]) == ("dispute", case["id"], ["arbiter"])
    assert match.ask("GET", f"{match.path}/choices", match.tokens[0]).json["choices"] == []
    refused = problem(match.send(0, match.income()), "match-frozen")
    assert (refused["code"], refused["rule"]) == ("match_frozen", "LEDGER-6.3")
    assert refused["dispute"] == f"/v1/disputes/{case['id']}"
    problem(match.ask("POST", f"{match.path}/undo", match.tokens[0]), "match-frozen")
    assert rule(match, arbiter, case, ruling="dismiss").json["status"] == "ruled"
    assert match.move().status == 201


def test_nobody_holds_a_match_again_and_again_by_withdrawing(match, wall):
    freeze = {"step": 0, "claim": "Wait.", "freeze": True}
    for _ in range(2):
        case = dispute(match, **freeze)
        wall.passes(47 * 3600)
        assert match.ask("DELETE", f"/v1/disputes/{case['id']}", match.tokens[1]).status == 204
    refused = problem(match.ask("POST", f"{match.path}/disputes", match.tokens[1], freeze), "dispute-impossible")
    assert (refused["code"], refused["rule"]) == ("hold_not_allowed", "LEDGER-6.2")
    assert "twice" in refused["detail"]
    assert "`freeze`" in refused["remedy"], "the remedy of the problem type would not help"
    assert dispute(match, **{**freeze, "freeze": False})["status"] == "open"
    assert match.move().status == 201


def test_a_rewind_takes_the_disputed_step_back_and_leaves_it_in_the_log(match, arbiter):
    before = match.seen()["state"]["seats"]
    match.move()
    case = dispute(match, step=1)
    assert rule(match, arbiter, case, ruling="rewind").status == 201
    assert match.seen()["state"]["seats"] == before
    steps = match.ask("GET", f"{match.path}/steps", match.tokens[0]).json["steps"]
    assert [step["undone"] for step in steps][:2] == [False, True]
    assert 'The reason: "fair".' in " ".join(steps[-1]["narration"]), "the players read why"
    assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"


def test_a_result_can_be_adjusted_and_a_seat_can_forfeit(ask, match, arbiter):
    case = dispute(match, step=0)
    problem(rule(match, arbiter, case, ruling="adjust"), "bad-request")
    problem(rule(match, arbiter, case, ruling="adjust", winners=[7]), "bad-request")
    assert rule(match, arbiter, case, ruling="adjust", winners=[1]).status == 201
    assert match.seen()["result"] == {"winners": [1], "scores": {}}
    problem(match.send(0, {"type": "pass", "params": {"decision_id": 0}}), "match-finished")
    second = dispute(match, step=0)
    problem(rule(match, arbiter, second, ruling="rewind"), "match-finished")
    assert rule(match, arbiter, second, ruling="forfeit", seat=1).status == 201
    assert match.seen()["result"]["winners"] == [0]
    assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"


def test_a_dispute_is_ruled_on_once_and_a_ruling_can_be_appealed(match, arbiter):
    case = dispute(match, step=0)
    first = rule(match, arbiter, case, ruling="dismiss", key="k")
    assert rule(match, arbiter, case, ruling="dismiss", key="k").body == first.body
    problem(rule(match, arbiter, case, ruling="dismiss"), "dispute-ruled")
    appeal = dispute(match, ruling=case["number"])
    assert appeal["about_ruling"] == case["number"]
    evidence = match.ask("GET", appeal["evidence"], match.tokens[0]).json
    assert evidence["step"] == 0


def test_a_refusal_can_be_disputed(match):
    problem(match.send(1, {"type": "pass", "params": {"decision_id": 0}}), "illegal-move")
    kept = match.ask("GET", f"{match.path}/rejections", match.tokens[1]).json["rejections"]
    assert match.ask("GET", f"{match.path}/rejections", match.tokens[0]).json["rejections"] == []
    refused = problem(match.ask("GET", f"{match.path}/rejections", match.ask.client.player("Eve")), "not-seated")
    assert (refused["code"], refused["rule"]) == ("refusals_of_others", "LEDGER-12.5")
    case = dispute(match, refusal_at=kept[0]["at"])
    assert case["about_refusal"] == kept[0]["at"]


def test_the_evidence_shows_each_what_they_may_see_and_records_an_arbiters_look(match, arbiter):
    match.move()
    case = dispute(match, step=1)
    own = match.ask("GET", case["evidence"], match.tokens[0]).json
    assert (own["seen_as"], list(own["before"])) == ("0", ["0"])
    assert own["command"]["params"]["action"] == "usa"
    assert own["choices"]
    other = match.ask("GET", case["evidence"], match.tokens[1]).json
    assert other["command"] == {"type": "declare_action"}
    assert other["choices"] == []
    assert other["luck"] is None
    assert "ArbiterLooked" not in types(match)
    all_of_it = match.ask("GET", case["evidence"], arbiter).json
    assert all_of_it["seen_as"] == "seats"
    assert list(all_of_it["before"]) == ["0", "1", "spectator"]
    assert all_of_it["luck"] is None
    assert all_of_it["command"]["params"]["action"] == "usa"
    assert all_of_it["choices"]
    assert [rule["id"] for rule in all_of_it["rules"]]
    assert types(match).count("ArbiterLooked") == 1
    assert match.ask("GET", f"{match.path}/audit/steps/1", arbiter).status == 200
    assert types(match).count("ArbiterLooked") == 2


def test_the_report_is_a_page_without_anything_to_run(match, arbiter):
    case = dispute(match, step=0, claim='<script>alert("x")</script>')
    page = match.ask("GET", f"/v1/disputes/{case['id']}/report", arbiter)
    assert page.headers["Content-Type"].startswith("text/html")
    assert b"<script" not in page.body
    assert b"&lt;script&gt;" in page.body


def test_the_docket_lists_disputes_and_rulings(ask, match, projector, arbiter):
    case = dispute(match, step=0)
    projector.run_once(10)
    assert [one["id"] for one in ask("GET", "/v1/disputes?status=open").json["disputes"]] == [case["id"]]
    rule(match, arbiter, case, ruling="dismiss")
    projector.run_once(10)
    assert ask("GET", "/v1/disputes?status=open").json["disputes"] == []
    assert [one["ruling"] for one in ask("GET", "/v1/disputes").json["disputes"]] == ["dismiss"]
    problem(ask("GET", "/v1/disputes?cursor=x"), "bad-request")
    problem(ask("GET", "/v1/disputes/nonsense"), "not-found")
    problem(ask("GET", f"/v1/disputes/{match.path.rpartition('/')[2]}~99"), "not-found")


def test_an_arbiters_look_at_refusals_is_recorded(match, arbiter):
    match.send(0, {"type": "pass", "params": {"decision_id": 77}})
    match.move()
    match.ask("GET", f"{match.path}/rejections", match.tokens[0])
    assert "ArbiterLooked" not in types(match)
    assert len(match.ask("GET", f"{match.path}/rejections", arbiter).json["rejections"]) == 1
    assert types(match).count("ArbiterLooked") == 1
    branch = match.ask("POST", f"{match.path}/branches", arbiter, {"step": 1})
    assert (branch.status, branch.json["branch"]["resampled_for"]) == (201, "spectator")
    assert types(match).count("ArbiterLooked") == 1, "a branch in which all is drawn anew shows nothing hidden"
    match.finish()
    match.ask("GET", f"{match.path}/rejections", arbiter)
    assert types(match).count("ArbiterLooked") == 1, "what is open to everybody is no look"


def test_an_arbiter_who_plays_sees_what_a_player_sees(ask, arbiter):
    """Else an arbiter could play with the cards of the others in view."""
    other = ask.client.player("Ben")
    match = ask("POST", "/v1/matches", other, {"game": "coup", "seats": 2, "options": {"first_seat": 0}}).json["id"]
    path = f"/v1/matches/{match}"
    for token in (other, arbiter):
        ask("POST", f"{path}/seats", token)
    ask("POST", f"{path}/start", other)
    ask("POST", f"{path}/commands", other, {"type": "pass", "params": {"decision_id": 77}})
    evidence = ask("GET", f"{path}/audit/steps/0", arbiter).json
    assert (evidence["seen_as"], evidence["luck"]) == ("1", None)
    assert ask("GET", f"{path}/rejections", arbiter).json["rejections"] == []
    branch = ask("POST", f"{path}/branches", arbiter, {"step": 0}).json
    assert branch["branch"]["resampled_for"] == 1


def test_a_single_step_is_audited(match):
    for _ in range(3):
        match.move()
    for step in range(4):
        report = match.ask("GET", f"{match.path}/audit?step={step}").json
        assert (report["verdict"], report["step"]) == ("ok", step)
        sentences = {check["name"]: check["detail"] for check in report["checks"]}
        assert f"In step {step}: every event of the game is what its rules decide again" in sentences["decisions"]
        assert set(CHECKS) == sentences.keys()
    problem(match.ask("GET", f"{match.path}/audit?step=4"), "not-found")
    assert match.ask("GET", f"{match.path}/audit").json["step"] is None


def test_ledger_6_2_without_an_arbiter_nobody_holds_a_match(match, link):
    link.call("DEL", "people:arbiters")
    body = {"step": 0, "claim": "that was mine", "freeze": True}
    refused = problem(match.ask("POST", f"{match.path}/disputes", match.tokens[1], body), "dispute-impossible")
    assert (refused["code"], refused["rule"]) == ("no_arbiter", "LEDGER-6.2")
    dispute(match, step=0, freeze=False)


def test_the_claimant_withdraws_and_the_match_goes_on(match):
    case = dispute(match, step=0, freeze=True)
    problem(match.ask("DELETE", f"/v1/disputes/{case['id']}", match.tokens[0]), "not-allowed")
    assert match.ask("DELETE", f"/v1/disputes/{case['id']}", match.tokens[1]).status == 204
    assert match.ask("GET", f"/v1/disputes/{case['id']}").json["status"] == "withdrawn"
    assert match.seen()["held"] is None
    assert match.move().status == 201
