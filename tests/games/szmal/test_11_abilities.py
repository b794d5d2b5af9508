"""Section 11: kinds of abilities, their timing and order."""

from __future__ import annotations

import pytest

from games.szmal import GAME
from games.szmal import commands as c
from games.szmal import events as e
from tests.games.szmal.tables import effect, table


@pytest.mark.rules("SZMAL-13.8")
def test_szmal_11_1_a_permanent_ability_works_again_and_again():
    story = table(plays={0: 80}, hands={0: [60]}, lay={0: [70], 1: [8]}).does(c.PlayExtra, 0, card=60)
    assert [event.cause for event in story.of(e.CashGained)] == [60, 70, 70]  # after 60 and again after 80


def test_szmal_11_2_it_works_from_the_entry_of_its_card_until_the_card_leaves():
    story = table(plays={0: 80}, hands={0: [69]}, lay={0: [8, 9]}).does(c.ChooseProperty, 0, card=8)
    story.does(c.PlayExtra, 0, card=69)
    assert story.of(e.AbilityResolved)[0].card == 69
    gone = table(plays={0: 35}, lay={0: [70]}).does(c.PayCost, 0, option="GANGSTER", card=70)
    assert gone.gains() == [(0, 25_000)]  # card 70, given up for it, does not see card 35


def test_szmal_11_3_a_next_turn_ability_works_at_each_moment_it_names():
    story = table(plays={0: 43}, lay={0: [62, 16]}, hands={0: [80, 46, 50]}, cash={0: 5_000})
    story.next_round({0: 80}).does(c.PlayExtra, 0, card=46)
    assert (46, 3, 43) in story.placed()
    twice = table(plays={0: 46}, effects=[effect(1, 0, 43, 5), effect(2, 0, 67, 5)], hands={0: [50]}, bare=[0])
    assert [event.property for event in twice.of(e.MarkersPlaced) if event.cause == 43] == [46, 50]


def test_szmal_11_4_it_works_in_the_next_round_alone():
    story = table(plays={0: 78}, hands={0: [22, 23], 1: [61], 2: [43]}, bare=[0])
    assert [one.works_in_round for one in story.state.effects] == [6]
    assert story.next_round({0: 22}).gains() == [(0, 20_000)]
    assert story.of(e.LastingEffectExpired)
    assert story.next_round({0: 23}).gains() == [(0, 10_000)]  # two GUN, not doubled any more


@pytest.mark.rules("SZMAL-R.22", "SZMAL-15.3")
def test_szmal_11_5_made_in_the_last_round_it_never_works():
    story = table(round_=12, plays={0: 78}, lay={0: [(7, 4)]})
    assert [one.works_in_round for one in story.state.effects] == [13]
    assert story.gains() == [(0, 20_000)]
    assert story.of(e.MatchEnded)


def test_szmal_11_6_a_this_turn_ability_ends_with_the_round():
    story = table(plays={0: 2, 1: 60}, hands={1: [33]}, lay={1: [8]})
    assert story.gains() == [(0, 10_000), (0, 10_000), (1, 5_000)]
    assert story.of(e.LastingEffectExpired) == [e.LastingEffectExpired(effect=1, seat=0, cause=2, rule="SZMAL-14.7")]
    story.next_round({1: 33})
    assert story.was_played(33)
    assert story.gains() == []


def test_szmal_11_7_a_once_ability_is_used_once():
    story = table(plays={0: 22})
    assert story.gains() == [(0, 10_000)]
    assert story.next_round({}).gains() == []


@pytest.mark.rules("SZMAL-R.21")
def test_szmal_11_8_a_lasting_effect_outlives_its_card_but_lent_symbols_need_it():
    doubled = table(plays={0: 22}, effects=[effect(1, 0, 78, 5)])
    assert doubled.gains() == [(0, 20_000)]  # card 78 lies nowhere in this Territory
    lent = table(plays={0: 28}, lay={0: [72]}, effects=[effect(1, 0, 72, 5)])
    assert lent.gains() == [(0, 10_000)] * 3
    gone = table(plays={0: 28}, effects=[effect(1, 0, 72, 5)])
    assert gone.gains() == []


@pytest.mark.rules("SZMAL-11.14")
def test_szmal_11_9_reactions_to_a_play_come_by_number_whoever_owns_them():
    effects = [effect(1, 2, 3, 5, clause=1), effect(2, 1, 2, 5, clause=1)]
    story = table(plays={0: 22}, lay={0: [61]}, effects=effects)
    assert [(event.seat, event.cause) for event in story.of(e.CashGained)] == [(2, 3), (0, 61), (0, 22)]
    action = table(plays={0: 60}, lay={0: [8]}, effects=[effect(1, 2, 2, 5, clause=1), effect(2, 1, 2, 5, clause=1)])
    assert [event.seat for event in action.of(e.CashGained)] == [2, 1, 0]  # two effects of card 2: by age


def test_szmal_11_10_abilities_of_the_moment_afterwards_come_by_number_too():
    story = table(plays={0: 60}, lay={0: [71, 17, 70], 1: [8]}, effects=[effect(1, 0, 68, 5)])
    after = [event.cause for event in story.of(e.CashGained, e.MarkersPlaced, e.CardReturnedToHand)]
    assert after == [60, 17, 68, 70, 71]


def test_szmal_11_11_a_copy_comes_right_after_the_card_it_copies():
    lying = {0: [54, 70, 71]}
    story = table(plays={0: 60}, lay={**lying, 1: [8]}, copied={54: 70})
    assert [event.cause for event in story.of(e.CashGained)] == [60, 70, 54, 71]


def test_szmal_11_11_effects_of_one_card_come_by_age():
    effects = [effect(1, 1, 67, 5), effect(2, 0, 54, 5, number=67), effect(3, 2, 67, 5)]
    story = table(effects=effects, hands={0: [22], 1: [23], 2: [25]}, bare=[0, 1, 2])
    assert [(event.seat, event.source) for event in story.of(e.ExtraCardChosen)] == [(1, 67), (2, 67), (0, 54)]


def test_szmal_11_12_watching_neighbours_begins_when_the_effect_is_made():
    assert table(plays={0: 3, 1: 1}).gains() == [(0, 10_000)]  # card 1 came before card 3
    assert table(plays={0: 3, 1: 22}).gains() == [(0, 10_000), (0, 10_000), (1, 10_000)]
    four = table(seats=4, plays={0: 3, 2: 22})
    assert four.gains() == [(0, 10_000), (2, 10_000)]  # seat 2 is no neighbour


@pytest.mark.rules("SZMAL-R.25")
def test_szmal_11_13_card_44_sees_its_own_play_the_others_do_not():
    boosted = table(plays={0: 44}, lay={0: [42]})
    assert [(type(event), event.count) for event in boosted.of(e.MarkersPlaced, e.MarkersRemoved)] == [
        (e.MarkersPlaced, 1),
        (e.MarkersRemoved, 1),
    ]
    assert table(plays={0: 52}).gains() == []
    assert table(plays={0: 61}, lay={0: [21]}).gains() == []
    assert table(plays={0: 52}, lay={0: [44]}).gains() == []


@pytest.mark.rules("SZMAL-R.26")
def test_szmal_11_14_card_44_takes_its_marker_before_instructions():
    story = table(plays={0: 11}, lay={0: [44]}, cash={0: 15_000}).does(c.PayCost, 0, option="CASH")
    assert [(type(event), event.count) for event in story.of(e.MarkersPlaced, e.MarkersRemoved)] == [
        (e.MarkersPlaced, 1),
        (e.MarkersRemoved, 1),
        (e.MarkersPlaced, 2),
    ]


def test_szmal_11_15_reactions_to_a_loss_come_at_once_by_number():
    story = table(lay={0: [62, 45]}, effects=[effect(1, 1, 73, 5, clause=1)])
    assert [type(event) for event in story.of(e.CardLost, e.MarkersPlaced, e.CashGained)] == [
        e.CardLost,
        e.MarkersPlaced,
        e.CashGained,
    ]
    copied = table(lay={0: [54, 45]}, copied={54: 62}, effects=[effect(1, 1, 73, 5, clause=1)])
    assert copied.gains() == [(0, 20_000)]  # a lost copy of 62 answers as 62 does


@pytest.mark.rules("SZMAL-R.19")
def test_szmal_11_16_several_players_gain_or_lose_clockwise_from_the_left():
    assert table(seats=4, plays={2: 34}).gains() == [(2, 30_000), (3, 10_000), (0, 10_000), (1, 10_000)]
    losing = table(seats=4, plays={2: 76}, cash={0: 10_000, 1: 10_000, 2: 10_000, 3: 10_000})
    assert [seat for seat, _ in losing.losses()] == [3, 0, 1]


@pytest.mark.rules("SZMAL-R.28")
def test_szmal_11_17_a_loss_takes_at_most_all_there_is():
    story = table(plays={0: 76}, cash={1: 5_000})
    assert story.of(e.CashLost) == [e.CashLost(seat=1, amount=5_000, demanded=10_000, cause=76, rule="SZMAL-CARD.76")]
    assert story.state.cash == (0, 0, 0)


@pytest.mark.rules("SZMAL-R.47")
def test_szmal_11_18_nothing_is_no_event_no_choice_and_no_reaction():
    mirror = [effect(1, 2, 1, 5)]
    assert table(plays={0: 25}, effects=mirror).gains() == []  # no BOTTLE
    story = table(plays={0: 56}, lay={0: [8, 9], 1: [14]})
    assert story.kind == "DRAFT_PICK"  # 0 markers to place: nobody was asked for a Property
    assert story.of(e.PropertyChosen, e.MarkersPlaced) == []
    assert table(plays={0: 76}).losses() == []


@pytest.mark.rules("SZMAL-R.27")
def test_szmal_11_19_gains_are_doubled_once_for_each_effect_and_nothing_else_is():
    twice = [effect(1, 0, 78, 5), effect(2, 0, 78, 5)]
    story = table(plays={0: 22}, effects=twice)
    assert story.of(e.CashGained) == [
        e.CashGained(
            seat=0, gain=1, amount=40_000, base=10_000, doublings=2, cause=22, rule="SZMAL-CARD.22 SZMAL-11.19"
        )
    ]
    lost = table(plays={1: 76}, cash={0: 30_000}, effects=twice)
    assert lost.losses() == [(0, 10_000)]
    paid = table(plays={0: 8}, cash={0: 30_000}, effects=twice).does(c.PayCost, 0, option="CASH")
    assert (paid.events[0].amount, paid.markers(8)) == (10_000, 2)


@pytest.mark.rules("SZMAL-D.11")
def test_szmal_11_20_card_1_mirrors_each_gain_of_the_left_neighbour():
    story = table(plays={0: 1, 1: 22})
    assert story.of(e.CashGained) == [
        e.CashGained(seat=1, gain=1, amount=10_000, base=10_000, doublings=0, cause=22, rule="SZMAL-CARD.22"),
        e.CashGained(
            seat=0,
            gain=2,
            amount=10_000,
            base=10_000,
            doublings=0,
            cause=1,
            mirror_of=1,
            rule="SZMAL-11.20 SZMAL-CARD.1",
        ),
    ]
    assert table(plays={0: 1, 2: 22}).gains() == [(2, 10_000)]  # the right neighbour is not mirrored


@pytest.mark.rules("SZMAL-R.29")
def test_szmal_11_21_a_mirrored_gain_is_doubled_but_not_mirrored():
    effects = [effect(1, 0, 1, 5), effect(2, 2, 1, 5), effect(3, 0, 78, 5), effect(4, 1, 78, 5)]
    story = table(plays={1: 22}, effects=effects)
    # Seat 0 mirrors seat 1's $20,000 and doubles it; seat 2, who mirrors seat 0, gains nothing by a mirror.
    assert story.gains() == [(1, 20_000), (0, 40_000)]
    two = table(seats=2, plays={0: 22}, effects=[effect(1, 0, 1, 5), effect(2, 1, 1, 5)])
    assert two.gains() == [(0, 10_000), (1, 10_000)]


@pytest.mark.rules("SZMAL-R.42")
def test_szmal_11_22_a_tie_for_the_most_or_fewest_is_nobody():
    assert table(plays={}, lay={0: [10], 1: [8]}).gains() == []
    assert table(plays={}, lay={0: [10], 1: [8, 9]}).gains() == [(1, 5_000)]
    assert not table(plays={0: 20}, lay={1: [22]}).was_played(20)


@pytest.mark.rules("SZMAL-R.46")
def test_szmal_11_23_among_two_one_chooses_one_is_taken_none_is_nothing():
    two = table(plays={0: 38}, lay={0: [8, 9, 22]})
    assert (two.kind, two.offered(0)) == ("CHOOSE_PROPERTY", {"choose_property": (8, 9)})
    two.refuses(c.ChooseProperty, 0, "wrong_card_type", "SZMAL-11.23", card=22)
    two.refuses(c.ChooseProperty, 0, "card_not_in_your_territory", "SZMAL-11.23", card=14)
    two.does(c.ChooseProperty, 0, card=9)
    assert two.events[:2] == [
        e.PropertyChosen(seat=0, card=9, rule="SZMAL-11.23 SZMAL-CARD.38"),
        e.MarkersPlaced(seat=0, property=9, count=2, cause=38, rule="SZMAL-CARD.38"),
    ]
    one = table(plays={0: 38}, lay={0: [8]})
    assert one.of(e.PropertyChosen)[0].auto
    assert one.markers(8) == 2
    none = table(plays={0: 38}, lay={0: [22]})
    assert none.was_played(38)
    assert none.of(e.PropertyChosen) == []


@pytest.mark.rules("SZMAL-15.3")
def test_szmal_11_4_no_sentence_speaks_of_a_round_after_the_last():
    effect_made = e.LastingEffectCreated(
        effect=1, seat=0, cause=43, printed=43, clause=0, works_in_round=13, paid_markers=0, rule="SZMAL-11.4"
    )
    kept = e.ActionKept(seat=0, card=43, until_round=13, rule="SZMAL-10.6")
    sentences = [GAME.presentation.narrate(event, 0) for event in (effect_made, kept)]
    assert [sentence for sentence in sentences if "13" in sentence] == []
    assert sentences[0].endswith("would work in the next round, but this is the last one.")
    assert sentences[1].endswith("stays until the end of the match.")
