"""How each event changes the state: facts are copied from the event, and no rule is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from games.decider import Seat
from games.szmal import events as e
from games.szmal.state import Decision, Gain, LastingEffect, Pick, Place, State, put, with_card, without_card


def match_started(_state: State, event: e.MatchStarted) -> State:
    n = event.seats
    return State(
        seats=n,
        catalogue=event.catalogue,
        packs=event.packs,
        hands=((),) * n,
        returned=((),) * n,
        picked=(None,) * n,
        committed=(None,) * n,
        territories=((),) * n,
        cash=(0,) * n,
        losing=(None,) * n,
        bank=event.bank,
        pool=event.markers,
    )


def deck_shuffled(state: State, event: e.DeckShuffled) -> State:
    return replace(state, draw_pile=event.order)


def packets_dealt(state: State, event: e.PacketsDealt) -> State:
    packets = tuple(tuple(sorted(packet)) for packet in event.packets)
    left = len(state.draw_pile) - event.draw_pile_size
    return replace(state, packets=packets, passed=(packets,), draw_pile=state.draw_pile[left:])


def round_started(state: State, event: e.RoundStarted) -> State:
    return replace(state, round=event.round, order=(), used=())


def decision_opened(state: State, event: e.DecisionOpened) -> State:
    return replace(state, decision=Decision(event.decision_id, event.kind, event.seats, event.stack))


def card_drafted(state: State, event: e.CardDrafted) -> State:
    return replace(
        state,
        packets=put(state.packets, event.packet, without_card(state.packets[event.packet], event.card)),
        hands=put(state.hands, event.seat, with_card(state.hands[event.seat], event.card)),
        picked=put(state.picked, event.seat, event.card),
    )


def packets_passed(state: State, _event: e.PacketsPassed) -> State:
    return replace(state, passed=(*state.passed, state.packets), picked=(None,) * state.seats, decision=None)


def card_committed(state: State, event: e.CardCommitted) -> State:
    return replace(
        state,
        hands=put(state.hands, event.seat, without_card(state.hands[event.seat], event.card)),
        committed=put(state.committed, event.seat, event.card),
    )


def cards_revealed(state: State, event: e.CardsRevealed) -> State:
    nobody = (None,) * state.seats
    for play in event.plays:
        state = _forget(state, play.seat, play.card)
    return replace(state, picked=nobody, committed=nobody, order=event.order, table=event.plays, decision=None)


def extra_card_chosen(state: State, event: e.ExtraCardChosen) -> State:
    state = _leave_hand(state, event.seat, event.card)
    return replace(state, table=(*state.table, Pick(event.seat, event.card)), decision=None)


def decision_answered(state: State, _event: Any) -> State:
    return replace(state, decision=None)


def nothing_moves(state: State, _event: Any) -> State:
    return state


def cost_paid(state: State, event: e.CostPaid) -> State:
    cash = put(state.cash, event.seat, state.cash[event.seat] - event.amount)
    return replace(state, cash=cash, bank=state.bank + event.amount, decision=None)


def hand_card_discarded(state: State, event: e.HandCardDiscarded) -> State:
    return replace(_leave_hand(state, event.seat, event.card), discard=(*state.discard, event.card))


def played_card_discarded(state: State, event: e.PlayedCardDiscarded) -> State:
    return replace(state, table=_off_table(state, event.card), discard=(*state.discard, event.card))


def card_entered_territory(state: State, event: e.CardEnteredTerritory) -> State:
    territory = (*state.territories[event.seat], Place(event.card, state.round))
    return replace(
        state, table=_off_table(state, event.card), territories=put(state.territories, event.seat, territory)
    )


def markers_placed(state: State, event: e.MarkersPlaced) -> State:
    return _mark(state, event.seat, event.property, event.count)


def markers_removed(state: State, event: e.MarkersRemoved) -> State:
    return _mark(state, event.seat, event.property, -event.count)


def cash_gained(state: State, event: e.CashGained) -> State:
    return replace(
        state,
        cash=put(state.cash, event.seat, state.cash[event.seat] + event.amount),
        bank=state.bank - event.amount,
        gains=event.gain,
        mirrorable=Gain(event.gain, event.amount) if event.mirror_of is None else state.mirrorable,
    )


def cash_lost(state: State, event: e.CashLost) -> State:
    cash = put(state.cash, event.seat, state.cash[event.seat] - event.amount)
    return replace(state, cash=cash, bank=state.bank + event.amount)


def card_lost(state: State, event: e.CardLost) -> State:
    state = replace(_leave_territory(state, event.seat, event.card), pool=state.pool + event.markers_returned)
    if event.to == "HAND":
        return _back_to_hand(state, event.seat, event.card)
    return replace(state, discard=(*state.discard, event.card))


def card_drawn(state: State, event: e.CardDrawn) -> State:
    hand = with_card(state.hands[event.seat], event.card)
    return replace(state, draw_pile=state.draw_pile[1:], hands=put(state.hands, event.seat, hand))


def draw_pile_revealed(state: State, event: e.DrawPileRevealed) -> State:
    left = state.draw_pile[len(event.cards) :]
    discard = state.discard + tuple(card for card in event.cards if card != event.found)
    if event.found is None:
        return replace(state, draw_pile=left, discard=discard)
    return replace(state, draw_pile=left, discard=discard, table=(*state.table, Pick(event.seat, event.found)))


def gangster_copied(state: State, event: e.GangsterCopied) -> State:
    state = _change_place(state, event.seat, event.card, lambda place: replace(place, copied=event.copied))
    return replace(state, decision=None)


def lasting_effect_created(state: State, event: e.LastingEffectCreated) -> State:
    made = LastingEffect(
        id=event.effect,
        seat=event.seat,
        card=event.cause,
        number=event.printed,
        clause=event.clause,
        works_in_round=event.works_in_round,
        paid_markers=event.paid_markers,
    )
    return replace(state, effects=(*state.effects, made), effects_made=event.effect)


def lasting_effect_expired(state: State, event: e.LastingEffectExpired) -> State:
    return replace(state, effects=tuple(effect for effect in state.effects if effect.id != event.effect))


def action_kept(state: State, event: e.ActionKept) -> State:
    return _change_place(state, event.seat, event.card, lambda place: replace(place, kept_until=event.until_round))


def action_discarded(state: State, event: e.ActionDiscarded) -> State:
    return replace(_leave_territory(state, event.seat, event.card), discard=(*state.discard, event.card))


def card_returned_to_hand(state: State, event: e.CardReturnedToHand) -> State:
    return _back_to_hand(_leave_territory(state, event.seat, event.card), event.seat, event.card)


def ability_resolved(state: State, event: e.AbilityResolved) -> State:
    return replace(state, used=(*state.used, event.card), decision=None)


def loss_chosen(state: State, event: e.LossChosen) -> State:
    return replace(state, losing=put(state.losing, event.seat, event.card))


def losses_revealed(state: State, _event: e.LossesRevealed) -> State:
    return replace(state, losing=(None,) * state.seats, decision=None)


def match_scored(state: State, event: e.MatchScored) -> State:
    return replace(state, scores=event.scores)


def match_ended(state: State, event: e.MatchEnded) -> State:
    return replace(state, winners=event.winners)


ON_EVENT: Mapping[type[Any], Callable[[State, Any], State]] = {
    e.MatchStarted: match_started,
    e.DeckShuffled: deck_shuffled,
    e.PacketsDealt: packets_dealt,
    e.RoundStarted: round_started,
    e.DecisionOpened: decision_opened,
    e.CardDrafted: card_drafted,
    e.PacketsPassed: packets_passed,
    e.CardCommitted: card_committed,
    e.CardsRevealed: cards_revealed,
    e.ExtraCardChosen: extra_card_chosen,
    e.ExtraPlayDeclined: decision_answered,
    e.CardResolutionStarted: nothing_moves,
    e.CostPaid: cost_paid,
    e.CostDeclined: decision_answered,
    e.HandCardDiscarded: hand_card_discarded,
    e.PlayedCardDiscarded: played_card_discarded,
    e.CardEnteredTerritory: card_entered_territory,
    e.PropertyChosen: decision_answered,
    e.MarkersPlaced: markers_placed,
    e.MarkersRemoved: markers_removed,
    e.CashGained: cash_gained,
    e.CashLost: cash_lost,
    e.CardLost: card_lost,
    e.CardDrawn: card_drawn,
    e.DrawPileRevealed: draw_pile_revealed,
    e.GangsterCopied: gangster_copied,
    e.LastingEffectCreated: lasting_effect_created,
    e.LastingEffectExpired: lasting_effect_expired,
    e.ActionKept: action_kept,
    e.ActionDiscarded: action_discarded,
    e.CardReturnedToHand: card_returned_to_hand,
    e.AbilityResolved: ability_resolved,
    e.LossChosen: loss_chosen,
    e.LossesRevealed: losses_revealed,
    e.SupplyOverdrawn: nothing_moves,
    e.RoundEnded: nothing_moves,
    e.MatchScored: match_scored,
    e.MatchEnded: match_ended,
}


def _off_table(state: State, card: int) -> tuple[Pick, ...]:
    return tuple(pick for pick in state.table if pick.card != card)


def _change_place(state: State, seat: Seat, card: int, change: Callable[[Place], Place]) -> State:
    territory = tuple(change(place) if place.card == card else place for place in state.territories[seat])
    return replace(state, territories=put(state.territories, seat, territory))


def _mark(state: State, seat: Seat, card: int, count: int) -> State:
    territory = tuple(
        replace(place, markers=place.markers + count) if place.card == card else place
        for place in state.territories[seat]
    )
    return replace(state, territories=put(state.territories, seat, territory), pool=state.pool - count)


def _leave_territory(state: State, seat: Seat, card: int) -> State:
    territory = tuple(place for place in state.territories[seat] if place.card != card)
    return replace(state, territories=put(state.territories, seat, territory))


def _leave_hand(state: State, seat: Seat, card: int) -> State:
    hands = put(state.hands, seat, without_card(state.hands[seat], card))
    return replace(_forget(state, seat, card), hands=hands)


def _back_to_hand(state: State, seat: Seat, card: int) -> State:
    """Everybody has seen this card go to the hand."""
    return replace(
        state,
        hands=put(state.hands, seat, with_card(state.hands[seat], card)),
        returned=put(state.returned, seat, with_card(state.returned[seat], card)),
    )


def _forget(state: State, seat: Seat, card: int) -> State:
    """The card is no longer among those known to be in the hand."""
    if card not in state.returned[seat]:
        return state
    return replace(state, returned=put(state.returned, seat, without_card(state.returned[seat], card)))
