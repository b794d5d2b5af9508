"""Section 7: combat, what counts in it and what is allowed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.munchkin_apocalypse import GAME
from games.munchkin_apocalypse.strength import strengths
from tests.games.munchkin_apocalypse.table import item, seat, stowed, table
from tests.spec import view_of


@pytest.mark.rules("MUNCH-11.10")
def test_munch_7_1_one_fighter_at_most_one_helper_one_or_more_monsters():
    t = table(seat(), seat(), seat(hand="wandering-monster octobear"), doors="fire-ants")
    t.do(0, "open_door")
    combat = t.state.combat
    assert (combat.fighter, combat.helper, len(combat.monsters)) == (0, None, 1)
    t.helped_by(1)
    t.refuses(2, "open_deal", "already_helped", "MUNCH-11.3", kind="help", partner=0)
    t.do(2, "play_wandering_monster", card="wandering-monster").choose("octobear#1")
    assert len(t.state.combat.monsters) == 2


def test_munch_7_2_at_most_one_combat():
    t = table(seat(hand="octobear"), seat(), doors="fire-ants")
    t.do(0, "open_door")
    t.refuses(0, "open_door", "wrong_phase", "MUNCH-5.2")
    t.refuses(0, "look_for_trouble", "wrong_phase", "MUNCH-5.2", card="octobear")


@pytest.mark.rules("MUNCH-7.3", "MUNCH-7.6")
def test_munch_7_5_the_totals_name_their_parts_and_the_parts_add_up():
    t = table(
        seat(
            5,
            classes="class-militia",
            items=[
                item("tire-iron", both_hands=True),
                item("riot-helmet", enhancers="chrome-plated"),
                stowed("nail-gun"),
            ],
            disasters="rolling-blackout",
            hand="powdered-water molotov-smoothie",
        ),
        seat(3, items="crate-of-beans", hand="glows-in-the-dark"),
        doors="stranded-robo-taxi",
        seals="seal-doom seal-beer-shortage",
    )
    t.do(0, "open_door").helped_by(1)
    t.do(1, "play_monster_enhancer", card="glows-in-the-dark", monster="m1")
    t.do(0, "play_one_shot", card="powdered-water", side="fighters")
    t.do(0, "play_one_shot", card="molotov-smoothie", side="monsters")
    both = strengths(t.state)
    parts = {who: [(part.label, part.amount) for part in parts] for who, parts in both.characters}
    assert parts[0] == [
        ("level", 5),
        ("Tire Iron", 2),
        ("two-handed", 3),
        ("Riot Helmet (Chrome-Plated)", 4),
        ("Disaster! Rolling Blackout", -5),
    ]
    assert parts[1] == [("level", 3), ("Crate of Beans", 2)]
    assert [(part.label, part.amount) for part in both.fighters_side] == [("Powdered Water", 5)]
    ((_, monster),) = both.monsters
    assert [(part.label, part.amount) for part in monster] == [
        ("level", 5),
        ("open Seals", 2),
        ("Glows in the Dark", 5),
        ("Beer Shortage!", 3),
    ]
    assert [(part.label, part.amount) for part in both.monsters_side] == [("Molotov Smoothie", 3)]
    assert (t.fighters, t.monsters) == (5 + 2 + 3 + 4 - 5 + 3 + 2 + 5, 5 + 2 + 5 + 3 + 3)


def test_munch_7_7_a_tie_is_lost():
    t = table(seat(10, items=""), seat(), doors="fire-ants", epic=True)
    t.do(0, "open_door")
    assert (t.fighters, t.monsters) == (10, 10)
    t.refuses(0, "declare_victory", "not_winning", "MUNCH-9.2")
    t.do(0, "declare_flight")


def test_munch_7_8_negative_totals_compare_the_same():
    t = table(
        seat(disasters="rolling-blackout", hand="travel-size"),
        seat(hand="warm-energy-drink"),
        doors="undead-mall-walker",
    )
    t.do(0, "open_door").do(0, "play_monster_enhancer", card="travel-size", monster="m1")
    assert (t.fighters, t.monsters) == (-4, -4)
    t.refuses(0, "declare_victory", "not_winning", "MUNCH-9.2")
    t.do(1, "play_one_shot", card="warm-energy-drink", side="fighters")
    assert t.fighters == -2
    t.wins()
    assert t.level(0) == 2


@pytest.mark.rules("MUNCH-7.14", "MUNCH-7.15")
def test_munch_7_16_participants_and_bystanders_alike_modify_strengths():
    t = table(
        seat(hand="powdered-water"),
        seat(hand="warm-energy-drink", items="molotov-smoothie"),
        seat(hand="glows-in-the-dark level-found-a-cult"),
        doors="fire-ants",
    )
    t.do(0, "open_door").helped_by(1)
    t.do(0, "play_one_shot", card="powdered-water", side="fighters")
    t.do(1, "play_one_shot", card="warm-energy-drink", side="fighters")
    t.do(1, "play_one_shot", card="molotov-smoothie", side="fighters")
    t.do(2, "play_monster_enhancer", card="glows-in-the-dark", monster="m1")
    t.do(2, "play_special", card="level-found-a-cult", target=0)
    assert (t.fighters, t.monsters) == (2 + 1 + 5 + 2 + 3, 15)


LOCKED = [
    ("open_deal", {"kind": "trade", "partner": 2}),
    ("add_to_sale", {"card": "riot-helmet"}),
    ("complete_sale", {}),
    ("play_item", {"card": "colander-helmet"}),
    ("attach_to_item", {"card": "chrome-plated", "item": "riot-helmet"}),
    ("discard_item", {"card": "riot-helmet"}),
    ("wield_item", {"card": "nail-gun"}),
    ("stow_item", {"card": "riot-helmet"}),
    ("set_grip", {"card": "nail-gun", "both": True}),
]


@pytest.mark.parametrize(("command", "params"), LOCKED, ids=[command for command, _ in LOCKED])
@pytest.mark.parametrize("in_flight", [False, True])
@pytest.mark.rules("MUNCH-7.17", "MUNCH-7.18", "MUNCH-7.19", "MUNCH-7.20", "MUNCH-7.21", "MUNCH-17.15", "MUNCH-18.4")
def test_munch_7_22_items_are_locked_for_fighters_and_bystanders(command, params, in_flight):
    goods = {"items": ["riot-helmet", stowed("nail-gun")], "hand": "colander-helmet chrome-plated"}
    for who in (0, 1):
        players = [seat(**goods) if one == who else seat() for one in range(3)]
        t = table(*players, doors="fire-ants", fresh="colander-helmet chrome-plated")
        t.do(0, "open_door")
        if in_flight:
            t.runs()
        t.refuses(who, command, "items_locked", **params)


def test_munch_7_23_the_fighter_fights_with_what_was_in_play_and_one_shots():
    t = table(seat(hand="riot-helmet powdered-water"), seat(), doors="fire-ants")
    t.do(0, "open_door")
    t.refuses(0, "play_item", "items_locked", card="riot-helmet")
    t.do(0, "play_one_shot", card="powdered-water", side="fighters")
    assert t.fighters == 6


def test_munch_7_24_a_helper_lays_no_items_either_not_even_fresh_ones():
    t = table(seat(), seat(hand="zoo-escape"), doors="fire-ants", next_seals="seal-everything-must-go")
    t.do(0, "open_door").helped_by(1)
    t.state = _with_treasure_on_top(t, "riot-helmet")
    t.do(1, "play_disaster", card="zoo-escape", target=1)
    assert t.hand(1) == ["riot-helmet"]
    assert "riot-helmet#1" in t.state.fresh
    t.refuses(1, "play_item", "items_locked", card="riot-helmet")


def _with_treasure_on_top(t, card):
    name = f"{card}#1"
    return replace(t.state, treasures=(name, *(one for one in t.state.treasures if one != name)))


@pytest.mark.rules("MUNCH-16.3")
def test_munch_7_25_the_fighter_may_play_a_class_in_combat_the_helper_only_a_fresh_one():
    t = table(
        seat(hand="class-kid class-militia super-munchkin"),
        seat(hand="class-blogger"),
        doors="kitten-the-size-of-a-mall",
    )
    t.do(0, "open_door").helped_by(1)
    assert t.monsters == 14
    t.do(0, "play_class", card="class-kid")
    assert t.monsters == 11
    t.do(0, "play_super_munchkin", card="super-munchkin", second="class-militia")
    t.refuses(1, "play_class", "not_fresh", "MUNCH-4.11", card="class-blogger")
    t.state = replace(t.state, fresh=("class-blogger#1",))
    t.do(1, "play_class", card="class-blogger")


@pytest.mark.rules("MUNCH-20.6")
def test_munch_7_27_all_cards_of_the_combat_are_discarded_at_its_end():
    t = table(
        seat(5, hand="powdered-water"),
        seat(hand="glows-in-the-dark evil-twin"),
        doors="undead-mall-walker",
    )
    t.do(0, "open_door").do(0, "play_one_shot", card="powdered-water", side="fighters")
    assert not t.is_discarded("powdered-water")
    t.do(1, "play_monster_enhancer", card="glows-in-the-dark", monster="m1")
    t.runs().rolls(6)
    for card in ("undead-mall-walker", "glows-in-the-dark", "powdered-water"):
        assert t.is_discarded(card)
    assert view_of(GAME, t.state, 0)["combat"] is None
