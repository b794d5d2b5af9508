"""How a match looks to a viewer: the shapes that several routes answer with."""

from __future__ import annotations

from typing import Any

from events.envelope import Recorded, redact_for
from events.visibility import ARBITER, Viewer
from ledger import events as facts
from ledger.table import Table
from projections.lists import seats_of
from service.handle import Order, handle
from service.web.http import not_found, services
from service.web.identity import Person


def visible_table(table: Table, who: Person | None) -> Table:
    """The table, if this person may know of it at all: a private match does not exist for outsiders."""
    is_insider = who is not None and (who.role != "player" or table.seat_of(who.id) is not None)
    if not (table.opened.is_public or is_insider or (who is not None and table.opened.opened_by == who.id)):
        not_found("There is no such match.")
    return table


def current_table(match: str, who: Person | None) -> Table:
    return visible_table(services().tables.current(match), who)


def presides(table: Table, who: Person | None) -> bool:
    """Whether somebody is here as an arbiter or admin: whoever plays in a match is a player in it and no more."""
    return who is not None and who.role != "player" and table.seat_of(who.id) is None


def look(table: Table, who: Person, what: str) -> Table:
    """An arbiter sees more than a player may: that is recorded before it happens."""
    actor = f"{who.role}:{who.id}"
    looked = facts.ArbiterLooked(by=actor, what=what)
    return handle(services().tables, table.match, Order(actor), lambda _table, _at: [looked]).table


def etag(table: Table, viewer: Viewer) -> str:
    """The version and the viewer, never a hash of state: nothing can be worked out from it."""
    return f'"{table.version}-{viewer}"'


def viewer_of(table: Table, who: Person | None) -> Viewer:
    return table.viewer_for(None if who is None else who.id)


def match_document(table: Table, viewer: Viewer) -> dict[str, Any]:
    opened = table.opened
    result = table.result()
    return {
        "id": table.match,
        "game": opened.game,
        "rules_version": opened.rules_version,
        "catalogue": opened.catalogue,
        "options": opened.options,
        "public": opened.is_public,
        "status": table.status,
        "turn_s": opened.turn_s,
        "reaction_s": opened.reaction_s,
        "opened_at": table.opened_at,
        "version": table.version,
        "step": table.step,
        "seats": seats_of(table),
        "to_act": table.to_act(),
        "deadline": table.due_ms(),
        "branch": opened.branch,
        "undo_request": table.undo_request,
        "state": None if table.state is None else table.game.view(table.state, viewer),
        "result": None if result is None else {"winners": result.winners, "scores": result.scores},
    }


def done_document(recorded: tuple[Recorded, ...], viewer: Viewer) -> dict[str, Any]:
    """The answer to an accepted command: always as the sender could see it then, so that a retry gets the same."""
    assert viewer != ARBITER
    last = recorded[-1]
    return {"version": last.version, "step": last.stored.step, "events": [redact_for(one, viewer) for one in recorded]}
