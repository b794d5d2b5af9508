"""What taking a command back needs (rulebook, section 13)."""

from __future__ import annotations

from collections.abc import Sequence

from games.big_deal import events as e
from games.big_deal.hidden import reveals
from games.big_deal.state import State
from games.decider import Command, Event, UndoClass


def undo_class(_state: State, _command: Command, events: Sequence[Event]) -> UndoClass:
    """BIGDEAL-13.4, BIGDEAL-13.5, BIGDEAL-13.11."""
    if any(isinstance(event, e.MatchEnded) for event in events):
        return "never"
    return "consent" if any(map(reveals, events)) else "free"
