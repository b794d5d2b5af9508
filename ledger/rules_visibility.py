"""Who may see what of a match: that there is one, other people's views, refused commands, advice (LEDGER-12)."""

from __future__ import annotations

from ledger.conditions import presides
from ledger.orders import Refused, is_arbiter, player_in
from ledger.table import Table


def may_see(table: Table, actor: str | None) -> bool:
    """LEDGER-12.1: whether a match exists for this person; None is somebody without a name."""
    if table.opened.is_public:
        return True
    if actor is None:
        return False
    player = player_in(actor)
    return is_arbiter(actor) or table.seat_of(player) is not None or table.opened.opened_by == player


def may_try_to_sit(table: Table, actor: str | None) -> bool:
    """LEDGER-12.2: whether somebody with the id of the match is told why they cannot sit down."""
    return may_see(table, actor) or (table.status == "open" and table.opening is None)


def is_invited(table: Table, actor: str | None) -> bool:
    """LEDGER-12.2: whether somebody with the id of the match may know what they would sit down to."""
    return may_see(table, actor) or (table.status == "open" and None in table.seats)


def must_be_revealed(table: Table) -> None:
    """LEDGER-12.3: what others see is open to everybody once the match is over."""
    if table.status != "finished":
        sentence = "What others see is revealed only after the match has ended."
        raise Refused("not_revealed", "LEDGER-12.3", sentence)


def must_be_advisable(table: Table) -> None:
    """LEDGER-12.4: no advice while the match is running."""
    if table.status != "finished":
        sentence = "The search gives its opinion only when the match is over."
        raise Refused("no_advice_yet", "LEDGER-12.4", sentence)


def refusals_seen_by(table: Table, actor: str) -> int | None:
    """LEDGER-12.5: the seat whose refused commands this person may read; None means every seat."""
    seat = table.seat_of(player_in(actor))
    if seat is None and not presides(table, actor):
        sentence = "Only players of the match and arbiters see refused commands."
        raise Refused("refusals_of_others", "LEDGER-12.5", sentence)
    return seat
