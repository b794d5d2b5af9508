"""What is true now."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.big_deal.catalogue import CardId, TitleId
from games.big_deal.events import SetId
from games.decider import Result, Seat

# Somebody decides in turn_action, duel_defence and duel_attack. The table settles by itself in turn_end, round_end
# and round_setup, which only a look between two events of one command can catch.
Phase = Literal[
    "lobby", "turn_action", "duel_defence", "duel_attack", "turn_end", "round_end", "round_setup", "match_over"
]


class CardSet(Struct, frozen=True):
    """One set on the table, its cards from bottom to top."""

    id: SetId
    type: TitleId
    cards: tuple[CardId, ...]


class Duel(Struct, frozen=True):
    """The fight for the defender's top set, which stays where it is until the end."""

    attacker: Seat
    defender: Seat
    set_id: SetId
    set_type: TitleId
    attack_cards: tuple[CardId, ...]
    defence_cards: tuple[CardId, ...] = ()


class State(Struct, frozen=True):
    """The table; tuples by seat have one entry for each seat."""

    phase: Phase = "lobby"
    seats: int = 0
    hand_size: int = 0
    target: int = 0
    first_dealer: Seat = 0
    round: int = 0
    dealer: Seat = 0
    starting_seat: Seat = 0
    turn: int = 0
    active: Seat = 0
    pile: tuple[CardId, ...] = ()  # the pick-up pile; the first card is its top
    discards: tuple[CardId, ...] = ()  # the discard pile; the last card is its top
    hands: tuple[tuple[CardId, ...], ...] = ()
    collections: tuple[tuple[CardSet, ...], ...] = ()  # by seat, from the bottom set to the top set
    duel: Duel | None = None
    sets_formed: int = 0  # in this round
    returned: tuple[CardId, ...] = ()  # jokers that everybody has seen going back into the pile in this round
    returned_max: tuple[
        int, ...
    ] = ()  # by seat, how many of those the hand can hold: cards drawn since, less those played
    totals: tuple[int, ...] = ()
    banked: tuple[int, ...] = ()  # by seat, what the round before this one brought
    winners: tuple[Seat, ...] = ()


def result(state: State) -> Result | None:
    """BIGDEAL-11.2 to BIGDEAL-11.4."""
    if state.phase != "match_over":
        return None
    return Result(state.winners, {str(seat): total for seat, total in enumerate(state.totals)})


def decider(state: State) -> Seat | None:
    """BIGDEAL-3.9, BIGDEAL-6.14: the one seat that decides now, if anybody does."""
    if state.phase == "turn_action":
        return state.active
    if state.duel is None:
        return None
    return state.duel.defender if state.phase == "duel_defence" else state.duel.attacker


def to_act(state: State) -> tuple[Seat, ...]:
    seat = decider(state)
    return () if seat is None else (seat,)
