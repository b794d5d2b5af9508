"""The forty Monsters: strength, reward, what they have against whom, how they pursue, and their Bad Stuff."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.games.munchkin_apocalypse.table import CATALOGUE, Table, seat, stowed, table


class Printed(NamedTuple):
    strength: int  # against a lone classless fighter of Level 17 and no Seals
    treasures: int
    levels: int
    escape: int  # what it adds to the escape die
    spares: int = 0  # runners up to this Level escape without a roll
    tag: str = ""


MONSTERS = {
    "shark-in-a-bucket": Printed(1, 1, 1, 1, tag="shark"),
    "expired-burrito": Printed(1, 1, 1, 0),
    "undead-mall-walker": Printed(1, 1, 1, 0, tag="undead"),
    "feral-unpaid-intern": Printed(1, 1, 1, 0),
    "overgrown-houseplant": Printed(2, 1, 1, 0),
    "ghost-of-a-tax-inspector": Printed(2, 1, 1, 0, tag="undead"),
    "glowing-squirrels": Printed(2, 1, 1, 1),
    "lost-parcel-robot": Printed(2, 1, 1, 0),
    "radioactive-pigeons": Printed(3, 1, 1, 0),
    "vengeful-vending-machine": Printed(3, 1, 1, 2),
    "street-corner-prophet": Printed(3, 1, 1, 0),
    "sidewalk-shark": Printed(4, 2, 1, 0, tag="shark"),
    "militant-knitting-circle": Printed(4, 1, 1, 0),
    "reanimated-roadkill": Printed(4, 1, 1, 1, tag="undead"),
    "carnivorous-salad-bar": Printed(4, 2, 1, 0),
    "stranded-robo-taxi": Printed(5 + 2, 2, 1, -1),
    "bunker-cult-recruiters": Printed(5 + 2, 2, 1, 0),
    "mean-office-supplies": Printed(6, 2, 1, 0),
    "mummified-accountant": Printed(6, 2, 1, 0, tag="undead"),
    "acid-slugs": Printed(6, 2, 1, 1),
    "sentient-storm-cloud": Printed(6, 2, 1, 0),
    "gorilla-choir": Printed(7, 2, 1, 0),
    "toxic-mold": Printed(8, 2, 1, 0),
    "horde-of-hungry-undead": Printed(8, 2, 1, 0, tag="undead"),
    "parking-lot-shark": Printed(8, 2, 1, 0, tag="shark"),
    "karaoke-locusts": Printed(8, 2, 1, 0),
    "lawnmower-stampede": Printed(8, 3, 1, 0),
    "vampire-landlord": Printed(9, 3, 1, 0, tag="undead"),
    "fire-ants": Printed(10, 3, 1, 0),
    "mole-people-union": Printed(10, 3, 1, 0, spares=2),
    "zombie-marching-band": Printed(10 + 2, 3, 1, 0, tag="undead"),
    "unexploded-bomb": Printed(10, 3, 1, -1),
    "octobear": Printed(12, 3, 1, -1),
    "rogue-thermostat": Printed(12, 3, 1, 0),
    "huge-hyperintelligent-shark": Printed(14, 4, 1, 0, spares=2, tag="shark"),
    "kitten-the-size-of-a-mall": Printed(14, 4, 1, 0),
    "horsemen-on-scooters": Printed(16, 4, 2, 0, spares=3),
    "nuclear-winter-yeti": Printed(16, 4, 2, 0, spares=3),
    "tiamutt": Printed(18, 5, 2, -1, spares=4),
    "city-stomping-lizard": Printed(20, 5, 2, 0, spares=4),
}


def meets(monster: str, *players: Any, **kwargs: Any) -> Table:
    """Seat 0 opens the door and meets this Monster."""
    return table(*players, doors=monster, **kwargs).do(0, "open_door")


def test_these_are_all_monsters():
    assert set(MONSTERS) == {card.id for card in CATALOGUE.cards.values() if card.type == "monster"}


@pytest.mark.parametrize("monster", MONSTERS)
@pytest.mark.rules("MUNCH-7.4", "MUNCH-12.2", "MUNCH-12.7", "MUNCH-12.9")
def test_munch_1_8_each_card_is_one_monster_with_its_strength_and_reward(monster):
    printed = MONSTERS[monster]
    t = meets(monster, seat(17, items="suitcase-nuke"), seat(), epic=True)
    assert (t.fighters, t.monsters) == (17, printed.strength)
    t.do(0, "play_one_shot", card="suitcase-nuke", side="fighters").wins()
    (killed,) = t.happened("MonstersKilled")
    (gained,) = t.happened("LevelGained")
    assert killed.levels == gained.amount == printed.levels
    assert t.level() == 17 + printed.levels
    doors = 1 if monster == "feral-unpaid-intern" else 0
    assert len(t.hand()) == printed.treasures + doors
    assert t.is_discarded(monster)
    assert t.phase == "TURN_END"


@pytest.mark.parametrize("monster", MONSTERS)
@pytest.mark.rules("MUNCH-8.8", "MUNCH-8.9")
def test_munch_8_10_only_a_monster_of_the_same_tag_joins_it(monster):
    undead = "mummified-accountant" if monster != "mummified-accountant" else "vampire-landlord"
    shark = "sidewalk-shark" if monster != "sidewalk-shark" else "parking-lot-shark"
    for joining, tag in ((undead, "undead"), (shark, "shark")):
        t = meets(monster, seat(), seat(hand=joining))
        if tag == MONSTERS[monster].tag:
            t.do(1, "join_horde", card=joining)
            assert len(t.state.combat.monsters) == 2
        else:
            t.refuses(1, "join_horde", "horde_not_present", card=joining)


@pytest.mark.parametrize("monster", MONSTERS)
@pytest.mark.rules("MUNCH-13.4")
def test_munch_13_3_five_or_more_with_what_the_monster_adds_is_an_escape(monster):
    modifier = MONSTERS[monster].escape
    for total in (5, 4):
        t = meets(monster, seat(5), seat(), next_seals="seal-panic-buying").runs()
        t.do(0, "roll_escape", monster="m1", dice=[total - modifier])
        (rolled,) = t.happened("EscapeRolled")
        (resolved,) = t.happened("EscapeResolved")
        assert (rolled.modifier, rolled.total) == (modifier, total)
        assert resolved.escaped == (total == 5)


@pytest.mark.parametrize("monster", MONSTERS)
def test_munch_13_11_some_monsters_let_low_levels_go(monster):
    spared = MONSTERS[monster].spares
    for level in (1, 2, 3, 4, 5):
        t = meets(monster, seat(level), seat(), next_seals="seal-panic-buying").runs()
        t.do(0, "roll_escape", monster="m1", dice=[] if level <= spared else [6])
        (resolved,) = t.happened("EscapeResolved")
        assert resolved.escaped
        assert resolved.automatic == (level <= spared)


class Case(NamedTuple):
    monster: str
    strength: int
    fighter: Any
    helper: Any = None
    seals: str = ""


KID, BLOGGER, MILITIA, SCIENTIST = "class-kid", "class-blogger", "class-militia", "class-scientist"
MODIFIERS = {
    "the burrito is stronger with a Kid": Case("expired-burrito", 3, seat(classes=KID)),
    "the burrito is not stronger without one": Case("expired-burrito", 1, seat(classes=MILITIA)),
    "a Kid as helper makes it stronger too": Case("carnivorous-salad-bar", 7, seat(), seat(classes=KID)),
    "two Kids count once": Case("carnivorous-salad-bar", 7, seat(classes=KID), seat(classes="class-kid#2")),
    "the salad bar against others": Case("carnivorous-salad-bar", 4, seat()),
    "the houseplant is weaker with a Scientist": Case("overgrown-houseplant", 0, seat(classes=SCIENTIST)),
    "the pigeons are weaker with headgear": Case("radioactive-pigeons", 1, seat(items="colander-helmet")),
    "the pigeons do not mind stowed headgear": Case("radioactive-pigeons", 3, seat(items=[stowed("colander-helmet")])),
    "the pigeons do not mind armour": Case("radioactive-pigeons", 3, seat(items="duct-tape-vest")),
    "the prophet under two Seals": Case("street-corner-prophet", 3 + 2, seat(), seals="seal-panic-buying seal-doom"),
    "the prophet under three": Case(
        "street-corner-prophet", 3 + 3 + 3, seat(), seals="seal-panic-buying seal-lights-out seal-doom"
    ),
    "the knitting circle likes armour": Case("militant-knitting-circle", 6, seat(items="duct-tape-vest")),
    "the knitting circle sees the helper's armour": Case(
        "militant-knitting-circle", 6, seat(), seat(items="duct-tape-vest")
    ),
    "the taxi at Level 5": Case("stranded-robo-taxi", 5, seat(5)),
    "the taxi at Level 6": Case("stranded-robo-taxi", 7, seat(6)),
    "the taxi does not look at the helper": Case("stranded-robo-taxi", 5, seat(1), seat(9)),
    "the recruiters against one": Case("bunker-cult-recruiters", 7, seat()),
    "the recruiters against two": Case("bunker-cult-recruiters", 5, seat(), seat()),
    "the office supplies with a Scientist": Case("mean-office-supplies", 9, seat(classes=SCIENTIST)),
    "the choir against two": Case("gorilla-choir", 9, seat(), seat()),
    "the mold is weaker with a Scientist": Case("toxic-mold", 6, seat(classes=SCIENTIST)),
    "the horde is weaker with a Blogger": Case("horde-of-hungry-undead", 5, seat(classes=BLOGGER)),
    "the parking-lot shark is stronger with a Militia": Case("parking-lot-shark", 10, seat(classes=MILITIA)),
    "the band is stronger with somebody classless": Case("zombie-marching-band", 12, seat()),
    "the band when all have a class": Case("zombie-marching-band", 10, seat(classes=KID)),
    "the band sees a classless helper": Case("zombie-marching-band", 12, seat(classes=KID), seat()),
    "the thermostat is stronger with a Blogger": Case("rogue-thermostat", 15, seat(classes=BLOGGER)),
    "the kitten is weaker with a Kid": Case("kitten-the-size-of-a-mall", 11, seat(classes=KID)),
    "the lizard is weaker with a Militia": Case("city-stomping-lizard", 18, seat(classes=MILITIA)),
}


@pytest.mark.parametrize("name", MODIFIERS)
@pytest.mark.rules("MUNCH-7.9", "MUNCH-11.11")
def test_munch_7_11_what_a_monster_has_against_participants_counts_once(name):
    case = MODIFIERS[name]
    t = meets(case.monster, case.fighter, case.helper or seat(), seals=case.seals)
    if case.helper is not None:
        t.state = with_helper(t.state)
    assert t.monsters == case.strength


def with_helper(state: Any) -> Any:
    """Seat 1 helps, whoever is winning."""
    from msgspec.structs import replace

    return replace(state, combat=replace(state.combat, helper=1, first_pick=1))


def test_a_class_of_a_bystander_is_nothing_to_the_monster():
    t = meets("expired-burrito", seat(), seat(classes=KID))
    assert t.monsters == 1


def test_lost_parcel_robot_brings_a_blogger_one_treasure_more():
    t = meets("lost-parcel-robot", seat(5, classes=BLOGGER), seat()).wins()
    assert len(t.hand()) == 2


def test_sentient_storm_cloud_takes_the_bonus_of_headgear():
    t = meets("sentient-storm-cloud", seat(3, items="riot-helmet duct-tape-vest"), seat())
    assert t.fighters == 3 + 1


def test_sentient_storm_cloud_silences_the_text_of_headgear_too():
    """The Propeller Beanie gives a Kid +2 by a clause, the Smiling Gas Mask keeps Bird Flu away by another."""
    t = meets("sentient-storm-cloud", seat(3, items="propeller-beanie", classes=KID), seat())
    assert t.fighters == 3
    t = meets("sentient-storm-cloud", seat(3, items="smiling-gas-mask"), seat(hand="bird-flu"), seat())
    t.do(1, "play_disaster", card="bird-flu", target=0)
    assert t.level() == 2


def test_karaoke_locusts_let_nobody_help():
    t = meets("karaoke-locusts", seat(hand="drafted-on-the-spot"), seat(), seat())
    t.refuses(0, "open_deal", "help_forbidden", kind="help", partner=1)
    t.refuses(0, "play_special", "help_forbidden", card="drafted-on-the-spot", target=1)


def test_vampire_landlord_makes_the_fighter_discard_on_entering():
    t = meets("vampire-landlord", seat(hand="warm-energy-drink jar-of-hornets"), seat())
    assert (t.phase, t.state.choice.kind, t.state.choice.seat) == ("CHOICE", "hand_card", 0)
    t.choose("jar-of-hornets")
    assert t.hand() == ["warm-energy-drink"]
    assert t.is_discarded("jar-of-hornets")
    assert t.phase == "COMBAT"


def test_feral_unpaid_intern_gives_the_victor_a_door():
    t = table(seat(5), seat(), doors="feral-unpaid-intern zoo-escape", treasures="tire-iron").do(0, "open_door").wins()
    assert t.hand() == ["tire-iron", "zoo-escape"]


def test_lawnmower_stampede_costs_a_card_even_in_escaping():
    t = meets("lawnmower-stampede", seat(5, hand="jar-of-hornets warm-energy-drink"), seat()).runs().rolls(6)
    t.choose("jar-of-hornets")
    assert t.hand() == ["warm-energy-drink"]
    assert t.level() == 5
    assert t.phase == "TURN_END"


def test_horsemen_on_scooters_cost_a_level_even_in_escaping():
    t = meets("horsemen-on-scooters", seat(5), seat()).runs().rolls(6)
    assert t.level() == 4
    t = meets("horsemen-on-scooters", seat(3), seat()).runs().do(0, "roll_escape", monster="m1")
    assert t.level() == 2


class BadStuff(NamedTuple):
    level: int = 6
    items: str = ""  # lost, beside those chosen
    choices: tuple[str, ...] = ()  # what the victim gives up, in the order asked
    random: tuple[str, ...] = ()  # what chance takes from the hand
    whole_hand: bool = False
    loses_class: bool = False
    seals: int = 0
    dies: bool = False


ITEMS = ("colander-helmet", "duct-tape-vest", "steel-toed-waders", "tire-iron", "nail-gun", "diesel-generator")
HAND = ("powdered-water", "molotov-smoothie", "chrome-plated")
BAD_STUFF = {
    "shark-in-a-bucket": BadStuff(items="steel-toed-waders"),
    "expired-burrito": BadStuff(choices=("chrome-plated",)),
    "undead-mall-walker": BadStuff(items="colander-helmet"),
    "overgrown-houseplant": BadStuff(level=5),
    "ghost-of-a-tax-inspector": BadStuff(items="diesel-generator"),
    "glowing-squirrels": BadStuff(random=("chrome-plated",)),
    "lost-parcel-robot": BadStuff(choices=("powdered-water", "chrome-plated")),
    "radioactive-pigeons": BadStuff(items="colander-helmet"),
    "vengeful-vending-machine": BadStuff(items="diesel-generator"),
    "street-corner-prophet": BadStuff(loses_class=True),
    "sidewalk-shark": BadStuff(level=5, items="steel-toed-waders"),
    "militant-knitting-circle": BadStuff(items="duct-tape-vest"),
    "reanimated-roadkill": BadStuff(random=("powdered-water", "chrome-plated")),
    "carnivorous-salad-bar": BadStuff(level=5),
    "stranded-robo-taxi": BadStuff(level=5, items="steel-toed-waders"),
    "bunker-cult-recruiters": BadStuff(loses_class=True),
    "mean-office-supplies": BadStuff(choices=("molotov-smoothie", "powdered-water")),
    "mummified-accountant": BadStuff(items="diesel-generator", choices=("powdered-water",)),
    "acid-slugs": BadStuff(items="duct-tape-vest steel-toed-waders"),
    "sentient-storm-cloud": BadStuff(level=5),
    "gorilla-choir": BadStuff(level=5, items="colander-helmet"),
    "toxic-mold": BadStuff(items="duct-tape-vest"),
    "horde-of-hungry-undead": BadStuff(level=4),
    "parking-lot-shark": BadStuff(choices=("nail-gun",)),
    "karaoke-locusts": BadStuff(whole_hand=True),
    "lawnmower-stampede": BadStuff(level=5, items="steel-toed-waders"),
    "fire-ants": BadStuff(level=5, items="steel-toed-waders"),
    "mole-people-union": BadStuff(level=5, items="diesel-generator"),
    "zombie-marching-band": BadStuff(level=4),
    "unexploded-bomb": BadStuff(level=5, seals=1),
    "octobear": BadStuff(items="tire-iron nail-gun"),
    "rogue-thermostat": BadStuff(level=5, whole_hand=True),
    "huge-hyperintelligent-shark": BadStuff(dies=True),
    "kitten-the-size-of-a-mall": BadStuff(level=4, items="diesel-generator"),
    "horsemen-on-scooters": BadStuff(level=4, seals=1),
    "nuclear-winter-yeti": BadStuff(dies=True),
    "tiamutt": BadStuff(dies=True),
    "city-stomping-lizard": BadStuff(dies=True),
}


@pytest.mark.parametrize("monster", BAD_STUFF)
def test_munch_13_7_failing_brings_the_bad_stuff_on_the_runner(monster):
    bad = BAD_STUFF[monster]
    t = table(
        seat(6, hand=" ".join(HAND), items=ITEMS, classes=KID), seat(), doors=monster, next_seals="seal-rain-of-frogs"
    )
    t.do(0, "open_door").runs().rolls(1, more=[tuple(f"{card}#1" for card in bad.random)] if bad.random else [])
    for card in bad.choices:
        t.choose(card)
    if bad.dies:
        assert len(t.happened("CharacterDied")) == 1
        assert not t.state.players[0].is_alive
        assert (t.phase, t.level()) == ("LOOTING", 6)
        return
    gone = {*bad.items.split(), *bad.choices, *bad.random}
    assert t.items() == sorted(set(ITEMS) - gone)
    assert t.hand() == ([] if bad.whole_hand else sorted(set(HAND) - gone))
    assert all(t.is_discarded(card) for card in gone)
    assert t.level() == bad.level
    assert t.classes() == ([] if bad.loses_class else [KID])
    assert len(t.open_seals) == bad.seals
    assert len(t.happened("CombatEnded")) == 1
    assert t.phase == "TURN_END"


def test_feral_unpaid_intern_passes_a_random_card_to_the_left():
    t = meets("feral-unpaid-intern", seat(hand="jar-of-hornets tire-iron"), seat(), seat(hand="nail-gun")).runs()
    t.rolls(1, more=[("tire-iron#1",)])
    assert (t.hand(0), t.hand(1), t.hand(2)) == (["jar-of-hornets"], ["tire-iron"], ["nail-gun"])


def test_vampire_landlord_takes_two_items_of_the_victims_choice():
    t = meets("vampire-landlord", seat(6, items=ITEMS), seat()).runs().rolls(1)
    t.choose("tire-iron").choose("diesel-generator")
    assert t.items() == ["colander-helmet", "duct-tape-vest", "nail-gun", "steel-toed-waders"]
    assert t.phase == "TURN_END"


@pytest.mark.parametrize("monster", ["street-corner-prophet", "bunker-cult-recruiters"])
def test_without_a_class_to_lose_it_is_a_level(monster):
    t = meets(monster, seat(6), seat()).runs().rolls(1)
    assert t.level() == 5


@pytest.mark.rules("MUNCH-C.4")
def test_munch_2_10_what_is_not_there_cannot_be_lost_and_the_rest_still_is():
    t = meets("fire-ants", seat(6), seat()).runs().rolls(1)
    assert t.level() == 5


def test_munch_15_4_no_level_is_lost_below_the_first():
    t = meets("horde-of-hungry-undead", seat(2), seat()).runs().rolls(1)
    assert t.level() == 1
