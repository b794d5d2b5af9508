"""The worked examples."""

from __future__ import annotations

import pytest

from events.visibility import redact
from games.szmal import GAME
from games.szmal import commands as c
from games.szmal import events as e
from tests.games.szmal.tables import Story, committing, effect, started, table
from tests.games.szmal.whole import whole_match


def test_szmal_w_1_order_of_play():
    story = table(plays={0: 21, 1: 25, 2: 43}, cash={0: 10_000})
    assert story.of(e.CardsRevealed)[0].order == (0, 1, 2)
    assert table(plays={0: 43, 1: 25, 2: 21}, cash={2: 10_000}).of(e.CardsRevealed)[0].order == (2, 1, 0)
    story.does(c.PayCost, 0, option="CASH")
    assert [event.card for event in story.log if isinstance(event, e.CardResolutionStarted)] == [21, 25, 43]


def test_szmal_w_2_paying_a_cost():
    story = table(plays={0: 21}, lay={0: [22, (11, 3)]}, cash={0: 15_000})
    offered = [(one.params["option"].one_of, one.params["card"].one_of) for one in story.choices(0)[:2]]
    assert offered == [(("GANGSTER",), (22,)), (("PROPERTY",), (11,))]
    assert story.choices(0)[2].params["option"].one_of == ("CASH",)
    assert story.labels(0)[2] == "Pay $10,000"
    bank = story.state.bank
    with_property = table(plays={0: 21}, lay={0: [22, (11, 3)]}, cash={0: 15_000})
    story.does(c.PayCost, 0, option="CASH")
    assert (story.state.cash[0], story.state.bank) == (5_000, bank + 10_000)
    assert story.lying(0) == {22: 0, 11: 3, 21: 0}
    with_property.does(c.PayCost, 0, option="PROPERTY", card=11)
    assert (with_property.state.cash[0], with_property.state.pool) == (15_000, 54)
    assert 11 in with_property.state.discard


def test_szmal_w_3_meeting_a_requirement():
    story = table(round_=5, plays={2: 43}, lay={2: [62, (16, 1)]})
    assert story.lying(2) == {62: 0, 16: 1, 43: 0}
    assert [(one.card, one.works_in_round) for one in story.state.effects] == [(43, 6)]
    assert story.of(e.ActionKept)[0].until_round == 6


def test_szmal_w_4_an_action_that_copies_markers():
    story = table(plays={1: 56}, lay={1: [(16, 1), 46], 0: [(8, 4)], 2: [(9, 2)]})
    other = table(plays={1: 56}, lay={1: [(16, 1), 46], 0: [(8, 4)], 2: [(9, 2)]})
    story.does(c.ChooseProperty, 1, card=46)
    assert (story.markers(46), story.markers(8)) == (4, 4)
    assert story.of(e.ActionDiscarded)[0].card == 56
    assert other.does(c.ChooseProperty, 1, card=16).markers(16) == 5


def test_szmal_w_5_a_gangster_that_pays_for_symbols():
    story = table(plays={0: 25}, lay={0: [(11, 3), (8, 3)]})
    assert story.gains() == [(0, 20_000)]
    assert 25 in story.lying(0)


def test_szmal_w_6_markers_on_a_new_property():
    story = table(plays={2: 8}, lay={2: [(11, 3), (16, 1)]}, cash={2: 10_000}).does(c.PayCost, 2, option="CASH")
    assert story.lying(2) == {11: 3, 16: 1, 8: 4}


def test_szmal_w_7_counting_rounds():
    assert started().state.pool == 54


def test_szmal_w_9_final_worth_and_tie():
    story = table(round_=12, lay={0: [(8, 7)], 1: [(9, 3)], 2: [(14, 6)]}, cash={0: 85_000, 1: 125_000, 2: 90_000})
    assert [one.worth for one in story.of(e.MatchScored)[0].scores] == [155_000, 155_000, 150_000]
    assert story.of(e.MatchEnded)[0].winners == (0, 1)


def test_szmal_w_11_a_card_does_not_meet_its_own_requirement():
    story = table(plays={0: 42}, lay={0: [22]}, effects=[effect(1, 1, 3, 5, clause=1)])
    assert story.of(e.PlayedCardDiscarded)[0] == e.PlayedCardDiscarded(
        seat=0, card=42, reason="REQUIREMENT_UNMET", rule="SZMAL-8.4 SZMAL-6.11"
    )
    assert 42 in story.state.discard
    assert story.gains() == []


def test_szmal_w_12_four_reactions_to_one_property():
    story = table(plays={0: 8}, lay={0: [42, 44, 52]}, cash={0: 5_000}, effects=[effect(1, 0, 43, 5)])
    story.does(c.PayCost, 0, option="CASH")
    changes = [
        (type(event), getattr(event, "count", 0) or event.amount)
        for event in story.of(e.CostPaid, e.MarkersPlaced, e.MarkersRemoved, e.CashGained)
    ]
    assert changes == [
        (e.CostPaid, 5_000),
        (e.MarkersPlaced, 2),
        (e.MarkersPlaced, 1),
        (e.MarkersPlaced, 3),
        (e.MarkersRemoved, 1),
        (e.CashGained, 5_000),
    ]
    assert (story.markers(8), story.state.cash[0]) == (5, 5_000)


def test_szmal_w_13_card_44_comes_before_the_instructions():
    story = table(plays={0: 37}, lay={0: [44, 23]})
    assert story.placed() == [(37, 2, 37)]
    assert story.of(e.MarkersRemoved) == []


def test_szmal_w_14_mirror_and_doubling():
    story = table(plays={0: 1, 2: 34}, effects=[effect(1, 1, 78, 5)])
    assert story.gains() == [(2, 30_000), (0, 10_000), (1, 20_000), (0, 20_000)]
    assert story.state.cash == (30_000, 20_000, 30_000)


def test_szmal_w_15_relocating():
    story = table(round_=5, plays={0: 41}, lay={0: [(18, 6)]}, cash={0: 30_000})
    story.does(c.PayCost, 0, option="PROPERTY", card=18)
    assert (18 in story.state.hands[0], story.state.pool, 41 in story.lying(0)) == (True, 54, True)
    story.next_round({0: 18}).does(c.PayCost, 0, option="CASH")
    assert story.placed() == [(18, 1, "SYMBOLS"), (18, 8, 41), (18, 5, 18)]
    assert (story.markers(18), 41 in story.state.discard) == (14, True)


@pytest.mark.parametrize(("first", "cash"), [(6, 15_000), (69, 5_000)])
def test_szmal_w_16_order_of_each_turn_abilities(first, cash):
    story = table(lay={0: [6, 69]}).does(c.ResolveAbility, 0, card=first)
    assert story.state.cash[0] == cash
    assert [event.had_effect for event in story.of(e.AbilityResolved)] == [True, first == 6]


def test_szmal_w_17_losing_a_gangster_at_the_end_of_a_round():
    story = table(seats=2, lay={0: [63], 1: [62, 22, 45]}, effects=[effect(1, 0, 73, 5, clause=1)])
    assert [(event.seat, event.card) for event in story.of(e.LossChosen)] == [(0, 63)]
    assert story.asked == (1,)
    story.does(c.ChooseLoss, 1, card=62)
    assert [type(event) for event in story.events[:6]] == [
        e.LossChosen,
        e.LossesRevealed,
        e.CardLost,
        e.CardLost,
        e.MarkersPlaced,
        e.CashGained,
    ]
    assert [event.card for event in story.of(e.CardLost)] == [63, 62]
    assert (story.markers(45), story.state.cash[1]) == (2, 20_000)


def test_szmal_w_18_a_card_inside_a_card():
    story = table(plays={0: 80}, hands={0: [27, 65, 8]}, lay={0: [46]}, effects=[effect(1, 0, 68, 5)], bare=[0])
    assert (story.gains(), story.markers(46)) == ([(0, 10_000)], 1)
    story.does(c.PlayExtra, 0, card=27).does(c.PayCost, 0, option="HAND", card=65)
    assert 65 in story.state.discard
    assert [event.card for event in story.of(e.CardReturnedToHand)] == [27, 80]
    assert story.state.hands[0] == (8, 27, 80)
    assert story.state.cash[0] == 40_000 + 10_000  # and $10,000 by card 46 in Phase 4


def test_szmal_w_19_ignored_cost():
    story = table(plays={0: 4}, lay={0: [(18, 6)]}, effects=[effect(1, 0, 63, 5)])
    assert story.lying(0) == {18: 6}
    assert story.gains() == []
    assert 4 in story.state.discard


def test_szmal_w_20_copying_a_gangster_with_lent_symbols():
    story = table(round_=6, plays={0: 72}, hands={0: [54], 1: [80], 2: [61, 43]})
    story.next_round({0: 54, 1: 80})
    assert (story.state.round, story.kind) == (7, "OPTIONAL_PLAY")
    assert story.symbols(0) == {"CAR": 2, "GUN": 1, "KEY": 1}
    story.does(c.PassExtra, 1)
    assert story.state.round == 8
    assert story.symbols(0) == {"CAR": 2, "GUN": 1, "KEY": 1}
    shown = {place["card"]: place["symbols"] for place in story.view(0)["seats"][0]["territory"]}
    assert shown == {72: ["CAR"], 54: ["CAR", "GUN", "KEY"]}


def test_szmal_w_21_end_of_match_order():
    story = table(round_=12, lay={0: [(13, 1), 24, 22], 1: [23]})
    assert (story.gains(), story.losses()) == ([(0, 20_000)], [(0, 20_000)])
    assert story.of(e.CashLost)[0].demanded == 25_000
    assert story.of(e.MatchScored)[0].scores[0].worth == 10_000


def test_szmal_w_22_markers_at_the_very_end():
    now = table(round_=4, plays={0: 12}, lay={0: [(16, 1)]}, cash={0: 10_000}).does(c.PayCost, 0, option="CASH")
    assert now.markers(12) == 0
    end = table(round_=12, lay={0: [(16, 1), 12, 8]})
    assert end.placed() == [(12, 3, "SYMBOLS")]


def test_szmal_w_23_draw_pile_without_a_gangster():
    story = table(plays={0: 53}, draw=[2, 3], draw_only=True)
    revealed = story.of(e.DrawPileRevealed)[0]
    assert (revealed.cards, revealed.found) == ((2, 3), None)
    assert story.state.discard[-2:] == (2, 3)
    assert list(story.lying(0)) == [53]


@pytest.mark.rules("SZMAL-5.4", "SZMAL-4.6", "SZMAL-U.1")
def test_szmal_w_24_a_sealed_choice_is_sent_once_and_changed_by_taking_it_back():
    story = committing(seats=2, hands={0: [8, 9]}, plays={1: 22})
    before, command = story.state, story.when(c.CommitCard, 0, card=8).command
    story.does(c.CommitCard, 0, card=8)
    assert (story.asked, story.view(1)["decision"]["pending"]) == ((0, 1), [1])
    story.refuses(c.CommitCard, 0, "already_chosen", "SZMAL-5.4", card=9)
    assert GAME.take_back.undo_class(before, command, story.events) == "free"
    again = Story(before).does(c.CommitCard, 0, card=9)
    assert again.events == [e.CardCommitted(seat=0, card=9, rule="SZMAL-5.1")]
    assert redact(again.events[0], 1).card is None
    assert again.view(1)["seats"][0]["committed"] == {"chosen": True, "card": None}
    assert again.view(0)["seats"][0]["committed"]["card"]["card"] == 9
    again.does(c.CommitCard, 1, card=22)
    assert [play.card for play in again.of(e.CardsRevealed)[0].plays] == [9, 22]


def test_szmal_w_8_cards_at_the_end():
    drafted = [event.seat for event in whole_match(3, 6).events if isinstance(event, e.CardDrafted)]
    assert [drafted.count(seat) for seat in range(3)] == [12, 12, 12]
