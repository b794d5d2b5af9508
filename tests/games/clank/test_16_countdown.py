"""Section 16: countdown and end of the match."""

import pytest

from games.clank import GAME
from games.clank.commands import EndTurn, Move, PlayCard
from games.clank.events import (
    CardsDrawn,
    CountdownAdvanced,
    CountdownStarted,
    DamageTaken,
    DragonAttackStarted,
    FinalAttack,
    MatchEnded,
    PlayerKnockedOut,
    RowRefilled,
    TurnEnded,
    TurnStarted,
)
from tests.games.clank.table import END, at_table, do, of_type, thief
from tests.spec import view_of

GONE = {"room": "A00", "status": "left", "tokens": "artifact_15 mastery"}
ROAR = PlayCard(seat=0, card_id="mister_whiskers", option=0)


@pytest.mark.rules("CLANK-I.12")
def test_clank_16_1_the_first_who_is_out_goes_to_the_countdown_track():
    given = at_table(thief(hand="mister_whiskers"), thief("A14", tokens="artifact_5", damage=9, clank=1))
    after, events = do(given, ROAR, dice=[(1, "black")])
    assert of_type(events, PlayerKnockedOut)[0].room_id == "A14"
    assert of_type(events, PlayerKnockedOut)[0].rescued
    assert of_type(events, CountdownStarted) == [CountdownStarted(seat=1, space=1, rule="CLANK-16.1")]
    shown = view_of(GAME, after, 0)["players"][1]
    assert (shown["room_id"], shown["countdown_space"]) == (None, 1)


def test_clank_16_2_later_ones_are_skipped():
    given = at_table(thief("A01", tokens="artifact_5"), thief(**GONE), thief(), boots=1, countdown=(1, 2))
    after, events = do(given, Move(seat=0, corridor_id="A-c01"))
    assert of_type(events, CountdownStarted) == []
    assert (after.countdown_seat, after.countdown_space) == (1, 2)
    ended, events = do(after, END, dice=[("black",) * 4])
    assert [event.seat for event in of_type(events, TurnStarted)] == [2]
    later, events = do(ended, EndTurn(seat=2), dice=[("black",) * 5])
    assert [event.seat for event in of_type(events, CountdownAdvanced, TurnStarted)] == [1, 2]
    assert later.turn.seat == 2


def test_clank_16_3_a_countdown_turn_moves_one_space_without_a_decision():
    after, events = do(at_table(thief(), thief(**GONE), countdown=(1, 1)), END, dice=[("black",) * 3])
    assert after.countdown_space == 2
    assert GAME.rules.to_act(after) == (0,)
    assert [type(event) for event in events[2:4]] == [CountdownAdvanced, DragonAttackStarted]


def test_clank_16_4_space_one_does_nothing():
    given = at_table(thief("A01", tokens="artifact_5"), thief(), boots=1)
    _, events = do(given, Move(seat=0, corridor_id="A-c01"))
    assert of_type(events, CountdownStarted)[0].space == 1
    assert of_type(events, DragonAttackStarted) == []


@pytest.mark.parametrize(("space", "extra"), [(2, 1), (3, 2), (4, 3)])
def test_clank_16_5_the_next_three_attack_with_extra_cubes(space, extra):
    given = at_table(thief(), thief(**GONE), countdown=(1, space - 1), rage=3)
    _, events = do(given, END, dice=[("black",) * (3 + extra)])
    assert of_type(events, CountdownAdvanced)[0].extra == extra
    (attack,) = of_type(events, DragonAttackStarted)
    assert (attack.cause, attack.extra, attack.cubes) == ("countdown", extra, 3 + extra)


@pytest.mark.rules("CLANK-R.38")
def test_clank_16_6_other_attacks_have_no_extra_cubes():
    given = at_table(thief(), thief(), thief(**GONE), countdown=(2, 3), row="- " + "ladder " * 5, deck="ogre")
    _, events = do(given, END, dice=[("black", "black")])
    (attack,) = of_type(events, DragonAttackStarted)
    assert (attack.cause, attack.extra, attack.cubes) == ("refill", 0, 2)


def test_clank_16_7_the_last_space_knocks_everybody_out():
    given = at_table(
        thief("A14", tokens="artifact_5", damage=2),
        thief(**GONE),
        thief("A15", tokens="artifact_7"),
        thief("A00"),
        countdown=(1, 4),
    )
    after, events = do(given, END)
    assert of_type(events, TurnStarted, DamageTaken, DragonAttackStarted) == []
    assert of_type(events, FinalAttack)[0].victims == (2, 3, 0)
    fallen = [(event.seat, event.rescued, event.cause) for event in of_type(events, PlayerKnockedOut)]
    assert fallen == [(2, False, "final_attack"), (3, False, "final_attack"), (0, True, "final_attack")]
    assert after.players[0].meter == 2
    assert after.phase == "ENDED"


def test_clank_16_8_a_countdown_turn_neither_refills_nor_draws():
    given = at_table(thief(), thief(**GONE, deck="burgle " * 6), countdown=(1, 1), row="ladder " * 6)
    after, events = do(given, END, dice=[("black",) * 3])
    assert [event.seat for event in of_type(events, CardsDrawn)] == [0]
    assert of_type(events, RowRefilled) == []
    assert after.players[1].hand == ()


@pytest.mark.rules("CLANK-X.1", "CLANK-R.45")
def test_clank_16_9_the_match_ends_when_everybody_is_out():
    in_refill = at_table(
        thief("A14", tokens="artifact_5", damage=9, clank=1),
        thief(**GONE),
        countdown=(1, 1),
        row="- " + "ladder " * 5,
        deck="ogre",
    )
    after, events = do(in_refill, END, dice=[(0, "black")])
    assert isinstance(events[-1], MatchEnded)
    assert of_type(events, CountdownAdvanced) == []
    assert GAME.rules.result(after).winners == (1,)
    ended = at_table(thief(), phase="ENDED")
    ended.when(END).then_refused("CLANK-16.9", "match_over")
    ended.when(EndTurn(seat=1)).then_refused("CLANK-16.9", "match_over")


def test_clank_16_9_a_player_who_has_left_finishes_the_turn_although_all_others_fall():
    given = at_table(thief(hand="mister_whiskers burgle", **GONE), thief(damage=9, clank=1), countdown=(0, 1))
    after, events = do(given, ROAR, dice=[(1, "black")])
    assert of_type(events, MatchEnded) == []
    assert GAME.rules.to_act(after) == (0,)
    _, events = do(after, PlayCard(seat=0, card_id="burgle"), END)
    assert [type(event) for event in events[-2:]] == [type(events[-2]), MatchEnded]
    assert of_type(events, TurnEnded)
