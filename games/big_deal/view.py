"""The table as a viewer may see it (rulebook, section 12)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from events.visibility import ARBITER, Viewer
from games.big_deal import effects
from games.big_deal.catalogue import NAME_OF, TITLE_OF, CardId, TitleId
from games.big_deal.events import SetId
from games.big_deal.rules_turn import COMMANDS_OF
from games.big_deal.state import CardSet, Phase, State, decider
from games.decider import Seat


class CardView(Struct, frozen=True):
    id: CardId
    title: str
    value: int


class DecisionView(Struct, frozen=True):
    seat: Seat
    commands: tuple[str, ...]


class PickUpPileView(Struct, frozen=True):
    count: int
    cards: tuple[CardId, ...] | None  # after the end
    returned_jokers: tuple[CardId, ...]


class DiscardPileView(Struct, frozen=True):
    count: int
    top: CardView | None
    cards: tuple[CardId, ...]


class SetView(Struct, frozen=True):
    set_id: SetId
    set_type: TitleId
    title: str
    value: int
    cards: tuple[CardView, ...]


class SeatView(Struct, frozen=True):
    seat: Seat
    hand_count: int
    hand: tuple[CardView, ...] | None
    collection: tuple[SetView, ...]
    collection_value: int
    match_total: int
    last_round: int | None  # what the round before this one brought; null in the first one


class DuelView(Struct, frozen=True):
    attacker_seat: Seat
    defender_seat: Seat
    set_id: SetId
    set_type: TitleId
    title: str
    attack_cards: tuple[CardView, ...]
    defence_cards: tuple[CardView, ...]


class View(Struct, frozen=True):
    """The table of Big Deal as one viewer may see it; what is hidden from them is null."""

    phase: Phase
    round: int
    turn: int
    dealer_seat: Seat
    starting_seat: Seat
    active_seat: Seat
    decision: DecisionView | None
    hand_size: int
    target: int
    pick_up_pile: PickUpPileView
    discard_pile: DiscardPileView
    seats: tuple[SeatView, ...]
    duel: DuelView | None
    winner_seats: tuple[Seat, ...]


def view(state: State, viewer: Viewer) -> View:
    """BIGDEAL-12.1 to BIGDEAL-12.8: counts for everybody, hands for their owners, the rest lies open."""
    return View(
        phase=state.phase,
        round=state.round,
        turn=state.turn,
        dealer_seat=state.dealer,
        starting_seat=state.starting_seat,
        active_seat=state.active,
        decision=_decision(state),
        hand_size=state.hand_size,
        target=state.target,
        pick_up_pile=PickUpPileView(
            count=len(state.pile),
            cards=state.pile if viewer == ARBITER else None,
            returned_jokers=state.returned,
        ),
        discard_pile=DiscardPileView(
            count=len(state.discards),
            top=_card(state.discards[-1]) if state.discards else None,
            cards=state.discards,
        ),
        seats=tuple(_seat(state, seat, viewer) for seat in range(state.seats)),
        duel=_duel(state),
        winner_seats=state.winners,
    )


def _decision(state: State) -> DecisionView | None:
    """BIGDEAL-12.8: who decides and between which commands, the same whatever that seat holds."""
    seat = decider(state)
    return None if seat is None else DecisionView(seat, COMMANDS_OF[state.phase])


def _seat(state: State, seat: Seat, viewer: Viewer) -> SeatView:
    hand, collection = state.hands[seat], state.collections[seat]
    return SeatView(
        seat=seat,
        hand_count=len(hand),
        hand=_cards(hand) if viewer in (seat, ARBITER) else None,
        collection=tuple(_set(card_set) for card_set in collection),
        collection_value=sum(effects.value(card_set.cards) for card_set in collection),
        match_total=state.totals[seat],
        last_round=state.banked[seat] if state.banked else None,
    )


def _set(card_set: CardSet) -> SetView:
    return SetView(
        set_id=card_set.id,
        set_type=card_set.type,
        title=NAME_OF[card_set.type],
        value=effects.value(card_set.cards),
        cards=_cards(card_set.cards),
    )


def _duel(state: State) -> DuelView | None:
    duel = state.duel
    if duel is None:
        return None
    return DuelView(
        attacker_seat=duel.attacker,
        defender_seat=duel.defender,
        set_id=duel.set_id,
        set_type=duel.set_type,
        title=NAME_OF[duel.set_type],
        attack_cards=_cards(duel.attack_cards),
        defence_cards=_cards(duel.defence_cards),
    )


def _cards(cards: Iterable[CardId]) -> tuple[CardView, ...]:
    return tuple(_card(card) for card in cards)


def _card(card: CardId) -> CardView:
    return CardView(card, NAME_OF[TITLE_OF[card]], effects.value((card,)))
