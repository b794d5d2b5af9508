"""LEDGER-1.10, LEDGER-5.5 and LEDGER-5.6: total time with an increment."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.registry import all_games
from ledger.fold import fold
from ledger.orders import Refused
from ledger.rules_clock import due_order
from ledger.table import Table
from tests.ledger.match import Match, failed
from tests.ledger.playing import People
from tests.ledger.test_5_clock_and_disputes import dispute, rule


def timed(**params: int) -> Match:
    """Coup for two; each seat has 100 seconds, and gains five with each step."""
    clock = {"total_s": 100, "increment_s": 5, **params}
    return Match("coup", 2, seed=2, options={"first_seat": 0}, **clock).begin()


def income(match: Match, after_s: int) -> None:
    match.at += 1000 * after_s
    (seat,) = match.table.to_act()
    match.do(f"seat:{seat}", "declare_action", {"decision_id": match.table.state.decision_id, "action": "usa"})


def test_ledger_1_10_total_time_stands_in_place_of_seconds_for_a_decision():
    assert timed().table.opened.away_s is None, "the clock acts, so nobody is found to be away"
    for wrong in ({"turn_s": 30}, {"reaction_s": 30}, {"total_s": 9}, {"increment_s": 90_000}, {"increment_s": -1}):
        with pytest.raises(Refused, match=r"LEDGER-1\.10|LEDGER-1\.4"):
            timed(**wrong)
    with pytest.raises(Refused, match=r"LEDGER-1\.10"):
        Match(increment_s=5)


def test_ledger_5_5_who_acts_spends_their_own_time_and_gains_the_increment():
    match = timed()
    assert match.table.time_left == (100_000, 100_000)
    income(match, 30)
    assert match.table.time_left == (75_000, 100_000)
    income(match, 10)
    assert match.table.time_left == (75_000, 95_000)
    assert match.table.play_due_ms() == match.at + 75_000
    assert not failed(match.audit())


def test_ledger_5_5_time_is_not_given_back_with_a_step():
    match = timed()
    income(match, 30)
    match.at += 20_000
    match.do("seat:0", "undo")
    assert match.table.time_left == (55_000, 100_000), "also what it took to think better of it"
    assert match.table.play_due_ms() == match.at + 55_000
    folded = fold(match.ruleset, match.history, match.frontier)
    assert (folded.time_left, folded.since) == (match.table.time_left, match.table.since)
    assert not failed(match.audit())


def test_ledger_5_5_a_request_stops_the_time_and_does_not_renew_it():
    match = timed()
    income(match, 0)
    income(match, 0)
    match.at += 40_000
    match.do("seat:1", "undo", {"to_step": 0})
    match.at += 50_000
    assert match.table.play_due_ms() is None
    match.do("seat:0", "answer_undo", {"accepts": False})
    assert match.table.play_due_ms() == match.at + 105_000 - 40_000
    income(match, 1)
    assert match.table.time_left == (69_000, 105_000)


def test_ledger_5_5_a_hold_stops_the_time_and_does_not_renew_it():
    match = timed()
    income(match, 10)
    match.at += 20_000
    number = dispute(match, "seat:0")
    match.at += 500_000
    rule(match, number, "dismiss")
    assert match.table.play_due_ms() == match.at + 80_000
    assert not failed(match.audit())


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["the first hold ends first", "the second hold ends first"])
def test_ledger_5_5_while_one_of_two_holds_lasts_nobodys_time_runs(order):
    match = timed()
    income(match, 10)
    match.at += 20_000
    disputes = []
    for seat in (0, 1):
        disputes.append(dispute(match, f"seat:{seat}"))
        match.at += 15_000
    for which in order:
        match.at += 500_000
        match.do(f"seat:{which}", "withdraw_dispute", {"dispute": disputes[which]})
    assert match.table.play_due_ms() == match.at + 80_000
    income(match, 1)
    assert match.table.time_left == (95_000, 84_000)
    assert not failed(match.audit())


def test_ledger_5_5_nor_while_a_hold_begins_during_a_request():
    match = timed()
    income(match, 0)
    income(match, 0)
    match.at += 40_000
    match.do("seat:1", "undo", {"to_step": 0})
    match.at += 30_000
    number = dispute(match, "seat:0")
    match.at += 500_000
    rule(match, number, "dismiss")
    match.at += 30_000
    assert match.table.play_due_ms() is None
    match.do("seat:0", "answer_undo", {"accepts": True})
    assert match.table.time_left == (105_000, 65_000), "what passed before the request is spent by whoever asked"
    assert match.table.since == match.at
    assert not failed(match.audit())


def test_ledger_5_6_without_time_the_clock_acts():
    match = timed(increment_s=0)
    match.at += 100_000
    order = due_order(match.table)
    assert order is not None
    assert order.actor == "clock:0"
    match.do(order.actor, order.type, order.params)
    assert match.table.time_left == (0, 100_000)
    income(match, 3)
    assert match.table.play_due_ms() == match.at, "at once, whenever the match waits for the seat again"
    assert not failed(match.audit())


def times(table: Table) -> tuple[Any, ...]:
    """Everything that runs, or stands still."""
    holds = [one.held_since for one in table.disputes]
    return table.time_left, table.since, table.undo_request, table.returned, table.held_from, holds


@pytest.mark.parametrize("game", list(all_games()))
def test_ledger_5_5_the_time_left_is_the_same_however_the_events_are_added_up(game):
    rng = random.Random(3)
    match = Match(game, all_games()[game].seats_min, seed=3, total_s=40, increment_s=2).begin()
    people = People(match, rng)
    for turn in range(90):
        people.act()
        if turn % 15 == 14:
            folded = fold(match.ruleset, match.history, match.frontier)
            assert times(folded) == times(match.table)
    assert not failed(match.audit())
