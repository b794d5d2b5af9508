"""Section 9: Properties and development markers."""

from __future__ import annotations

import pytest

from games.szmal import commands as c
from games.szmal import events as e
from tests.games.szmal.tables import effect, table


def test_szmal_9_1_a_property_stays():
    story = table(plays={0: 44}).next_round({})
    assert 44 in story.lying(0)


@pytest.mark.rules("SZMAL-9.3", "SZMAL-9.4", "SZMAL-R.48")
def test_szmal_9_2_a_marker_for_each_symbol_and_for_each_time_it_occurs_elsewhere():
    story = table(plays={0: 8}, lay={0: [11, 14, 16, 9]}, cash={0: 10_000}).does(c.PayCost, 0, option="CASH")
    # BOTTLE and WRENCH of its own; BOTTLE on 11 and 14; WRENCH on 16 and 9; the HEART symbols do not matter
    assert story.placed()[0] == (8, 6, "SYMBOLS")
    assert story.of(e.MarkersPlaced)[0].rule == "SZMAL-9.4"


@pytest.mark.rules("SZMAL-9.4")
def test_szmal_9_3_symbols_of_others_do_not_count():
    story = table(plays={0: 8}, lay={1: [11, 14, 16]}, cash={0: 10_000}).does(c.PayCost, 0, option="CASH")
    assert story.markers(8) == 2


@pytest.mark.rules("SZMAL-9.3")
def test_szmal_r_50_each_occurrence_counts():
    story = table(plays={0: 15}, lay={0: [11, 8, 14]})
    assert story.placed() == [(15, 4, "SYMBOLS")]


def test_szmal_9_5_without_resource_symbols_there_are_none():
    assert table(plays={0: 46}, lay={0: [8, 9]}).placed() == []


def test_szmal_9_6_a_later_card_adds_nothing_to_an_earlier_property():
    story = table(plays={0: 15}, lay={0: [(8, 2)]})
    assert story.lying(0) == {8: 2, 15: 2}


def test_szmal_9_7_markers_lie_on_properties():
    story = table(plays={0: 39}, lay={0: [9, 22, 46, 78]}, kept={78: 6})
    assert story.lying(0) == {9: 1, 22: 0, 46: 1, 78: 0}


@pytest.mark.rules("SZMAL-15.4")
def test_szmal_9_8_a_marker_is_worth_10000_at_the_end_and_nothing_before():
    story = table(round_=12, plays={}, lay={0: [(8, 3)]}, cash={0: 5_000})
    assert story.of(e.MatchScored)[0].scores[0].worth == 35_000
    assert table(plays={0: 29}, lay={0: [(8, 20)]}).thrown_away()[29] == "REQUIREMENT_UNMET"


def test_szmal_9_10_markers_of_a_lost_property_return_to_the_pool():
    story = table(plays={0: 4}, lay={0: [(18, 6), (8, 1)]})
    assert story.state.pool == 54 - 7
    story.does(c.PayCost, 0, option="PROPERTY", card=18)
    assert story.of(e.CardLost)[0].markers_returned == 6
    assert story.state.pool == 53


def test_szmal_9_11_removing_stops_at_0():
    story = table(plays={0: 59}, lay={0: [22], 1: [(8, 1), 9]})
    assert [(event.property, event.count) for event in story.of(e.MarkersRemoved)] == [(8, 1)]
    assert story.lying(1) == {8: 0, 9: 0}


def test_szmal_9_12_card_12_waits_for_the_end_of_the_match():
    story = table(round_=12, plays={0: 12}, lay={0: [(16, 1)]}, cash={0: 10_000})
    story.does(c.PayCost, 0, option="CASH")
    ended = story.events.index(story.of(e.RoundEnded)[0])
    placed = story.of(e.MarkersPlaced)
    assert [(event.property, event.count, event.cause) for event in placed] == [(12, 2, "SYMBOLS")]
    assert story.events.index(placed[0]) > ended


def test_szmal_9_12_other_markers_may_come_before():
    story = table(plays={0: 38}, lay={0: [12]})
    assert story.markers(12) == 2


def test_szmal_9_13_markers_on_card_45_cannot_be_removed():
    story = table(plays={0: 59}, lay={0: [22], 1: [(45, 2), (8, 2)]})
    assert story.lying(1) == {45: 2, 8: 1}
    lost = table(lay={1: [(45, 2)]}, effects=[effect(1, 0, 79, 5)])
    assert lost.of(e.CardLost)[0].markers_returned == 2
