"""Cards 41 to 60: each one played, and its condition both ways."""

from __future__ import annotations

import pytest

from games.szmal import commands as c
from games.szmal import events as e
from tests.games.szmal.tables import effect, table


def test_szmal_card_41_moves_a_property_with_two_markers_more():
    story = table(plays={0: 41}, lay={0: [(15, 3), (9, 1)]})
    assert story.offered(0)["pay_cost"] == (15, 9)
    story.does(c.PayCost, 0, option="PROPERTY", card=15)
    assert (15 in story.state.hands[0], story.state.pool) == (True, 53)
    story.next_round({0: 15})
    assert story.placed() == [(15, 1, "SYMBOLS"), (15, 5, 41)]
    assert table(plays={0: 41}, lay={0: [22]}).thrown_away()[41] == "COST_UNPAYABLE"


def test_szmal_card_42_marks_each_property_played():
    story = table(plays={0: 42}, lay={0: [22, 23]}, hands={0: [46]})
    assert story.symbols(0) == {"GUN": 2, "CAR": 2, "KEY": 1}
    story.next_round({0: 46})
    assert story.placed() == [(46, 1, 42)]
    assert table(plays={0: 42}, lay={0: [22]}).thrown_away()[42] == "REQUIREMENT_UNMET"


def test_szmal_card_43_marks_properties_of_the_next_round():
    story = table(plays={0: 43}, lay={0: [62, 8]}, hands={0: [46]})
    story.next_round({0: 46})
    assert story.placed() == [(46, 3, 43)]
    for lying in ([62], [8]):
        assert table(plays={0: 43}, lay={0: lying}).thrown_away()[43] == "REQUIREMENT_UNMET"


@pytest.mark.rules("SZMAL-E.16")
def test_szmal_card_44_lends_and_takes():
    story = table(plays={0: 44}, hands={0: [15]})
    assert (story.gains(), story.of(e.MarkersRemoved)) == ([(0, 20_000)], [])
    story.next_round({0: 15})
    assert [(event.property, event.count) for event in story.of(e.MarkersRemoved)] == [(15, 1)]


@pytest.mark.rules("SZMAL-E.7", "SZMAL-E.18")
def test_szmal_card_45_insures_and_is_protected():
    story = table(plays={0: 45}, hands={0: [35]}, lay={0: [22]}).next_round({0: 35})
    story.does(c.PayCost, 0, option="GANGSTER", card=22)
    assert story.placed() == [(45, 2, 45)]
    raided = table(plays={1: 59}, lay={0: [(45, 2)], 1: [22]})
    assert raided.markers(45) == 2
    itself = table(plays={0: 4}, lay={0: [(45, 2)]}).does(c.PayCost, 0, option="PROPERTY", card=45)
    assert (itself.gains(), itself.placed()) == ([(0, 30_000)], [])  # it is no "other" card
    others = table(plays={1: 35}, lay={0: [45], 1: [22]}).does(c.PayCost, 1, option="GANGSTER", card=22)
    assert others.placed() == []


@pytest.mark.parametrize(
    ("lying", "gains"), [({}, True), ({0: [16]}, True), ({1: [11]}, False), ({0: [13]}, False), ({2: [22]}, True)]
)
def test_szmal_card_46_pays_where_nobody_shows_bottle_or_heart(lying, gains):
    story = table(plays={0: 46}, lay=lying)
    if story.kind == "ORDER_EACH_TURN":
        story.does(c.ResolveAbility, 0, card=46)
    assert ((0, 10_000) in story.gains()) is gains


def test_szmal_card_47_needs_two_guns():
    story = table(plays={0: 47}, lay={0: [22, 70, 11]})
    assert story.placed() == [(47, 3, "SYMBOLS")]
    assert table(plays={0: 47}, lay={0: [22]}).thrown_away()[47] == "REQUIREMENT_UNMET"


def test_szmal_card_48_needs_two_cars():
    assert table(plays={0: 48}, lay={0: [25, 64, 9]}).placed() == [(48, 4, "SYMBOLS")]
    assert table(plays={0: 48}, lay={0: [64]}).thrown_away()[48] == "REQUIREMENT_UNMET"


def test_szmal_card_49_pays_with_three_markers():
    assert table(plays={0: 49}, lay={0: [64, 9, 14]}).gains() == [(0, 5_000)]
    assert table(plays={0: 49}, lay={0: [64, 9]}).gains() == []
    assert table(plays={0: 49}, lay={0: [22]}).thrown_away()[49] == "REQUIREMENT_UNMET"


def test_szmal_card_50_marks_properties_without_symbols():
    story = table(plays={0: 50}, lay={0: [8, 44, 22]})
    assert story.placed() == [(44, 1, 50), (50, 1, 50)]


def test_szmal_card_51_needs_two_keys():
    assert table(plays={0: 51}, lay={0: [61, 8]}).placed() == [(51, 4, "SYMBOLS")]
    assert table(plays={0: 51}, lay={0: [62]}).thrown_away()[51] == "REQUIREMENT_UNMET"


@pytest.mark.rules("SZMAL-E.26")
def test_szmal_card_52_lowers_costs_and_pays_for_other_properties():
    story = table(plays={0: 52}, hands={0: [8]}, cash={0: 5_000})
    assert story.gains() == []
    story.next_round({0: 8}).does(c.PayCost, 0, option="CASH")
    assert (story.of(e.CostPaid)[0].amount, story.gains()) == (5_000, [(0, 5_000)])
    assert table(plays={0: 22}, lay={0: [52]}).gains() == [(0, 10_000)]


@pytest.mark.rules("SZMAL-E.23")
def test_szmal_card_53_brings_a_gangster():
    story = table(plays={0: 53}, draw=[3, 57], lay={1: [(8, 2)]})
    assert (list(story.lying(0)), story.gains()) == ([53, 57], [(0, 10_000)])
    choosing = table(plays={0: 53}, draw=[54, 3], lay={0: [22, 23]})
    assert (choosing.kind, choosing.offered(0)) == ("CHOOSE_GANGSTER", {"choose_gangster": (22, 23, 53)})
    again = table(plays={0: 54}, lay={0: [53]}, draw=[3, 22])
    assert list(again.lying(0)) == [53, 54, 22]
    none = table(plays={0: 53}, draw=[3, 8], draw_only=True)
    assert list(none.lying(0)) == [53]


def test_szmal_card_54_copies_a_gangster():
    story = table(plays={0: 54}, lay={0: [22]})
    assert (story.gains(), story.symbols(0)) == ([(0, 10_000)], {"GUN": 2})
    assert table(plays={0: 54}, lay={0: [8]}).thrown_away()[54] == "REQUIREMENT_UNMET"
    lasting = table(plays={0: 54}, lay={0: [64]}, hands={0: [30]}).next_round({0: 30})
    assert lasting.was_played(30)


def test_szmal_card_54_as_a_copy_works_like_the_original():
    assert table(plays={0: 60}, lay={0: [54], 1: [8]}, copied={54: 70}).gains() == [(0, 5_000), (0, 5_000)]
    discount = table(plays={0: 13}, lay={0: [54]}, copied={54: 66})
    assert discount.of(e.CostPaid)[0].amount == 0
    other = table(plays={0: 22}, lay={0: [54]}, copied={54: 61})
    assert other.gains() == [(0, 15_000), (0, 10_000)]


def test_szmal_card_55_repeats_the_gangsters_of_earlier_rounds():
    story = table(plays={0: 55}, lay={0: [22, 76]}, cash={1: 15_000})
    assert (story.gains(), story.losses()) == ([(0, 10_000)], [(1, 10_000)])
    assert table(plays={0: 55}, lay={0: [22]}, entered=5).gains() == []  # it came in this very round


def test_szmal_card_55_asks_what_the_repeated_gangsters_ask():
    story = table(plays={0: 55}, lay={0: [54, 22, 76]}, cash={1: 15_000})
    assert (story.kind, story.offered(0)) == ("CHOOSE_GANGSTER", {"choose_gangster": (22, 76)})
    story.does(c.ChooseGangster, 0, card=76)
    assert (story.losses(), story.gains()) == ([(1, 10_000), (1, 5_000)], [(0, 10_000)])


@pytest.mark.rules("SZMAL-R.39")
def test_szmal_card_56_copies_the_best_property_of_the_opponents():
    story = table(plays={0: 56}, lay={0: [(8, 9), 9], 1: [(14, 4)], 2: [(15, 2)]}).does(c.ChooseProperty, 0, card=9)
    assert story.lying(0) == {8: 9, 9: 4}
    assert table(plays={0: 56}, lay={0: [(8, 9)]}).placed() == []
    assert table(plays={0: 56}, lay={0: [14], 1: [(8, 4)]}).thrown_away()[56] == "REQUIREMENT_UNMET"


def test_szmal_card_57_pays_for_the_best_property_of_all():
    story = table(plays={0: 57}, lay={0: [(8, 5), 9], 1: [(14, 4)]}).does(c.PayCost, 0, option="PROPERTY", card=8)
    assert (story.gains(), story.symbols(0)["GUN"]) == ([(0, 20_000)], 2)
    kept = table(plays={0: 57}, lay={0: [(8, 5), 9], 1: [(14, 4)]}).does(c.PayCost, 0, option="PROPERTY", card=9)
    assert kept.gains() == [(0, 25_000)]
    assert table(plays={0: 57}, lay={0: [22]}).thrown_away()[57] == "COST_UNPAYABLE"


@pytest.mark.parametrize(("card", "lying"), [(58, [9]), (59, [22])])
def test_szmal_card_58_and_59_take_markers_of_all_opponents(card, lying):
    story = table(plays={0: card}, lay={0: [*lying, (8, 1)], 1: [(14, 2), 15], 2: [(11, 1), (45, 1), 23]})
    if card == 58:
        story.does(c.PayCost, 0, option="PROPERTY", card=9)
        assert story.placed() == [(58, 2, "SYMBOLS")]
    assert [(event.seat, event.property) for event in story.of(e.MarkersRemoved)] == [(1, 14), (2, 11)]
    assert story.markers(8) == 1


def test_szmal_card_58_costs_a_property():
    assert table(plays={0: 58}, lay={0: [22]}).thrown_away()[58] == "COST_UNPAYABLE"


def test_szmal_card_59_needs_a_gun():
    assert table(plays={0: 59}, lay={0: [62]}).thrown_away()[59] == "REQUIREMENT_UNMET"


def test_szmal_card_60_pays_for_the_most_properties_of_one_player():
    assert table(plays={0: 60}, lay={0: [8], 1: [9, 14, 22], 2: [15, 11]}).gains() == [(0, 10_000)]
    assert table(plays={0: 60}, effects=[effect(1, 0, 78, 6)]).gains() == []
