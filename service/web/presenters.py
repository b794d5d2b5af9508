"""How a match looks to a viewer: the documents that several routes answer with."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from events.checkpoint import Checkpoint
from events.envelope import Recorded, redact_for
from events.head_log import Logged, MatchHead, inclusion
from events.origin import origin_in
from events.tree import root_of
from events.visibility import ARBITER, Viewer
from games.catalogue import CatalogueGone
from games.decider import Decider
from games.registry import all_games
from ledger import conditions, rules_visibility
from ledger.audit import DAMAGE
from ledger.erasure import SecretsErased
from ledger.orders import Order
from ledger.rules_leaving import seats_asked
from ledger.table import Table
from projections.lists import ListFilter, Summary, seats_of, summary_of
from service.damaged import read_or_none
from service.handle import Done, DoneBefore, handle
from service.metrics.families import DAMAGED_READS
from service.metrics.tallies import count
from service.problems import Problem
from service.web.http import Services, not_found, services
from service.web.identity import Person

T = TypeVar("T")
log = logging.getLogger("matchledger")
PAGES_MAX = 5  # read for one request, if nothing on them is wanted
_CURSOR = re.compile(r"[0-9]{1,15}~[a-z0-9~-]*")


def find_game(slug: str) -> Decider[Any]:
    game = all_games().get(slug)
    if game is None:
        detail = f"There is no such game. The games are: {', '.join(all_games())}."
        raise Problem("not-found", detail, remedy="GET /v1/games lists the games; name one by its `slug`.")
    return game


def visible_table(table: Table, who: Person | None) -> Table:
    """The table, if this person may know that it exists: a private match is not found by outsiders."""
    if not may_see(table, who):
        not_found("There is no such match.")
    return table


def may_see(table: Table, who: Person | None) -> bool:
    return rules_visibility.may_see(table, None if who is None else who.actor)


def current_table(match: str, who: Person | None) -> Table:
    """The table, proved current, if this person may see it."""
    return visible_table(services().tables.current(match), who)


def provable_table(match: str, who: Person | None) -> Table:
    """The same, for what shows events and proofs alone: of a match that cannot be folded there is no state, but it says
    who may see what. Whoever wants to prove what is wrong with a match needs its file."""
    try:
        return current_table(match, who)
    except CatalogueGone:
        raise
    except SecretsErased:
        pass
    except DAMAGE as damage:
        count(DAMAGED_READS)
        log.error("stored data cannot be read", exc_info=damage, extra={"match": match})
    return visible_table(services().tables.outline(match), who)


def table_after_log(match: str, who: Person | None, read_log: Callable[[Services, str], T]) -> tuple[T, Table]:
    """What the log of heads has of a match, and the table as it is after that: a head that is logged later may be newer
    than the table. Whoever may not see the match does not even learn that the log cannot be read or signed."""
    provable_table(match, who)
    found = read_log(services(), match)
    return found, provable_table(match, who)


def presides(table: Table, who: Person | None) -> bool:
    return who is not None and conditions.presides(table, who.actor)


def record_access(table: Table, who: Person, what: str, number: int | None = None) -> Table:
    """Record that an arbiter is about to see more than a player may; `what` is one of LOOKS."""
    params = {"what": what} if number is None else {"what": what, "number": number}
    return handle(services().tables, table.match, Order(who.actor, "look", params), known=table).table


def etag(table: Table, viewer: Viewer) -> str:
    return etag_at(table.version, viewer, table.command)


def etag_at(version: int, viewer: Viewer | Literal["invitation"], command: bytes) -> str:
    """The version, the viewer, and the id of the command by which the match got there, which every event of it shows:
    after a loss, another one may be at the same version. Never a hash of the state, which could reveal something."""
    return f'"{version}-{viewer}-{command.hex()}"'


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
        "total_s": opened.total_s,
        "increment_s": opened.increment_s,
        "away_s": opened.away_s,
        "opened_at": table.opened_at,
        "opened_by": opened.opened_by,
        "version": table.version,
        "step": table.step,
        "seats": seats_of(table),
        "to_act": table.to_act(),
        "deadline": table.play_due_ms(),
        "clocks": {"since": table.since, "left": table.time_left} if table.time_left else None,
        "held": table.held(),
        "opening": table.opening,
        "must_commit": table.must_commit(),
        "branch": opened.branch,
        "imported": imported_document(table),
        "undo_request": table.undo_request,
        "away": _away(table),
        "call_off": _call_off(table),
        "ending": table.ending(),
        "rematch": table.rematch or None,
        "rematch_of": opened.rematch_of,
        "state": None if table.state is None else table.game.presentation.view(table.state, viewer),
        "result": None if result is None else {"winners": result.winners, "scores": result.scores},
    }


def document_after(done: Done | DoneBefore, who: Person) -> tuple[dict[str, Any], str]:
    """The match as it was after this command, for the person who sent it, and its tag: a retry gets the same."""
    last = done.recorded[-1]
    is_current = done.table.version == last.version
    table = done.table if is_current else services().tables.at(done.table.match, last.version)
    viewer = table.viewer_in_play(who.id)
    return match_document(table, viewer), etag(table, viewer)


def _away(table: Table) -> list[dict[str, int]]:
    """The seats that are waited for, and from when the others may act on them."""
    due = [(seat, table.away_ms(seat)) for seat in range(len(table.seats))] if table.status == "running" else []
    return [{"seat": seat, "at": at} for seat, at in due if at is not None]


def _call_off(table: Table) -> dict[str, Any] | None:
    if not table.call_off or table.status != "running":
        return None
    asked = seats_asked(table, 0)
    return {"agreed": table.call_off, "waiting_for": [seat for seat in asked if seat not in table.call_off]}


def done_document_for(done: Done | DoneBefore, who: Person) -> dict[str, Any]:
    """The events of this command, for the person who sent it."""
    return done_document(done.recorded, done.table.viewer_in_play(who.id))


def done_document(recorded: tuple[Recorded, ...], viewer: Viewer) -> dict[str, Any]:
    """The answer to an accepted command: as its sender could see it then, so that a retry gets the same."""
    assert viewer != ARBITER
    last = recorded[-1]
    return {"version": last.version, "step": last.stored.step, "events": [redact_for(one, viewer) for one in recorded]}


def matches_document(
    wanted: ListFilter,
    cursor: str | None,
    limit: int,
    status: str | None = None,
    is_wanted: Callable[[Summary], bool] | None = None,
) -> dict[str, Any]:
    """One page of a list of matches; it is shorter where some have left the list, or are not wanted."""
    cursor = check_cursor(cursor)
    for _ in range(PAGES_MAX):
        page, cursor = services().listing.page(wanted, cursor, limit)
        current = [_current(one) for one in page]
        found = [one for one in current if status in (None, one.status) and (is_wanted is None or is_wanted(one))]
        if found or cursor is None:
            break
    return {"matches": [summary_document(one) for one in found], "next": cursor}


def summary_document(summary: Summary) -> dict[str, Any]:
    return {
        "id": summary.id,
        "game": summary.game,
        "status": summary.status,
        "opened_at": summary.opened_at,
        "version": summary.version,
        "held": summary.held,
        "to_act": summary.to_act,
        "deadline": summary.deadline,
        "seats": summary.seats,
        "result": summary.result,
        "ending": summary.ending,
        "imported": summary.imported,
    }


def _current(summary: Summary) -> Summary:
    """The lists change with the status of a match; what changes with every command is read from the match itself, so
    that commands need not write it."""
    if summary.status != "running":
        return summary
    table = read_or_none(summary.id, services().tables.current)
    return replace(summary, to_act=[], deadline=None) if table is None else summary_of(table)


def check_cursor(cursor: str | None) -> str | None:
    if cursor is not None and not _CURSOR.fullmatch(cursor):
        raise Problem("bad-request", "The cursor is invalid.", errors={"cursor": ["not a cursor"]})
    return cursor


def checkpoint_document(table: Table) -> dict[str, Any]:
    notary = services().notary
    origin = notary.signer.origin_of(table.match, is_imported=table.source is not None)
    root = root_of(table.frontier)
    return {
        "origin": origin,
        "size": table.version,
        "root": root.hex(),
        "note": notary.sign(Checkpoint(origin, table.version, root)),
        "key": notary.key,
        "imported": imported_document(table),
    }


def imported_document(table: Table) -> dict[str, Any] | None:
    """Where an imported match comes from, for whoever is shown it."""
    source = table.source
    if source is None:
        return None
    return {"origin": origin_in(source.key), "key": source.key, "note": source.note, "at": source.at}


def newest_in_log(within: Services, match: str) -> tuple[int, MatchHead] | None:
    """The newest head of a match in the log of heads, and its entry; nothing is signed."""
    number = within.heads.newest(match)
    if number is None:
        return None
    (entry,) = within.heads.entries(number - 1, 1)
    return number, entry.head


def logged_head(within: Services, match: str) -> Logged | None:
    """The newest head of a match in the log of heads, with its inclusion proof; None if the log has none yet."""
    newest = newest_in_log(within, match)
    if newest is None:
        return None
    number, head = newest
    signed = within.notary.sign_log(within.heads)
    return Logged(
        head=head,
        entry=number,
        log_size=signed.size,
        log_root=signed.root.hex(),
        proof=[node.hex() for node in inclusion(within.heads, number, signed.size)],
        note=signed.note,
        origin=signed.origin,
    )
