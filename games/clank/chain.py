"""A chain of consequences in the making: each event is folded in as it happens, so that the next one sees it."""

from __future__ import annotations

from games.clank.evolve import ON_EVENT
from games.clank.state import Card, Player, State
from games.decider import Event, Seat
from games.dice import Dice


class Chain:
    """The events of one command, and the state they have led to so far."""

    __slots__ = ("dice", "events", "state")

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        self.state = ON_EVENT[type(event)](self.state, event)
        self.events.append(event)

    def player(self, seat: Seat) -> Player:
        return self.state.players[seat]

    def is_in(self, seat: Seat) -> bool:
        return self.state.players[seat].status == "in"

    def fresh(self, names: tuple[str, ...]) -> tuple[Card, ...]:
        """Cards with ids that were never used before, numbered in this order and saying nothing of the names.

        CLANK-V.5: whoever shuffles gives ids after the shuffle. The first part of an id counts the batches.
        """
        batch = self.state.batches
        return tuple(Card(f"c{batch:05d}-{place:03d}", name) for place, name in enumerate(names))
