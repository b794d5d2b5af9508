"""Section 14: damage and healing."""

import pytest

from games.clank import GAME
from games.clank.commands import Move, PlayCard, UsePotion
from games.clank.events import DamageHealed, PlayerKnockedOut
from tests.games.clank.table import at_table, do, of_type, thief
from tests.spec import view_of

ROAR = PlayCard(seat=0, card_id="mister_whiskers", option=0)


def test_clank_14_1_damage_is_shown_by_cubes_on_the_meter():
    after, _ = do(at_table(thief("A11", damage=3), boots=1), Move(seat=0, corridor_id="A-c23"))
    player = view_of(GAME, after, 1)["players"][0]
    assert (player["damage"], player["health_spaces"]) == (5, 10)


def test_clank_14_2_dragons_use_cubes_of_the_bag_and_corridors_of_the_supply():
    by_dragon, _ = do(at_table(thief(hand="mister_whiskers"), thief(clank=2)), ROAR, dice=[(1, 1)])
    assert (by_dragon.players[1].supply, by_dragon.players[1].meter) == (28, 2)
    by_corridor, _ = do(at_table(thief("A11", clank=2), boots=1), Move(seat=0, corridor_id="A-c23"))
    assert (by_corridor.players[0].supply, by_corridor.players[0].meter) == (26, 2)


def test_clank_14_3_healing_brings_cubes_back_to_the_supply():
    given = at_table(thief(tokens="potion_greater_healing", damage=5))
    after, _ = do(given, UsePotion(seat=0, token_id="potion_greater_healing"))
    assert (after.players[0].meter, after.players[0].supply) == (3, 27)


@pytest.mark.parametrize(("damage", "healed"), [(1, [1]), (0, [])])
def test_clank_14_4_healing_more_than_there_is_heals_what_there_is(damage, healed):
    given = at_table(thief(tokens="potion_greater_healing", damage=damage))
    after, events = do(given, UsePotion(seat=0, token_id="potion_greater_healing"))
    assert [event.amount for event in of_type(events, DamageHealed)] == healed
    assert after.players[0].meter == 0


def test_clank_14_5_the_tenth_cube_knocks_out_at_once():
    after, events = do(at_table(thief(hand="mister_whiskers"), thief(damage=8, clank=2)), ROAR, dice=[(1, 1)])
    assert after.players[1].status == "ko"
    assert of_type(events, PlayerKnockedOut)[0].rule == "CLANK-14.5 CLANK-15.4"
    nearly, _ = do(at_table(thief(hand="mister_whiskers"), thief(damage=7, clank=2)), ROAR, dice=[(1, 1)])
    assert nearly.players[1].status == "in"
