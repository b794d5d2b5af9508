"""How likely a seat is to win, roughly: cash and markers, and what the cards in its Territory may still bring."""

from __future__ import annotations

from games.decider import Seat
from games.szmal.catalogue import BOX
from games.szmal.state import State
from games.worth import share

MARKERS_TO_COME = 0.5  # of each card in a Territory, on average
LEAD = 3  # markers


def value(state: State, seat: Seat) -> float:
    worths = [
        cash + BOX.marker_value * sum(place.markers + MARKERS_TO_COME for place in territory)
        for cash, territory in zip(state.cash, state.territories)
    ]
    return share(worths, seat, LEAD * BOX.marker_value)
