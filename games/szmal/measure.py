"""Counting and judging: the quantities and conditions that cards speak of."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable

from games.decider import Seat
from games.szmal.state import Run, State
from games.szmal.table import of_type, opponents, place_of, symbol_count
from games.szmal.vocabulary import STAYING, Claim, Comparison, Condition, Count, Number, Product, Quantity, Sum

SIGNS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "<": operator.lt,
    "==": operator.eq,
}


def quantity(state: State, run: Run, wanted: Quantity, theirs: Seat | None = None) -> int:
    """How much it is, for the owner of the ability; `theirs` is the affected player."""
    match wanted:
        case Number(value=value):
            return value
        case Product(left=left, right=right):
            return quantity(state, run, left, theirs) * quantity(state, run, right, theirs)
        case Sum(left=left, right=right):
            return quantity(state, run, left, theirs) + quantity(state, run, right, theirs)
        case Count():
            return _counted(state, run, wanted, theirs)


def holds(state: State, run: Run, conditions: Iterable[Condition]) -> bool:
    """SZMAL-8.2: whether all the conditions are true now."""
    return all(_is_true(state, run, condition) for condition in conditions)


def amount_of(state: State, seat: Seat, kind: str) -> int:
    """How many cards of a type, or how many symbols of a kind, a Territory shows."""
    return len(of_type(state, seat, kind)) if kind in STAYING else symbol_count(state, seat, kind)


def sole_most(state: State, kind: str) -> Seat | None:
    """SZMAL-11.22: the one player with the most; nobody, if several have as many."""
    return _sole(state, kind, max)


def sole_fewest(state: State, kind: str) -> Seat | None:
    return _sole(state, kind, min)


def _sole(state: State, kind: str, extreme: Callable[[Iterable[int]], int]) -> Seat | None:
    amounts = [amount_of(state, seat, kind) for seat in range(state.seats)]
    best = extreme(amounts)
    return amounts.index(best) if amounts.count(best) == 1 else None


def _is_true(state: State, run: Run, condition: Condition) -> bool:
    if isinstance(condition, Comparison):
        return SIGNS[condition.sign](quantity(state, run, condition.quantity), condition.number)
    return CLAIMS[condition.word](state, run, condition)


def _counted(state: State, run: Run, count: Count, theirs: Seat | None) -> int:
    match count.word:
        case "SYM":
            return symbol_count(state, run.seat, count.of)
        case "COUNT":
            return len(of_type(state, run.seat, count.of))
        case "THEIR_COUNT":
            assert theirs is not None, "the catalogue allows this word only where somebody is affected"
            return len(of_type(state, theirs, count.of))
        case "MAX_COUNT":
            return max(len(of_type(state, seat, count.of)) for seat in range(state.seats))
        case "MARKERS":
            place = place_of(state, run.seat, run.card)
            return place.markers if place else 0
        case "MAX_MARKERS":
            return _most_markers(state, run.seat, count.of)
        case "PAID_MARKERS":
            return run.paid_markers
        case _:
            return state.cash[run.seat]


def _most_markers(state: State, seat: Seat, among: str) -> int:
    seats = {"ME": (seat,), "OPPONENTS": opponents(state, seat), "ALL": range(state.seats)}[among]
    return max((place.markers for one in seats for place in state.territories[one]), default=0)


CLAIMS: dict[str, Callable[[State, Run, Claim], bool]] = {
    "SOLE_MOST": lambda state, run, claim: sole_most(state, claim.args[1]) == run.seat,
    "SOLE_FEWEST": lambda state, run, claim: sole_fewest(state, claim.args[1]) == run.seat,
    "NONE_IN_PLAY": lambda state, _run, claim: (
        not any(symbol_count(state, seat, symbol) for seat in range(state.seats) for symbol in claim.args)
    ),
}
