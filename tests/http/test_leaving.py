"""Cancelling, conceding, bots that play on, calling off and seats that are away, over the API."""

from __future__ import annotations

from typing import Any

import pytest
from matchledger_client import Client

from service.processes.bots.runner import BotRunner
from tests.client import InProcessSession
from tests.http.asking import Ask, Coup, Reply, coup, in_process, problem

DAY_S = 24 * 3600


def leave(match: Coup, seat: int, way: str, **fields: Any) -> Reply:
    return match.ask("POST", f"{match.path}/leave", match.tokens[seat], {"as": way, **fields})


def verdict(match: Coup) -> str:
    found: str = match.ask("GET", f"{match.path}/audit", match.tokens[0]).json["verdict"]
    return found


def catch_up(projector: Any) -> None:
    while projector.run_once(block_ms=10):
        pass


def open_match(ask: Ask, token: str, **fields: Any) -> str:
    made = ask("POST", "/v1/matches", token, {"game": "coup", "seats": 2, **fields})
    assert made.status == 201, made
    return f"/v1/matches/{made.json['id']}"


def test_a_cancelled_match_is_over_and_in_no_list(ask, projector, new_app, written):
    ana, ben = ask.client.player("Ana"), ask.client.player("Ben")
    path = open_match(ask, ana)
    ask("POST", f"{path}/seats", ben)
    catch_up(projector)
    assert ask("GET", "/v1/matches").json["matches"]
    problem(ask("POST", f"{path}/cancel", ben), "not-allowed")
    first = ask("POST", f"{path}/cancel", ana, {}, key="cancel")
    assert first.status == 204
    before = written()
    for one in (ask, in_process(new_app())):
        assert one("POST", f"{path}/cancel", ana, {}, key="cancel").status == 204
    assert written() == before
    catch_up(projector)
    assert ask("GET", "/v1/matches").json["matches"] == []
    me = ask("GET", "/v1/players/me", ben).json["id"]
    assert ask("GET", f"/v1/players/{me}/matches", ben).json["matches"] == []
    seen = ask("GET", path, ben).json
    assert (seen["status"], seen["ending"], seen["result"]) == ("finished", "cancelled", None)
    problem(ask("POST", f"{path}/cancel", ana), "match-not-open")
    problem(ask("POST", f"{path}/seats", ana), "match-not-open")
    problem(ask("POST", f"{path}/start", ana), "match-not-open")
    assert ask("GET", f"{path}/audit").json["verdict"] == "ok"
    assert ask("GET", f"{path}/export", ana).status == 200
    assert ask("GET", f"{path}/steps").status == 200


def test_an_open_match_that_nobody_joins_is_cancelled_by_the_clock(ask, projector, clock, wall):
    ana = ask.client.player("Ana")
    path = open_match(ask, ana)
    catch_up(projector)
    wall.passes(DAY_S - 1)
    clock.run_once()
    assert ask("GET", path).json["status"] == "open"
    ask("POST", f"{path}/seats", ana)
    catch_up(projector)
    wall.passes(DAY_S - 1)
    clock.run_once()
    assert ask("GET", path).json["status"] == "open", "somebody has sat down meanwhile"
    wall.passes(2)
    clock.run_once()
    assert ask("GET", path).json["ending"] == "cancelled"


def test_of_two_players_the_other_one_wins(match, projector):
    reply = leave(match, 0, "concede")
    assert [event["type"] for event in reply.json["events"]] == ["SeatConceded", "MatchConceded"]
    seen = match.seen()
    assert (seen["status"], seen["ending"], seen["result"]["winners"]) == ("finished", "conceded", [1])
    assert seen["seats"][0]["left"] == "conceded"
    assert problem(leave(match, 0, "concede"), "match-finished")["code"] == "match_over"
    assert verdict(match) == "ok"


def test_of_three_players_the_clock_plays_for_the_one_who_has_conceded(ask, projector, clock):
    match = coup(ask, seats=3)
    leave(match, 0, "concede")
    assert problem(leave(match, 0, "concede"), "leave-impossible")["code"] == "already_conceded"
    back = match.ask("DELETE", f"{match.path}/leave", match.tokens[0])
    assert problem(back, "seat-conceded")["rule"] == "LEDGER-10.3"
    problem(match.send(0, {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}}), "seat-conceded")
    assert match.ask("GET", f"{match.path}/choices", match.tokens[0]).json["choices"] == []
    assert match.seen()["to_act"] == []
    catch_up(projector)
    clock.run_once()
    assert match.seen()["to_act"] == [1]
    assert verdict(match) == "ok"


ORDERS_OF_A_PLAYER: dict[str, tuple[str, str, dict[str, Any] | None]] = {
    "undo": ("POST", "undo", {}),
    "redo": ("POST", "redo", {}),
    "answer_undo": ("POST", "undo/votes", {"accepts": True}),
    "withdraw_undo": ("DELETE", "undo", None),
}


@pytest.mark.parametrize("order", ["command", "dry_run", *ORDERS_OF_A_PLAYER])
def test_a_worker_with_an_older_table_lets_nobody_act_beside_their_bot(ask, new_app, order):
    """The ledger decides who acts for a seat, on the newest table; what a worker remembers decides nothing."""
    match, older = coup(ask), in_process(new_app())
    match.move()
    match.move()
    assert older("GET", match.path, match.tokens[0]).status == 200
    assert leave(match, 0, "bot").status == 201
    answers = []
    for worker in (older, ask, in_process(new_app())):
        if order in ORDERS_OF_A_PLAYER:
            method, path, body = ORDERS_OF_A_PLAYER[order]
            sent = worker(method, f"{match.path}/{path}", match.tokens[0], body)
        else:
            query = "?dry_run=true" if order == "dry_run" else ""
            sent = worker("POST", f"{match.path}/commands{query}", match.tokens[0], match.income())
        refused = problem(sent, "not-seated")
        answers.append((refused["code"], refused["rule"], refused["detail"]))
    assert answers == [("seat_handed_over", "LEDGER-3.5", "A bot plays on for you; take your seat back first.")] * 3
    assert verdict(match) == "ok"


def test_a_worker_with_an_older_table_lets_no_bot_act_beside_its_player(app, ask, new_app, projector):
    match, newer = coup(ask), in_process(new_app())
    assert leave(match, 0, "bot").status == 201
    catch_up(projector)  # which gives the bot its token
    services = app.extensions["matchledger"]
    bot = services.tables.current(match.match).bot_of(0)
    token = services.notary.bot_token(bot)
    assert ask("GET", f"{match.path}/choices", token).json["seat"] == 0
    assert newer("DELETE", f"{match.path}/leave", match.tokens[0]).status == 201
    refused = problem(ask("POST", f"{match.path}/commands", token, match.income()), "not-seated")
    assert (refused["code"], refused["rule"]) == ("not_a_player", "LEDGER-3.2")
    assert match.move().status == 201


def test_a_retry_after_handing_over_gets_the_answer_of_the_first_try(ask, new_app):
    match, older = coup(ask), in_process(new_app())
    command = match.income()
    assert older("GET", match.path, match.tokens[0]).status == 200
    first = match.send(0, command, key="k")
    assert leave(match, 0, "bot").status == 201
    for worker in (older, ask, in_process(new_app())):
        again = worker("POST", f"{match.path}/commands", match.tokens[0], command, key="k")
        assert (again.status, again.json) == (first.status, first.json)


def test_a_bot_plays_on_until_the_player_is_back(app, match, projector):
    assert leave(match, 0, "bot").status == 201
    assert match.seen()["seats"][0]["left"] == "bot"
    income = {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}}
    refused = problem(match.send(0, income), "not-seated")
    assert "bot" in refused["detail"]
    problem(match.ask("GET", f"{match.path}/choices", match.tokens[0]), "not-seated")
    own = match.ask("GET", match.path, match.tokens[0]).json["state"]
    assert own != match.ask("GET", match.path).json["state"], "the player still sees the own cards"
    catch_up(projector)
    runner = BotRunner(app.extensions["matchledger"], Client("", session=InProcessSession(app)), pause_s=0.0)
    runner.schedule({match.match})
    runner.run_due()
    assert match.seen()["step"] > 1, "the bot has moved"
    assert match.ask("DELETE", f"{match.path}/leave", match.tokens[0]).status == 201
    assert match.ask("GET", f"{match.path}/choices", match.tokens[0]).status == 200
    again = match.ask("DELETE", f"{match.path}/leave", match.tokens[0])
    assert problem(again, "leave-impossible")["code"] == "nothing_to_withdraw"
    assert verdict(match) == "ok"


def test_another_worker_knows_at_once_who_plays_the_seat(match, new_app):
    other = match._replace(ask=in_process(new_app()))
    income = {"type": "declare_action", "params": {"decision_id": 0, "action": "usa"}}
    leave(match, 0, "bot")
    problem(other.send(0, income), "not-seated")
    match.ask("DELETE", f"{match.path}/leave", match.tokens[0])
    assert other.send(0, income).status == 201


def test_a_match_is_called_off_alone_at_first_and_later_by_all(ask):
    match = coup(ask)
    leave(match, 1, "call-off")
    seen = match.seen()
    assert (seen["status"], seen["ending"], seen["result"]) == ("finished", "called_off", None)
    match = coup(ask)
    match.move()
    match.move()
    assert leave(match, 1, "call-off").json["events"][0]["type"] == "CallOffProposed"
    assert match.seen()["call_off"] == {"agreed": [1], "waiting_for": [0]}
    assert problem(leave(match, 1, "call-off"), "leave-impossible")["code"] == "already_agreed"
    assert match.ask("DELETE", f"{match.path}/leave", match.tokens[1]).status == 201
    assert match.seen()["call_off"] is None
    leave(match, 0, "call-off")
    leave(match, 1, "call-off")
    assert match.seen()["ending"] == "called_off"
    assert verdict(match) == "ok"


def test_a_player_who_never_returns_does_not_hold_the_match_up(match, wall, new_app, written):
    away = match.seen()["away"]
    assert [one["seat"] for one in away] == [0]
    body = {"seat": 0, "as": "concede"}
    early = problem(match.ask("POST", f"{match.path}/away", match.tokens[1], body), "not-away")
    assert early["away_at"] == away[0]["at"]
    wall.passes(DAY_S + 1)
    problem(match.ask("POST", f"{match.path}/away", match.tokens[0], {**body, "seat": 1}), "not-away")
    first = match.ask("POST", f"{match.path}/away", match.tokens[1], body, key="away")
    assert first.status == 201
    before = written()
    again = in_process(new_app())("POST", f"{match.path}/away", match.tokens[1], body, key="away")
    assert (again.status, again.body) == (first.status, first.body)
    assert written() == before
    assert match.seen()["result"]["winners"] == [1]


def test_what_is_held_for_an_answer_is_not_taken_back_by_somebody_else(ask):
    match = coup(ask, seats=3)
    declare = {"type": "declare_action", "params": {"decision_id": 0, "action": "russia"}}
    assert match.send(0, declare).status == 201
    assert (
        match.send(1, {"type": "pass", "params": {"decision_id": match.seen()["state"]["decision"]["id"]}}).status
        == 201
    )
    assert leave(match, 2, "concede").status == 201
    assert match.ask("POST", f"{match.path}/undo", match.tokens[0], {"to_step": 0}).status == 202
    assert match.seen()["held"]["waiting_for"] == [1]
    plan = match.ask("GET", f"{match.path}/undo", match.tokens[1]).json
    assert (plan["needs"], plan["code"], plan["rule"]) == ("impossible", "undo_pending", "LEDGER-4.8")
    refused = problem(match.ask("POST", f"{match.path}/undo", match.tokens[1], {}), "illegal-move")
    assert (refused["code"], refused["late"]) == ("undo_pending", True)
    assert match.ask("POST", f"{match.path}/undo/votes", match.tokens[1], {"accepts": False}).status == 201
    assert match.ask("POST", f"{match.path}/undo", match.tokens[1], {}).status == 201
    assert verdict(match) == "ok"


def test_nobody_wins_by_holding_the_match_while_the_others_may_not_answer(ask, wall):
    match = coup(ask)
    match.move()
    match.move()
    assert match.ask("POST", f"{match.path}/undo", match.tokens[0], {"to_step": 0}).status == 202
    claim = {"step": 1, "claim": "Wait.", "freeze": True}
    held = match.ask("POST", f"{match.path}/disputes", match.tokens[0], claim).json["id"]
    wall.passes(DAY_S + 1)
    assert match.seen()["away"] == []
    problem(match.ask("POST", f"{match.path}/undo/votes", match.tokens[1], {"accepts": False}), "match-frozen")
    assert match.ask("DELETE", f"/v1/disputes/{held}", match.tokens[0]).status == 204
    assert match.seen()["away"] == [{"seat": 1, "at": wall.now + 1000 * DAY_S}]
    problem(match.ask("POST", f"{match.path}/away", match.tokens[0], {"seat": 1, "as": "concede"}), "not-away")
    assert match.ask("POST", f"{match.path}/undo/votes", match.tokens[1], {"accepts": False}).status == 201
    assert (match.seen()["status"], verdict(match)) == ("running", "ok")


@pytest.mark.parametrize("body", [{}, {"as": "flee"}, {"as": "concede", "seat": 1}, {"as": None}])
def test_bad_input_is_refused(match, body):
    problem(match.ask("POST", f"{match.path}/leave", match.tokens[0], body), "bad-request")


def test_nobody_else_has_a_say(ask, match):
    stranger = ask.client.player("Eve")
    for method, path, body in (
        ("POST", "/leave", {"as": "call-off"}),
        ("DELETE", "/leave", None),
        ("POST", "/away", {"seat": 0, "as": "bot"}),
    ):
        problem(ask(method, match.path + path, stranger, body), "not-seated")


def test_an_invitation_tells_what_one_sits_down_to_and_no_more(ask):
    ana, eve = ask.client.player("Ana"), ask.client.player("Eve")
    for is_public in (True, False):
        path = open_match(ask, ana, public=is_public, options={"first_seat": 0})
        ask("POST", f"{path}/seats", ana)
        for token in (None, eve, ana):
            found = ask("GET", f"{path}/invitation", token)
            assert found.json["seats"] == [{"seat": 0, "name": "Ana"}, {"seat": 1, "name": None}]
            assert (found.json["game"], found.json["free"], found.json["public"]) == ("coup", 1, is_public)
            assert b"p-" not in found.body, "names, and no ids of players"
            assert found.body == ask("GET", f"{path}/invitation").body
        if not is_public:
            problem(ask("GET", path, eve), "not-found")
        ask("POST", f"{path}/bots", ana, {})
        full = [ask("GET", f"{path}/invitation", token).status for token in (None, eve, ana)]
        assert full == ([200] * 3 if is_public else [404, 404, 200])
        ask("POST", f"{path}/start", ana)
        running = [ask("GET", f"{path}/invitation", token).status for token in (None, eve, ana)]
        assert running == full


def test_whoever_was_invited_to_a_private_match_sits_down_with_the_id_alone(ask):
    ana, ben = ask.client.player("Ana"), ask.client.player("Ben")
    path = open_match(ask, ana, public=False)
    assert ask("GET", f"{path}/invitation").json["free"] == 2
    assert ask("POST", f"{path}/seats", ben).status == 201
    assert ask("GET", path, ben).status == 200


@pytest.mark.parametrize("way", ["concede", "bot", "call-off"])
def test_a_private_match_that_is_left_stays_private(ask, way):
    ana, ben, eve = (ask.client.player(name) for name in ("Ana", "Ben", "Eve"))
    path = open_match(ask, ana, public=False)
    for token in (ana, ben):
        ask("POST", f"{path}/seats", token)
    ask("POST", f"{path}/start", ana)
    assert ask("POST", f"{path}/leave", ana, {"as": way}).status == 201
    for address in ("", "/invitation", "/events", "/steps"):
        problem(ask("GET", path + address, eve), "not-found")
    problem(ask("POST", f"{path}/leave", eve, {"as": way}), "not-found")
    assert ask("GET", path, ana).status == 200
