"""Section 15: leaving, being knocked out, being rescued."""

import pytest

from games.clank import GAME
from games.clank.commands import AcquireCard, BuyItem, EndTurn, Fight, Move, PlayCard, Teleport, UsePotion
from games.clank.effects import Cause, run
from games.clank.events import (
    ArriveResolved,
    CardDiscarded,
    CardsDrawn,
    ClankAdded,
    ClankRemoved,
    CountdownStarted,
    CubesDrawn,
    DragonAttackStarted,
    MasteryAwarded,
    MatchEnded,
    PawnMoved,
    PlayAreaDiscarded,
    PlayerKnockedOut,
    PlayerLeftDungeon,
    ResourcesSpent,
    RowRefilled,
    TeleportGained,
    TrashLapsed,
    TurnEnded,
    TurnStarted,
)
from games.clank.state import Owed
from games.clank.unfolding import Unfolding
from games.clank.vocabulary import DragonAttack, Gold
from tests.games.clank.table import END, at_table, do, kinds, names, of_type, play, table, thief
from tests.spec import ScriptedDice

OUT = Move(seat=0, corridor_id="A-c01")
ROAR = PlayCard(seat=0, card_id="mister_whiskers", option=0)
GONE = {"room": "A00", "status": "left", "tokens": "artifact_15 mastery"}


def test_clank_15_1_with_an_artifact_one_may_leave_on_foot_or_by_teleport():
    given = at_table(thief("A01", tokens="artifact_5"), thief(), boots=1, teleports=1)
    given.when(OUT).then(
        ResourcesSpent(seat=0, spent_on="A-c01", boots=1, rule="CLANK-8.1"),
        PawnMoved(seat=0, from_room="A01", to_room="A00", corridor_id="A-c01", mode="boots", rule="CLANK-8.1"),
        PlayerLeftDungeon(seat=0, teleports_lost=1, rule="CLANK-15.1 CLANK-15.7"),
        MasteryAwarded(seat=0, token_id="mastery", rule="CLANK-15.2"),
        CountdownStarted(seat=0, space=1, rule="CLANK-16.1"),
    )
    after, _ = do(given, Teleport(seat=0, to_room="A00"))
    assert after.players[0].status == "left"


@pytest.mark.rules("CLANK-20.13")
def test_clank_15_2_leaving_earns_a_mastery_token():
    after, _ = do(at_table(thief("A01", tokens="artifact_5"), boots=1), OUT)
    assert kinds(after.players[0].tokens) == ["artifact_5", "mastery"]
    assert len(after.masteries) == 1


def fall(room, tokens):
    after, _ = do(
        at_table(thief(hand="mister_whiskers"), thief(room, tokens=tokens, damage=9, clank=1), thief()),
        ROAR,
        dice=[(1, "black")],
    )
    return after.players[1]


def test_clank_15_3_above_the_depths_with_an_artifact_one_is_rescued():
    player = fall("A14", "artifact_5")
    assert (player.status, player.rescued, kinds(player.tokens)) == ("ko", True, ["artifact_5"])


@pytest.mark.parametrize(("room", "tokens"), [("A14", ""), ("A15", "artifact_5"), ("A15", ""), ("A00", "")])
def test_clank_15_4_in_the_depths_or_empty_handed_one_is_lost(room, tokens):
    player = fall(room, tokens)
    assert (player.status, player.rescued) == ("ko", False)


def test_clank_15_5_without_an_artifact_there_is_neither_leaving_nor_rescue():
    at_table(thief("A01", tokens="chalice monkey_idol crown_10"), boots=1).when(OUT).then_refused(
        "CLANK-8.12", "no_artifact"
    )
    assert not fall("A01", "chalice monkey_idol crown_10").rescued


def test_clank_15_6_who_is_out_has_no_turn_no_clank_no_damage():
    given = at_table(thief(hand="tattle mister_whiskers"), thief(**GONE, clank=2), thief(clank=1), countdown=(1, 1))
    after, events = do(given, *play("tattle"), ROAR, END, dice=[(1, 1), ("black", "black", "black")])
    assert [event.seat for event in of_type(events, ClankAdded)] == [2]
    assert after.players[1].meter == 0
    assert [event.seat for event in of_type(events, TurnStarted)] == [2]
    given.when(EndTurn(seat=1)).then_refused("CLANK-2.1", "not_your_turn")


LEAVER = {"room": "A01", "tokens": "artifact_15 potion_strength potion_healing", "damage": 1}


@pytest.mark.rules("CLANK-R.2", "CLANK-X.7")
def test_clank_15_7_who_leaves_finishes_the_turn():
    given = at_table(
        thief(hand="stumble mercenary", gold=7, **LEAVER), thief(), boots=3, skill=7, teleports=1, row="ogre " * 6
    )
    left, _ = do(given, OUT)
    assert (left.turn.seat, left.turn.teleports) == (0, 0)
    assert {template.type for template in GAME.rules.choices(left, 0)} == {"play_card", "acquire_card", "use_potion"}
    after, events = do(
        left,
        *play("stumble", "mercenary"),
        UsePotion(seat=0, token_id="potion_strength"),
        UsePotion(seat=0, token_id="potion_healing"),
        Fight(seat=0, target=0),
        AcquireCard(seat=0, source="reserve", pile="secret_tome"),
    )
    assert (after.players[0].clank, of_type(events, ClankAdded)) == (0, [])
    assert (after.players[0].gold, after.players[0].meter) == (12, 0)
    assert names(after.players[0].discard) == ["secret_tome"]


@pytest.mark.rules("CLANK-X.7")
@pytest.mark.parametrize(
    "command",
    [OUT, Teleport(seat=0, to_room="A01"), BuyItem(seat=0, item="key")],
)
def test_clank_15_7_who_has_left_neither_walks_nor_teleports_nor_buys(command):
    given = at_table(thief(gold=7, **GONE), thief(), boots=3, countdown=(0, 1))
    given.when(command).then_refused("CLANK-15.7", "left_dungeon")


@pytest.mark.rules("CLANK-R.44")
def test_clank_15_7_own_noise_teleports_and_adjacent_secrets_do_nothing_outside():
    hand = "sneak invoker_of_the_ancients wand_of_recall wand_of_wind tattle pickaxe elven_boots"
    given = at_table(thief(hand=hand, **GONE), thief(), countdown=(0, 1))
    after, events = do(given, *play(*hand.split()))
    assert of_type(events, ClankRemoved, TeleportGained) == []
    assert [event.seat for event in of_type(events, ClankAdded)] == [1]
    assert (after.turn.teleports, after.turn.quiet, after.players[0].gold) == (0, 0, 2)
    assert len(of_type(events, CardsDrawn)) == 1


@pytest.mark.rules("CLANK-R.3", "CLANK-15.9", "CLANK-R.35")
def test_clank_15_8_knocked_out_in_the_own_turn():
    given = at_table(
        thief("A15", hand="mister_whiskers burgle stumble", play="sneak", damage=9, clank=1, gold=4, tokens="chalice"),
        thief(clank=1),
        row="- ladder ladder ladder ladder ladder",
        deck="ogre",
        rage=3,
        skill=2,
        owed=(Owed("any", "magic_spring"),),
    )
    after, events = do(given, ROAR, dice=[(0, 1, "black"), ("black", "black", "black")])
    assert [type(event) for event in events if not isinstance(event, CubesDrawn)] == [
        *[type(event) for event in events[:1]],
        DragonAttackStarted,
        type(events[3]),
        PlayerKnockedOut,
        CountdownStarted,
        type(events[3]),
        CardDiscarded,
        CardDiscarded,
        TrashLapsed,
        TurnEnded,
        PlayAreaDiscarded,
        RowRefilled,
        DragonAttackStarted,
        TurnStarted,
    ]
    fallen = after.players[0]
    assert sorted(names(fallen.discard)) == ["burgle", "mister_whiskers", "sneak", "stumble"]
    assert (fallen.gold, kinds(fallen.tokens), fallen.hand, fallen.clank) == (4, ["chalice"], (), 0)
    assert after.players[1].meter == 1
    assert after.turn.seat == 1


def test_clank_15_8_a_text_stops_where_its_player_falls():
    start = table(thief("A15", damage=9, clank=1), thief())
    unfolding = Unfolding(start, ScriptedDice([(0, "black")]))
    run(unfolding, (DragonAttack(), Gold(n=5)), Cause(0, "mister_whiskers", rule="CLANK-3.2"))
    assert (unfolding.player(0).status, unfolding.player(0).gold) == ("ko", 0)


@pytest.mark.rules("CLANK-12.7", "CLANK-19.1")
def test_clank_15_8_cards_that_arrive_after_the_fall_still_do_what_they_say():
    given = at_table(
        thief("A15", hand="mister_whiskers", damage=9, clank=1),
        thief(),
        thief(),
        row="- - ladder ladder ladder ladder",
        deck="watcher shrine",
        black_aside=4,
    )
    after, events = do(given, ROAR, dice=[(0, "black")])
    assert [event.name for event in of_type(events, ArriveResolved)] == ["watcher", "shrine"]
    assert [event.seat for event in of_type(events, ClankAdded)] == [1, 2]
    assert after.black_aside == 4 + 1 - 3
    assert after.turn.seat == 1


def test_clank_15_8_and_the_match_ends_if_nobody_is_left_inside():
    given = at_table(
        thief("A15", hand="mister_whiskers", damage=9, clank=1), thief(**GONE), countdown=(1, 1), row="- ladder"
    )
    after, events = do(given, ROAR, dice=[(0, "black")])
    assert isinstance(events[-1], MatchEnded)
    assert of_type(events, RowRefilled) == []
    assert after.outcome.winner == 1


def test_clank_15_9_the_fallen_keep_everything():
    player = fall("A14", "artifact_5 key chalice")
    assert kinds(player.tokens) == ["artifact_5", "key", "chalice"]
    assert len(player.deck) == 5
