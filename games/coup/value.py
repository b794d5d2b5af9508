"""How likely a seat is to win, roughly: influence, then the money to strike; and how likely a claim is true."""

from __future__ import annotations

from games.coup.state import State
from games.decider import Seat
from games.worth import share

WORTH_OF_INFLUENCE = 10.0
MONEY_TO_STRIKE = 7


def value(state: State, seat: Seat) -> float:
    worths = [
        WORTH_OF_INFLUENCE * len(state.hidden[one]) + min(money, MONEY_TO_STRIKE) if one in state.live else 0.0
        for one, money in enumerate(state.money)
    ]
    return share(worths, seat, 6.0)


BLUFFS = 0.15  # how often a claim is made without the card, beside how often with it


def likelihood(state: State, seat: Seat) -> float:
    """Whoever claims a card mostly has it; what this seat claims itself says nothing."""
    claims = []
    if state.declaration is not None:
        claims.append((state.actor, state.declaration.claim))
    if state.block is not None:
        claims.append((state.block.blocker, state.block.claim))
    found = 1.0
    for other, claim in claims:
        held = {state.hands[other][slot] for slot in state.hidden[other]}
        if other != seat and claim is not None and claim not in held:
            found *= BLUFFS
    return found
