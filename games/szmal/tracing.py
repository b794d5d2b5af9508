"""What a replay follows: the cards that an event names, and the cash of each seat."""

from __future__ import annotations

from games.card_names import cards_by_field
from games.decider import Measure, Seat
from games.szmal.state import State

cards_in = cards_by_field("opened", "plays", "losses", "found", "copied", "property")


def _cash(state: State, seat: Seat) -> int:
    return state.cash[seat]


MEASURE = Measure("Cash, in dollars", _cash)
