"""What taking a command back asks for: it depends on what was learned from it (section 5)."""

from __future__ import annotations

from collections.abc import Sequence

from games.clank.events import (
    MatchEnded,
    TurnStarted,
)
from games.clank.hidden import reveals
from games.clank.state import State
from games.decider import Command, Event, UndoClass


def undo_class(_before: State, _command: Command, events: Sequence[Event]) -> UndoClass:
    """CLANK-U.1, CLANK-U.2, CLANK-U.6: free within the turn if nothing was learned; after the end never."""
    if any(isinstance(event, MatchEnded) for event in events):
        return "never"
    if any(reveals(event) or isinstance(event, TurnStarted) for event in events):
        return "consent"
    return "free"
