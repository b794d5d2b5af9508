"""Sections 9 and 10: declaring victory or flight, and several Monsters."""

from __future__ import annotations

import pytest

from games.munchkin_apocalypse import GAME
from tests.games.munchkin_apocalypse.table import seat, table


def two_monsters(level: int, hand: str = "", **options: object):
    t = table(
        seat(level, hand=hand), seat(hand="wandering-monster sidewalk-shark"), doors="undead-mall-walker", **options
    )
    return t.do(0, "open_door").do(1, "play_wandering_monster", card="wandering-monster").choose("sidewalk-shark#1")


@pytest.mark.rules("MUNCH-9.3")
def test_munch_9_2_victory_only_when_winning_flight_only_when_not():
    t = table(seat(), seat(), doors="fire-ants")
    t.do(0, "open_door")
    t.refuses(0, "declare_victory", "not_winning", "MUNCH-9.2")
    t = table(seat(5), seat(), doors="undead-mall-walker")
    t.do(0, "open_door")
    t.refuses(0, "declare_flight", "winning", "MUNCH-9.3")


def test_munch_9_4_either_declaration_opens_a_window():
    t = table(seat(5), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").do(0, "declare_victory")
    assert (t.phase, t.state.window.kind, t.state.combat.claim) == ("CONCLUSION", "conclusion", "victory")
    t = table(seat(), seat(), doors="fire-ants", flight_window=True)
    t.do(0, "open_door").do(0, "declare_flight")
    assert (t.phase, t.state.combat.claim, GAME.rules.to_act(t.state)) == ("CONCLUSION", "flight", (1,))
    t.all_pass()
    assert t.phase == "FLIGHT"


@pytest.mark.rules("MUNCH-9.7", "MUNCH-5.20")
def test_munch_9_5_interference_voids_the_window_and_the_fighter_declares_again():
    t = table(seat(5), seat(hand="class-kid jar-of-hornets", classes="class-blogger"), doors="undead-mall-walker")
    t.do(0, "open_door").do(0, "declare_victory")
    old = t.state.window.id
    t.do(1, "discard_class", card="class-blogger")  # it changes no total, and voids the window all the same
    assert (t.phase, [event.window for event in t.happened("WindowVoided")]) == ("COMBAT", [old])
    t.do(0, "declare_victory")
    t.do(1, "play_one_shot", card="jar-of-hornets", side="monsters")
    t.refuses(0, "declare_victory", "not_winning", "MUNCH-9.2")
    t.do(0, "declare_flight")  # now the other is legal


@pytest.mark.rules("MUNCH-9.1")
def test_munch_9_6_the_declared_outcome_follows_with_the_totals_declared():
    t = table(seat(5), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").do(0, "declare_victory")
    (declared,) = t.happened("ConclusionDeclared")
    assert (declared.fighters, declared.monsters) == (t.fighters, t.monsters) == (5, 1)
    t.do(1, "pass", window=t.state.window.id)
    assert t.happened("MonstersKilled")


def test_munch_9_8_only_the_fighter_declares():
    t = table(seat(5), seat(3), doors="acid-slugs")
    t.do(0, "open_door").helped_by(1)
    t.refuses(1, "declare_victory", "not_fighter", "MUNCH-9.8")
    t.do(0, "declare_victory")
    t.refuses(1, "withdraw_declaration", "not_fighter", "MUNCH-9.8")


def test_munch_9_9_the_fighter_has_all_the_time():
    t = table(seat(5), seat(), doors="undead-mall-walker", reaction_window_ms=2660)
    t.do(0, "open_door")
    assert GAME.clock.deadline(t.state) is None
    t.at_ms += 10**9
    t.do(0, "declare_victory")


def test_munch_9_10_a_declaration_may_be_withdrawn():
    t = table(seat(5), seat(), doors="undead-mall-walker")
    t.do(0, "open_door")
    t.refuses(0, "withdraw_declaration", "wrong_phase", "MUNCH-5.2")
    t.do(0, "declare_victory").do(0, "withdraw_declaration")
    assert [event.rule for event in t.happened("WindowVoided")] == ["MUNCH-9.10"]
    assert t.phase == "COMBAT"
    t.do(0, "declare_victory")


def test_munch_9_11_without_the_flight_window_the_flight_begins_at_once():
    t = table(seat(), seat(), doors="fire-ants", flight_window=False)
    t.do(0, "open_door").do(0, "declare_flight")
    assert not t.happened("WindowOpened")
    assert t.phase == "FLIGHT"


@pytest.mark.rules("MUNCH-10.8", "MUNCH-12.2", "MUNCH-12.7")
def test_munch_10_1_the_sum_of_all_monsters_must_be_beaten():
    t = two_monsters(5)
    assert t.monsters == 1 + 4
    t.refuses(0, "declare_victory", "not_winning", "MUNCH-9.2")
    t = two_monsters(6)
    t.wins()
    assert (t.level(0), len(t.hand(0))) == (8, 1 + 2)


@pytest.mark.rules("MUNCH-13.5")
def test_munch_10_2_all_are_fought_or_all_are_fled():
    t = two_monsters(3)
    t.runs()
    assert t.state.combat.runners == (0,)
    t.rolls(5, "m1")
    assert t.phase == "FLIGHT"
    t.rolls(5, "m2")
    assert t.phase == "TURN_END"


@pytest.mark.rules("MUNCH-10.4", "MUNCH-10.5", "MUNCH-10.9")
def test_munch_10_3_a_monster_may_be_eliminated_without_a_kill():
    t = two_monsters(3, "teleport-prototype")
    t.do(0, "play_one_shot", card="teleport-prototype").choose("m2")
    assert (t.monsters, t.state.combat.noted_treasures, t.is_discarded("sidewalk-shark")) == (1, 2, True)
    t.wins()
    assert (t.level(0), len(t.hand(0))) == (4, 1 + 2)


def test_munch_10_6_the_last_one_eliminated_ends_the_combat_as_won():
    t = table(seat(3, hand="teleport-prototype"), seat(), doors="fire-ants")
    t.do(0, "open_door").do(0, "play_one_shot", card="teleport-prototype")
    assert [event.outcome for event in t.happened("CombatEnded")] == ["victory"]
    assert not t.happened("WindowOpened")
    assert (t.level(0), len(t.hand(0)), t.phase) == (3, 3, "TURN_END")


def test_munch_10_7_who_runs_gets_nothing_for_the_eliminated_either():
    t = two_monsters(1, "teleport-prototype")
    t.do(0, "play_one_shot", card="teleport-prototype").choose("m2")
    t.runs().rolls(6)
    assert (t.level(0), t.hand(0)) == (1, [])
