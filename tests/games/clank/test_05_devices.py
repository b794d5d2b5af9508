"""Section 5: devices."""

import pytest

from games.clank.commands import UseDevice
from games.clank.events import DeviceUsed, ResourcesGained, ResourcesSpent
from tests.games.clank.table import at_table, do, names, table, thief

ROW = "ladder shrine ogre dragon_shrine - sneak"


def use(slot, option=None):
    return UseDevice(seat=0, slot=slot, option=option)


@pytest.mark.rules("CLANK-X.15")
def test_clank_5_1_a_device_is_paid_with_skill():
    at_table(thief(), row=ROW, skill=3).when(use(0)).then(
        ResourcesSpent(seat=0, spent_on="ladder", skill=3, rule="CLANK-5.1"),
        DeviceUsed(seat=0, card_id="ladder", name="ladder", slot=0, cost=3, rule="CLANK-5.2"),
        ResourcesGained(seat=0, source="ladder", boots=2, rule="CLANK-5.2"),
    )
    at_table(thief(), row=ROW, skill=2).when(use(0)).then_refused("CLANK-5.1", "not_enough_skill")


@pytest.mark.rules("CLANK-X.6")
def test_clank_5_1_only_a_device_can_be_used():
    given = at_table(thief(), row=ROW, skill=9, swords=9)
    given.when(use(2)).then_refused("CLANK-5.1", "wrong_kind")
    given.when(use(5)).then_refused("CLANK-5.1", "wrong_kind")
    given.when(use(4)).then_refused("CLANK-0.4", "not_found")


def test_clank_5_2_it_works_at_once_and_goes_to_the_dungeon_discard_pile():
    after, _ = do(table(thief(), row=ROW, skill=3), use(0))
    assert names(after.dungeon_discard) == ["ladder"]
    assert names(after.row)[0] == "-"
    assert after.players[0].discard == ()
    assert after.turn.boots == 2


@pytest.mark.rules("CLANK-X.4")
def test_clank_5_3_the_option_is_named_with_the_command():
    given = at_table(thief(damage=2), row=ROW, skill=4)
    assert do(given, use(1, 0))[0].players[0].gold == 1
    assert do(given, use(1, 1))[0].players[0].meter == 1
    given.when(use(1)).then_refused("CLANK-18.8", "bad_params")
    given.when(use(1, 2)).then_refused("CLANK-18.8", "bad_params")
    given.when(use(0, 0)).then_refused("CLANK-18.8", "bad_params")
