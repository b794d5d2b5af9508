"""The table as a viewer may see it, built from nothing."""

from __future__ import annotations

from typing import Literal, cast

from msgspec import Struct

from events.visibility import ARBITER, Viewer
from games.decider import Seat
from games.szmal.catalogue import BOX, CardView
from games.szmal.costs import price
from games.szmal.state import (
    Decision,
    DecisionKind,
    Frame,
    LastingEffect,
    Phase,
    Pick,
    Place,
    Run,
    Score,
    State,
    catalogue_of,
    held_packet,
    to_act,
)
from games.szmal.table import each_turn_pending, lent_symbols, symbol_count
from games.szmal.vocabulary import SYMBOLS, CardType, Symbol


class DecisionView(Struct, frozen=True):
    id: int
    kind: DecisionKind
    seats: tuple[Seat, ...]
    pending: tuple[Seat, ...]
    card: CardView | None
    cash_due: int | None
    abilities: tuple[CardView, ...] | None


class CardsView(Struct, frozen=True):
    size: int
    cards: tuple[CardView, ...] | None


class SealedView(Struct, frozen=True):
    """A card that was chosen face down."""

    chosen: bool
    card: CardView | None


class PacketView(Struct, frozen=True):
    dealt_to: Seat
    size: int
    cards: tuple[CardView, ...] | None
    picked: SealedView


class PlaceView(Struct, frozen=True):
    """A card in a Territory."""

    card: int
    name: str
    type: CardType
    symbols: tuple[Symbol, ...]
    markers: int
    entered_in_round: int
    copy_of: CardView | None
    kept_until_round: int | None


class PickView(Struct, frozen=True):
    seat: Seat
    card: int
    name: str
    type: CardType


class SeatView(Struct, frozen=True):
    seat: Seat
    cash: int
    markers: int
    worth: int
    symbols: dict[Symbol, int]
    hand: CardsView
    packet: PacketView
    committed: SealedView
    losing: SealedView
    territory: tuple[PlaceView, ...]


class EffectView(Struct, frozen=True):
    id: int
    seat: Seat
    card: CardView
    ability: str
    works_in_round: int
    paid_markers: int


class View(Struct, frozen=True):
    """The table of Szmal as one viewer may see it; what is hidden from them is null."""

    phase: DecisionKind | Literal["RESOLUTION", "FINISHED"]
    round: int
    rounds: int
    packs: tuple[str, ...]
    decision: DecisionView | None
    draw_pile: CardsView
    discard_pile: tuple[CardView, ...]
    bank: int
    marker_pool: int
    order: tuple[Seat, ...]
    table: tuple[PickView, ...]
    seats: tuple[SeatView, ...]
    effects: tuple[EffectView, ...]
    scores: tuple[Score, ...]
    winners: tuple[Seat, ...]


def view(state: State, viewer: Viewer) -> View:
    """Everything that this viewer may know now; after the end everybody may know everything (SZMAL-V.1)."""
    viewer = ARBITER if state.winners else viewer
    shown = catalogue_of(state).shown
    return View(
        phase=_phase(state),
        round=state.round,
        rounds=BOX.rounds,
        packs=state.packs,
        decision=_decision(state, state.decision, viewer) if state.decision else None,
        draw_pile=_cards(state, state.draw_pile, sees=viewer == ARBITER),
        discard_pile=tuple(shown[card] for card in state.discard),
        bank=state.bank,
        marker_pool=state.pool,
        order=state.order,
        table=tuple(_pick(state, pick) for pick in state.table),
        seats=tuple(_seat(state, seat, viewer) for seat in range(state.seats)),
        effects=tuple(_effect(state, effect) for effect in state.effects),
        scores=state.scores,
        winners=state.winners,
    )


def _phase(state: State) -> DecisionKind | Literal["RESOLUTION", "FINISHED"]:
    if state.winners:
        return "FINISHED"
    return state.decision.kind if state.decision else "RESOLUTION"


def _decision(state: State, decision: Decision, viewer: Viewer) -> DecisionView:
    """SZMAL-V.6: what is asked and who is pending is open; what can be answered is for those who are asked."""
    asking = decision.stack[-1] if decision.stack else None
    card = asking.card if isinstance(asking, (Frame, Run)) else None
    sees = viewer == ARBITER or viewer in decision.seats
    return DecisionView(
        id=decision.id,
        kind=decision.kind,
        seats=decision.seats,
        pending=to_act(state),
        card=catalogue_of(state).shown[card] if card is not None else None,
        cash_due=_cash_due(state, asking) if sees and isinstance(asking, Frame) else None,
        abilities=_abilities(state, decision.seats[0]) if sees and isinstance(asking, Phase) else None,
    )


def _cash_due(state: State, frame: Frame) -> int | None:
    cost = catalogue_of(state).cards[frame.card].cost
    prices = [price(state, frame.seat, frame.card, one) for one in cost if one.option == "CASH"]
    return prices[0] if prices else None


def _abilities(state: State, seat: Seat) -> tuple[CardView, ...]:
    shown = catalogue_of(state).shown
    return tuple(shown[card] for card in each_turn_pending(state, seat))


def _seat(state: State, seat: Seat, viewer: Viewer) -> SeatView:
    sees = viewer in (seat, ARBITER)
    markers = sum(place.markers for place in state.territories[seat])
    return SeatView(
        seat=seat,
        cash=state.cash[seat],
        markers=markers,
        worth=state.cash[seat] + BOX.marker_value * markers,
        symbols={symbol: symbol_count(state, seat, symbol) for symbol in SYMBOLS},
        hand=_cards(state, state.hands[seat], sees=sees),
        packet=_packet(state, seat, viewer),
        committed=_sealed(state, state.committed[seat], sees=sees),
        losing=_sealed(state, state.losing[seat], sees=sees),
        territory=tuple(_place(state, seat, place) for place in state.territories[seat]),
    )


def _cards(state: State, cards: tuple[int, ...], *, sees: bool) -> CardsView:
    shown = catalogue_of(state).shown
    return CardsView(len(cards), tuple(shown[card] for card in cards) if sees else None)


def _packet(state: State, seat: Seat, viewer: Viewer) -> PacketView:
    """The packet a seat looks at, or the one it will take up next; its cards are shown until the own pick."""
    drafting = state.decision is not None and state.decision.kind == "DRAFT_PICK"
    dealt_to = held_packet(state, seat, state.round if drafting else state.round + 1)
    packet = state.packets[dealt_to] if state.packets else ()
    pick = state.picked[seat] if drafting else None
    owns = drafting and viewer == seat
    cards = _cards(state, packet, sees=viewer == ARBITER or (owns and pick is None))
    picked = _sealed(state, pick, sees=viewer == ARBITER or owns)
    return PacketView(dealt_to, cards.size, cards.cards, picked)


def _sealed(state: State, card: int | None, *, sees: bool) -> SealedView:
    return SealedView(card is not None, catalogue_of(state).shown[card] if sees and card is not None else None)


def _place(state: State, seat: Seat, place: Place) -> PlaceView:
    catalogue = catalogue_of(state)
    shown = catalogue.shown[place.card]
    lent = cast("tuple[Symbol, ...]", lent_symbols(state, seat, place.card))  # checked when the card was read
    return PlaceView(
        card=shown.card,
        name=shown.name,
        type=shown.type,
        symbols=(*catalogue.cards[place.number].symbols, *lent),
        markers=place.markers,
        entered_in_round=place.entered,
        copy_of=catalogue.shown[place.copied] if place.copied is not None else None,
        kept_until_round=place.kept_until,
    )


def _pick(state: State, pick: Pick) -> PickView:
    shown = catalogue_of(state).shown[pick.card]
    return PickView(pick.seat, shown.card, shown.name, shown.type)


def _effect(state: State, effect: LastingEffect) -> EffectView:
    catalogue = catalogue_of(state)
    return EffectView(
        id=effect.id,
        seat=effect.seat,
        card=catalogue.shown[effect.card],
        ability=catalogue.by_number[effect.number].abilities[effect.clause],
        works_in_round=effect.works_in_round,
        paid_markers=effect.paid_markers,
    )
