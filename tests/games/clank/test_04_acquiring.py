"""Section 4: acquiring cards."""

import pytest

from games.clank import GAME
from games.clank.commands import AcquireCard, Fight, UseDevice
from games.clank.events import CardAcquired, ClankAdded, ResourcesSpent
from tests.games.clank.table import END, at_table, do, names, table, thief

ROW = "sapphire ladder ogre the_vault dragons_eye crystal_golem"


def from_row(slot):
    return AcquireCard(seat=0, source="row", slot=slot)


def from_reserve(pile):
    return AcquireCard(seat=0, source="reserve", pile=pile)


def test_clank_4_1_skill_acquires_from_the_row_and_from_the_reserve():
    start = table(thief(), row="tattle - - - - -", skill=15)
    after, _ = do(start, from_row(0), from_reserve("mercenary"), from_reserve("explore"), from_reserve("secret_tome"))
    assert names(after.players[0].discard) == ["tattle", "mercenary", "explore", "secret_tome"]
    assert after.turn.skill == 0


@pytest.mark.rules("CLANK-X.4")
@pytest.mark.parametrize(
    "command",
    [
        AcquireCard(seat=0, source="row"),
        AcquireCard(seat=0, source="row", slot=0, pile="explore"),
        AcquireCard(seat=0, source="reserve"),
        AcquireCard(seat=0, source="reserve", slot=0, pile="explore"),
    ],
)
def test_clank_4_1_a_slot_belongs_to_the_row_and_a_pile_to_the_reserve(command):
    at_table(thief(), skill=9).when(command).then_refused("CLANK-4.1", "bad_params")


@pytest.mark.rules("CLANK-X.15")
def test_clank_4_2_the_printed_cost_is_paid_from_the_skill_of_this_turn():
    after, _ = do(at_table(thief(), row="tattle - - - - -", skill=5), from_row(0))
    assert after.turn.skill == 2
    at_table(thief(), row="tattle - - - - -", skill=2).when(from_row(0)).then_refused("CLANK-4.2", "not_enough_skill")
    at_table(thief(), skill=6).when(from_reserve("secret_tome")).then_refused("CLANK-4.2", "not_enough_skill")


def test_clank_4_3_payment_then_the_card_then_its_acquire_effect():
    at_table(thief(), row=ROW, skill=4).when(from_row(0)).then(
        ResourcesSpent(seat=0, spent_on="sapphire", skill=4, rule="CLANK-4.2"),
        CardAcquired(
            seat=0, card_id="sapphire", name="sapphire", source="row", cost=4, slot=0, rule="CLANK-3.3 CLANK-4.3"
        ),
        ClankAdded(seat=0, requested=2, cancelled=0, added=2, source="sapphire", rule="CLANK-3.9 CLANK-11.1"),
    )


def test_clank_4_4_the_slot_stays_empty_until_the_turn_has_ended():
    after, _ = do(table(thief(), row="tattle ladder - - - -", deck="sneak " * 6, skill=3), from_row(0))
    assert names(after.row) == ["-", "ladder", "-", "-", "-", "-"]
    ended, _ = do(after, END)
    assert names(ended.row)[0] == "sneak"


@pytest.mark.rules("CLANK-X.8")
@pytest.mark.parametrize(
    ("command", "right_room"),
    [(from_row(4), "A15"), (UseDevice(seat=0, slot=3), "A15"), (Fight(seat=0, target=5), "A06")],
)
def test_clank_4_5_some_cards_are_only_for_their_place(command, right_room):
    pools = {"skill": 9, "swords": 9}
    at_table(thief("A01"), row=ROW, **pools).when(command).then_refused("CLANK-4.5", "wrong_place")
    after, _ = do(at_table(thief(right_room), row=ROW, **pools), command)
    assert names(after.row).count("-") == 1


def test_clank_4_5_a_cave_of_the_depths_is_both_places():
    pools = {"skill": 9, "swords": 9}
    after, _ = do(at_table(thief("A16"), row=ROW, **pools), from_row(4), Fight(seat=0, target=5))
    assert names(after.row) == ["sapphire", "ladder", "ogre", "the_vault", "-", "-"]


@pytest.mark.rules("CLANK-21.2", "CLANK-X.5")
def test_clank_4_6_an_empty_pile_cannot_be_acquired_from():
    given = at_table(thief(), skill=9, reserve={"explore": 1})
    after, _ = do(given, from_reserve("explore"))
    at_table(thief(), skill=9, reserve={"explore": 0}).when(from_reserve("explore")).then_refused(
        "CLANK-4.6", "not_found"
    )
    ended, _ = do(after, END)
    assert dict(ended.reserve)["explore"] == 0
    given.when(from_reserve("treasury")).then_refused("CLANK-4.6", "not_found")


@pytest.mark.rules("CLANK-X.6")
def test_clank_4_7_monsters_and_devices_are_not_acquired():
    given = at_table(thief("A15"), row=ROW, skill=9, swords=9)
    given.when(from_row(2)).then_refused("CLANK-4.7", "wrong_kind")
    given.when(from_row(1)).then_refused("CLANK-4.7", "wrong_kind")
    given.when(from_reserve("goblin")).then_refused("CLANK-4.7", "wrong_kind")
    after, _ = do(given, UseDevice(seat=0, slot=1))
    assert after.players[0].discard == ()


def test_clank_4_8_one_may_acquire_from_outside():
    after, _ = do(at_table(thief("A00"), skill=2), from_reserve("mercenary"))
    assert names(after.players[0].discard) == ["mercenary"]


def test_an_empty_slot_holds_nothing_to_acquire():
    given = at_table(thief(), row="- ladder - - - -", skill=9)
    given.when(from_row(0)).then_refused("CLANK-0.4", "not_found")
    given.when(from_row(6)).then_refused("CLANK-0.4", "not_found")


def test_reserve_cards_get_ids_of_their_own():
    after, _ = do(at_table(thief(), skill=4), from_reserve("mercenary"), from_reserve("mercenary"))
    first, second = after.players[0].discard
    assert first.id != second.id
    assert len(first.id) == len(second.id)
    assert GAME.rules.choices(after, 0)
