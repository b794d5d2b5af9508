"""What a seat is asked in Coup, phase by phase."""

from __future__ import annotations

import pytest

from games.coup import GAME
from tests.games.coup.table import Table, table


def asked(t: Table, seat: int) -> tuple[str | None, list[str]]:
    """The prompt and the labels."""
    words = [GAME.presentation.describe(t.state, seat, one) for one in GAME.rules.choices(t.state, seat)]
    return GAME.presentation.prompt(t.state, seat), [one.label for one in words]


def names(t: Table, seat: int, type_: str) -> dict[str, tuple[str, ...]]:
    (template,) = [one for one in GAME.rules.choices(t.state, seat) if one.type == type_]
    return GAME.presentation.describe(t.state, seat, template).names


def test_the_actor_is_told_the_money_and_what_each_action_brings():
    prompt, labels = asked(table("police/eu", "media/russia", seats=3, money=(3, 2, 2)), 0)
    assert prompt == "Your turn: you have 3M, too little for Scandal."
    assert labels == [
        "USA: take 1M",
        "Local businessmen: take 2M",
        "Claim Russia: take 3M",
        "Claim Protest: make a player lose an influence for 3M",
        "Claim Media: draw 2 cards and exchange",
        "Claim Police: take 2M from a player",
    ]


def test_what_cannot_be_paid_is_named_so_that_nobody_looks_for_it():
    assert asked(table(seats=2, money=(2, 2)), 0)[0] == "Your turn: you have 2M, too little for Protest or Scandal."
    assert asked(table(seats=2, money=(7, 2)), 0)[0] == "Your turn: you have 7M."


def test_a_claim_is_told_apart_from_a_bluff_to_its_maker_alone():
    t = table("police/eu", "media/russia", seats=2)
    effects = {
        one.params["action"].one_of[0]: GAME.presentation.describe(t.state, 0, one).effect
        for one in GAME.rules.choices(t.state, 0)
    }
    assert effects["police"].startswith("You have the card.")
    assert effects["russia"].startswith("A bluff.")
    assert effects["usa"] == "Nobody can stop it."
    assert effects["local_businessmen"] == "Any opponent may block it with Russia."


def test_a_held_card_and_a_scandal_that_can_be_paid_stand_before_all_else_and_a_bluff_after_it():
    t = table("police/[eu]", "media/russia", seats=2, money=(7, 2))
    placed = [
        (GAME.presentation.describe(t.state, 0, one).place, one.params["action"].one_of[0])
        for one in GAME.rules.choices(t.state, 0)
    ]
    assert [action for _, action in sorted(placed, key=lambda one: one[0])] == [
        *("scandal", "police"),
        *("usa", "local_businessmen"),
        *("russia", "protest", "media"),
    ]


@pytest.mark.parametrize(("module", "blocks"), [("media", "Police or Media"), ("un", "Police or the United Nations")])
def test_an_effect_names_the_blocks_of_this_match_and_does_not_repeat_the_label(module, blocks):
    t = table("police/eu", "russia/russia", seats=2, module=module)
    (police,) = [one for one in GAME.rules.choices(t.state, 0) if one.params["action"].one_of == ("police",)]
    words = GAME.presentation.describe(t.state, 0, police)
    assert words.effect == f"You have the card. They may block it with {blocks}."


def test_ten_million_force_a_scandal():
    prompt, labels = asked(table(seats=3, money=(10, 2, 2)), 0)
    assert prompt == "You have 10M and must make a Scandal. Against whom?"
    assert labels == ["Scandal: make a player lose an influence for 7M"]


def effects(t: Table, seat: int) -> dict[str, str]:
    """By label."""
    words = [GAME.presentation.describe(t.state, seat, one) for one in GAME.rules.choices(t.state, seat)]
    return {one.label: one.effect for one in words}


def test_what_is_at_stake_is_said_of_whoever_would_lose_the_last_influence():
    t = table("protest/[eu]", "[media]/russia", "police/protest", money=(4, 2, 2))
    t.declare(0, "protest", target=1)
    assert effects(t, 1) == {
        "Let it happen": "You are out unless another player objects.",
        "I doubt it": "If you are wrong, you are out; if right, {0} is out.",
        "Block with European Union (a bluff)": "If doubted, you are out. Else nothing happens.",
    }
    assert effects(t, 2) == {
        "Let it happen": "It is carried out unless another player objects.",
        "I doubt it": "If you are wrong, you lose an influence; if right, {0} is out.",
    }
    t.passes(2)
    assert effects(t, 1)["Let it happen"] == "You are out.", "nobody else can object"


def test_between_two_the_match_is_at_stake():
    t = table("protest/[eu]", "media/russia", seats=2, money=(4, 2))
    assert effects(t, 0)["Claim Russia: take 3M"] == "A bluff: if doubted, you lose the match."
    t.declare(0, "protest", target=1)
    doubt = effects(t, 1)["I doubt it"]
    assert doubt == "If you are wrong, you lose the match; if right, you win.", "COUP-9.10: one for each"
    t.block(1, "eu")
    assert effects(t, 0)["I do not believe it"] == "If you are wrong, you lose the match; if right, you win."


def test_what_happens_to_oneself_is_said_where_it_is_let_pass():
    t = table("police/eu", "russia/russia", seats=2, money=(2, 1))
    t.declare(0, "police", target=1)
    assert effects(t, 1)["Let it happen"] == "You lose 1M."


def test_the_only_opponent_is_named_and_so_is_an_empty_purse():
    t = table("police/eu", "media/russia", seats=2, money=(7, 0))
    assert "Scandal: make {1} lose an influence for 7M" in effects(t, 0)
    took = effects(t, 0)["Claim Police: take 2M from {1}"]
    assert took == "There is nothing to take. You have the card. They may block it with Police or Media."
    more = table("police/eu", "media/russia", seats=3, money=(2, 0, 4))
    (police,) = [one for one in GAME.rules.choices(more.state, 0) if one.params["action"].one_of == ("police",)]
    assert GAME.presentation.describe(more.state, 0, police).names == {"target": ("{1} (0M)", "{2} (4M)")}


@pytest.mark.parametrize(
    ("action", "params", "module", "to_target", "to_other"),
    [
        ("police", {"target": 1}, "media", "{0} claims Police, to take 2M from you.", "to take 2M from {1}."),
        ("protest", {"target": 1}, "media", "to make you lose an influence, for 3M.", "to make {1} lose an influence"),
        ("un", {"target": 1, "mode": "inspect"}, "un", "to be shown a card by you.", "by {1}."),
        ("media", {}, "media", "{0} claims Media, to draw 2 cards and exchange.", "{0} claims Media"),
        ("local_businessmen", {}, "media", "{0} wants to take 2M (Local businessmen).", "{0} wants to take 2M"),
    ],
)
def test_opponents_are_told_what_the_action_would_do_to_whom(action, params, module, to_target, to_other):
    t = table("police/eu", "russia/russia", "protest/protest", money=(5, 2, 2), module=module)
    t.declare(0, action, **params)
    assert to_target in str(asked(t, 1)[0])
    assert to_other in str(asked(t, 2)[0])
    assert asked(t, 0) == (None, [])


def test_no_more_is_taken_than_there_is():
    t = table("police/eu", "russia/russia", money=(2, 1))
    t.declare(0, "police", target=1)
    assert asked(t, 1)[0] == "{0} claims Police, to take 1M from you."


def test_a_block_says_which_cards_are_there():
    t = table("police/eu", "police/russia", "protest/protest", money=(2, 2, 2))
    t.declare(0, "police", target=1)
    assert asked(t, 1)[1] == ["Let it happen", "I doubt it", "Block it"]
    assert names(t, 1, "block") == {"claim": ("Police (you have it)", "Media (a bluff)")}
    t.block(1, "media")
    assert asked(t, 0) == ("{1} blocks with Media. Do you believe it?", ["Give way", "I do not believe it"])


def test_whoever_loses_an_influence_is_told_why():
    bluff = table("police/eu", "russia/russia", seats=2)
    bluff.declare(0, "russia")
    bluff.challenge(1)
    assert asked(bluff, 0)[0] == "Your bluff is called. Which influence do you lose?"
    assert names(bluff, 0, "choose_influence") == {"slot": ("Police", "European Union")}
    true = table("russia/eu", "media/russia", seats=2)
    true.declare(0, "russia")
    true.challenge(1)
    assert asked(true, 1)[0] == "You doubted the truth. Which influence do you lose?"
    scandal = table("russia/eu", "media/russia", seats=2, money=(7, 2))
    scandal.declare(0, "scandal", target=1)
    assert asked(scandal, 1)[0] == "Scandal of {0} hits you. Which influence do you lose?"


def test_an_exchange_tells_drawn_cards_from_own_ones():
    t = table("media/[eu]", "russia/russia", seats=2, deck=("police", "protest"))
    t.declare(0, "media")
    t.passes(1)
    assert asked(t, 0) == ("Keep 1 of these 3 cards.", ["Keep 1 card"])
    assert names(t, 0, "choose_exchange") == {"keep": ("Media (yours)", "Police (drawn)", "Protest (drawn)")}


def test_an_inspection_shows_the_card_to_the_inspector_alone():
    t = table("un/eu", "russia/police", "protest/protest", module="un")
    t.declare(0, "un", mode="inspect", target=1)
    t.passes(1, 2)
    assert asked(t, 1)[0] == "{0} inspects you. Which card do you show?"
    t.show(1, 1)
    assert asked(t, 0) == ("{1} shows you Police. What becomes of it?", ["Decide about the card"])
    assert names(t, 0, "decide_inspection") == {"force_exchange": ("Have it exchanged", "Leave it")}
    assert asked(t, 2) == (None, [])
