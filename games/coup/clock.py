"""When the clock may close an open decision (COUP-4.15, COUP-15.7)."""

from __future__ import annotations

from msgspec.structs import replace

from games.coup import commands
from games.coup.state import State
from games.decider import CLOCK, Deadline


def restart_clock(state: State, at_ms: int) -> State:
    """COUP-4.15: a decision with a deadline is waited for as long again, counted from this moment."""
    if state.deadline is None or state.reaction_timeout_s is None:
        return state
    return replace(state, deadline=at_ms + 1000 * state.reaction_timeout_s)


def deadline(state: State) -> Deadline | None:
    """COUP-4.15, COUP-15.7: when the clock may close the open decision."""
    if state.deadline is None:
        return None
    return Deadline(state.deadline, commands.ExpireDecision(seat=CLOCK, decision_id=state.decision_id))
