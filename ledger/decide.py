"""Every order to the function that decides it: the table of contents of the ledger's rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ledger.orders import Order
from ledger.parameters import check_parameters
from ledger.rules_clock import CANCEL, EXPIRE_HOLD, LAPSE_UNDO, RESTART, let_clock_act, restart_clocks
from ledger.rules_disputes import look, open_dispute, rule_on_dispute, withdraw_dispute
from ledger.rules_leaving import cancel_match, leave, report_away, stay
from ledger.rules_lobby import leave_seat, seat_bots, start_match, take_seat
from ledger.rules_luck import COMMIT, OPEN, WITHHOLD, commit_luck, open_luck, withhold_by_clock
from ledger.rules_play import play
from ledger.rules_rematch import ask_rematch
from ledger.rules_undo import answer_undo, ask_undo, redo, rewind, withdraw_undo
from ledger.table import Table

Decide = Callable[[Table, Order, int], list[Any]]  # table, order, time in ms -> events; raises Refused or IllegalMove

LOBBY: Mapping[str, Decide] = {  # these are refused once play has begun
    "take_seat": take_seat,
    "seat_bots": seat_bots,
    "leave_seat": leave_seat,
    "start_match": start_match,
    COMMIT: commit_luck,
    OPEN: open_luck,
    WITHHOLD: withhold_by_clock,
    CANCEL: cancel_match,
}
DECIDE: Mapping[str, Decide] = {
    **LOBBY,
    "undo": ask_undo,
    "answer_undo": answer_undo,
    "withdraw_undo": withdraw_undo,
    "redo": redo,
    "rewind": rewind,
    "open_dispute": open_dispute,
    "withdraw_dispute": withdraw_dispute,
    "rule_on_dispute": rule_on_dispute,
    "look": look,
    "leave": leave,
    "stay": stay,
    "rematch": ask_rematch,
    "report_away": report_away,
    RESTART: restart_clocks,
    LAPSE_UNDO: let_clock_act,  # which refuses everybody else
    EXPIRE_HOLD: let_clock_act,
}
OPENING = ("open_match", "open_branch")  # decided before there is a table
ERASE = "erase"  # decided on the whole history
ORDERS = frozenset((*DECIDE, *OPENING, ERASE))  # no game has a command of such a name (games/registry.py)


def decide(table: Table, order: Order, at: int) -> list[Any]:
    """The events that an order causes; raises Refused, or the IllegalMove of the game."""
    if order.actor.partition(":")[0] == "clock":
        return let_clock_act(table, order, at)
    if order.is_command:
        return play(table, order, at)
    check_parameters(order)
    return DECIDE[order.type](table, order, at)
