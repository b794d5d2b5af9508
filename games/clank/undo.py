"""What taking a command back asks for: it depends on what was learned from it (section 5)."""

from __future__ import annotations

from collections.abc import Sequence

from games.clank.catalogue import TOKENS
from games.clank.events import (
    CardsDrawn,
    CubesDrawn,
    DeckShuffled,
    MatchEnded,
    RowCardReplaced,
    RowRefilled,
    TokenTaken,
    TurnStarted,
)
from games.clank.state import State
from games.decider import Command, Event, UndoClass


def reveals(event: Event) -> bool:
    """CLANK-U.2: a card drawn or turned over, a deck shuffled, cubes drawn, a secret taken."""
    if isinstance(event, TokenTaken):
        return TOKENS[event.kind].type in ("major", "minor")
    return isinstance(event, (CardsDrawn, DeckShuffled, RowCardReplaced, RowRefilled, CubesDrawn))


def undo_class(_before: State, _command: Command, events: Sequence[Event]) -> UndoClass:
    """CLANK-U.1, CLANK-U.2, CLANK-U.6: free within the turn if nothing was learned; after the end never."""
    if any(isinstance(event, MatchEnded) for event in events):
        return "never"
    if any(reveals(event) or isinstance(event, TurnStarted) for event in events):
        return "consent"
    return "free"
