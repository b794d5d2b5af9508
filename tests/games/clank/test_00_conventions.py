"""Section 0: zones, pools, seats, slots."""

import pytest

from games.clank.commands import EndTurn, Move
from games.clank.events import ClankAdded, TurnStarted
from games.clank.state import Turn, clockwise_from
from tests.games.clank.table import END, at_table, do, names, of_type, play, table, thief


def test_clank_0_1_a_card_goes_from_deck_to_hand_to_play_area_to_discard_pile():
    start = table(thief(hand="elven_boots", deck="burgle sneak sidestep stumble scramble burgle"))
    after, _ = do(start, *play("elven_boots"))
    assert (names(after.players[0].hand), names(after.players[0].play)) == (["burgle"], ["elven_boots"])
    ended, _ = do(after, *play("burgle"), END)
    player = ended.players[0]
    assert names(player.discard) == ["elven_boots", "burgle"]
    assert (names(player.deck), names(player.play)) == ([], [])
    assert names(player.hand) == ["sneak", "sidestep", "stumble", "scramble", "burgle"]


def test_clank_0_2_pools_credits_and_counts_are_zero_when_a_turn_starts():
    start = at_table(
        thief(),
        thief(),
        skill=3,
        swords=2,
        boots=1,
        quiet=4,
        cubes_made=2,
        gold_gains=1,
        exhausted=True,
        gem_discount=2,
    )
    after, _ = do(start, END)
    assert after.turn == Turn(seat=1, number=8)


def test_clank_0_3_play_goes_on_with_the_next_number_and_wraps_around():
    start = table(thief(), thief(), thief(), seat=2)
    assert clockwise_from(start, 2) == (2, 0, 1)
    _, events = do(start, EndTurn(seat=2))
    assert of_type(events, TurnStarted) == [TurnStarted(seat=0, turn_no=8, rule="CLANK-2.1 CLANK-12.9")]


def test_clank_0_4_slots_are_filled_from_0_to_5():
    after, _ = do(table(thief(), row="- ladder - wizard - pickaxe", deck="sneak swagger search tattle"), END)
    assert names(after.row) == ["sneak", "ladder", "swagger", "wizard", "search", "pickaxe"]


def test_clank_0_5_automatic_steps_are_done_before_the_next_decision():
    start = table(thief(hand="tattle"), thief(), thief())
    _, events = do(start, *play("tattle"))
    assert [event.seat for event in of_type(events, ClankAdded)] == [1, 2]


@pytest.mark.rules("CLANK-R.34")
def test_clank_0_6_pawns_do_not_block_each_other():
    after, _ = do(table(thief("A01"), thief("A03"), thief("A03"), boots=2), Move(seat=0, corridor_id="A-c03"))
    assert [player.room for player in after.players] == ["A03", "A03", "A03"]
