"""One-shots, level cards and special Treasures."""

from __future__ import annotations

import pytest

from tests.games.munchkin_apocalypse.table import CATALOGUE, Table, instance, seat, table

BONUS = {  # bonus and gold of those that strengthen a side
    "powdered-water": (5, 200),
    "powdered-water#2": (5, 200),
    "molotov-smoothie": (3, 200),
    "molotov-smoothie#2": (3, 200),
    "warm-energy-drink": (2, 100),
    "confetti-grenade": (3, 100),
    "jar-of-hornets": (4, 200),
    "suitcase-nuke": (10, 500),
    "holy-tap-water": (2, 200),
}
TRICKS = {  # gold of the others
    "smoke-bomb": 300,
    "smoke-bomb#2": 300,
    "plot-armour": 300,
    "seal-superglue": 400,
    "seal-superglue#2": 400,
    "teleport-prototype": 400,
    "fake-evacuation-order": 300,
}


def meets(monster: str, *players, **kwargs) -> Table:
    return table(*players, doors=monster, **kwargs).do(0, "open_door")


def test_these_are_all_one_shots():
    cards = {card for card in CATALOGUE.instances if CATALOGUE[card].type == "one_shot"}
    assert {instance(card) for card in (*BONUS, *TRICKS)} == cards


@pytest.mark.parametrize("card", BONUS)
@pytest.mark.parametrize("side", ["fighters", "monsters"])
@pytest.mark.parametrize("place", ["hand", "items"])
@pytest.mark.rules("MUNCH-7.14", "MUNCH-8.3", "MUNCH-20.6")
def test_munch_8_2_a_one_shot_strengthens_the_side_its_player_names(card, side, place):
    for player in (0, 1):
        goods = {place: card}
        t = meets("fire-ants", *(seat(5, **goods) if player == n else seat(5) for n in range(2)))
        t.do(player, "play_one_shot", card=card, side=side)
        assert t.fighters == 5 + (BONUS[card][0] if side == "fighters" else 0)
        assert t.monsters == 10 + (BONUS[card][0] if side == "monsters" else 0)
        assert t.hand(player) == t.items(player) == []


@pytest.mark.parametrize("card", [*BONUS, *TRICKS])
@pytest.mark.rules("MUNCH-20.7")
def test_munch_c_3_a_one_shot_is_an_item_with_a_worth(card):
    gold = BONUS[card][1] if card in BONUS else TRICKS[card]
    t = table(seat(hand=card), seat()).do(0, "play_item", card=card).do(0, "add_to_sale", card=card)
    assert t.happened("SaleChanged")[0].total == gold


def test_holy_tap_water_is_stronger_against_the_undead():
    t = meets("mummified-accountant", seat(5, hand="holy-tap-water"), seat())
    t.do(0, "play_one_shot", card="holy-tap-water", side="fighters")
    assert t.fighters == 5 + 7


def test_holy_tap_water_is_raised_by_a_scientist_in_both_cases():
    for monster, bonus in (("mummified-accountant", 7), ("fire-ants", 2)):
        t = meets(monster, seat(5, hand="holy-tap-water", classes="class-scientist"), seat())
        t.do(0, "play_one_shot", card="holy-tap-water", side="fighters")
        assert t.fighters == 5 + bonus + 2


@pytest.mark.parametrize("card", ["smoke-bomb", "smoke-bomb#2"])
def test_munch_13_11_smoke_bomb_gets_its_user_away_from_all(card):
    t = meets("horde-of-hungry-undead", seat(5, hand=card), seat(hand="mummified-accountant"))
    t.do(1, "join_horde", card="mummified-accountant")
    t.refuses(0, "play_one_shot", "wrong_timing", card=card)
    t.runs().do(0, "play_one_shot", card=card)
    assert [one.escaped for one in t.happened("EscapeResolved")] == [True, True]
    assert t.phase == "TURN_END"
    assert t.is_discarded(card)


def test_smoke_bomb_of_the_helper_waits_for_nobody():
    t = meets("fire-ants", seat(5), seat(hand="smoke-bomb")).helped_by(1).runs()
    t.do(1, "play_one_shot", card="smoke-bomb").rolls(1)
    assert (t.level(0), t.level(1)) == (4, 1)
    assert t.phase == "TURN_END"


def test_smoke_bomb_is_of_no_use_to_a_bystander():
    t = meets("fire-ants", seat(5), seat(hand="smoke-bomb")).runs()
    t.refuses(1, "play_one_shot", "wrong_timing", card="smoke-bomb")


def test_plot_armour_spares_the_bad_stuff_of_a_failed_roll():
    t = meets("fire-ants", seat(5, hand="plot-armour", items="steel-toed-waders"), seat()).runs()
    t.do(0, "roll_escape", monster="m1", dice=[1]).respond("plot-armour")
    (resolved,) = t.happened("EscapeResolved")
    assert (resolved.escaped, resolved.bad_stuff) == (False, "cancelled")
    assert (t.level(), t.items()) == (5, ["steel-toed-waders"])
    assert t.is_discarded("plot-armour")


def test_plot_armour_works_from_the_table_too():
    t = meets("fire-ants", seat(5, items="plot-armour"), seat()).runs()
    t.do(0, "roll_escape", monster="m1", dice=[1]).respond("plot-armour")
    assert t.level() == 5


def test_plot_armour_is_not_played_on_an_escape():
    t = meets("fire-ants", seat(5, hand="plot-armour"), seat()).runs()
    t.do(0, "roll_escape", monster="m1", dice=[6])
    t.refuses(0, "respond", "wrong_timing", window=t.state.window.id, card="plot-armour")


@pytest.mark.parametrize("card", ["seal-superglue", "seal-superglue#2"])
@pytest.mark.rules("MUNCH-22.12")
def test_munch_22_11_seal_superglue_closes_the_top_seal(card):
    t = table(seat(), seat(hand=card), seals="seal-doom seal-panic-buying")
    t.do(1, "play_one_shot", card=card)
    (closed,) = t.happened("SealClosed")
    assert (closed.card, closed.open) == ("seal-panic-buying#1", 1)
    assert t.open_seals == ["seal-doom"]
    assert t.state.seals[-1] == "seal-panic-buying#1"
    assert t.is_discarded(card)


def test_seal_superglue_weakens_a_monster_in_combat():
    t = meets("fire-ants", seat(5, hand="seal-superglue"), seat(), seals="seal-doom seal-panic-buying")
    assert t.monsters == 12
    t.do(0, "play_one_shot", card="seal-superglue")
    assert t.monsters == 11


def test_teleport_prototype_removes_a_monster():
    t = meets("tiamutt", seat(5, hand="teleport-prototype"), seat())
    t.do(0, "play_one_shot", card="teleport-prototype")
    assert t.phase == "TURN_END"
    assert t.level() == 5
    assert len(t.hand()) == 5
    assert not t.happened("MonstersKilled")
    assert t.happened("CombatEnded")[0].outcome == "victory"


def test_teleport_prototype_asks_which_of_several():
    t = meets("ghost-of-a-tax-inspector", seat(5), seat(hand="teleport-prototype mummified-accountant"))
    t.do(1, "join_horde", card="mummified-accountant").do(1, "play_one_shot", card="teleport-prototype")
    assert (t.state.choice.kind, t.state.choice.seat) == ("monster", 1)
    t.choose("m1")
    assert t.monsters == 6


def test_fake_evacuation_order_stops_the_combat_for_one_treasure():
    t = meets("tiamutt", seat(5), seat(hand="fake-evacuation-order")).helped_by(1)
    t.do(1, "play_one_shot", card="fake-evacuation-order")
    (ended,) = t.happened("CombatEnded")
    assert ended.outcome == "stopped"
    assert (t.level(), len(t.hand(0)), t.hand(1)) == (5, 1, [])
    assert t.is_discarded("tiamutt")
    assert t.phase == "TURN_END"
    t.refuses(0, "search_room", "wrong_phase")


def test_fake_evacuation_order_is_for_participants():
    t = meets("tiamutt", seat(5), seat(hand="fake-evacuation-order"))
    t.refuses(1, "play_one_shot", "wrong_timing", card="fake-evacuation-order")


PLAIN_LEVELS = (
    "level-survive-the-news",
    "level-alphabetise-the-bunker",
    "level-convenient-mutation",
    "level-found-a-cult",
    "level-eat-the-last-tin",
    "level-read-the-manual",
)


@pytest.mark.parametrize("card", PLAIN_LEVELS)
@pytest.mark.rules("MUNCH-20.2", "MUNCH-20.3", "MUNCH-7.15")
def test_munch_20_4_a_level_card_is_played_on_anyone_at_any_time(card):
    for target in (0, 1):
        t = meets("fire-ants", seat(5), seat(5, hand=card)).do(1, "play_special", card=card, target=target)
        assert t.level(target) == 6
        assert t.fighters == (6 if target == 0 else 5)
        assert t.is_discarded(card)


@pytest.mark.parametrize("card", PLAIN_LEVELS)
@pytest.mark.rules("MUNCH-C.5", "MUNCH-2.6")
def test_munch_15_5_a_level_card_does_not_win_the_match(card):
    t = table(seat(9, hand=card), seat(8))
    t.refuses(0, "play_special", "winning_level_needs_kill", card=card, target=0)
    t.do(0, "play_special", card=card, target=1)
    assert t.level(1) == 9


def test_i_told_you_so_gives_two_levels_under_three_seals():
    t = table(seat(5, hand="level-told-you-so"), seat(), seals="seal-doom seal-panic-buying")
    assert t.do(0, "play_special", card="level-told-you-so").level() == 6
    t = table(seat(5, hand="level-told-you-so"), seat(), seals="seal-doom seal-lights-out seal-panic-buying")
    assert t.do(0, "play_special", card="level-told-you-so").level() == 7
    t = table(seat(8, hand="level-told-you-so"), seat(), seals="seal-doom seal-lights-out seal-panic-buying")
    assert t.do(0, "play_special", card="level-told-you-so").level() == 9
    t = table(seat(9, hand="level-told-you-so"), seat())
    t.refuses(0, "play_special", "winning_level_needs_kill", card="level-told-you-so")


def test_pity_promotion_raises_all_of_the_lowest_level():
    t = table(seat(3, hand="level-pity-promotion"), seat(2), seat(2)).do(0, "play_special", card="level-pity-promotion")
    assert [t.level(n) for n in range(3)] == [3, 3, 3]
    assert [(one.seat, one.amount) for one in t.happened("LevelGained")] == [(1, 1), (2, 1)]


def test_borrowed_glory_takes_a_level_from_another():
    t = table(seat(3, hand="level-borrowed-glory"), seat(4))
    t.refuses(0, "play_special", "bad_target", card="level-borrowed-glory", target=0)
    t.do(0, "play_special", card="level-borrowed-glory", target=1)
    assert (t.level(0), t.level(1)) == (4, 3)
    t = table(seat(3, hand="level-borrowed-glory"), seat(1))
    t.do(0, "play_special", card="level-borrowed-glory", target=1)
    assert (t.level(0), t.level(1)) == (4, 1)


@pytest.mark.parametrize("card", ["all-clear-siren", "all-clear-siren#2"])
def test_all_clear_siren_cancels_a_disaster_aimed_at_oneself(card):
    t = table(seat(hand="clocks-go-back"), seat(5, hand=card))
    t.do(0, "play_disaster", card="clocks-go-back", target=1).respond(card)
    (resolved,) = t.happened("DisasterResolved")
    assert resolved.outcome == "cancelled"
    assert t.level(1) == 5
    assert t.is_discarded(card)
    assert t.is_discarded("clocks-go-back")


def test_all_clear_siren_has_no_other_use():
    t = table(seat(hand="all-clear-siren clocks-go-back"), seat(5))
    t.refuses(0, "play_special", "wrong_timing", card="all-clear-siren")
    t.do(0, "play_disaster", card="clocks-go-back", target=1)
    assert t.level(1) == 3  # another's Disaster is no business of its holder


def test_wrong_postcode_sends_a_disaster_on():
    t = table(seat(5, hand="clocks-go-back"), seat(5, hand="wrong-postcode"), seat(5))
    t.do(0, "play_disaster", card="clocks-go-back", target=1).respond("wrong-postcode")
    assert (t.state.choice.kind, t.state.choice.seat) == ("seat", 1)
    assert set(t.state.choice.options) == {0, 2}
    t.choose(2)
    assert [t.level(n) for n in range(3)] == [5, 5, 3]


def test_a_disaster_sent_on_can_be_answered_again():
    t = table(seat(5, hand="clocks-go-back"), seat(5, hand="wrong-postcode"), seat(5, hand="all-clear-siren"))
    t.do(0, "play_disaster", card="clocks-go-back", target=1).respond("wrong-postcode").choose(2)
    assert (t.phase, t.state.window.asked) == ("RESPONSE", (2,))
    t.respond("all-clear-siren")
    assert [t.level(n) for n in range(3)] == [5, 5, 5]


@pytest.mark.rules("MUNCH-5.21")
def test_loaded_die_is_a_second_throw():
    t = meets("fire-ants", seat(5, hand="loaded-die"), seat()).runs()
    t.do(0, "roll_escape", monster="m1", dice=[2]).respond("loaded-die", dice=[5])
    assert len(t.happened("WindowVoided")) == 1
    assert t.happened("EscapeResolved")[0].escaped
    assert t.level() == 5
    assert t.is_discarded("loaded-die")


def test_loaded_die_may_make_it_worse():
    t = meets("fire-ants", seat(5, hand="loaded-die"), seat()).runs()
    t.do(0, "roll_escape", monster="m1", dice=[5]).respond("loaded-die", dice=[1])
    assert not t.happened("EscapeResolved")[0].escaped
    assert t.level() == 4


def test_unlocked_supermarket_gives_three_treasures():
    t = table(seat(hand="unlocked-supermarket"), seat(), treasures="tire-iron nail-gun riot-helmet crate-of-beans")
    t.do(0, "play_special", card="unlocked-supermarket")
    (drawn,) = t.happened("CardsDrawn")
    assert (drawn.deck, drawn.count, drawn.open) == ("treasure", 3, False)
    assert t.hand() == ["nail-gun", "riot-helmet", "tire-iron"]


@pytest.mark.parametrize("card", ["unlocked-supermarket", "friendly-repossession", "dumpster-dive"])
@pytest.mark.rules("MUNCH-4.11")
def test_munch_20_1_calm_specials_wait_for_ones_calm_turn_unless_fresh(card):
    target = {"target": 0} if card == "friendly-repossession" else {}
    goods = {"items": "nail-gun"}
    t = table(seat(**goods), seat(hand=card), treasure_discards="tire-iron")
    t.refuses(1, "play_special", "not_fresh", card=card, **target)
    t = table(seat(**goods), seat(hand=card), treasure_discards="tire-iron", fresh=card)
    t.do(1, "play_special", card=card, **target)
    t = meets("fire-ants", seat(hand=card), seat(**goods), treasure_discards="tire-iron")
    t.refuses(0, "play_special", "wrong_timing", card=card, **({"target": 1} if target else {}))


def test_friendly_repossession_takes_an_item_of_ones_choice():
    t = table(seat(hand="friendly-repossession"), seat(items="nail-gun riot-helmet"), seat(items="tire-iron"))
    t.do(0, "play_special", card="friendly-repossession", target=1)
    assert (t.state.choice.kind, t.state.choice.seat) == ("item", 0)
    t.choose("riot-helmet")
    assert (t.items(0), t.in_use(0), t.items(1)) == (["riot-helmet"], [], ["nail-gun"])


@pytest.mark.rules("MUNCH-17.22")
def test_friendly_repossession_of_a_big_item_too_many_destroys_it():
    t = table(seat(hand="friendly-repossession", items="sofa-cushion-fort"), seat(items="diesel-generator"))
    t.do(0, "play_special", card="friendly-repossession", target=1)
    assert (t.items(0), t.items(1)) == (["sofa-cushion-fort"], [])
    assert t.is_discarded("diesel-generator")


def test_dumpster_dive_recovers_the_top_of_the_treasure_pile():
    t = table(seat(hand="dumpster-dive"), seat(), treasure_discards="tire-iron suitcase-nuke")
    t.do(0, "play_special", card="dumpster-dive")
    (recovered,) = t.happened("CardRecovered")
    assert recovered.card == "suitcase-nuke#1"
    assert t.hand() == ["suitcase-nuke"]
    assert t.is_discarded("dumpster-dive")
