"""What happens by itself: the beginning of a round, refilling hands, the end of turn, round and match.

Sections 2 and 8 to 11 of the rulebook.
"""

from __future__ import annotations

from itertools import count

from games.big_deal import effects
from games.big_deal.catalogue import DECK
from games.big_deal.events import (
    CardsDrawn,
    DeckShuffled,
    DrawReason,
    HandDealt,
    HandDiscarded,
    MatchEnded,
    PickUpPileReshuffled,
    RoundEnded,
    RoundScored,
    RoundStarted,
    StarterRevealed,
    TurnEnded,
    TurnStarted,
)
from games.big_deal.state import State
from games.big_deal.unfolding import Unfolding
from games.decider import Event, Seat


def set_up_round(unfolding: Unfolding, round_: int, dealer: Seat, *, rule: str) -> None:
    """BIGDEAL-2.2 to BIGDEAL-2.12, BIGDEAL-3.1: shuffle, deal, turn up a starter; left of the dealer begins."""
    starting = _left_of(unfolding.state, dealer)
    unfolding.emit(RoundStarted(round=round_, dealer_seat=dealer, starting_seat=starting, rule=rule))
    unfolding.emit(DeckShuffled(round=round_, order=unfolding.dice.shuffle(DECK), rule="BIGDEAL-2.2"))
    _deal(unfolding)
    _turn_up_starter(unfolding)
    unfolding.emit(TurnStarted(round=round_, turn=1, seat=starting, rule="BIGDEAL-3.1"))


def _deal(unfolding: Unfolding) -> None:
    """BIGDEAL-2.4: one card at a time, clockwise, the seat left of the dealer first."""
    state = unfolding.state
    dealt = state.pile[: state.seats * state.hand_size]
    for place in range(state.seats):
        seat = (state.starting_seat + place) % state.seats
        cards = dealt[place :: state.seats]
        unfolding.emit(HandDealt(round=state.round, seat=seat, cards=cards, count=len(cards), rule="BIGDEAL-2.4"))


def _turn_up_starter(unfolding: Unfolding) -> None:
    """BIGDEAL-2.7 to BIGDEAL-2.10: a joker goes back and the pile is shuffled, until an object card turns up."""
    round_ = unfolding.state.round
    for attempt in count(1):
        card = unfolding.state.pile[0]
        accepted = effects.starts(card)
        rule = "BIGDEAL-2.7" if accepted else "BIGDEAL-2.7 BIGDEAL-2.8"
        unfolding.emit(StarterRevealed(round=round_, attempt=attempt, card=card, accepted=accepted, rule=rule))
        if accepted:
            return
        order = unfolding.dice.shuffle(unfolding.state.pile)
        unfolding.emit(PickUpPileReshuffled(round=round_, attempt=attempt, order=order, rule="BIGDEAL-2.8"))


def end_turn(unfolding: Unfolding, defender: Seat | None = None) -> list[Event]:
    """BIGDEAL-3.7, BIGDEAL-8.5, BIGDEAL-9.2: refills, a defender's last; then the next turn or the end of the round."""
    active = unfolding.state.active
    if defender is None:
        _refill(unfolding, active, "turn_end")
    else:
        _refill(unfolding, active, "duel_attacker")
        _refill(unfolding, defender, "duel_defender")
    state = unfolding.state
    unfolding.emit(TurnEnded(round=state.round, turn=state.turn, seat=active, rule="BIGDEAL-3.7"))
    if not state.pile and not all(state.hands):
        _end_round(unfolding)
    else:
        following = _left_of(state, active)
        unfolding.emit(TurnStarted(round=state.round, turn=state.turn + 1, seat=following, rule="BIGDEAL-3.2"))
    return unfolding.events


def _refill(unfolding: Unfolding, seat: Seat, reason: DrawReason) -> None:
    """BIGDEAL-8.1 to BIGDEAL-8.4: up to a full hand, as far as the pile goes."""
    state = unfolding.state
    missing = state.hand_size - len(state.hands[seat])
    cards = state.pile[:missing]
    if not cards:
        return
    rule = "BIGDEAL-8.1" if reason == "turn_end" else "BIGDEAL-8.5"
    unfolding.emit(
        CardsDrawn(
            seat=seat,
            cards=cards,
            count=len(cards),
            pile_left=len(state.pile) - len(cards),
            reason=reason,
            rule=rule if len(cards) == missing else f"{rule} BIGDEAL-8.3",
        )
    )


def _end_round(unfolding: Unfolding) -> None:
    """BIGDEAL-9.1 to BIGDEAL-9.8, BIGDEAL-10.1 to BIGDEAL-10.6: leftover hands go, collections score."""
    state = unfolding.state
    out = tuple(seat for seat in range(state.seats) if not state.hands[seat])
    unfolding.emit(RoundEnded(round=state.round, out_seats=out, rule="BIGDEAL-9.1"))
    for place in range(state.seats):
        seat = (state.starting_seat + place) % state.seats
        if state.hands[seat]:
            unfolding.emit(HandDiscarded(seat=seat, cards=state.hands[seat], rule="BIGDEAL-9.6"))
    results = tuple(sum(effects.value(card_set.cards) for card_set in collection) for collection in state.collections)
    totals = tuple(before + result for before, result in zip(state.totals, results))
    unfolding.emit(
        RoundScored(round=state.round, round_totals=results, match_totals=totals, rule="BIGDEAL-10.1 BIGDEAL-10.5")
    )
    if max(totals) >= state.target:
        _end_match(unfolding)
    else:
        # The previous starting player deals, so that the start moves on by one seat, whoever ended the round.
        rule = "BIGDEAL-10.6 BIGDEAL-10.8"
        set_up_round(unfolding, state.round + 1, state.starting_seat, rule=rule)


def _end_match(unfolding: Unfolding) -> None:
    """BIGDEAL-11.2 to BIGDEAL-11.4: the highest total wins; equal totals win together."""
    totals = unfolding.state.totals
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    rule = "BIGDEAL-11.2 BIGDEAL-11.3" if len(winners) == 1 else "BIGDEAL-11.2 BIGDEAL-11.4"
    unfolding.emit(
        MatchEnded(winner_seats=winners, match_totals=totals, rounds_played=unfolding.state.round, rule=rule)
    )


def _left_of(state: State, seat: Seat) -> Seat:
    """BIGDEAL-1.8: the next seat clockwise."""
    return (seat + 1) % state.seats
