"""Section 25: variants, epic game, blending."""

from __future__ import annotations

import pytest

from games.dice import Dice
from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse.state import Options
from tests.games.munchkin_apocalypse.table import seat, table


@pytest.mark.rules("MUNCH-25.3")
def test_munch_25_2_fast_listen_draws_a_door_at_the_start_of_each_turn():
    t = table(seat(), seat(), phase="TURN_END", doors="cheater", fast_listen=True)
    t.do(0, "end_turn")
    (drawn,) = t.happened("CardsDrawn")
    assert (drawn.seat, drawn.deck, drawn.open, drawn.reason) == (1, "door", False, "listen")
    assert (t.hand(1), t.phase) == (["cheater"], "TURN_START")
    t.do(1, "play_special", card="cheater").do(1, "open_door")


def test_munch_25_4_fast_search_draws_a_treasure():
    t = table(seat(), seat(), phase="AFTER_DOOR", treasures="riot-helmet", fast_search=True)
    t.do(0, "search_room")
    assert t.hand(0) == ["riot-helmet"]


def test_munch_25_5_fast_shared_victory_gives_the_helper_a_level():
    t = table(seat(2), seat(9), doors="fire-ants", fast_shared_victory=True, epic=True)
    t.do(0, "open_door").helped_by(1).wins()
    assert (t.level(0), t.level(1)) == (3, 10)


def test_munch_25_6_one_level_for_the_helper_however_many_monsters_and_it_may_win():
    t = table(seat(2), seat(9), seat(hand="evil-twin"), doors="glowing-squirrels", fast_shared_victory=True)
    t.do(0, "open_door").do(2, "play_monster_enhancer", card="evil-twin", monster="m1").helped_by(1).wins()
    gained = [(event.seat, event.amount) for event in t.happened("LevelGained")]
    assert gained == [(0, 2), (1, 1)]
    assert GAME.rules.result(t.state).winners == (1,)


@pytest.mark.rules("MUNCH-25.6")
def test_munch_25_6_no_level_for_the_helper_without_a_kill():
    t = table(seat(2, hand="teleport-prototype"), seat(3), doors="fire-ants", fast_shared_victory=True)
    t.do(0, "open_door").helped_by(1).do(0, "play_one_shot", card="teleport-prototype")
    assert (t.level(0), t.level(1)) == (2, 3)


def test_munch_25_7_the_epic_game_is_played_to_level_20():
    t = table(seat(9, hand="level-found-a-cult"), seat(), doors="undead-mall-walker", epic=True)
    t.do(0, "play_special", card="level-found-a-cult", target=0)
    t.do(0, "open_door").wins()
    assert (t.level(0), t.phase) == (11, "TURN_END")
    t = table(seat(19, hand="level-found-a-cult"), seat(), doors="undead-mall-walker", epic=True)
    t.refuses(0, "play_special", "winning_level_needs_kill", "MUNCH-15.5", card="level-found-a-cult", target=0)
    t.do(0, "open_door").wins()
    assert GAME.rules.result(t.state).winners == (0,)


@pytest.mark.parametrize(("die", "opened"), [(1, 1), (2, 0), (6, 0)])
def test_munch_25_12_the_seal_roll_of_a_blended_match(die, opened):
    t = table(seat(), seat(), phase="TURN_END", blend_seal_roll=True, next_seals="seal-panic-buying")
    t.do(0, "end_turn", dice=[die])
    assert [event.die for event in t.happened("SealDieRolled")] == [die]
    assert [event.opener for event in t.happened("SealOpened")] == [1] * opened


@pytest.mark.rules("MUNCH-25.8")
def test_munch_25_13_a_pack_changes_neither_the_deal_nor_the_end(packs):
    clown = {"id": "clown", "name": "Clown", "deck": "door", "type": "monster", "copies": 3}
    packs({**clown, "level": 2, "treasures": 1, "levels": 1})
    events = GAME.rules.setup(Options(packs=("circus",)), 2, Dice(b"x", 0))
    assert events[0].doors == 95
    assert [pack.name for pack in events[0].packs] == ["base", "circus"]
    state = GAME.fold(GAME.rules.initial, events)
    assert [len(player.hand) for player in state.players] == [8, 8]
    assert len(state.seals) == 12
