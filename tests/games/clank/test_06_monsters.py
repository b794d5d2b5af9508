"""Section 6: monsters."""

import pytest

from games.clank.commands import Fight, Move
from games.clank.events import GoldGained, MonsterDefeated, ResourcesSpent
from tests.games.clank.table import at_table, do, names, table, thief

ROW = "orc_grunt ladder sneak - - -"


@pytest.mark.rules("CLANK-X.15")
def test_clank_6_1_a_monster_costs_all_its_swords():
    after, _ = do(at_table(thief(), row=ROW, swords=3), Fight(seat=0, target=0))
    assert after.turn.swords == 1
    at_table(thief(), row=ROW, swords=1).when(Fight(seat=0, target=0)).then_refused("CLANK-6.1", "not_enough_swords")


@pytest.mark.rules("CLANK-X.6")
def test_clank_6_1_only_monsters_are_fought():
    given = at_table(thief(), row=ROW, swords=9)
    given.when(Fight(seat=0, target=1)).then_refused("CLANK-6.1", "wrong_kind")
    given.when(Fight(seat=0, target=2)).then_refused("CLANK-6.1", "wrong_kind")
    given.when(Fight(seat=0, target=3)).then_refused("CLANK-0.4", "not_found")


def test_clank_6_2_the_reward_is_gained_and_the_monster_discarded():
    given = at_table(thief(), row=ROW, swords=2)
    given.when(Fight(seat=0, target=0)).then(
        ResourcesSpent(seat=0, spent_on="orc_grunt", swords=2, rule="CLANK-6.1"),
        MonsterDefeated(seat=0, card_id="orc_grunt", name="orc_grunt", target=0, cost=2, rule="CLANK-6.2"),
        GoldGained(seat=0, base=3, bonus=0, source="orc_grunt", is_gain=True, rule="CLANK-6.2 CLANK-10.1"),
    )
    after, _ = do(given, Fight(seat=0, target=0))
    assert names(after.dungeon_discard) == ["orc_grunt"]
    assert after.players[0].discard == ()


def test_clank_6_3_the_goblin_can_be_fought_again_and_again():
    start = table(thief(), swords=5)
    after, _ = do(start, Fight(seat=0, target="goblin"), Fight(seat=0, target="goblin"))
    assert (after.turn.swords, after.players[0].gold) == (1, 2)
    assert after.dungeon_discard == ()
    assert after.row == start.row
    at_table(thief(), swords=1).when(Fight(seat=0, target="goblin")).then_refused("CLANK-6.1", "not_enough_swords")


def test_clank_6_4_a_sword_spent_on_a_monster_is_gone_in_the_corridor():
    given = at_table(thief("A11"), row=ROW, swords=2, boots=1)
    after, _ = do(given, Fight(seat=0, target=0), Move(seat=0, corridor_id="A-c23"))
    assert after.players[0].meter == 2
    fought = at_table(thief("A11"), swords=0, boots=1)
    fought.when(Move(seat=0, corridor_id="A-c23", swords=1)).then_refused("CLANK-8.3", "not_enough_swords")
