"""Section 12: victory and reward."""

from __future__ import annotations

import pytest

from tests.games.munchkin_apocalypse.table import seat, table


def test_munch_12_1_every_monster_still_there_is_killed():
    t = table(seat(9), seat(hand="evil-twin"), doors="undead-mall-walker", epic=True)
    t.do(0, "open_door").do(1, "play_monster_enhancer", card="evil-twin", monster="m1").wins()
    assert [(event.monsters, event.levels) for event in t.happened("MonstersKilled")] == [(("m1", "m2"), 2)]
    assert t.level(0) == 11


@pytest.mark.rules("MUNCH-24.1")
def test_munch_12_4_the_gain_stops_at_the_winning_level():
    t = table(
        seat(9, items="diesel-generator chainsaw-on-a-pole riot-helmet", hirelings="cheater"), seat(), doors="tiamutt"
    )
    t.do(0, "open_door")
    assert (t.fighters, t.monsters) == (20, 18)
    t.wins()
    (gained,) = t.happened("LevelGained")
    assert (gained.amount, gained.level) == (1, 10)  # two are printed on it


@pytest.mark.rules("MUNCH-24.2")
def test_munch_12_5_at_the_winning_level_the_match_ends_without_treasure():
    t = table(seat(9), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").wins()
    assert [(event.winners, event.reason) for event in t.happened("MatchEnded")] == [((0,), "level")]
    assert not t.happened("CardsDrawn")
    t.refuses(0, "end_turn", "match_over", "MUNCH-24.2")


def test_munch_12_7_a_monsters_treasures_never_fall_below_1():
    t = table(seat(5, hand="travel-size"), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").do(0, "play_monster_enhancer", card="travel-size", monster="m1").wins()
    assert len(t.hand(0)) == 1


def test_munch_12_8_the_treasures_take_the_place_of_the_search():
    t = table(seat(5), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").wins()
    assert t.phase == "TURN_END"
    t.refuses(0, "search_room", "wrong_phase", "MUNCH-5.2")


@pytest.mark.rules("MUNCH-12.10", "MUNCH-12.12")
def test_munch_12_13_picked_cards_are_fresh_and_playable_at_once():
    t = table(
        seat(2),
        seat(9),
        doors="fire-ants",
        treasures="riot-helmet level-found-a-cult nail-gun",
    )
    t.do(0, "open_door").helped_by(1, treasures=2).wins()
    t.do(1, "pick_treasure", card="riot-helmet").do(0, "pick_treasure", card="nail-gun")
    assert (t.hand(1), t.phase) == (["level-found-a-cult", "riot-helmet"], "TURN_END")
    t.do(1, "play_item", card="riot-helmet")  # in the other's turn, because it is fresh
    t.do(1, "play_special", card="level-found-a-cult", target=0)


def test_munch_12_12_only_who_is_on_turn_picks_and_only_from_the_table():
    t = table(seat(2), seat(9), doors="fire-ants", treasures="riot-helmet level-found-a-cult nail-gun")
    t.do(0, "open_door").helped_by(1, treasures=1).wins()
    t.refuses(0, "pick_treasure", "not_your_decision", "MUNCH-12.12", card="riot-helmet")
    t.refuses(1, "pick_treasure", "card_not_available", "MUNCH-4.5", card="tire-iron")
    t.do(1, "pick_treasure", card="riot-helmet")
    assert t.hand(0) == ["level-found-a-cult", "nail-gun"]  # the rest without a command
    assert [event.forced for event in t.happened("TreasurePicked")] == [False, True, True]


@pytest.mark.rules("MUNCH-12.6", "MUNCH-12.9", "MUNCH-22.13")
def test_munch_12_15_the_order_of_the_whole():
    t = table(seat(2), seat(9, hand="foaming-at-the-mouth"), doors="feral-unpaid-intern", seals="seal-panic-buying")
    first = t.state.players[0]
    t.state = type(t.state)(
        **{name: getattr(t.state, name) for name in t.state.__struct_fields__ if name != "players"},
        players=(type(first)(level=2, levels_this_turn=2, is_ready=True), t.state.players[1]),
    )
    t.do(0, "open_door").do(1, "play_monster_enhancer", card="foaming-at-the-mouth", monster="m1")
    t.helped_by(1).wins()
    assert [type(event).__name__ for event in t.events] == [
        "WindowPassed",
        "WindowClosed",
        "MonstersKilled",
        "LevelGained",
        "SealClosed",  # the third Level of this turn
        "CombatCardsDiscarded",
        "CardsDrawn",
        "TreasurePicked",
        "TreasurePicked",
        "CardsDrawn",  # the Intern's reward
        "CombatEnded",
    ]
