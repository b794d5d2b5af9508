"""What a ruling would do to a match, for an arbiter to read before giving it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from events.visibility import ARBITER, SPECTATOR, Viewer
from ledger.events import MoveUndone
from ledger.table import Table
from projections.narration import narrate
from projections.patches import make_patch


def preview_document(before: Table, after: Table, events: Sequence[Any]) -> dict[str, Any]:
    """A preview needs no record in the match, so of one that is not over it shows what everybody may see."""
    viewer: Viewer = ARBITER if before.status == "finished" else SPECTATOR
    result, state = after.result(), _view(after, viewer)
    return {
        "undone": [step for event in events if isinstance(event, MoveUndone) for step in event.steps],
        "narration": [narrate(after, event, viewer) for event in events],
        "status": after.status,
        "to_act": list(after.to_act()),
        "result": None if result is None else {"winners": list(result.winners), "scores": result.scores},
        "state": state,
        "patch": make_patch(_view(before, viewer), state),
    }


def _view(table: Table, viewer: Viewer) -> Any:
    return None if table.state is None else msgspec.to_builtins(table.game.presentation.view(table.state, viewer))
