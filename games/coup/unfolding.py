"""One command of Coup being decided."""

from __future__ import annotations

from games import unfolding
from games.coup.evolve import ON_EVENT
from games.coup.state import State


class Unfolding(unfolding.Unfolding[State]):
    __slots__ = ()

    on_event = ON_EVENT

    @property
    def is_over(self) -> bool:
        return self.state.winner is not None

    @property
    def next_decision_id(self) -> int:
        """COUP-15.1, COUP-15.5: one more than the last, so that every lower id is known to have been issued."""
        return self.state.decision_id + 1

    def deadline(self) -> int | None:
        """COUP-4.15: when a decision that opens now is closed by the clock; never without a timeout."""
        timeout_s = self.state.reaction_timeout_s
        return None if timeout_s is None else self.dice.at_ms + 1000 * timeout_s
