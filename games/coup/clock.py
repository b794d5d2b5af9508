"""When the clock may close an open decision (COUP-4.15, COUP-15.7), and what else it does (docs/clocks.md)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.choices import Choice
from games.coup import commands
from games.coup.state import State, declarable
from games.decider import CLOCK, Deadline, Seat

MILDEST_FIRST = (
    "pass",
    "accept_block",
    "decide_inspection",
    "choose_exchange",
    "choose_card_to_show",
    "choose_influence",
    "declare_action",
)


def regret(state: State, seat: Seat, _template: Choice, name: str, value: Any) -> int:
    """An action that claims nothing and costs nothing, if there is one; an inspected card stays where it is."""
    if name == "force_exchange":
        return int(value)
    if name == "action":
        rows = [row for row in declarable(state, seat) if row.word == value]
        return min(row.pay + 100 * (row.claim is not None) for row in rows)
    return 0


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
