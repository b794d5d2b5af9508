"""LEDGER-2 and LEDGER-3: sitting down, starting, playing."""

from __future__ import annotations

from ledger.rules_luck import LOBBY_EVENTS_MAX
from tests.ledger.match import Match


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
