"""What a replay follows: the cards that an event names, and the level of each seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import fields

from games.card_names import NamedCard, ids_in
from games.decider import Measure, Seat
from games.munchkin_apocalypse.catalogue import card_of
from games.munchkin_apocalypse.state import State


def cards_in(event: Any) -> Iterator[NamedCard]:
    """Every card, in whatever field; but for the agenda, which repeats what other events have told."""
    for field in fields(event):
        if field.name != "agenda":
            for value in ids_in(getattr(event, field.name)):
                if "#" in value:
                    yield NamedCard(value, card_of(value))


def _level(state: State, seat: Seat) -> int:
    return state.players[seat].level


MEASURE = Measure("Level", _level)
