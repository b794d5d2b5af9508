"""Cards 1 to 20: each one played, and its condition both ways."""

from __future__ import annotations

import pytest

from games.szmal import commands as c
from games.szmal import events as e
from tests.games.szmal.tables import effect, table

CASH = {"option": "CASH"}


@pytest.mark.rules("SZMAL-E.6", "SZMAL-E.24")
def test_szmal_card_1_mirrors_the_left_neighbour_for_this_round():
    story = table(plays={0: 1, 1: 22, 2: 76}, hands={1: [23]})
    assert story.gains() == [(1, 10_000), (0, 10_000)]
    assert story.symbols(0) == {"KEY": 1}
    assert story.next_round({1: 23}).gains() == [(1, 10_000)]  # two GUN; nobody mirrors it


def test_szmal_card_2_pays_for_actions_of_neighbours():
    assert table(plays={0: 2, 1: 60, 2: 75}, lay={1: [8]}).gains() == [
        (0, 10_000),
        (0, 10_000),
        (1, 5_000),
        (0, 10_000),
    ]
    assert table(plays={0: 2, 1: 22}).gains() == [(0, 10_000), (1, 10_000)]
    assert table(plays={0: 2}).of(e.ActionDiscarded)[0].card == 2


@pytest.mark.rules("SZMAL-E.4")
def test_szmal_card_3_pays_for_gangsters_of_neighbours():
    assert table(plays={0: 3, 1: 22, 2: 76}).gains() == [(0, 10_000), (0, 10_000), (1, 10_000), (0, 10_000)]
    assert table(plays={0: 3, 1: 60}).gains() == [(0, 10_000)]
    assert table(plays={0: 80}, hands={0: [22]}, effects=[effect(1, 0, 3, 5, clause=1)]).kind == "OPTIONAL_PLAY"


@pytest.mark.rules("SZMAL-E.10", "SZMAL-E.12")
def test_szmal_card_4_pays_for_the_markers_given_up():
    story = table(plays={0: 4}, lay={0: [(8, 3), 9]})
    assert story.offered(0)["pay_cost"] == (8, 9)
    story.does(c.PayCost, 0, option="PROPERTY", card=8)
    assert story.gains() == [(0, 45_000)]
    assert table(plays={0: 4}, lay={0: [(8, 3), 9]}).does(c.PayCost, 0, option="PROPERTY", card=9).gains() == []
    assert table(plays={0: 4}).thrown_away()[4] == "COST_UNPAYABLE"


def test_szmal_card_5_pays_for_the_best_property_and_burns_one_of_everybody():
    story = table(plays={0: 5}, lay={0: [62, (8, 2), (9, 4)], 1: [(14, 7)]})
    assert story.gains() == [(0, 20_000)]
    story.next_round({})
    assert (story.kind, story.asked) == ("CHOOSE_LOSS", (0,))
    story.does(c.ChooseLoss, 0, card=8)
    assert [(event.seat, event.card) for event in story.of(e.CardLost)] == [(0, 8), (1, 14)]
    assert table(plays={0: 5}, lay={0: [22]}).thrown_away()[5] == "REQUIREMENT_UNMET"


@pytest.mark.rules("SZMAL-E.11")
def test_szmal_card_6_pays_the_broke():
    assert table(plays={0: 6}).gains() == [(0, 10_000)]
    assert table(plays={0: 6}, cash={0: 5_000}).gains() == []


def test_szmal_card_7_pays_for_its_markers_at_the_end():
    story = table(round_=12, plays={0: 7}, lay={0: [16, 9]}, cash={0: 10_000}).does(c.PayCost, 0, **CASH)
    assert story.markers(7) == 3
    assert story.gains() == [(0, 15_000)]
    assert story.state.cash[0] == 15_000
    assert table(plays={0: 7}, cash={0: 5_000}).thrown_away()[7] == "COST_UNPAYABLE"


def test_szmal_card_8_earns_for_bottle_and_wrench():
    story = table(plays={0: 8}, lay={0: [9]}, cash={0: 10_000}).does(c.PayCost, 0, **CASH)
    assert (story.markers(8), story.state.cash[0]) == (3, 0)
    assert table(plays={0: 8}, cash={0: 5_000}).thrown_away()[8] == "COST_UNPAYABLE"


def test_szmal_card_9_earns_for_heart_and_wrench():
    story = table(plays={0: 9}, lay={0: [14, 11]}, cash={0: 10_000}).does(c.PayCost, 0, **CASH)
    assert (story.markers(9), story.state.cash[0]) == (3, 0)
    assert table(plays={0: 9}, cash={0: 5_000}).thrown_away()[9] == "COST_UNPAYABLE"


@pytest.mark.rules("SZMAL-E.13")
def test_szmal_card_10_pays_whoever_alone_has_the_most_properties():
    story = table(plays={0: 10}, lay={0: [50], 1: [8]}, cash={0: 15_000}).does(c.PayCost, 0, **CASH)
    assert story.gains() == [(0, 5_000)]
    assert story.markers(10) == 1
    others = table(lay={0: [10], 1: [8, 9]})
    assert [(event.seat, event.cause) for event in others.of(e.CashGained)] == [(1, 10)]
    tie = table(lay={0: [10], 1: [8]})
    assert tie.of(e.AbilityResolved) == [
        e.AbilityResolved(seat=0, card=10, had_effect=False, auto=True, rule="SZMAL-13.2")
    ]
    assert table(plays={0: 10}, cash={0: 10_000}).thrown_away()[10] == "COST_UNPAYABLE"


@pytest.mark.rules("SZMAL-E.3", "SZMAL-E.15")
def test_szmal_card_11_marks_itself_twice():
    story = table(plays={0: 11}, cash={0: 15_000}).does(c.PayCost, 0, **CASH)
    assert story.placed() == [(11, 1, "SYMBOLS"), (11, 2, 11)]
    assert table(plays={0: 11}, cash={0: 10_000}).thrown_away()[11] == "COST_UNPAYABLE"


@pytest.mark.rules("SZMAL-E.17")
def test_szmal_card_12_earns_at_the_end():
    now = table(plays={0: 12}, lay={0: [16]}, cash={0: 10_000}).does(c.PayCost, 0, **CASH)
    assert now.markers(12) == 0
    end = table(round_=12, lay={0: [12, 8, 9]})
    assert end.placed() == [(12, 3, "SYMBOLS")]
    assert table(plays={0: 12}, cash={0: 5_000}).thrown_away()[12] == "COST_UNPAYABLE"


def test_szmal_card_13_pays_at_the_end_whoever_alone_has_the_most_gangsters():
    story = table(round_=12, plays={0: 13}, lay={0: [22]}, cash={0: 5_000}).does(c.PayCost, 0, **CASH)
    assert story.gains() == [(0, 20_000)]
    assert story.markers(13) == 1
    assert table(round_=12, lay={0: [13, 22], 1: [23]}).gains() == []
    assert table(plays={0: 13}).thrown_away()[13] == "COST_UNPAYABLE"


def test_szmal_card_14_earns_for_bottle_and_heart():
    story = table(plays={0: 14}, lay={0: [9, 11]}, cash={0: 10_000}).does(c.PayCost, 0, **CASH)
    assert (story.markers(14), story.state.cash[0]) == (4, 0)
    assert table(plays={0: 14}, cash={0: 5_000}).thrown_away()[14] == "COST_UNPAYABLE"


def test_szmal_card_15_marks_itself_for_each_car():
    assert table(plays={0: 15}, lay={0: [25, 64, 67]}).placed() == [(15, 1, "SYMBOLS"), (15, 3, 15)]
    assert table(plays={0: 15}, lay={0: [22]}).placed() == [(15, 1, "SYMBOLS")]


@pytest.mark.parametrize(
    ("lying", "gains"),
    [([8, 22, 23], True), ([8, 9, 22], False), ([22, 23, 25], False), ([], True)],
)
def test_szmal_card_16_pays_the_small(lying, gains):
    story = table(plays={0: 16}, lay={0: lying}, cash={0: 10_000}).does(c.PayCost, 0, **CASH)
    assert story.gains() == ([(0, 5_000)] if gains else [])


def test_szmal_card_16_costs_10000():
    assert table(plays={0: 16}, cash={0: 5_000}).thrown_away()[16] == "COST_UNPAYABLE"


def test_szmal_card_17_is_marked_after_each_action():
    story = table(plays={0: 17}, cash={0: 20_000}, hands={0: [60]}).does(c.PayCost, 0, **CASH)
    assert story.markers(17) == 1
    story.next_round({0: 60})
    assert story.placed() == [(17, 1, 17)]
    assert table(plays={0: 22}, lay={0: [17]}).placed() == []  # a Gangster is no Action
    assert table(plays={1: 60}, lay={0: [17]}).placed() == []  # nor is it another player's
    assert table(plays={0: 17}, cash={0: 15_000}).thrown_away()[17] == "COST_UNPAYABLE"


def test_szmal_card_18_marks_itself_five_times():
    story = table(plays={0: 18}, cash={0: 30_000}).does(c.PayCost, 0, **CASH)
    assert story.placed() == [(18, 1, "SYMBOLS"), (18, 5, 18)]
    assert table(plays={0: 18}, cash={0: 25_000}).thrown_away()[18] == "COST_UNPAYABLE"


def test_szmal_card_19_pays_whoever_alone_shows_the_most_hearts():
    story = table(plays={0: 19}, cash={0: 15_000}, lay={1: [8]}).does(c.PayCost, 0, **CASH)
    assert story.gains() == [(0, 5_000)]
    assert table(lay={0: [19], 1: [9, 14]}).gains() == [(1, 5_000)]
    assert table(lay={0: [19], 1: [9]}).gains() == []
    assert table(plays={0: 19}, cash={0: 10_000}).thrown_away()[19] == "COST_UNPAYABLE"


def test_szmal_card_20_pays_whoever_alone_has_the_fewest_gangsters():
    assert table(plays={0: 20}, lay={0: [22], 1: [23, 25], 2: [62, 63]}).gains() == [(0, 25_000)]
    for lying in ({}, {0: [22], 1: [23, 25], 2: [62]}, {0: [22], 1: [23, 25]}):
        assert table(plays={0: 20}, lay=lying).thrown_away()[20] == "REQUIREMENT_UNMET"
