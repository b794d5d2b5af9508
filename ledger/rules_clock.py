"""What the clock may do: act for a seat whose time is up, let a request lapse, end a hold, end a round of luck; and how
it is restarted (LEDGER-5)."""

from __future__ import annotations

from typing import Any

from events.envelope import CLOCK_ACTOR, clock_actor
from games.decider import CLOCK, Command, params_of, snake_case
from ledger import events as facts
from ledger.conditions import lapse_request, must_run
from ledger.orders import OPERATOR, Order, Refused, plain
from ledger.rules_luck import WITHHOLD, withhold_luck
from ledger.table import Table

LAPSE_UNDO, EXPIRE_HOLD = "lapse_undo", "expire_hold"
RESTART, CANCEL = "restart_clocks", "cancel_match"


def due_order(table: Table) -> Order | None:
    """What the clock asks for once `table.due_ms()` has come; None if there is nothing to wait for."""
    if table.due_ms() is None:
        return None
    if table.opening is not None:
        return Order(CLOCK_ACTOR, WITHHOLD, {"round": table.opening.round})
    if table.status == "open":
        return Order(CLOCK_ACTOR, CANCEL)
    dispute = table.frozen_by()
    if dispute is not None:
        return Order(CLOCK_ACTOR, EXPIRE_HOLD, {"dispute": dispute.number})
    if table.undo_request is not None:
        return Order(CLOCK_ACTOR, LAPSE_UNDO, {"request": table.undo_request.request})
    return _order_of(table.due_command())


def _order_of(command: Command) -> Order:
    actor = CLOCK_ACTOR if command.seat == CLOCK else clock_actor(command.seat)
    return Order(actor, snake_case(type(command).__name__), plain(params_of(command)), is_command=True)


def restart_clocks(table: Table, order: Order, _at: int) -> list[Any]:
    """LEDGER-5.4: by the operator, in a match that runs."""
    if order.actor != OPERATOR:
        raise Refused("not_allowed", "LEDGER-5.4", "Only the operator restarts the clocks.")
    if table.status != "running":
        raise Refused("match_not_running", "LEDGER-5.4", "The match does not run.")
    return [facts.ClocksRestarted(rule="LEDGER-5.4")]


def let_clock_act(table: Table, order: Order, at: int) -> list[Any]:
    """LEDGER-5.1, LEDGER-5.2: only what is due, and only once its time has come."""
    due_ms = table.due_ms()
    if due_ms is None or due_ms > at or due_order(table) != order:
        raise Refused("not_due", "LEDGER-5.1", "The clock has nothing to do here now.")
    if order.type == CANCEL:
        return [facts.MatchCancelled(by=order.actor, rule="LEDGER-2.8")]
    if order.type == EXPIRE_HOLD:
        return [facts.HoldExpired(dispute=order.params["dispute"], rule="LEDGER-6.5")]
    if order.type == LAPSE_UNDO:
        return list(lapse_request(table))
    if order.type == WITHHOLD:
        return list(withhold_luck(table))
    must_run(table)
    return table.game.decide(table.state, table.due_command(), table.dice(at))
