"""Section 5: choosing a card."""

from __future__ import annotations

import pytest

from events.visibility import SPECTATOR, redact
from games.szmal import GAME
from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.state import Decision
from tests.games.szmal.tables import committing, table


def test_szmal_5_1_one_hand_card_is_put_face_down():
    story = committing(plays={0: 22})
    story.when(c.CommitCard, 0, card=22).then(e.CardCommitted(seat=0, card=22, rule="SZMAL-5.1"))
    story.refuses(c.CommitCard, 0, "card_not_in_hand", "SZMAL-5.1", card=23)


def test_szmal_5_2_nobody_may_skip():
    story = committing(plays={0: 22})
    assert [template.type for template in story.choices(0)] == ["commit_card"]
    story.does(c.CommitCard, 0, card=22).does(c.CommitCard, 1, card=story.state.hands[1][0])
    assert story.asked == (0, 1, 2)
    assert not story.of(e.CardsRevealed)


@pytest.mark.rules("SZMAL-R.13")
def test_szmal_5_3_a_hopeless_card_may_be_chosen():
    story = table(plays={0: 18, 1: 29})
    assert story.thrown_away().items() >= {18: "COST_UNPAYABLE", 29: "REQUIREMENT_UNMET"}.items()


def test_szmal_5_4_a_chosen_card_is_out_of_the_hand_and_known_to_its_owner_alone():
    story = committing(plays={0: 22}).does(c.CommitCard, 0, card=22)
    assert 22 not in story.state.hands[0]
    assert redact(story.events[0], 0).card == 22
    assert redact(story.events[0], 1).card is None
    assert story.view(0)["seats"][0]["committed"]["card"]["card"] == 22
    for viewer in (1, SPECTATOR):
        assert story.view(viewer)["seats"][0]["committed"] == {"chosen": True, "card": None}


def test_szmal_5_5_the_last_choice_turns_all_cards_over():
    story = table(plays={0: 60, 1: 22, 2: 76})
    assert story.of(e.CardsRevealed) == [
        e.CardsRevealed(
            plays=(e.Pick(1, 22), e.Pick(0, 60), e.Pick(2, 76)), order=(1, 0, 2), rule="SZMAL-5.5 SZMAL-6.1"
        )
    ]


@pytest.mark.rules("SZMAL-R.46", "SZMAL-D.3")
def test_szmal_5_6_the_only_card_is_chosen_by_itself():
    story = table(plays={0: 80, 1: 22}, bare=[0, 1], hands={1: [23]})
    assert story.state.hands[0] == ()
    for seat in range(3):
        story.does(c.DraftCard, seat, card=story.offered(seat)["draft_card"][0])
    forced = story.of(e.CardCommitted)
    assert [(event.seat, event.auto) for event in forced] == [(0, True)]
    assert story.asked == (1, 2)
    story.refuses(c.CommitCard, 0, "not_your_decision", "SZMAL-3.5", card=forced[0].card)
    assert isinstance(story.state.decision, Decision)


def test_szmal_5_6_nobody_is_asked_if_all_hands_hold_one_card():
    story = table(seats=2, plays={0: 22, 1: 23}, bare=[0, 1])
    for seat in range(2):
        story.does(c.DraftCard, seat, card=story.offered(seat)["draft_card"][0])
    assert [type(event) for event in story.events[:5]] == [
        e.CardDrafted,
        e.PacketsPassed,
        e.CardCommitted,
        e.CardCommitted,
        e.CardsRevealed,
    ]
    assert len(story.of(e.CardResolutionStarted)) == 2  # and carried out
    assert isinstance(story.events[-1], e.DecisionOpened)
    assert GAME.rules.to_act(story.state)
