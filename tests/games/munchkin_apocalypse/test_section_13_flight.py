"""Section 13: running away."""

from __future__ import annotations

import pytest

from games.munchkin_apocalypse import GAME
from tests.games.munchkin_apocalypse.table import seat, table


def test_munch_13_1_no_level_no_treasure_no_search():
    t = table(seat(3), seat(), doors="fire-ants")
    t.do(0, "open_door").runs().rolls(5)
    assert (t.level(0), t.hand(0), t.phase) == (3, [], "TURN_END")


@pytest.mark.rules("MUNCH-13.9")
def test_munch_13_2_fighter_and_helper_roll_each_for_each_monster_the_fighter_first():
    t = table(seat(), seat(hand="wandering-monster octobear"), seat(), doors="fire-ants")
    t.do(0, "open_door").do(1, "play_wandering_monster", card="wandering-monster").choose("octobear#1")
    t.helped_by(2).runs()
    t.refuses(2, "roll_escape", "not_your_decision", "MUNCH-13.9", monster="m1")
    t.rolls(6, "m2").rolls(5, "m1")
    assert GAME.rules.to_act(t.state) == (2,)
    t.rolls(6, "m1").rolls(6, "m2")
    assert t.phase == "TURN_END"


@pytest.mark.parametrize(("die", "escaped"), [(4, False), (5, True)])
@pytest.mark.rules("MUNCH-13.4", "MUNCH-13.7", "MUNCH-13.8")
def test_munch_13_3_five_or_more_is_an_escape(die, escaped):
    t = table(seat(3), seat(), doors="fire-ants")
    t.do(0, "open_door").runs().rolls(die)
    (result,) = t.happened("EscapeResolved")
    assert (result.escaped, result.automatic) == (escaped, False)
    assert t.level(0) == (3 if escaped else 2)


def test_munch_13_4_the_modified_roll_has_no_bounds():
    goods = "rocket-roller-skates shopping-cart-chariot"
    t = table(seat(items=goods, paranoia="paranoia-always-an-exit"), seat(), doors="vengeful-vending-machine")
    t.do(0, "open_door")
    t.runs().rolls(6)
    (rolled,) = t.happened("EscapeRolled")
    assert (rolled.die, rolled.modifier, rolled.total) == (6, 2 + 2 + 1 + 2, 13)


def test_munch_13_6_some_monsters_hurt_even_those_who_escape():
    t = table(seat(hand="cheat"), seat(), doors="lawnmower-stampede")
    t.do(0, "open_door").runs().rolls(6)
    assert t.is_discarded("cheat")
    (result,) = t.happened("EscapeResolved")
    assert (result.escaped, result.bad_stuff) == (True, None)


@pytest.mark.rules("MUNCH-13.10", "MUNCH-5.21")
def test_munch_13_10_after_the_roll_the_runner_may_change_it_or_cancel_what_follows():
    t = table(seat(3, hand="loaded-die plot-armour cheat"), seat(), doors="fire-ants")
    t.do(0, "open_door").runs().do(0, "roll_escape", monster="m1", dice=[6])
    t.refuses(0, "respond", "wrong_timing", "MUNCH-13.10", window=t.state.window.id, card="plot-armour")
    t.refuses(1, "respond", "not_asked", "MUNCH-5.12", window=t.state.window.id, card="plot-armour")
    t.refuses(0, "respond", "bad_parameters", "MUNCH-5.21", window=t.state.window.id)
    t.refuses(0, "respond", "wrong_card_type", "MUNCH-20.8", window=t.state.window.id, card="cheat")
    old = t.state.window.id
    t.respond("loaded-die", dice=[2])
    assert [event.window for event in t.happened("WindowVoided")] == [old]
    assert t.state.window.id != old  # a new window for the new roll
    t.respond("plot-armour")
    (result,) = t.happened("EscapeResolved")
    assert (result.escaped, result.bad_stuff, t.level(0)) == (False, "cancelled", 3)
    assert [event.by for event in t.happened("WindowClosed")] == ["resolved"]


def test_munch_13_11_a_smoke_bomb_settles_all_escapes_also_while_the_other_is_rolling():
    t = table(seat(), seat(hand="smoke-bomb wandering-monster octobear"), doors="fire-ants")
    t.do(0, "open_door").do(1, "play_wandering_monster", card="wandering-monster").choose("octobear#1")
    t.helped_by(1).runs()
    t.do(1, "play_one_shot", card="smoke-bomb")
    assert [(event.seat, event.automatic) for event in t.happened("EscapeResolved")] == [(1, True), (1, True)]
    assert GAME.rules.to_act(t.state) == (0,)
    t.rolls(6, "m1").rolls(6, "m2")
    assert t.phase == "TURN_END"


def test_munch_13_12_the_dead_roll_no_more():
    t = table(
        seat(5), seat(hand="wandering-monster fire-ants"), doors="nuclear-winter-yeti", next_seals="seal-panic-buying"
    )
    t.do(0, "open_door").do(1, "play_wandering_monster", card="wandering-monster").choose("fire-ants#1")
    t.runs().rolls(1, "m1")
    assert [event.outcome for event in t.happened("CombatEnded")] == ["flight"]
    assert t.state.active == 1


def test_munch_13_13_each_roll_is_asked_for_and_between_them_any_time_cards_may_be_played():
    t = table(seat(3), seat(hand="wandering-monster octobear clocks-go-back"), doors="fire-ants")
    t.do(0, "open_door").do(1, "play_wandering_monster", card="wandering-monster").choose("octobear#1")
    t.runs()
    assert not t.happened("EscapeRolled")
    t.rolls(6, "m1")
    t.do(1, "play_disaster", card="clocks-go-back", target=0)
    assert (t.phase, t.level(0)) == ("FLIGHT", 1)


def test_munch_13_14_in_flight_the_totals_no_longer_matter():
    t = table(
        seat(hand="powdered-water", classes="class-blogger"), seat(hand="glows-in-the-dark cheat"), doors="fire-ants"
    )
    t.do(0, "open_door").runs()
    t.refuses(0, "play_one_shot", "wrong_timing", "MUNCH-20.2", card="powdered-water", side="fighters")
    t.refuses(1, "play_monster_enhancer", "wrong_phase", "MUNCH-5.2", card="glows-in-the-dark", monster="m1")
    t.refuses(0, "use_ability", "wrong_timing", source="class-blogger", ability="comment-storm", target="fighters")


@pytest.mark.rules("MUNCH-7.27")
def test_munch_13_15_when_all_are_done_the_turn_goes_on():
    t = table(seat(), seat(), doors="fire-ants")
    t.do(0, "open_door").helped_by(1).runs().rolls(6)
    assert t.phase == "FLIGHT"
    t.rolls(6)
    assert (t.phase, t.is_discarded("fire-ants")) == ("TURN_END", True)
    t.do(0, "end_turn")
