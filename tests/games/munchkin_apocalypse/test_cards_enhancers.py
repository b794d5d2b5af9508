"""Monster Enhancers, Wandering Monster, and the cards that change who is in a combat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.munchkin_apocalypse.table import CATALOGUE, Table, seat, table

ENHANCERS = {  # strength and Treasures that each gives to its Monster
    "skyscraper-sized": (10, 2),
    "foretold-in-prophecy": (10, 2),
    "foaming-at-the-mouth": (5, 1),
    "glows-in-the-dark": (5, 1),
    "back-from-the-grave": (5, 1),
    "back-from-the-grave#2": (5, 1),
    "strap-on-dorsal-fin": (3, 1),
    "travel-size": (-5, -1),
}


def meets(monster: str, *players: Any, **kwargs: Any) -> Table:
    return table(*players, doors=monster, **kwargs).do(0, "open_door")


def test_these_are_all_enhancers():
    cards = [card for card in CATALOGUE.instances if CATALOGUE[card].type == "monster_enhancer"]
    assert len(cards) == len(ENHANCERS) + 1  # Evil Twin has tests of its own


@pytest.mark.parametrize("enhancer", ENHANCERS)
@pytest.mark.rules("MUNCH-8.5", "MUNCH-8.6", "MUNCH-7.27")
def test_munch_8_4_an_enhancer_changes_strength_and_treasures(enhancer):
    bonus, treasures = ENHANCERS[enhancer]
    t = meets("fire-ants", seat(17, items="suitcase-nuke"), seat(hand=enhancer), epic=True)
    t.do(1, "play_monster_enhancer", card=enhancer, monster="m1")
    assert t.monsters == 10 + bonus
    t.do(0, "play_one_shot", card="suitcase-nuke", side="fighters").wins()
    assert len(t.hand()) == 3 + treasures
    assert t.is_discarded(enhancer)


def test_travel_size_never_takes_the_last_treasure():
    t = meets("expired-burrito", seat(), seat(hand="travel-size"))
    t.do(1, "play_monster_enhancer", card="travel-size", monster="m1")
    assert t.monsters == 1 - 5
    assert len(t.wins().hand()) == 1


@pytest.mark.parametrize(
    ("enhancer", "joining"),
    [("back-from-the-grave", "mummified-accountant"), ("strap-on-dorsal-fin", "sidewalk-shark")],
)
def test_munch_8_11_a_tag_from_an_enhancer_lets_others_join(enhancer, joining):
    t = meets("fire-ants", seat(), seat(hand=f"{enhancer} {joining}"))
    t.refuses(1, "join_horde", "horde_not_present", card=joining)
    t.do(1, "play_monster_enhancer", card=enhancer, monster="m1").do(1, "join_horde", card=joining)
    (joined,) = t.happened("MonsterJoined")
    assert joined.via == "horde"


@pytest.mark.parametrize(
    ("enhancer", "present", "bonus"),
    [
        ("back-from-the-grave", "ghost-of-a-tax-inspector", 5),
        ("strap-on-dorsal-fin", "shark-in-a-bucket", 3),
    ],
)
@pytest.mark.rules("MUNCH-8.13")
def test_munch_8_12_an_enhancer_brings_a_monster_of_the_hand_along(enhancer, present, bonus):
    t = meets(present, seat(), seat(hand=f"{enhancer} toxic-mold"))
    before = t.monsters
    t.do(1, "join_horde_with", card=enhancer)
    assert (t.phase, t.state.choice.kind) == ("CHOICE", "monster_from_hand")
    t.choose("toxic-mold")
    assert t.monsters == before + 8 + bonus
    assert t.hand(1) == []


def test_an_enhancer_without_its_tag_in_the_combat_brings_nobody():
    t = meets("fire-ants", seat(), seat(hand="back-from-the-grave toxic-mold"))
    t.refuses(1, "join_horde_with", "horde_not_present", card="back-from-the-grave")
    t = meets("undead-mall-walker", seat(), seat(hand="back-from-the-grave"))
    t.refuses(1, "join_horde_with", "no_monster_in_hand", card="back-from-the-grave")
    t = meets("undead-mall-walker", seat(), seat(hand="glows-in-the-dark toxic-mold"))
    t.refuses(1, "join_horde_with", "wrong_card_type", card="glows-in-the-dark")


def test_evil_twin_copies_a_monster_with_its_enhancers():
    t = meets(
        "fire-ants", seat(17, items="suitcase-nuke"), seat(hand="evil-twin foaming-at-the-mouth travel-size"), epic=True
    )
    t.do(1, "play_monster_enhancer", card="foaming-at-the-mouth", monster="m1")
    t.do(1, "play_monster_enhancer", card="evil-twin", monster="m1")
    (copied,) = t.happened("MonsterCopied")
    assert t.monsters == 2 * (10 + 5)
    t.do(1, "play_monster_enhancer", card="travel-size", monster=copied.new)
    assert t.monsters == 15 + 10
    t.do(0, "play_one_shot", card="suitcase-nuke", side="fighters").wins()
    assert t.level() == 17 + 2
    assert len(t.hand()) == 4 + 3
    assert all(t.is_discarded(card) for card in ("fire-ants", "evil-twin", "foaming-at-the-mouth", "travel-size"))


def test_a_copy_is_run_from_separately():
    t = meets("fire-ants", seat(5), seat(hand="evil-twin"))
    t.do(1, "play_monster_enhancer", card="evil-twin", monster="m1")
    (copied,) = t.happened("MonsterCopied")
    t.runs().rolls(6).rolls(1, copied.new)
    assert t.level() == 4
    assert t.phase == "TURN_END"


@pytest.mark.parametrize("card", ["wandering-monster", "wandering-monster#2", "wandering-monster#3"])
def test_munch_8_7_wandering_monster_brings_one_of_the_hand(card):
    t = meets("expired-burrito", seat(), seat(hand=f"{card} toxic-mold fire-ants"))
    t.do(1, "play_wandering_monster", card=card)
    assert t.state.choice.kind == "monster_from_hand"
    t.choose("toxic-mold")
    assert t.monsters == 1 + 8
    assert t.hand(1) == ["fire-ants"]


def test_wandering_monster_needs_a_monster():
    t = meets("expired-burrito", seat(), seat(hand="wandering-monster zoo-escape"))
    t.refuses(1, "play_wandering_monster", "no_monster_in_hand", card="wandering-monster")


def test_wandering_monster_asks_even_with_one_monster():
    t = meets("expired-burrito", seat(), seat(hand="wandering-monster toxic-mold"))
    t.do(1, "play_wandering_monster", card="wandering-monster")
    assert t.phase == "CHOICE"


def test_mistaken_identity_exchanges_a_monster():
    t = meets("tiamutt", seat(), seat(hand="mistaken-identity expired-burrito skyscraper-sized"))
    t.do(1, "play_monster_enhancer", card="skyscraper-sized", monster="m1")
    assert t.monsters == 28
    t.do(1, "play_special", card="mistaken-identity", target="m1").choose("expired-burrito")
    (swapped,) = t.happened("MonsterSwapped")
    assert swapped.card == "expired-burrito#1"
    assert t.monsters == 1
    assert all(t.is_discarded(card) for card in ("tiamutt", "skyscraper-sized", "mistaken-identity"))
    assert len(t.do(0, "declare_flight").state.combat.monsters) == 1


def test_mistaken_identity_needs_a_monster_in_hand():
    t = meets("tiamutt", seat(hand="mistaken-identity"), seat())
    t.refuses(0, "play_special", "no_monster_in_hand", card="mistaken-identity", target="m1")


def test_nothing_is_noted_for_a_monster_that_was_exchanged():
    t = meets("tiamutt", seat(9), seat(hand="mistaken-identity expired-burrito"), epic=True)
    t.do(1, "play_special", card="mistaken-identity", target="m1").choose("expired-burrito")
    t.wins()
    assert len(t.hand()) == 1
    assert t.level() == 10


@pytest.mark.rules("MUNCH-11.18")
def test_drafted_on_the_spot_forces_somebody_to_help():
    t = meets("fire-ants", seat(5, hand="drafted-on-the-spot"), seat(), seat(7))
    t.do(0, "play_special", card="drafted-on-the-spot", target=2)
    assert t.state.combat.helper == 2
    assert (t.fighters, t.monsters) == (12, 10)
    t.do(0, "grant_share", count=1).wins()
    assert len(t.state.spoils) == 3
    assert t.phase == "TREASURE_PICK"


def test_a_forced_helper_gets_nothing_unless_granted():
    t = meets("fire-ants", seat(5, hand="drafted-on-the-spot"), seat(7))
    t.do(0, "play_special", card="drafted-on-the-spot", target=1).wins()
    assert len(t.hand(0)) == 3
    assert t.hand(1) == []


def test_drafted_on_the_spot_is_for_the_fighter():
    t = meets("fire-ants", seat(5), seat(hand="drafted-on-the-spot"), seat())
    t.refuses(1, "play_special", "not_fighter", "MUNCH-9.8", card="drafted-on-the-spot", target=2)


def test_drafted_on_the_spot_takes_nobody_twice_nor_oneself_nor_the_paranoid():
    t = meets("fire-ants", seat(hand="drafted-on-the-spot"), seat(paranoia="paranoia-trust-nobody"), seat(), seat())
    t.refuses(0, "play_special", "bad_target", card="drafted-on-the-spot", target=0)
    t.refuses(0, "play_special", "help_forbidden", card="drafted-on-the-spot", target=1)
    t.helped_by(2).refuses(0, "play_special", "already_helped", card="drafted-on-the-spot", target=3)
