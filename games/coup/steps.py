"""The single steps that many rules take: pay, shuffle, lose an influence, end the turn."""

from __future__ import annotations

from typing import Literal

from games.coup.catalogue import Kind
from games.coup.events import (
    ActionCancelled,
    ActionCostPaid,
    ActionResolved,
    DeckShuffled,
    InfluenceLost,
    MatchEnded,
    PlayerEliminated,
    ProofCardReturned,
    ReplacementDrawn,
    Slot,
    TurnEnded,
    TurnStarted,
)
from games.coup.state import State, declared, forced_action
from games.coup.unfolding import Unfolding
from games.decider import Seat

CHALLENGE_LOST = "challenge_lost"
BLUFF_CAUGHT = "bluff_caught"


_PAYMENT_RULE = {"unopposed": "COUP-8.3", "challenged": "COUP-8.4", "block_broken": "COUP-8.7"}
_CANCEL_RULE = {"bluff_caught": "COUP-6.8", "block_accepted": "COUP-7.8", "block_proved": "COUP-7.9"}


def pay(unfolding: Unfolding, reason: Literal["unopposed", "challenged", "block_broken"]) -> None:
    """COUP-8.3, COUP-8.4, COUP-8.7, COUP-8.8: the actor pays what the action costs, once."""
    cost = declared(unfolding.state).pay
    if cost and not unfolding.state.is_paid:
        unfolding.emit(
            ActionCostPaid(seat=unfolding.state.actor, amount=cost, reason=reason, rule=_PAYMENT_RULE[reason])
        )


def shuffle(unfolding: Unfolding, reason: Literal["proof", "exchange", "inspection"], rule: str) -> None:
    """COUP-12.2: whenever cards have gone back, the whole deck is shuffled."""
    order = unfolding.dice.shuffle(unfolding.state.deck)
    unfolding.emit(DeckShuffled(reason=reason, size=len(order), order=order, rule=f"{rule} COUP-12.2"))


def swap_proof(unfolding: Unfolding, seat: Seat, slot: Slot, kind: Kind) -> None:
    """COUP-6.5: the shown card goes into the deck, the deck is shuffled, the top card takes its place."""
    unfolding.emit(ProofCardReturned(seat=seat, slot=slot, kind=kind, rule="COUP-6.5"))
    shuffle(unfolding, "proof", "COUP-6.5")
    top = unfolding.state.deck[0]
    unfolding.emit(ReplacementDrawn(seat=seat, slot=slot, kind=top, rule="COUP-6.5 COUP-12.3"))


def loss_rule(state: State, seat: Seat, cause: str) -> str:
    """The rule by which a seat loses an influence: a lost check of the action, of the block, or an effect."""
    if cause == CHALLENGE_LOST:
        return "COUP-7.9" if seat == state.actor else "COUP-6.6"
    if cause == BLUFF_CAUGHT:
        return "COUP-6.8" if seat == state.actor else "COUP-7.10"
    return declared(state).rule


def lose(unfolding: Unfolding, seat: Seat, slot: Slot, cause: str, *, forced: bool) -> None:
    """COUP-9.1 to COUP-9.6, COUP-10.1: a card is turned up; without a hidden card its owner is out."""
    kind = unfolding.state.hands[seat][slot]
    assert kind is not None, "an empty slot cannot be lost"
    rule = f"{loss_rule(unfolding.state, seat, cause)} {'COUP-9.3' if forced else 'COUP-9.2'}"
    unfolding.emit(InfluenceLost(seat=seat, slot=slot, kind=kind, cause=cause, forced=forced, rule=rule))
    if unfolding.state.hidden[seat]:
        return
    money = unfolding.state.money[seat]
    unfolding.emit(PlayerEliminated(seat=seat, money_removed=money, rule="COUP-9.5 COUP-9.6"))
    live = unfolding.state.live
    if len(live) == 1:
        unfolding.emit(MatchEnded(winner=live[0], turn=unfolding.state.turn, rule="COUP-10.1"))


def cancel(unfolding: Unfolding, reason: Literal["bluff_caught", "block_accepted", "block_proved"]) -> None:
    """COUP-6.8, COUP-7.8, COUP-7.9: the action is not carried out."""
    action = declared(unfolding.state).word
    unfolding.emit(ActionCancelled(seat=unfolding.state.actor, action=action, reason=reason, rule=_CANCEL_RULE[reason]))


def resolve(unfolding: Unfolding) -> None:
    """COUP-5.1, COUP-5.4: the action has been carried out, and the turn with it."""
    row = declared(unfolding.state)
    unfolding.emit(ActionResolved(seat=unfolding.state.actor, action=row.word, rule=row.rule))
    end_turn(unfolding)


def end_turn(unfolding: Unfolding) -> None:
    """COUP-3.14, COUP-3.15: the next live player on the left has the next turn, also if the actor is gone."""
    state = unfolding.state
    actor = state.actor
    unfolding.emit(TurnEnded(turn=state.turn, seat=actor, rule="COUP-3.14"))
    seat = next((seat for seat in state.live if seat > actor), state.live[0])
    unfolding.emit(
        TurnStarted(
            turn=state.turn + 1,
            seat=seat,
            must_scandal=forced_action(state.money[seat]) is not None,
            decision_id=unfolding.next_decision_id,
            rule="COUP-3.14" if actor in state.live else "COUP-3.15",
        )
    )
