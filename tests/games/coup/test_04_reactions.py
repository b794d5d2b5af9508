"""Reactions."""

import pytest

from games.coup import GAME
from games.coup.commands import Block, Challenge, ExpireDecision, Pass
from games.coup.events import (
    ActionCancelled,
    BlockAccepted,
    MoneyGained,
    ReactionPassed,
    ReactionWindowExpired,
    ReactionWindowOpened,
)
from games.decider import CLOCK, Deadline
from tests.games.coup.table import ELIMINATED, table


def window(action, module="media", **params):
    """A table of four on which Ana, who can afford everything, has declared something."""
    t = table(seats=4, money=(9, 2, 2, 2), module=module)
    t.declare(0, action, **params)
    return t


def test_coup_4_1_every_live_opponent_is_asked():
    t = table("russia/eu", ELIMINATED, "police/police", "media/media")
    t.declare(0, "russia")
    assert [reactor.seat for reactor in t.only(ReactionWindowOpened).reactors] == [2, 3]
    assert GAME.rules.to_act(t.state) == (2, 3)


@pytest.mark.parametrize(("action", "target"), [("usa", None), ("scandal", 1)])
def test_coup_4_2_usa_and_scandal_happen_at_once(action, target):
    t = window(action, target=target)
    assert "ReactionWindowOpened" not in t.course
    assert t.state.phase != "awaiting_reactions"


@pytest.mark.parametrize(
    ("action", "module", "params"),
    [
        ("russia", "media", {}),
        ("protest", "media", {"target": 1}),
        ("media", "media", {}),
        ("un", "un", {"mode": "draw"}),
        ("un", "un", {"mode": "inspect", "target": 1}),
        ("police", "un", {"target": 1}),
    ],
)
@pytest.mark.parametrize("challenger", [1, 2, 3])
def test_coup_4_3_any_live_opponent_may_challenge_a_card_action(action, module, params, challenger):
    t = window(action, module, **params)
    assert "challenge" in t.types(challenger)
    t.challenge(challenger)


def test_coup_4_4_a_free_action_cannot_be_challenged():
    t = window("local_businessmen")
    t.refuse(1, Challenge, "COUP-4.4", "not_challengeable")
    assert t.types(1) == ["pass", "block"]


@pytest.mark.parametrize(
    ("action", "module", "params"),
    [
        ("russia", "media", {}),
        ("media", "media", {}),
        ("un", "un", {"mode": "draw"}),
        ("un", "un", {"mode": "inspect", "target": 1}),
    ],
)
@pytest.mark.parametrize("claim", ["russia", "eu", "police", "media", "un"])
def test_coup_4_5_most_actions_cannot_be_blocked(action, module, params, claim):
    t = window(action, module, **params)
    t.refuse(1, Block, "COUP-4.5", "not_blockable", claim=claim)


@pytest.mark.parametrize(
    ("action", "params", "claim"),
    [("local_businessmen", {}, "russia"), ("protest", {"target": 1}, "eu"), ("police", {"target": 1}, "police")],
)
def test_coup_4_5_three_can(action, params, claim):
    t = window(action, **params)
    t.block(1, claim)
    assert t.state.phase == "awaiting_block_response"


def test_coup_4_6_the_first_challenge_or_block_has_the_right():
    first = window("protest", target=1)
    window_id = first.state.decision_id
    first.block(1, "eu")
    refused = first.refuse(2, Challenge, "COUP-15.4", "reaction_already_claimed", decision_id=window_id)
    assert refused.facts["late"]
    second = window("protest", target=1)
    second.challenge(2)
    second.refuse(1, Block, "COUP-15.4", "reaction_already_claimed", decision_id=window_id, claim="eu")


def test_coup_4_7_a_failed_challenge_takes_the_block_from_the_target():
    t = table("protest/russia", "eu/eu", "media/police", money=(3, 2, 2))
    t.declare(0, "protest", target=1)
    window_id = t.state.decision_id
    t.challenge(2)
    t.refuse(1, Block, "COUP-15.4", "reaction_already_claimed", decision_id=window_id, claim="eu")
    t.lose(2, 0)
    assert t.state.phase == "awaiting_influence_loss"  # the Protest goes through
    assert GAME.rules.to_act(t.state) == (1,)


def test_coup_4_7_nobody_challenges_the_action_after_a_block():
    t = window("local_businessmen")
    window_id = t.state.decision_id
    t.block(2, "russia")
    for seat in (1, 3):
        assert t.types(seat) == []
        t.refuse(seat, Challenge, "COUP-15.4", "reaction_already_claimed", decision_id=window_id)


def test_coup_4_8_coming_second_costs_nothing():
    t = window("russia")
    window_id = t.state.decision_id
    t.challenge(1)
    before = t.state
    refusal = t.refuse(2, Challenge, "COUP-15.4", "reaction_already_claimed", decision_id=window_id)
    assert refusal.facts == {"late": True, "claimed_by": 1, "kind": "challenge"}
    assert t.state == before


def test_coup_4_9_a_pass_is_final():
    t = window("police", target=1)
    t.passes(1)
    t.refuse(1, Challenge, "COUP-4.9", "already_passed")
    t.refuse(1, Block, "COUP-4.9", "already_passed", claim="police")
    t.refuse(1, Pass, "COUP-4.9", "already_passed")
    assert t.types(1) == []


def test_coup_4_10_a_pass_leaves_the_others_their_rights():
    t = window("police", target=1)
    t.passes(2)
    assert t.types(1) == ["pass", "challenge", "block"]
    assert t.types(3) == ["pass", "challenge"]
    t.block(1, "media")


def test_coup_4_11_when_all_have_passed_the_action_is_unopposed():
    t = window("russia")
    t.passes(3, 1)
    assert t.state.phase == "awaiting_reactions"
    assert t.money[0] == 9
    t.passes(2)
    assert t.money[0] == 12
    passed = [event for event in t.events if isinstance(event, ReactionPassed)]
    assert passed == [ReactionPassed(decision_id=11, seat=seat, rule="COUP-4.1 COUP-4.9") for seat in (3, 1, 2)]


def test_coup_4_12_the_actor_does_not_react():
    t = window("police", target=1)
    t.refuse(0, Pass, "COUP-4.12", "actor_cannot_react")
    t.refuse(0, Challenge, "COUP-4.12", "actor_cannot_react")
    t.refuse(0, Block, "COUP-4.12", "actor_cannot_react", claim="police")


@pytest.mark.parametrize("order", [Pass, Challenge])
def test_coup_4_12_neither_do_eliminated_players_and_spectators(order):
    t = table("russia/eu", ELIMINATED, "police/police")
    t.declare(0, "russia")
    t.refuse(1, order, "COUP-9.8", "player_eliminated")
    t.refuse(3, order, "COUP-4.12", "not_a_player")
    t.refuse(CLOCK, order, "COUP-4.12", "not_a_player")


@pytest.mark.parametrize(("first", "claim"), [("challenge", "eu"), ("block", "eu")])
def test_coup_4_13_a_target_challenges_or_blocks_but_not_both(first, claim):
    t = table("protest/russia", "eu/media", "eu/police", money=(3, 2, 2))
    t.declare(0, "protest", target=1)
    window_id = t.state.decision_id
    if first == "challenge":
        t.challenge(1)
        t.refuse(1, Block, "COUP-15.4", "reaction_already_claimed", decision_id=window_id, claim=claim)
    else:
        t.block(1, claim)
        t.refuse(1, Challenge, "COUP-15.4", "reaction_already_claimed", decision_id=window_id)


def test_coup_4_14_the_actor_may_still_challenge_a_block():
    t = window("police", target=1)
    t.block(1, "police")
    assert t.types(0) == ["accept_block", "challenge_block"]
    t.challenge_block(0)


@pytest.mark.rules("COUP-15.7")
def test_coup_4_15_a_timeout_counts_everybody_else_as_passed():
    t = table(seats=4, timeout_s=30)
    t.declare(0, "russia", at_ms=5_000)
    assert t.only(ReactionWindowOpened).deadline == 35_000
    command = ExpireDecision(seat=CLOCK, decision_id=11)
    assert GAME.clock.deadline(t.state) == Deadline(35_000, command)
    t.passes(2)
    assert GAME.clock.deadline(t.state) == Deadline(35_000, command)
    t.expire()
    assert t.only(ReactionWindowExpired) == ReactionWindowExpired(
        decision_id=11, seats=(1, 3), rule="COUP-4.15 COUP-15.7"
    )
    assert t.only(MoneyGained).amount == 3
    assert t.is_turn_of(1)
    assert GAME.clock.deadline(t.state) is None


@pytest.mark.rules("COUP-15.7")
def test_coup_4_15_a_block_that_is_not_answered_in_time_is_accepted():
    t = table(seats=3, timeout_s=20)
    t.declare(0, "local_businessmen", at_ms=1_000)
    t.send(2, Block, claim="russia", at_ms=9_000)
    assert GAME.clock.deadline(t.state) == Deadline(29_000, ExpireDecision(seat=CLOCK, decision_id=12))
    t.expire()
    accepted = BlockAccepted(seat=0, blocker=2, by_timeout=True, rule="COUP-7.8 COUP-15.7")
    assert t.only(BlockAccepted) == accepted
    assert t.only(ActionCancelled).reason == "block_accepted"
    assert t.is_turn_of(1)


def test_coup_4_15_without_a_timeout_the_window_waits():
    t = window("russia")
    assert t.only(ReactionWindowOpened).deadline is None
    assert GAME.clock.deadline(t.state) is None
    t.refuse(CLOCK, ExpireDecision, "COUP-15.7", "timeout_not_enabled")


PASS, CHALLENGE, BLOCK = "pass", "challenge", "block"


@pytest.mark.parametrize(
    ("action", "module", "params", "of_target", "of_others", "claims"),
    [
        ("local_businessmen", "media", {}, None, (PASS, BLOCK), ("russia",)),
        ("russia", "media", {}, None, (PASS, CHALLENGE), ()),
        ("protest", "media", {"target": 1}, (PASS, CHALLENGE, BLOCK), (PASS, CHALLENGE), ("eu",)),
        ("media", "media", {}, None, (PASS, CHALLENGE), ()),
        ("un", "un", {"mode": "draw"}, None, (PASS, CHALLENGE), ()),
        ("un", "un", {"mode": "inspect", "target": 1}, (PASS, CHALLENGE), (PASS, CHALLENGE), ()),
        ("police", "media", {"target": 1}, (PASS, CHALLENGE, BLOCK), (PASS, CHALLENGE), ("police", "media")),
        ("police", "un", {"target": 1}, (PASS, CHALLENGE, BLOCK), (PASS, CHALLENGE), ("police", "un")),
    ],
)
@pytest.mark.rules("COUP-16.8")
def test_coup_4_16_who_may_answer_what(action, module, params, of_target, of_others, claims):
    t = window(action, module, **params)
    for reactor in t.only(ReactionWindowOpened).reactors:
        expected = of_target if reactor.seat == params.get("target") else of_others
        assert reactor.reactions == expected
        assert reactor.claims == (claims if BLOCK in expected else ())
        templates = GAME.rules.choices(t.state, reactor.seat)
        assert tuple(template.type for template in templates) == expected
        for template in templates:
            assert template.params["decision_id"].one_of == (11,)
            if template.type == BLOCK:
                assert template.params["claim"].one_of == claims
