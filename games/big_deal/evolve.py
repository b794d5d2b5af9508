"""One function per event: what it changes in the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from games.big_deal import events as e
from games.big_deal.catalogue import DECK, CardId
from games.big_deal.state import CardSet, Duel, State
from games.decider import Event, Seat

T = TypeVar("T")


def _with(entries: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    return (*entries[:seat], entry, *entries[seat + 1 :])


def _played(state: State, seat: Seat, *cards: CardId) -> dict[str, Any]:
    """The changes when cards leave a hand; a returned joker among them is one that the hand no longer holds."""
    hand = tuple(card for card in state.hands[seat] if card not in cards)
    changes: dict[str, Any] = {"hands": _with(state.hands, seat, hand)}
    if state.returned:
        known = state.returned_max[seat] - sum(card in state.returned for card in cards)
        changes["returned_max"] = _with(state.returned_max, seat, known)
    return changes


def match_started(state: State, event: e.MatchStarted) -> State:
    return State(
        phase="round_setup",
        seats=event.seats,
        hand_size=event.hand_size,
        target=event.target,
        first_dealer=event.first_dealer_seat,
        pile=DECK,
        hands=((),) * event.seats,
        collections=((),) * event.seats,
        returned_max=(0,) * event.seats,
        totals=(0,) * event.seats,
    )


def round_started(state: State, event: e.RoundStarted) -> State:
    return replace(
        state,
        phase="round_setup",
        round=event.round,
        dealer=event.dealer_seat,
        starting_seat=event.starting_seat,
        turn=0,
        active=event.starting_seat,
        pile=DECK,
        discards=(),
        hands=((),) * state.seats,
        collections=((),) * state.seats,
        sets_formed=0,
        returned=(),
        returned_max=(0,) * state.seats,
    )


def deck_shuffled(state: State, event: e.DeckShuffled) -> State:
    return replace(state, pile=event.order)


def hand_dealt(state: State, event: e.HandDealt) -> State:
    dealt = frozenset(event.cards)
    return replace(
        state,
        hands=_with(state.hands, event.seat, event.cards),
        pile=tuple(card for card in state.pile if card not in dealt),
    )


def starter_revealed(state: State, event: e.StarterRevealed) -> State:
    if event.accepted:
        return replace(state, pile=state.pile[1:], discards=(event.card,))
    if event.card in state.returned:
        return state
    return replace(state, returned=(*state.returned, event.card))


def pick_up_pile_reshuffled(state: State, event: e.PickUpPileReshuffled) -> State:
    return replace(state, pile=event.order)


def turn_started(state: State, event: e.TurnStarted) -> State:
    return replace(state, phase="turn_action", turn=event.turn, active=event.seat)


def set_formed(state: State, event: e.SetFormed) -> State:
    seat = event.seat
    formed = CardSet(event.set_id, event.set_type, event.cards)
    return replace(
        state,
        phase="turn_end",
        collections=_with(state.collections, seat, (*state.collections[seat], formed)),
        discards=state.discards if event.discard_card is None else state.discards[:-1],
        sets_formed=state.sets_formed + 1,
        **_played(state, seat, *event.hand_cards),
    )


def attack_declared(state: State, event: e.AttackDeclared) -> State:
    return replace(
        state,
        phase="duel_defence",
        duel=Duel(event.seat, event.target_seat, event.set_id, event.set_type, (event.card,)),
        **_played(state, event.seat, event.card),
    )


def defence_played(state: State, event: e.DefencePlayed) -> State:
    assert state.duel is not None
    duel = replace(state.duel, defence_cards=(*state.duel.defence_cards, event.card))
    return replace(state, phase="duel_attack", duel=duel, **_played(state, event.seat, event.card))


def attack_continued(state: State, event: e.AttackContinued) -> State:
    assert state.duel is not None
    duel = replace(state.duel, attack_cards=(*state.duel.attack_cards, event.card))
    return replace(state, phase="duel_defence", duel=duel, **_played(state, event.seat, event.card))


def given_up(state: State, _event: e.DefenceDeclined | e.AttackStopped) -> State:
    """Nothing moves yet: what becomes of the set is told by the DuelResolved that follows."""
    return state


def duel_resolved(state: State, event: e.DuelResolved) -> State:
    loser, winner = event.defender_seat, event.winner_seat
    fought_for = CardSet(event.set_id, event.set_type, event.cards)
    collections = _with(state.collections, loser, state.collections[loser][:-1])
    collections = _with(collections, winner, (*collections[winner], fought_for))
    return replace(state, phase="turn_end", duel=None, collections=collections)


def card_discarded(state: State, event: e.CardDiscarded) -> State:
    return replace(
        state,
        phase="turn_end",
        discards=(*state.discards, event.card),
        **_played(state, event.seat, event.card),
    )


def cards_drawn(state: State, event: e.CardsDrawn) -> State:
    seat = event.seat
    return replace(
        state,
        hands=_with(state.hands, seat, state.hands[seat] + event.cards),
        pile=state.pile[event.count :],
        returned_max=_with(state.returned_max, seat, state.returned_max[seat] + event.count),
    )


def turn_ended(state: State, _event: e.TurnEnded) -> State:
    return replace(state, phase="turn_end")


def round_ended(state: State, _event: e.RoundEnded) -> State:
    return replace(state, phase="round_end")


def hand_discarded(state: State, event: e.HandDiscarded) -> State:
    return replace(state, hands=_with(state.hands, event.seat, ()), discards=state.discards + event.cards)


def round_scored(state: State, event: e.RoundScored) -> State:
    return replace(state, totals=event.match_totals, banked=event.round_totals)


def match_ended(state: State, event: e.MatchEnded) -> State:
    return replace(state, phase="match_over", winners=event.winner_seats)


ON_EVENT: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.MatchStarted: match_started,
    e.RoundStarted: round_started,
    e.DeckShuffled: deck_shuffled,
    e.HandDealt: hand_dealt,
    e.StarterRevealed: starter_revealed,
    e.PickUpPileReshuffled: pick_up_pile_reshuffled,
    e.TurnStarted: turn_started,
    e.SetFormed: set_formed,
    e.AttackDeclared: attack_declared,
    e.DefencePlayed: defence_played,
    e.AttackContinued: attack_continued,
    e.DefenceDeclined: given_up,
    e.AttackStopped: given_up,
    e.DuelResolved: duel_resolved,
    e.CardDiscarded: card_discarded,
    e.CardsDrawn: cards_drawn,
    e.TurnEnded: turn_ended,
    e.RoundEnded: round_ended,
    e.HandDiscarded: hand_discarded,
    e.RoundScored: round_scored,
    e.MatchEnded: match_ended,
}
