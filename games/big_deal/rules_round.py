"""What happens by itself: setting up a round, refilling hands, the end of turn, round and match.

Sections 2 and 8 to 11 of the rulebook.
"""

from __future__ import annotations

from itertools import count

from games.big_deal import effects
from games.big_deal.cards import DECK, HAND_SIZE, NUMBERS
from games.big_deal.events import (
    CardsDrawn,
    DeckShuffled,
    DrawReason,
    HandDealt,
    HandDiscarded,
    MatchEnded,
    MatchStarted,
    PickUpPileReshuffled,
    RoundEnded,
    RoundScored,
    RoundStarted,
    StarterRevealed,
    TurnEnded,
    TurnStarted,
)
from games.big_deal.evolve import Batch
from games.big_deal.options import BigDealOptions
from games.big_deal.state import State
from games.decider import Event, IllegalMove, Seat
from games.dice import Dice


def setup(options: BigDealOptions, seats: int, dice: Dice) -> list[Event]:
    """BIGDEAL-1.2, BIGDEAL-2.1, BIGDEAL-2.3: the opening of a match, up to the first turn."""
    if seats not in HAND_SIZE:
        message = f"Big Deal is for {NUMBERS.seats_min} to {NUMBERS.seats_max} players."
        raise IllegalMove("BIGDEAL-1.2", "bad_player_count", message)
    dealer = seats - 1 if options.first_dealer_seat is None else options.first_dealer_seat
    if dealer >= seats:
        message = f"The first dealer must have a seat, from 0 to {seats - 1}; leave it out for the last seat."
        raise IllegalMove("BIGDEAL-2.1", "bad_parameters", message)
    started = MatchStarted(
        seats=seats,
        hand_size=HAND_SIZE[seats],
        first_dealer_seat=dealer,
        target=NUMBERS.target,
        ruleset=NUMBERS.ruleset,
        rule="BIGDEAL-1.2 BIGDEAL-2.3",
    )
    batch = Batch(State(), started)
    _set_up_round(batch, 1, dealer, dice, rule="BIGDEAL-2.1")
    return batch.events


def _set_up_round(batch: Batch, round_: int, dealer: Seat, dice: Dice, *, rule: str) -> None:
    """BIGDEAL-2.2 to BIGDEAL-2.12, BIGDEAL-3.1: shuffle, deal, turn up a starter; left of the dealer begins."""
    starting = _left_of(batch.state, dealer)
    batch.add(RoundStarted(round=round_, dealer_seat=dealer, starting_seat=starting, rule=rule))
    batch.add(DeckShuffled(round=round_, order=dice.shuffle(DECK), rule="BIGDEAL-2.2"))
    _deal(batch)
    _turn_up_starter(batch, dice)
    batch.add(TurnStarted(round=round_, turn=1, seat=starting, rule="BIGDEAL-3.1"))


def _deal(batch: Batch) -> None:
    """BIGDEAL-2.4: one card at a time, clockwise, the seat left of the dealer first."""
    state = batch.state
    dealt = state.pile[: state.seats * state.hand_size]
    for place in range(state.seats):
        seat = (state.starting_seat + place) % state.seats
        cards = dealt[place :: state.seats]
        batch.add(HandDealt(round=state.round, seat=seat, cards=cards, count=len(cards), rule="BIGDEAL-2.4"))


def _turn_up_starter(batch: Batch, dice: Dice) -> None:
    """BIGDEAL-2.7 to BIGDEAL-2.10: a joker goes back and the pile is shuffled, until an object card turns up."""
    round_ = batch.state.round
    for attempt in count(1):
        card = batch.state.pile[0]
        accepted = effects.starts(card)
        rule = "BIGDEAL-2.7" if accepted else "BIGDEAL-2.7 BIGDEAL-2.8"
        batch.add(StarterRevealed(round=round_, attempt=attempt, card=card, accepted=accepted, rule=rule))
        if accepted:
            return
        order = dice.shuffle(batch.state.pile)
        batch.add(PickUpPileReshuffled(round=round_, attempt=attempt, order=order, rule="BIGDEAL-2.8"))


def end_turn(batch: Batch, dice: Dice, defender: Seat | None = None) -> list[Event]:
    """BIGDEAL-3.7, BIGDEAL-8.5, BIGDEAL-9.2: refills, a defender's last; then the next turn or the end of the round."""
    active = batch.state.active
    if defender is None:
        _refill(batch, active, "turn_end")
    else:
        _refill(batch, active, "duel_attacker")
        _refill(batch, defender, "duel_defender")
    state = batch.state
    batch.add(TurnEnded(round=state.round, turn=state.turn, seat=active, rule="BIGDEAL-3.7"))
    if not state.pile and not all(state.hands):
        _end_round(batch, dice)
    else:
        following = _left_of(state, active)
        batch.add(TurnStarted(round=state.round, turn=state.turn + 1, seat=following, rule="BIGDEAL-3.2"))
    return batch.events


def _refill(batch: Batch, seat: Seat, reason: DrawReason) -> None:
    """BIGDEAL-8.1 to BIGDEAL-8.4: up to a full hand, as far as the pile goes."""
    state = batch.state
    missing = state.hand_size - len(state.hands[seat])
    cards = state.pile[:missing]
    if not cards:
        return
    rule = "BIGDEAL-8.1" if reason == "turn_end" else "BIGDEAL-8.5"
    batch.add(
        CardsDrawn(
            seat=seat,
            cards=cards,
            count=len(cards),
            pile_left=len(state.pile) - len(cards),
            reason=reason,
            rule=rule if len(cards) == missing else f"{rule} BIGDEAL-8.3",
        )
    )


def _end_round(batch: Batch, dice: Dice) -> None:
    """BIGDEAL-9.1 to BIGDEAL-9.8, BIGDEAL-10.1 to BIGDEAL-10.6: leftover hands go, collections score."""
    state = batch.state
    out = tuple(seat for seat in range(state.seats) if not state.hands[seat])
    batch.add(RoundEnded(round=state.round, out_seats=out, rule="BIGDEAL-9.1"))
    for place in range(state.seats):
        seat = (state.starting_seat + place) % state.seats
        if state.hands[seat]:
            batch.add(HandDiscarded(seat=seat, cards=state.hands[seat], rule="BIGDEAL-9.6"))
    results = tuple(sum(effects.value(card_set.cards) for card_set in collection) for collection in state.collections)
    totals = tuple(before + result for before, result in zip(state.totals, results))
    batch.add(
        RoundScored(round=state.round, round_totals=results, match_totals=totals, rule="BIGDEAL-10.1 BIGDEAL-10.5")
    )
    if max(totals) >= state.target:
        _end_match(batch)
    else:
        # The previous starting player deals, so that the start moves on by one seat, whoever ended the round.
        rule = "BIGDEAL-10.6 BIGDEAL-10.8"
        _set_up_round(batch, state.round + 1, state.starting_seat, dice, rule=rule)


def _end_match(batch: Batch) -> None:
    """BIGDEAL-11.2 to BIGDEAL-11.4: the highest total wins; equal totals win together."""
    totals = batch.state.totals
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    rule = "BIGDEAL-11.2 BIGDEAL-11.3" if len(winners) == 1 else "BIGDEAL-11.2 BIGDEAL-11.4"
    batch.add(MatchEnded(winner_seats=winners, match_totals=totals, rounds_played=batch.state.round, rule=rule))


def _left_of(state: State, seat: Seat) -> Seat:
    """BIGDEAL-1.8: the next seat clockwise."""
    return (seat + 1) % state.seats
