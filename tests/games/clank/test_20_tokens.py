"""Section 20: every kind of token."""

import pytest

from games.clank import GAME
from games.clank.commands import TakeToken, TrashCard, UsePotion
from games.clank.events import PotionUsed, RageAdvanced, TokenBoxed, TokenTaken
from games.decider import IllegalMove
from tests.games.clank.table import END, at_table, do, kinds, names, of_type, pools, thief


def taken(kind, **me):
    given = at_table(thief("A02", **me), at={"A02": kind}, phase="TOKEN_CHOICE")
    return do(given, TakeToken(seat=0, token_slot=0))


def drunk(kind, **me):
    return do(at_table(thief(tokens=kind, **me)), UsePotion(seat=0, token_id=kind))


POTIONS = ["potion_greater_healing", "potion_healing", "potion_strength", "potion_swiftness"]


@pytest.mark.parametrize("kind", POTIONS)
def test_potions_are_kept_when_taken(kind):
    after, events = taken(kind)
    assert kinds(after.players[0].tokens) == [kind]
    assert [type(event) for event in events] == [TokenTaken]


def test_clank_20_1_potion_of_greater_healing_heals_two():
    after, events = drunk("potion_greater_healing", damage=5)
    assert after.players[0].meter == 3
    assert kinds(after.box) == ["potion_greater_healing"]
    assert (type(events[0]), type(events[-1])) == (PotionUsed, TokenBoxed)


def test_clank_20_2_a_chalice_is_kept_and_is_no_artifact():
    after, _ = taken("chalice", tokens="artifact_5")
    assert kinds(after.players[0].tokens) == ["artifact_5", "chalice"]
    assert after.rage == 1


def test_clank_20_3_flash_of_brilliance_draws_three_cards():
    after, _ = taken("flash_of_brilliance", deck="sneak tattle search swagger")
    assert names(after.players[0].hand) == ["sneak", "tattle", "search"]
    assert (after.players[0].tokens, kinds(after.box)) == ((), ["flash_of_brilliance"])


def test_clank_20_4_greater_treasure_is_five_gold():
    after, _ = taken("greater_treasure")
    assert (after.players[0].gold, kinds(after.box)) == (5, ["greater_treasure"])


def test_clank_20_5_greater_skill_boost_is_five_skill():
    after, _ = taken("greater_skill_boost")
    assert (pools(after), kinds(after.box)) == ((5, 0, 0), ["greater_skill_boost"])


def test_clank_20_6_potion_of_healing_heals_one():
    after, _ = drunk("potion_healing", damage=5)
    assert (after.players[0].meter, after.players[0].tokens) == (4, ())


def test_clank_20_7_potion_of_strength_gives_two_swords():
    assert pools(drunk("potion_strength")[0]) == (0, 2, 0)


def test_clank_20_8_potion_of_swiftness_gives_a_boot():
    assert pools(drunk("potion_swiftness")[0]) == (0, 0, 1)


def test_clank_20_9_magic_spring_makes_one_trash_a_card():
    after, _ = taken("magic_spring", play="burgle stumble")
    assert kinds(after.box) == ["magic_spring"]
    choosing, _ = do(after, END)
    assert choosing.phase == "TRASH_CHOICE"
    ended, _ = do(choosing, TrashCard(seat=0, card_id="stumble"))
    assert names(ended.players[0].trashed) == ["stumble"]


def test_clank_20_10_skill_boost_is_two_skill():
    after, _ = taken("skill_boost")
    assert (pools(after), kinds(after.box)) == ((2, 0, 0), ["skill_boost"])


def test_clank_20_11_treasure_is_two_gold():
    after, _ = taken("treasure")
    assert (after.players[0].gold, kinds(after.box)) == (2, ["treasure"])


def test_clank_20_12_a_dragon_egg_is_kept_and_angers_the_dragon():
    after, events = taken("dragon_egg")
    assert kinds(after.players[0].tokens) == ["dragon_egg"]
    assert of_type(events, RageAdvanced) == [
        RageAdvanced(from_space=1, to_space=2, cause="dragon_egg", rule="CLANK-20.12 CLANK-13.9")
    ]


def test_clank_20_13_an_idol_is_kept():
    after, _ = taken("monkey_idol")
    assert kinds(after.players[0].tokens) == ["monkey_idol"]
    assert after.rage == 1


@pytest.mark.parametrize("value", [5, 7, 10, 15, 20, 25, 30])
def test_every_artifact_is_kept_and_angers_the_dragon(value):
    after, _ = taken(f"artifact_{value}")
    assert (kinds(after.players[0].tokens), after.rage) == ([f"artifact_{value}"], 2)


@pytest.mark.rules("CLANK-X.5", "CLANK-X.6")
def test_clank_20_14_potions_are_for_the_own_turn_and_used_once():
    given = at_table(
        thief(tokens="potion_strength potion_strength potion_swiftness chalice"), thief(tokens="potion_healing")
    )
    after, _ = do(
        given,
        UsePotion(seat=0, token_id="potion_strength"),
        UsePotion(seat=0, token_id="potion_strength.2"),
        UsePotion(seat=0, token_id="potion_swiftness"),
    )
    assert (pools(after), kinds(after.players[0].tokens)) == ((0, 4, 1), ["chalice"])
    with pytest.raises(IllegalMove, match="not_found"):
        do(after, UsePotion(seat=0, token_id="potion_strength"))
    given.when(UsePotion(seat=0, token_id="potion_healing")).then_refused("CLANK-20.14", "not_found")
    given.when(UsePotion(seat=0, token_id="chalice")).then_refused("CLANK-20.14", "wrong_kind")
    given.when(UsePotion(seat=1, token_id="potion_healing")).then_refused("CLANK-2.1", "not_your_turn")


def test_clank_20_14_a_potion_may_be_drunk_in_the_turn_it_is_found():
    after, _ = taken("potion_strength")
    token_id = after.players[0].tokens[0].id
    drunk_now, _ = do(after, UsePotion(seat=0, token_id=token_id))
    assert pools(drunk_now) == (0, 2, 0)
    assert GAME.rules.choices(drunk_now, 0)
