"""Section 3: the course of a round."""

from __future__ import annotations

import pytest

from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.state import pickable
from tests.games.szmal.tables import effect, started, table
from tests.games.szmal.whole import whole_match


@pytest.mark.rules("SZMAL-R.8")
def test_szmal_3_1_a_match_has_twelve_rounds():
    events = whole_match(3, seed=1).events
    assert [event.round for event in events if isinstance(event, e.RoundStarted)] == list(range(1, 13))
    assert [event.round for event in events if isinstance(event, e.RoundEnded)] == list(range(1, 13))


@pytest.mark.rules("SZMAL-3.3")
def test_szmal_3_2_the_first_two_rounds_are_drafts_alone():
    story = started(2)
    kinds = []
    for _ in range(3):
        for seat in range(2):
            kinds.append(story.kind)
            story.does(c.DraftCard, seat, card=pickable(story.state, seat)[0])
        if story.state.round == 2:
            assert story.of(e.CardDrafted, e.PacketsPassed, e.RoundEnded, e.RoundStarted) == story.events[:-1]
    assert kinds == ["DRAFT_PICK"] * 6
    assert (story.state.round, story.kind) == (3, "COMMIT_CARD")


@pytest.mark.rules("SZMAL-3.6")
def test_szmal_3_4_a_full_round_goes_through_draft_choice_play_and_each_turn_abilities():
    story = table(lay={0: [69]}, plays={0: 22}, effects=[effect(1, 2, 73, 6, clause=1)]).next_round({})
    steps = [
        e.PacketsPassed,
        e.CardsRevealed,
        e.CardResolutionStarted,
        e.AbilityResolved,
        e.LossesRevealed,
        e.RoundEnded,
        e.RoundStarted,
    ]
    story.does(c.ChooseLoss, 0, card=22)
    log = [type(event) for event in story.log[story.log.index(next(iter_rounds(story))) :]]
    places = [log.index(step) for step in steps]
    assert places == sorted(places)


def iter_rounds(story):
    return (event for event in story.log if isinstance(event, e.PacketsPassed))


@pytest.mark.rules("SZMAL-D.1")
def test_szmal_3_5_draft_and_choice_are_simultaneous_the_rest_is_not():
    story = started(3)
    assert story.asked == (0, 1, 2)
    story.does(c.DraftCard, 1, card=pickable(story.state, 1)[0])
    assert story.asked == (0, 1, 2)
    paying = table(plays={0: 21, 1: 8}, cash={0: 10_000, 1: 10_000})
    assert (paying.kind, paying.asked) == ("PAY_COST", (1,))
    paying.refuses(c.DeclineCost, 0, "not_your_decision", "SZMAL-3.5")
    paying.refuses(c.DraftCard, 1, "wrong_decision", "SZMAL-3.4", card=5)


@pytest.mark.rules("SZMAL-R.7")
def test_szmal_3_7_rounds_are_counted_without_markers():
    story = started(2)
    assert (story.state.round, story.state.pool) == (1, 54)
    for seat in range(2):
        story.does(c.DraftCard, seat, card=pickable(story.state, seat)[0])
    assert (story.state.round, story.state.pool) == (2, 54)
