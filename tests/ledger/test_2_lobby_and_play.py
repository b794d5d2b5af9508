"""LEDGER-2 and LEDGER-3: sitting down, starting, playing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from events.envelope import Cause, Recorded
from games.decider import IllegalMove
from games.registry import ORDERS_OF_THE_LEDGER, all_rules
from ledger.decide import ORDERS, decide
from ledger.orders import Order, Refused
from ledger.rules_luck import LOBBY_EVENTS_MAX
from tests.ledger.match import Match, failed, order_by_name
from tests.ledger.test_4_taking_back import coup


@pytest.mark.parametrize("role", ["admin", "arbiter", "seat", "Player"])
def test_ledger_0_2_in_the_lobby_people_ask_as_players(role):
    """An operator could otherwise sign what a player does as what somebody of higher standing did."""
    match = Match("coup", 3).sit(0, 1)
    orders: list[tuple[str, dict[str, Any]]] = [
        ("take_seat", {}),
        ("leave_seat", {"seat": 0}),
        ("seat_bots", {"policy": "random"}),
        ("start_match", {}),
        ("cancel_match", {}),
        ("commit_luck", {"commitment": "ab" * 32}),
    ]
    for type_, params in orders:
        match.refused(f"{role}:p-0", type_, params, name="", players=["bot-random-x1"])
    running = Match("coup", 3).begin()
    running.do("seat:0", "leave", {"as": "bot", "policy": "random"}, bot="bot-random-x1")
    assert running.refused(f"{role}:p-0", "stay") == ("not_a_player", "LEDGER-10.5")


def test_ledger_2_1_a_free_seat_is_taken():
    match = Match()
    assert match.do("player:p-1", "take_seat", {"seat": 1}, name="B")[0].seat == 1
    assert match.do("player:p-0", "take_seat", name="A")[0].seat == 0
    assert match.refused("player:p-2", "take_seat", {"seat": 1}, name="C") == ("seat_taken", "LEDGER-2.1")
    assert match.refused("player:p-2", "take_seat", {"seat": 3}, name="C") == ("no_such_seat", "LEDGER-2.1")
    assert match.refused("player:p-2", "take_seat", {"seat": -1}, name="C") == ("no_such_seat", "LEDGER-2.1")
    match.do("player:p-2", "take_seat", name="C")
    assert match.refused("player:p-3", "take_seat", name="D") == ("match_full", "LEDGER-2.1")
    match.do("player:p-2", "start_match")
    assert match.refused("player:p-3", "take_seat", name="D") == ("match_not_open", "LEDGER-2.1")


def test_ledger_2_2_one_player_one_seat():
    match = Match().sit(0)
    assert match.refused("player:p-0", "take_seat", {"seat": 1}, name="A") == ("already_seated", "LEDGER-2.2")


def test_ledger_2_3_bots_take_the_first_free_seats():
    match = Match().sit(1)
    players = ["bot-random-x1", "bot-random-x2"]
    for wrong in (["p-7", "p-8"], ["bot-random-x1"] * 2, ["bot-sensible-x1", "bot-sensible-x2"]):
        code = match.refused("player:p-1", "seat_bots", {"policy": "random", "count": 2}, players=wrong)[0]
        assert code == "bot_invalid"
    stranger = match.refused("player:p-9", "seat_bots", {"policy": "random"}, players=players)
    assert stranger == ("not_allowed", "LEDGER-2.3")
    seated = match.do("player:p-1", "seat_bots", {"policy": "random"}, players=players)
    assert [(one.seat, one.player) for one in seated] == [(0, "bot-random-x1"), (2, "bot-random-x2")]
    assert match.refused("player:p-1", "seat_bots", {"policy": "random"}, players=[]) == ("match_full", "LEDGER-2.3")
    assert not [check for check in match.audit().checks if not check.ok]


def test_ledger_2_4_players_leave_their_own_seat_only():
    match = Match().sit(0, 1)
    assert match.refused("player:p-0", "leave_seat", {"seat": 1}) == ("not_your_seat", "LEDGER-2.4")
    match.do("player:p-0", "leave_seat", {"seat": 0})
    assert match.table.seats[0] is None
    match.do("player:p-0", "take_seat", {"seat": 0}, name="A")
    match.sit(2).do("player:p-0", "start_match")
    assert match.refused("player:p-0", "leave_seat", {"seat": 0}) == ("match_not_open", "LEDGER-2.1")


def test_ledger_2_5_a_full_table_is_started_by_somebody_who_belongs_to_it():
    match = Match().sit(0, 1)
    assert match.refused("player:p-0", "start_match") == ("seats_empty", "LEDGER-2.5")
    match.sit(2)
    assert match.refused("player:p-7", "start_match") == ("not_allowed", "LEDGER-2.5")
    assert match.do("player:p-2", "start_match")[0].players == ("p-0", "p-1", "p-2")


def test_ledger_2_6_the_setup_follows_in_the_same_command():
    match = Match().begin()
    began = next(one for one in match.history if one.stored.type == "PlayBegan")
    rest = match.history[began.version :]
    assert rest
    assert {one.stored.command for one in rest} == {began.stored.command}


def test_ledger_3_1_commands_are_accepted_while_the_match_runs():
    match = Match().sit()
    assert match.refused("seat:0", "pass") == ("match_not_running", "LEDGER-3.1")
    match.do("player:p-0", "start_match")
    match.play(400)
    assert match.refused("seat:0", "pass") == ("match_over", "LEDGER-3.1")


def test_ledger_3_2_a_command_comes_from_a_seat():
    match = Match().begin()
    for actor in ("player:p-0", "arbiter:a-1", "seat:3", "operator"):
        assert match.refused(actor, "pass") == ("not_a_player", "LEDGER-3.2")


def test_ledger_3_3_the_command_is_one_that_the_game_has():
    match = Match().begin()
    assert match.refused("seat:0", "fly") == ("unknown_command", "LEDGER-3.3")
    assert match.refused("seat:0", "expire_decision", {"decision_id": 0}) == ("system_only", "COUP-15.7")
    assert match.refused("seat:0", "declare_action", {"action": 3}) == ("bad_parameters", "LEDGER-3.3")
    assert match.refused("seat:0", "declare_action", {"seat": 1}) == ("bad_parameters", "LEDGER-3.3")


def test_ledger_3_4_the_same_command_in_the_same_place_has_the_same_outcome():
    match = Match("clank", 2, seed=9).begin().play(30)
    actor, type_, params = match.random_command()
    first = match.do(actor, type_, params)
    match.do("arbiter:a-1", "rewind", {"to_step": match.table.step - 1})
    assert match.do(actor, type_, params) == first


def test_ledger_2_9_a_lobby_ends_after_a_thousand_events():
    match = Match(seats=2).sit(1)
    while match.table.version < LOBBY_EVENTS_MAX - 2:
        match.do("player:p-0", "take_seat", {"seat": 0}, name="A")
        match.do("player:p-0", "leave_seat", {"seat": 0})
    match.do("player:p-0", "take_seat", {"seat": 0}, name="A")
    match.do("player:p-0", "commit_luck", {"commitment": "ab" * 32})
    assert match.table.version == LOBBY_EVENTS_MAX
    assert match.refused("player:p-0", "commit_luck", {"commitment": "cd" * 32}) == ("lobby_too_long", "LEDGER-2.9")
    match.do("player:p-0", "leave_seat", {"seat": 0})
    assert match.refused("player:p-0", "take_seat", name="A") == ("lobby_too_long", "LEDGER-2.9")
    match.do("player:p-1", "seat_bots", {"policy": "random"}, players=["bot-random-x1"])
    match.do("player:p-1", "start_match")
    assert match.table.status == "running"
    assert not [check for check in match.audit().checks if not check.ok]


BOT = "bot-sensible-b1"


def sent(match: Match, sender: str, type_: str, params: dict[str, Any] | None = None) -> tuple[str, str] | None:
    """An order of seat 1 that this person or bot has sent: code and rule of its refusal."""
    order = msgspec.structs.replace(order_by_name("seat:1", type_, params, {"bot": "bot-sensible-b2"}), sender=sender)
    try:
        match.decide(order)
    except (Refused, IllegalMove) as refusal:
        return refusal.code, refusal.rule
    return None


def asked_of_seat_1() -> tuple[Match, dict[str, Any]]:
    """Coup, in which seat 1 has to answer; and its answer."""
    match = coup()
    return match, {"decision_id": match.table.state.decision_id}


def test_ledger_3_5_a_seat_is_played_by_its_player_or_by_the_bot_and_never_by_both():
    match, answer = asked_of_seat_1()
    handed_over, no_player = ("seat_handed_over", "LEDGER-3.5"), ("not_a_player", "LEDGER-3.2")
    for stranger in ("p-0", "p-9", BOT):
        assert sent(match, stranger, "pass", answer) == no_player
    assert sent(match, "p-1", "pass", answer) is None
    match.do("seat:1", "leave", {"as": "bot"}, bot=BOT)
    assert sent(match, "p-1", "pass", answer) == handed_over
    assert sent(match, BOT, "pass", answer) is None
    for type_, params in (("undo", {}), ("answer_undo", {"accepts": True}), ("withdraw_undo", {}), ("redo", {})):
        assert sent(match, "p-1", type_, params) == handed_over
        assert sent(match, BOT, type_, params) not in (None, handed_over, no_player)  # for another reason
    match.do("player:p-1", "stay")
    assert sent(match, BOT, "pass", answer) == no_player
    assert sent(match, "p-1", "pass", answer) is None


def test_ledger_3_5_whoever_lets_a_bot_play_on_still_leaves_and_disputes():
    match, _ = asked_of_seat_1()
    match.do("seat:1", "leave", {"as": "bot"}, bot=BOT)
    assert sent(match, "p-1", "leave", {"as": "concede"}) is None
    assert sent(match, "p-0", "leave", {"as": "concede"}) == ("not_a_player", "LEDGER-3.2")
    assert sent(match, "p-1", "report_away", {"seat": 2, "as": "bot"}) == ("not_away", "LEDGER-10.7")
    assert sent(match, "p-2", "report_away", {"seat": 2, "as": "bot"}) == ("not_a_player", "LEDGER-3.2")
    match.do("seat:1", "open_dispute", {"step": 1, "freeze": False}, claim="No.", is_journaled=False, has_arbiter=True)
    assert sent(match, "p-1", "withdraw_dispute", {"dispute": 1}) is None
    assert sent(match, "p-2", "withdraw_dispute", {"dispute": 1}) == ("not_a_player", "LEDGER-3.2")


def test_ledger_3_3_an_order_to_the_ledger_is_no_command_and_a_command_no_order():
    match = Match().begin()
    for type_ in ORDERS:
        with pytest.raises(Refused) as caught:
            decide(match.table, Order("seat:0", type_, {"as": "concede"}, is_command=True), match.at)
        assert (caught.value.code, caught.value.rule) == ("unknown_command", "LEDGER-3.3")
    for type_ in match.table.game.commands:
        with pytest.raises(KeyError):
            decide(match.table, Order("seat:0", type_), match.at)


def test_ledger_3_3_no_game_has_a_command_that_is_called_as_an_order_to_the_ledger():
    assert ORDERS == ORDERS_OF_THE_LEDGER
    for game in all_rules().values():
        assert not ORDERS & game.commands.keys()


def relabelled(match: Match, version: int, type_: str) -> list[Recorded]:
    """The history, with another name on the order that is kept at this version."""
    history = list(match.history)
    stored = history[version - 1].stored
    assert stored.cause is not None
    cause = Cause(type_, stored.cause.params)
    history[version - 1] = Recorded(version, msgspec.structs.replace(stored, cause=cause))
    return history


def test_ledger_3_3_the_audit_tells_a_command_from_an_order_to_the_ledger():
    """Whoever writes to the store cannot pass one off as the other, with the right name of the one or of the other."""
    match = coup()
    played = len(match.history)
    while match.history[played - 1].stored.cause is None:
        played -= 1
    match.do("seat:0", "undo")
    undone = len(match.history)
    assert not failed(match.audit())
    for type_ in (*match.table.game.commands, "fly", *(ORDERS - {"undo"})):
        assert failed(match.audit(relabelled(match, undone, type_))).keys() & {"ledger", "decisions"}, type_
    own = match.history[played - 1].stored.cause.type
    for type_ in (*ORDERS, *(match.table.game.commands.keys() - {own})):
        assert failed(match.audit(relabelled(match, played, type_))).keys() & {"ledger", "decisions"}, type_
