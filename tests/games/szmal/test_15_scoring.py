"""Section 15: the end of the match."""

from __future__ import annotations

import pytest

from games.decider import IllegalMove, Result
from games.dice import Dice
from games.szmal import GAME
from games.szmal import commands as c
from games.szmal import events as e
from tests.games.szmal.tables import effect, table
from tests.games.szmal.whole import some_matches, whole_match


@pytest.mark.rules("SZMAL-D.13")
def test_szmal_15_1_the_match_ends_after_round_12():
    story = table(round_=12, plays={}, lay={0: [(7, 1)]})
    assert [type(event) for event in story.events[-4:]] == [e.RoundEnded, e.CashGained, e.MatchScored, e.MatchEnded]
    assert GAME.rules.to_act(story.state) == ()
    for seat in range(3):
        assert story.choices(seat) == []
    with pytest.raises(IllegalMove) as refusal:
        GAME.decide(story.state, c.DraftCard(seat=0, decision_id=1, card=5), Dice(b"", 1))
    assert (refusal.value.code, refusal.value.rule) == ("match_not_running", "SZMAL-15.1")


@pytest.mark.rules("SZMAL-R.36")
def test_szmal_15_2_end_of_match_abilities_come_by_number_for_cards_still_there():
    story = table(
        round_=12, lay={0: [24, 13, 22], 1: [12], 2: [(7, 1), 54]}, copied={54: 24}, cash={0: 50_000, 2: 50_000}
    )
    ended = story.events.index(story.of(e.RoundEnded)[0])
    causes = [
        12 if isinstance(event, e.MarkersPlaced) else event.cause
        for event in story.events[ended:]
        if isinstance(event, (e.CashGained, e.CashLost, e.MarkersPlaced))
    ]
    assert causes == [7, 12, 13, 24, 54]
    assert story.state.cash[0] == 50_000 + 20_000 - 25_000


@pytest.mark.rules("SZMAL-R.27")
def test_szmal_15_3_no_lasting_effect_works_then():
    story = table(round_=12, lay={0: [(7, 2)]}, effects=[effect(1, 0, 78, 12)])
    assert story.gains() == [(0, 10_000)]


@pytest.mark.rules("SZMAL-15.5", "SZMAL-15.6")
def test_szmal_15_4_worth_is_cash_and_markers_and_nothing_else():
    story = table(round_=12, lay={0: [(8, 3), 22, 9], 1: [25, 23]}, cash={0: 10_000, 1: 35_000}, hands={1: [2, 3]})
    assert [(one.cash, one.markers, one.worth) for one in story.of(e.MatchScored)[0].scores] == [
        (10_000, 3, 40_000),
        (35_000, 0, 35_000),
        (0, 0, 0),
    ]
    assert story.of(e.MatchEnded) == [e.MatchEnded(winners=(0,), rule="SZMAL-15.6")]
    assert GAME.rules.result(story.state) == Result(winners=(0,), scores={"0": 40_000, "1": 35_000, "2": 0})


def test_szmal_15_7_equal_highest_worths_share_the_win():
    story = table(round_=12, lay={0: [(8, 3)]}, cash={1: 30_000, 2: 25_000})
    assert story.of(e.MatchEnded) == [e.MatchEnded(winners=(0, 1), rule="SZMAL-15.7")]


def test_szmal_15_8_everybody_has_chosen_ten_cards():
    for match in some_matches(6):
        chosen = [play.seat for event in match.events if isinstance(event, e.CardsRevealed) for play in event.plays]
        assert [chosen.count(seat) for seat in range(match.seats)] == [10] * match.seats


@pytest.mark.rules("SZMAL-W.8")
def test_szmal_15_9_two_cards_are_left_unless_something_changed_that():
    plain = 0
    for match in some_matches(12):
        for seat in range(match.seats):
            changes = sum(_change(event, seat) for event in match.events)
            assert len(match.state.hands[seat]) == 2 + changes
            plain += not any(_change(event, seat) for event in match.events)
    assert plain, "no seat had a plain match"
    assert whole_match(2, 0).state.winners


def _change(event: e.Event, seat: int) -> int:
    if getattr(event, "seat", None) != seat:
        return 0
    if isinstance(event, (e.CardDrawn, e.CardReturnedToHand)) or (isinstance(event, e.CardLost) and event.to == "HAND"):
        return 1
    return -1 if isinstance(event, (e.ExtraCardChosen, e.HandCardDiscarded)) else 0
