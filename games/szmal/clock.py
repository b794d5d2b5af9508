"""What the clock does for a seat whose time is up (docs/clocks.md)."""

from __future__ import annotations

from typing import Any

from games.choices import Choice
from games.decider import Seat
from games.szmal.state import State, catalogue_of
from games.szmal.table import symbol_markers

MILDEST_FIRST = (
    "pass_extra",
    "decline_cost",
    "draft_card",
    "commit_card",
    "play_extra",
    "choose_property",
    "choose_gangster",
    "resolve_ability",
    "choose_loss",
)


def regret(state: State, seat: Seat, template: Choice, name: str, value: Any) -> int:
    """A card that costs nothing is played first, since no Cost is paid; a loss falls on a card with few markers."""
    if name != "card":
        return 0
    if template.type in ("commit_card", "play_extra"):
        return int(bool(catalogue_of(state).cards[value].cost))
    return symbol_markers(state, seat, value) if template.type == "choose_loss" else 0
