"""Section 5 of the rulebook: a set with the discard pile."""

from __future__ import annotations

import pytest

from games.big_deal import GAME
from games.big_deal.commands import AttackSet, DiscardCard, FormSetFromHand, FormSetWithDiscard, YieldSet
from games.big_deal.events import CardsDrawn, SetFormed, TurnEnded, TurnStarted
from tests.games.big_deal.table import at, of_type, offered, story

HAND = "STOCKS-01 HOME-01 GOLD-01 SILVER-01"


def take(card: str, seat: int = 0) -> FormSetWithDiscard:
    return FormSetWithDiscard(seat=seat, card_id=card)


def formed(card: str, top: str, cards: tuple[str, str], set_type: str, rule: str) -> SetFormed:
    return SetFormed(
        seat=0,
        set_id="S1-1",
        set_type=set_type,
        source="discard",
        hand_cards=(card,),
        discard_card=top,
        cards=cards,
        rule=f"BIGDEAL-5.1 {rule}",
    )


@pytest.mark.rules("BIGDEAL-5.2")
def test_bigdeal_5_1_the_top_discard_and_one_card_make_a_set():
    at(hands={0: HAND}, discards="PIGGY-01 STOCKS-02", pile_top="YACHT-01").when(take("STOCKS-01")).then(
        formed("STOCKS-01", "STOCKS-02", ("STOCKS-02", "STOCKS-01"), "STOCKS", "BIGDEAL-5.2"),
        CardsDrawn(seat=0, cards=("YACHT-01",), count=1, pile_left=39, reason="turn_end", rule="BIGDEAL-8.1"),
        TurnEnded(round=1, turn=1, seat=0, rule="BIGDEAL-3.7"),
        TurnStarted(round=1, turn=2, seat=1, rule="BIGDEAL-3.2"),
    )


def test_bigdeal_5_2_an_object_that_does_not_match_is_refused():
    start = at(hands={0: HAND}, discards="STOCKS-02")
    start.when(take("HOME-01")).then_refused("BIGDEAL-5.2", "cards_do_not_match")


@pytest.mark.parametrize("joker", ["GOLD-01", "SILVER-01"])
def test_bigdeal_5_3_a_joker_goes_on_an_object_and_lies_underneath(joker):
    told, _state = story(at(hands={0: HAND}, discards="STOCKS-02"), take(joker))
    assert told[0] == formed(joker, "STOCKS-02", (joker, "STOCKS-02"), "STOCKS", "BIGDEAL-5.3")


@pytest.mark.parametrize(("card", "set_type"), [("STOCKS-01", "STOCKS"), ("HOME-01", "HOME")])
@pytest.mark.rules("BIGDEAL-R.13")
def test_bigdeal_5_4_any_object_goes_on_a_joker_and_gives_the_type(card, set_type):
    told, _state = story(at(hands={0: HAND}, discards="SILVER-02"), take(card))
    assert told[0] == formed(card, "SILVER-02", ("SILVER-02", card), set_type, "BIGDEAL-5.4")


@pytest.mark.parametrize("joker", ["GOLD-01", "SILVER-01"])
@pytest.mark.rules("BIGDEAL-R.13")
def test_bigdeal_5_5_a_joker_does_not_go_on_a_joker(joker):
    start = at(hands={0: HAND}, discards="SILVER-02")
    start.when(take(joker)).then_refused("BIGDEAL-5.5", "two_jokers")


@pytest.mark.rules("BIGDEAL-5.9")
def test_bigdeal_5_6_only_the_top_card_can_be_used():
    start = at(hands={0: HAND, 1: "PIGGY-02"}, discards="PIGGY-01 HOME-02 STOCKS-02")
    start.when(take("HOME-01")).then_refused("BIGDEAL-5.2", "cards_do_not_match")
    start.when(take("HOME-02")).then_refused("BIGDEAL-12.10", "card_not_in_hand")
    _told, state = story(start, take("STOCKS-01"))
    assert state.discards[-2:] == ("PIGGY-01", "HOME-02")


def test_bigdeal_5_7_the_card_never_enters_the_hand():
    start = at(hands={0: HAND}, discards="STOCKS-02")
    state = start.state
    for event in start.when(take("STOCKS-01")).events():
        state = GAME.evolve(state, event)
        assert "STOCKS-02" not in state.hands[0]
    assert "STOCKS-02" in state.collections[0][-1].cards


def test_bigdeal_5_8_the_set_goes_on_top_and_ends_the_turn():
    start = at(hands={0: HAND}, sets={0: ["COIN-01 COIN-02"]}, discards="STOCKS-02")
    _told, state = story(start, take("GOLD-01"))
    assert [one.cards for one in state.collections[0]] == [("COIN-01", "COIN-02"), ("GOLD-01", "STOCKS-02")]
    assert GAME.rules.to_act(state) == (1,)


def test_bigdeal_5_9_the_card_underneath_is_the_new_top():
    start = at(hands={0: HAND, 1: "PIGGY-02"}, discards="PIGGY-01 STOCKS-02")
    told, _state = story(start, take("STOCKS-01"), take("PIGGY-02", seat=1))
    assert of_type(told, SetFormed)[1].cards == ("PIGGY-01", "PIGGY-02")


@pytest.mark.rules("BIGDEAL-5.11", "BIGDEAL-R.14")
def test_bigdeal_5_10_an_emptied_pile_stays_empty_until_somebody_discards():
    start = at(
        3,
        hands={0: HAND, 1: "BANK-01 BANK-02 GOLD-02", 2: "GOLD-03"},
        sets={1: ["CASH-01 CASH-02", "YACHT-01 YACHT-02"], 2: ["COIN-01 COIN-02"]},
        discards="STOCKS-02",
        pile=None,
    )
    steps = (
        take("STOCKS-01"),
        FormSetFromHand(seat=1, card_ids=("BANK-01", "BANK-02")),
        AttackSet(seat=2, target_seat=1, card_id="GOLD-03"),
        YieldSet(seat=1),
    )
    for count in range(1, len(steps) + 1):
        _told, state = story(start, *steps[:count])
        assert state.discards == ()
        assert all("form_set_with_discard" not in offered(state, seat) for seat in range(3))
    _told, state = story(start, *steps, DiscardCard(seat=0, card_id="HOME-01"))
    assert state.discards == ("HOME-01",)


def test_bigdeal_5_11_with_an_empty_pile_the_action_is_refused():
    start = at(hands={0: HAND}, discards="", pile=None)
    start.when(take("nonsense")).then_refused("BIGDEAL-5.11", "discard_empty")
    assert "form_set_with_discard" not in offered(start.state, 0)


def test_bigdeal_5_12_the_hand_shrinks_by_one_before_the_refill():
    start = at(hands={0: HAND}, discards="STOCKS-02")
    events = start.when(take("STOCKS-01")).events()
    assert GAME.evolve(start.state, events[0]).hands[0] == ("HOME-01", "GOLD-01", "SILVER-01")
    assert [event.count for event in of_type(events, CardsDrawn)] == [1]
