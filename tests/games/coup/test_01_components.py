"""Pieces and words."""

import random

import pytest

from games.coup import GAME
from games.coup.catalogue import ACTIONS, CARDS, card_face
from games.coup.commands import ChooseInfluence
from games.coup.setup import CoupOptions
from tests.games.coup.policy import policy
from tests.games.coup.table import ELIMINATED, table
from tests.play import Match, moves
from tests.spec import view_of


def test_coup_1_1_there_are_three_cards_of_each_of_six_kinds():
    assert {card.id: card.copies for card in CARDS} == {
        "russia": 3, "protest": 3, "media": 3, "un": 3, "police": 3, "eu": 3,
    }  # fmt: skip


def test_coup_1_3_money_is_whole_and_never_negative():
    match = Match(GAME, CoupOptions(), 4, seed=13)
    match.start()
    for _ in moves(match, random.Random(13), policy):
        assert all(type(amount) is int and amount >= 0 for amount in match.state.money)


def test_coup_1_4_gained_money_is_taken_from_nobody():
    t = table(seats=3)
    t.declare(0, "usa")
    assert t.money == (3, 2, 2)


def test_coup_1_5_money_above_the_track_is_kept():
    t = table(seats=3, money=(9, 2, 2))
    t.declare(0, "russia")
    t.passes(1, 2)
    assert t.money == (12, 2, 2)
    shown = view_of(GAME, t.state, 1)["seats"][0]
    assert (shown["money"], shown["money_over_track"]) == (12, 1)


@pytest.mark.parametrize("slot", [2, -1])
def test_coup_1_6_there_are_the_slots_0_and_1_and_no_others(slot):
    t = table(seats=3, money=(7, 2, 2))
    t.declare(0, "scandal", target=1)
    t.refuse(1, ChooseInfluence, "COUP-1.6", "invalid_slot", slot=slot)
    assert [card["slot"] for card in view_of(GAME, t.state, 1)["seats"][1]["cards"]] == [0, 1]


def test_coup_1_7_a_player_is_live_while_a_card_is_hidden():
    t = table("russia/eu", "[media]/eu", "police/police", money=(7, 2, 2))
    assert t.state.live == (0, 1, 2)
    t.declare(0, "scandal", target=1)
    assert t.state.live == (0, 2)


def test_coup_1_9_the_turn_goes_clockwise_past_eliminated_seats_and_round_the_table():
    t = table("russia/eu", ELIMINATED, "police/police", "media/media", actor=3)
    for actor, next_actor in ((3, 0), (0, 2), (2, 3)):
        t.declare(actor, "usa")
        assert t.is_turn_of(next_actor)


def test_coup_1_11_free_actions_claim_nothing_and_card_actions_their_own_card():
    claims = {row.id: row.claim for row in ACTIONS}
    assert claims == {
        "usa": None,
        "local_businessmen": None,
        "scandal": None,
        "russia": "russia",
        "protest": "protest",
        "media": "media",
        "un_draw": "un",
        "un_inspect": "un",
        "police": "police",
    }


@pytest.mark.parametrize(
    ("kind", "name", "actions", "blocked_by", "blocks"),
    [
        ("russia", "Russia", ["russia"], [], ["local_businessmen"]),
        ("protest", "Protest", ["protest"], ["eu"], []),
        ("media", "Media", ["media"], [], ["police"]),
        ("un", "United Nations", ["un_draw", "un_inspect"], [], ["police"]),
        ("police", "Police", ["police"], ["police", "media", "un"], ["police"]),
        ("eu", "European Union", [], [], ["protest"]),
    ],
)
def test_coup_1_12_what_each_card_says(kind, name, actions, blocked_by, blocks):
    (face,) = [card_face(card) for card in CARDS if card.id == kind]
    assert face["name"] == name
    assert (face["actions"], face["blocked_by"], face["blocks"]) == (actions, blocked_by, blocks)
