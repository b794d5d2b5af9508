"""When the clock may close an open window (MUNCH-5.16)."""

from __future__ import annotations

from msgspec.structs import replace

from games.decider import CLOCK, Deadline
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse.state import State


def deadline(state: State) -> Deadline | None:
    """MUNCH-5.16: when the clock may close the open window; not while something lies on top of it."""
    window = state.window
    if window is None or window.deadline is None or state.phase not in ("CONCLUSION", "RESPONSE"):
        return None
    return Deadline(window.deadline, c.CloseWindow(seat=CLOCK, window=window.id))


def restart_clock(state: State, at_ms: int) -> State:
    """MUNCH-U.7: an open window has its full length again, counted from this moment."""
    window = state.window
    if window is None or window.length_ms is None:
        return state
    return replace(state, window=replace(window, opened_at=at_ms, deadline=at_ms + window.length_ms))
