"""What the events of LEDGER-10 and LEDGER-11 do to a table: who has left, what a bot plays, matches that end early, and
rematches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from events.envelope import Recorded
from ledger import events as facts
from ledger.table import Departure, Table


def _match_cancelled(table: Table, _recorded: Recorded, _event: facts.MatchCancelled) -> Table:
    return replace(table, status="finished", ended="cancelled")


def _match_abandoned(table: Table, _recorded: Recorded, _event: facts.MatchAbandoned) -> Table:
    return replace(table, status="finished", ended="called_off")


def _match_conceded(table: Table, _recorded: Recorded, event: facts.MatchConceded) -> Table:
    return replace(table, status="finished", ended="conceded", adjusted=event.winners)


def _seat_conceded(table: Table, _recorded: Recorded, event: facts.SeatConceded) -> Table:
    return _set_departure(table, event.seat, Departure(event.seat, ""))


def _seat_handed_over(table: Table, _recorded: Recorded, event: facts.SeatHandedOver) -> Table:
    return _set_departure(table, event.seat, Departure(event.seat, event.bot))


def _seat_taken_back(table: Table, recorded: Recorded, event: facts.SeatTakenBack) -> Table:
    others = tuple(one for one in table.returned if one[0] != event.seat)
    return replace(_set_departure(table, event.seat), returned=(*others, (event.seat, recorded.stored.at)))


def _set_departure(table: Table, seat: int, *departure: Departure) -> Table:
    return replace(table, departed=(*(one for one in table.departed if one.seat != seat), *departure))


def _call_off_proposed(table: Table, _recorded: Recorded, event: facts.CallOffProposed) -> Table:
    return replace(table, call_off=(*table.call_off, event.seat), call_offs=(*table.call_offs, event.seat))


def _call_off_withdrawn(table: Table, _recorded: Recorded, event: facts.CallOffWithdrawn) -> Table:
    return replace(table, call_off=tuple(seat for seat in table.call_off if seat != event.seat))


def _rematch_opened(table: Table, _recorded: Recorded, event: facts.RematchOpened) -> Table:
    return replace(table, rematch=event.match)


LEAVING: Mapping[str, Callable[[Table, Recorded, Any], Table]] = {
    "MatchCancelled": _match_cancelled,
    "MatchAbandoned": _match_abandoned,
    "MatchConceded": _match_conceded,
    "SeatConceded": _seat_conceded,
    "SeatHandedOver": _seat_handed_over,
    "SeatTakenBack": _seat_taken_back,
    "CallOffProposed": _call_off_proposed,
    "CallOffWithdrawn": _call_off_withdrawn,
    "RematchOpened": _rematch_opened,
}
