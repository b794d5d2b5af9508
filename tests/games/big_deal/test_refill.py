"""Section 8 of the rulebook: refilling hands."""

from __future__ import annotations

import pytest

from events.visibility import ARBITER, SPECTATOR, redact
from games.big_deal import GAME
from games.big_deal.commands import AttackSet, DefendSet, DiscardCard, FormSetFromHand, StopAttack, YieldSet
from games.big_deal.events import CardsDrawn, TurnEnded
from tests.games.big_deal.table import at, of_type, story

HAND = "JEWELS-01 JEWELS-02 GOLD-01 SILVER-01"
DUEL_SETS = {0: ["COIN-01 COIN-02"], 1: ["CASH-01 CASH-02", "STOCKS-01 STOCKS-02"]}


def test_bigdeal_8_1_the_player_draws_from_the_top_up_to_a_full_hand():
    start = at(hands={0: HAND}, pile_top="HOME-01 YACHT-01 AUTO-01")
    told, state = story(start, FormSetFromHand(seat=0, card_ids=("JEWELS-01", "JEWELS-02")))
    assert told[1] == CardsDrawn(
        seat=0, cards=("HOME-01", "YACHT-01"), count=2, pile_left=38, reason="turn_end", rule="BIGDEAL-8.1"
    )
    assert state.hands[0] == ("GOLD-01", "SILVER-01", "HOME-01", "YACHT-01")
    assert state.pile[0] == "AUTO-01"


@pytest.mark.rules("BIGDEAL-R.23")
def test_bigdeal_8_2_the_refill_needs_no_command():
    told, state = story(at(hands={0: HAND}), DiscardCard(seat=0, card_id="GOLD-01"))
    assert len(of_type(told, CardsDrawn)) == 1
    assert len(state.hands[0]) == 4
    assert not any("draw" in name or "refill" in name for name in GAME.commands)


def test_bigdeal_8_3_a_pile_that_is_too_small_is_drawn_to_its_end():
    start = at(hands={0: HAND}, pile=1, pile_top="HOME-01")
    told, state = story(start, FormSetFromHand(seat=0, card_ids=("JEWELS-01", "JEWELS-02")))
    assert told[1] == CardsDrawn(
        seat=0, cards=("HOME-01",), count=1, pile_left=0, reason="turn_end", rule="BIGDEAL-8.1 BIGDEAL-8.3"
    )
    assert state.pile == ()


def test_bigdeal_8_4_from_an_empty_pile_nothing_is_drawn_and_the_discards_stay():
    start = at(hands={0: HAND, 1: "HOME-01", 2: "HOME-02", 3: "HOME-03"}, discards="BANK-01 BANK-02", pile=0)
    told, state = story(start, DiscardCard(seat=0, card_id="GOLD-01"))
    assert of_type(told, CardsDrawn) == []
    assert state.pile == ()
    assert state.discards == (*start.state.discards, "GOLD-01")


@pytest.mark.rules("BIGDEAL-R.21")
def test_bigdeal_8_5_the_defender_draws_from_what_the_attacker_leaves():
    start = at(
        hands={0: "STOCKS-03 STOCKS-04 HOME-01 HOME-02", 1: "STOCKS-05 STOCKS-06 YACHT-01 YACHT-02"},
        sets=DUEL_SETS,
        pile=2,
        pile_top="AUTO-01 AUTO-02",
    )
    told, state = story(
        start,
        AttackSet(seat=0, target_seat=1, card_id="STOCKS-03"),
        DefendSet(seat=1, card_id="STOCKS-05"),
        StopAttack(seat=0),
    )
    assert of_type(told, CardsDrawn) == [
        CardsDrawn(seat=0, cards=("AUTO-01",), count=1, pile_left=1, reason="duel_attacker", rule="BIGDEAL-8.5"),
        CardsDrawn(seat=1, cards=("AUTO-02",), count=1, pile_left=0, reason="duel_defender", rule="BIGDEAL-8.5"),
    ]
    assert [len(hand) for hand in state.hands] == [4, 4, 4, 4]


def test_bigdeal_8_5_if_the_attacker_takes_the_last_card_the_defender_gets_none():
    start = at(
        hands={0: "STOCKS-03 STOCKS-04 HOME-01 HOME-02", 1: "STOCKS-05 STOCKS-06 YACHT-01 YACHT-02"},
        sets=DUEL_SETS,
        pile=1,
    )
    told, state = story(
        start,
        AttackSet(seat=0, target_seat=1, card_id="STOCKS-03"),
        DefendSet(seat=1, card_id="STOCKS-05"),
        StopAttack(seat=0),
    )
    assert [(event.seat, event.count) for event in of_type(told, CardsDrawn)] == [(0, 1)]
    assert [len(hand) for hand in state.hands] == [4, 3, 4, 4]


def test_bigdeal_8_6_nobody_else_draws(played_match):
    duels = 0
    for before, _command, events in played_match.batches:
        drawn = [event.seat for event in of_type(events, CardsDrawn)]
        if before.duel is not None:
            duels += bool(drawn)
            both = [before.duel.attacker, before.duel.defender]
            assert drawn in ([], both, both[:1], both[1:])
        else:
            assert drawn in ([], [before.active])
    assert duels > 3


def test_bigdeal_8_7_the_number_is_public_and_the_cards_are_not():
    told, _state = story(at(hands={0: HAND}), DiscardCard(seat=0, card_id="GOLD-01"))
    (drawn,) = of_type(told, CardsDrawn)
    for viewer in (0, 1, 2, 3, SPECTATOR, ARBITER):
        seen = redact(drawn, viewer)
        assert (seen.count, seen.pile_left, seen.reason) == (1, 39, "turn_end")
        assert (seen.cards is not None) == (viewer in (0, ARBITER))


def test_bigdeal_8_8_no_hand_is_ever_larger_than_a_full_hand(played_match):
    for _before, _event, after in played_match.states:
        assert all(len(hand) <= after.hand_size for hand in after.hands)


def test_refills_come_before_the_end_of_the_turn():
    told, _state = story(
        at(hands={0: "STOCKS-03"}, sets=DUEL_SETS),
        AttackSet(seat=0, target_seat=1, card_id="STOCKS-03"),
        YieldSet(seat=1),
    )
    kinds = [type(event) for event in told]
    assert kinds.index(CardsDrawn) < kinds.index(TurnEnded)
