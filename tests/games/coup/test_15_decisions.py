"""Decisions, their ids and their order."""

import random

import pytest

from games.coup import GAME
from games.coup.commands import (
    AcceptBlock,
    Block,
    Challenge,
    ChooseInfluence,
    DeclareAction,
    ExpireDecision,
    Pass,
)
from games.coup.setup import CoupOptions
from games.decider import CLOCK
from tests.games.coup.policy import policy
from tests.games.coup.table import ELIMINATED, table
from tests.play import Match, moves


def test_coup_15_1_every_decision_has_an_id_of_its_own_and_it_only_grows():
    match = Match(GAME, CoupOptions(module="un"), 4, seed=151)
    match.start()
    opened = [match.state.decision_id]
    for _ in moves(match, random.Random(151), policy):
        if match.state.decision_id != opened[-1]:
            opened.append(match.state.decision_id)
    assert opened == list(range(len(opened)))  # without a gap, so that an id was issued if it is lower
    assert len(opened) > 20


def test_coup_15_2_an_answer_never_counts_for_a_later_decision():
    t = table(seats=3, money=(7, 2, 2))
    t.declare(0, "usa")
    t.refuse(1, DeclareAction, "COUP-15.5", "decision_closed", decision_id=10, action="usa")
    t.declare(1, "usa", decision_id=11)


@pytest.mark.parametrize("template_seat", [0, 1, 2])
def test_coup_15_2_every_template_carries_the_id(template_seat):
    t = table(seats=3)
    t.declare(0, "local_businessmen")
    for template in GAME.rules.choices(t.state, template_seat):
        assert template.params["decision_id"].one_of == (11,)


def test_coup_15_3_the_order_of_acceptance_decides_who_was_first():
    outcomes = []
    for first, second in ((1, 2), (2, 1)):
        t = table("eu/eu", "police/police", "media/media")
        t.declare(0, "russia")
        t.challenge(first)
        refusal = t.refuse(second, Challenge, "COUP-15.4", "reaction_already_claimed", decision_id=11)
        outcomes.append(refusal.facts["claimed_by"])
    assert outcomes == [1, 2]


@pytest.mark.parametrize(
    ("seat", "order", "params"),
    [
        (2, Challenge, {}),
        (2, Block, {"claim": "russia"}),
        (2, Pass, {}),
        (CLOCK, ExpireDecision, {}),
        (0, DeclareAction, {"action": "usa"}),
    ],
)
@pytest.mark.parametrize("kind", ["challenge", "block"])
def test_coup_15_4_a_window_closed_by_a_reaction_says_by_whose(seat, order, params, kind):
    t = table("eu/eu", "police/police", "media/media", timeout_s=30)
    t.declare(0, "police", target=1)
    if kind == "challenge":
        t.challenge(1)
        facts = {"late": True, "claimed_by": 1, "kind": "challenge"}
    else:
        t.block(1, "media")
        facts = {"late": True, "claimed_by": 1, "kind": "block", "claim": "media"}
    refusal = t.refuse(seat, order, "COUP-15.4", "reaction_already_claimed", decision_id=11, **params)
    assert refusal.facts == facts


def test_coup_15_4_it_says_so_also_many_turns_later():
    t = table("eu/eu", "police/police", "media/media")
    t.declare(0, "local_businessmen")
    t.block(2, "russia")
    t.accept(0)
    for _ in range(6):
        t.declare(t.state.actor, "usa")
    refusal = t.refuse(1, Pass, "COUP-15.4", "reaction_already_claimed", decision_id=11)
    assert refusal.facts == {"late": True, "claimed_by": 2, "kind": "block", "claim": "russia"}


def test_coup_15_5_other_closed_decisions_and_unknown_ones():
    t = table(seats=3)
    t.declare(0, "russia")  # opens 11
    t.passes(1, 2)  # the second one closes it and opens 12
    t.refuse(1, DeclareAction, "COUP-15.5", "decision_closed", decision_id=10, action="usa")
    t.refuse(1, Challenge, "COUP-15.5", "decision_closed", decision_id=11)
    t.refuse(1, Challenge, "COUP-15.5", "decision_closed", decision_id=0)  # the one that setup opens
    for unknown in (13, 10**9, -1):
        refusal = t.refuse(1, DeclareAction, "COUP-15.5", "unknown_decision", decision_id=unknown, action="usa")
        assert refusal.facts == {"decision_id": 12}


def test_coup_15_5_the_answered_block_is_closed_not_claimed():
    t = table(seats=3)
    t.declare(0, "local_businessmen")
    t.block(1, "russia")  # opens 12
    t.accept(0)
    t.refuse(0, AcceptBlock, "COUP-15.5", "decision_closed", decision_id=12)


@pytest.mark.rules("COUP-U.5")
def test_coup_15_5_an_id_replaced_by_an_undo_is_closed():
    t = table(seats=3)
    t.declare(0, "russia")
    t.state = GAME.take_back.reopen(t.state, 20, 0)
    t.refuse(1, Challenge, "COUP-15.5", "decision_closed", decision_id=11)
    t.refuse(1, Challenge, "COUP-15.5", "unknown_decision", decision_id=21)
    t.challenge(1, decision_id=20)


def test_coup_15_6_a_refused_command_changes_nothing():
    t = table(seats=3)
    before = t.state
    t.refuse(0, DeclareAction, "COUP-3.5", "insufficient_funds", action="protest", target=1)
    assert t.state == before
    t.declare(0, "usa")


@pytest.mark.parametrize("seat", [0, 1, 2, 5])
def test_coup_15_7_only_the_clock_expires_a_decision(seat):
    t = table("eu/eu", "police/police", ELIMINATED, timeout_s=30)
    t.declare(0, "russia")
    t.refuse(seat, ExpireDecision, "COUP-15.7", "system_only")


def test_coup_15_7_only_with_a_timeout():
    t = table(seats=3)
    t.refuse(CLOCK, ExpireDecision, "COUP-15.7", "timeout_not_enabled")


def test_coup_15_7_only_windows_and_blocks_expire():
    t = table("eu/eu", "police/protest", "russia/russia", timeout_s=30, module="un", money=(7, 2, 2))
    refused = []

    def waits():
        t.refuse(CLOCK, ExpireDecision, "COUP-15.2", "wrong_phase")
        assert GAME.clock.deadline(t.state) is None
        refused.append(t.state.phase)

    waits()
    t.declare(0, "scandal", target=1)
    waits()
    t.lose(1, 0)
    t.declare(1, "un", mode="draw")
    t.expire()
    waits()
    t.keep(1, "hand:1")
    t.declare(2, "un", mode="inspect", target=0)
    t.expire()
    waits()
    t.show(0, 0)
    waits()
    assert refused == [
        "awaiting_action", "awaiting_influence_loss", "awaiting_exchange", "awaiting_card_to_show",
        "awaiting_inspection_verdict",
    ]  # fmt: skip


def test_coup_15_7_the_clock_is_trusted_about_the_time_but_not_about_the_decision():
    t = table(seats=3, timeout_s=30)
    t.declare(0, "russia", at_ms=1000)
    t.refuse(CLOCK, ExpireDecision, "COUP-15.5", "decision_closed", decision_id=10)
    t.expire(at_ms=1001)
    t.refuse(CLOCK, ExpireDecision, "COUP-15.5", "decision_closed", decision_id=11)


def test_coup_15_8_a_replay_needs_no_luck_and_no_time():
    t = table("media/eu", "police/police", "russia/russia", timeout_s=30)
    start = t.state
    t.declare(0, "media", at_ms=77)
    t.challenge(1, tops=("protest", "russia"))
    t.lose(1, 0)
    t.keep(0, "drawn:0", "drawn:1", tops=("eu",))
    assert GAME.fold(start, t.events) == t.state


def test_a_choice_is_refused_while_another_kind_of_decision_is_open():
    t = table(seats=3)
    refusal = t.refuse(0, ChooseInfluence, "COUP-15.2", "wrong_phase", slot=0)
    assert refusal.facts == {"phase": "awaiting_action"}
