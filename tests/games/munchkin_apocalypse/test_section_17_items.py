"""Section 17: items, beyond what the examples show."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.munchkin_apocalypse import GAME
from tests.games.munchkin_apocalypse.table import item, seat, stowed, table


@pytest.mark.rules("MUNCH-17.7", "MUNCH-17.8", "MUNCH-17.5")
def test_munch_17_6_a_surplus_in_the_own_calm_turn_may_be_sold():
    t = table(
        seat(3, items="diesel-generator sofa-cushion-fort nail-gun", hirelings="cheater", classes="class-kid"),
        seat(items="chainsaw-on-a-pole"),
    )
    t.do(0, "discard_item", card="cheater")
    assert (t.phase, GAME.rules.to_act(t.state)) == ("BIG_EXCESS", (0,))
    t.refuses(0, "open_door", "resolution_pending", "MUNCH-5.3")
    t.refuses(1, "discard_big_item", "not_your_decision", "MUNCH-5.3", card="chainsaw-on-a-pole")
    t.refuses(0, "discard_big_item", "wrong_card_type", "MUNCH-20.8", card="nail-gun")
    t.refuses(0, "give_big_item", "big_recipient", "MUNCH-17.7", card="diesel-generator", to=1)
    t.do(0, "add_to_sale", card="diesel-generator")
    t.do(0, "use_ability", source="class-kid", ability="pocket-money", target="diesel-generator#1")
    t.do(0, "complete_sale")
    assert (t.level(0), t.phase, t.items(0)) == (4, "TURN_START", ["nail-gun", "sofa-cushion-fort"])


def test_munch_17_8_discarded_if_nobody_can_carry_it():
    t = table(seat(items="diesel-generator sofa-cushion-fort", hirelings="cheater"), seat(items="chainsaw-on-a-pole"))
    t.do(0, "discard_item", card="cheater").do(0, "discard_big_item", card="sofa-cushion-fort")
    assert (t.items(0), t.phase) == (["diesel-generator"], "TURN_START")


def test_munch_17_5_a_card_that_allows_it_mends_the_surplus():
    t = table(seat(items="diesel-generator sofa-cushion-fort", hirelings="cheater", hand="cheat bird-flu"), seat())
    t.do(0, "discard_item", card="cheater")
    t.refuses(0, "play_disaster", "resolution_pending", "MUNCH-5.3", card="bird-flu", target=1)
    t.do(0, "play_special", card="cheat", target="sofa-cushion-fort#1")
    assert (t.phase, len(t.items(0))) == ("TURN_START", 2)


def test_munch_17_5_while_somebody_mends_nobody_else_acts():
    t = table(
        seat(items="riot-helmet combat-drone", classes="class-kid", hand="cheat"),
        seat(items="diesel-generator sofa-cushion-fort", hirelings="cheater", classes="class-kid#2"),
        seat(items="chainsaw-on-a-pole"),
        doors="fire-ants",
    )
    t.do(0, "add_to_sale", card="riot-helmet")
    t.do(0, "open_door").helped_by(1).runs().rolls(6)
    t.do(1, "roll_escape", monster="m1", dice=[1])
    t.respond(source="class-kid#2", ability="dodge-and-weave").choose("cheater#1", dice=[6])
    assert (t.phase, GAME.rules.to_act(t.state)) == ("BIG_EXCESS", (1,))
    for who, command, params in (
        (0, "play_special", {"card": "cheat", "target": "riot-helmet#1"}),
        (0, "use_ability", {"source": "class-kid", "ability": "pocket-money", "target": "riot-helmet#1"}),
        (0, "add_to_sale", {"card": "combat-drone"}),
        (1, "add_to_sale", {"card": "diesel-generator"}),
    ):
        t.refuses(who, command, "resolution_pending", "MUNCH-5.3", **params)
    t.do(1, "give_big_item", card="diesel-generator", to=0)
    assert t.phase == "TURN_END"


@pytest.mark.rules("MUNCH-17.10", "MUNCH-17.11", "MUNCH-17.16")
def test_munch_17_14_anybody_rearranges_outside_combat_in_any_turn():
    t = table(seat(), seat(items=["riot-helmet", stowed("colander-helmet"), stowed("tinfoil-crown"), "nail-gun"]))
    t.refuses(1, "wield_item", "slot_taken", "MUNCH-17.11", card="colander-helmet")
    t.refuses(1, "wield_item", "already_in_use", "MUNCH-17.10", card="riot-helmet")
    t.refuses(1, "stow_item", "already_stowed", "MUNCH-17.10", card="colander-helmet")
    t.do(1, "stow_item", card="riot-helmet")
    t.refuses(1, "wield_item", "item_not_usable", "MUNCH-17.9", card="tinfoil-crown")
    t.do(1, "wield_item", card="colander-helmet")
    assert t.in_use(1) == ["colander-helmet", "nail-gun"]


@pytest.mark.rules("MUNCH-17.20")
def test_munch_17_20_a_grip_needs_the_ability_and_both_hands():
    t = table(seat(classes="class-militia", items="tire-iron nail-gun riot-helmet"), seat(items="stop-sign-shield"))
    t.refuses(1, "set_grip", "no_grip", "MUNCH-17.20", card="stop-sign-shield", both=True)
    t.refuses(0, "set_grip", "no_grip", "MUNCH-17.20", card="riot-helmet", both=True)
    t.refuses(0, "set_grip", "slot_taken", "MUNCH-17.20", card="tire-iron", both=True)
    t.do(0, "stow_item", card="nail-gun").do(0, "set_grip", card="tire-iron", both=True)
    t.refuses(0, "set_grip", "no_grip", "MUNCH-17.20", card="tire-iron", both=True)
    t.refuses(0, "wield_item", "slot_taken", "MUNCH-17.11", card="nail-gun")
    t.do(0, "discard_class", card="class-militia")
    assert [(event.card, event.both) for event in t.happened("GripChanged")] == [("tire-iron#1", False)]
    assert t.in_use(0) == ["riot-helmet", "tire-iron"]


@pytest.mark.rules("MUNCH-17.18", "MUNCH-C.6")
def test_munch_17_18_one_enhancer_on_an_item_and_none_on_a_one_shot():
    t = table(seat(items="nail-gun powdered-water", hand="chrome-plated slightly-on-fire"), seat())
    t.refuses(0, "attach_to_item", "bad_target", "MUNCH-17.18", card="chrome-plated", item="powdered-water")
    t.do(0, "attach_to_item", card="chrome-plated", item="nail-gun")
    t.refuses(0, "attach_to_item", "enhancer_limit", "MUNCH-17.18", card="slightly-on-fire", item="nail-gun")
    t.refuses(0, "attach_to_item", "card_not_available", "MUNCH-4.5", card="slightly-on-fire", item="riot-helmet")


@pytest.mark.rules("MUNCH-17.17", "MUNCH-17.21")
def test_munch_17_17_an_item_whose_cheat_is_gone_is_stowed_if_it_has_no_place():
    helmets = ["riot-helmet", item("colander-helmet", cheat="cheat")]
    t = table(seat(items=helmets), seat())
    t.do(0, "discard_item", card="cheat")
    assert [(event.card, event.forced) for event in t.happened("ItemStowed")] == [("colander-helmet#1", True)]
    t = table(seat(items=[item("colander-helmet", cheat="cheat")]), seat())
    t.do(0, "discard_item", card="cheat")
    assert t.in_use(0) == ["colander-helmet"]


def test_munch_17_17_an_item_that_kept_its_place_when_its_cheat_went_is_not_stowed_for_another():
    t = table(seat(items=[item("colander-helmet", cheat="cheat"), stowed("propeller-beanie")]), seat())
    t.do(0, "discard_item", card="cheat")
    assert t.in_use(0) == ["colander-helmet"]
    helmet, beanie = t.state.players[0].items
    beanie = replace(beanie, in_use=True, cheat="cheat#1")
    changed = replace(t.state.players[0], items=(helmet, beanie))
    t.state = replace(t.state, players=(changed, t.state.players[1]), door_discards=(), treasure_discards=())
    t.do(0, "discard_item", card="cheat")
    assert t.in_use(0) == ["colander-helmet"]


@pytest.mark.rules("MUNCH-17.22")
def test_munch_17_22_a_taken_item_arrives_stowed_and_a_big_one_too_many_is_discarded():
    t = table(seat(hand="friendly-repossession"), seat(items="riot-helmet"))
    t.do(0, "play_special", card="friendly-repossession", target=1)
    assert (t.items(0), t.in_use(0)) == (["riot-helmet"], [])
    t = table(seat(hand="friendly-repossession", items="diesel-generator"), seat(items="sofa-cushion-fort"))
    t.do(0, "play_special", card="friendly-repossession", target=1)
    assert (t.items(0), t.is_discarded("sofa-cushion-fort")) == (["diesel-generator"], True)
