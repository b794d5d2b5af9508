"""Section 8: interfering in a combat."""

from __future__ import annotations

import pytest

from tests.games.munchkin_apocalypse.table import seat, table


def test_munch_8_1_every_living_player_may_interfere_until_the_window_closes():
    t = table(
        seat(5, hand="warm-energy-drink"),
        seat(hand="confetti-grenade"),
        seat(alive=False),
        doors="undead-mall-walker",
    )
    t.do(0, "open_door").do(0, "play_one_shot", card="warm-energy-drink", side="monsters")
    t.do(0, "declare_victory")
    t.do(1, "play_one_shot", card="confetti-grenade", side="monsters")
    assert (t.phase, t.monsters) == ("COMBAT", 1 + 2 + 3)
    t.refuses(2, "join_horde", "character_dead", "MUNCH-5.8", card="vampire-landlord")


@pytest.mark.rules("MUNCH-8.3")
def test_munch_8_2_a_one_shot_is_played_for_either_side_and_counts_for_it_once():
    t = table(
        seat(hand="powdered-water teleport-prototype"), seat(hand="octobear wandering-monster"), doors="fire-ants"
    )
    t.do(0, "open_door").do(1, "play_wandering_monster", card="wandering-monster").choose("octobear#1")
    t.refuses(0, "play_one_shot", "wrong_side", "MUNCH-8.2", card="powdered-water")
    t.refuses(0, "play_one_shot", "wrong_side", "MUNCH-8.2", card="teleport-prototype", side="monsters")
    t.do(0, "play_one_shot", card="powdered-water", side="monsters")
    assert t.monsters == 10 + 12 + 5


@pytest.mark.rules("MUNCH-8.4", "MUNCH-8.5")
def test_munch_8_6_an_enhancer_stays_with_the_monster_it_names_and_modifiers_add_up():
    t = table(
        seat(hand="glows-in-the-dark travel-size"),
        seat(hand="octobear wandering-monster foaming-at-the-mouth"),
        doors="fire-ants",
    )
    t.do(0, "open_door").do(1, "play_wandering_monster", card="wandering-monster").choose("octobear#1")
    t.refuses(0, "play_monster_enhancer", "no_such_monster", "MUNCH-8.6", card="glows-in-the-dark", monster="m9")
    t.refuses(1, "play_monster_enhancer", "card_not_available", "MUNCH-4.5", card="travel-size", monster="m1")
    t.do(0, "play_monster_enhancer", card="glows-in-the-dark", monster="m2")
    t.do(1, "play_monster_enhancer", card="foaming-at-the-mouth", monster="m2")
    t.do(0, "play_monster_enhancer", card="travel-size", monster="m2")
    assert t.monsters == 10 + (12 + 5 + 5 - 5)
    assert [len(monster.enhancers) for monster in t.state.combat.monsters] == [0, 3]


def test_munch_8_7_a_wandering_monster_needs_a_monster_in_hand():
    t = table(seat(hand="wandering-monster"), seat(hand="wandering-monster#2 octobear"), doors="fire-ants")
    t.refuses(1, "play_wandering_monster", "wrong_phase", "MUNCH-5.2", card="wandering-monster#2")
    t.do(0, "open_door")
    t.refuses(0, "play_wandering_monster", "no_monster_in_hand", "MUNCH-8.7", card="wandering-monster")
    t.refuses(1, "play_wandering_monster", "wrong_card_type", "MUNCH-20.8", card="octobear")
    t.do(1, "play_wandering_monster", card="wandering-monster#2").choose("octobear#1")
    (joined,) = t.happened("MonsterJoined")
    assert (joined.monster, joined.via, joined.by) == ("m2", "wandering", 1)
    assert t.is_discarded("wandering-monster#2")


@pytest.mark.rules("MUNCH-8.8", "MUNCH-8.9", "MUNCH-8.10", "MUNCH-8.11")
def test_munch_8_14_who_joined_a_horde_stays_when_the_first_one_leaves():
    t = table(
        seat(hand="teleport-prototype vampire-landlord"),
        seat(hand="zombie-marching-band sidewalk-shark"),
        doors="undead-mall-walker",
    )
    t.do(0, "open_door")
    t.refuses(1, "join_horde", "horde_not_present", "MUNCH-8.8", card="sidewalk-shark")
    t.do(1, "join_horde", card="zombie-marching-band")
    t.do(0, "play_one_shot", card="teleport-prototype").choose("m1")
    assert [monster.card for monster in t.state.combat.monsters] == ["zombie-marching-band#1"]
    t.do(0, "join_horde", card="vampire-landlord")


@pytest.mark.rules("MUNCH-8.12", "MUNCH-8.13")
def test_munch_8_12_a_tag_giving_enhancer_brings_a_monster_along():
    t = table(
        seat(hand="back-from-the-grave glows-in-the-dark"),
        seat(hand="back-from-the-grave#2 octobear zombie-marching-band strap-on-dorsal-fin"),
        doors="undead-mall-walker",
    )
    t.do(0, "open_door")
    t.refuses(0, "join_horde_with", "wrong_card_type", "MUNCH-8.12", card="glows-in-the-dark")
    t.refuses(0, "join_horde_with", "no_monster_in_hand", "MUNCH-8.12", card="back-from-the-grave")
    t.refuses(1, "join_horde_with", "horde_not_present", "MUNCH-8.8", card="strap-on-dorsal-fin")
    t.do(1, "join_horde_with", card="back-from-the-grave#2")
    assert t.state.choice.options == ("octobear#1",)  # the marching band has the tag already
    t.choose("octobear#1")
    monster = t.state.combat.monsters[1]
    assert (monster.card, [one.card for one in monster.enhancers]) == ("octobear#1", ["back-from-the-grave#2"])
    assert t.monsters == 1 + 12 + 5


def test_munch_8_15_a_disaster_may_strike_in_mid_combat():
    t = table(seat(3), seat(hand="clocks-go-back"), doors="fire-ants")
    t.do(0, "open_door").do(1, "play_disaster", card="clocks-go-back", target=0)
    assert (t.phase, t.fighters) == ("COMBAT", 1)


@pytest.mark.rules("MUNCH-8.17")
def test_munch_8_16_a_nasty_card_comes_in_time_while_the_window_is_open_and_not_after():
    t = table(seat(5), seat(hand="suitcase-nuke"), seat(hand="jar-of-hornets"), doors="undead-mall-walker")
    t.do(0, "open_door").do(0, "declare_victory")
    t.do(1, "play_one_shot", card="suitcase-nuke", side="monsters")
    assert (t.fighters, t.monsters) == (5, 11)
    t.runs()
    t.refuses(2, "play_one_shot", "wrong_timing", "MUNCH-20.2", card="jar-of-hornets", side="monsters")
