"""Section 6: order and procedure of play."""

from __future__ import annotations

import pytest

from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.catalogue import BASE
from tests.games.szmal.tables import effect, table


@pytest.mark.rules("SZMAL-6.3")
def test_szmal_6_1_from_the_lowest_number_to_the_highest_each_one_completely():
    story = table(plays={0: 76, 1: 22, 2: 60}, lay={2: [8]})
    assert [event.seat for event in story.of(e.CardResolutionStarted)] == [1, 2, 0]
    assert [type(event) for event in story.events[2:11]] == [
        e.CardResolutionStarted,
        e.CardEnteredTerritory,
        e.CashGained,
        e.CardResolutionStarted,
        e.CardEnteredTerritory,
        e.CashGained,
        e.ActionDiscarded,
        e.CardResolutionStarted,
        e.CardEnteredTerritory,
    ]
    assert story.state.cash == (0, 0, 0)


def test_szmal_6_2_no_two_numbers_are_equal():
    assert len(set(BASE.numbers)) == len(BASE.numbers) == len(BASE.rows)


def test_szmal_6_4_the_order_of_the_reveal_stands():
    # Seat 0's Property 18 goes back to the hand by 41, yet the order of Phase 4 is that of the reveal.
    story = table(plays={0: 41, 1: 22}, lay={0: [18, 6], 1: [46]}, cash={1: 5_000})
    assert story.asked == (0,)
    story.does(c.PayCost, 0, option="PROPERTY", card=18)
    assert [event.seat for event in story.of(e.AbilityResolved)] == [1, 0]  # 22 came before 41
    assert story.state.order == ()  # a new round has begun


def test_szmal_6_5_the_steps_of_a_property():
    """Cost, entry, symbols, reactions, instructions; a Property has nothing afterwards and is not put away."""
    story = table(plays={0: 11}, lay={0: [52]}, cash={0: 10_000})
    story.when(c.PayCost, 0, option="CASH").then_types(
        e.CostPaid,
        e.CardEnteredTerritory,
        e.MarkersPlaced,  # (d) for BOTTLE
        e.CashGained,  # (e) by 52
        e.MarkersPlaced,  # (f) by 11 itself
        e.CardResolutionStarted,
        e.PlayedCardDiscarded,
        e.CardResolutionStarted,
        e.PlayedCardDiscarded,
        e.RoundEnded,
        e.RoundStarted,
        e.DecisionOpened,
    )


@pytest.mark.rules("SZMAL-D.7", "SZMAL-R.17")
def test_szmal_6_5_the_steps_of_an_action():
    """Reactions of the moment, instructions, an effect where its clause stands, afterwards, put away."""
    watching = [effect(1, 1, 2, 5, clause=1)]
    story = table(plays={0: 73}, lay={0: [22, 70]}, effects=watching)
    mine = story.events[story.events.index(story.of(e.CardEnteredTerritory)[-1]) :]
    assert [(type(event), getattr(event, "cause", None)) for event in mine[:6]] == [
        (e.CardEnteredTerritory, None),
        (e.CashGained, 2),
        (e.CashGained, 73),
        (e.LastingEffectCreated, 73),
        (e.CashGained, 70),
        (e.ActionKept, None),
    ]


def test_szmal_6_6_a_card_without_conditions_enters_at_once():
    story = table(plays={0: 22})
    assert story.events[2:4] == [
        e.CardResolutionStarted(
            seat=0, card=22, origin="MAIN", costs_ignored=False, requirements_ignored=False, rule="SZMAL-6.5"
        ),
        e.CardEnteredTerritory(seat=0, card=22, rule="SZMAL-6.9"),
    ]


@pytest.mark.rules("SZMAL-R.11")
def test_szmal_6_7_instructions_are_carried_out_in_printed_order_without_asking():
    story = table(plays={0: 34}, cash={0: 0})
    assert story.gains() == [(0, 30_000), (1, 10_000), (2, 10_000)]  # nobody was asked whether to help the others
    first_gain_then_return = table(plays={0: 36}, cash={0: 35_000})
    assert first_gain_then_return.of(e.CardReturnedToHand) == []  # $50,000 after the gain is not less than $50,000


@pytest.mark.rules("SZMAL-12.15")
def test_szmal_6_8_what_can_be_done_in_part_is_done_in_part():
    story = table(plays={0: 65}, lay={0: [61, 62]}, draw=[11], draw_only=True)  # four KEY, one card
    assert [event.card for event in story.of(e.CardDrawn)] == [11]
    assert story.was_played(65)


def test_szmal_6_9_the_card_counts_for_its_own_symbols_and_instructions():
    assert table(plays={0: 23}).gains() == [(0, 5_000)]
    assert table(plays={0: 37}, lay={0: [21]}).placed() == [(37, 1, 37)]


@pytest.mark.rules("SZMAL-R.9")
def test_szmal_6_10_a_card_does_not_help_with_its_own_conditions():
    assert table(plays={0: 42}, lay={0: [22]}).thrown_away()[42] == "REQUIREMENT_UNMET"
    assert table(plays={0: 71}).thrown_away()[71] == "COST_UNPAYABLE"
    paying = table(plays={0: 71}, lay={0: [22]})
    assert paying.offered(0)["pay_cost"] == (22,)


def test_szmal_6_11_a_card_thrown_away_has_no_consequence():
    story = table(plays={0: 59}, lay={0: [70, 17], 1: [(8, 2)]}, copied={}, effects=[effect(1, 1, 2, 5, clause=1)])
    assert story.was_played(59)  # card 70 shows GUN
    story = table(plays={0: 79}, lay={0: [70, 17], 1: [(8, 2)]}, effects=[effect(1, 1, 2, 5, clause=1)])
    assert story.thrown_away()[79] == "REQUIREMENT_UNMET"
    assert story.of(e.CashGained, e.MarkersPlaced, e.LastingEffectCreated, e.ActionKept) == []
    assert 79 in story.state.discard


def test_szmal_6_12_there_is_no_other_play_for_it():
    story = table(plays={0: 18})
    assert [event.seat for event in story.of(e.CardResolutionStarted)].count(0) == 1
    assert story.kind == "DRAFT_PICK"
