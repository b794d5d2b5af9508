"""Section 21: shortages."""

import pytest

from games.clank.commands import Move, TakeToken, UsePotion
from games.clank.events import ClankAdded, TokensOffered
from tests.games.clank.table import at_table, do, of_type, play, thief


def test_clank_21_1_an_empty_supply_stops_noise_and_closes_corridors_until_cubes_come_back():
    given = at_table(
        thief("A11", hand="stumble stumble", clank=20, damage=5, bag=5, tokens="potion_healing"), boots=1, swords=1
    )
    given.when(Move(seat=0, corridor_id="A-c18")).then_refused("CLANK-8.6", "no_cubes")
    silent, events = do(given, *play("stumble"))
    assert of_type(events, ClankAdded)[0].added == 0
    healed, _ = do(silent, UsePotion(seat=0, token_id="potion_healing"))
    after, events = do(healed, *play("stumble.2"))
    assert of_type(events, ClankAdded)[0].added == 1
    assert after.players[0].supply == 0


def test_clank_21_1_quiet_brings_cubes_back_too():
    given = at_table(thief("A11", hand="sneak", clank=30))
    after, _ = do(given, *play("sneak"), Move(seat=0, corridor_id="A-c18", heal=False))
    assert (after.players[0].supply, after.players[0].meter) == (1, 1)


def test_clank_21_2_an_idol_that_is_gone_stays_gone():
    given = at_table(thief("A15"), at={"A21": "monkey_idol"}, boots=3)
    after, _ = do(given, Move(seat=0, corridor_id="A-c30"), TakeToken(seat=0, token_slot=0))
    again, events = do(after, Move(seat=0, corridor_id="A-c31"))
    assert of_type(events, TokensOffered) == []
    assert again.rooms[21] == (None,)


@pytest.mark.rules("CLANK-R.20")
def test_clank_21_3_gold_never_runs_out():
    after, _ = do(at_table(thief(hand="treasure_map", gold=10_000)), *play("treasure_map"))
    assert after.players[0].gold == 10_005
