"""Conditions that several orders share: does the match run, who is asking, does a request or a dispute hold it."""

from __future__ import annotations

from collections.abc import Sequence

from events.envelope import actor_seat
from games.decider import IllegalMove
from ledger import events as facts
from ledger.orders import Order, Refused, is_arbiter, player_in
from ledger.table import Table


def must_run(table: Table) -> None:
    """LEDGER-3.1: the match has begun, is not over, and no dispute holds it."""
    if table.status == "finished":
        raise Refused("match_over", "LEDGER-3.1", "The match is over.")
    if table.status == "open":
        raise Refused("match_not_running", "LEDGER-3.1", "The match has not begun yet.")
    if table.disputes:
        must_not_be_frozen(table)


def must_not_be_frozen(table: Table) -> None:
    """LEDGER-6.3: while a dispute holds the match nothing is played, taken back or answered."""
    dispute = table.frozen_by()
    if dispute is not None:
        sentence = "A dispute holds the match until it is ruled on."
        raise Refused("match_frozen", "LEDGER-6.3", sentence, dispute=f"{table.match}~{dispute.number}")


def acting_seat(table: Table, order: Order) -> int:
    """LEDGER-3.2, LEDGER-3.5: whoever plays sits in the match, and whoever asks for a seat plays it now."""
    seat = _asking_seat(table, order)
    if order.sender is not None and seat != table.seat_played_by(order.sender):
        raise not_playing(table, order.sender)
    return seat


def holding_seat(table: Table, order: Order) -> int:
    """LEDGER-3.2, LEDGER-3.5: the same for what is not play: the seat is the sender's, also while a bot plays on."""
    seat = _asking_seat(table, order)
    if order.sender is not None and seat != table.seat_of(order.sender):
        raise not_playing(table, order.sender)
    return seat


def _asking_seat(table: Table, order: Order) -> int:
    seat = actor_seat(order.actor)
    if seat is None or not 0 <= seat < len(table.seats) or table.seats[seat] is None:
        raise _no_player()
    return seat


def not_playing(table: Table, sender: str) -> Refused:
    """LEDGER-3.2, LEDGER-3.5: why this person or bot does not act for a seat: for theirs a bot does, or it has none."""
    if table.seat_of(sender) is not None and table.seat_played_by(sender) is None:
        return Refused("seat_handed_over", "LEDGER-3.5", "A bot plays on for you; take your seat back first.")
    return _no_player()


def _no_player() -> Refused:
    return Refused("not_a_player", "LEDGER-3.2", "Only the players of this match may do that.")


def must_play_on(table: Table, seat: int) -> None:
    """LEDGER-10.3: a seat that has conceded plays no more; the clock plays for it."""
    if table.departed and seat in table.conceded():
        raise Refused("seat_conceded", "LEDGER-10.3", "You have conceded, so the clock plays for your seat.")


def presides(table: Table, actor: str) -> bool:
    """LEDGER-0.3: whether this is an arbiter or admin who does not sit in the match."""
    return is_arbiter(actor) and table.seat_of(player_in(actor)) is None


def must_preside(table: Table, actor: str) -> None:
    """LEDGER-0.3: refuse everybody but an arbiter or admin who does not sit in the match."""
    if not presides(table, actor):
        raise Refused("not_allowed", "LEDGER-0.3", "This takes an arbiter who does not play in the match.")


def lapse_unless_held(table: Table) -> Sequence[facts.MatchEvent]:
    """LEDGER-4.8, LEDGER-4.9: what playing on, or taking back freely, does to an open request to take something back.

    Where it holds play, nothing else is accepted; elsewhere the request lapses, and an event says so.
    """
    request = table.undo_request
    if request is None:
        return ()
    rule = table.undo_hold_rule()
    if rule is not None:
        raise IllegalMove(
            rule,
            "undo_pending",
            "Somebody has asked to take a move back; answer that first.",
            late=True,
            waiting_for=list(request.waiting_for),
        )
    return lapse_request(table)


def lapse_request(table: Table) -> Sequence[facts.MatchEvent]:
    """LEDGER-4.9: every request ends by an event."""
    request = table.undo_request
    return () if request is None else (facts.UndoLapsed(request=request.request, rule="LEDGER-4.9"),)
