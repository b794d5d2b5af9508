"""What a page shows of a match, as one message for each change: a JSON Patch of the match document, the choices, what
can be taken back, and the new steps in words. A page that follows a match makes no request for each event."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from events.visibility import Viewer
from ledger.rules_undo import plan_undo, redo_refusal
from ledger.table import Table
from projections.patches import make_patch
from projections.questions import question_for
from projections.steps import step_in_words
from service.handle import with_history
from service.web.http import Services
from service.web.identity import Person
from service.web.live import Reading
from service.web.orders import order_from
from service.web.presenters import match_document, viewer_of

STEPS_MAX = 100  # steps in words in one message; a client that missed more reads the match again


class Shown(Struct, frozen=True):
    """What a viewer has been sent: the version and the match document as plain JSON."""

    version: int
    viewer: Viewer
    document: Any


def shown_of(table: Table, viewer: Viewer) -> Shown:
    return Shown(table.version, viewer, msgspec.to_builtins(match_document(table, viewer)))


def table_message(
    within: Services, reading: Reading, who: Person | None, before: Shown | None, after: int
) -> tuple[bytes, Shown]:
    """The message from what the viewer has to what is now; the whole document if the viewer has another version."""
    table = reading.table
    viewer, seat = viewer_of(table, who), table.seat_played_by(None if who is None else who.id)
    base = None if before is None else (before.version, before.viewer)
    make = partial(_make_message, within, table, who, viewer, seat, before, after)
    return reading.shared(("table", viewer, seat, base, after), make)


def _make_message(
    within: Services,
    table: Table,
    who: Person | None,
    viewer: Viewer,
    seat: int | None,
    before: Shown | None,
    after: int,
) -> tuple[bytes, Shown]:
    now = shown_of(table, viewer)
    message: dict[str, Any] = {"version": table.version}
    if before is None:
        message["match"] = now.document
    else:
        message |= {"base": before.version, "patch": make_patch(before.document, now.document)}
    if who is not None and seat is not None and table.status == "running":
        message |= {"choices": question_for(table, seat), "undo": undo_document(within, table, who, seat)}
    if table.state is not None:
        message |= {"steps": _steps_since(within, table, viewer, after), "undone": sorted(table.undone)}
    return _sse(table, message), now


def _sse(table: Table, message: dict[str, Any]) -> bytes:
    """Its id names the last command too: after a loss, another one may be at the same version."""
    event_id = f"{table.version}-{table.command.hex()}".encode()
    return b"id: %s\nevent: table\ndata: %s\n\n" % (event_id, msgspec.json.encode(message))


def _steps_since(within: Services, table: Table, viewer: Viewer, after: int) -> list[dict[str, Any]]:
    replay = within.replays.of(table)
    fresh = [step for step in replay.steps() if replay.end_of(step) > after][-STEPS_MAX:]
    return [step_in_words(replay, table, step, viewer) for step in fresh]


def undo_document(within: Services, table: Table, who: Person, seat: int, to_step: int | None = None) -> Any:
    """What an undo of this seat would take back, what it needs, and why."""
    plan, table = with_history(within.tables, table, lambda known: plan_undo(known, seat, to_step))
    refusal = redo_refusal(table, order_from(table, who, "redo"))
    return {
        "version": table.version,
        "steps": plan.steps,
        "needs": plan.needs,
        "voters": plan.voters,
        "reasons": plan.reasons,
        "code": plan.code,
        "rule": plan.rule,
        "redo": [one.step for one in table.redoable],
        "redo_code": None if refusal is None else refusal.code,
        "redo_rule": None if refusal is None else refusal.rule,
        "open_request": table.undo_request,
    }
