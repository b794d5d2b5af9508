"""Section 7 of the rulebook: discarding."""

from __future__ import annotations

import pytest

from games.big_deal import GAME
from games.big_deal.catalogue import TITLES
from games.big_deal.commands import DiscardCard, FormSetWithDiscard
from games.big_deal.events import CardDiscarded, CardsDrawn, TurnEnded, TurnStarted
from tests.games.big_deal.table import at, of_type, story


def test_bigdeal_7_1_one_card_goes_on_top_of_the_discard_pile():
    at(hands={0: "HOME-01 YACHT-01 AUTO-01 BANK-01"}, pile_top="COIN-01").when(
        DiscardCard(seat=0, card_id="AUTO-01")
    ).then(
        CardDiscarded(seat=0, card="AUTO-01", rule="BIGDEAL-7.1"),
        CardsDrawn(seat=0, cards=("COIN-01",), count=1, pile_left=39, reason="turn_end", rule="BIGDEAL-8.1"),
        TurnEnded(round=1, turn=1, seat=0, rule="BIGDEAL-3.7"),
        TurnStarted(round=1, turn=2, seat=1, rule="BIGDEAL-3.2"),
    )


@pytest.mark.parametrize("title", [title.id for title in TITLES])
@pytest.mark.rules("BIGDEAL-R.13")
def test_bigdeal_7_2_any_card_may_be_discarded(title):
    card = f"{title}-03"
    start = at(hands={0: card})
    told, state = story(start, DiscardCard(seat=0, card_id=card))
    assert told[0].card == state.discards[-1] == card


def test_bigdeal_7_3_the_next_player_may_build_on_it_and_it_covers_the_card_below():
    start = at(hands={0: "HOME-01", 1: "HOME-02 BANK-02"}, discards="BANK-01")
    after = start.when(DiscardCard(seat=0, card_id="HOME-01")).goes_on()
    after.when(FormSetWithDiscard(seat=1, card_id="BANK-02")).then_refused("BIGDEAL-5.2", "cards_do_not_match")
    after.when(FormSetWithDiscard(seat=1, card_id="HOME-02")).goes_on()


def test_bigdeal_7_4_a_discard_is_offered_on_every_turn_for_every_card(played_match):
    turns = 0
    for before, command, _events in played_match.batches:
        if command is not None and before.phase == "turn_action":
            turns += 1
            discard = GAME.rules.choices(before, before.active)[-1]
            assert discard.type == "discard_card"
            assert discard.params["card_id"].one_of == before.hands[before.active]
    assert turns > 100


def test_bigdeal_7_5_the_hand_shrinks_by_one_before_the_refill():
    start = at(hands={0: "HOME-01 YACHT-01 AUTO-01 BANK-01"})
    events = start.when(DiscardCard(seat=0, card_id="AUTO-01")).events()
    assert GAME.evolve(start.state, events[0]).hands[0] == ("HOME-01", "YACHT-01", "BANK-01")
    assert [event.count for event in of_type(events, CardsDrawn)] == [1]
