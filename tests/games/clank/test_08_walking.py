"""Section 8: walking."""

import pytest

from games.clank import GAME
from games.clank.board import Way
from games.clank.catalogue import BOARDS
from games.clank.commands import BuyItem, Move, TakeToken, Teleport
from games.clank.events import BecameExhausted, DamageTaken, PawnMoved, ResourcesSpent
from tests.games.clank.table import END, at_table, do, of_type, play, table, thief


def go(corridor_id, **rest):
    return Move(seat=0, corridor_id=corridor_id, **rest)


@pytest.mark.rules("CLANK-X.5", "CLANK-X.15")
def test_clank_8_1_one_boot_for_one_corridor():
    given = at_table(thief("A01"), boots=1)
    given.when(go("A-c02")).then(
        ResourcesSpent(seat=0, spent_on="A-c02", boots=1, rule="CLANK-8.1"),
        PawnMoved(seat=0, from_room="A01", to_room="A02", corridor_id="A-c02", mode="boots", rule="CLANK-8.1"),
    )
    at_table(thief("A01")).when(go("A-c02")).then_refused("CLANK-8.1", "not_enough_boots")
    given.when(go("A-c05")).then_refused("CLANK-8.1", "not_found")
    given.when(go("tunnel")).then_refused("CLANK-8.1", "not_found")


def test_clank_8_2_footprints_cost_two_boots():
    after, _ = do(at_table(thief("A01"), boots=2), go("A-c03"))
    assert (after.players[0].room, after.turn.boots) == ("A03", 0)
    _, events = do(at_table(thief("A01"), boots=2), go("A-c03"))
    assert events[0].rule == "CLANK-8.2"
    at_table(thief("A01"), boots=1).when(go("A-c03")).then_refused("CLANK-8.2", "not_enough_boots")


@pytest.mark.rules("CLANK-X.4")
@pytest.mark.parametrize(("swords", "damage"), [(None, 2), (0, 2), (1, 1), (2, 0)])
def test_clank_8_3_each_sword_prevents_one_point(swords, damage):
    given = at_table(thief("A11"), boots=1, swords=2)
    after, _ = do(given, go("A-c23", swords=swords))
    assert (after.players[0].meter, after.turn.swords) == (damage, 2 - (swords or 0))
    given.when(go("A-c23", swords=3)).then_refused("CLANK-8.3", "bad_params")


def test_clank_8_3_swords_are_of_no_use_without_monsters():
    at_table(thief("A01"), boots=1, swords=2).when(go("A-c02", swords=0)).then_refused("CLANK-8.3", "bad_params")


def test_clank_8_4_corridor_damage_comes_from_the_supply():
    after, events = do(at_table(thief("A11", clank=5), boots=1), go("A-c23"))
    assert [type(event) for event in events] == [ResourcesSpent, DamageTaken, PawnMoved]
    assert events[1] == DamageTaken(seat=0, amount=2, source="corridor", rule="CLANK-8.3 CLANK-8.4")
    player = after.players[0]
    assert (player.supply, player.meter, player.clank) == (23, 2, 5)


@pytest.mark.rules("CLANK-X.17")
def test_clank_8_5_no_damage_that_fills_the_last_space():
    at_table(thief("A11", damage=8), boots=1).when(go("A-c23")).then_refused("CLANK-8.5", "would_knock_out")
    at_table(thief("A10", damage=9), boots=1).when(go("A-c18")).then_refused("CLANK-8.5", "would_knock_out")
    after, _ = do(at_table(thief("A11", damage=7), boots=1), go("A-c23"))
    assert after.players[0].meter == 9


@pytest.mark.rules("CLANK-X.16")
def test_clank_8_6_no_more_damage_than_cubes():
    given = at_table(thief("A11", clank=29), boots=1, swords=1)
    given.when(go("A-c23")).then_refused("CLANK-8.6", "no_cubes")
    after, _ = do(given, go("A-c23", swords=1))
    assert (after.players[0].supply, after.players[0].meter) == (0, 1)


@pytest.mark.rules("CLANK-X.11")
def test_clank_8_7_locks_need_a_key_in_both_directions():
    for room in ("A25", "A26"):
        at_table(thief(room), boots=1).when(go("A-c42")).then_refused("CLANK-8.7", "locked")
        no_key = at_table(thief(room, tokens="backpack chalice"), boots=1)
        no_key.when(go("A-c42")).then_refused("CLANK-8.7", "locked")
        after, _ = do(at_table(thief(room, tokens="key"), boots=1), go("A-c42"))
        assert after.players[0].room == {"A25": "A26", "A26": "A25"}[room]


@pytest.mark.rules("CLANK-X.10")
def test_clank_8_8_arrows_let_one_through_one_way():
    after, _ = do(at_table(thief("A08"), boots=1), go("A-c10"))
    assert after.players[0].room == "A02"
    at_table(thief("A02"), boots=1).when(go("A-c10")).then_refused("CLANK-8.8", "one_way")


def test_clank_8_9_symbols_add_up():
    given = at_table(thief("A35"), boots=2)
    after, _ = do(given, go("A-c57"))  # footprints and a monster
    assert (after.turn.boots, after.players[0].meter, after.players[0].room) == (0, 0, "A36")  # healed by the fountain
    _, events = do(given, go("A-c57", heal=False))
    assert of_type(events, DamageTaken)[0].amount == 1
    with_arrow = at_table(thief("A16"), boots=1)
    with_arrow.when(go("A-c21")).then_refused("CLANK-8.8", "one_way")  # an arrow and a monster
    assert do(at_table(thief("A10"), boots=1), go("A-c21"))[0].players[0].meter == 1


def test_clank_8_10_a_wrap_around_corridor_costs_one_boot():
    for board in BOARDS.values():
        for corridor in board.corridors:
            if corridor.wrap:
                assert corridor.boots == 1
    assert do(at_table(thief("A13"), boots=1), go("A-c20"))[0].players[0].room == "A14"
    assert do(at_table(thief("A14"), boots=1), go("A-c20"))[0].players[0].room == "A13"


def test_clank_8_11_one_boot_leads_into_the_dungeon():
    for side in ("A", "B"):
        after, _ = do(at_table(thief(f"{side}00"), thief(f"{side}00"), side=side, boots=1), go(f"{side}-c01"))
        assert after.players[0].room == f"{side}01"


@pytest.mark.rules("CLANK-X.9")
def test_clank_8_12_nobody_goes_outside_without_an_artifact():
    at_table(thief("A01"), boots=1).when(go("A-c01")).then_refused("CLANK-8.12", "no_artifact")
    at_table(thief("A01"), teleports=1).when(Teleport(seat=0, to_room="A00")).then_refused("CLANK-8.12", "no_artifact")


@pytest.mark.rules("CLANK-X.12")
def test_clank_8_13_a_crystal_cave_exhausts_also_for_boots_gained_later():
    after, events = do(at_table(thief("A02", hand="sidestep"), boots=2), go("A-c05"), *play("sidestep"))
    assert of_type(events, BecameExhausted)
    assert after.turn.boots == 2
    again = at_table(thief("A06"), boots=2, exhausted=True)
    again.when(go("A-c12")).then_refused("CLANK-8.13", "exhausted")
    assert not [template for template in GAME.rules.choices(after, 0) if template.type == "move"]


def test_clank_8_13_teleporting_into_a_cave_exhausts_too():
    after, _ = do(at_table(thief("A02"), boots=1, teleports=1), Teleport(seat=0, to_room="A06"))
    assert after.turn.exhausted


def test_clank_8_14_the_exhausted_may_teleport():
    after, _ = do(at_table(thief("A06"), exhausted=True, teleports=1), Teleport(seat=0, to_room="A11"))
    assert after.players[0].room == "A11"


def test_clank_8_15_a_turn_that_starts_in_a_cave_is_fresh():
    start = table(thief("A02"), thief("A06"), boots=1)
    after, _ = do(start, go("A-c05"), END)
    assert not after.turn.exhausted
    moved, _ = do(at_table(thief("A06"), boots=1), go("A-c12"))
    assert moved.players[0].room == "A10"


@pytest.mark.rules("CLANK-R.12")
@pytest.mark.parametrize("card", ["dead_run", "flying_carpet"])
def test_clank_8_16_ignoring_caves_also_lifts_exhaustion_that_is_there(card):
    after, _ = do(at_table(thief("A06", hand=card), exhausted=True), *play(card), go("A-c12"))
    assert after.players[0].room == "A10"
    before, _ = do(at_table(thief("A02", hand=card)), *play(card), go("A-c05"), go("A-c12"))
    assert before.players[0].room == "A10"


@pytest.mark.rules("CLANK-X.4")
def test_clank_8_17_ignoring_monsters_takes_no_swords_and_no_damage():
    given = at_table(thief("A11", hand="flying_carpet", damage=9), swords=1)
    after, _ = do(given, *play("flying_carpet"), go("A-c23"))
    assert (after.players[0].meter, after.turn.swords) == (9, 1)
    ignoring = at_table(thief("A11"), boots=1, swords=1, ignores_monsters=True)
    ignoring.when(go("A-c23", swords=1)).then_refused("CLANK-8.3", "bad_params")


def test_clank_8_17_earlier_damage_is_not_returned():
    given = at_table(thief("A10", hand="flying_carpet"), boots=1, swords=0)
    after, _ = do(given, go("A-c18"), *play("flying_carpet"), go("A-c18", heal=False))
    assert after.players[0].meter == 1


def test_clank_8_18_taking_and_buying_do_not_stop_the_walk():
    given = at_table(thief("A17", gold=7), at={"A18": "treasure skill_boost"}, boots=2)
    after, _ = do(given, go("A-c35"), TakeToken(seat=0, token_slot=0), BuyItem(seat=0, item="key"), go("A-c37"))
    assert after.players[0].room == "A24"


def test_every_corridor_is_walked_as_its_row_says():
    """Each corridor of both boards, from both ends, with a key and plenty of Boots and Swords."""
    for side, board in BOARDS.items():
        for room, ways in board.ways.items():
            for way in ways.values():
                _walk(side, room, way)


def _walk(side: str, room: str, way: Way) -> None:
    corridor = way.corridor
    tokens = "key artifact_5"
    given = at_table(thief(room, tokens=tokens), thief(f"{side}00"), side=side, boots=2, swords=2)
    command = go(corridor.id, swords=corridor.monsters or None)
    if not way.permitted:
        given.when(command).then_refused("CLANK-8.8", "one_way")
        return
    after, _ = do(given, command)
    assert after.turn.boots == 2 - corridor.boots
    assert after.turn.swords == 2 - corridor.monsters
    assert after.players[0].room == way.target.id
    if corridor.locked:
        keyless = at_table(thief(room), thief(f"{side}00"), side=side, boots=2, swords=2)
        keyless.when(command).then_refused("CLANK-8.7", "locked")
