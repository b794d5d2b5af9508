"""Refusals: which of several mistakes is named, and that none of them tells a secret."""

import msgspec
import pytest

from games.coup import GAME
from games.coup.commands import (
    AcceptBlock,
    Block,
    Challenge,
    ChallengeBlock,
    ChooseCardToShow,
    ChooseExchange,
    ChooseInfluence,
    DecideInspection,
    DeclareAction,
    ExpireDecision,
    Pass,
)
from games.decider import CLOCK, IllegalMove
from games.dice import Dice
from tests.games.coup.table import ELIMINATED, table
from tests.play import build


def code(t, seat, order, **params):
    """The code of the refusal, whatever its rule."""
    params.setdefault("decision_id", t.state.decision_id)
    with pytest.raises(IllegalMove) as refusal:
        GAME.decide(t.state, order(seat=seat, **params), Dice(b"", 0, serial=999))
    assert refusal.value.rule in GAME.rulebook
    assert refusal.value.message
    return refusal.value.code


def claimed():
    """Seat 1 has challenged seat 0 (window 11); seat 2 is out, and seat 1 has to lose an influence (decision 12)."""
    t = table("russia/eu", "police/police", ELIMINATED, "media/media", timeout_s=30)
    t.declare(0, "russia")
    t.challenge(1)
    return t


def blocked():
    """Seat 1 has blocked the Police of seat 0."""
    t = table("russia/eu", "police/media", ELIMINATED, "media/media")
    t.declare(0, "police", target=1)
    t.block(1, "police")
    return t


def opened(action, module="media", money=9, **params):
    t = table(seats=4, money=(money, 2, 2, 2), module=module)
    t.declare(0, action, **params)
    return t


WRONG = {"action": "nonsense", "mode": "draw", "target": 99}


# The order of the checks that every command goes through: each case breaks its own check and all those after it.
@pytest.mark.parametrize(
    ("seat", "params", "expected"),
    [
        (9, {"decision_id": 11}, "not_a_player"),
        (CLOCK, {"decision_id": 11}, "not_a_player"),
        (2, {"decision_id": 11}, "player_eliminated"),
        (3, {"decision_id": 11}, "reaction_already_claimed"),
        (3, {"decision_id": 10}, "decision_closed"),
        (3, {"decision_id": 99}, "unknown_decision"),
        (3, {}, "wrong_phase"),
    ],
)
def test_the_sender_is_checked_before_the_decision_and_the_decision_before_the_phase(seat, params, expected):
    assert code(claimed(), seat, DeclareAction, **WRONG, **params) == expected


@pytest.mark.parametrize("order", [DeclareAction, Pass, ExpireDecision])
def test_the_end_of_the_match_is_checked_before_everything(order):
    t = table("eu/eu", "[russia]/police", money=(7, 4))
    t.declare(0, "scandal", target=1)
    params = WRONG if order is DeclareAction else {}
    for seat in (0, 1, 9, CLOCK):
        assert code(t, seat, order, decision_id=99, **params) == "match_over"


def test_before_the_match_nobody_is_a_player():
    with pytest.raises(IllegalMove) as refusal:
        GAME.decide(GAME.rules.initial, Pass(seat=0, decision_id=0), Dice(b"", 0))
    assert refusal.value.code == "not_a_player"


@pytest.mark.parametrize(
    ("money", "seat", "params", "expected"),
    [
        (10, 1, {"action": "nonsense", "mode": "draw", "target": 99}, "not_your_turn"),
        (10, 0, {"action": "nonsense", "mode": "draw", "target": 99}, "unknown_action"),
        (10, 0, {"action": "eu", "mode": "draw", "target": 99}, "no_action_on_card"),
        (10, 0, {"action": "un", "target": 99}, "module_not_in_play"),
        (10, 0, {"action": "protest", "mode": "draw", "target": 99}, "must_scandal"),
        (2, 0, {"action": "protest", "mode": "draw"}, "insufficient_funds"),
        (6, 0, {"action": "scandal", "mode": "draw"}, "insufficient_funds"),
        (9, 0, {"action": "protest", "mode": "draw"}, "mode_not_allowed"),
        (9, 0, {"action": "usa", "mode": "inspect", "target": 99}, "mode_not_allowed"),
        (9, 0, {"action": "protest"}, "target_required"),
        (9, 0, {"action": "usa", "target": 0}, "target_not_allowed"),
        (9, 0, {"action": "protest", "target": 99}, "unknown_target"),
        (9, 0, {"action": "protest", "target": 0}, "target_self"),
        (9, 0, {"action": "protest", "target": 2}, "target_eliminated"),
    ],
)
def test_the_order_of_checks_of_a_declaration(money, seat, params, expected):
    t = table("russia/eu", "police/police", ELIMINATED, money=(money, 2, 2))
    assert code(t, seat, DeclareAction, **params) == expected


def test_a_mode_is_asked_for_before_the_target():
    t = table("russia/eu", "police/police", ELIMINATED, module="un")
    assert code(t, 0, DeclareAction, action="un", target=99) == "mode_required"
    assert code(t, 0, DeclareAction, action="un", mode="inspect") == "target_required"
    assert code(t, 0, DeclareAction, action="un", mode="draw", target=1) == "target_not_allowed"
    assert code(t, 0, DeclareAction, action="un", mode="inspect", target=2) == "target_eliminated"


def test_who_reacts_is_checked_before_how():
    t = opened("local_businessmen")
    t.passes(1)
    assert code(t, 0, Challenge) == "actor_cannot_react"
    assert code(t, 1, Challenge) == "already_passed"
    assert code(t, 2, Challenge) == "not_challengeable"
    assert code(t, 0, Block, claim="eu") == "actor_cannot_react"
    assert code(t, 1, Block, claim="eu") == "already_passed"
    assert code(t, 2, Block, claim="eu") == "wrong_blocking_card"


def test_the_order_of_checks_of_a_block():
    assert code(opened("russia"), 1, Block, claim="un") == "not_blockable"
    assert code(opened("protest", target=1), 2, Block, claim="un") == "only_target_may_block"
    assert code(opened("protest", target=1), 1, Block, claim="un") == "module_not_in_play"
    assert code(opened("protest", target=1), 1, Block, claim="media") == "wrong_blocking_card"
    assert code(opened("local_businessmen"), 1, Block, claim="un") == "module_not_in_play"


def test_the_order_of_checks_of_the_clock():
    t = claimed()
    assert code(t, 2, ExpireDecision, decision_id=11) == "system_only"
    assert code(t, 9, ExpireDecision, decision_id=11) == "system_only"
    assert code(t, CLOCK, ExpireDecision, decision_id=11) == "reaction_already_claimed"
    assert code(t, CLOCK, ExpireDecision, decision_id=10) == "decision_closed"
    assert code(t, CLOCK, ExpireDecision, decision_id=99) == "unknown_decision"
    assert code(t, CLOCK, ExpireDecision) == "wrong_phase"
    assert code(blocked(), CLOCK, ExpireDecision, decision_id=11) == "reaction_already_claimed"
    assert code(blocked(), CLOCK, ExpireDecision) == "timeout_not_enabled"
    assert code(table(seats=2), CLOCK, ExpireDecision) == "timeout_not_enabled"  # named before the phase


def test_who_answers_a_block_is_checked_after_the_phase():
    t = blocked()
    assert code(t, 3, ChallengeBlock) == "only_blocked_player"
    assert code(t, 1, AcceptBlock) == "only_blocked_player"
    assert code(t, 2, AcceptBlock) == "player_eliminated"
    assert code(opened("russia"), 3, AcceptBlock) == "wrong_phase"


def test_whose_choice_it_is_comes_before_what_is_chosen():
    losing = claimed()
    assert code(losing, 0, ChooseInfluence, slot=7) == "not_your_decision"
    assert code(losing, 1, ChooseInfluence, slot=7) == "invalid_slot"
    exchanging = table(seats=2)
    exchanging.declare(0, "media")
    exchanging.passes(1)
    assert code(exchanging, 1, ChooseExchange, keep=()) == "not_your_decision"
    assert code(exchanging, 0, ChooseExchange, keep=()) == "bad_keep_count"
    inspecting = table(seats=2, module="un")
    inspecting.declare(0, "un", mode="inspect", target=1)
    inspecting.passes(1)
    assert code(inspecting, 0, ChooseCardToShow, slot=7) == "not_your_decision"
    assert code(inspecting, 1, ChooseCardToShow, slot=7) == "invalid_slot"
    inspecting.show(1, 0)
    assert code(inspecting, 1, DecideInspection, force_exchange=True) == "not_your_decision"


@pytest.mark.parametrize(
    ("type_", "params"),
    [
        ("pass", {}),
        ("pass", {"decision_id": "11"}),
        ("pass", {"decision_id": True}),
        ("pass", {"decision_id": 11, "claim": "eu"}),
        ("block", {"decision_id": 11, "claim": "nonsense"}),
        ("block", {"decision_id": 11}),
        ("declare_action", {"decision_id": 11, "action": "un", "mode": "peek"}),
        ("declare_action", {"decision_id": 11, "action": "police", "target": "1"}),
        ("choose_exchange", {"decision_id": 11, "keep": "hand:0"}),
        ("decide_inspection", {"decision_id": 11, "force_exchange": 1}),
    ],
)
def test_parameters_of_the_wrong_shape_never_reach_the_rules(type_, params):
    with pytest.raises(msgspec.ValidationError):
        build(GAME, type_, 1, params)


def test_null_equals_left_out():
    build(GAME, "declare_action", 0, {"decision_id": 0, "action": "usa", "mode": None, "target": None})


@pytest.mark.parametrize("hands", [("russia/russia", "eu/protest"), ("[eu]/media", "[eu]/protest")])
def test_coup_17_1_a_refusal_does_not_depend_on_what_others_hide(hands):
    """The same mistakes of seat 1, with other cards in the hand of seat 0."""
    refusals = []
    for hand in hands:
        t = table(hand, "police/police", "media/media", money=(3, 2, 2))
        t.declare(0, "protest", target=2)
        said = []
        for order, params in (
            (Block, {"claim": "eu"}),
            (AcceptBlock, {}),
            (ChooseInfluence, {"slot": 0}),
            (DeclareAction, {"action": "usa"}),
            (Pass, {"decision_id": 10}),
        ):
            params.setdefault("decision_id", 11)
            with pytest.raises(IllegalMove) as refusal:
                GAME.decide(t.state, order(seat=1, **params), Dice(b"", 0, serial=12))
            said.append((refusal.value.code, refusal.value.message, refusal.value.facts))
        refusals.append(said)
    assert refusals[0] == refusals[1]
