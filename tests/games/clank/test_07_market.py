"""Section 7: the market."""

import pytest

from games.clank.catalogue import BOARDS
from games.clank.commands import BuyItem, Move
from games.clank.events import GoldSpent, ItemBought
from games.clank.state import can_carry_artifact
from tests.games.clank.table import at_table, do, kinds, table, thief


def buy(item):
    return BuyItem(seat=0, item=item)


@pytest.mark.rules("CLANK-X.8")
def test_clank_7_1_items_are_bought_in_market_rooms():
    assert kinds(do(at_table(thief("A17", gold=7)), buy("key"))[0].players[0].tokens) == ["key"]
    at_table(thief("A16", gold=7)).when(buy("key")).then_refused("CLANK-7.1", "wrong_place")


@pytest.mark.rules("CLANK-X.15")
def test_clank_7_2_everything_costs_seven_gold():
    for item in ("key", "backpack", "crown"):
        assert do(at_table(thief("A17", gold=9)), buy(item))[0].players[0].gold == 2
        at_table(thief("A17", gold=6)).when(buy(item)).then_refused("CLANK-7.2", "not_enough_gold")


def test_clank_7_3_several_items_also_of_one_kind():
    after, _ = do(at_table(thief("A17", gold=28)), buy("key"), buy("key"), buy("backpack"), buy("crown"))
    assert kinds(after.players[0].tokens) == ["key", "key", "backpack", "crown_10"]
    assert kinds(after.stock) == ["crown_9", "crown_8", "backpack"]


def test_clank_7_4_the_best_crown_goes_first():
    given = at_table(thief("A17", gold=21))
    given.when(buy("crown")).then(
        GoldSpent(seat=0, amount=7, spent_on="crown", rule="CLANK-7.2 CLANK-10.2"),
        ItemBought(seat=0, item="crown", token_id="crown_10", kind="crown_10", points=10, rule="CLANK-7.3 CLANK-7.4"),
    )
    after, _ = do(given, buy("crown"), buy("crown"), buy("crown"))
    assert kinds(after.players[0].tokens) == ["crown_10", "crown_9", "crown_8"]


@pytest.mark.rules("CLANK-21.2", "CLANK-X.13")
def test_clank_7_5_sold_out_is_sold_out():
    given = at_table(thief("A17", gold=7), stock="key backpack")
    given.when(buy("crown")).then_refused("CLANK-7.5", "sold_out")
    at_table(thief("A17", gold=0), stock="").when(buy("key")).then_refused("CLANK-7.5", "sold_out")


def test_clank_7_6_a_key_opens_locks_and_is_not_used_up():
    after, _ = do(
        at_table(thief("A25", tokens="key"), boots=2),
        Move(seat=0, corridor_id="A-c42"),
        Move(seat=0, corridor_id="A-c42"),
    )
    assert kinds(after.players[0].tokens) == ["key"]
    assert after.players[0].room == "A25"


def test_clank_7_7_each_backpack_is_room_for_one_more_artifact():
    for backpacks in (0, 1, 2):
        tokens = "backpack " * backpacks + "artifact_5 artifact_7 artifact_10"
        for artifacts in range(backpacks + 2):
            words = " ".join(tokens.split()[: backpacks + artifacts])
            assert can_carry_artifact(table(thief(tokens=words)).players[0]) == (artifacts <= backpacks)


def test_clank_7_8_a_crown_is_worth_its_number():
    after, _ = do(at_table(thief("A17", gold=7), stock="crown_9 crown_8"), buy("crown"))
    assert kinds(after.players[0].tokens) == ["crown_9"]


def test_clank_7_9_every_market_sells_the_same_stock():
    assert BOARDS["A"].with_feature("market") == ("A17", "A18", "A19", "A24")
    assert BOARDS["B"].with_feature("market") == ("B16", "B19", "B25", "B30", "B38")
    for side, board in BOARDS.items():
        for room in board.with_feature("market"):
            after, _ = do(at_table(thief(room, gold=7), thief(room), side=side), buy("crown"))
            assert kinds(after.players[0].tokens) == ["crown_10"]
    grouped = {"A17", "A18", "A19", "A24"}
    assert all(grouped & BOARDS["A"].neighbours[room].keys() for room in grouped)
