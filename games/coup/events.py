"""What can have happened; a storage format. A field is public unless it is marked."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from events.visibility import SEALED, only_for
from games.coup.catalogue import Kind, Mode, Module, Reaction
from games.decider import Event, Seat

Slot = int
Context = Literal["action", "block"]


class MatchStarted(Event, frozen=True, kw_only=True):
    seats: int
    module: Module
    boxed_kind: Kind
    starting_money: int
    reaction_timeout_s: int | None


class FirstPlayerChosen(Event, frozen=True, kw_only=True):
    seat: Seat
    method: Literal["given", "random"]


class DeckShuffled(Event, frozen=True, kw_only=True):
    reason: Literal["setup", "proof", "exchange", "inspection"]
    size: int
    order: Annotated[tuple[Kind, ...], SEALED]  # top first


class CardsDealt(Event, frozen=True, kw_only=True):
    seat: Seat
    count: int
    kinds: Annotated[tuple[Kind, ...], only_for("seat")]  # by slot


class TurnStarted(Event, frozen=True, kw_only=True):
    turn: int
    seat: Seat
    must_scandal: bool
    decision_id: int


class ActionDeclared(Event, frozen=True, kw_only=True):
    turn: int
    seat: Seat
    action: str
    mode: Mode | None
    target: Seat | None
    claim: Kind | None
    cost: int


class Reactor(Struct, frozen=True, kw_only=True):
    """An opponent who is asked, what they may answer, and which cards they may name in a block."""

    seat: Seat
    reactions: tuple[Reaction, ...]
    claims: tuple[Kind, ...]


class ReactionWindowOpened(Event, frozen=True, kw_only=True):
    decision_id: int
    reactors: tuple[Reactor, ...]
    deadline: int | None  # in ms; None where the window waits without limit


class ReactionPassed(Event, frozen=True, kw_only=True):
    decision_id: int
    seat: Seat


class ReactionWindowExpired(Event, frozen=True, kw_only=True):
    decision_id: int
    seats: tuple[Seat, ...]  # counted as passed


class ActionChallenged(Event, frozen=True, kw_only=True):
    decision_id: int
    challenger: Seat
    seat: Seat
    claim: Kind


class ActionBlocked(Event, frozen=True, kw_only=True):
    decision_id: int
    blocker: Seat
    claim: Kind
    response_decision_id: int
    deadline: int | None


class BlockAccepted(Event, frozen=True, kw_only=True):
    seat: Seat
    blocker: Seat
    by_timeout: bool


class BlockChallenged(Event, frozen=True, kw_only=True):
    challenger: Seat
    blocker: Seat
    claim: Kind


class ClaimProved(Event, frozen=True, kw_only=True):
    seat: Seat
    kind: Kind
    slot: Slot
    context: Context


class ClaimDisproved(Event, frozen=True, kw_only=True):
    seat: Seat
    claim: Kind
    context: Context


class ActionCostPaid(Event, frozen=True, kw_only=True):
    seat: Seat
    amount: int
    reason: Literal["unopposed", "challenged", "block_broken"]


class ProofCardReturned(Event, frozen=True, kw_only=True):
    seat: Seat
    slot: Slot
    kind: Kind


class ReplacementDrawn(Event, frozen=True, kw_only=True):
    seat: Seat
    slot: Slot
    kind: Annotated[Kind, only_for("seat")]


class InfluenceLossRequired(Event, frozen=True, kw_only=True):
    seat: Seat
    cause: str  # `challenge_lost`, `bluff_caught`, or the action whose effect it is: `protest`, `scandal`
    decision_id: int


class InfluenceLost(Event, frozen=True, kw_only=True):
    seat: Seat
    slot: Slot
    kind: Kind
    cause: str
    forced: bool


class PlayerEliminated(Event, frozen=True, kw_only=True):
    seat: Seat
    money_removed: int


class MoneyGained(Event, frozen=True, kw_only=True):
    seat: Seat
    amount: int
    source: str


class MoneyTaken(Event, frozen=True, kw_only=True):
    giver: Seat
    taker: Seat
    amount: int


class ExchangeCardsDrawn(Event, frozen=True, kw_only=True):
    seat: Seat
    count: int
    kinds: Annotated[tuple[Kind, ...], only_for("seat")]
    decision_id: int


class ExchangeCompleted(Event, frozen=True, kw_only=True):
    seat: Seat
    returned_count: int
    kept: Annotated[tuple[Kind, ...], only_for("seat")]  # into the hidden slots, the lower slot first
    returned: Annotated[tuple[Kind, ...], only_for("seat")]


class CardToShowRequired(Event, frozen=True, kw_only=True):
    seat: Seat
    to: Seat
    decision_id: int


class CardShown(Event, frozen=True, kw_only=True):
    seat: Seat
    to: Seat
    slot: Slot
    forced: bool
    kind: Annotated[Kind, only_for("seat", "to")]
    decision_id: int  # of the verdict


class InspectionDecided(Event, frozen=True, kw_only=True):
    seat: Seat
    target: Seat
    slot: Slot
    force_exchange: bool


class InspectedCardReplaced(Event, frozen=True, kw_only=True):
    seat: Seat
    to: Seat  # who had seen the returned card
    slot: Slot
    returned_kind: Annotated[Kind, only_for("seat", "to")]
    drawn_kind: Annotated[Kind, only_for("seat")]


class ActionCancelled(Event, frozen=True, kw_only=True):
    seat: Seat
    action: str
    reason: Literal["bluff_caught", "block_accepted", "block_proved"]


class ActionFizzled(Event, frozen=True, kw_only=True):
    seat: Seat
    action: str
    target: Seat
    reason: Literal["target_eliminated"]


class ActionResolved(Event, frozen=True, kw_only=True):
    seat: Seat
    action: str


class TurnEnded(Event, frozen=True, kw_only=True):
    turn: int
    seat: Seat


class MatchEnded(Event, frozen=True, kw_only=True):
    winner: Seat
    turn: int
