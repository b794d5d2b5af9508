"""What a replay follows: the cards that an event names, and the gold of each seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import fields

from games.card_names import NamedCard
from games.clank.state import Card, State
from games.decider import Measure, Seat


def cards_in(event: Any) -> Iterator[NamedCard]:
    """Whole cards, and the ids of cards that an earlier event has named. A shuffle gives new ids, so whoever has seen a
    card before a shuffle has not seen it after that."""
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in ("card_id", "card_ids"):
            for one in (value,) if isinstance(value, str) else value or ():
                yield NamedCard(one)
        else:
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, Card):
                    yield NamedCard(one.id, one.name)


def _gold(state: State, seat: Seat) -> int:
    return state.players[seat].gold


MEASURE = Measure("Gold", _gold)
