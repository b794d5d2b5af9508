"""The table as a viewer may see it, put together from nothing."""

from __future__ import annotations

from msgspec import Struct

from events.visibility import Viewer
from games.coup.catalogue import BOXED, CARD_NAMES, TABLE, Kind, Mode, Module, Reaction
from games.coup.events import Slot
from games.coup.hidden import sees_all
from games.coup.state import Phase, State, declared, opponents, reactions_of
from games.decider import Seat


class CardView(Struct, frozen=True):
    kind: Kind
    name: str


class DecisionView(Struct, frozen=True):
    id: int
    waiting_for: tuple[Seat, ...]
    deadline_ms: int | None


class DeckView(Struct, frozen=True):
    size: int
    order: tuple[CardView, ...] | None  # after the end


class SlotView(Struct, frozen=True):
    slot: Slot
    is_lost: bool
    card: CardView | None


class SeatView(Struct, frozen=True):
    seat: Seat
    is_live: bool
    money: int
    money_over_track: int
    hidden_count: int
    cards: tuple[SlotView, ...]


class DeclarationView(Struct, frozen=True):
    action: str
    name: str
    mode: Mode | None
    target: Seat | None
    claim: CardView | None
    cost: int
    is_paid: bool
    is_cancelled: bool


class AskedView(Struct, frozen=True):
    """Somebody who may still react, and how."""

    seat: Seat
    reactions: tuple[Reaction, ...]
    claims: tuple[Kind, ...]


class ReactionsView(Struct, frozen=True):
    asked: tuple[AskedView, ...]
    passed: tuple[Seat, ...]


class BlockView(Struct, frozen=True):
    blocker: Seat
    claim: CardView | None


class LossView(Struct, frozen=True):
    seat: Seat
    cause: str


class ExchangeView(Struct, frozen=True):
    seat: Seat
    count: int
    drawn: tuple[CardView, ...] | None


class InspectionView(Struct, frozen=True):
    seat: Seat
    to: Seat
    slot: Slot
    card: CardView | None


class View(Struct, frozen=True):
    """The table of Coup as one viewer may see it; what is hidden from them is null."""

    phase: Phase
    turn: int
    actor: Seat
    module: Module
    boxed: CardView
    reaction_timeout_s: int | None
    decision: DecisionView | None
    deck: DeckView
    seats: tuple[SeatView, ...]
    declaration: DeclarationView | None
    reactions: ReactionsView | None
    block: BlockView | None
    loss: LossView | None
    exchange: ExchangeView | None
    inspection: InspectionView | None
    winner: Seat | None


_CARDS = {kind: CardView(kind, name) for kind, name in CARD_NAMES.items()}


def view(state: State, viewer: Viewer) -> View:
    """COUP-13.4, COUP-V.1 to COUP-V.8: what lies open is for everybody, a hidden card for its owner."""
    order = tuple(_CARDS[kind] for kind in state.deck) if sees_all(state, viewer) else None
    return View(
        phase=state.phase,
        turn=state.turn,
        actor=state.actor,
        module=state.module,
        boxed=_CARDS[BOXED[state.module]],
        reaction_timeout_s=state.reaction_timeout_s,
        decision=_decision(state),
        deck=DeckView(len(state.deck), order),
        seats=tuple(_seat(state, seat, viewer) for seat in range(len(state.money))),
        declaration=_declaration(state),
        reactions=_reactions(state),
        block=_block(state),
        loss=_loss(state),
        exchange=_exchange(state, viewer),
        inspection=_inspection(state, viewer),
        winner=state.winner,
    )


def _card(kind: Kind | None) -> CardView | None:
    return None if kind is None else _CARDS[kind]


def _decision(state: State) -> DecisionView | None:
    return DecisionView(state.decision_id, state.waiting, state.deadline) if state.waiting else None


def _seat(state: State, seat: Seat, viewer: Viewer) -> SeatView:
    sees_hidden = viewer == seat or sees_all(state, viewer)
    return SeatView(
        seat=seat,
        is_live=seat in state.live,
        money=state.money[seat],
        money_over_track=max(0, state.money[seat] - TABLE.track_top),
        hidden_count=len(state.hidden[seat]),
        cards=tuple(_slot(state, seat, slot, sees_hidden=sees_hidden) for slot in range(len(state.hands[seat]))),
    )


def _slot(state: State, seat: Seat, slot: Slot, *, sees_hidden: bool) -> SlotView:
    is_lost = slot not in state.hidden[seat]
    kind = state.hands[seat][slot] if is_lost or sees_hidden else None
    return SlotView(slot, is_lost, _card(kind))


def _declaration(state: State) -> DeclarationView | None:
    declaration = state.declaration
    if declaration is None:
        return None
    return DeclarationView(
        action=declaration.action,
        name=declared(state).name,
        mode=declaration.mode,
        target=declaration.target,
        claim=_card(declaration.claim),
        cost=declaration.cost,
        is_paid=state.is_paid,
        is_cancelled=state.is_cancelled,
    )


def _reactions(state: State) -> ReactionsView | None:
    """COUP-4.16: who is still asked, with what they may answer, and who has passed."""
    if state.phase != "awaiting_reactions":
        return None
    row = declared(state)
    asked = []
    for seat in state.waiting:
        allowed = reactions_of(state, row, seat)
        asked.append(AskedView(seat, allowed.reactions, allowed.claims))
    passed = tuple(seat for seat in opponents(state, state.actor) if seat not in state.waiting)
    return ReactionsView(tuple(asked), passed)


def _block(state: State) -> BlockView | None:
    return None if state.block is None else BlockView(state.block.blocker, _card(state.block.claim))


def _loss(state: State) -> LossView | None:
    return None if state.loss_cause is None else LossView(state.waiting[0], state.loss_cause)


def _exchange(state: State, viewer: Viewer) -> ExchangeView | None:
    """COUP-V.2: the others know how many cards are drawn, the actor which."""
    if not state.drawn:
        return None
    sees_drawn = viewer == state.actor or sees_all(state, viewer)
    drawn = tuple(_CARDS[kind] for kind in state.drawn) if sees_drawn else None
    return ExchangeView(state.actor, len(state.drawn), drawn)


def _inspection(state: State, viewer: Viewer) -> InspectionView | None:
    """COUP-V.4: the shown card is for its owner and the actor, and for the actor only until the verdict."""
    if state.shown_slot is None or state.declaration is None or state.declaration.target is None:
        return None
    target = state.declaration.target
    sees_card = viewer in (state.actor, target) or sees_all(state, viewer)
    card = _card(state.hands[target][state.shown_slot]) if sees_card else None
    return InspectionView(target, state.actor, state.shown_slot, card)
