"""One command of Clank! being decided."""

from __future__ import annotations

from games import unfolding
from games.clank.evolve import ON_EVENT
from games.clank.state import Card, Player, State
from games.decider import Seat
from games.dice import Dice


class Unfolding(unfolding.Unfolding[State]):
    __slots__ = ("_batches",)

    on_event = ON_EVENT

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self._batches = 0

    def player(self, seat: Seat) -> Player:
        return self.state.players[seat]

    def is_in(self, seat: Seat) -> bool:
        return self.state.players[seat].status == "in"

    def fresh(self, names: tuple[str, ...]) -> tuple[Card, ...]:
        """Cards with ids that were never used before, numbered in this order and saying nothing of the names.

        CLANK-V.5: whoever shuffles gives ids after the shuffle. The first part of an id is the number of the command in
        the whole history, undone commands included, and of the batch within the command.
        """
        batch = f"c{self.dice.serial:05d}{self._batches:02d}"
        self._batches += 1
        return tuple(Card(f"{batch}-{place:03d}", name) for place, name in enumerate(names))
