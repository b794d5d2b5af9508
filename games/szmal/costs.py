"""What a card costs its player now, and with what it can be paid (section 7 of the rulebook)."""

from __future__ import annotations

from games.decider import Seat
from games.szmal.measure import quantity
from games.szmal.state import State, catalogue_of
from games.szmal.table import of_type, statics
from games.szmal.vocabulary import Alternative, Option


def price(state: State, seat: Seat, card: int, alternative: Alternative) -> int:
    """SZMAL-7.14: the cash alternative, lowered by every reduction, never below $0."""
    type_ = catalogue_of(state).cards[card].type
    reductions = sum(
        quantity(state, run, effect.amount)
        for run, effect in statics(state, seat, "DISCOUNT")
        if effect.amount is not None and effect.args[0] in ("ANY", type_)
    )
    return max(0, alternative.amount - reductions)


def payers(state: State, seat: Seat, option: Option) -> tuple[int, ...]:
    """SZMAL-7.10 to SZMAL-7.12: the player's own cards that can be given up; none for cash."""
    if option == "HAND":
        return state.hands[seat]
    if option == "CASH":
        return ()
    return tuple(place.card for place in of_type(state, seat, option))


def is_payable(state: State, seat: Seat, card: int, alternative: Alternative) -> bool:
    """SZMAL-7.8: whether this alternative can be paid in full."""
    if alternative.option == "CASH":
        return state.cash[seat] >= price(state, seat, card, alternative)
    return bool(payers(state, seat, alternative.option))


def alternative_of(state: State, card: int, option: Option) -> Alternative | None:
    """The way to pay that the card offers under this name, if it does."""
    cost = catalogue_of(state).cards[card].cost
    return next((alternative for alternative in cost if alternative.option == option), None)


def is_free(state: State, seat: Seat, card: int) -> bool:
    """SZMAL-7.15: cash is the only alternative, and nothing is left of it."""
    cost = catalogue_of(state).cards[card].cost
    return len(cost) == 1 and cost[0].option == "CASH" and price(state, seat, card, cost[0]) == 0
