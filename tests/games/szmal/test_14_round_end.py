"""Section 14: the end-of-round step."""

from __future__ import annotations

import pytest

from events.visibility import redact
from games.szmal import commands as c
from games.szmal import events as e
from tests.games.szmal.tables import effect, table

LOSE_ANY_PROPERTY = effect(1, 0, 5, 5, clause=1)
OTHERS_LOSE_GANGSTERS = effect(2, 1, 40, 5, clause=1)


@pytest.mark.rules("SZMAL-14.5")
def test_szmal_14_1_effects_come_by_number_after_phase_4_one_after_the_other():
    story = table(lay={0: [8, 9, 22, 69], 1: [14]}, effects=[OTHERS_LOSE_GANGSTERS, LOSE_ANY_PROPERTY])
    assert story.of(e.AbilityResolved)
    assert (story.kind, story.state.decision.stack[-1].card) == ("CHOOSE_LOSS", 5)
    story.does(c.ChooseLoss, 0, card=8)
    assert [event.card for event in story.of(e.CardLost)] == [8, 14]
    assert (story.kind, story.state.decision.stack[-1].card) == ("CHOOSE_LOSS", 40)
    story.does(c.ChooseLoss, 0, card=22)
    assert [event.card for event in story.of(e.CardLost)] == [22]


@pytest.mark.rules("SZMAL-R.19")
def test_szmal_14_2_all_choose_in_secret_and_the_choices_are_shown_together():
    story = table(lay={0: [8, 9], 1: [14, 15], 2: [22]}, effects=[LOSE_ANY_PROPERTY])
    assert (story.kind, story.asked) == ("CHOOSE_LOSS", (0, 1))
    story.refuses(c.ChooseLoss, 2, "not_your_decision", "SZMAL-3.5", card=22)
    story.refuses(c.ChooseLoss, 0, "card_not_in_your_territory", "SZMAL-14.2", card=14)
    story.does(c.ChooseLoss, 1, card=15)
    assert story.events == [e.LossChosen(seat=1, effect=1, card=15, rule="SZMAL-14.2")]
    assert redact(story.events[0], 0).card is None
    story.does(c.ChooseLoss, 0, card=9)
    assert story.of(e.LossesRevealed) == [
        e.LossesRevealed(effect=1, cause=5, losses=(e.Pick(0, 9), e.Pick(1, 15)), rule="SZMAL-14.2 SZMAL-14.4")
    ]


def test_szmal_14_2_a_card_of_another_type_is_refused():
    story = table(lay={0: [8, 9, 22]}, effects=[LOSE_ANY_PROPERTY])
    story.refuses(c.ChooseLoss, 0, "wrong_card_type", "SZMAL-14.2", card=22)
    assert story.offered(0) == {"choose_loss": (8, 9)}


@pytest.mark.rules("SZMAL-R.46", "SZMAL-D.12", "SZMAL-V.11")
def test_szmal_14_3_a_single_card_is_chosen_by_itself_and_none_is_nothing():
    story = table(lay={0: [8], 1: [14]}, effects=[LOSE_ANY_PROPERTY])
    chosen = story.of(e.LossChosen)
    assert [(event.seat, event.card, event.auto) for event in chosen] == [(0, 8, True), (1, 14, True)]
    assert redact(chosen[0], 1).card is None
    nothing = table(lay={0: [22]}, effects=[LOSE_ANY_PROPERTY])
    assert nothing.of(e.LossChosen, e.LossesRevealed, e.CardLost) == []


@pytest.mark.rules("SZMAL-R.19")
def test_szmal_14_4_cards_are_lost_clockwise_from_the_owner():
    lying = {0: [8], 1: [14], 2: [15], 3: [9]}
    everybody = table(seats=4, lay=lying, effects=[effect(1, 2, 5, 5, clause=1)])
    assert [event.seat for event in everybody.of(e.CardLost)] == [2, 3, 0, 1]
    others = table(seats=4, lay=lying, effects=[effect(1, 2, 79, 5)])
    assert [event.seat for event in others.of(e.CardLost)] == [3, 0, 1]


@pytest.mark.rules("SZMAL-R.19")
def test_szmal_14_5_the_next_effect_sees_what_the_one_before_it_left():
    effects = [effect(1, 1, 5, 5, clause=1), effect(2, 1, 79, 5)]
    story = table(lay={0: [8, 9]}, effects=effects)
    story.does(c.ChooseLoss, 0, card=8)
    assert [event.card for event in story.of(e.CardLost)] == [8, 9]  # one was left, so nobody was asked again


@pytest.mark.rules("SZMAL-14.7", "SZMAL-D.12")
def test_szmal_14_6_then_kept_actions_go_and_effects_expire():
    story = table(lay={0: [8, 78], 1: [40]}, kept={78: 5, 40: 5}, effects=[effect(1, 0, 78, 5), OTHERS_LOSE_GANGSTERS])
    assert [
        type(event) for event in story.events[-7:] if not isinstance(event, (e.RoundStarted, e.DecisionOpened))
    ] == [e.ActionDiscarded, e.ActionDiscarded, e.LastingEffectExpired, e.LastingEffectExpired, e.RoundEnded]
    assert [event.seat for event in story.of(e.ActionDiscarded)] == [0, 1]
    assert [event.effect for event in story.of(e.LastingEffectExpired)] == [1, 2]
    assert story.state.effects == ()
