"""How likely a seat is to win, roughly: its total and what its collection would score, as a part of the target."""

from __future__ import annotations

from games.big_deal import effects
from games.big_deal.state import State
from games.decider import Seat
from games.worth import share

LEAD = 0.15  # of the target


def value(state: State, seat: Seat) -> float:
    worths = [
        float(total + sum(effects.value(one.cards) for one in collection))
        for total, collection in zip(state.totals, state.collections)
    ]
    return share(worths, seat, LEAD * state.target)
