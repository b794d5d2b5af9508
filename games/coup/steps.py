"""The single steps that a command can set going; each tells what happens in a Course."""

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
from games.coup.evolve import ON_EVENT
from games.coup.state import State, declared, forced_action
from games.decider import Event, Seat
from games.dice import Dice

CHALLENGE_LOST = "challenge_lost"
BLUFF_CAUGHT = "bluff_caught"


class Course:
    """The events of one command so far, and the state that they add up to."""

    __slots__ = ("dice", "events", "state")

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def happens(self, event: Event) -> None:
        self.events.append(event)
        self.state = ON_EVENT[type(event)](self.state, event)

    @property
    def is_over(self) -> bool:
        return self.state.winner is not None

    def deadline(self) -> int | None:
        """COUP-4.15: when a decision that opens now is closed by the clock; never without a timeout."""
        timeout_s = self.state.reaction_timeout_s
        return None if timeout_s is None else self.dice.at_ms + 1000 * timeout_s


_PAYMENT_RULE = {"unopposed": "COUP-8.3", "challenged": "COUP-8.4", "block_broken": "COUP-8.7"}
_CANCEL_RULE = {"bluff_caught": "COUP-6.8", "block_accepted": "COUP-7.8", "block_proved": "COUP-7.9"}


def pay(course: Course, reason: Literal["unopposed", "challenged", "block_broken"]) -> None:
    """COUP-8.3, COUP-8.4, COUP-8.7, COUP-8.8: the actor pays what the action costs, once."""
    cost = declared(course.state).pay
    if cost and not course.state.is_paid:
        course.happens(ActionCostPaid(seat=course.state.actor, amount=cost, reason=reason, rule=_PAYMENT_RULE[reason]))


def shuffle(course: Course, reason: Literal["proof", "exchange", "inspection"], rule: str) -> None:
    """COUP-12.2: whenever cards have gone back, the whole deck is shuffled."""
    order = course.dice.shuffle(course.state.deck)
    course.happens(DeckShuffled(reason=reason, size=len(order), order=order, rule=f"{rule} COUP-12.2"))


def swap_proof(course: Course, seat: Seat, slot: Slot, kind: Kind) -> None:
    """COUP-6.5: the shown card goes into the deck, the deck is shuffled, the top card takes its place."""
    course.happens(ProofCardReturned(seat=seat, slot=slot, kind=kind, rule="COUP-6.5"))
    shuffle(course, "proof", "COUP-6.5")
    top = course.state.deck[0]
    course.happens(ReplacementDrawn(seat=seat, slot=slot, kind=top, rule="COUP-6.5 COUP-12.3"))


def loss_rule(state: State, seat: Seat, cause: str) -> str:
    """The rule by which a seat loses an influence: a lost check of the action, of the block, or an effect."""
    if cause == CHALLENGE_LOST:
        return "COUP-7.9" if seat == state.actor else "COUP-6.6"
    if cause == BLUFF_CAUGHT:
        return "COUP-6.8" if seat == state.actor else "COUP-7.10"
    return declared(state).rule


def lose(course: Course, seat: Seat, slot: Slot, cause: str, *, forced: bool) -> None:
    """COUP-9.1 to COUP-9.6, COUP-10.1: a card is turned up; without a hidden card its owner is out."""
    kind = course.state.hands[seat][slot]
    assert kind is not None, "an empty slot cannot be lost"
    rule = f"{loss_rule(course.state, seat, cause)} {'COUP-9.3' if forced else 'COUP-9.2'}"
    course.happens(InfluenceLost(seat=seat, slot=slot, kind=kind, cause=cause, forced=forced, rule=rule))
    if course.state.hidden[seat]:
        return
    money = course.state.money[seat]
    course.happens(PlayerEliminated(seat=seat, money_removed=money, rule="COUP-9.5 COUP-9.6"))
    live = course.state.live
    if len(live) == 1:
        course.happens(MatchEnded(winner=live[0], turn=course.state.turn, rule="COUP-10.1"))


def cancel(course: Course, reason: Literal["bluff_caught", "block_accepted", "block_proved"]) -> None:
    """COUP-6.8, COUP-7.8, COUP-7.9: the action is not carried out."""
    action = declared(course.state).word
    course.happens(ActionCancelled(seat=course.state.actor, action=action, reason=reason, rule=_CANCEL_RULE[reason]))


def resolve(course: Course) -> None:
    """COUP-5.1, COUP-5.4: the action has been carried out, and the turn with it."""
    row = declared(course.state)
    course.happens(ActionResolved(seat=course.state.actor, action=row.word, rule=row.rule))
    end_turn(course)


def end_turn(course: Course) -> None:
    """COUP-3.14, COUP-3.15: the next live player on the left has the next turn, also if the actor is gone."""
    state = course.state
    actor = state.actor
    course.happens(TurnEnded(turn=state.turn, seat=actor, rule="COUP-3.14"))
    seat = next((seat for seat in state.live if seat > actor), state.live[0])
    course.happens(
        TurnStarted(
            turn=state.turn + 1,
            seat=seat,
            must_scandal=forced_action(state.money[seat]) is not None,
            decision_id=course.dice.serial,
            rule="COUP-3.14" if actor in state.live else "COUP-3.15",
        )
    )
