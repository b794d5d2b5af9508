"""Every card: what is printed on it, and what it does."""

import pytest

from games.clank.catalogue import CARDS
from games.clank.commands import AcquireCard, Fight, PlayCard, UseDevice
from games.clank.events import (
    CardDiscarded,
    CardsDrawn,
    ClankAdded,
    ConditionMet,
    DragonAttackStarted,
    FlagSet,
    GoldSpent,
    ReserveTaken,
    TeleportGained,
    TrashOwed,
)
from tests.games.clank.table import END, at_table, do, names, of_type, play, pools, table, thief

# id, kind, copies (of a starter: for one player), cost, points, (Skill, Swords, Boots), place, symbols and tags
PRINTED = [
    ("burgle", "card", 6, 0, 0, (1, 0, 0), "", ""),
    ("stumble", "card", 2, 0, 0, (0, 0, 0), "", ""),
    ("sidestep", "card", 1, 0, 0, (0, 0, 1), "", ""),
    ("scramble", "card", 1, 0, 0, (1, 0, 1), "", ""),
    ("mercenary", "card", 15, 2, 0, (1, 2, 0), "", "companion"),
    ("explore", "card", 15, 3, 0, (2, 0, 1), "", ""),
    ("secret_tome", "card", 12, 7, 7, (0, 0, 0), "", ""),
    ("goblin", "monster", 1, 2, 0, (0, 0, 0), "", ""),
    ("animated_door", "monster", 2, 1, 0, (0, 0, 0), "", "dragon"),
    ("belcher", "monster", 2, 2, 0, (0, 0, 0), "", "dragon"),
    ("cave_troll", "monster", 1, 4, 0, (0, 0, 0), "depths", "dragon"),
    ("crystal_golem", "monster", 2, 3, 0, (0, 0, 0), "crystal_cave", ""),
    ("kobold", "monster", 3, 1, 0, (0, 0, 0), "", "dragon danger"),
    ("ogre", "monster", 2, 3, 0, (0, 0, 0), "", "dragon"),
    ("orc_grunt", "monster", 3, 2, 0, (0, 0, 0), "", "dragon"),
    ("overlord", "monster", 2, 2, 0, (0, 0, 0), "", ""),
    ("watcher", "monster", 3, 3, 0, (0, 0, 0), "", ""),
    ("dragon_shrine", "device", 2, 4, 0, (0, 0, 0), "", "danger"),
    ("ladder", "device", 2, 3, 0, (0, 0, 0), "", ""),
    ("shrine", "device", 3, 2, 0, (0, 0, 0), "", ""),
    ("teleporter", "device", 2, 4, 0, (0, 0, 0), "", ""),
    ("the_vault", "device", 1, 3, 0, (0, 0, 0), "depths", "dragon"),
    ("sapphire", "card", 3, 4, 4, (0, 0, 0), "", "dragon gem"),
    ("emerald", "card", 2, 5, 5, (0, 0, 0), "", "dragon gem"),
    ("ruby", "card", 2, 6, 6, (0, 0, 0), "", "dragon gem"),
    ("diamond", "card", 1, 8, 8, (0, 0, 0), "", "dragon gem"),
    ("dragons_eye", "card", 1, 5, "formula", (0, 0, 0), "depths", "dragon gem"),
    ("apothecary", "card", 1, 3, 2, (0, 0, 0), "", "companion"),
    ("archaeologist", "card", 2, 2, 1, (0, 0, 0), "", "companion"),
    ("cleric_of_the_sun", "card", 2, 3, 1, (2, 1, 0), "", "companion"),
    ("dwarven_peddler", "card", 1, 4, "formula", (0, 0, 1), "", "companion"),
    ("gem_collector", "card", 1, 4, 2, (2, 0, 0), "", "companion"),
    ("invoker_of_the_ancients", "card", 1, 4, 1, (0, 0, 0), "", "companion"),
    ("kobold_merchant", "card", 1, 3, 1, (0, 0, 0), "", "companion"),
    ("master_burglar", "card", 2, 3, 2, (2, 0, 0), "", "companion"),
    ("mister_whiskers", "card", 1, 1, 1, (0, 0, 0), "", "dragon companion"),
    ("monkeybot_3000", "card", 1, 5, 1, (0, 0, 0), "", "dragon companion"),
    ("rebel_captain", "card", 1, 3, 1, (2, 0, 0), "", "companion"),
    ("rebel_miner", "card", 1, 2, 1, (0, 0, 0), "", "companion"),
    ("rebel_scout", "card", 1, 3, 1, (0, 0, 2), "", "companion"),
    ("rebel_soldier", "card", 1, 2, 1, (0, 2, 0), "", "companion"),
    ("the_duke", "card", 1, 5, "formula", (2, 2, 0), "", "companion"),
    ("the_mountain_king", "card", 1, 6, 3, (2, 1, 1), "", "companion"),
    ("the_queen_of_hearts", "card", 1, 6, 3, (3, 1, 0), "", "companion"),
    ("treasure_hunter", "card", 2, 3, 1, (2, 2, 0), "", "companion"),
    ("tunnel_guide", "card", 2, 1, 1, (0, 1, 1), "", "companion"),
    ("wizard", "card", 1, 6, "formula", (3, 0, 0), "", "companion"),
    ("amulet_of_vigor", "card", 1, 7, 3, (4, 0, 0), "", ""),
    ("boots_of_swiftness", "card", 1, 5, 3, (0, 0, 3), "", ""),
    ("bracers_of_agility", "card", 2, 5, 2, (0, 0, 0), "", ""),
    ("brilliance", "card", 1, 6, 0, (0, 0, 0), "", ""),
    ("dead_run", "card", 2, 3, 0, (0, 0, 2), "", ""),
    ("elven_boots", "card", 1, 4, 2, (1, 0, 1), "", ""),
    ("elven_cloak", "card", 1, 4, 2, (1, 0, 0), "", ""),
    ("elven_dagger", "card", 1, 4, 2, (1, 1, 0), "", ""),
    ("flying_carpet", "card", 1, 6, 2, (0, 0, 2), "", ""),
    ("lucky_coin", "card", 2, 1, 1, (1, 0, 0), "", ""),
    ("move_silently", "card", 2, 3, 0, (0, 0, 2), "", ""),
    ("pickaxe", "card", 2, 4, 2, (0, 2, 0), "", ""),
    ("scepter_of_the_ape_lord", "card", 1, 3, 3, (3, 0, 0), "", ""),
    ("search", "card", 2, 4, 0, (2, 0, 1), "", ""),
    ("silver_spear", "card", 2, 3, 2, (0, 3, 0), "", ""),
    ("singing_sword", "card", 1, 5, 2, (3, 2, 0), "", "dragon"),
    ("sleight_of_hand", "card", 2, 2, 0, (0, 0, 0), "", ""),
    ("sneak", "card", 2, 2, 0, (1, 0, 1), "", ""),
    ("swagger", "card", 2, 2, 0, (0, 0, 1), "", ""),
    ("tattle", "card", 2, 3, 0, (2, 0, 0), "", ""),
    ("treasure_map", "card", 1, 6, 0, (0, 0, 0), "", ""),
    ("underworld_dealing", "card", 1, 1, 0, (0, 0, 0), "", ""),
    ("wand_of_recall", "card", 2, 5, 1, (2, 0, 0), "", ""),
    ("wand_of_wind", "card", 1, 6, 3, (0, 0, 0), "", ""),
]


@pytest.mark.rules("CLANK-R.30", "CLANK-R.32", "CLANK-C.1")
@pytest.mark.parametrize(
    ("name", "kind", "copies", "cost", "points", "resources", "place", "marks"),
    PRINTED,
    ids=[row[0] for row in PRINTED],
)
def test_what_is_printed_on_the_card(name, kind, copies, cost, points, resources, place, marks):
    row = CARDS[name]
    assert (row.kind, row.copies, row.cost) == (kind, copies, cost)
    assert row.points == points if points != "formula" else not isinstance(row.points, int)
    assert (row.skill, row.swords, row.boots) == resources
    assert (row.place or "") == place
    shown = [mark for mark, is_there in (("dragon", row.dragon), ("danger", row.danger)) if is_there]
    assert sorted([*shown, *row.tags]) == sorted(marks.replace(",", "").split())


def test_every_card_is_listed_above():
    assert {row[0] for row in PRINTED} == CARDS.keys()


@pytest.mark.parametrize(
    ("name", "resources"),
    [(row[0], row[5]) for row in PRINTED if row[1] == "card"],
    ids=[row[0] for row in PRINTED if row[1] == "card"],
)
def test_playing_a_card_gives_what_is_printed(name, resources):
    """With nothing else in hand, no tokens and nothing in the deck, these cards give no more than that."""
    options = {"mister_whiskers": 1, "underworld_dealing": 0, "wand_of_wind": 0}
    slot = 0 if name == "treasure_hunter" else None
    command = PlayCard(seat=0, card_id=name, option=options.get(name), row_slot=slot)
    after, _ = do(at_table(thief(hand=name, deck="")), command)
    assert pools(after) == resources
    assert names(after.players[0].play) == [name]


def played(name, *, deck="sneak tattle search swagger", option=None, discard=None, **me):
    given = table(thief(hand=" ".join([name, *([discard] if discard else [])]), deck=deck, **me), thief())
    command = PlayCard(seat=0, card_id=name, option=option, discard_card_id=discard)
    return do(given, command)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("sapphire", 1),
        ("emerald", 1),
        ("ruby", 1),
        ("diamond", 1),
        ("dragons_eye", 1),
        ("archaeologist", 1),
        ("elven_boots", 1),
        ("elven_cloak", 1),
        ("elven_dagger", 1),
        ("lucky_coin", 1),
        ("bracers_of_agility", 2),
        ("brilliance", 3),
        ("monkeybot_3000", 3),
    ],
)
def test_cards_that_draw(name, count):
    after, _ = played(name)
    assert names(after.players[0].hand) == ["sneak", "tattle", "search"][:count]


@pytest.mark.parametrize(
    ("name", "cubes"),
    [
        ("stumble", 1),
        ("lucky_coin", 1),
        ("singing_sword", 1),
        ("invoker_of_the_ancients", 1),
        ("dead_run", 2),
        ("scepter_of_the_ape_lord", 3),
        ("monkeybot_3000", 3),
    ],
)
def test_cards_that_make_clank(name, cubes):
    after, _ = played(name)
    assert [player.clank for player in after.players] == [cubes, 0]


@pytest.mark.parametrize("name", ["sneak", "move_silently", "elven_cloak", "gem_collector"])
def test_cards_that_are_quiet(name):
    after, _ = played(name, clank=1)
    assert (after.players[0].clank, after.turn.quiet) == (0, 1)


@pytest.mark.parametrize(
    ("name", "gold"),
    [("dwarven_peddler", 2), ("kobold_merchant", 2), ("rebel_miner", 2), ("pickaxe", 2), ("treasure_map", 5)],
)
def test_cards_that_give_gold(name, gold):
    assert played(name)[0].players[0].gold == gold


def test_apothecary_trades_a_card_for_swords_gold_or_health():
    for option, expected in enumerate([(3, 0, 2), (0, 2, 2), (0, 0, 1)]):
        after, events = played("apothecary", option=option, discard="burgle", damage=2)
        assert (after.turn.swords, after.players[0].gold, after.players[0].meter) == expected
        assert of_type(events, CardDiscarded)[0].name == "burgle"


def test_archaeologist_likes_idols():
    assert pools(played("archaeologist", tokens="monkey_idol")[0]) == (2, 0, 0)
    assert pools(played("archaeologist")[0]) == (0, 0, 0)


def test_kobold_merchant_likes_artifacts():
    assert pools(played("kobold_merchant", tokens="artifact_5")[0]) == (2, 0, 0)


@pytest.mark.parametrize("name", ["rebel_captain", "rebel_miner", "rebel_scout", "rebel_soldier"])
def test_rebels_draw_for_another_companion(name):
    after, events = played(name, play="tunnel_guide")
    assert len(of_type(events, ConditionMet)) == 1
    assert names(after.players[0].hand) == ["sneak"]
    assert names(played(name)[0].players[0].hand) == []


def test_the_mountain_king_and_the_queen_of_hearts_like_crowns():
    assert pools(played("the_mountain_king", tokens="crown_9")[0]) == (2, 2, 2)
    assert played("the_queen_of_hearts", tokens="crown_9", damage=2)[0].players[0].meter == 1
    assert played("the_queen_of_hearts", damage=2)[0].players[0].meter == 2


def test_master_burglar_owes_a_burgle():
    _, events = played("master_burglar")
    assert of_type(events, TrashOwed)[0].filter == "burgle"


def test_mister_whiskers_rouses_the_dragon_or_is_quiet():
    given = at_table(thief(hand="mister_whiskers", clank=1))
    _, events = do(given, PlayCard(seat=0, card_id="mister_whiskers", option=0), dice=[("black", "black")])
    assert len(of_type(events, DragonAttackStarted)) == 1
    assert do(given, PlayCard(seat=0, card_id="mister_whiskers", option=1))[0].turn.quiet == 1


def test_tattle_makes_the_others_noisy():
    after, events = played("tattle")
    assert [player.clank for player in after.players] == [0, 1]
    assert [event.source for event in of_type(events, ClankAdded)] == ["tattle"]


@pytest.mark.parametrize(
    ("name", "flags"),
    [
        ("dead_run", ["ignore_caves"]),
        ("flying_carpet", ["ignore_caves", "ignore_tunnel_monsters"]),
        ("gem_collector", ["gem_discount"]),
    ],
)
def test_cards_that_change_the_rules_of_the_turn(name, flags):
    _, events = played(name)
    assert [event.flag for event in of_type(events, FlagSet)] == flags


@pytest.mark.parametrize("name", ["invoker_of_the_ancients", "wand_of_recall", "wand_of_wind"])
def test_cards_that_teleport(name):
    option = 0 if name == "wand_of_wind" else None
    tokens = "artifact_5" if name == "wand_of_recall" else ""
    after, events = played(name, option=option, tokens=tokens)
    assert (after.turn.teleports, len(of_type(events, TeleportGained))) == (1, 1)
    if tokens:
        assert played(name)[0].turn.teleports == 0


@pytest.mark.rules("CLANK-R.22")
@pytest.mark.parametrize(("left", "taken"), [(12, 2), (1, 1)])
def test_underworld_dealing_buys_tomes(left, taken):
    given = at_table(thief(hand="underworld_dealing", gold=7), reserve={"secret_tome": left})
    after, events = do(given, PlayCard(seat=0, card_id="underworld_dealing", option=1))
    assert of_type(events, GoldSpent)[0].amount == 7
    assert of_type(events, ReserveTaken)[0].count == taken
    assert names(after.players[0].discard) == ["secret_tome"] * taken
    assert dict(after.reserve)["secret_tome"] == left - taken
    assert len({card.id for card in after.players[0].discard}) == taken


@pytest.mark.rules("CLANK-R.22", "CLANK-R.42")
def test_underworld_dealing_needs_a_tome_and_seven_gold():
    deal = PlayCard(seat=0, card_id="underworld_dealing", option=1)
    none_left = at_table(thief(hand="underworld_dealing", gold=7), reserve={"secret_tome": 0})
    none_left.when(deal).then_refused("CLANK-18.8", "option_impossible")
    poor = at_table(thief(hand="underworld_dealing", gold=6))
    poor.when(deal).then_refused("CLANK-18.8", "option_impossible")
    assert played("underworld_dealing", option=0)[0].players[0].gold == 1


def acquired(name, **me):
    given = at_table(thief("A16", **me), row=f"{name} ladder ladder ladder ladder ladder", skill=9)
    return do(given, AcquireCard(seat=0, source="row", slot=0))


@pytest.mark.parametrize("name", ["sapphire", "emerald", "ruby", "diamond", "dragons_eye"])
def test_gems_are_noisy_to_acquire(name):
    assert acquired(name)[0].players[0].clank == 2


@pytest.mark.parametrize("name", ["cleric_of_the_sun", "amulet_of_vigor"])
def test_cards_that_heal_when_acquired(name):
    assert acquired(name, damage=2)[0].players[0].meter == 1


def test_boots_of_swiftness_and_silver_spear_help_when_acquired():
    assert pools(acquired("boots_of_swiftness")[0]) == (4, 0, 1)
    assert pools(acquired("silver_spear")[0]) == (6, 1, 0)


def beaten(name, **me):
    given = at_table(thief("A16", **me), thief(), row=f"{name} ladder ladder ladder ladder ladder", swords=9)
    return do(given, Fight(seat=0, target=0))


@pytest.mark.parametrize(
    ("name", "gold", "resources"),
    [
        ("animated_door", 0, (0, 8, 1)),
        ("belcher", 4, (0, 7, 0)),
        ("cave_troll", 3, (0, 5, 0)),
        ("crystal_golem", 0, (3, 6, 0)),
        ("kobold", 0, (1, 8, 0)),
        ("ogre", 5, (0, 6, 0)),
        ("orc_grunt", 3, (0, 7, 0)),
        ("overlord", 0, (0, 7, 0)),
        ("watcher", 3, (0, 6, 0)),
    ],
)
def test_the_rewards_of_monsters(name, gold, resources):
    after, _ = beaten(name, deck="")
    assert (after.players[0].gold, pools(after)) == (gold, resources)


def test_monsters_with_noise_and_draws():
    assert [player.clank for player in beaten("belcher")[0].players] == [2, 0]
    assert [player.clank for player in beaten("watcher")[0].players] == [0, 1]
    for name in ("cave_troll", "overlord"):
        assert len(of_type(beaten(name)[1], CardsDrawn)) == 1
        assert len(beaten(name)[0].players[0].hand) == 2


@pytest.mark.parametrize("name", ["watcher", "overlord"])
def test_monsters_that_are_heard_when_they_arrive(name):
    given = at_table(thief(), thief(), row="- ladder ladder ladder ladder ladder", deck=name)
    assert [player.clank for player in do(given, END)[0].players] == [1, 1]


def used(name, option=None, **me):
    given = at_table(thief("A16", **me), row=f"{name} ladder ladder ladder ladder ladder", skill=9)
    return do(given, UseDevice(seat=0, slot=0, option=option))


def test_the_devices():
    assert used("dragon_shrine", 0)[0].players[0].gold == 2
    assert used("dragon_shrine", 1)[0].turn.owed[0].filter == "any"
    assert pools(used("ladder")[0]) == (6, 0, 2)
    assert used("shrine", 0)[0].players[0].gold == 1
    assert used("shrine", 1, damage=2)[0].players[0].meter == 1
    assert used("teleporter")[0].turn.teleports == 1
    vault, _ = used("the_vault")
    assert (vault.players[0].gold, vault.players[0].clank) == (5, 3)


def test_the_plain_cards_of_starters_and_reserve():
    after, _ = do(
        at_table(thief(hand="burgle sidestep scramble mercenary explore secret_tome")),
        *play("burgle", "sidestep", "scramble", "mercenary", "explore", "secret_tome"),
    )
    assert pools(after) == (1 + 1 + 1 + 2, 2, 1 + 1 + 1)
