"""Section 4 of the rulebook: a set from the hand."""

from __future__ import annotations

import pytest

from games.big_deal import GAME
from games.big_deal.commands import AttackSet, DiscardCard, FormSetFromHand, FormSetWithDiscard, YieldSet
from games.big_deal.events import CardsDrawn, SetFormed, TurnEnded, TurnStarted
from games.big_deal.evolve import ON_EVENT
from tests.games.big_deal.table import at, of_type, story

HAND = "JEWELS-01 JEWELS-02 GOLD-01 SILVER-01"


def lay(*cards: str, seat: int = 0) -> FormSetFromHand:
    return FormSetFromHand(seat=seat, card_ids=cards)


def test_bigdeal_4_1_two_identical_objects_make_a_set():
    at(hands={0: HAND}, pile_top="HOME-01 HOME-02").when(lay("JEWELS-02", "JEWELS-01")).then(
        SetFormed(
            seat=0,
            set_id="S1-1",
            set_type="JEWELS",
            source="hand",
            hand_cards=("JEWELS-02", "JEWELS-01"),
            discard_card=None,
            cards=("JEWELS-02", "JEWELS-01"),
            rule="BIGDEAL-4.1",
        ),
        CardsDrawn(seat=0, cards=("HOME-01", "HOME-02"), count=2, pile_left=38, reason="turn_end", rule="BIGDEAL-8.1"),
        TurnEnded(round=1, turn=1, seat=0, rule="BIGDEAL-3.7"),
        TurnStarted(round=1, turn=2, seat=1, rule="BIGDEAL-3.2"),
    )


def test_bigdeal_4_1_the_same_card_twice_is_no_pair():
    at(hands={0: HAND}).when(lay("JEWELS-01", "JEWELS-01")).then_refused("BIGDEAL-4.1", "duplicate_card")


@pytest.mark.parametrize("cards", [("GOLD-01", "JEWELS-01"), ("JEWELS-01", "GOLD-01")])
@pytest.mark.rules("BIGDEAL-4.7")
def test_bigdeal_4_2_a_joker_stands_in_and_lies_underneath(cards):
    told, state = story(at(hands={0: HAND}), lay(*cards))
    assert told[0] == SetFormed(
        seat=0,
        set_id="S1-1",
        set_type="JEWELS",
        source="hand",
        hand_cards=cards,
        discard_card=None,
        cards=("GOLD-01", "JEWELS-01"),
        rule="BIGDEAL-4.2",
    )
    assert state.collections[0][-1].cards == ("GOLD-01", "JEWELS-01")


@pytest.mark.parametrize("cards", [("GOLD-01", "GOLD-02"), ("GOLD-01", "SILVER-01"), ("SILVER-01", "SILVER-02")])
def test_bigdeal_4_3_two_jokers_make_no_set(cards):
    start = at(hands={0: "GOLD-01 GOLD-02 SILVER-01 SILVER-02"})
    start.when(lay(*cards)).then_refused("BIGDEAL-4.3", "two_jokers")


def test_bigdeal_4_4_different_objects_make_no_set():
    start = at(hands={0: "YACHT-01 AUTO-01 HOME-01 BANK-01"}, discards="COIN-01")
    start.when(lay("YACHT-01", "HOME-01")).then_refused("BIGDEAL-4.4", "cards_do_not_match")
    assert [choice.type for choice in GAME.rules.choices(start.state, 0)] == ["discard_card"]


@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_bigdeal_4_5_a_new_set_has_exactly_two_cards(count):
    hand = ["JEWELS-01", "JEWELS-02", "JEWELS-03", "JEWELS-04"]
    start = at(hands={0: " ".join(hand)})
    start.when(lay(*hand[:count])).then_refused("BIGDEAL-4.5", "set_size")


def test_bigdeal_4_5_the_size_is_looked_at_before_the_cards():
    at(hands={0: HAND}).when(lay("x", "x", "x")).then_refused("BIGDEAL-4.5", "set_size")
    at(hands={0: HAND}).when(lay("x", "x")).then_refused("BIGDEAL-4.1", "duplicate_card")
    at(hands={0: HAND}).when(lay("GOLD-01", "SILVER-02")).then_refused("BIGDEAL-12.10", "card_not_in_hand")


def test_bigdeal_4_6_a_second_pair_must_wait_for_the_next_turn():
    start = at(hands={0: "JEWELS-01 JEWELS-02 BANK-01 BANK-02"})
    after = start.when(lay("JEWELS-01", "JEWELS-02")).goes_on()
    after.when(lay("BANK-01", "BANK-02")).then_refused("BIGDEAL-3.9", "not_your_decision")


@pytest.mark.rules("BIGDEAL-R.9")
def test_bigdeal_4_8_the_first_set_opens_the_collection_and_others_go_on_top():
    _told, state = story(at(hands={0: HAND}), lay("JEWELS-01", "JEWELS-02"))
    assert [one.id for one in state.collections[0]] == ["S1-1"]
    start = at(hands={0: HAND}, sets={0: ["COIN-01 COIN-02"], 3: ["CASH-01 CASH-02"]})
    _told, state = story(start, lay("JEWELS-01", "JEWELS-02"))
    assert [(one.id, one.type) for one in state.collections[0]] == [("S1-1", "COIN"), ("S1-3", "JEWELS")]


def test_bigdeal_4_9_a_covered_set_cannot_be_attacked():
    start = at(
        hands={0: "HOME-03 COIN-03 COIN-04 CASH-03"},
        sets={0: ["CASH-01 CASH-02"], 1: ["BANK-01 BANK-02", "HOME-01 HOME-02", "YACHT-01 YACHT-02"]},
    )
    start.when(AttackSet(seat=0, target_seat=1, card_id="HOME-03")).then_refused(
        "BIGDEAL-6.6", "card_does_not_match_set"
    )


@pytest.mark.rules("BIGDEAL-R.10", "BIGDEAL-6.26")
def test_bigdeal_4_10_a_set_uncovered_by_a_theft_can_be_attacked_again():
    start = at(
        3,
        hands={0: "YACHT-03", 1: "COIN-05", 2: "HOME-03"},
        sets={
            0: ["CASH-01 CASH-02"],
            1: ["BANK-01 BANK-02", "HOME-01 HOME-02", "YACHT-01 YACHT-02"],
            2: ["COIN-01 COIN-02"],
        },
    )
    told, state = story(
        start,
        AttackSet(seat=0, target_seat=1, card_id="YACHT-03"),
        YieldSet(seat=1),
        DiscardCard(seat=1, card_id="COIN-05"),
        AttackSet(seat=2, target_seat=1, card_id="HOME-03"),
    )
    assert told[-1].set_id == state.collections[1][-1].id == "S1-3"
    assert state.collections[1][-1].type == "HOME"


@pytest.mark.rules("BIGDEAL-R.11")
def test_bigdeal_4_11_nothing_adds_to_a_lying_set_but_a_duel(played_match):
    growing = set()
    for before, event, after in played_match.states:
        sizes = {one.id: len(one.cards) for collection in before.collections for one in collection}
        for collection in after.collections:
            for one in collection:
                if one.id in sizes and len(one.cards) > sizes[one.id]:
                    growing.add(type(event).__name__)
    assert growing == {"DuelResolved"}


@pytest.mark.rules("BIGDEAL-5.8")
def test_bigdeal_4_12_a_set_of_a_type_one_has_already_stays_apart():
    start = at(
        hands={0: HAND, 1: "BANK-03"}, sets={0: ["JEWELS-03 JEWELS-04"], 1: ["BANK-01 BANK-02"]}, discards="BANK-04"
    )
    _told, state = story(start, lay("JEWELS-01", "JEWELS-02"), FormSetWithDiscard(seat=1, card_id="BANK-03"))
    assert [one.cards for one in state.collections[0]] == [("JEWELS-03", "JEWELS-04"), ("JEWELS-01", "JEWELS-02")]
    assert [one.cards for one in state.collections[1]] == [("BANK-01", "BANK-02"), ("BANK-04", "BANK-03")]


@pytest.mark.rules("BIGDEAL-R.12")
def test_bigdeal_4_13_there_is_no_way_to_rearrange_sets(played_match):
    movers = {
        type(event).__name__ for before, event, after in played_match.states if before.collections != after.collections
    }
    assert movers == {"SetFormed", "DuelResolved", "RoundStarted", "MatchStarted"}
    assert len(ON_EVENT) == 21
    assert set(GAME.commands) == {
        "form_set_from_hand",
        "form_set_with_discard",
        "attack_set",
        "defend_set",
        "yield_set",
        "continue_attack",
        "stop_attack",
        "discard_card",
    }


def test_bigdeal_4_14_the_hand_shrinks_by_two_before_the_refill():
    start = at(hands={0: HAND})
    events = start.when(lay("JEWELS-01", "GOLD-01")).events()
    state = GAME.evolve(start.state, events[0])
    assert state.hands[0] == ("JEWELS-02", "SILVER-01")
    assert [event.count for event in of_type(events, CardsDrawn)] == [2]
