"""Section 10: Gangsters and Actions."""

from __future__ import annotations

import pytest

from games.szmal import events as e
from tests.games.szmal.tables import effect, table


def test_szmal_10_1_a_gangster_stays_and_its_symbols_serve():
    story = table(plays={0: 22}, hands={0: [59]})
    assert story.next_round({0: 59}).was_played(59)
    assert 22 in story.lying(0)


def test_szmal_10_2_a_territory_may_be_of_any_size():
    many = [22, 23, 25, 62, 63, 64, 65, 66, 67, 68, 70, 72, 76, 77]
    assert len(table(plays={0: 46}, lay={0: many}).lying(0)) == 15


def test_szmal_10_3_an_action_is_discarded_after_it_has_been_carried_out():
    story = table(plays={0: 60}, lay={0: [8]})
    assert story.lying(0) == {8: 0}
    assert 60 in story.state.discard
    assert [event.rule for event in story.of(e.ActionDiscarded)] == ["SZMAL-10.3"]


def test_szmal_10_4_an_action_for_the_next_round_stays_until_that_round_ends():
    story = table(plays={0: 78})
    assert story.of(e.ActionKept) == [e.ActionKept(seat=0, card=78, until_round=6, rule="SZMAL-10.4")]
    assert 78 in story.lying(0)
    story.next_round({})
    assert [event.card for event in story.of(e.ActionDiscarded)] == [78]
    assert 78 in story.state.discard


@pytest.mark.rules("SZMAL-R.35")
def test_szmal_10_5_a_kept_action_is_no_gangster_or_property_and_cannot_be_lost():
    kept = {"lay": {0: [78]}, "kept": {78: 6}}
    assert table(plays={0: 60}, **kept).gains() == []
    assert table(effects=[effect(1, 1, 79, 5)], **kept).of(e.LossChosen, e.CardLost) == []
    assert table(effects=[effect(1, 1, 73, 5, clause=1)], **kept).lying(0) == {78: 0}
    assert table(**kept).symbols(0) == {}


def test_szmal_10_6_an_action_that_returns_is_not_discarded():
    story = table(plays={0: 36})
    assert story.of(e.CardReturnedToHand) == [
        e.CardReturnedToHand(seat=0, card=36, cause=36, rule="SZMAL-10.6 SZMAL-CARD.36")
    ]
    assert 36 in story.state.hands[0]
    assert story.of(e.ActionDiscarded) == []
    by_68 = table(plays={0: 60}, lay={1: [8]}, effects=[effect(1, 0, 68, 5)])
    assert 60 in by_68.state.hands[0]


@pytest.mark.rules("SZMAL-R.34")
def test_szmal_10_7_an_action_for_the_next_round_works_although_it_went_back():
    story = table(plays={0: 43}, lay={0: [62, 16]}, effects=[effect(1, 0, 68, 5)], hands={0: [46]})
    assert 43 in story.state.hands[0]
    assert story.of(e.ActionKept) == []
    story.next_round({0: 46})
    assert (46, 3, 43) in story.placed()


def test_szmal_10_7_an_action_that_went_back_can_be_played_again():
    story = table(plays={0: 78}, effects=[effect(1, 0, 68, 5)]).next_round({0: 78})
    assert story.was_played(78)
    assert story.state.territories[0][-1].kept_until == 7
