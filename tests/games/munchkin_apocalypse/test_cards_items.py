"""The 39 items and the 5 Item Enhancers: what they give, where they go, what they are worth, what they can do."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.games.munchkin_apocalypse.table import CATALOGUE, item, seat, stowed, table


class Printed(NamedTuple):
    bonus: int
    slot: str
    gold: int
    hands: int = 0
    is_big: bool = False
    only_for: str = ""
    escape: int = 0  # what it adds to its owner's escape die


ITEMS = {
    "colander-helmet": Printed(1, "headgear", 200),
    "smiling-gas-mask": Printed(2, "headgear", 400),
    "propeller-beanie": Printed(1, "headgear", 300),
    "tinfoil-crown": Printed(3, "headgear", 400, only_for="blogger"),
    "riot-helmet": Printed(3, "headgear", 600),
    "duct-tape-vest": Printed(1, "armour", 200),
    "lead-lined-bathrobe": Printed(2, "armour", 400),
    "hazmat-tuxedo": Printed(4, "armour", 600, only_for="scientist"),
    "road-sign-plate-mail": Printed(3, "armour", 600),
    "sofa-cushion-fort": Printed(4, "armour", 700, is_big=True),
    "getaway-slippers": Printed(0, "footgear", 300, escape=1),
    "rocket-roller-skates": Printed(1, "footgear", 600, escape=2),
    "steel-toed-waders": Printed(2, "footgear", 400),
    "light-up-sneakers": Printed(3, "footgear", 400, only_for="kid"),
    "tire-iron": Printed(2, "hands", 300, hands=1),
    "nail-gun": Printed(3, "hands", 400, hands=1),
    "improvised-weapon": Printed(1, "hands", 0, hands=1),
    "strong-flash": Printed(3, "hands", 400, hands=1, only_for="blogger", escape=1),
    "grandmas-frying-pan": Printed(2, "hands", 300, hands=1),
    "regulation-slingshot": Printed(1, "hands", 200, hands=1),
    "weaponised-garden-gnome": Printed(1, "hands", 100, hands=1),
    "electrified-umbrella": Printed(3, "hands", 500, hands=1),
    "stop-sign-shield": Printed(2, "hands", 400, hands=1),
    "beaker-bandolier": Printed(4, "hands", 600, hands=1, only_for="scientist"),
    "ectoplasmic-vacuum-cleaner": Printed(4, "hands", 800, hands=2, is_big=True, only_for="scientist"),
    "chainsaw-on-a-pole": Printed(4, "hands", 700, hands=2, is_big=True),
    "flaming-leaf-blower": Printed(3, "hands", 600, hands=2),
    "museum-harpoon": Printed(3, "hands", 500, hands=2),
    "grandpas-bear-rifle": Printed(5, "hands", 800, hands=2, is_big=True, only_for="militia"),
    "pressure-washer": Printed(3, "hands", 500, hands=2),
    "combat-drone": Printed(3, "none", 600),
    "fifteen-year-supply": Printed(4, "none", 1000, is_big=True),
    "bug-out-bag": Printed(1, "none", 300),
    "shopping-cart-chariot": Printed(1, "none", 500, is_big=True, escape=2),
    "diesel-generator": Printed(4, "none", 800, is_big=True),
    "therapy-raccoon": Printed(2, "none", 400),
    "lucky-geiger-counter": Printed(1, "none", 200),
    "crate-of-beans": Printed(2, "none", 300),
    "expired-press-pass": Printed(2, "none", 300),
}
RIVALS = {"headgear": "colander-helmet", "armour": "duct-tape-vest", "footgear": "steel-toed-waders"}
CLASSES = ("blogger", "kid", "militia", "scientist")


def class_for(card: str, *, able: bool = True) -> str:
    """A Class card that lets its owner use this item, or one that does not; none where any will do."""
    only_for = ITEMS[card].only_for
    if not only_for:
        return ""
    name = only_for if able else next(other for other in CLASSES if other != only_for)
    return f"class-{name}"


def test_these_are_all_items():
    assert set(ITEMS) == {card.id for card in CATALOGUE.cards.values() if card.type == "item"}


@pytest.mark.parametrize("card", ITEMS)
@pytest.mark.rules("MUNCH-7.3", "MUNCH-17.2", "MUNCH-20.5")
def test_munch_17_16_a_played_item_is_in_use_and_gives_its_bonus(card):
    t = table(seat(5, hand=card, classes=class_for(card)), seat(), doors="fire-ants")
    t.do(0, "play_item", card=card)
    assert t.in_use() == [card]
    t.do(0, "open_door")
    assert t.fighters == 5 + ITEMS[card].bonus


@pytest.mark.parametrize("card", ITEMS)
def test_munch_17_10_a_stowed_item_gives_nothing(card):
    t = table(seat(5, items=[stowed(card)], classes=class_for(card)), seat(), doors="fire-ants").do(0, "open_door")
    assert t.fighters == 5
    t.runs().do(0, "roll_escape", monster="m1", dice=[6])
    assert t.happened("EscapeRolled")[0].modifier == 0


@pytest.mark.parametrize("card", [card for card in ITEMS if ITEMS[card].only_for])
@pytest.mark.rules("MUNCH-17.13")
def test_munch_17_9_some_items_are_for_one_class(card):
    t = table(seat(5, hand=card, classes=class_for(card, able=False)), seat()).do(0, "play_item", card=card)
    assert (t.items(), t.in_use()) == ([card], [])
    t.refuses(0, "wield_item", "item_not_usable", card=card)


@pytest.mark.parametrize("card", ITEMS)
def test_munch_17_11_every_item_takes_up_its_slot(card):
    printed = ITEMS[card]
    if printed.slot == "none":
        taken: list[str] = []
    elif printed.slot == "hands":
        taken = [other for other in ("tire-iron", "nail-gun") if other != card][: 3 - printed.hands]
        taken = taken if len(taken) + printed.hands > 2 else [*taken, "stop-sign-shield"]
    else:
        taken = [RIVALS[printed.slot] if RIVALS[printed.slot] != card else _other(printed.slot)]
    t = table(seat(5, hand=card, items=taken, classes=class_for(card)), seat()).do(0, "play_item", card=card)
    assert (card in t.in_use()) == (printed.slot == "none")
    if taken:
        t.refuses(0, "wield_item", "slot_taken", card=card)


def _other(slot: str) -> str:
    return {"headgear": "riot-helmet", "armour": "road-sign-plate-mail", "footgear": "getaway-slippers"}[slot]


@pytest.mark.parametrize("card", [card for card in ITEMS if ITEMS[card].hands == 1])
def test_two_one_hand_items_fit(card):
    other = "tire-iron" if card != "tire-iron" else "nail-gun"
    t = table(seat(hand=card, items=[other], classes=class_for(card)), seat()).do(0, "play_item", card=card)
    assert t.in_use() == sorted([card, other])


@pytest.mark.parametrize("card", ITEMS)
@pytest.mark.rules("MUNCH-17.3")
def test_munch_17_4_only_one_big_item_is_carried(card):
    other = "diesel-generator" if card != "diesel-generator" else "sofa-cushion-fort"
    t = table(seat(hand=card, items=[other], classes=class_for(card)), seat())
    if ITEMS[card].is_big:
        t.refuses(0, "play_item", "big_item_limit", card=card)
    else:
        t.do(0, "play_item", card=card)


@pytest.mark.parametrize("card", ITEMS)
@pytest.mark.rules("MUNCH-18.3")
def test_munch_18_6_every_item_has_its_worth(card):
    t = table(seat(hand=card), seat())
    if ITEMS[card].gold == 0:
        t.refuses(0, "add_to_sale", "no_value", card=card)
    else:
        t.do(0, "add_to_sale", card=card)
        assert t.happened("SaleChanged")[0].total == ITEMS[card].gold


@pytest.mark.parametrize("card", ITEMS)
def test_munch_13_4_some_items_help_running(card):
    t = table(seat(5, items=[card], classes=class_for(card)), seat(), doors="fire-ants").do(0, "open_door").runs()
    t.do(0, "roll_escape", monster="m1", dice=[6])
    assert t.happened("EscapeRolled")[0].modifier == ITEMS[card].escape


def test_the_helpers_items_do_not_help_the_fighter_run():
    t = table(seat(5), seat(1, items="getaway-slippers"), doors="fire-ants").do(0, "open_door").helped_by(1).runs()
    t.do(0, "roll_escape", monster="m1", dice=[6])
    assert t.happened("EscapeRolled")[0].modifier == 0
    t.do(1, "roll_escape", monster="m1", dice=[6])
    assert t.happened("EscapeRolled")[0].modifier == 1


CONDITIONAL = {
    "the beanie for a Kid": ("propeller-beanie", "class-kid", "fire-ants", "", 1 + 2),
    "the beanie for another": ("propeller-beanie", "class-militia", "fire-ants", "", 1),
    "the slingshot for a Kid": ("regulation-slingshot", "class-kid", "fire-ants", "", 1 + 3),
    "the slingshot for another": ("regulation-slingshot", "", "fire-ants", "", 1),
    "the press pass for a Blogger": ("expired-press-pass", "class-blogger", "fire-ants", "", 2 + 2),
    "the press pass for another": ("expired-press-pass", "", "fire-ants", "", 2),
    "the vacuum cleaner against Undead": (
        "ectoplasmic-vacuum-cleaner",
        "class-scientist",
        "mummified-accountant",
        "",
        4 + 3,
    ),
    "the vacuum cleaner against others": ("ectoplasmic-vacuum-cleaner", "class-scientist", "fire-ants", "", 4),
    "the harpoon against a Shark": ("museum-harpoon", "", "sidewalk-shark", "", 3 + 4),
    "the harpoon against others": ("museum-harpoon", "", "fire-ants", "", 3),
    "the Geiger counter under three Seals": (
        "lucky-geiger-counter",
        "",
        "fire-ants",
        "seal-lights-out seal-restless-graves seal-panic-buying",
        1,
    ),
    "the Geiger counter under four": (
        "lucky-geiger-counter",
        "",
        "fire-ants",
        "seal-lights-out seal-restless-graves seal-doom seal-panic-buying",
        1 + 2,
    ),
}


@pytest.mark.parametrize("name", CONDITIONAL)
def test_items_with_a_condition(name):
    card, class_card, monster, seals, bonus = CONDITIONAL[name]
    t = table(seat(5, items=[card], classes=class_card), seat(), doors=monster, seals=seals).do(0, "open_door")
    assert t.fighters == 5 + bonus


def test_fifteen_year_supply_hides_a_militia_from_beer_shortage():
    goods = {"items": "fifteen-year-supply", "classes": "class-militia"}
    t = table(seat(5, **goods), seat(classes="class-militia#2"), doors="fire-ants", seals="seal-beer-shortage")
    t.do(0, "open_door")
    assert t.monsters == 10 + 1 + 3  # only the other Militia counts


@pytest.mark.rules("MUNCH-6.20")
def test_munch_23_11_bug_out_bag_holds_a_sixth_card():
    hand = "tire-iron nail-gun riot-helmet zoo-escape sinkhole"
    t = table(seat(2, hand=f"{hand} bird-flu", items="bug-out-bag"), seat(), phase="TURN_END").do(0, "end_turn")
    assert t.state.active == 1
    t = table(seat(2, hand=f"{hand} bird-flu acid-rain", items="bug-out-bag"), seat(), phase="TURN_END")
    t.do(0, "end_turn")
    assert (t.phase, t.state.charity.surplus) == ("CHARITY", 1)


ENHANCERS = {
    "chrome-plated": (1, 200, 0),
    "covered-in-spikes": (2, 300, 0),
    "slightly-on-fire": (2, 300, 0),
    "nuclear-powered": (3, 400, 0),
    "held-by-zip-ties": (1, 100, 1),
}


def test_these_are_all_item_enhancers():
    assert set(ENHANCERS) == {card.id for card in CATALOGUE.cards.values() if card.type == "item_enhancer"}


@pytest.mark.parametrize("card", ENHANCERS)
@pytest.mark.rules("MUNCH-18.7")
def test_munch_17_18_an_enhancer_improves_its_item(card):
    bonus, gold, escape = ENHANCERS[card]
    t = table(seat(5, hand=card, items="tire-iron"), seat(), doors="fire-ants")
    t.do(0, "attach_to_item", card=card, item="tire-iron").do(0, "add_to_sale", card="tire-iron")
    assert t.happened("SaleChanged")[0].total == 300 + gold
    t.do(0, "cancel_sale").do(0, "open_door")
    assert t.fighters == 5 + 2 + bonus
    t.runs().do(0, "roll_escape", monster="m1", dice=[6])
    assert t.happened("EscapeRolled")[0].modifier == escape


@pytest.mark.parametrize("card", ENHANCERS)
def test_an_item_holds_one_enhancer_and_a_one_shot_none(card):
    other = "covered-in-spikes" if card != "covered-in-spikes" else "chrome-plated"
    t = table(seat(5, hand=card, items=[item("tire-iron", enhancers=other), "powdered-water"]), seat(items="nail-gun"))
    t.refuses(0, "attach_to_item", "enhancer_limit", card=card, item="tire-iron")
    t.refuses(0, "attach_to_item", "bad_target", card=card, item="powdered-water")


def test_munch_c_6_improvised_weapon_holds_any_number_and_improves_each():
    t = table(seat(5, hand="chrome-plated nuclear-powered", items="improvised-weapon"), seat(), doors="fire-ants")
    t.do(0, "attach_to_item", card="chrome-plated", item="improvised-weapon")
    t.do(0, "attach_to_item", card="nuclear-powered", item="improvised-weapon").do(0, "open_door")
    assert t.fighters == 5 + 1 + (1 + 2) + (3 + 2)


def test_improvised_weapon_with_enhancers_can_be_sold_for_theirs():
    """Worthless alone; with what lies on it, it has a value."""
    weapon = item("improvised-weapon", enhancers="nuclear-powered chrome-plated")
    t = table(seat(5, items=[weapon]), seat()).do(0, "add_to_sale", card="improvised-weapon")
    assert t.happened("SaleChanged")[0].total == 600
