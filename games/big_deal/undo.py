"""What taking a command back needs (rulebook, section 13)."""

from __future__ import annotations

from collections.abc import Sequence

from games.big_deal import events as e
from games.big_deal.hidden import reveals
from games.big_deal.state import State
from games.decider import Command, Event, IllegalMove, Seat, UndoClass


def may_ask_undo(seat: Seat, _now: State, _back: State, authors: tuple[Seat | None, ...]) -> IllegalMove | None:
    """BIGDEAL-13.1, BIGDEAL-13.2: the latest command that stands, by its sender; then the one before it, and so on."""
    if authors[-1] != seat:
        return IllegalMove("BIGDEAL-13.2", "not_your_command", "only the sender of the latest command takes it back")
    if len(authors) > 1:
        return IllegalMove("BIGDEAL-13.1", "undo_position_invalid", "commands are taken back one at a time")
    return None


def undo_class(_state: State, _command: Command, events: Sequence[Event]) -> UndoClass:
    """BIGDEAL-13.4, BIGDEAL-13.5, BIGDEAL-13.11."""
    if any(isinstance(event, e.MatchEnded) for event in events):
        return "never"
    return "consent" if any(map(reveals, events)) else "free"
