"""The steps of a match for a viewer: command, events, sentences, rules, and what changed on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from events.envelope import Recorded, actor_seat, redact_for
from events.visibility import ARBITER, SEATS, Viewer
from ledger.table import Table
from projections.narration import narrate
from projections.patches import make_patch
from projections.replay import Replay

Line = Literal["effective", "full"]


def view_at(replay: Replay, version: int, viewer: Viewer) -> Any:
    """The table as plain JSON, as this viewer could see it at this version; None before play has begun."""
    table = replay.at(version)
    return None if table.state is None else msgspec.to_builtins(table.game.presentation.view(table.state, viewer))


def patch_between(replay: Replay, before: int, after: int, viewer: Viewer) -> list[dict[str, Any]]:
    """The JSON Patch (RFC 6902) from the viewer's view at one version to that at another."""
    return make_patch(view_at(replay, before, viewer), view_at(replay, after, viewer))


def steps_of(replay: Replay, newest: Table, line: Line) -> Sequence[int]:
    """The steps of a line: all of them, or those of the game that still count (setup is step 0)."""
    if line == "full":
        return replay.steps()
    return [step for step in replay.steps() if step == replay.first_step or _counts(replay, newest, step)]


def _counts(replay: Replay, newest: Table, step: int) -> bool:
    if step in newest.undone:
        return False
    return any(recorded.stored.type in _game_types(newest) for recorded in replay.events_of(step))


def _game_types(table: Table) -> set[str]:
    return {event_type.__name__ for event_type in table.game.rules.on_event}


def step_document(
    replay: Replay, newest: Table, step: int, viewer: Viewer, before: int, *, has_patch: bool = True
) -> dict[str, Any]:
    """One step for one viewer; `before` is the version that the patch starts from."""
    recorded = replay.events_of(step)
    end = recorded[-1].version
    table = replay.at(end)
    events = [newest.ruleset.codec.read(one.stored) for one in recorded]
    first = recorded[0].stored
    document: dict[str, Any] = {
        "step": step,
        "version": end,
        "at": first.at,
        "command": _command(recorded[0], viewer),
        "actor": first.actor,
        "events": [redact_for(one, viewer) for one in recorded],
        "narration": [narrate(table, event, viewer) for event in events],
        "rules": sorted({rule for one in recorded for rule in one.stored.rule.split()}),
        "markers": _markers(newest, events),
        "undone": step in newest.undone,
        "link": f"/v1/matches/{newest.match}/steps/{step}",
    }
    if has_patch:
        document["patch"] = patch_between(replay, before, end, viewer)
    return document


def step_in_words(replay: Replay, newest: Table, step: int, viewer: Viewer) -> dict[str, Any]:
    """What people read of a step."""
    document = step_document(replay, newest, step, viewer, 0, has_patch=False)
    return {name: value for name, value in document.items() if name not in ("command", "events", "link")}


def _command(recorded: Recorded, viewer: Viewer) -> dict[str, Any] | None:
    """The command as sent; its parameters are for the sender alone until the end."""
    cause = recorded.stored.cause
    if cause is None:
        return None
    if viewer in (SEATS, ARBITER) or actor_seat(recorded.stored.actor) == viewer:
        return {"type": cause.type, "params": cause.params.values}
    return {"type": cause.type}


def _markers(table: Table, events: list[Any]) -> list[str]:
    found = [table.game.presentation.marker(event) for event in events if type(event) in table.game.rules.on_event]
    return [marker for marker in found if marker is not None]
