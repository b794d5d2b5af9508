"""From what each seat has to how likely one of them is to win: for the `value` of a game."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from games.decider import Seat


def share(worths: Sequence[float], seat: Seat, scale: float) -> float:
    """Between 0 and 1; `scale` is the lead over the best of the others at which it is about 0.73."""
    best = max((worth for other, worth in enumerate(worths) if other != seat), default=worths[seat])
    lead = (worths[seat] - best) / scale
    return 1 / (1 + exp(-max(-30.0, min(30.0, lead))))
