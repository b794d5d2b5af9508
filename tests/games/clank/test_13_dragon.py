"""Section 13: the dragon."""

import pytest

from games.clank import GAME
from games.clank.catalogue import TABLE
from games.clank.commands import PlayCard, TakeToken
from games.clank.events import (
    CubesDrawn,
    DamageTaken,
    DragonAttackStarted,
    PlayerKnockedOut,
    RageAdvanced,
)
from games.dice import Dice
from tests.games.clank.table import END, at_table, do, of_type, table, thief

WHISKERS = PlayCard(seat=0, card_id="mister_whiskers", option=0)


def provoked(*others, dice, row="ladder " * 6, rage=1, **me):
    """The events and the state after the active player lets Mister Whiskers rouse the dragon."""
    start = table(thief(hand="mister_whiskers", **me), *others, row=row, rage=rage)
    return do(start, WHISKERS, dice=dice)


def test_clank_13_1_the_area_is_emptied_cubes_are_drawn_and_applied():
    after, events = provoked(thief(clank=4), dice=[(1, 0)], clank=3)
    assert [type(event) for event in events[1:]] == [DragonAttackStarted, CubesDrawn, DamageTaken, DamageTaken]
    assert events[1].moved_to_bag == (3, 4)
    assert [(player.clank, player.bag, player.meter) for player in after.players] == [(0, 2, 1), (0, 3, 1)]


def test_clank_13_1_the_draw_is_by_chance_over_everything_in_the_bag():
    start = table(thief(hand="mister_whiskers", clank=12), thief(clank=12), rage=7)
    counts = {"black": 0, 0: 0, 1: 0}
    for seed in range(400):
        _, events = _with_seed(start, seed)
        for cube in of_type(events, CubesDrawn)[0].cubes:
            counts[cube] += 1
    assert counts["black"] == pytest.approx(1000, abs=120)  # 24 of 48 cubes, 5 drawn, 400 times
    assert counts[0] == pytest.approx(500, abs=100)
    assert counts[1] == pytest.approx(500, abs=100)


def _with_seed(start, seed):
    events = GAME.decide(start, WHISKERS, Dice(b"%d" % seed, 1, serial=1))
    return GAME.fold(start, events), events


@pytest.mark.rules("CLANK-19.2")
def test_clank_13_2_rage_and_danger_and_extra_add_up():
    row = "kobold dragon_shrine kobold ladder ladder ladder"
    _, events = provoked(thief(), row=row, rage=5, dice=[("black",) * 7])
    (attack,) = of_type(events, DragonAttackStarted)
    assert (attack.rage, attack.danger, attack.extra, attack.cubes) == (4, 3, 0, 7)


def test_clank_13_3_a_black_cube_is_set_aside():
    after, events = provoked(thief(), dice=[("black", "black")])
    assert (after.black_bag, after.black_aside) == (22, 2)
    assert of_type(events, CubesDrawn)[0].effects == ("none", "none")


def test_clank_13_4_a_players_cube_is_one_damage():
    after, _ = provoked(thief(clank=5), dice=[(1, 1)])
    assert (after.players[1].meter, after.players[1].bag) == (2, 3)


@pytest.mark.rules("CLANK-15.6")
def test_clank_13_5_the_cube_of_a_player_who_is_out_is_set_aside():
    gone = thief("A00", status="left", tokens="artifact_5 mastery", clank=1, bag=1)
    after, events = provoked(gone, thief(), dice=[(1, 1)])
    assert of_type(events, CubesDrawn)[0].effects == ("set_aside", "set_aside")
    assert of_type(events, DamageTaken) == []
    assert (after.players[1].aside, after.players[1].bag, after.players[1].meter) == (2, 0, 0)


def test_clank_13_6_cubes_not_drawn_stay_in_the_bag():
    after, _ = provoked(thief(clank=6), dice=[("black", 1)])
    assert (after.black_bag, after.players[1].bag) == (23, 5)


@pytest.mark.rules("CLANK-R.18", "CLANK-I.16")
def test_clank_13_7_too_few_cubes_means_all_of_them():
    start = table(thief(hand="mister_whiskers"), thief(bag=1), black_aside=23, rage=7)
    after, events = do(start, WHISKERS, dice=[("black", 1)])
    assert (of_type(events, DragonAttackStarted)[0].cubes, len(of_type(events, CubesDrawn)[0].cubes)) == (5, 2)
    assert (after.black_bag, after.players[1].bag) == (0, 0)
    empty = table(thief(hand="mister_whiskers"), thief(), black_aside=24)
    _, events = do(empty, WHISKERS, dice=[()])
    assert of_type(events, CubesDrawn)[0].cubes == ()


def test_clank_13_8_the_rage_track():
    assert TABLE.rage == (2, 2, 3, 3, 4, 4, 5)
    for space, cubes in enumerate((2, 2, 3, 3, 4, 4, 5), start=1):
        _, events = provoked(thief(), rage=space, dice=[("black",) * cubes])
        assert of_type(events, DragonAttackStarted)[0].rage == cubes


@pytest.mark.rules("CLANK-R.19", "CLANK-20.12")
@pytest.mark.parametrize("kind", ["artifact_5", "dragon_egg"])
def test_clank_13_9_artifacts_and_eggs_move_the_marker_up_to_the_last_space(kind):
    def take(space):
        start = at_table(thief("A16"), at={"A16": kind}, phase="TOKEN_CHOICE", rage=space)
        return do(start, TakeToken(seat=0, token_slot=0))

    after, _ = take(6)
    assert after.rage == 7
    last, events = take(7)
    assert last.rage == 7
    (advanced,) = of_type(events, RageAdvanced)
    assert (advanced.from_space, advanced.to_space) == (7, 7)


@pytest.mark.rules("CLANK-R.25")
def test_clank_13_10_the_dragon_reaches_everybody_also_outside():
    after, _ = provoked(thief("A00", clank=1), thief("A38", clank=1), dice=[(1, 2)])
    assert [player.meter for player in after.players] == [0, 1, 1]


def test_clank_13_11_the_three_causes():
    _, by_card = provoked(thief(), dice=[("black", "black")])
    assert of_type(by_card, DragonAttackStarted)[0].cause == "card"
    refill = table(thief(), thief(), row="- ladder ladder ladder ladder ladder", deck="ogre")
    assert of_type(do(refill, END, dice=[("black", "black")])[1], DragonAttackStarted)[0].cause == "refill"
    counting = table(thief(), thief(status="ko"), countdown=(1, 1))
    _, events = do(counting, END, dice=[("black", "black", "black")])
    assert of_type(events, DragonAttackStarted)[0].cause == "countdown"


@pytest.mark.rules("CLANK-R.4", "CLANK-R.5", "CLANK-I.3")
def test_clank_13_12_who_falls_is_out_for_the_other_cubes():
    after, events = provoked(thief("A15", damage=9, clank=2), thief(), dice=[(1, 1)])
    assert of_type(events, CubesDrawn)[0].effects == ("damage", "set_aside")
    assert of_type(events, PlayerKnockedOut)[0].seat == 1
    assert (after.players[1].meter, after.players[1].aside) == (10, 1)
