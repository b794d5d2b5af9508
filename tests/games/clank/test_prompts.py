"""What the active seat is asked in Clank!."""

from __future__ import annotations

from games.clank import GAME
from games.clank.catalogue import CARDS, TOKENS
from games.clank.state import Owed
from games.clank.wording import ON_DEFEAT, ON_PLAY, ON_USE, tell_effects
from tests.games.clank.table import END, do, table, thief


def prompt(state):
    return GAME.presentation.prompt(state, 0)


def words(state):
    return {
        one.label: one
        for one in (GAME.presentation.describe(state, 0, template) for template in GAME.rules.choices(state, 0))
    }


def test_the_turn_is_to_play_and_then_to_spend():
    assert prompt(table(thief(hand="burgle"))) == "Your turn: play your cards, then spend."
    assert prompt(table(thief(), skill=3, swords=1)) == "You have 3 Skill and 1 Sword left to spend."
    assert prompt(table(thief())) == "You have played your cards."
    assert GAME.presentation.prompt(table(thief()), 1) is None


GONE = thief("A00", status="left", tokens="artifact_15 mastery")


def test_the_countdown_says_how_many_turns_are_left():
    """CLANK-16.3: as many as the spaces that the countdown player still walks, each once in a lap."""
    for space, left in ((1, 3), (2, 2), (3, 1)):
        told = table(thief(), GONE, countdown=(1, space))
        assert prompt(told) == f"You have played your cards. The countdown runs: after this turn you have {left} more."
    last = table(thief(hand="burgle"), GONE, countdown=(1, 4))
    assert prompt(last) == (
        "Your turn: play your cards, then spend. This is your last turn: get out now, or you are knocked out."
    )
    assert prompt(table(GONE, thief(), countdown=(0, 4))) == "You have played your cards.", "who is out is out"


def test_the_end_of_a_turn_says_what_the_countdown_does_then():
    def effect(space, *others):
        return words(table(thief(), GONE, *others, countdown=(1, space)))["End the turn"].effect

    attack = "You draw a new hand. When the countdown moves on, the dragon attacks with {} more."
    assert [effect(space) for space in (1, 2, 3)] == [attack.format(one) for one in ("1 cube", "2 cubes", "3 cubes")]
    closed = "You draw a new hand. When the countdown moves on, whoever is still in the dungeon is knocked out."
    assert effect(4) == effect(4, thief()) == closed


def test_as_many_turns_as_were_told_are_played():
    state = table(thief(deck=""), GONE, countdown=(1, 1))
    for turns, cubes in enumerate((3, 4, 5, 0)):
        told = prompt(state)
        assert (f"after this turn you have {3 - turns} more" in told) == (turns < 3)
        assert ("your last turn" in told) == (turns == 3)
        state, _ = do(state, END, dice=[("black",) * cubes] if cubes else [])
    assert state.outcome is not None


def test_a_card_says_what_it_brings_and_what_has_to_be_named():
    found = words(table(thief(hand="burgle apothecary"), row="- ladder - - - -"))
    assert found["Play Burgle"].effect == "1 Skill."
    assert found["Play Apothecary"].effect == "Discard another card: 3 Swords, 2 gold or heal 1."
    assert found["Play Apothecary"].names["option"] == ("3 Swords", "2 gold", "Heal 1")
    assert found["Play Apothecary"].names["discard_card_id"] == ("Burgle",)


def test_what_is_for_sale_has_its_price():
    found = words(table(thief(), skill=4, swords=3, row="ogre ladder sapphire - - -"))
    assert found["Buy Sapphire (4 Skill)"].names == {"slot": ("Sapphire (4 Skill)",)}
    assert found["Buy from the reserve"].names["pile"] == ("Mercenary (2 Skill)", "Explore (3 Skill)")
    assert found["Fight a monster"].names == {"target": ("Ogre (3 Swords)", "Goblin (2 Swords)")}
    assert found["Use Ladder (3 Skill)"].effect == "2 Boots."
    assert found["End the turn"].effect == "4 Skill and 3 Swords will be lost, and you draw a new hand."
    assert found["End the turn"].group == "end"


def test_one_monster_is_fought_by_name():
    assert words(table(thief(), swords=2))["Fight Goblin (2 Swords)"].effect == "It is defeated: 1 gold."


def test_a_secret_is_known_by_its_back_and_an_artifact_by_its_worth():
    secret = table(thief("A02"), at={"A02": "treasure"}, phase="TOKEN_CHOICE")
    assert prompt(secret) == "You may take a minor secret."
    assert words(secret).keys() == {"Take a minor secret", "Take nothing"}
    two = table(thief("A02"), at={"A02": "treasure skill_boost"}, phase="TOKEN_CHOICE")
    assert words(two)["Take a minor secret"].names["token_slot"] == ("minor secret, left", "minor secret, right")
    artifact = table(thief("A02"), at={"A02": "artifact_20"}, phase="TOKEN_CHOICE")
    assert prompt(artifact) == "You may take an artifact worth 20. An artifact angers the dragon."
    assert words(artifact)["Take an artifact worth 20"].effect.endswith("the dragon gets angrier.")


def test_monsters_on_the_way_are_paid_in_swords_or_in_damage():
    """CLANK-8.3: A-c23 leads from A11 to A17 past two monsters, and each answer says what it costs."""

    def way(swords, **me):
        found = words(table(thief("A11", **me), boots=1, swords=swords))["Walk to North Stall (1 Boot)"]
        return found.names["swords"], found.effect

    names, effect = way(2)
    assert names == ("Take 2 damage", "Spend 1 Sword, take 1 damage", "Spend 2 Swords")
    assert effect == "2 monsters are on the way: for each spend a Sword or take 1 damage."
    names, effect = way(0)
    assert names == ("Take 2 damage",)
    assert effect == "2 monsters are on the way, and you have no Sword: you take 2 damage."
    assert way(0, tokens="potion_strength")[1].endswith("You could drink your Potion of Strength first.")
    assert way(0, tokens="potion_healing")[1] == effect


def test_the_way_out_says_what_it_is_worth():
    out = words(table(thief("A01", tokens="artifact_15"), boots=1))["Leave the dungeon (1 Boot)"]
    assert out.effect == "You go out for good, and get a Mastery worth 20 points."


def test_who_is_out_is_promised_no_new_hand():
    """CLANK-12.4, CLANK-15.7: the turn goes on after leaving, and nothing is drawn at its end."""
    gone = table(GONE, thief(), countdown=(0, 1), skill=1)
    assert words(gone)["End the turn"].effect == "1 Skill will be lost, and you are out."


def test_trashing_is_for_good():
    state = table(thief(play="sneak burgle"), owed=(Owed("any", "magic_spring"),), phase="TRASH_CHOICE")
    assert prompt(state) == "Which card leaves your deck for good?"
    assert set(words(state)["Trash a card"].names["card_id"]) == {"Sneak", "Burgle"}


def test_every_card_and_token_can_be_told():
    for name, kind in CARDS.items():
        assert ON_PLAY[name]
        assert kind.kind != "device" or ON_USE[name]
        assert kind.kind != "monster" or ON_DEFEAT[name]
    for token in TOKENS.values():
        assert bool(tell_effects((*token.taken, *token.used))) == bool(token.taken or token.used)


def test_nobody_is_asked_about_healing_where_nothing_can_be_healed():
    """CLANK-9.2: A10 is a spring; both answers have one name, which a client does not ask about."""

    def names(damage):
        state = table(thief("A06", damage=damage), boots=1)
        (found,) = [one.names["heal"] for one in words(state).values() if "heal" in one.names]
        return found

    assert len(set(names(0))) == 1
    assert names(2) == ("Heal 1 damage there", "Do not heal")
