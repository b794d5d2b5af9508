"""Section U of the rulebook: what taking a command back needs, judged by what it has taught anybody."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.coup.clock import restart_clock
from games.coup.commands import ExpireDecision
from games.coup.events import (
    MatchEnded,
)
from games.coup.hidden import reveals
from games.coup.state import State
from games.decider import Command, Event, IllegalMove, Seat, UndoClass


def undo_class(before: State, command: Command, events: Sequence[Event]) -> UndoClass:
    """COUP-U.2, COUP-U.3, COUP-U.7: free if nobody learned anything, never once the match has ended."""
    if any(type(event) is MatchEnded for event in events):
        return "never"
    if isinstance(command, ExpireDecision) or any(reveals(event) for event in events):
        return "consent"
    return "free"


def undo_voters(state: State) -> tuple[Seat, ...]:
    """COUP-U.3: whoever is live in the state that would be returned to."""
    return state.live


def may_ask_undo(seat: Seat, now: State, back: State, _authors: tuple[Seat | None, ...]) -> IllegalMove | None:
    """COUP-U.9: nobody asks who is out of the match now and would still be out after the undo."""
    if seat in now.live or seat in back.live:
        return None
    return IllegalMove("COUP-U.9", "player_eliminated", "you are out of the match, and would still be after the undo")


def reopen(state: State, serial: int, at_ms: int) -> State:
    """COUP-U.5: the decision that is open after an undo has a new id; who has passed in it has still passed."""
    return restart_clock(replace(state, decision_id=serial), at_ms)
