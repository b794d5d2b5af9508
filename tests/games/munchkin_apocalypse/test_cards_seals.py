"""The twelve Seals: what opening does, and what holds while one lies on top."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.munchkin_apocalypse.table import CATALOGUE, Table, seat, stowed, table

SHORTAGES = {
    "seal-beer-shortage": "class-militia",
    "seal-jam-shortage": "class-kid",
    "seal-bandwidth-shortage": "class-blogger",
    "seal-grant-money-shortage": "class-scientist",
}
OTHERS = {
    "seal-doom",
    "seal-pride-before-the-fall",
    "seal-everything-must-go",
    "seal-lights-out",
    "seal-restless-graves",
    "seal-rain-of-frogs",
    "seal-panic-buying",
    "seal-eye-of-the-storm",
}


def opened(seal: str, *players: Any, dice: tuple[Any, ...] = (), **kwargs: Any) -> Table:
    """Seat 0 throws Zoo Escape at seat 1, who opens this Seal."""
    thrower, *others = players
    t = table(thrower, *others, next_seals=seal, **kwargs)
    asked = bool(t.state.players[1].hand)
    t.do(0, "play_disaster", card="zoo-escape", target=1, dice=() if asked else dice)
    return t.all_pass(dice=dice) if t.phase == "RESPONSE" else t


def thrower(**goods: Any) -> Any:
    hand = goods.pop("hand", "")
    return seat(goods.pop("level", 1), hand=f"zoo-escape {hand}", **goods)


def under(seals: str, *players: Any, doors: str = "fire-ants") -> Table:
    """A combat of seat 0 under these Seals, the last one on top."""
    return table(*players, doors=doors, seals=seals).do(0, "open_door")


def test_these_are_all_seals():
    assert {*SHORTAGES, *OTHERS} == {card.id for card in CATALOGUE.cards.values() if card.type == "seal"}


@pytest.mark.parametrize("seal", SHORTAGES)
def test_munch_22_4_a_shortage_makes_its_opener_feed_the_class(seal):
    holder = SHORTAGES[seal]
    doors = "fire-ants octobear tiamutt"
    t = opened(
        seal,
        thrower(classes=f"{holder}#2"),
        seat(hand="tire-iron nail-gun riot-helmet", classes=f"{holder}#1"),
        seat(classes=f"{holder}#3"),
        seat(),
        dice=(("nail-gun#1",), ("tire-iron#1",)),
        doors=doors,
    )
    drawn = {"fire-ants", "octobear", "tiamutt"}
    assert set(t.hand(1)) - drawn == {"riot-helmet"}  # its opener is no receiver
    assert set(t.hand(2)) - drawn == {"nail-gun"}
    assert set(t.hand(0)) - drawn == {"tire-iron"}
    assert t.hand(3) == []


@pytest.mark.parametrize("seal", SHORTAGES)
@pytest.mark.rules("MUNCH-22.5", "MUNCH-22.7")
def test_munch_7_12_a_shortage_on_top_strengthens_monsters_for_each_of_the_class(seal):
    holder = SHORTAGES[seal]
    assert under(seal, seat(), seat()).monsters == 10 + 1
    assert under(seal, seat(classes=holder), seat()).monsters == 10 + 1 + 3
    assert under(seal, seat(classes=holder), seat(), seat(classes=f"{holder}#2")).monsters == 10 + 1 + 6
    assert under(seal, seat(), seat(classes=holder, alive=False), seat()).monsters == 10 + 1
    assert under(f"{seal} seal-panic-buying", seat(classes=holder), seat()).monsters == 10 + 2


def test_doom_costs_its_opener_a_level_and_hinders_escapes():
    assert opened("seal-doom", thrower(), seat(3)).level(1) == 2
    t = under("seal-doom", seat(5), seat()).helped_by(1).runs()
    for runner in (0, 1):
        t.do(runner, "roll_escape", monster="m1", dice=[6])
        assert t.happened("EscapeRolled")[0].modifier == -1


def test_pride_before_the_fall_strikes_the_highest():
    t = opened("seal-pride-before-the-fall", thrower(level=4), seat(3), seat(4))
    assert [t.level(n) for n in range(3)] == [3, 3, 3]
    assert under("seal-pride-before-the-fall", seat(5), seat(4)).fighters == 5 - 3
    assert under("seal-pride-before-the-fall", seat(5), seat(5)).fighters == 5 - 3
    assert under("seal-pride-before-the-fall", seat(5), seat(6)).fighters == 5
    assert under("seal-pride-before-the-fall", seat(1), seat(6)).helped_by(1).fighters == 1 + 6 - 3


def test_everything_must_go_gives_treasures():
    t = opened("seal-everything-must-go", thrower(), seat(), treasures="tire-iron")
    assert t.hand(1) == ["tire-iron"]
    t = under("seal-everything-must-go", seat(8), seat(), doors="expired-burrito").wins()
    assert len(t.hand()) == 2


@pytest.mark.rules("MUNCH-22.9")
def test_lights_out_costs_everyone_a_card_and_forbids_help():
    t = opened("seal-lights-out", thrower(hand="nail-gun"), seat(hand="tire-iron riot-helmet"), seat(hand="bird-flu"))
    assert t.state.choice.seat == 1
    t.choose("tire-iron")
    assert [t.hand(n) for n in range(3)] == [[], ["riot-helmet"], []]
    t = under("seal-lights-out", seat(), seat())
    t.refuses(0, "open_deal", "help_forbidden", kind="help", partner=1)


def test_restless_graves_cost_an_item_and_strengthen_the_undead():
    t = opened("seal-restless-graves", thrower(items="nail-gun"), seat(items="tire-iron colander-helmet"))
    t.choose("tire-iron")
    assert (t.items(0), t.items(1)) == (["nail-gun"], ["colander-helmet"])
    assert under("seal-restless-graves", seat(), seat(), doors="mummified-accountant").monsters == 6 + 1 + 3
    assert under("seal-restless-graves", seat(), seat()).monsters == 10 + 1


def test_restless_graves_strengthen_what_became_undead():
    t = under("seal-restless-graves", seat(), seat(hand="back-from-the-grave"))
    t.do(1, "play_monster_enhancer", card="back-from-the-grave", monster="m1")
    assert t.monsters == 10 + 1 + 5 + 3


def test_rain_of_frogs_takes_everyone_elses_footgear_and_silences_it():
    t = opened(
        "seal-rain-of-frogs",
        thrower(items="rocket-roller-skates"),
        seat(items="steel-toed-waders"),
        seat(items=[stowed("getaway-slippers"), "nail-gun"]),
    )
    assert (t.items(0), t.items(1), t.items(2)) == ([], ["steel-toed-waders"], ["nail-gun"])
    t = under("seal-rain-of-frogs", seat(5, items="rocket-roller-skates nail-gun"), seat())
    assert t.fighters == 5 + 3
    t.runs().do(0, "roll_escape", monster="m1", dice=[6])
    assert t.happened("EscapeRolled")[0].modifier == 0


@pytest.mark.rules("MUNCH-22.6")
def test_panic_buying_moves_a_card_of_everyone_to_the_left():
    t = opened("seal-panic-buying", thrower(hand="nail-gun"), seat(hand="tire-iron riot-helmet"), seat())
    assert t.state.choice.seat == 1
    t.choose("riot-helmet")
    assert [t.hand(n) for n in range(3)] == [[], ["nail-gun", "tire-iron"], ["riot-helmet"]]
    assert under("seal-beer-shortage seal-panic-buying", seat(classes="class-militia"), seat()).monsters == 12


def test_panic_buying_picks_all_cards_before_any_moves():
    """Who has nothing passes nothing on, even if a card is on its way to them."""
    t = opened("seal-panic-buying", thrower(), seat(hand="tire-iron"), seat())
    assert [t.hand(n) for n in range(3)] == [[], [], ["tire-iron"]]


@pytest.mark.rules("MUNCH-22.9")
def test_eye_of_the_storm_gives_everyone_a_door_and_calms_the_seals():
    t = opened("seal-eye-of-the-storm", thrower(), seat(), seat(), doors="fire-ants octobear tiamutt")
    assert [t.hand(n) for n in range(3)] == [["tiamutt"], ["fire-ants"], ["octobear"]]
    assert under("seal-doom seal-eye-of-the-storm", seat(), seat()).monsters == 10


@pytest.mark.rules("MUNCH-14.19", "MUNCH-22.8", "MUNCH-C.7")
def test_munch_22_10_a_dead_opener_loses_what_the_dead_can_lose():
    for seal, level in (("seal-doom", 5), ("seal-everything-must-go", 6), ("seal-eye-of-the-storm", 6)):
        t = table(seat(6), seat(), doors="tiamutt", next_seals=seal).do(0, "open_door").runs().rolls(1)
        assert not t.state.players[0].is_alive or t.state.turn == 4
        assert t.level(0) == level
        assert t.hand(0) == []
