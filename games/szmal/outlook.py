"""What would become of a card of the hand if its turn came now: for the words of a question, never for a rule."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from games.decider import Seat
from games.szmal.costs import is_free, is_payable
from games.szmal.measure import holds
from games.szmal.state import Run, State, catalogue_of, put, without_card
from games.szmal.table import has_static


def why_thrown_away(state: State, seat: Seat, card: int) -> Literal["COST_UNPAYABLE", "REQUIREMENT_UNMET"] | None:
    """SZMAL-7.7, SZMAL-8.4: only what the seat knows is asked for: its hand, and what lies open."""
    state = replace(state, hands=put(state.hands, seat, without_card(state.hands[seat], card)))  # it cannot pay itself
    row = catalogue_of(state).cards[card]
    pays = not row.cost or has_static(state, seat, "IGNORE", arg="COST") or is_free(state, seat, card)
    if not pays and not any(is_payable(state, seat, card, one) for one in row.cost):
        return "COST_UNPAYABLE"
    if has_static(state, seat, "IGNORE", arg="REQUIREMENT") or holds(state, Run(seat, card, card, 0), row.requirement):
        return None
    return "REQUIREMENT_UNMET"
