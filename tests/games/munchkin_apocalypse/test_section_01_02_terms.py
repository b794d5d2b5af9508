"""Sections 1 and 2: what the words mean, and which rule wins."""

from __future__ import annotations

import pytest

from tests.games.munchkin_apocalypse.table import item, seat, table


def test_munch_1_5_a_seal_acts_at_once_on_its_opener_and_then_on_all():
    t = table(seat(3, hand="zoo-escape"), seat(), doors="fire-ants", next_seals="seal-doom")
    t.do(0, "play_disaster", card="zoo-escape", target=0)
    assert t.level(0) == 2  # DOOM!! at once
    t.do(0, "open_door").runs()
    t.do(0, "roll_escape", monster="m1", dice=[5])  # and for as long as it lies on top: 5 - 1 is a failure
    assert [event.modifier for event in t.happened("EscapeRolled")] == [-1]


def test_munch_1_7_an_item_of_no_value_is_an_item():
    t = table(seat(items="improvised-weapon", hand="chrome-plated"), seat())
    t.do(0, "open_deal", kind="trade", partner=1)
    t.do(0, "put_in_deal", deal=t.state.deals[0].id, card="improvised-weapon")
    t.refuses(0, "add_to_sale", "no_value", "MUNCH-18.6", card="improvised-weapon")
    t.do(0, "attach_to_item", card="chrome-plated", item="improvised-weapon")
    t.do(0, "add_to_sale", card="improvised-weapon")  # with an Item Enhancer on it, it has a value


def test_munch_2_1_a_card_overrides_the_rulebook():
    """Two pieces of headgear at once, under a Cheat!"""
    t = table(seat(items=["riot-helmet", item("colander-helmet", cheat="cheat")]), seat(), doors="fire-ants")
    t.do(0, "open_door")
    assert t.fighters == 1 + 3 + 1


@pytest.mark.rules("MUNCH-2.6", "MUNCH-2.7")
def test_munch_2_2_a_card_does_not_override_the_fixed_rules():
    t = table(seat(8, hand="level-told-you-so"), seat(), seals="seal-doom seal-lights-out seal-panic-buying")
    t.do(0, "play_special", card="level-told-you-so")
    assert t.level(0) == 9  # two Levels are printed, the second would be the winning one


def test_munch_2_3_nothing_lowers_a_level_below_1_but_strength_may_fall_below_0():
    t = table(seat(1, disasters="rolling-blackout", hand="clocks-go-back"), seat(), doors="fire-ants")
    t.do(0, "play_disaster", card="clocks-go-back", target=0)
    assert t.level(0) == 1
    t.do(0, "open_door")
    assert t.fighters == 1 - 5


@pytest.mark.rules("MUNCH-12.3")
def test_munch_2_4_a_level_after_a_combat_only_for_a_kill():
    t = table(seat(3, hand="teleport-prototype"), seat(), doors="fire-ants")
    t.do(0, "open_door").do(0, "play_one_shot", card="teleport-prototype")
    assert t.phase == "TURN_END"
    assert not t.happened("LevelGained")
    assert not t.happened("MonstersKilled")
    assert t.level(0) == 3
    assert len(t.hand(0)) == 3


def test_munch_2_5_rewards_wait_for_the_end_of_the_combat():
    t = table(seat(5), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").do(0, "declare_victory")
    assert (t.level(0), t.hand(0)) == (5, [])
    t.all_pass()
    assert t.level(0) == 6
    assert len(t.hand(0)) == 1


def test_munch_2_9_of_two_cards_that_contradict_each_other_the_later_wins():
    """Beer Shortage! is silent once another Seal lies on it."""
    t = table(
        seat(classes="class-militia", hand="zoo-escape"),
        seat(),
        doors="fire-ants",
        seals="seal-beer-shortage",
        next_seals="seal-eye-of-the-storm",
    )
    t.do(0, "open_door")
    assert t.monsters == 10 + 1 + 3
    t.do(0, "play_disaster", card="zoo-escape", target=0)
    t.all_pass()
    assert t.monsters == 10


@pytest.mark.rules("MUNCH-2.10")
def test_munch_1_6_a_die_of_an_effect_is_recorded():
    t = table(seat(disasters="lingering-cough"), seat(), active=1, phase="TURN_END")
    t.do(1, "end_turn", dice=[2])
    assert [event.die for event in t.happened("DieRolled")] == [2]
    assert t.phase == "TURN_START"  # no hand to discard from: that part is skipped
