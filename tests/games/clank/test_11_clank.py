"""Section 11: Clank and Quiet."""

import pytest

from games.clank.events import ClankAdded, ClankRemoved
from tests.games.clank.table import END, at_table, do, of_type, play, thief


def test_clank_11_1_cubes_go_from_the_supply_to_the_clank_area():
    after, _ = do(at_table(thief(hand="scepter_of_the_ape_lord")), *play("scepter_of_the_ape_lord"))
    assert (after.players[0].supply, after.players[0].clank) == (27, 3)


def test_clank_11_2_a_small_supply_gives_what_it_has():
    given = at_table(thief(hand="scepter_of_the_ape_lord", clank=28))
    after, events = do(given, *play("scepter_of_the_ape_lord"))
    (made,) = of_type(events, ClankAdded)
    assert (made.requested, made.cancelled, made.added) == (3, 0, 2)
    assert (after.players[0].supply, after.players[0].clank) == (0, 30)


@pytest.mark.rules("CLANK-R.24")
def test_clank_11_3_quiet_takes_cubes_back():
    given = at_table(thief(hand="sneak", clank=5))
    after, events = do(given, *play("sneak"))
    assert of_type(events, ClankRemoved) == [
        ClankRemoved(seat=0, requested=2, removed=2, banked=0, source="sneak", rule="CLANK-3.2 CLANK-11.3")
    ]
    assert (after.players[0].supply, after.players[0].clank, after.turn.quiet) == (27, 3, 0)


@pytest.mark.rules("CLANK-R.24")
def test_clank_11_4_quiet_without_a_cube_is_kept_and_swallows_later_clank():
    given = at_table(thief(hand="sneak stumble scepter_of_the_ape_lord", clank=1))
    after, events = do(given, *play("sneak"))
    assert (of_type(events, ClankRemoved)[0].removed, after.turn.quiet) == (1, 1)
    later, events = do(after, *play("scepter_of_the_ape_lord"))
    (made,) = of_type(events, ClankAdded)
    assert (made.requested, made.cancelled, made.added) == (3, 1, 2)
    assert made.rule == "CLANK-3.2 CLANK-11.1 CLANK-11.4"
    assert (later.turn.quiet, later.players[0].clank, later.players[0].supply) == (0, 2, 28)


@pytest.mark.rules("CLANK-R.8")
def test_clank_11_5_kept_quiet_is_gone_before_the_refill():
    given = at_table(thief(), row="- ladder ladder ladder ladder ladder", deck="overlord", quiet=2)
    after, events = do(given, END)
    (_, mine), *_ = [(event.seat, event) for event in of_type(events, ClankAdded) if event.seat == 0]
    assert (mine.cancelled, mine.added) == (0, 1)
    assert after.players[0].clank == 1


def test_clank_11_6_quiet_does_not_reach_into_the_bag():
    after, _ = do(at_table(thief(hand="sneak", bag=5)), *play("sneak"))
    assert (after.players[0].bag, after.turn.quiet) == (5, 2)


def test_clank_11_7_who_is_out_makes_no_clank():
    given = at_table(thief(hand="tattle"), thief(status="left"), thief(status="ko"), thief(), countdown=(1, 1))
    after, events = do(given, *play("tattle"))
    assert [event.seat for event in of_type(events, ClankAdded)] == [3]
    assert [player.clank for player in after.players] == [0, 0, 0, 1]
