"""One command of Clank! being decided."""

from __future__ import annotations

from games import unfolding
from games.clank.evolve import ON_EVENT
from games.clank.state import Card, Player, State
from games.decider import Seat


class Unfolding(unfolding.Unfolding[State]):
    __slots__ = ()

    on_event = ON_EVENT

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
