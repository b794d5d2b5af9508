"""Each stored order decided again: the reverse of the way by which its events came about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from events.envelope import Recorded
from events.visibility import ERASED
from ledger import events as facts
from ledger.decide import ERASE, OPENING, ORDERS, decide
from ledger.fold import fold
from ledger.orders import Order, Refused
from ledger.rules_lobby import open_branch, open_match
from ledger.rules_people import erase
from ledger.table import NeedsHistory, Ruleset, Table


class MainLine(Struct, frozen=True):
    """The match that a branch leaves."""

    origin: Table  # at the version where the branch leaves it
    then: Table  # when the branch was opened
    history: Sequence[Recorded]  # all that is known of it


def order_of(batch: Sequence[Recorded], events: Sequence[Any]) -> Order:
    """The order that caused these events; what the service had added is taken from the events and believed."""
    stored = batch[0].stored
    if stored.cause is None:
        raise LookupError("no order is kept with these events")
    type_ = stored.cause.type
    find_given = _GIVEN.get(type_)
    given = {} if find_given is None else find_given(events)
    return Order(stored.actor, type_, stored.cause.params.values, given, is_command=type_ not in ORDERS)


def _of_opening(events: Sequence[facts.MatchOpened]) -> dict[str, Any]:
    return {"match": events[0].match, "server_seed": events[0].server_seed}


def _of_seat(events: Sequence[facts.SeatTaken]) -> dict[str, Any]:
    return {"name": events[0].name}


def _of_bots(events: Sequence[facts.SeatTaken]) -> dict[str, Any]:
    return {
        "players": [event.player for event in events],
        "erased": [event.seat for event in events if event.name == ERASED],
    }


def _of_dispute(events: Sequence[facts.DisputeOpened]) -> dict[str, Any]:
    return {"claim": events[0].claim, "is_journaled": True, "has_arbiter": True}


def _of_ruling(events: Sequence[facts.DisputeRuled]) -> dict[str, Any]:
    return {"reason": events[0].reason}


def _of_leaving(events: Sequence[Any]) -> dict[str, Any]:
    bots = [event.bot for event in events if isinstance(event, facts.SeatHandedOver)]
    return {"bot": bots[0] if bots else ""}


def _of_rematch(events: Sequence[facts.RematchOpened]) -> dict[str, Any]:
    return {"match": events[0].match}


_GIVEN: Mapping[str, Callable[[Sequence[Any]], dict[str, Any]]] = {
    "open_match": _of_opening,
    "open_branch": _of_opening,
    "take_seat": _of_seat,
    "seat_bots": _of_bots,
    "open_dispute": _of_dispute,
    "rule_on_dispute": _of_ruling,
    "leave": _of_leaving,
    "report_away": _of_leaving,
    "rematch": _of_rematch,
}


def decide_again(
    table: Table,
    order: Order,
    batch: Sequence[Recorded],
    history: Sequence[Recorded],
    origin: Table | None,
    main: MainLine | None = None,
) -> list[Any]:
    """What the rules of the ledger and of the game give for this order, on the table before it."""
    before, at = batch[0].version - 1, batch[0].stored.at
    if order.type in OPENING:
        raise Refused("match_opened", "LEDGER-1.1", "A match is opened once.")
    if order.type == ERASE:
        given = {"sat_before": _may_have_sat_before(table, order, main)}
        return list(erase(table, replace(order, given=given), history[:before]))
    try:
        return decide(table, order, at)
    except NeedsHistory:
        longer = fold(table.ruleset, history[:before], (), origin, recent_max=None)
        return decide(longer, order, at)


def _may_have_sat_before(table: Table, order: Order, main: MainLine | None) -> bool:
    """LEDGER-7.1: in a branch, whether the player had this seat in a match that it goes back to; believed where that is
    not at hand, or is a branch itself."""
    if table.opened.branch is None:
        return False
    if main is None or main.then.opened.branch is not None:
        return True
    seat = order.params["secrets_of"]
    return any(
        info is not None and (info.seat, info.player) == (seat, order.params["player"]) for info in main.then.seats
    )


def open_again(
    ruleset: Ruleset, batch: Sequence[Recorded], opened: facts.MatchOpened, main: MainLine | None
) -> list[Any]:
    """The first event again; a branch from the main line that it names."""
    order, at = order_of(batch, [opened]), batch[0].stored.at
    if opened.branch is None:
        if order.type != "open_match":
            raise Refused("not_an_opening", "LEDGER-1.1", "A match begins by being opened.")
        return list(open_match(ruleset.game, order, at))
    assert main is not None, "only called with the main line at hand"
    return list(_branch_again(order, opened.branch, main, at))


def _branch_again(order: Order, branch: facts.BranchPoint, main: MainLine, at: int) -> Sequence[Any]:
    """LEDGER-1.5: the place where it leaves is the end of a step."""
    last = main.history[branch.version - 1].stored
    following = main.history[branch.version : branch.version + 1]
    if last.step != branch.step or not last.root:
        raise Refused("not_the_main_line", "LEDGER-1.5", "The main line has no such step there.")
    if following and following[0].stored.step == branch.step:
        raise Refused("not_the_main_line", "LEDGER-1.5", "The step goes on in the main line.")
    if not _had_reached(main, branch, at):
        raise Refused("not_the_main_line", "LEDGER-1.5", "The main line had come to another version by then.")
    given = {**order.given, "root": last.root.hex(), "step": last.step}
    return open_branch(main.then, main.origin, Order(order.actor, order.type, order.params, given), at)


def _had_reached(main: MainLine, branch: facts.BranchPoint, at: int) -> bool:
    """Whether the main line stood at `main_version` when the branch was opened, as far as times can tell."""
    version = branch.main_version
    if not branch.version <= version == main.then.version <= len(main.history):
        return False
    following = main.history[version : version + 1]
    return main.history[version - 1].stored.at <= at and all(one.stored.at >= at for one in following)
