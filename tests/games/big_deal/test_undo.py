"""Section 13 of the rulebook: what may be taken back freely, by consent, or never."""

from __future__ import annotations

import pytest

from games.big_deal import GAME
from games.big_deal import events as e
from games.big_deal.catalogue import DECK
from games.big_deal.commands import (
    AttackSet,
    ContinueAttack,
    DefendSet,
    DiscardCard,
    FormSetFromHand,
    FormSetWithDiscard,
    StopAttack,
    YieldSet,
)
from games.decider import Command
from games.dice import Dice
from ledger.rules_undo import plan_undo
from tests.games.big_deal.table import at, of_type, order
from tests.ledger.match import Match
from tests.spec import Given

SETS = {0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]}
OTHERS = {2: "HOME-07 HOME-08", 3: "PIGGY-07 PIGGY-08"}
REVEALING = {
    e.CardsDrawn,
    e.HandDiscarded,
    e.DeckShuffled,
    e.HandDealt,
    e.StarterRevealed,
    e.PickUpPileReshuffled,
}
ATTACK = AttackSet(seat=0, target_seat=1, card_id="STOCKS-03")
DEFEND = DefendSet(seat=1, card_id="STOCKS-05")
GO_ON = ContinueAttack(seat=0, card_id="STOCKS-04")
YIELD, STOP = YieldSet(seat=1), StopAttack(seat=0)


def turn(hand: str, pile: int, **more) -> Given:
    return at(hands={0: hand, 1: "STOCKS-05 YACHT-01", **OTHERS}, sets=SETS, discards="HOME-03", pile=pile, **more)


def duel(attacker: str, defender: str, attack: str, defence: str, pile: int) -> Given:
    return at(hands={0: attacker, 1: defender, **OTHERS}, sets=SETS, duel=(1, attack, defence), pile=pile)


def undo(start: Given, command: Command, *dice: tuple[str, ...]) -> str:
    events = start.when(command, dice=dice).events()
    return GAME.take_back.undo_class(start.state, command, events)


def test_bigdeal_13_3_what_reveals_something(played_match):
    assert {type(event) for event in played_match.match.events if GAME.presentation.reveals(event)} <= REVEALING
    assert {
        type(event) for event in played_match.match.events if not GAME.presentation.reveals(event)
    } & REVEALING == set()
    assert len(GAME.rules.on_event) == 21


@pytest.mark.parametrize("pile", [0, 30])
@pytest.mark.rules("BIGDEAL-13.4")
def test_bigdeal_13_3_an_attack_is_always_free(pile):
    assert undo(turn("STOCKS-03 HOME-01 HOME-02", pile), ATTACK) == "free"


@pytest.mark.parametrize("pile", [0, 30])
def test_bigdeal_13_4_a_defence_or_a_further_attack_is_free_while_the_duel_goes_on(pile):
    assert undo(duel("STOCKS-04", "STOCKS-05 YACHT-01", "STOCKS-03", "", pile), DEFEND) == "free"
    assert undo(duel("STOCKS-04", "YACHT-01", "STOCKS-03", "STOCKS-05", pile), GO_ON) == "free"


def test_bigdeal_13_5_a_defence_that_ends_the_duel_needs_consent_once_a_card_is_drawn():
    start = duel("", "STOCKS-05 YACHT-01", "STOCKS-03", "", pile=30)
    events = start.when(DEFEND).events()
    assert of_type(events, e.DuelResolved)
    assert of_type(events, e.CardsDrawn)
    assert GAME.take_back.undo_class(start.state, DEFEND, events) == "consent"


def test_bigdeal_13_5_a_further_attack_that_ends_the_duel_needs_consent_once_a_card_is_drawn():
    start = duel("STOCKS-04 HOME-01", "", "STOCKS-03", "STOCKS-05", pile=30)
    events = start.when(GO_ON).events()
    assert of_type(events, e.DuelResolved)
    assert of_type(events, e.CardsDrawn)
    assert GAME.take_back.undo_class(start.state, GO_ON, events) == "consent"


def test_bigdeal_13_5_a_defence_or_attack_that_ends_the_round_needs_consent():
    assert undo(duel("", "STOCKS-05 YACHT-01", "STOCKS-03", "", pile=0), DEFEND, order()) == "consent"
    assert undo(duel("STOCKS-04 HOME-01", "", "STOCKS-03", "STOCKS-05", pile=0), GO_ON, order()) == "consent"


@pytest.mark.parametrize(
    ("pile", "attacker", "dice", "expected"),
    [
        (30, "HOME-01", (), "consent"),
        (0, "HOME-01", (), "free"),
        (0, "", (order(),), "consent"),
    ],
    ids=["cards drawn", "nothing drawn", "round ended"],
)
@pytest.mark.rules("BIGDEAL-13.4", "BIGDEAL-13.5")
def test_bigdeal_13_5_yielding(pile, attacker, dice, expected):
    assert undo(duel(attacker, "YACHT-01", "STOCKS-03", "", pile), YIELD, *dice) == expected


@pytest.mark.parametrize(
    ("pile", "defender", "dice", "expected"),
    [
        (30, "YACHT-01", (), "consent"),
        (0, "YACHT-01", (), "free"),
        (0, "", (order(),), "consent"),
    ],
    ids=["cards drawn", "nothing drawn", "round ended"],
)
@pytest.mark.rules("BIGDEAL-13.4", "BIGDEAL-13.5")
def test_bigdeal_13_5_stopping(pile, defender, dice, expected):
    assert undo(duel("HOME-01", defender, "STOCKS-03", "STOCKS-05", pile), STOP, *dice) == expected


@pytest.mark.parametrize(
    ("command", "spent"),
    [
        (FormSetFromHand(seat=0, card_ids=("HOME-01", "HOME-02")), "HOME-01 HOME-02"),
        (FormSetWithDiscard(seat=0, card_id="HOME-01"), "HOME-01"),
        (DiscardCard(seat=0, card_id="HOME-01"), "HOME-01"),
    ],
    ids=["set from hand", "set with discard", "discard"],
)
@pytest.mark.rules("BIGDEAL-13.4", "BIGDEAL-13.5", "BIGDEAL-13.12")
def test_bigdeal_13_5_sets_and_discards(command, spent):
    assert undo(turn(f"{spent} YACHT-05", pile=30), command) == "consent"
    assert undo(turn(f"{spent} YACHT-05", pile=0), command) == "free"
    assert undo(turn(spent, pile=0), command, order()) == "consent"


def test_bigdeal_13_5_all_other_seats_are_asked():
    assert GAME.take_back.undo_voters is None  # which means: every seat at the table


def test_bigdeal_13_8_drawn_cards_come_from_the_top_and_so_go_back_there(played_match):
    draws = 0
    for before, _command, events in played_match.batches:
        drawn = [card for event in of_type(events, e.CardsDrawn) for card in event.cards]
        after = GAME.fold(before, events)
        if drawn and after.round == before.round:
            draws += 1
            assert before.pile == (*drawn, *after.pile)
    assert draws > 50


@pytest.mark.rules("BIGDEAL-13.8")
def test_bigdeal_i_21_the_state_after_taking_back_is_the_state_before_in_every_field(played_match):
    known = 0
    for number, (before, _command, events) in enumerate(played_match.batches):
        if number % 25 == 0:
            assert GAME.fold(GAME.rules.initial, played_match.match.events[:known]) == before
        known += len(events)


@pytest.mark.parametrize(
    ("start", "command"),
    [
        (turn("HOME-01", pile=0, totals=[0, 990_000, 0, 0]), DiscardCard(seat=0, card_id="HOME-01")),
        (
            turn("HOME-01 HOME-02", pile=0, totals=[0, 990_000, 0, 0]),
            FormSetFromHand(seat=0, card_ids=("HOME-01", "HOME-02")),
        ),
        (turn("HOME-01", pile=0, totals=[0, 990_000, 0, 0]), FormSetWithDiscard(seat=0, card_id="HOME-01")),
    ],
    ids=["discard", "set from hand", "set with discard"],
)
def test_bigdeal_13_11_what_ended_the_match_is_never_taken_back(start, command):
    events = start.when(command).events()
    assert isinstance(events[-1], e.MatchEnded)
    assert GAME.take_back.undo_class(start.state, command, events) == "never"


def test_bigdeal_13_11_the_opening_is_no_command():
    assert "start_match" not in GAME.commands


def test_bigdeal_13_12_a_command_that_ended_a_round_is_taken_back_by_consent_and_brings_the_same_shuffle_again():
    start = turn("HOME-01", pile=0)
    command = DiscardCard(seat=0, card_id="HOME-01")
    first, again = (GAME.decide(start.state, command, Dice(b"seed", 7)) for _ in range(2))
    assert of_type(first, e.DeckShuffled)
    assert sorted(of_type(first, e.DeckShuffled)[0].order) == sorted(DECK)
    assert first == again
    assert GAME.take_back.undo_class(start.state, command, first) == "consent"
    assert GAME.decide(start.state, command, Dice(b"seed", 8)) != first


def discarded_twice() -> Match:
    """Seat 0 and seat 1 have each discarded a card."""
    match = Match("big-deal", 4, seed=3).begin()
    for _ in range(2):
        state = match.table.state
        match.do(f"seat:{state.active}", "discard_card", {"card_id": state.hands[state.active][0]})
    return match


def test_bigdeal_13_1_the_latest_command_and_then_the_one_before_it():
    match = discarded_twice()
    first, second = (int(played.actor.removeprefix("seat:")) for played in match.table.recent)
    assert plan_undo(match.table, second, 0).code == "undo_position_invalid"  # both at once
    assert plan_undo(match.table, second, 1).steps == (2,)
    for seat in (second, first):
        steps = (match.table.recent[-1].step,)
        assert plan_undo(match.table, seat, None).steps == steps
        match.do(f"seat:{seat}", "undo")
        for other in range(4):
            if match.table.undo_request is not None and other != seat:
                match.do(f"seat:{other}", "answer_undo", {"accepts": True})
    assert match.table.effective == 0


def test_bigdeal_13_2_only_the_sender_of_the_latest_command_asks_for_it():
    match = discarded_twice()
    first, second = (int(played.actor.removeprefix("seat:")) for played in match.table.recent)
    for seat in range(4):
        plan = plan_undo(match.table, seat, 1)
        if seat == second:
            assert (plan.steps, plan.code) == ((2,), None)
        else:
            assert (plan.code, plan.rule) == ("not_your_command", "BIGDEAL-13.2")
    plan = plan_undo(match.table, first, None)  # a later command of somebody else has to be undone first
    assert (plan.code, plan.rule) == ("not_your_command", "BIGDEAL-13.2")
