"""When the clock may close an open window (MUNCH-5.16), and what else it does (docs/clocks.md)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.choices import Choice
from games.decider import CLOCK, Deadline, Seat
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse.meaning import facts
from games.munchkin_apocalypse.state import State

MILDEST_FIRST = (
    "pass",
    "finish_setup",
    "end_turn",
    "open_door",
    "declare_flight",
    "declare_victory",
    "roll_escape",
    "choose",
    "pick_treasure",
    "loot_card",
    "give_charity_card",
    "discard_charity_card",
    "give_big_item",
    "discard_big_item",
)
GAINING = ("pick_treasure", "loot_card")


def regret(state: State, _seat: Seat, template: Choice, name: str, value: Any) -> int:
    """The dearest card is taken and the cheapest one given up; of Monsters, the lowest Level joins."""
    if name not in ("card", "value") or value not in facts(state).cards:
        return 0
    card = facts(state).cards[value]
    return -card.gold if template.type in GAINING else card.gold + (card.level or 0)


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
