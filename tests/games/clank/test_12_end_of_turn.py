"""Section 12: the end of the turn, one list of consequences in the order of the rules."""

import pytest

from games.clank.events import (
    ArriveResolved,
    CardsDrawn,
    CardTrashed,
    ClankAdded,
    CountdownAdvanced,
    CubesDrawn,
    DamageTaken,
    DragonAttackStarted,
    DungeonDeckShuffled,
    Lost,
    MatchEnded,
    PlayAreaDiscarded,
    RowRefilled,
    TurnEnded,
    TurnStarted,
)
from games.clank.state import Card, Owed
from tests.games.clank.table import END, at_table, do, names, of_type, thief

FULL = "ladder ladder ladder ladder ladder"


@pytest.mark.rules("CLANK-P.2")
def test_one_end_of_turn_gives_one_list_in_the_order_of_the_rules():
    given = at_table(
        thief(play="burgle sneak", deck="burgle burgle burgle burgle burgle", clank=2),
        thief(clank=1),
        row="- ladder - ladder ladder ladder",
        deck="watcher ogre",
        owed=(Owed("burgle", "master_burglar"),),
        skill=1,
        quiet=1,
    )
    hand = tuple(Card(f"burgle.{i}", "burgle") for i in range(2, 7))
    given.when(END, dice=[(0, "black")]).then(
        TurnEnded(seat=0, lost=Lost(1, 0, 0, 1, 0), rule="CLANK-12.1"),
        CardTrashed(seat=0, card_id="burgle", name="burgle", zone="play_area", rule="CLANK-12.2 CLANK-19.4"),
        PlayAreaDiscarded(seat=0, card_ids=("sneak",), rule="CLANK-12.3"),
        CardsDrawn(seat=0, count=5, cards=hand, reason="end_of_turn", rule="CLANK-12.4"),
        RowRefilled(slot=0, card_id="watcher", name="watcher", rule="CLANK-12.6"),
        ArriveResolved(slot=0, card_id="watcher", name="watcher", rule="CLANK-19.1"),
        ClankAdded(seat=0, requested=1, cancelled=0, added=1, source="watcher", rule="CLANK-19.1 CLANK-11.1"),
        ClankAdded(seat=1, requested=1, cancelled=0, added=1, source="watcher", rule="CLANK-19.1 CLANK-11.1"),
        RowRefilled(slot=2, card_id="ogre", name="ogre", rule="CLANK-12.6"),
        DragonAttackStarted(cause="refill", rage=2, danger=0, extra=0, cubes=2, moved_to_bag=(3, 2), rule="CLANK-12.8"),
        CubesDrawn(cubes=(0, "black"), effects=("damage", "none"), rule="CLANK-13.1 CLANK-13.2"),
        DamageTaken(seat=0, amount=1, source="dragon", rule="CLANK-13.4"),
        TurnStarted(seat=1, turn_no=8, rule="CLANK-2.1 CLANK-12.9"),
    )


def test_clank_12_1_unspent_resources_flags_and_exhaustion_are_lost():
    given = at_table(
        thief("A06"), thief(), skill=1, swords=2, boots=3, quiet=4, exhausted=True, ignores_caves=True, gem_discount=2
    )
    after, events = do(given, END)
    assert of_type(events, TurnEnded)[0].lost == Lost(1, 2, 3, 4, 0)
    turn = after.turn
    assert (turn.exhausted, turn.ignores_caves, turn.gem_discount) == (False, False, 0)


def test_clank_12_2_trash_comes_before_the_play_area_is_discarded():
    _, events = do(at_table(thief(play="burgle"), owed=(Owed("burgle", "master_burglar"),)), END)
    assert [type(event) for event in events[:2]] == [TurnEnded, CardTrashed]


def test_clank_12_3_the_play_area_goes_to_the_discard_pile():
    after, events = do(at_table(thief(play="sneak tattle", discard="search")), END)
    assert of_type(events, PlayAreaDiscarded)[0].card_ids == ("sneak", "tattle")
    assert names(after.players[0].discard) == ["search", "sneak", "tattle"]


def test_clank_12_4_who_is_in_draws_five_and_who_is_out_none():
    _, events = do(at_table(thief(), thief()), END)
    assert [(event.seat, event.count) for event in of_type(events, CardsDrawn)] == [(0, 5)]
    left = at_table(thief("A00", status="left", tokens="artifact_5 mastery"), thief(), countdown=(0, 1))
    assert of_type(do(left, END)[1], CardsDrawn) == []


@pytest.mark.rules("CLANK-R.39")
def test_clank_12_4_with_fewer_than_five_cards_one_draws_those():
    after, events = do(at_table(thief(play="sneak", deck="ruby", discard="")), END, dice=[("sneak",)])
    assert [event.count for event in of_type(events, CardsDrawn)] == [1, 1]
    assert names(after.players[0].hand) == ["ruby", "sneak"]


def test_clank_12_5_with_nobody_inside_the_match_ends_without_a_refill():
    given = at_table(
        thief("A00", status="left", tokens="artifact_5 mastery"),
        thief("A00", status="left", tokens="artifact_7 mastery"),
        row="- " + FULL,
        countdown=(1, 2),
    )
    after, events = do(given, END)
    assert [type(event) for event in events] == [TurnEnded, MatchEnded]
    assert after.phase == "ENDED"


def test_clank_12_6_empty_slots_are_filled_lowest_first_one_card_at_a_time():
    _, events = do(at_table(thief(), row="ladder - ladder - - ladder", deck="sneak tattle search"), END)
    refilled = [(event.slot, event.name) for event in of_type(events, RowRefilled)]
    assert refilled == [(1, "sneak"), (3, "tattle"), (4, "search")]


@pytest.mark.rules("CLANK-19.1", "CLANK-I.17")
def test_clank_12_7_each_card_arrives_before_the_next_is_revealed():
    _, events = do(at_table(thief(), row="- - ladder ladder ladder ladder", deck="watcher shrine"), END)
    seen = [type(event) for event in of_type(events, RowRefilled, ArriveResolved, ClankAdded)]
    assert seen == [RowRefilled, ArriveResolved, ClankAdded, ClankAdded, RowRefilled, ArriveResolved]


@pytest.mark.rules("CLANK-I.15")
def test_clank_12_8_one_attack_however_many_dragons_and_none_for_old_cards():
    two = at_table(thief(), row="- - ladder ladder ladder ladder", deck="ogre kobold")
    _, events = do(two, END, dice=[("black", "black", "black")])
    assert len(of_type(events, DragonAttackStarted)) == 1
    old = at_table(thief(), row="- ogre ogre belcher ladder ladder", deck="sneak")
    assert of_type(do(old, END)[1], DragonAttackStarted) == []
    assert of_type(do(at_table(thief(), row="ogre " + FULL), END)[1], DragonAttackStarted) == []


def test_clank_12_9_seats_that_are_out_are_skipped_and_countdown_turns_run_by_themselves():
    given = at_table(
        thief(),
        thief(status="ko"),
        thief("A00", status="left", tokens="artifact_5 mastery"),
        thief(hand="burgle"),
        countdown=(2, 1),
    )
    _, events = do(given, END, dice=[("black", "black", "black")])
    assert of_type(events, CountdownAdvanced, TurnStarted) == [
        CountdownAdvanced(seat=2, space=2, extra=1, rule="CLANK-16.3"),
        TurnStarted(seat=3, turn_no=8, rule="CLANK-2.1 CLANK-12.9"),
    ]


@pytest.mark.rules("CLANK-R.17")
def test_clank_12_10_an_empty_dungeon_deck_is_made_anew():
    given = at_table(thief(), row="- - ladder ladder ladder ladder", deck="sneak", dungeon_discard="tattle search")
    after, events = do(given, END, dice=[("search", "tattle")])
    shuffled = of_type(events, RowRefilled, DungeonDeckShuffled)
    assert [type(event) for event in shuffled] == [RowRefilled, DungeonDeckShuffled, RowRefilled]
    assert (shuffled[1].size, shuffled[1].reason) == (2, "exhausted")
    assert names(after.row)[:2] == ["sneak", "search"]
    assert (names(after.dungeon_deck), after.dungeon_discard) == (["tattle"], ())


@pytest.mark.rules("CLANK-I.5")
def test_clank_12_10_with_deck_and_discard_pile_empty_slots_stay_empty():
    after, events = do(at_table(thief(), row="- - ladder ladder ladder ladder", deck="sneak"), END)
    assert names(after.row)[:2] == ["sneak", "-"]
    assert of_type(events, DungeonDeckShuffled) == []
