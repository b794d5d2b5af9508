"""The next state after each event: facts are copied, nothing is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from games.coup import events as happened
from games.coup.state import BlockClaim, ClaimedWindow, Declaration, State

T = TypeVar("T")


def _with(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _without(values: tuple[T, ...], value: T) -> tuple[T, ...]:
    return tuple([other for other in values if other != value])


def match_started(state: State, event: happened.MatchStarted) -> State:
    return State(
        module=event.module,
        reaction_timeout_s=event.reaction_timeout_s,
        money=(event.starting_money,) * event.seats,
        hands=((),) * event.seats,
        hidden=((),) * event.seats,
        live=tuple(range(event.seats)),
    )


def first_player_chosen(state: State, event: happened.FirstPlayerChosen) -> State:
    return replace(state, actor=event.seat)


def deck_shuffled(state: State, event: happened.DeckShuffled) -> State:
    return replace(state, deck=event.order)


def cards_dealt(state: State, event: happened.CardsDealt) -> State:
    # Cards go round one at a time, from seat 0: among the seats still without theirs, this one has the first card of
    # each round.
    seats_left = len(state.money) - event.seat
    dealt = range(0, seats_left * event.count, seats_left)
    return replace(
        state,
        hands=_with(state.hands, event.seat, event.kinds),
        hidden=_with(state.hidden, event.seat, tuple(range(event.count))),
        deck=tuple([kind for place, kind in enumerate(state.deck) if place not in dealt]),
    )


def turn_started(state: State, event: happened.TurnStarted) -> State:
    return replace(
        state,
        phase="awaiting_action",
        turn=event.turn,
        actor=event.seat,
        decision_id=event.decision_id,
        deadline=None,
        waiting=(event.seat,),
        declaration=None,
        block=None,
        is_paid=False,
        is_cancelled=False,
    )


def action_declared(state: State, event: happened.ActionDeclared) -> State:
    return replace(
        state,
        phase="resolving",
        waiting=(),
        declaration=Declaration(event.action, event.mode, event.target, event.claim, event.cost),
    )


def reaction_window_opened(state: State, event: happened.ReactionWindowOpened) -> State:
    return replace(
        state,
        phase="awaiting_reactions",
        decision_id=event.decision_id,
        deadline=event.deadline,
        waiting=tuple([reactor.seat for reactor in event.reactors]),
    )


def reaction_passed(state: State, event: happened.ReactionPassed) -> State:
    waiting = _without(state.waiting, event.seat)
    if waiting:
        return replace(state, waiting=waiting)
    return replace(state, phase="resolving", waiting=(), deadline=None)


def reaction_window_expired(state: State, event: happened.ReactionWindowExpired) -> State:
    return replace(state, phase="resolving", waiting=(), deadline=None)


def action_challenged(state: State, event: happened.ActionChallenged) -> State:
    window = ClaimedWindow(event.decision_id, event.challenger, "challenge", None)
    return replace(
        state,
        phase="resolving",
        waiting=(),
        deadline=None,
        claimed_windows=(*state.claimed_windows, window),
    )


def action_blocked(state: State, event: happened.ActionBlocked) -> State:
    window = ClaimedWindow(event.decision_id, event.blocker, "block", event.claim)
    return replace(
        state,
        phase="awaiting_block_response",
        decision_id=event.response_decision_id,
        deadline=event.deadline,
        waiting=(state.actor,),
        block=BlockClaim(event.blocker, event.claim),
        claimed_windows=(*state.claimed_windows, window),
    )


def block_answered(state: State, event: happened.BlockAccepted | happened.BlockChallenged) -> State:
    return replace(state, phase="resolving", waiting=(), deadline=None)


def claim_checked(state: State, event: happened.ClaimProved | happened.ClaimDisproved) -> State:
    return state


def action_cost_paid(state: State, event: happened.ActionCostPaid) -> State:
    money = state.money
    return replace(state, money=_with(money, event.seat, money[event.seat] - event.amount), is_paid=True)


def proof_card_returned(state: State, event: happened.ProofCardReturned) -> State:
    hand = _with(state.hands[event.seat], event.slot, None)
    return replace(state, hands=_with(state.hands, event.seat, hand), deck=(*state.deck, event.kind))


def replacement_drawn(state: State, event: happened.ReplacementDrawn) -> State:
    hand = _with(state.hands[event.seat], event.slot, event.kind)
    return replace(state, hands=_with(state.hands, event.seat, hand), deck=state.deck[1:])


def influence_loss_required(state: State, event: happened.InfluenceLossRequired) -> State:
    return replace(
        state,
        phase="awaiting_influence_loss",
        decision_id=event.decision_id,
        waiting=(event.seat,),
        loss_cause=event.cause,
    )


def influence_lost(state: State, event: happened.InfluenceLost) -> State:
    return replace(
        state,
        phase="resolving",
        waiting=(),
        hidden=_with(state.hidden, event.seat, _without(state.hidden[event.seat], event.slot)),
        loss_cause=None,
    )


def player_eliminated(state: State, event: happened.PlayerEliminated) -> State:
    return replace(state, money=_with(state.money, event.seat, 0), live=_without(state.live, event.seat))


def money_gained(state: State, event: happened.MoneyGained) -> State:
    money = state.money
    return replace(state, money=_with(money, event.seat, money[event.seat] + event.amount))


def money_taken(state: State, event: happened.MoneyTaken) -> State:
    money = list(state.money)
    money[event.giver] -= event.amount
    money[event.taker] += event.amount
    return replace(state, money=tuple(money))


def exchange_cards_drawn(state: State, event: happened.ExchangeCardsDrawn) -> State:
    return replace(
        state,
        phase="awaiting_exchange",
        decision_id=event.decision_id,
        waiting=(event.seat,),
        drawn=event.kinds,
        deck=state.deck[event.count :],
    )


def exchange_completed(state: State, event: happened.ExchangeCompleted) -> State:
    hand = list(state.hands[event.seat])
    for slot, kind in zip(state.hidden[event.seat], event.kept):
        hand[slot] = kind
    return replace(
        state,
        phase="resolving",
        waiting=(),
        hands=_with(state.hands, event.seat, tuple(hand)),
        drawn=(),
        deck=state.deck + event.returned,
    )


def card_to_show_required(state: State, event: happened.CardToShowRequired) -> State:
    return replace(state, phase="awaiting_card_to_show", decision_id=event.decision_id, waiting=(event.seat,))


def card_shown(state: State, event: happened.CardShown) -> State:
    return replace(
        state,
        phase="awaiting_inspection_verdict",
        decision_id=event.decision_id,
        waiting=(event.to,),
        shown_slot=event.slot,
    )


def inspection_decided(state: State, event: happened.InspectionDecided) -> State:
    return replace(state, phase="resolving", waiting=(), shown_slot=None)


def inspected_card_replaced(state: State, event: happened.InspectedCardReplaced) -> State:
    hand = _with(state.hands[event.seat], event.slot, event.drawn_kind)
    return replace(state, hands=_with(state.hands, event.seat, hand), deck=(*state.deck[1:], event.returned_kind))


def action_cancelled(state: State, event: happened.ActionCancelled) -> State:
    return replace(state, is_cancelled=True)


def nothing_changed(
    state: State, event: happened.ActionFizzled | happened.ActionResolved | happened.TurnEnded
) -> State:
    return state


def match_ended(state: State, event: happened.MatchEnded) -> State:
    return replace(state, phase="finished", waiting=(), deadline=None, winner=event.winner)


ON_EVENT: Mapping[type[Any], Callable[[State, Any], State]] = {
    happened.MatchStarted: match_started,
    happened.FirstPlayerChosen: first_player_chosen,
    happened.DeckShuffled: deck_shuffled,
    happened.CardsDealt: cards_dealt,
    happened.TurnStarted: turn_started,
    happened.ActionDeclared: action_declared,
    happened.ReactionWindowOpened: reaction_window_opened,
    happened.ReactionPassed: reaction_passed,
    happened.ReactionWindowExpired: reaction_window_expired,
    happened.ActionChallenged: action_challenged,
    happened.ActionBlocked: action_blocked,
    happened.BlockAccepted: block_answered,
    happened.BlockChallenged: block_answered,
    happened.ClaimProved: claim_checked,
    happened.ClaimDisproved: claim_checked,
    happened.ActionCostPaid: action_cost_paid,
    happened.ProofCardReturned: proof_card_returned,
    happened.ReplacementDrawn: replacement_drawn,
    happened.InfluenceLossRequired: influence_loss_required,
    happened.InfluenceLost: influence_lost,
    happened.PlayerEliminated: player_eliminated,
    happened.MoneyGained: money_gained,
    happened.MoneyTaken: money_taken,
    happened.ExchangeCardsDrawn: exchange_cards_drawn,
    happened.ExchangeCompleted: exchange_completed,
    happened.CardToShowRequired: card_to_show_required,
    happened.CardShown: card_shown,
    happened.InspectionDecided: inspection_decided,
    happened.InspectedCardReplaced: inspected_card_replaced,
    happened.ActionCancelled: action_cancelled,
    happened.ActionFizzled: nothing_changed,
    happened.ActionResolved: nothing_changed,
    happened.TurnEnded: nothing_changed,
    happened.MatchEnded: match_ended,
}
