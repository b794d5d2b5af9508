"""Playing again: one rematch of a match that is over, and the seats that are kept in it for a while (LEDGER-11)."""

from __future__ import annotations

from typing import Any

from ledger import events as facts
from ledger.conditions import holding_seat
from ledger.orders import Order, Refused
from ledger.table import Table

KEPT_S = 600  # how long the seats of a rematch are kept for those who played before


def ask_rematch(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-11.1: a player of a match that was played opens its rematch, once."""
    seat = holding_seat(table, order)
    if table.status != "finished" or table.ending() == "cancelled":
        raise Refused("match_not_over", "LEDGER-11.1", "A match is played again once it is over.")
    if table.rematch:
        raise Refused("rematch_open", "LEDGER-11.1", "There is a rematch already.", match=table.rematch)
    return [facts.RematchOpened(match=order.given["match"], by=seat, rule="LEDGER-11.1")]


def rematch_params(table: Table) -> dict[str, Any]:
    """LEDGER-11.2: the same game, options and clocks, and everybody one seat further."""
    opened = table.opened
    players = [info.player for info in table.seats if info is not None]
    return {
        "game": opened.game,
        "seats": opened.seats,
        "options": opened.options,
        "public": opened.is_public,
        "turn_s": opened.turn_s,
        "reaction_s": opened.reaction_s,
        "total_s": opened.total_s,
        "increment_s": opened.increment_s,
        "hold_s": opened.hold_s,
        "away_s": opened.away_s,
        "rematch_of": table.match,
        "kept_for": [players[-1], *players[:-1]],
    }


def check_kept(params: dict[str, Any]) -> None:
    """LEDGER-11.2: a rematch says for whom each of its seats is kept."""
    kept_for = params.get("kept_for", [])
    is_whole = len(kept_for) == params["seats"] and len(set(kept_for)) == len(kept_for)
    if (params.get("rematch_of") is None) != (not kept_for) or (kept_for and not is_whole):
        raise Refused("rematch_invalid", "LEDGER-11.2", "A rematch keeps each of its seats for one player.")


def seat_kept_for(table: Table, person: str) -> int | None:
    """LEDGER-11.3: the seat of a rematch that this player has unless they name another one, if it is free."""
    kept_for = table.opened.kept_for
    seat = kept_for.index(person) if person in kept_for else None
    return seat if seat is not None and table.seats[seat] is None else None


def is_kept_from(table: Table, seat: int, person: str, at: int) -> bool:
    """LEDGER-11.3: whether this seat is still kept for somebody else."""
    kept_for = table.opened.kept_for
    return bool(kept_for) and kept_for[seat] != person and at < table.opened_at + 1000 * KEPT_S
