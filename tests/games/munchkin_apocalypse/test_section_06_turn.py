"""Section 6: the turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.munchkin_apocalypse import GAME
from tests.games.munchkin_apocalypse.table import seat, table


def offered(t, of: int = 0) -> set[str]:
    return {template.type for template in GAME.rules.choices(t.state, of)}


def test_munch_6_1_the_turn_goes_to_the_left():
    t = table(seat(), seat(), seat(), phase="TURN_END")
    for active in (0, 1, 2):
        assert (t.state.active, t.state.turn) == (active, 3 + active)
        t.refuses((active + 1) % 3, "end_turn", "not_your_turn", "MUNCH-6.1")
        t.do(active, "end_turn")
        t.state = replace(t.state, turn_phase="TURN_END")
    assert t.state.active == 0


@pytest.mark.parametrize("phase", ["TURN_START", "AFTER_DOOR", "TURN_END"])
@pytest.mark.rules("MUNCH-6.5")
def test_munch_6_4_out_of_combat_the_active_player_equips_trades_and_sells(phase):
    t = table(seat(hand="riot-helmet fifteen-year-supply class-kid"), seat(), phase=phase)
    t.do(0, "play_item", card="riot-helmet").do(0, "stow_item", card="riot-helmet")
    t.do(0, "play_class", card="class-kid").do(0, "open_deal", kind="trade", partner=1)
    t.do(0, "add_to_sale", card="fifteen-year-supply").do(0, "complete_sale")
    assert (t.level(0), t.phase) == (2, phase)


def test_munch_6_6_one_door_is_opened_face_up_and_cannot_be_skipped():
    t = table(seat(), seat(), doors="cheater")
    t.refuses(0, "end_turn", "wrong_phase", "MUNCH-5.2")
    t.refuses(0, "search_room", "wrong_phase", "MUNCH-5.2")
    t.refuses(1, "open_door", "not_your_turn", "MUNCH-6.1")
    t.do(0, "open_door")
    assert [event.card for event in t.happened("DoorOpened")] == ["cheater#1"]
    t.refuses(0, "open_door", "wrong_phase", "MUNCH-5.2")


def test_munch_6_7_a_monster_attacks_at_once():
    t = table(seat(), seat(), doors="fire-ants")
    t.do(0, "open_door")
    assert (t.phase, t.fighter, GAME.rules.to_act(t.state)) == ("COMBAT", 0, (0,))
    for command in ("end_turn", "search_room"):
        t.refuses(0, command, "wrong_phase", "MUNCH-5.2")


def test_munch_6_8_a_disaster_hits_the_active_player_at_once():
    t = table(seat(3), seat(), doors="clocks-go-back")
    t.do(0, "open_door")
    assert (t.level(0), t.phase, t.is_discarded("clocks-go-back")) == (1, "AFTER_DOOR", True)


def test_munch_6_9_any_other_door_goes_to_the_hand_and_is_playable_at_once():
    t = table(seat(), seat(), doors="class-kid")
    t.do(0, "open_door")
    assert (t.hand(0), t.phase) == (["class-kid"], "AFTER_DOOR")
    t.do(0, "play_class", card="class-kid")


@pytest.mark.rules("MUNCH-R.45")
def test_munch_6_10_without_a_door_phase_1_ends_without_a_monster():
    t = table(seat(), seat())
    rest = t.state.doors
    t.state = replace(t.state, doors=(), players=(t.state.players[0], replace(t.state.players[1], hand=rest)))
    t.do(0, "open_door")
    assert (t.phase, [event.missing for event in t.happened("DeckExhausted")]) == ("AFTER_DOOR", [1])
    t.do(0, "end_turn")
    assert t.state.active == 1


@pytest.mark.rules("MUNCH-6.12", "MUNCH-6.13")
def test_munch_6_11_trouble_with_one_monster_from_the_hand_whether_beatable_or_not():
    t = table(seat(hand="tiamutt toxic-mold riot-helmet"), seat(hand="fire-ants"), phase="AFTER_DOOR")
    t.refuses(0, "look_for_trouble", "wrong_card_type", "MUNCH-20.8", card="riot-helmet")
    t.refuses(0, "look_for_trouble", "card_not_available", "MUNCH-4.5", card="fire-ants")
    t.do(0, "look_for_trouble", card="tiamutt")
    assert (t.phase, t.monsters) == ("COMBAT", 18)
    t.runs()
    t.do(0, "roll_escape", monster="m1")  # Tiamutt lets the small ones go
    assert t.phase == "TURN_END"
    t.refuses(0, "look_for_trouble", "wrong_phase", "MUNCH-5.2", card="toxic-mold")


@pytest.mark.rules("MUNCH-6.15")
def test_munch_6_14_the_room_may_be_searched_for_a_door_face_down():
    t = table(seat(), seat(), doors="fire-ants", phase="AFTER_DOOR")
    assert {"search_room", "end_turn"} <= offered(t)  # a right, not a duty
    t.do(0, "search_room")
    assert (t.hand(0), t.phase) == (["fire-ants"], "TURN_END")  # drawn, not fought
    (drawn,) = t.happened("CardsDrawn")
    assert (drawn.deck, drawn.open, drawn.reason) == ("door", False, "search")


@pytest.mark.rules("MUNCH-6.18")
def test_munch_6_16_no_search_after_running_away_nor_after_a_stopped_combat():
    t = table(seat(), seat(), doors="fire-ants")
    t.do(0, "open_door").runs().rolls(6)
    assert t.phase == "TURN_END"
    t.refuses(0, "search_room", "wrong_phase", "MUNCH-5.2")
    t = table(seat(hand="fake-evacuation-order"), seat(), doors="fire-ants")
    t.do(0, "open_door").do(0, "play_one_shot", card="fake-evacuation-order")
    assert t.phase == "TURN_END"
    t.refuses(0, "search_room", "wrong_phase", "MUNCH-5.2")


def test_munch_6_17_after_a_victory_phases_1_to_3_are_done():
    t = table(seat(5, hand="fire-ants"), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").wins()
    assert t.phase == "TURN_END"
    t.refuses(0, "look_for_trouble", "wrong_phase", "MUNCH-5.2", card="fire-ants")
    assert "end_turn" in offered(t)


def test_munch_6_19_end_turn_from_after_door_gives_up_phases_2_and_3():
    t = table(seat(hand="fire-ants"), seat(), phase="AFTER_DOOR")
    t.do(0, "end_turn")
    assert (t.state.active, t.phase) == (1, "TURN_START")


def test_munch_6_20_charity_only_with_more_than_five_cards():
    t = table(seat(hand="fire-ants octobear toxic-mold acid-slugs bird-flu"), seat(), phase="TURN_END")
    t.do(0, "end_turn")
    assert t.state.active == 1


@pytest.mark.rules("MUNCH-14.20", "MUNCH-R.25")
def test_munch_6_21_the_turn_of_a_dead_active_player_ends_by_itself():
    t = table(
        seat(6, hand="fire-ants octobear toxic-mold acid-slugs bird-flu cheat"),
        seat(),
        doors="nuclear-winter-yeti",
        next_seals="seal-panic-buying",
    )
    t.do(0, "open_door").runs().do(0, "roll_escape", monster="m1", dice=[1]).all_pass()
    t.do(1, "loot_card", card="cheat")
    assert not t.happened("CharityStarted")
    assert (t.state.active, t.phase) == (1, "TURN_START")
    assert [event.seat for event in t.happened("CharacterRevived")] == [0]


def test_munch_6_22_one_combat_a_turn():
    t = table(seat(5, hand="toxic-mold"), seat(), doors="undead-mall-walker")
    t.do(0, "open_door").wins()
    t.refuses(0, "look_for_trouble", "wrong_phase", "MUNCH-5.2", card="toxic-mold")
    assert "look_for_trouble" not in offered(t)


def test_munch_6_3_the_start_of_a_turn_has_its_order():
    t = table(
        seat(alive=False, disasters=""),
        seat(disasters="lingering-cough", hand="cheat"),
        phase="TURN_END",
        active=0,
        fast_listen=True,
        blend_seal_roll=True,
    )
    dead = replace(t.state.players[0], is_alive=True)
    t.state = replace(t.state, players=(dead, replace(t.state.players[1], has_died=True)))
    t.do(0, "end_turn", dice=[4, 5])
    assert [type(event).__name__ for event in t.events if type(event).__name__ != "AgendaChanged"] == [
        "TurnEnded",
        "TurnStarted",
        "CardsDrawn",  # the new character's Doors
        "CardsDrawn",  # and Treasures
        "SealDieRolled",
        "CardsDrawn",  # phase 0
        "DieRolled",  # Lingering Cough
        "DisasterEnded",
    ]
