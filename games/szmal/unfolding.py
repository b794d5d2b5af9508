"""One command being carried out: what has happened so far, and the work that is still to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games import unfolding
from games.decider import Event, Seat
from games.dice import Dice
from games.szmal.catalogue import Catalogue
from games.szmal.events import DecisionOpened
from games.szmal.evolve import ON_EVENT
from games.szmal.state import DecisionKind, Frame, Run, State, Work, catalogue_of

WORK_MAX = 20_000  # no round comes near it; a longer chain is an error in the engine or in a deck's checks


class Unfolding(unfolding.Unfolding[State]):
    """Pieces of work lie on a stack, the next one on top; each is done by events and by laying further pieces on it.

    When somebody must decide, the stack goes into the decision, and the answer takes it up again (SZMAL-D.2).
    """

    __slots__ = ("stack", "waits")

    on_event = ON_EVENT

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.stack: list[Work] = list(state.decision.stack) if state.decision else []
        self.waits = False

    @property
    def catalogue(self) -> Catalogue:
        return catalogue_of(self.state)

    def then(self, *work: Work) -> None:
        """Do these next, in this order, before everything that is waiting."""
        self.stack.extend(reversed(work))

    def answered(self) -> Run:
        """The ability that had asked; it goes on with its next effect once the answer is carried out."""
        run = self.stack.pop()
        assert isinstance(run, Run)
        self.then(run.following)
        return run

    def ask(self, kind: DecisionKind, seats: tuple[Seat, ...], *, rule: str, again: Work | None = None) -> None:
        """Stop here until these seats have decided; `again` is the piece of work that asks, in place of the top."""
        if again is not None:
            self.stack[-1] = again
        self.waits = True
        asking = again.card if isinstance(again, (Frame, Run)) else None
        self.emit(
            DecisionOpened(
                decision_id=self.dice.serial, kind=kind, seats=seats, card=asking, stack=tuple(self.stack), rule=rule
            )
        )

    def go_on(self, work_types: Mapping[type[Any], Callable[[Unfolding, Any], None]]) -> list[Event]:
        """Work until somebody must decide or nothing is left."""
        for _ in range(WORK_MAX):
            if self.waits or not self.stack:
                return self.events
            work = self.stack.pop()
            work_types[type(work)](self, work)
        raise AssertionError(f"a chain of more than {WORK_MAX} pieces of work")
