"""Section 19: keywords."""

import pytest

from games.clank import GAME
from games.clank.commands import DeclineToken, Fight, Move, PlayCard, TakeToken, Teleport, TrashCard, UseDevice
from games.clank.events import (
    ArriveResolved,
    BecameExhausted,
    CardDiscarded,
    CardsDrawn,
    CardTrashed,
    ClankAdded,
    DamageHealed,
    DragonAttackStarted,
    DragonCubesReturned,
    DungeonDeckShuffled,
    GoldGained,
    PlayerLeftDungeon,
    RowCardReplaced,
    RowRefilled,
    TeleportSpent,
    TokensOffered,
    TokenTaken,
    TrashDemanded,
    TrashLapsed,
    TrashOwed,
)
from games.clank.state import Card, Owed
from games.decider import IllegalMove
from tests.games.clank.table import END, at_table, do, kinds, names, of_type, play, table, thief

FIVE = " ladder ladder ladder ladder ladder"


def test_clank_19_1_arrive_happens_when_the_card_comes_into_the_row():
    _, events = do(at_table(thief(), thief(), row="-" + FIVE, deck="watcher"), END)
    assert of_type(events, ArriveResolved) == [
        ArriveResolved(slot=0, card_id="watcher", name="watcher", rule="CLANK-19.1")
    ]
    acquired = at_table(thief(), row="watcher" + FIVE, swords=3)
    assert of_type(do(acquired, Fight(seat=0, target=0))[1], ArriveResolved) == []


def test_clank_19_2_danger_counts_for_every_attack():
    row = "kobold kobold dragon_shrine ladder ladder"
    refill = at_table(thief(), row=row + " -", deck="ogre")
    _, events = do(refill, END, dice=[("black",) * 5])
    assert of_type(events, DragonAttackStarted)[0].danger == 3
    counting = at_table(thief(), thief(status="ko"), row=row + " ladder", countdown=(1, 1))
    _, events = do(counting, END, dice=[("black",) * 6])
    assert of_type(events, DragonAttackStarted)[0].danger == 3


@pytest.mark.rules("CLANK-R.16", "CLANK-X.4", "CLANK-X.5")
def test_clank_19_3_discarding_is_mandatory_and_has_no_other_effect():
    given = at_table(thief(hand="sleight_of_hand stumble", deck="burgle sneak"), thief(hand="tattle"))

    def sleight(discard):
        return PlayCard(seat=0, card_id="sleight_of_hand", discard_card_id=discard)

    after, events = do(given, sleight("stumble"))
    assert of_type(events, CardDiscarded) == [
        CardDiscarded(seat=0, card_id="stumble", name="stumble", reason="sleight_of_hand", rule="CLANK-19.3")
    ]
    assert of_type(events, ClankAdded) == []
    assert names(after.players[0].hand) == ["burgle", "sneak"]
    given.when(sleight(None)).then_refused("CLANK-19.3", "bad_params")
    given.when(sleight("sleight_of_hand")).then_refused("CLANK-19.3", "not_found")
    given.when(sleight("tattle")).then_refused("CLANK-19.3", "not_found")
    alone = at_table(thief(hand="sleight_of_hand"))
    assert of_type(do(alone, sleight(None))[1], CardsDrawn) == []
    alone.when(sleight("burgle")).then_refused("CLANK-19.3", "bad_params")
    at_table(thief(hand="burgle sneak")).when(PlayCard(seat=0, card_id="burgle", discard_card_id="sneak")).then_refused(
        "CLANK-19.3", "bad_params"
    )


@pytest.mark.rules("CLANK-R.14", "CLANK-X.3")
def test_clank_19_4_the_card_is_chosen_at_the_end_of_the_turn_oldest_obligation_first():
    given = at_table(
        thief(play="master_burglar burgle", discard="stumble"),
        owed=(Owed("any", "magic_spring"), Owed("burgle", "master_burglar")),
    )
    choosing, events = do(given, END)
    assert of_type(events, TrashDemanded) == [
        TrashDemanded(seat=0, filter="any", source="magic_spring", rule="CLANK-19.4")
    ]
    assert (choosing.phase, GAME.rules.to_act(choosing)) == ("TRASH_CHOICE", (0,))
    after, events = do(choosing, TrashCard(seat=0, card_id="stumble"))
    assert of_type(events, CardTrashed) == [
        CardTrashed(seat=0, card_id="stumble", name="stumble", zone="discard", rule="CLANK-12.2 CLANK-19.4"),
        CardTrashed(seat=0, card_id="burgle", name="burgle", zone="play_area", rule="CLANK-12.2 CLANK-19.4"),
    ]
    assert names(after.players[0].trashed) == ["stumble", "burgle"]
    assert names(after.players[0].discard) == ["master_burglar"]


@pytest.mark.rules("CLANK-X.5", "CLANK-X.3")
def test_clank_19_4_only_cards_of_the_own_play_area_and_discard_pile():
    given = at_table(
        thief(play="sneak", discard="stumble", deck="burgle " * 6), thief(discard="tattle"), phase="TRASH_CHOICE"
    )
    owing = table(
        thief(play="sneak", discard="stumble", deck="burgle " * 6),
        thief(discard="tattle"),
        owed=(Owed("any", "magic_spring"),),
        phase="TRASH_CHOICE",
    )
    for card_id in ("tattle", "burgle", "nothing"):
        with pytest.raises(IllegalMove, match="not_found"):
            do(owing, TrashCard(seat=0, card_id=card_id))
    given.when(END).then_refused("CLANK-2.11", "wrong_phase", late=True)
    at_table(thief(play="sneak")).when(TrashCard(seat=0, card_id="sneak")).then_refused("CLANK-2.11", "wrong_phase")


def test_clank_19_5_an_obligation_without_a_card_lapses():
    given = at_table(thief(play="sneak"), owed=(Owed("burgle", "master_burglar"),))
    after, events = do(given, END)
    assert of_type(events, TrashLapsed) == [
        TrashLapsed(seat=0, filter="burgle", source="master_burglar", rule="CLANK-19.5")
    ]
    assert after.turn.seat == 1
    nothing = at_table(thief(), owed=(Owed("any", "dragon_shrine"),))
    assert len(of_type(do(nothing, END)[1], TrashLapsed)) == 1


@pytest.mark.rules("CLANK-X.14", "CLANK-X.5")
def test_clank_19_6_a_teleport_ignores_locks_arrows_monsters_and_boots():
    locked, _ = do(at_table(thief("A25"), teleports=1), Teleport(seat=0, to_room="A26"))
    assert locked.players[0].room == "A26"
    against, _ = do(at_table(thief("A16"), teleports=1), Teleport(seat=0, to_room="A10"))
    assert against.players[0].room == "A10"
    monsters, _ = do(at_table(thief("A11", damage=9), teleports=1), Teleport(seat=0, to_room="A17"))
    assert monsters.players[0].meter == 9
    around, events = do(at_table(thief("A13"), teleports=1), Teleport(seat=0, to_room="A14"))
    assert of_type(events, TeleportSpent) == [TeleportSpent(seat=0, count=1, rule="CLANK-19.6")]
    assert (around.players[0].room, around.turn.teleports) == ("A14", 0)
    given = at_table(thief("A13"), teleports=1)
    given.when(Teleport(seat=0, to_room="A38")).then_refused("CLANK-19.6", "not_found")
    given.when(Teleport(seat=0, to_room="A13")).then_refused("CLANK-19.6", "not_found")
    at_table(thief("A13")).when(Teleport(seat=0, to_room="A14")).then_refused("CLANK-19.6", "no_credit")


def test_clank_19_7_teleporting_is_entering():
    given = at_table(thief("B40", damage=2), side="B", teleports=1, at={"B41": "treasure"})
    after, events = do(given, Teleport(seat=0, to_room="B41"))
    assert of_type(events, BecameExhausted, DamageHealed, TokensOffered)
    assert [type(event) for event in events[-3:]] == [BecameExhausted, DamageHealed, TokensOffered]
    assert after.players[0].meter == 1


@pytest.mark.rules("CLANK-R.13", "CLANK-X.21")
def test_clank_19_8_a_usable_credit_must_be_used():
    given = at_table(thief("A13", hand="invoker_of_the_ancients burgle"))
    after, _ = do(given, *play("invoker_of_the_ancients", "burgle"))
    with pytest.raises(IllegalMove, match="teleport_pending"):
        do(after, END)
    done, _ = do(after, Teleport(seat=0, to_room="A12"), END)
    assert done.turn.seat == 1


def test_clank_19_9_teleporting_outside_is_leaving():
    given = at_table(thief("A01", tokens="artifact_5"), teleports=2)
    after, events = do(given, Teleport(seat=0, to_room="A00"))
    assert of_type(events, PlayerLeftDungeon)[0].teleports_lost == 1
    assert (after.players[0].status, after.turn.teleports) == ("left", 0)


HUNT = PlayCard(seat=0, card_id="treasure_hunter", row_slot=0)


@pytest.mark.rules("CLANK-R.7", "CLANK-X.4", "CLANK-X.5")
def test_clank_19_10_a_row_card_is_replaced_and_the_new_one_arrives_without_its_dragon():
    given = at_table(thief(hand="treasure_hunter"), thief(), row="sneak" + FIVE, deck="watcher ogre")
    after, events = do(given, HUNT)
    assert of_type(events, RowCardReplaced) == [
        RowCardReplaced(
            slot=0, old=Card("sneak", "sneak"), new=Card("watcher", "watcher"), rule="CLANK-3.2 CLANK-19.10"
        )
    ]
    assert len(of_type(events, ClankAdded)) == 2
    assert (names(after.row)[0], names(after.dungeon_discard)) == ("watcher", ["sneak"])
    dragon = at_table(thief(hand="treasure_hunter"), row="sneak" + FIVE, deck="ogre")
    _, events = do(dragon, HUNT, END)
    assert of_type(events, DragonAttackStarted) == []
    given.when(PlayCard(seat=0, card_id="treasure_hunter")).then_refused("CLANK-19.10", "bad_params")
    gap = at_table(thief(hand="treasure_hunter burgle"), row="-" + FIVE)
    gap.when(HUNT).then_refused("CLANK-19.10", "not_found")
    gap.when(PlayCard(seat=0, card_id="burgle", row_slot=1)).then_refused("CLANK-19.10", "bad_params")


def test_clank_19_10_in_an_empty_row_nothing_happens():
    given = at_table(thief(hand="treasure_hunter"), row="- - - - - -")
    _, events = do(given, *play("treasure_hunter"))
    assert of_type(events, RowCardReplaced) == []
    given.when(HUNT).then_refused("CLANK-19.10", "bad_params")


def test_clank_19_10_with_an_empty_dungeon_deck_the_discard_pile_is_shuffled_first():
    given = at_table(thief(hand="treasure_hunter"), row="sneak" + FIVE, deck="", dungeon_discard="ogre")
    after, events = do(given, HUNT, dice=[("sneak", "ogre")])
    assert [type(event) for event in events[-3:]] == [RowCardReplaced, DungeonDeckShuffled, RowRefilled]
    assert (names(after.row)[0], names(after.dungeon_deck)) == ("sneak", ["ogre"])


def wind(room_id, slot):
    return PlayCard(seat=0, card_id="wand_of_wind", option=1, room_id=room_id, token_slot=slot)


@pytest.mark.rules("CLANK-R.21", "CLANK-X.4", "CLANK-X.5", "CLANK-X.6")
def test_clank_19_11_an_adjacent_secret_is_taken_from_afar():
    at = {"A26": "treasure", "A20": "artifact_7", "A15": "monkey_idol"}
    given = at_table(thief("A25", hand="wand_of_wind"), at=at)
    after, events = do(given, wind("A26", 0))
    assert of_type(events, TokenTaken) == [
        TokenTaken(
            seat=0,
            room_id="A26",
            token_slot=0,
            token_id="treasure",
            kind="treasure",
            via="adjacent",
            rule="CLANK-19.11",
        )
    ]
    assert (after.players[0].gold, after.players[0].room, after.phase) == (2, "A25", "TURN")
    given.when(wind("A20", 0)).then_refused("CLANK-19.11", "wrong_kind")
    given.when(wind("A15", 0)).then_refused("CLANK-19.11", "wrong_kind")
    given.when(wind("A26", 1)).then_refused("CLANK-19.11", "not_found")
    given.when(wind("A01", 0)).then_refused("CLANK-19.11", "not_found")
    given.when(wind("A26", None)).then_refused("CLANK-19.11", "bad_params")
    by_the_way = PlayCard(seat=0, card_id="wand_of_wind", option=0, room_id="A26", token_slot=0)
    given.when(by_the_way).then_refused("CLANK-2.8", "bad_params")


def test_clank_19_11_without_a_secret_nearby_the_option_is_impossible():
    given = at_table(thief("A25", hand="wand_of_wind"), at={"A38": "treasure"})
    refused = PlayCard(seat=0, card_id="wand_of_wind", option=1, room_id="A26", token_slot=0)
    given.when(refused).then_refused("CLANK-19.11", "not_found")
    offered = [template for template in GAME.rules.choices(given.state, 0) if template.type == "play_card"]
    assert [template.params["option"].one_of for template in offered] == [(0,)]


def test_clank_19_11_it_does_not_use_up_the_choice_of_an_entry():
    at = {"A11": "treasure skill_boost"}
    given = at_table(thief("A06", hand="wand_of_wind"), at=at, boots=2)
    after, _ = do(given, wind("A11", 0), Move(seat=0, corridor_id="A-c13"), TakeToken(seat=0, token_slot=1))
    assert (after.players[0].gold, after.turn.skill) == (2, 2)
    declined, _ = do(given, wind("A11", 0), Move(seat=0, corridor_id="A-c13"), DeclineToken(seat=0))
    assert declined.phase == "TURN"


@pytest.mark.rules("CLANK-R.36")
@pytest.mark.parametrize(("aside", "returned"), [(5, 3), (2, 2), (0, None)])
def test_clank_19_12_black_cubes_return_to_the_bag(aside, returned):
    given = at_table(thief(aside=4), row="-" + FIVE, deck="shrine", black_aside=aside)
    after, events = do(given, END)
    assert [event.count for event in of_type(events, DragonCubesReturned)] == ([returned] if returned else [])
    assert (after.black_aside, after.players[0].aside) == (aside - (returned or 0), 4)


def test_obligations_of_devices_and_secrets_are_noted_with_their_source():
    given = at_table(thief(), row="dragon_shrine" + FIVE, skill=4)
    _, events = do(given, UseDevice(seat=0, slot=0, option=1))
    assert of_type(events, TrashOwed) == [
        TrashOwed(seat=0, filter="any", source="dragon_shrine", rule="CLANK-5.2 CLANK-19.4")
    ]
    spring = at_table(thief("A02"), at={"A02": "magic_spring"}, phase="TOKEN_CHOICE")
    after, events = do(spring, TakeToken(seat=0, token_slot=0))
    assert of_type(events, TrashOwed)[0].source == "magic_spring"
    assert kinds(after.box) == ["magic_spring"]
    assert of_type(events, GoldGained) == []
