"""Section 7: Costs."""

from __future__ import annotations

import pytest

from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.catalogue import BASE
from tests.games.szmal.tables import effect, table


def test_szmal_7_1_the_kinds_of_cost():
    assert {alternative.option for card in BASE.cards.values() for alternative in card.cost} == {
        "CASH",
        "GANGSTER",
        "PROPERTY",
        "HAND",
    }
    assert [n for n, card in BASE.cards.items() if any(way.option == "HAND" for way in card.cost)] == [27]
    story = table(plays={0: 21}, lay={0: [22, 8, 78]}, kept={78: 6}, cash={0: 10_000})
    story.refuses(c.PayCost, 0, "wrong_card_type", "SZMAL-7.1", option="GANGSTER", card=8)
    story.refuses(c.PayCost, 0, "wrong_card_type", "SZMAL-7.1", option="PROPERTY", card=22)
    story.refuses(c.PayCost, 0, "malformed", "SZMAL-7.1", option="PROPERTY")
    story.refuses(c.PayCost, 0, "malformed", "SZMAL-7.1", option="CASH", card=22)


def test_szmal_7_2_cash_goes_to_the_bank():
    story = table(plays={0: 8}, cash={0: 15_000})
    bank = story.state.bank
    story.does(c.PayCost, 0, option="CASH")
    assert story.events[0] == e.CostPaid(seat=0, card=8, option="CASH", amount=10_000, rule="SZMAL-7.2")
    assert (story.state.cash[0], story.state.bank) == (5_000, bank + 10_000)


def test_szmal_7_3_a_card_given_up_is_discarded_but_card_41_gives_it_back():
    given_up = table(plays={0: 35}, lay={0: [22, 23]}).does(c.PayCost, 0, option="GANGSTER", card=22)
    assert 22 in given_up.state.discard
    assert given_up.events[:2] == [
        e.CostPaid(seat=0, card=35, option="GANGSTER", paid_card=22, rule="SZMAL-7.3"),
        e.CardLost(
            seat=0,
            card=22,
            to="DISCARD",
            markers_returned=0,
            reason="COST",
            cause=35,
            rule="SZMAL-1.17 SZMAL-7.3",
        ),
    ]
    taken_back = table(plays={0: 41}, lay={0: [(8, 2)]}).does(c.PayCost, 0, option="PROPERTY", card=8)
    assert 8 in taken_back.state.hands[0]
    assert taken_back.events[0].paid_markers == 2


@pytest.mark.rules("SZMAL-7.8")
def test_szmal_7_4_one_alternative_is_paid_in_full():
    story = table(plays={0: 21}, lay={0: [22, 8]}, cash={0: 5_000})
    story.refuses(c.PayCost, 0, "cannot_afford", "SZMAL-7.8", option="CASH")
    assert [template.params["option"].one_of for template in story.choices(0)[:-1]] == [("GANGSTER",), ("PROPERTY",)]
    story.does(c.PayCost, 0, option="GANGSTER", card=22)
    assert (story.lying(0), story.state.cash[0]) == ({8: 0, 21: 0}, 5_000)
    only_cash = table(plays={0: 8}, lay={0: [22]}, cash={0: 10_000})
    only_cash.refuses(c.PayCost, 0, "option_not_offered", "SZMAL-7.4", option="GANGSTER", card=22)


def test_szmal_7_5_payment_is_decided_when_the_card_comes_up():
    story = table(plays={0: 22, 1: 23, 2: 18}, lay={2: [8]}, cash={2: 30_000})
    assert (story.kind, story.asked) == ("PAY_COST", (2,))
    assert story.of(e.CardResolutionStarted)[-1].card == 18
    gained_first = table(plays={0: 8, 1: 3, 2: 22}, cash={0: 0})  # 8 comes after 3: still no cash for seat 0
    assert gained_first.thrown_away()[8] == "COST_UNPAYABLE"


@pytest.mark.rules("SZMAL-D.8")
def test_szmal_7_6_payment_may_be_refused():
    story = table(plays={0: 8}, cash={0: 50_000}).does(c.DeclineCost, 0)
    assert story.events[:2] == [
        e.CostDeclined(seat=0, card=8, rule="SZMAL-7.6"),
        e.PlayedCardDiscarded(seat=0, card=8, reason="COST_DECLINED", rule="SZMAL-7.6 SZMAL-6.11"),
    ]
    assert (story.state.cash[0], story.lying(0)) == (50_000, {})


def test_szmal_7_7_a_cost_that_cannot_be_paid_is_not_asked_for():
    story = table(plays={0: 8}, cash={0: 5_000})
    assert story.thrown_away()[8] == "COST_UNPAYABLE"
    assert story.of(e.CostDeclined) == []
    assert table(plays={0: 27}, bare=[0]).thrown_away()[27] == "COST_UNPAYABLE"


def test_szmal_7_9_markers_are_not_cash():
    assert table(plays={0: 14}, lay={0: [(8, 9)]}).thrown_away()[14] == "COST_UNPAYABLE"


def test_szmal_7_10_only_what_is_ones_own_pays():
    story = table(plays={0: 21}, lay={0: [22], 1: [23, 8]}, cash={1: 90_000}, hands={1: [2]})
    story.refuses(c.PayCost, 0, "card_not_in_your_territory", "SZMAL-7.10", option="GANGSTER", card=23)
    story.refuses(c.PayCost, 0, "cannot_afford", "SZMAL-7.8", option="CASH")
    gambit = table(plays={0: 27}, hands={1: [2]})
    gambit.refuses(c.PayCost, 0, "card_not_in_hand", "SZMAL-7.10", option="HAND", card=2)


@pytest.mark.rules("SZMAL-R.35")
def test_szmal_7_11_a_kept_action_pays_nothing():
    assert table(plays={0: 35}, lay={0: [78]}, kept={78: 6}).thrown_away()[35] == "COST_UNPAYABLE"
    story = table(plays={0: 35}, lay={0: [78, 22]}, kept={78: 6})
    assert story.offered(0)["pay_cost"] == (22,)
    story.refuses(c.PayCost, 0, "wrong_card_type", "SZMAL-7.1", option="GANGSTER", card=78)


def test_szmal_7_12_the_card_itself_is_no_hand_card():
    story = table(plays={0: 27}, hands={0: [2, 3]})
    assert 27 not in story.offered(0)["pay_cost"]
    story.refuses(c.PayCost, 0, "card_not_in_hand", "SZMAL-7.10", option="HAND", card=27)


def test_szmal_7_13_reactions_to_the_loss_come_before_the_new_card_enters():
    story = table(plays={0: 71}, lay={0: [62, 45]}).does(c.PayCost, 0, option="GANGSTER", card=62)
    assert [type(event) for event in story.events[:5]] == [
        e.CostPaid,
        e.CardLost,
        e.MarkersPlaced,
        e.CashGained,
        e.CardEnteredTerritory,
    ]


def test_szmal_7_14_reductions_add_up_and_stop_at_nothing():
    def due(card: int, *lying: int) -> int:
        story = table(plays={0: card}, lay={0: lying}, cash={0: 30_000}).does(c.PayCost, 0, option="CASH")
        return story.events[0].amount

    assert due(18) == 30_000
    assert due(18, 66) == 25_000
    assert due(18, 66, 52) == 20_000
    assert due(8, 52) == 5_000
    assert due(21, 52) == 10_000  # 52 speaks of Properties only
    assert due(21, 66) == 5_000


@pytest.mark.rules("SZMAL-R.24", "SZMAL-D.9")
def test_szmal_7_15_nothing_left_of_a_cash_cost_is_paid_by_itself():
    story = table(plays={0: 13}, lay={0: [66, 52]})
    assert story.of(e.CostPaid) == [e.CostPaid(seat=0, card=13, option="CASH", amount=0, auto=True, rule="SZMAL-7.15")]
    assert 13 in story.lying(0)


def test_szmal_7_16_with_a_choice_the_player_is_asked_even_for_nothing():
    story = table(plays={0: 21}, lay={0: [66, 62]}, effects=[effect(1, 0, 66, 5)])
    assert story.kind == "PAY_COST"
    free = story.choices(0)[-2]
    assert (free.params["option"].one_of, story.labels(0)[-2]) == (("CASH",), "Pay $0")
    story.does(c.PayCost, 0, option="GANGSTER", card=62)
    assert story.state.cash[0] == 20_000  # giving up 62 was the better choice


@pytest.mark.rules("SZMAL-R.23")
def test_szmal_7_17_whoever_ignores_costs_is_not_asked():
    story = table(plays={0: 18, 1: 14}, effects=[effect(1, 0, 63, 5)], cash={0: 50_000})
    started = {event.card: event for event in story.of(e.CardResolutionStarted)}
    assert (started[18].costs_ignored, started[14].costs_ignored) == (True, False)
    assert story.of(e.CostPaid) == []
    assert story.lying(0) == {18: 6}
    assert story.state.cash[0] == 50_000
    assert story.thrown_away()[14] == "COST_UNPAYABLE"


def test_szmal_7_18_without_a_property_given_up_its_markers_are_0():
    story = table(plays={0: 4}, lay={0: [(18, 6)]}, effects=[effect(1, 0, 63, 5)])
    assert story.gains() == []
    relocating = table(plays={0: 41}, lay={0: [(18, 6)]}, effects=[effect(1, 0, 63, 5)], hands={0: [15]})
    assert relocating.state.effects[-1].paid_markers == 0
    relocating.next_round({0: 15})
    assert (15, 2, 41) in relocating.placed()
