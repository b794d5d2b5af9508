"""Blocks."""

import pytest

from games.coup import GAME
from games.coup.commands import AcceptBlock, Block, Challenge, ChallengeBlock
from games.coup.events import (
    ActionBlocked,
    ActionCancelled,
    BlockAccepted,
    BlockChallenged,
    ClaimDisproved,
    ClaimProved,
    InfluenceLossRequired,
    TurnEnded,
    TurnStarted,
)
from tests.games.coup.table import ELIMINATED, table
from tests.spec import given_state


def declared(action, *hands, module="media", **params):
    t = table(*hands, seats=4, money=(9, 2, 2, 2), module=module)
    t.declare(0, action, **params)
    return t


@pytest.mark.parametrize("claim", ["russia", "protest", "police", "media"])
def test_coup_7_1_the_named_kind_must_block_this_action(claim):
    t = declared("protest", target=1)
    refusal = t.refuse(1, Block, "COUP-7.1", "wrong_blocking_card", claim=claim)
    assert refusal.facts == {"claims": ("eu",)}


def test_coup_7_1_a_block_may_be_a_bluff():
    t = declared("protest", "russia/russia", "media/media", target=1)
    given_state(GAME, t.state).when(Block(seat=1, decision_id=11, claim="eu"), serial=12).then(
        ActionBlocked(
            decision_id=11,
            blocker=1,
            claim="eu",
            response_decision_id=12,
            deadline=None,
            rule="COUP-7.3 COUP-4.6",
        )
    )


@pytest.mark.parametrize("blocker", [1, 2, 3])
def test_coup_7_2_any_opponent_may_block_local_businessmen_with_russia(blocker):
    t = declared("local_businessmen")
    t.refuse(blocker, Block, "COUP-7.1", "wrong_blocking_card", claim="police")
    t.block(blocker, "russia")
    assert t.only(ActionBlocked).rule == "COUP-7.2 COUP-4.6"


@pytest.mark.parametrize("other", [2, 3])
def test_coup_7_3_only_the_target_may_block_protest(other):
    t = declared("protest", target=1)
    t.refuse(other, Block, "COUP-7.3", "only_target_may_block", claim="eu")
    t.block(1, "eu")


@pytest.mark.parametrize("other", [2, 3])
@pytest.mark.parametrize("module", ["media", "un"])
def test_coup_7_4_only_the_target_may_block_police(other, module):
    for claim in ("police", module):
        t = declared("police", module=module, target=1)
        t.refuse(other, Block, "COUP-7.4", "only_target_may_block", claim=claim)
        t.block(1, claim)
    t = declared("police", module=module, target=1)
    t.refuse(1, Block, "COUP-7.1", "wrong_blocking_card", claim="eu")


@pytest.mark.parametrize(("module", "boxed"), [("media", "un"), ("un", "media")])
def test_coup_7_5_the_kind_in_the_box_cannot_be_named(module, boxed):
    for action in ("police", "protest"):
        t = declared(action, module=module, target=1)
        t.refuse(1, Block, "COUP-7.5", "module_not_in_play", claim=boxed)


def test_coup_7_6_a_block_cannot_be_blocked():
    t = declared("police", target=1)
    t.block(1, "police")
    for seat in (0, 2, 3):
        t.refuse(seat, Block, "COUP-15.2", "wrong_phase", claim="police")


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_coup_7_7_only_the_actor_answers_a_block(seat):
    t = declared("police", target=1)
    t.block(1, "police")
    t.refuse(seat, AcceptBlock, "COUP-7.7", "only_blocked_player")
    t.refuse(seat, ChallengeBlock, "COUP-7.7", "only_blocked_player")
    t.refuse(seat, Challenge, "COUP-15.2", "wrong_phase")


@pytest.mark.rules("COUP-8.5")
def test_coup_7_8_an_accepted_block_ends_the_turn_and_nothing_is_paid_or_shown():
    t = declared("protest", target=1)
    t.block(1, "eu")
    given_state(GAME, t.state).when(AcceptBlock(seat=0, decision_id=12), serial=13).then(
        BlockAccepted(seat=0, blocker=1, by_timeout=False, rule="COUP-7.8"),
        ActionCancelled(seat=0, action="protest", reason="block_accepted", rule="COUP-7.8"),
        TurnEnded(turn=1, seat=0, rule="COUP-3.14"),
        TurnStarted(turn=2, seat=1, must_scandal=False, decision_id=13, rule="COUP-3.14"),
    )


@pytest.mark.rules("COUP-7.12", "COUP-8.6")
def test_coup_7_9_a_true_block_is_swapped_and_costs_the_actor_an_influence():
    t = declared("protest", "protest/russia", "eu/media", target=1)
    t.block(1, "eu")
    t.challenge_block(0, tops=("police",))
    assert t.only(BlockChallenged) == BlockChallenged(challenger=0, blocker=1, claim="eu", rule="COUP-7.7")
    assert t.only(ClaimProved) == ClaimProved(seat=1, kind="eu", slot=0, context="block", rule="COUP-6.2 COUP-6.3")
    assert t.hand(1) == "police/media"
    assert t.only(InfluenceLossRequired) == InfluenceLossRequired(
        seat=0, cause="challenge_lost", decision_id=13, rule="COUP-7.9 COUP-9.2"
    )
    t.lose(0, 1)
    assert t.hand(0) == "protest/[russia]"
    assert t.money == (9, 2, 2, 2)
    assert t.is_turn_of(1)


@pytest.mark.rules("COUP-7.13", "COUP-8.7")
def test_coup_7_10_a_false_block_costs_the_blocker_an_influence_and_the_action_goes_on():
    t = declared("police", "police/russia", "eu/protest", target=1)
    t.block(1, "police")
    t.challenge_block(0)
    assert t.only(ClaimDisproved) == ClaimDisproved(seat=1, claim="police", context="block", rule="COUP-6.2")
    assert t.only(InfluenceLossRequired) == InfluenceLossRequired(
        seat=1, cause="bluff_caught", decision_id=13, rule="COUP-7.10 COUP-9.2"
    )
    t.lose(1, 0)
    assert t.hand(1) == "[eu]/protest"
    assert t.money == (11, 0, 2, 2)


def test_coup_7_11_a_bluff_succeeds_behind_a_broken_block():
    t = declared("police", "eu/eu", "russia/protest", target=1)
    t.block(1, "police")
    t.challenge_block(0)
    t.lose(1, 0)
    assert t.money[:2] == (11, 0)
    checked = [event.seat for event in t.events if isinstance(event, ClaimProved | ClaimDisproved)]
    assert checked == [1]


def test_coup_7_12_the_order_after_a_true_block():
    t = declared("protest", "protest/russia", "eu/media", target=1)
    t.block(1, "eu")
    t.challenge_block(0)
    t.lose(0, 0)
    assert t.course == [
        "ActionDeclared", "ReactionWindowOpened", "ActionBlocked", "BlockChallenged", "ClaimProved",
        "ProofCardReturned", "DeckShuffled", "ReplacementDrawn", "ActionCancelled",
        "InfluenceLossRequired", "InfluenceLost", "TurnEnded", "TurnStarted",
    ]  # fmt: skip


def test_coup_7_13_the_order_after_a_false_block():
    t = declared("protest", "protest/russia", "police/media", target=1)
    t.block(1, "eu")
    t.challenge_block(0)
    t.lose(1, 0)
    assert t.course == [
        "ActionDeclared", "ReactionWindowOpened", "ActionBlocked", "BlockChallenged", "ClaimDisproved",
        "ActionCostPaid", "InfluenceLossRequired", "InfluenceLost",
        "InfluenceLost", "PlayerEliminated", "ActionResolved", "TurnEnded", "TurnStarted",
    ]  # fmt: skip


def test_a_block_by_an_eliminated_player_is_refused():
    t = table("russia/eu", ELIMINATED, "police/police")
    t.declare(0, "local_businessmen")
    t.refuse(1, Block, "COUP-9.8", "player_eliminated", claim="russia")
