"""One command being decided: the events so far, and the state that they add up to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic

from games.decider import Event, S
from games.dice import Dice


class Unfolding(Generic[S]):
    """Each event is folded in as it is emitted, so that the next step of a rule sees what has happened before it.

    A game subclasses this in its own `unfolding.py`, names its table of events, and adds what only its rules need.
    """

    __slots__ = ("dice", "events", "state")

    on_event: ClassVar[Mapping[type[Any], Callable[[Any, Any], Any]]]

    def __init__(self, state: S, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.state = self.on_event[type(event)](self.state, event)
