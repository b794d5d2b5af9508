"""Section 18: order of play, conditions, choices."""

import itertools
import random

import pytest

from games.clank import GAME
from games.clank.catalogue import CARDS
from games.clank.commands import AcquireCard, BuyItem, Fight, Move, PlayCard, TakeToken, UsePotion
from games.clank.events import CardsDrawn, ClankAdded, ConditionMet, GoldGained, ResourcesGained
from tests.games.clank.table import END, at_table, do, names, of_type, play, pools, table, thief

ORDERLESS = [
    name
    for name, row in CARDS.items()
    if row.kind == "card"
    and name
    not in (
        # What these bring depends on the order by the rules themselves: Quiet before or after Clank (CLANK-R.9), a card
        # discarded or replaced, an option, an attack.
        *("sneak", "move_silently", "gem_collector", "elven_cloak", "apothecary", "sleight_of_hand"),
        *("treasure_hunter", "mister_whiskers", "underworld_dealing", "wand_of_wind"),
    )
]


def in_order(start, commands):
    """Carry commands out in this order, and play whatever is drawn on the way, first thing."""
    state = start
    for command in commands:
        state, _ = do(state, command)
        known = {one.card_id for one in commands if isinstance(one, PlayCard)}
        while fresh := [card.id for card in state.players[0].hand if card.id not in known]:
            state, _ = do(state, *play(fresh[0]))
    return state


def outcome(state):
    """All that the turn has brought, whatever the order."""
    turn, player = state.turn, state.players[0]
    return (
        (*pools(state), turn.teleports, turn.cubes_made, turn.gold_gains, turn.ignores_caves, turn.ignores_monsters),
        (player.gold, player.meter, player.clank, player.supply, sorted(names(player.play)), len(player.deck)),
        ([other.clank for other in state.players[1:]], sorted(turn.met), len(turn.owed)),
    )


@pytest.mark.parametrize("seed", range(60))
def test_clank_18_1_whole_turns_bring_the_same_in_every_order(seed):
    rng = random.Random(seed)
    hand = rng.sample(ORDERLESS, 4) + rng.choices(["search", "swagger", "mercenary", "rebel_scout"], k=1)
    deck = rng.choices(ORDERLESS, k=24)
    me = thief("A17", " ".join(hand), deck=" ".join(deck), gold=20, tokens="potion_strength", damage=3, clank=2)
    start = table(me, thief("A02"), swords=8)
    others = [
        Fight(seat=0, target="goblin"),
        BuyItem(seat=0, item="crown"),
        UsePotion(seat=0, token_id="potion_strength"),
    ]
    commands = [*play(*(card.id for card in start.players[0].hand)), *rng.sample(others, rng.randint(0, 3))]
    expected = outcome(in_order(start, commands))
    for _ in range(12):
        rng.shuffle(commands)
        assert outcome(in_order(start, commands)) == expected, commands


@pytest.mark.rules("CLANK-11.4")
@pytest.mark.parametrize("seed", range(20))
def test_clank_18_1_noise_and_quiet_come_to_the_same_in_every_order(seed):
    """How many cubes were made depends on the order (CLANK-R.9), but not what is left in the area and of the Quiet."""
    rng = random.Random(seed)
    steady = [name for name in ORDERLESS if name != "swagger"] + ["sneak", "elven_cloak", "move_silently"]
    hand = rng.sample(["sneak", "move_silently", "gem_collector", "elven_cloak", "stumble", "dead_run"], 3)
    hand += rng.sample([name for name in steady if name not in hand], 2)
    me = thief("A17", " ".join(hand), deck=" ".join(rng.choices(steady, k=24)), clank=rng.randint(0, 3))
    start = table(me, thief("A02"))
    commands = play(*(card.id for card in start.players[0].hand))
    results = set()
    for _ in range(12):
        rng.shuffle(commands)
        after = in_order(start, commands)
        player = after.players[0]
        results.add((after.turn.quiet, player.clank, player.supply, pools(after), player.gold, len(player.deck)))
    assert len(results) == 1


def test_clank_18_1_an_artifact_taken_before_or_after_the_card():
    start = table(thief("A25", hand="kobold_merchant wand_of_recall"), at={"A20": "artifact_7"}, boots=1)
    walk = [Move(seat=0, corridor_id="A-c40"), TakeToken(seat=0, token_slot=0)]
    results = set()
    for cards in itertools.permutations(play("kobold_merchant", "wand_of_recall")):
        for cut in range(3):
            after, _ = do(start, *cards[:cut], *walk, *cards[cut:])
            results.add((pools(after), after.turn.teleports, after.players[0].gold))
    assert results == {((4, 0, 0), 1, 2)}


def test_clank_18_2_a_clause_is_looked_at_when_a_command_is_finished_and_happens_once():
    given = at_table(thief("A17", hand="the_mountain_king", gold=14))
    after, events = do(given, *play("the_mountain_king"))
    assert of_type(events, ConditionMet) == []
    crowned, events = do(after, BuyItem(seat=0, item="crown"))
    assert [type(event) for event in events[-3:]] == [ConditionMet, ResourcesGained, ResourcesGained]
    assert pools(crowned) == (2, 2, 2)
    _, events = do(crowned, BuyItem(seat=0, item="crown"))
    assert of_type(events, ConditionMet) == []


def test_clank_18_2_after_all_other_effects_of_the_command():
    start = at_table(thief(hand="rebel_miner", play="mercenary", deck="burgle"))
    _, events = do(start, *play("rebel_miner"))
    assert [type(event) for event in of_type(events, GoldGained, ConditionMet, CardsDrawn)] == [
        GoldGained,
        ConditionMet,
        CardsDrawn,
    ]


@pytest.mark.rules("CLANK-R.40")
def test_clank_18_3_companions_count_in_the_play_area_only():
    alone = at_table(thief(hand="rebel_soldier mercenary", discard="mercenary"))
    after, events = do(alone, *play("rebel_soldier"))
    assert of_type(events, ConditionMet) == []
    both, events = do(after, *play("mercenary"))
    assert of_type(events, ConditionMet) == [
        ConditionMet(seat=0, card_id="rebel_soldier", condition="other_companion_in_play", rule="CLANK-18.2")
    ]
    assert len(both.players[0].hand) == 1


@pytest.mark.parametrize(
    ("card", "token"),
    [
        ("the_mountain_king", "crown_8"),
        ("the_queen_of_hearts", "crown_9"),
        ("kobold_merchant", "artifact_5"),
        ("wand_of_recall", "artifact_30"),
        ("archaeologist", "monkey_idol"),
    ],
)
def test_clank_18_4_one_token_of_the_kind_is_enough(card, token):
    without, events = do(at_table(thief(hand=card, tokens="chalice")), *play(card))
    assert of_type(events, ConditionMet) == []
    _, events = do(at_table(thief(hand=card, tokens=token)), *play(card))
    assert len(of_type(events, ConditionMet)) == 1
    assert without.turn.met == ()


def test_clank_18_5_clauses_happen_in_the_order_of_play():
    start = at_table(thief("A17", hand="the_queen_of_hearts the_mountain_king", gold=7, damage=1))
    for order in (["the_queen_of_hearts", "the_mountain_king"], ["the_mountain_king", "the_queen_of_hearts"]):
        _, events = do(start, *play(*order), BuyItem(seat=0, item="crown"))
        assert [event.card_id for event in of_type(events, ConditionMet)] == order


@pytest.mark.rules("CLANK-R.9")
def test_clank_18_6_skill_for_each_cube_really_made():
    given = at_table(thief(hand="stumble swagger scepter_of_the_ape_lord sneak", clank=28))
    after, _ = do(given, *play("stumble", "swagger"))
    assert pools(after) == (1, 0, 1)
    more, events = do(after, *play("scepter_of_the_ape_lord"))  # one cube is left of three
    assert of_type(events, ClankAdded)[0].added == 1
    assert pools(more) == (5, 0, 1)
    quiet, _ = do(more, *play("sneak"))
    assert pools(quiet) == (6, 0, 2)


def test_clank_18_6_noise_of_others_and_cancelled_noise_do_not_count():
    given = at_table(thief(hand="swagger tattle sneak stumble"), thief())
    after, _ = do(given, *play("swagger", "tattle", "sneak", "stumble"))
    assert pools(after) == (3, 0, 2)  # 2 of Tattle and 1 of Sneak
    assert after.turn.cubes_made == 0


def test_clank_18_6_two_swaggers_both_pay():
    after, _ = do(at_table(thief(hand="swagger swagger stumble")), *play("swagger", "stumble", "swagger.2"))
    assert pools(after) == (2, 0, 2)


@pytest.mark.rules("CLANK-R.10")
def test_clank_18_7_each_gain_is_larger_and_a_catch_up_is_no_gain():
    given = at_table(thief(hand="search search pickaxe treasure_map"))
    after, events = do(given, *play("pickaxe", "search"))
    assert of_type(events, GoldGained)[-1] == GoldGained(
        seat=0, base=0, bonus=1, source="search", is_gain=False, rule="CLANK-18.7"
    )
    assert (after.players[0].gold, after.turn.gold_gains) == (3, 1)
    both, _ = do(after, *play("search.2", "treasure_map"))
    assert (both.players[0].gold, both.turn.gold_gains) == (3 + 1 + 7, 2)


@pytest.mark.rules("CLANK-R.41", "CLANK-R.42", "CLANK-X.19")
def test_clank_18_8_one_possible_option_is_named():
    given = at_table(thief(hand="underworld_dealing", gold=6))
    dealing = PlayCard(seat=0, card_id="underworld_dealing")
    given.when(dealing).then_refused("CLANK-18.8", "bad_params")
    given.when(PlayCard(seat=0, card_id="underworld_dealing", option=2)).then_refused("CLANK-18.8", "bad_params")
    given.when(PlayCard(seat=0, card_id="underworld_dealing", option=1)).then_refused("CLANK-18.8", "option_impossible")
    after, _ = do(given, PlayCard(seat=0, card_id="underworld_dealing", option=0))
    assert after.players[0].gold == 7


def test_clank_18_8_an_option_without_effect_may_be_chosen():
    given = at_table(thief(hand="apothecary burgle"))
    after, _ = do(given, PlayCard(seat=0, card_id="apothecary", option=2, discard_card_id="burgle"))
    assert after.players[0].meter == 0


def test_clank_18_8_with_no_possible_option_the_card_is_played_without_one():
    gone = at_table(
        thief("A00", hand="wand_of_wind", status="left", tokens="artifact_5 mastery"), thief(), countdown=(0, 1)
    )
    after, _ = do(gone, *play("wand_of_wind"))
    assert names(after.players[0].play) == ["wand_of_wind"]
    named = PlayCard(seat=0, card_id="wand_of_wind", option=0)
    gone.when(named).then_refused("CLANK-18.8", "option_impossible")


@pytest.mark.rules("CLANK-R.11")
def test_clank_18_9_gems_are_cheaper_from_then_on():
    start = table(
        thief("A15", hand="gem_collector"), row="sapphire emerald dragons_eye pickaxe ladder ladder", skill=12
    )
    before, _ = do(start, AcquireCard(seat=0, source="row", slot=0))
    assert before.turn.skill == 8
    after, _ = do(before, *play("gem_collector"), AcquireCard(seat=0, source="row", slot=1))
    assert after.turn.skill == 8 + 2 - 3
    eye, _ = do(after, AcquireCard(seat=0, source="row", slot=2))
    assert eye.turn.skill == 7 - 3
    plain, _ = do(eye, AcquireCard(seat=0, source="row", slot=3))
    assert plain.turn.skill == 0
    ended, _ = do(plain, END)
    assert ended.turn.gem_discount == 0
    assert GAME.rules.choices(ended, 1)
