"""Challenges."""

import pytest

from games.coup import GAME
from games.coup.commands import AcceptBlock, Block, Challenge, ChallengeBlock, Pass
from games.coup.events import (
    ActionCancelled,
    ActionChallenged,
    ActionCostPaid,
    ClaimDisproved,
    ClaimProved,
    DeckShuffled,
    InfluenceLossRequired,
    MoneyGained,
    ProofCardReturned,
    ReplacementDrawn,
)
from tests.games.coup.table import table
from tests.spec import given_state


@pytest.mark.rules("COUP-7.7")
def test_coup_6_1_opponents_challenge_the_action_and_the_actor_the_block():
    t = table(seats=3)
    t.declare(0, "police", target=1)
    assert "challenge" in t.types(1)
    assert "challenge" in t.types(2)
    t.block(1, "police")
    assert t.types(0) == ["accept_block", "challenge_block"]
    assert t.types(1) == t.types(2) == []


def test_coup_6_2_lost_cards_do_not_count():
    t = table("[russia]/eu", "police/police", "media/media")
    t.declare(0, "russia")
    t.challenge(1)
    assert t.only(ClaimDisproved) == ClaimDisproved(seat=0, claim="russia", context="action", rule="COUP-6.2")


@pytest.mark.parametrize(("hand", "slot"), [("russia/eu", 0), ("eu/russia", 1), ("[russia]/russia", 1)])
def test_coup_6_2_a_hidden_card_in_either_slot_proves_the_claim(hand, slot):
    t = table(hand, "police/police", "media/media")
    t.declare(0, "russia")
    t.challenge(1)
    assert t.only(ClaimProved) == ClaimProved(
        seat=0, kind="russia", slot=slot, context="action", rule="COUP-6.2 COUP-6.3"
    )


def test_coup_6_3_whoever_has_the_card_must_show_it():
    t = table("russia/eu", "police/police", "media/media")
    t.declare(0, "russia")
    t.challenge(1)  # the answer of the actor is not asked for
    assert t.course[-5:] == [
        "ClaimProved", "ProofCardReturned", "DeckShuffled", "ReplacementDrawn", "InfluenceLossRequired",
    ]  # fmt: skip


def test_coup_6_4_of_two_such_cards_the_one_in_the_lower_slot_is_shown():
    t = table("russia/russia", "police/police", "media/media")
    t.declare(0, "russia")
    t.challenge(1, tops=("eu",))
    assert t.only(ClaimProved).slot == 0
    assert t.hand(0) == "eu/russia"


def test_coup_6_5_the_proof_goes_into_the_deck_and_the_top_card_takes_its_place():
    t = table("eu/police", "russia/media", deck=("russia", "protest"))
    t.declare(0, "police", target=1)
    deck = t.state.deck
    order = ("media", *(kind for kind in (*deck, "police") if kind != "media"), "media")
    given_state(GAME, t.state).when(Challenge(seat=1, decision_id=11), dice=[order], serial=12).then(
        ActionChallenged(decision_id=11, challenger=1, seat=0, claim="police", rule="COUP-4.3 COUP-4.6"),
        ClaimProved(seat=0, kind="police", slot=1, context="action", rule="COUP-6.2 COUP-6.3"),
        ProofCardReturned(seat=0, slot=1, kind="police", rule="COUP-6.5"),
        DeckShuffled(reason="proof", size=12, order=order, rule="COUP-6.5 COUP-12.2"),
        ReplacementDrawn(seat=0, slot=1, kind="media", rule="COUP-6.5 COUP-12.3"),
        InfluenceLossRequired(seat=1, cause="challenge_lost", decision_id=12, rule="COUP-6.6 COUP-9.2"),
    )


def test_coup_6_5_the_replacement_may_be_of_the_same_kind():
    t = table("eu/police", "russia/media")
    t.declare(0, "police", target=1)
    t.challenge(1, tops=("police",))
    assert t.hand(0) == "eu/police"
    assert t.only(ReplacementDrawn).kind == "police"


@pytest.mark.parametrize(("slot", "left"), [(0, "[media]/media"), (1, "media/[media]")])
def test_coup_6_6_after_a_true_claim_the_challenger_loses_an_influence_of_their_choice(slot, left):
    t = table("russia/eu", "police/police", "media/media")
    t.declare(0, "russia")
    t.challenge(2)
    assert GAME.rules.to_act(t.state) == (2,)
    t.lose(2, slot)
    assert t.hand(2) == left


def test_coup_6_7_after_a_true_claim_the_action_is_carried_out_and_nobody_can_react():
    t = table("police/eu", "police/media", "media/media")
    t.declare(0, "police", target=1)
    window_id = t.state.decision_id
    t.challenge(2)
    t.refuse(1, Block, "COUP-15.4", "reaction_already_claimed", decision_id=window_id, claim="media")
    t.refuse(1, Block, "COUP-15.2", "wrong_phase", claim="media")
    t.lose(2, 0)
    assert t.money == (4, 0, 2)


def test_coup_6_8_after_a_false_claim_the_action_is_stopped_and_the_actor_loses_an_influence():
    t = table("eu/protest", "police/police", "media/media")
    t.declare(0, "russia")
    before = t.state
    t.challenge(1)
    assert t.only(ActionCancelled) == ActionCancelled(seat=0, action="russia", reason="bluff_caught", rule="COUP-6.8")
    assert GAME.rules.to_act(t.state) == (0,)
    t.lose(0, 1)
    assert t.hand(0) == "eu/[protest]"
    assert (t.state.deck, t.money) == (before.deck, before.money)


@pytest.mark.parametrize(("hand", "outcome"), [("protest/eu", "ClaimProved"), ("media/eu", "ClaimDisproved")])
def test_coup_6_9_a_challenged_action_is_paid_for_either_way(hand, outcome):
    t = table(hand, "police/police", "russia/media", money=(4, 2, 2))
    t.declare(0, "protest", target=1)
    t.challenge(2)
    assert outcome in t.course
    assert t.only(ActionCostPaid) == ActionCostPaid(seat=0, amount=3, reason="challenged", rule="COUP-8.4")
    assert t.money[0] == 1


@pytest.mark.rules("COUP-9.9")
def test_coup_6_10_the_order_after_a_true_claim():
    t = table("protest/eu", "police/police", "russia/media", money=(4, 2, 2))
    t.declare(0, "protest", target=1)
    t.challenge(2)
    t.lose(2, 0)
    t.lose(1, 1)
    assert t.course == [
        "ActionDeclared", "ReactionWindowOpened", "ActionChallenged", "ClaimProved", "ActionCostPaid",
        "ProofCardReturned", "DeckShuffled", "ReplacementDrawn",
        "InfluenceLossRequired", "InfluenceLost",
        "InfluenceLossRequired", "InfluenceLost",
        "ActionResolved", "TurnEnded", "TurnStarted",
    ]  # fmt: skip


def test_coup_6_11_the_order_after_a_false_claim():
    t = table("media/eu", "police/police", "russia/media", money=(4, 2, 2))
    t.declare(0, "protest", target=1)
    t.challenge(2)
    t.lose(0, 0)
    assert t.course == [
        "ActionDeclared", "ReactionWindowOpened", "ActionChallenged", "ClaimDisproved", "ActionCostPaid",
        "ActionCancelled", "InfluenceLossRequired", "InfluenceLost", "TurnEnded", "TurnStarted",
    ]  # fmt: skip


def test_a_challenge_needs_an_open_window():
    t = table(seats=3, money=(7, 2, 2))
    for order in (Challenge, Pass, AcceptBlock, ChallengeBlock):
        t.refuse(0, order, "COUP-15.2", "wrong_phase")
    assert MoneyGained not in map(type, t.events)
