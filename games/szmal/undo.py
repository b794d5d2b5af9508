"""What taking a command back needs, and what an undo brings back afresh (section U)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.decider import Command, Event, IllegalMove, Seat, UndoClass
from games.szmal import events as e
from games.szmal.hidden import reveals
from games.szmal.rules import SEALED_COMMANDS
from games.szmal.state import State


def may_ask_undo(seat: Seat, _now: State, _back: State, authors: tuple[Seat | None, ...]) -> IllegalMove | None:
    """SZMAL-U.9: a player goes back to before one of their own commands."""
    if authors[0] == seat:
        return None
    return IllegalMove("SZMAL-U.9", "not_your_command", "you go back to before a command of your own only")


def undo_class(_before: State, command: Command, events: Sequence[Event]) -> UndoClass:
    """SZMAL-U.1 to SZMAL-U.6: a sealed choice is free until it closes its decision, others until they show more."""
    if any(isinstance(event, e.MatchEnded) for event in events):
        return "never"
    if type(command) in SEALED_COMMANDS:
        return "free" if len(events) == 1 else "consent"
    return "consent" if any(map(reveals, events)) else "free"


def reopen(state: State, serial: int, _at_ms: int) -> State:
    """SZMAL-D.4: after an undo the open decision has a fresh id."""
    return replace(state, decision=replace(state.decision, id=serial)) if state.decision else state
