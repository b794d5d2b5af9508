"""Cards 21 to 40: each one played, and its condition both ways."""

from __future__ import annotations

import pytest

from games.szmal import commands as c
from games.szmal import events as e
from tests.games.szmal.tables import effect, table


@pytest.mark.parametrize(
    ("payment", "left"),
    [
        ({"option": "CASH"}, ({22: 0, 8: 2, 21: 0}, 5_000)),
        ({"option": "GANGSTER", "card": 22}, ({8: 2, 21: 0}, 15_000)),
        ({"option": "PROPERTY", "card": 8}, ({22: 0, 21: 0}, 15_000)),
    ],
)
def test_szmal_card_21_costs_a_gangster_a_property_or_cash(payment, left):
    story = table(plays={0: 21}, lay={0: [22, (8, 2)]}, cash={0: 15_000}).does(c.PayCost, 0, **payment)
    assert (story.lying(0), story.state.cash[0]) == left
    assert story.symbols(0)["CAR"] == 1


def test_szmal_card_21_is_thrown_away_if_nothing_can_be_paid():
    assert table(plays={0: 21}, cash={0: 5_000}).thrown_away()[21] == "COST_UNPAYABLE"


def test_szmal_card_22_brings_10000():
    story = table(plays={0: 22})
    assert (story.gains(), story.symbols(0)) == ([(0, 10_000)], {"GUN": 1})


def test_szmal_card_23_pays_for_guns():
    assert table(plays={0: 23}, lay={0: [57, 22]}).gains() == [(0, 20_000)]
    story = table(plays={0: 23}, lay={0: [42]})
    assert (story.gains(), story.symbols(0)) == ([(0, 5_000)], {"GUN": 1, "CAR": 2, "KEY": 1})


def test_szmal_card_24_pays_now_and_takes_at_the_end():
    story = table(round_=12, plays={0: 24}, cash={0: 10_000})
    assert (story.gains(), story.losses()) == ([(0, 20_000)], [(0, 25_000)])
    assert story.symbols(0) == {"GUN": 1}
    assert table(plays={0: 24}).losses() == []


def test_szmal_card_25_pays_for_bottles():
    story = table(plays={0: 25}, lay={0: [8, 14]})
    assert (story.gains(), story.symbols(0)["CAR"]) == ([(0, 20_000)], 1)
    assert table(plays={0: 25}, lay={0: [9]}).gains() == []


def test_szmal_card_26_pays_for_gangsters():
    assert table(plays={0: 26}, lay={0: [8, 9, 22, 23, 25]}).gains() == [(0, 30_000)]
    assert table(plays={0: 26}, lay={0: [8, 22]}).thrown_away()[26] == "REQUIREMENT_UNMET"


def test_szmal_card_27_costs_a_hand_card():
    story = table(plays={0: 27}, hands={0: [8]}, bare=[0])
    assert story.offered(0) == {"pay_cost": (8,), "decline_cost": ()}
    story.does(c.PayCost, 0, option="HAND", card=8)
    assert story.events[:2] == [
        e.CostPaid(seat=0, card=27, option="HAND", paid_card=8, rule="SZMAL-7.3"),
        e.HandCardDiscarded(seat=0, card=8, rule="SZMAL-7.1 SZMAL-R.15"),
    ]
    assert story.gains() == [(0, 30_000)]
    assert table(plays={0: 27}, hands={0: [8]}).does(c.DeclineCost, 0).thrown_away()[27] == "COST_DECLINED"
    assert table(plays={0: 27}, bare=[0]).thrown_away()[27] == "COST_UNPAYABLE"


@pytest.mark.parametrize(("lying", "times"), [([], 0), ([22], 1), ([64], 1), ([62], 1), ([21], 3)])
def test_szmal_card_28_pays_for_each_crew_symbol_shown(lying, times):
    assert table(plays={0: 28}, lay={0: lying}).gains() == [(0, 10_000)] * times


def test_szmal_card_29_pays_the_rich():
    story = table(plays={0: 29}, cash={0: 90_000})
    assert (story.gains(), story.state.cash[0]) == ([(0, 45_000)], 135_000)
    assert table(plays={0: 29}, cash={0: 85_000}).thrown_away()[29] == "REQUIREMENT_UNMET"


def test_szmal_card_30_needs_all_three_crew_symbols():
    assert table(plays={0: 30}, lay={0: [21]}).gains() == [(0, 25_000)]
    assert table(plays={0: 30}, lay={0: [71]}).thrown_away()[30] == "REQUIREMENT_UNMET"


def test_szmal_card_31_pays_for_keys_and_wrenches():
    assert table(plays={0: 31}, lay={0: [62, 8, 9]}).gains() == [(0, 10_000), (0, 20_000)]
    assert table(plays={0: 31}, lay={0: [22, 14]}).gains() == []


def test_szmal_card_32_needs_car_and_bottle():
    assert table(plays={0: 32}, lay={0: [64, 8]}).gains() == [(0, 25_000)]
    assert table(plays={0: 32}, lay={0: [64, 9]}).thrown_away()[32] == "REQUIREMENT_UNMET"
    assert table(plays={0: 32}, lay={0: [8]}).thrown_away()[32] == "REQUIREMENT_UNMET"


def test_szmal_card_33_pays_for_cars_and_hearts():
    assert table(plays={0: 33}, lay={0: [42, 9]}).gains() == [(0, 20_000), (0, 10_000)]
    assert table(plays={0: 33}, lay={0: [22, 8]}).gains() == []


def test_szmal_card_34_pays_everybody():
    assert table(plays={1: 34}).gains() == [(1, 30_000), (2, 10_000), (0, 10_000)]


def test_szmal_card_35_costs_a_gangster():
    story = table(plays={0: 35}, lay={0: [22, 23]}).does(c.PayCost, 0, option="GANGSTER", card=23)
    assert (story.gains(), story.lying(0)) == ([(0, 25_000)], {22: 0})
    assert table(plays={0: 35}, lay={0: [8]}).thrown_away()[35] == "COST_UNPAYABLE"


@pytest.mark.rules("SZMAL-E.20")
def test_szmal_card_36_goes_back_to_the_hand_of_the_poor():
    poor = table(plays={0: 36}, cash={0: 30_000})
    assert (poor.gains(), 36 in poor.state.hands[0]) == ([(0, 15_000)], True)
    rich = table(plays={0: 36}, cash={0: 35_000})
    assert (rich.gains(), 36 in rich.state.discard) == ([(0, 15_000)], True)


def test_szmal_card_37_is_marked_for_each_property():
    assert table(plays={0: 37}, lay={0: [23, 8, 9]}).placed() == [(37, 3, 37)]
    assert table(plays={0: 37}, lay={0: [22, 8]}).thrown_away()[37] == "REQUIREMENT_UNMET"


def test_szmal_card_38_marks_a_property():
    story = table(plays={0: 38}, lay={0: [8, (9, 1)]}).does(c.ChooseProperty, 0, card=9)
    assert story.lying(0) == {8: 0, 9: 3}
    assert table(plays={0: 38}).placed() == []


def test_szmal_card_39_marks_every_property():
    story = table(plays={0: 39}, lay={0: [9, (46, 2)], 1: [14]})
    assert story.lying(0) == {9: 1, 46: 3}
    assert story.lying(1) == {14: 0}
    assert table(plays={0: 39}, lay={0: [8]}).thrown_away()[39] == "REQUIREMENT_UNMET"


def test_szmal_card_40_marks_small_properties_and_takes_gangsters_later():
    story = table(plays={0: 40}, lay={0: [8, (9, 1), (14, 2), 22], 1: [23], 2: [25, 62]})
    assert story.lying(0) == {8: 1, 9: 2, 14: 2, 22: 0, 40: 0}
    story.next_round({})
    assert story.asked == (2,)
    story.does(c.ChooseLoss, 2, card=62)
    assert [(event.seat, event.card) for event in story.of(e.CardLost)] == [(1, 23), (2, 62)]
    assert story.gains() == [(2, 20_000)]
    assert table(plays={0: 40}, effects=[effect(1, 0, 40, 5, clause=1)]).of(e.CardLost) == []
