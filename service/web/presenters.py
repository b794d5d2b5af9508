"""How a match looks to a viewer: the documents that several routes answer with."""

from __future__ import annotations

import re
from typing import Any

from events.checkpoint import origin_of
from events.envelope import Recorded, redact_for
from events.head_log import Logged, inclusion
from events.tree import root_of
from events.visibility import ARBITER, Viewer
from games.decider import Decider
from games.registry import all_games
from ledger.orders import Order
from ledger.table import Table
from projections.lists import seats_of
from service.handle import handle
from service.web.http import Services, not_found, services
from service.web.identity import Person
from service.web.problems import Problem

_CURSOR = re.compile(r"[0-9]{1,15}~[a-z0-9~-]*")


def find_game(slug: str) -> Decider[Any]:
    game = all_games().get(slug)
    if game is None:
        not_found(f"There is no such game. The games are: {', '.join(all_games())}.")
    return game


def visible_table(table: Table, who: Person | None) -> Table:
    """The table, if this person may know that it exists: a private match is not found by outsiders."""
    if not may_see(table, who):
        not_found("There is no such match.")
    return table


def may_see(table: Table, who: Person | None) -> bool:
    is_insider = who is not None and (who.role != "player" or table.seat_of(who.id) is not None)
    return table.opened.is_public or is_insider or (who is not None and table.opened.opened_by == who.id)


def current_table(match: str, who: Person | None) -> Table:
    """The table, proved current, if this person may see it."""
    return visible_table(services().tables.current(match), who)


def presides(table: Table, who: Person | None) -> bool:
    """Whether this person acts as an arbiter or admin: anybody seated in a match is only a player in it."""
    return who is not None and who.role != "player" and table.seat_of(who.id) is None


def record_access(table: Table, who: Person, what: str, number: int | None = None) -> Table:
    """Record that an arbiter is about to see more than a player may; `what` is one of LOOKS."""
    params = {"what": what} if number is None else {"what": what, "number": number}
    return handle(services().tables, table.match, Order(f"{who.role}:{who.id}", "look", params), known=table).table


def etag(table: Table, viewer: Viewer) -> str:
    """The version and the viewer, never a hash of the state: it must not reveal anything hidden."""
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
        "hold_s": opened.hold_s,
        "opened_at": table.opened_at,
        "version": table.version,
        "step": table.step,
        "seats": seats_of(table),
        "to_act": table.to_act(),
        "deadline": table.play_due_ms(),
        "held": table.held(),
        "branch": opened.branch,
        "undo_request": table.undo_request,
        "state": None if table.state is None else table.game.presentation.view(table.state, viewer),
        "result": None if result is None else {"winners": result.winners, "scores": result.scores},
    }


def choices_of(table: Table, seat: int) -> list[Any]:
    """What this seat may do now."""
    is_playing = table.status == "running" and table.held() is None
    return list(table.game.rules.choices(table.state, seat)) if is_playing else []


def done_document(recorded: tuple[Recorded, ...], viewer: Viewer) -> dict[str, Any]:
    """The answer to an accepted command: as its sender could see it then, so that a retry gets the same."""
    assert viewer != ARBITER
    last = recorded[-1]
    return {"version": last.version, "step": last.stored.step, "events": [redact_for(one, viewer) for one in recorded]}


def matches_document(shelf: str, cursor: str | None, limit: int) -> dict[str, Any]:
    """One page of a list of matches."""
    found, following = services().listing.page(shelf, check_cursor(cursor), limit)
    return {
        "matches": [
            {
                "id": one.id,
                "game": one.game,
                "status": one.status,
                "opened_at": one.opened_at,
                "version": one.version,
                "held": one.held,
                "seats": one.seats,
                "result": one.result,
            }
            for one in found
        ],
        "next": following,
    }


def check_cursor(cursor: str | None) -> str | None:
    if cursor is not None and not _CURSOR.fullmatch(cursor):
        raise Problem("bad-request", "The cursor is invalid.", errors={"cursor": ["not a cursor"]})
    return cursor


def checkpoint_document(table: Table) -> dict[str, Any]:
    notary = services().notary
    return {
        "origin": origin_of(table.match),
        "size": table.version,
        "root": root_of(table.frontier).hex(),
        "note": notary.note(table.match, table.version, table.frontier),
        "key": notary.key,
    }


def logged_head(within: Services, match: str) -> Logged | None:
    """The newest head of a match in the log of heads, with its inclusion proof; None if the log has none yet."""
    number = within.heads.newest(match)
    if number is None:
        return None
    (entry,) = within.heads.entries(number - 1, 1)
    signed = within.notary.sign_log(within.heads)
    return Logged(
        head=entry.head,
        entry=number,
        log_size=signed.size,
        log_root=signed.root.hex(),
        proof=[node.hex() for node in inclusion(within.heads, number, signed.size)],
        note=signed.note,
        origin=signed.origin,
    )
