"""Sections 4 to 7 of the rulebook: passing, challenging, blocking, and answering a block."""

from __future__ import annotations

from typing import Literal

from games.coup.catalogue import CARD_NAMES, DECK, Action, Kind
from games.coup.commands import AcceptBlock, Answer, Block, Challenge, ChallengeBlock, ExpireDecision, Pass
from games.coup.effects import carry_out, require_loss
from games.coup.events import (
    ActionBlocked,
    ActionChallenged,
    BlockAccepted,
    BlockChallenged,
    ClaimDisproved,
    ClaimProved,
    ReactionPassed,
    ReactionWindowExpired,
    Slot,
)
from games.coup.refusals import check_decision, check_open, check_running, refuse_phase
from games.coup.state import BlockClaim, State, declared, reactions_of
from games.coup.steps import BLUFF_CAUGHT, CHALLENGE_LOST, cancel, end_turn, pay, swap_proof
from games.coup.unfolding import Unfolding
from games.decider import CLOCK, ClockOnly, Event, IllegalMove, Seat
from games.dice import Dice


def pass_(state: State, command: Pass, dice: Dice) -> list[Event]:
    """COUP-4.9 to COUP-4.11: one opponent agrees; when all have, the action is carried out."""
    _check_reactor(state, command)
    unfolding = Unfolding(state, dice)
    unfolding.emit(ReactionPassed(decision_id=state.decision_id, seat=command.seat, rule="COUP-4.1 COUP-4.9"))
    if not unfolding.state.waiting:
        carry_out(unfolding)
    return unfolding.events


def challenge(state: State, command: Challenge, dice: Dice) -> list[Event]:
    """COUP-4.3, COUP-4.6, COUP-6.1 to COUP-6.11: the actor shows the claimed card or is caught."""
    _check_reactor(state, command)
    row = declared(state)
    if row.claim is None:
        message = f"'{row.word}' claims no card and cannot be challenged; you may pass or block"
        raise IllegalMove("COUP-4.4", "not_challengeable", message)
    unfolding = Unfolding(state, dice)
    actor = state.actor
    unfolding.emit(
        ActionChallenged(
            decision_id=state.decision_id,
            challenger=command.seat,
            seat=actor,
            claim=row.claim,
            rule="COUP-4.3 COUP-4.6",
        )
    )
    slot = _proof(state, actor, row.claim)
    _tell_outcome(unfolding, actor, row.claim, slot, "action")
    pay(unfolding, "challenged")
    if slot is None:
        cancel(unfolding, "bluff_caught")
        require_loss(unfolding, actor, BLUFF_CAUGHT)
    else:
        swap_proof(unfolding, actor, slot, row.claim)
        require_loss(unfolding, command.seat, CHALLENGE_LOST)
    return unfolding.events


def block(state: State, command: Block, dice: Dice) -> list[Event]:
    """COUP-7.1 to COUP-7.6: an opponent whom the action allows it names a card, and the actor has to answer."""
    _check_reactor(state, command)
    row = declared(state)
    _check_block(state, row, command.seat, command.claim)
    unfolding = Unfolding(state, dice)
    unfolding.emit(
        ActionBlocked(
            decision_id=state.decision_id,
            blocker=command.seat,
            claim=command.claim,
            response_decision_id=unfolding.next_decision_id,
            deadline=unfolding.deadline(),
            rule=f"{row.block_rule} COUP-4.6",
        )
    )
    return unfolding.events


def accept_block(state: State, command: AcceptBlock, dice: Dice) -> list[Event]:
    """COUP-7.8: the action is not carried out, nothing is paid, nothing is shown."""
    claim = _blocked(state, command)
    return _accept(state, claim, dice, by_timeout=False)


def challenge_block(state: State, command: ChallengeBlock, dice: Dice) -> list[Event]:
    """COUP-7.7, COUP-7.9 to COUP-7.13: the blocker shows the named card or is caught, and the action goes on."""
    claim = _blocked(state, command)
    unfolding = Unfolding(state, dice)
    unfolding.emit(BlockChallenged(challenger=command.seat, blocker=claim.blocker, claim=claim.claim, rule="COUP-7.7"))
    slot = _proof(state, claim.blocker, claim.claim)
    _tell_outcome(unfolding, claim.blocker, claim.claim, slot, "block")
    if slot is None:
        pay(unfolding, "block_broken")
        require_loss(unfolding, claim.blocker, BLUFF_CAUGHT)
    else:
        swap_proof(unfolding, claim.blocker, slot, claim.claim)
        cancel(unfolding, "block_proved")
        require_loss(unfolding, state.actor, CHALLENGE_LOST)
    return unfolding.events


def expire_decision(state: State, command: ExpireDecision, dice: Dice) -> list[Event]:
    """COUP-4.15, COUP-15.7: whoever has not answered has passed; a block not answered is accepted."""
    check_running(state)
    if command.seat != CLOCK:
        raise ClockOnly("COUP-15.7", "system_only", "only the clock can do that; answer the open decision instead")
    check_decision(state, command.decision_id)
    if state.reaction_timeout_s is None:
        raise IllegalMove("COUP-15.7", "timeout_not_enabled", "this match is played without a timeout")
    if state.phase == "awaiting_block_response":
        assert state.block is not None, "a block is answered, yet there is none"
        return _accept(state, state.block, dice, by_timeout=True)
    if state.phase != "awaiting_reactions":
        refuse_phase(state)
    unfolding = Unfolding(state, dice)
    unfolding.emit(
        ReactionWindowExpired(decision_id=state.decision_id, seats=state.waiting, rule="COUP-4.15 COUP-15.7")
    )
    carry_out(unfolding)
    return unfolding.events


def _check_reactor(state: State, command: Answer) -> None:
    """COUP-4.9, COUP-4.12: a live opponent who has not passed yet."""
    check_open(state, command, "awaiting_reactions")
    if command.seat in state.waiting:
        return
    if command.seat == state.actor:
        raise IllegalMove("COUP-4.12", "actor_cannot_react", "you cannot react to your own action; wait for the others")
    message = "you have passed, and a pass is final for this action"
    raise IllegalMove("COUP-4.9", "already_passed", message, late=True)


def _check_block(state: State, row: Action, seat: Seat, claim: Kind) -> None:
    """COUP-4.5, COUP-7.1 to COUP-7.5: what can be blocked, by whom, with which card."""
    if row.block_by == "nobody":
        message = f"'{row.word}' cannot be blocked; you may pass or challenge"
        raise IllegalMove("COUP-4.5", "not_blockable", message)
    claims = reactions_of(state, row, seat).claims
    if not claims:
        message = f"only its target may block '{row.word}'; you may pass or challenge"
        raise IllegalMove(row.block_rule, "only_target_may_block", message)
    if claim not in DECK[state.module]:
        message = f"{CARD_NAMES[claim]} is in the box; name {_list(claims)}"
        raise IllegalMove("COUP-7.5", "module_not_in_play", message, module=state.module, claims=claims)
    if claim not in claims:
        message = f"{CARD_NAMES[claim]} does not block '{row.word}'; name {_list(claims)}"
        raise IllegalMove("COUP-7.1", "wrong_blocking_card", message, claims=claims)


def _list(claims: tuple[Kind, ...]) -> str:
    return " or ".join(CARD_NAMES[kind] for kind in claims)


def _blocked(state: State, command: Answer) -> BlockClaim:
    """COUP-7.7: the block that is open for an answer, by the blocked player alone."""
    check_open(state, command, "awaiting_block_response")
    if command.seat != state.actor:
        message = f"only seat {state.actor}, whose action was blocked, may answer the block"
        raise IllegalMove("COUP-7.7", "only_blocked_player", message, actor=state.actor)
    assert state.block is not None, "a block is answered, yet there is none"
    return state.block


def _accept(state: State, claim: BlockClaim, dice: Dice, *, by_timeout: bool) -> list[Event]:
    unfolding = Unfolding(state, dice)
    rule = "COUP-7.8 COUP-15.7" if by_timeout else "COUP-7.8"
    unfolding.emit(BlockAccepted(seat=state.actor, blocker=claim.blocker, by_timeout=by_timeout, rule=rule))
    cancel(unfolding, "block_accepted")
    end_turn(unfolding)
    return unfolding.events


def _proof(state: State, seat: Seat, claim: Kind) -> Slot | None:
    """COUP-6.2, COUP-6.4: the lower hidden slot that holds the claimed kind, if any does."""
    hand = state.hands[seat]
    return next((slot for slot in state.hidden[seat] if hand[slot] == claim), None)


def _tell_outcome(
    unfolding: Unfolding, seat: Seat, claim: Kind, slot: Slot | None, context: Literal["action", "block"]
) -> None:
    """COUP-6.3: the check is automatic; whoever holds the card must show it."""
    if slot is None:
        unfolding.emit(ClaimDisproved(seat=seat, claim=claim, context=context, rule="COUP-6.2"))
    else:
        unfolding.emit(ClaimProved(seat=seat, kind=claim, slot=slot, context=context, rule="COUP-6.2 COUP-6.3"))
