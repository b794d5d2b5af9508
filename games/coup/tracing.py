"""What a replay follows: whose card of which kind an event names, and the influences that each seat has left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.card_names import NamedCard
from games.coup.state import State
from games.decider import Measure, Seat

# Cards of one kind are alike and have no names of their own, and an exchange may put one into either slot: so a card
# is followed as "the Police of seat 0".
_FIELDS = ("kind", "kinds", "kept", "returned", "returned_kind", "drawn_kind")


def cards_in(event: Any) -> Iterator[NamedCard]:
    """The cards of a seat that an event names; what it only claims to have is not among them."""
    for name in _FIELDS:
        value = getattr(event, name, None)
        for kind in (value,) if isinstance(value, str) else value or ():
            yield NamedCard(f"{event.seat}:{kind}", kind)


def _influences(state: State, seat: Seat) -> int:
    return len(state.hidden[seat])


MEASURE = Measure("Influences", _influences)
