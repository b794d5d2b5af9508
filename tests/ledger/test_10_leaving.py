"""LEDGER-10 and LEDGER-2.7, 2.8: cancelling, conceding, bots that play on, calling off, and seats that are away."""

from __future__ import annotations

import pytest

from ledger.rules_clock import due_order
from ledger.rules_undo import plan_undo
from ledger.table import LOBBY_S
from tests.ledger import lucky
from tests.ledger.match import Match, failed
from tests.ledger.test_4_taking_back import coup, declared, passed
from tests.ledger.test_5_clock_and_disputes import dispute

BOT = "bot-sensible-b1"
DAY_MS = 24 * 3600 * 1000


def fresh() -> Match:
    """Coup, in which seat 0 is to act first."""
    return Match("coup", 3, seed=2, options={"first_seat": 0}).begin()


def answered() -> Match:
    """Seat 0 has declared an action, which seat 1 has let pass and seat 2 not answered."""
    match = coup()
    passed(match, 1)
    return match


def concede(match: Match, seat: int) -> list[str]:
    return [type(event).__name__ for event in match.do(f"seat:{seat}", "leave", {"as": "concede"})]


def test_ledger_2_7_the_opener_cancels_a_match_that_has_not_begun():
    match = Match().sit(1)
    assert match.refused("player:p-1", "cancel_match") == ("not_allowed", "LEDGER-2.7")
    assert match.refused("seat:0", "cancel_match") == ("not_allowed", "LEDGER-2.7")
    match.do("player:p-0", "cancel_match")
    assert (match.table.status, match.table.ending(), match.table.result()) == ("finished", "cancelled", None)
    assert match.refused("player:p-0", "cancel_match") == ("match_not_open", "LEDGER-2.7")
    assert match.refused("player:p-2", "take_seat", name="C") == ("match_not_open", "LEDGER-2.1")
    assert not failed(match.audit())


def test_ledger_2_7_not_after_the_start():
    assert Match().begin().refused("player:p-0", "cancel_match") == ("match_not_open", "LEDGER-2.7")


def test_ledger_2_7_nor_while_parts_of_the_luck_are_opened():
    """Whoever foresees a deal would refuse it that way, and the ledger would name nobody."""
    match = lucky.sit(Match())
    match.do("player:p-0", "start_match")
    assert match.refused("player:p-0", "cancel_match") == ("lobby_closed", "LEDGER-9.3")
    lucky.withhold(match)
    match.do("player:p-0", "cancel_match")
    assert not failed(match.audit())


def test_ledger_2_8_the_clock_cancels_what_nobody_has_joined_for_a_day():
    match = Match().sit(0)
    match.at += 1000 * LOBBY_S - 1
    match.do("player:p-1", "take_seat", name="B")
    match.at += 1000 * LOBBY_S - 1
    assert match.refused("clock", "cancel_match") == ("not_due", "LEDGER-5.1")
    match.at += 1
    order = due_order(match.table)
    assert order is not None
    match.do(order.actor, order.type, order.params)
    assert match.table.ending() == "cancelled"
    assert due_order(match.table) is None
    assert not failed(match.audit())


def test_ledger_1_9_a_match_says_when_a_seat_is_away():
    assert Match().table.opened.away_s == 86_400
    assert Match(turn_s=30).table.opened.away_s is None
    assert Match(turn_s=30, away_s=600).table.opened.away_s == 600
    for wrong in (59, 30 * 86_400 + 1):
        with pytest.raises(Exception, match="clock_out_of_range"):
            Match(away_s=wrong)


def test_ledger_10_1_only_players_leave_and_only_while_the_match_runs():
    match = Match().sit()
    assert match.refused("seat:0", "leave", {"as": "concede"}) == ("match_not_running", "LEDGER-3.1")
    match.do("player:p-0", "start_match")
    assert match.refused("player:p-9", "leave", {"as": "concede"}) == ("not_a_player", "LEDGER-3.2")
    assert match.refused("arbiter:a-1", "leave", {"as": "call-off"}) == ("not_a_player", "LEDGER-3.2")


def test_ledger_10_2_one_concedes_once():
    match = coup()
    assert concede(match, 1) == ["SeatConceded"]
    assert match.refused("seat:1", "leave", {"as": "concede"}) == ("already_conceded", "LEDGER-10.2")
    assert match.refused("seat:1", "leave", {"as": "bot"}, bot=BOT) == ("already_conceded", "LEDGER-10.2")
    assert match.refused("player:p-1", "stay") == ("seat_conceded", "LEDGER-10.3")


def test_ledger_10_2_an_open_request_lapses():
    match = answered()
    match.do("seat:1", "undo", {"to_step": 0})
    assert concede(match, 2) == ["UndoLapsed", "SeatConceded"]


def test_ledger_10_3_the_clock_plays_for_a_seat_that_has_conceded():
    match = coup()
    concede(match, 1)
    assert match.refused("seat:1", "pass", {"decision_id": 1}) == ("seat_conceded", "LEDGER-10.3")
    assert match.refused("seat:1", "undo") == ("seat_conceded", "LEDGER-10.3")
    assert match.refused("seat:1", "redo") == ("seat_conceded", "LEDGER-10.3")
    assert match.table.to_act() == (2,)
    order = due_order(match.table)
    assert order is not None
    assert (order.actor, order.type) == ("clock:1", "pass")
    match.do(order.actor, order.type, order.params)
    assert due_order(match.table) is None


def test_ledger_10_3_a_seat_that_has_conceded_is_not_asked_for_consent():
    match = answered()
    concede(match, 2)
    asked = match.do("seat:1", "undo", {"to_step": 0})
    assert asked[0].needs == (0,)


def test_ledger_10_4_of_two_seats_the_other_wins():
    match = Match("big-deal", 2).begin().play(3)
    assert concede(match, 0) == ["SeatConceded", "MatchConceded"]
    result = match.table.result()
    assert result is not None
    assert result.winners == (1,)
    assert (match.table.status, match.table.ending()) == ("finished", "conceded")
    assert match.refused("seat:1", "leave", {"as": "concede"}) == ("match_over", "LEDGER-3.1")
    assert not failed(match.audit())


def test_ledger_10_4_the_last_one_who_has_not_conceded_wins():
    match = Match("szmal", 3).begin().play(2)
    assert concede(match, 2) == ["SeatConceded"]
    assert concede(match, 0) == ["SeatConceded", "MatchConceded"]
    assert match.table.adjusted == (1,)


@pytest.mark.parametrize("game", ["big-deal", "clank", "coup", "munchkin-apocalypse", "szmal"])
def test_ledger_10_4_whoever_has_conceded_does_not_win(game):
    match = Match(game, 3, seed=3).begin().play(4)
    concede(match, 1)
    for _ in range(20):
        match.play(200)
        if match.table.status == "finished":
            break
    result = match.table.result()
    if result is not None:
        assert 1 not in result.winners
    assert not failed(match.audit())


def test_ledger_10_4_where_the_game_names_nobody_else_all_others_win():
    match = Match("szmal", 3, seed=3).begin()
    while match.table.status == "running":
        match.play(50)
    (winner,) = match.table.game.rules.result(match.table.state).winners
    again = Match("szmal", 3, seed=3).begin()
    while again.table.status == "running":
        again.play(1)
        if again.table.status == "running" and again.table.effective == match.table.effective - 1:
            concede(again, winner)
    assert again.table.result().winners == tuple(seat for seat in range(3) if seat != winner)


def test_ledger_10_5_a_bot_plays_on_until_the_player_is_back():
    match = coup()
    assert match.refused("seat:1", "leave", {"as": "bot"}, bot="p-7") == ("bot_invalid", "LEDGER-10.5")
    match.do("seat:1", "leave", {"as": "bot"}, bot=BOT)
    table = match.table
    assert (table.seat_of("p-1"), table.seat_of(BOT)) == (1, 1)
    assert (table.seat_played_by("p-1"), table.seat_played_by(BOT)) == (None, 1)
    assert match.refused("seat:1", "leave", {"as": "bot"}, bot="bot-sensible-b2") == ("bot_plays_on", "LEDGER-10.5")
    assert match.refused("seat:2", "leave", {"as": "bot"}, bot=BOT) == ("bot_invalid", "LEDGER-10.5")
    assert match.refused(f"player:{BOT}", "stay") == ("not_a_player", "LEDGER-10.5")
    match.do("player:p-1", "stay")
    assert (match.table.seat_played_by("p-1"), match.table.seat_of(BOT)) == (1, None)
    assert match.refused("player:p-1", "stay") == ("nothing_to_withdraw", "LEDGER-10.5")
    assert not failed(match.audit())


def test_ledger_10_6_before_all_have_played_one_calls_it_off_alone():
    match = fresh()
    events = match.do("seat:2", "leave", {"as": "call-off"})
    assert [type(event).__name__ for event in events] == ["MatchAbandoned"]
    assert (match.table.status, match.table.ending(), match.table.result()) == ("finished", "called_off", None)
    assert match.refused("seat:0", "pass") == ("match_over", "LEDGER-3.1")
    assert not failed(match.audit())


def under_way() -> Match:
    """Big Deal in which everybody has played."""
    match = Match("big-deal", 3, seed=4).begin()
    while len(match.table.moved) < 3:
        match.play(1)
    return match


def test_ledger_10_6_later_all_must_agree():
    match = under_way()
    assert match.do("seat:0", "leave", {"as": "call-off"})[0].waiting_for == (1, 2)
    assert match.refused("seat:0", "leave", {"as": "call-off"}) == ("already_agreed", "LEDGER-10.6")
    match.do("seat:1", "leave", {"as": "call-off"})
    match.do("player:p-0", "stay")
    assert match.table.call_off == (1,)
    match.do("seat:2", "leave", {"as": "call-off"})
    match.do("seat:0", "leave", {"as": "call-off"})
    assert match.table.ending() == "called_off"
    assert not failed(match.audit())


def test_ledger_10_6_bots_and_those_who_have_conceded_are_not_asked():
    match = under_way()
    match.do("seat:1", "leave", {"as": "bot"}, bot=BOT)
    concede(match, 2)
    match.do("seat:0", "leave", {"as": "call-off"})
    assert match.table.ending() == "called_off"


def test_ledger_10_6_three_proposals_at_most():
    match = under_way()
    for _ in range(3):
        match.do("seat:0", "leave", {"as": "call-off"})
        match.do("player:p-0", "stay")
    assert match.refused("seat:0", "leave", {"as": "call-off"}) == ("call_off_too_often", "LEDGER-10.6")


def test_ledger_10_7_a_seat_is_away_when_the_match_has_waited_long_enough():
    match = fresh()
    waited = {"seat": 0, "as": "bot"}
    match.at += DAY_MS - 1
    assert match.refused("seat:1", "report_away", waited, bot=BOT) == ("not_away", "LEDGER-10.7")
    match.at += 1
    assert match.refused("seat:0", "report_away", {"seat": 1, "as": "bot"}, bot=BOT)[0] == "not_away"
    assert match.refused("seat:0", "report_away", waited, bot=BOT) == ("not_away", "LEDGER-10.8")
    assert match.refused("seat:1", "report_away", {"seat": 7, "as": "bot"}, bot=BOT)[0] == "not_away"
    assert match.refused("player:p-8", "report_away", waited, bot=BOT) == ("not_a_player", "LEDGER-3.2")
    match.do("seat:1", "report_away", waited, bot=BOT)
    assert match.table.bot_of(0) == BOT
    match.do("player:p-0", "stay")
    assert match.refused("seat:1", "report_away", waited, bot=BOT)[0] == "not_away", "it has its time again"
    assert not failed(match.audit())


def test_ledger_10_7_other_orders_do_not_postpone_it():
    match = fresh()
    match.at += DAY_MS - 1
    match.do("arbiter:a-1", "look", {"what": "refusals"})
    match.at += 1
    match.do("seat:1", "report_away", {"seat": 0, "as": "bot"}, bot=BOT)


def test_ledger_10_7_the_answer_to_a_request_is_waited_for_too():
    match = under_way()
    latest = int(match.table.recent[-1].actor.removeprefix("seat:"))
    match.do(f"seat:{latest}", "undo")
    request = match.table.undo_request
    assert request is not None
    assert match.table.held() is not None
    away, other = request.waiting_for
    match.do(f"seat:{other}", "answer_undo", {"accepts": True})
    match.at += DAY_MS
    match.do(f"seat:{other}", "report_away", {"seat": away, "as": "concede"})
    assert match.table.undo_request is None
    assert match.table.conceded() == {away}


def test_ledger_10_7_nobody_is_away_while_a_dispute_holds_the_match():
    match = answered()
    match.do("seat:0", "undo", {"to_step": 0})
    match.at += DAY_MS - 1
    number = dispute(match, "seat:0")
    match.at += DAY_MS
    assert match.refused("seat:1", "answer_undo", {"accepts": False}) == ("match_frozen", "LEDGER-6.3")
    match.do("seat:0", "withdraw_dispute", {"dispute": number})
    reported = {"seat": 1, "as": "concede"}
    assert match.refused("seat:0", "report_away", reported) == ("not_away", "LEDGER-10.7")
    match.at += DAY_MS - 1
    assert match.refused("seat:0", "report_away", reported) == ("not_away", "LEDGER-10.7")
    match.at += 1
    match.do("seat:0", "report_away", reported)
    assert not failed(match.audit())


def test_ledger_10_7_with_total_time_too_a_hold_does_not_count():
    match = Match("coup", 3, seed=2, options={"first_seat": 0}, total_s=10 * 86_400, away_s=86_400).begin()
    match.at += DAY_MS // 2
    match.do("seat:0", "leave", {"as": "bot"}, bot=BOT)
    match.do("player:p-0", "stay")
    match.at += DAY_MS // 4
    number = dispute(match, "seat:1", step=0)
    match.at += DAY_MS
    match.do("seat:1", "withdraw_dispute", {"dispute": number})
    assert match.table.away_ms(0) == match.at + DAY_MS * 3 // 4
    assert not failed(match.audit())


def test_ledger_10_3_a_request_is_answered_before_the_clock_plays_on():
    match = answered()
    match.do("seat:0", "undo", {"to_step": 0})
    assert match.table.held() is None
    concede(match, 2)
    assert match.table.held() is None, "the request has lapsed"
    match.do("seat:0", "undo", {"to_step": 0})
    held = match.table.held()
    assert held is not None
    assert held.waiting_for == (1,)
    assert due_order(match.table) is None
    match.do("seat:1", "answer_undo", {"accepts": False})
    assert due_order(match.table) is not None


def test_ledger_4_8_while_it_waits_for_conceded_seats_nobody_ends_the_request_but_by_an_answer():
    match = answered()
    match.do("seat:1", "undo")
    passed(match, 1)
    concede(match, 2)
    assert plan_undo(match.table, 1, None).needs == "nothing"
    match.do("seat:0", "undo", {"to_step": 0})
    assert plan_undo(match.table, 1, None).code == "undo_pending"
    assert match.refused("seat:1", "undo") == ("undo_pending", "LEDGER-4.8")
    assert match.refused("seat:1", "pass", {"decision_id": match.table.state.decision_id})[0] == "undo_pending"
    assert match.table.undo_request is not None
    match.do("seat:1", "answer_undo", {"accepts": False})
    match.do("seat:1", "undo")
    assert not failed(match.audit())


def test_ledger_4_8_nor_by_a_redo():
    match = declared(Match("coup", 4, seed=2, options={"first_seat": 0}).begin())
    passed(match, 2)
    passed(match, 1)
    match.do("seat:1", "undo")
    for seat in (1, 3):
        concede(match, seat)
    match.do("seat:0", "undo", {"to_step": 0})
    assert match.table.redoable
    assert match.refused("arbiter:a-1", "redo") == ("undo_pending", "LEDGER-4.8")
    match.do("seat:0", "withdraw_undo")
    match.do("arbiter:a-1", "redo")
    assert not failed(match.audit())


def test_ledger_10_8_the_others_have_a_seat_concede_that_is_away():
    match = Match("big-deal", 2).begin()
    (seat,) = match.table.to_act()
    match.at += DAY_MS
    match.do(f"seat:{1 - seat}", "report_away", {"seat": seat, "as": "concede"})
    assert match.table.adjusted == (1 - seat,)
    assert not failed(match.audit())


def test_ledger_10_8_whoever_is_away_does_not_keep_the_others_from_calling_it_off():
    match = under_way()
    (seat,) = match.table.to_act()
    others = [one for one in range(3) if one != seat]
    match.at += DAY_MS
    for one in others:
        match.do(f"seat:{one}", "leave", {"as": "call-off"})
    assert match.table.ending() == "called_off"
    assert not failed(match.audit())
