"""Section 12: extra plays, copying, repeating and drawing."""

from __future__ import annotations

import pytest

from events.visibility import SPECTATOR, redact
from games.szmal import commands as c
from games.szmal import events as e
from tests.games.szmal.tables import effect, table


def test_szmal_12_1_an_extra_play_goes_through_all_steps():
    story = table(plays={0: 80}, hands={0: [8, 59]})
    story.refuses(c.PlayExtra, 0, "card_not_in_hand", "SZMAL-12.1", card=9)
    story.when(c.PlayExtra, 0, card=59).then_types(
        e.ExtraCardChosen,
        e.CardResolutionStarted,
        e.PlayedCardDiscarded,  # no GUN
        e.ActionDiscarded,
        e.RoundEnded,
        e.RoundStarted,
        e.DecisionOpened,
    )
    story.does(c.PlayExtra, 0, card=8)
    assert (story.kind, story.state.decision.stack[-1].origin) == ("PAY_COST", "EXTRA")


@pytest.mark.rules("SZMAL-D.2")
def test_szmal_12_2_it_is_finished_before_the_outer_card_goes_on():
    story = table(plays={0: 80}, hands={0: [60]}, lay={1: [8]}).does(c.PlayExtra, 0, card=60)
    assert [(type(event), event.card) for event in story.of(e.CardEnteredTerritory, e.ActionDiscarded)] == [
        (e.CardEnteredTerritory, 60),
        (e.ActionDiscarded, 60),
        (e.ActionDiscarded, 80),
    ]


@pytest.mark.rules("SZMAL-R.33")
def test_szmal_12_3_the_extra_play_of_card_80_is_optional():
    story = table(plays={0: 80}, hands={0: [22]}, bare=[0])
    assert (story.kind, story.offered(0)) == ("OPTIONAL_PLAY", {"play_extra": (22,), "pass_extra": ()})
    story.does(c.PassExtra, 0)
    assert story.events[0] == e.ExtraPlayDeclined(seat=0, source=80, rule="SZMAL-12.3")
    assert story.state.hands[0] == (22,)
    assert table(plays={0: 80}, bare=[0]).kind == "DRAFT_PICK"  # an empty hand is not asked


@pytest.mark.rules("SZMAL-R.33")
def test_szmal_12_4_the_extra_play_of_card_67_is_compulsory_and_comes_after_all_cards():
    story = table(plays={0: 67}, hands={0: [22, 23]}, lay={1: [69]}).next_round({0: 22})
    assert (story.kind, story.asked) == ("EXTRA_PLAY", (0,))
    assert len(story.of(e.CardResolutionStarted)) == 3
    assert story.of(e.AbilityResolved) == []
    story.refuses(c.PassExtra, 0, "pass_not_allowed", "SZMAL-12.4")
    story.does(c.PlayExtra, 0, card=23)
    assert [type(event) for event in story.of(e.ExtraCardChosen, e.CardEnteredTerritory, e.AbilityResolved)] == [
        e.ExtraCardChosen,
        e.CardEnteredTerritory,
        e.AbilityResolved,
    ]


def test_szmal_12_4_one_hand_card_is_played_by_itself_and_an_empty_hand_skips():
    one = table(effects=[effect(1, 0, 67, 5)], hands={0: [22]}, bare=[0])
    assert one.of(e.ExtraCardChosen) == [
        e.ExtraCardChosen(seat=0, card=22, source=67, auto=True, rule="SZMAL-12.1 SZMAL-CARD.67")
    ]
    none = table(effects=[effect(1, 0, 67, 5)], bare=[0])
    assert none.of(e.ExtraCardChosen) == []


def test_szmal_12_5_several_extra_plays_come_one_after_the_other():
    effects = [effect(2, 1, 67, 5), effect(1, 0, 54, 5, number=67), effect(3, 0, 67, 5)]
    story = table(effects=effects, hands={0: [22, 23], 1: [25]}, bare=[0, 1])
    assert (story.kind, story.asked) == ("EXTRA_PLAY", (0,))  # seat 1's was first and went by itself
    assert [event.seat for event in story.of(e.ExtraCardChosen)] == [1]
    story.does(c.PlayExtra, 0, card=23)
    assert [(event.card, event.source, event.auto) for event in story.of(e.ExtraCardChosen)] == [
        (23, 67, False),
        (22, 54, True),
    ]


def test_szmal_12_6_card_53_plays_the_first_gangster_of_the_draw_pile():
    story = table(plays={0: 53}, draw=[2, 8, 71, 3])
    assert story.of(e.DrawPileRevealed) == [
        e.DrawPileRevealed(
            seat=0,
            cards=(2, 8, 71),
            found=71,
            draw_pile_size=len(story.state.draw_pile),
            rule="SZMAL-12.6 SZMAL-CARD.53",
        )
    ]
    assert story.state.draw_pile[0] == 3
    assert story.state.discard == (48, 51, 2, 8)  # after the fillers of the others
    assert list(story.lying(0)) == [53, 71]
    started = story.of(e.CardResolutionStarted)[-1]
    assert (started.origin, started.costs_ignored, started.requirements_ignored) == ("REVEALED", True, True)
    assert story.of(e.CostPaid) == []


@pytest.mark.rules("SZMAL-R.32")
def test_szmal_12_7_without_a_gangster_nothing_is_played():
    story = table(plays={0: 53}, draw=[2, 8], draw_only=True)
    assert story.of(e.DrawPileRevealed)[0].found is None
    assert story.state.discard[-2:] == (2, 8)
    assert story.state.draw_pile == ()
    assert list(story.lying(0)) == [53]
    empty = table(plays={0: 53}, draw_only=True)
    assert empty.of(e.DrawPileRevealed)[0].cards == ()


@pytest.mark.rules("SZMAL-12.9", "SZMAL-R.30")
def test_szmal_12_8_card_54_becomes_another_gangster_and_does_what_it_says():
    story = table(plays={0: 54}, lay={0: [57, 22, (8, 3)]})
    assert (story.kind, story.offered(0)) == ("CHOOSE_GANGSTER", {"choose_gangster": (57, 22)})
    story.refuses(c.ChooseGangster, 0, "self_not_allowed", "SZMAL-12.8", card=54)
    story.refuses(c.ChooseGangster, 0, "wrong_card_type", "SZMAL-12.8", card=8)
    story.refuses(c.ChooseGangster, 0, "card_not_in_your_territory", "SZMAL-12.8", card=23)
    story.does(c.ChooseGangster, 0, card=57)
    assert story.events[0] == e.GangsterCopied(seat=0, card=54, copied=57, rule="SZMAL-12.8 SZMAL-CARD.54")
    assert story.gains() == [(0, 15_000)]  # 57's instruction, without giving up a Property
    assert story.of(e.CashGained)[0].cause == 54
    assert story.symbols(0) == {"GUN": 5, "BOTTLE": 1, "WRENCH": 1}
    assert story.of(e.CostPaid) == []


def test_szmal_12_8_lent_symbols_are_not_copied_and_one_gangster_is_copied_unasked():
    story = table(plays={0: 54, 1: 80}, lay={0: [72]}, effects=[effect(1, 0, 72, 5)])
    copied = story.of(e.GangsterCopied)[0]
    assert (copied.copied, copied.auto) == (72, True)
    assert story.kind == "OPTIONAL_PLAY"  # card 80 keeps the round open
    shown = {place["card"]: place["symbols"] for place in story.view(0)["seats"][0]["territory"]}
    assert shown == {72: ["CAR", "GUN", "KEY"], 54: ["CAR"]}


def test_szmal_12_9_the_copied_card_needs_no_requirement():
    story = table(plays={0: 54}, lay={0: [69]})  # 69 needs two Properties
    assert story.state.territories[0][-1].copied == 69
    assert (story.kind, story.offered(0)) == ("ORDER_EACH_TURN", {"resolve_ability": (69, 54)})


def test_szmal_12_10_alone_card_54_stays_as_it_is():
    story = table(plays={0: 54}, effects=[effect(1, 0, 64, 5)])
    assert story.was_played(54)
    assert story.of(e.GangsterCopied) == []
    assert story.symbols(0) == {}


def test_szmal_12_11_the_copy_lasts_until_card_54_leaves():
    original_lost = table(plays={0: 35}, lay={0: [54, 22]}, copied={54: 22})
    original_lost.does(c.PayCost, 0, option="GANGSTER", card=22)
    assert original_lost.symbols(0) == {"GUN": 1}
    copy_lost = table(plays={0: 35}, lay={0: [54, 22]}, copied={54: 22})
    copy_lost.does(c.PayCost, 0, option="GANGSTER", card=54)
    assert 54 in copy_lost.state.discard
    assert copy_lost.symbols(0) == {"GUN": 1}
    shown = next(card for card in copy_lost.view(1)["discard_pile"] if card["card"] == 54)
    assert shown == {"card": 54, "name": 'Ed "Rubberface" Teach', "type": "GANGSTER"}


@pytest.mark.rules("SZMAL-R.31")
def test_szmal_12_12_card_55_repeats_instructions_and_lasting_effects_of_earlier_rounds():
    story = table(plays={0: 55}, lay={0: [24, 63, 69, 22]})
    made = story.events[story.events.index(story.of(e.CardEnteredTerritory)[-1]) :]
    assert [(type(event), event.cause) for event in made if hasattr(event, "cause")][:3] == [
        (e.CashGained, 24),
        (e.LastingEffectCreated, 63),
        (e.CashGained, 22),
    ]
    this_round = table(plays={0: 67}, effects=[effect(1, 0, 67, 5)], hands={0: [55]}, bare=[0])
    assert [event.cause for event in this_round.of(e.LastingEffectCreated)] == [67]  # not repeated by 55


@pytest.mark.rules("SZMAL-12.16")
def test_szmal_12_13_the_list_is_fixed_when_the_repeating_begins():
    story = table(plays={0: 55}, lay={0: [53, 22]}, draw=[76], cash={1: 30_000})
    # 53 is repeated and brings 76, which does what it says as a card that is played now, but it is not repeated.
    assert [event.card for event in story.of(e.CardEnteredTerritory)][-1] == 76
    assert story.losses() == [(1, 10_000)]
    assert story.gains() == [(0, 10_000)]


@pytest.mark.rules("SZMAL-12.12")
def test_szmal_12_16_a_copy_repeats_what_it_copied_and_a_blank_one_copies_now():
    copy = table(plays={0: 55}, lay={0: [54]}, copied={54: 22})
    assert copy.of(e.CashGained)[0].cause == 54
    assert copy.gains() == [(0, 10_000)]
    blank = table(plays={0: 55}, lay={0: [54, 22]})
    assert blank.of(e.GangsterCopied)[0].copied == 22
    assert blank.gains() == [(0, 10_000), (0, 10_000)]
    alone = table(plays={0: 55}, lay={0: [54]})
    assert alone.of(e.GangsterCopied) == []


def test_szmal_12_14_a_drawn_card_is_seen_by_nobody_else():
    story = table(plays={0: 65}, draw=[11])
    drawn = story.of(e.CardDrawn)[0]
    assert 11 in story.state.hands[0]
    assert redact(drawn, 0).card == 11
    assert redact(drawn, 1).card is None
    assert redact(drawn, SPECTATOR).card is None


@pytest.mark.rules("SZMAL-R.16")
def test_szmal_12_15_the_draw_pile_is_never_refilled():
    story = table(plays={0: 65}, draw_only=True)
    assert story.was_played(65)
    assert story.of(e.CardDrawn) == []
    assert story.state.draw_pile == ()
    assert story.state.discard
