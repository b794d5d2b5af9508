"""What is true now, and the few questions about it that rules, choices and views share."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.coup.catalogue import (
    ACTION,
    ACTIONS_IN,
    FORCED,
    REACTIONS,
    Action,
    Kind,
    Mode,
    Module,
    Reactions,
)
from games.coup.events import Slot
from games.decider import Result, Seat

Phase = Literal[
    "setup",
    "awaiting_action",
    "awaiting_reactions",
    "awaiting_block_response",
    "awaiting_influence_loss",
    "awaiting_exchange",
    "awaiting_card_to_show",
    "awaiting_inspection_verdict",
    "resolving",  # between two events of one command
    "finished",
]

# Nothing in these records can hold a cycle, so the garbage collector need not follow them: the fold is faster for it.


class Declaration(Struct, frozen=True, gc=False):
    """What the actor has declared this turn (COUP-3.16: it no longer changes)."""

    action: str
    mode: Mode | None
    target: Seat | None
    claim: Kind | None
    cost: int


class BlockClaim(Struct, frozen=True, gc=False):
    blocker: Seat
    claim: Kind


class ClaimedWindow(Struct, frozen=True, gc=False):
    """A reaction window that a challenge or a block closed, kept for those who come late (COUP-15.4)."""

    decision_id: int
    claimed_by: Seat
    kind: Literal["challenge", "block"]
    claim: Kind | None  # of a block


class State(Struct, frozen=True, gc=False):
    module: Module = "media"
    reaction_timeout_s: int | None = None
    money: tuple[int, ...] = ()
    hands: tuple[tuple[Kind | None, ...], ...] = ()  # by seat and slot; None only between a proof and its replacement
    hidden: tuple[tuple[Slot, ...], ...] = ()  # the slots still face down, by seat
    live: tuple[Seat, ...] = ()
    deck: tuple[Kind, ...] = ()  # top first
    phase: Phase = "setup"
    turn: int = 0
    actor: Seat = 0
    decision_id: int = 0
    deadline: int | None = None
    waiting: tuple[Seat, ...] = ()  # who may answer the open decision
    declaration: Declaration | None = None
    block: BlockClaim | None = None
    is_paid: bool = False
    is_cancelled: bool = False
    loss_cause: str | None = None
    drawn: tuple[Kind, ...] = ()
    shown_slot: Slot | None = None
    claimed_windows: tuple[ClaimedWindow, ...] = ()
    winner: Seat | None = None


def to_act(state: State) -> tuple[Seat, ...]:
    """COUP-I.10: who may answer the open decision; nobody once the match is over."""
    return state.waiting


def declared(state: State) -> Action:
    """The row of the action that this turn is about."""
    declaration = state.declaration
    assert declaration is not None, "nothing has been declared"
    return ACTION[declaration.action, declaration.mode]


def target_of(state: State) -> Seat:
    """The opponent whom the declared action is aimed at."""
    assert state.declaration is not None, "nothing has been declared"
    target = state.declaration.target
    assert target is not None, "the action has no target"
    return target


def opponents(state: State, seat: Seat) -> tuple[Seat, ...]:
    """COUP-1.8: the other live players, in seat order."""
    return tuple([other for other in state.live if other != seat])


def reactions_of(state: State, row: Action, seat: Seat) -> Reactions:
    """COUP-4.16: what this opponent may answer to the declared action."""
    assert state.declaration is not None, "nothing has been declared"
    return REACTIONS[row.id, state.module, seat == state.declaration.target]


def forced_action(money: int) -> Action | None:
    """COUP-3.13: the only action left to an actor with so much money, if there is such a one."""
    for forced_at, row in FORCED:
        if money >= forced_at:
            return row
    return None


def declarable(state: State, seat: Seat) -> tuple[Action, ...]:
    """COUP-3.5, COUP-3.7, COUP-3.9, COUP-3.13: what this seat could declare in a turn of its own."""
    money = state.money[seat]
    forced = forced_action(money)
    if forced is not None:
        return (forced,)
    return tuple([row for row in ACTIONS_IN[state.module] if row.pay <= money])


def result(state: State) -> Result | None:
    """COUP-10.1, COUP-10.4: one winner, no scores."""
    return None if state.winner is None else Result(winners=(state.winner,), scores={})
