"""Section 13: "each turn" abilities."""

from __future__ import annotations

import pytest

from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.catalogue import BASE
from tests.games.szmal.tables import table


def test_szmal_13_1_all_abilities_are_carried_out():
    story = table(lay={0: [69, 6], 1: [49], 2: [16]})
    assert (story.kind, story.offered(0)) == ("ORDER_EACH_TURN", {"resolve_ability": (69, 6)})
    story.refuses(c.ResolveAbility, 0, "card_not_in_your_territory", "SZMAL-13.1", card=16)
    story.does(c.ResolveAbility, 0, card=6)
    assert {event.card for event in story.log if isinstance(event, e.AbilityResolved)} == {69, 6, 49, 16}
    assert sorted(BASE.standing["EACH_TURN"]) == [6, 10, 16, 19, 46, 49, 69]


def test_szmal_13_2_each_one_once_in_a_round():
    story = table(lay={0: [69, 6, 46, 22]})
    story.refuses(c.ResolveAbility, 0, "ability_not_pending", "SZMAL-13.2", card=22)
    story.does(c.ResolveAbility, 0, card=69)
    story.refuses(c.ResolveAbility, 0, "ability_not_pending", "SZMAL-13.2", card=69)
    story.does(c.ResolveAbility, 0, card=46)
    assert [event.card for event in story.log if isinstance(event, e.AbilityResolved)] == [69, 46, 6]
    assert story.state.used == ()  # a new round has begun
    assert story.next_round({}).kind == "ORDER_EACH_TURN"


def test_szmal_13_3_the_owner_orders_them():
    first = table(lay={0: [69, 46]}).does(c.ResolveAbility, 0, card=46)
    assert [(event.card, event.auto) for event in first.of(e.AbilityResolved)] == [(46, False), (69, True)]
    other = table(lay={0: [69, 46]}).does(c.ResolveAbility, 0, card=69)
    assert [event.card for event in other.of(e.AbilityResolved)] == [69, 46]


@pytest.mark.rules("SZMAL-R.18")
def test_szmal_13_4_players_follow_each_other_in_the_order_of_phase_3():
    story = table(plays={0: 76, 1: 60, 2: 22}, lay={0: [69], 1: [6], 2: [46]})
    assert [event.seat for event in story.of(e.AbilityResolved)] == [2, 1, 0]


def test_szmal_13_5_a_card_of_this_round_takes_part():
    assert table(plays={0: 6}).gains() == [(0, 10_000)]


@pytest.mark.rules("SZMAL-R.18")
def test_szmal_13_6_a_condition_is_judged_when_the_ability_is_carried_out():
    story = table(plays={0: 22, 1: 76}, lay={0: [6]})
    assert story.gains() == [(0, 10_000), (0, 10_000)]  # seat 1 took the first $10,000 away before Phase 4


@pytest.mark.rules("SZMAL-R.18")
def test_szmal_13_7_an_ability_without_effect_is_used_all_the_same():
    story = table(lay={0: [6]}, cash={0: 5_000})
    assert story.of(e.AbilityResolved) == [
        e.AbilityResolved(seat=0, card=6, had_effect=False, auto=True, rule="SZMAL-13.2")
    ]
    assert story.gains() == []
    assert table(lay={0: [6]}).of(e.AbilityResolved)[0].had_effect


def test_szmal_13_8_abilities_of_other_moments_are_not_limited():
    story = table(plays={0: 80}, hands={0: [22]}, lay={0: [61]}).does(c.PlayExtra, 0, card=22)
    assert [event.cause for event in story.of(e.CashGained)] == [61, 22]
