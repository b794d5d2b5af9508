"""A match whose secrets were erased: what the ledger's rules decide without the state of the game is decided again.

That is the lobby, disputes and rulings, results, answers to requests, leaving, holds, erasures; and of everything else
who may do it when. It is not: what the game decides, what may be taken back and who must be asked for it, who was away
once the time for it had come, of a branch who could still win, and what the clock does for a seat (docs/security.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from events.codec import UnreadableEvent
from events.envelope import Recorded
from games.decider import IllegalMove
from ledger import events as facts
from ledger.audit_events import Finding, batches
from ledger.audit_orders import MainLine, decide_again, order_of
from ledger.bots import bot_kind
from ledger.conditions import acting_seat, holding_seat, lapse_request, lapse_unless_held, must_play_on, must_run
from ledger.decide import ORDERS
from ledger.orders import Order, Refused
from ledger.rules_leaving import REMEDIES, is_away
from ledger.rules_undo import must_not_pester
from ledger.table import Ruleset, Table
from ledger.without_state import Told, Unknown, tables_along

_DAMAGE = (UnreadableEvent, msgspec.ValidationError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


def findings_without_state(
    ruleset: Ruleset, history: Sequence[Recorded], main: MainLine | None = None
) -> Iterator[Finding]:
    """Where the ledger's rules decide otherwise, as far as they can without the state of the game."""
    batched = batches(history)
    next(batched)  # the opening
    version = 1
    try:
        for table, batch, events in tables_along(ruleset, history, batched):
            version = batch[0].version
            yield from _compare(table, batch, events, history, main)
    except _DAMAGE as damage:
        detail = f"it does not fit what came before it ({type(damage).__name__})"
        yield Finding("ledger", version, detail)


def _compare(
    table: Table, batch: Sequence[Recorded], events: Sequence[Any], history: Sequence[Recorded], main: MainLine | None
) -> Iterator[Finding]:
    found = [event for event in events if not isinstance(event, Told)]
    try:
        order = _order_of(batch, events)
        if len(found) < len(events) and not _is_play(order, found):
            yield Finding("ledger", batch[0].version, f"nothing is played by {order.type}")
            return
        again = _decide(table, order, batch, events, history, main)
    except Refused as refused:
        detail = f"the ledger's rules refuse this order: {refused.code} ({refused.rule})"
        yield Finding("ledger", batch[0].version, detail)
        return
    except IllegalMove as illegal:
        yield Finding("ledger", batch[0].version, f"the rules refuse this command ({illegal.rule})")
        return
    if [_comparable(event) for event in again] != [_comparable(event) for event in found]:
        yield Finding("ledger", batch[0].version, f"the rules decide another {type(events[0]).__name__}")


def _is_play(order: Order, found: Sequence[Any]) -> bool:
    """Whether events of the game may stand among those of this order: its commands have them, and its setup."""
    return order.is_command or any(isinstance(event, facts.PlayBegan) for event in found)


def _comparable(event: Any) -> Any:
    """Scores cannot be worked out without the state; who won is public."""
    return replace(event, scores={}) if isinstance(event, facts.PlayerErased) else event


def _order_of(batch: Sequence[Recorded], events: Sequence[Any]) -> Order:
    """The order; where its parameters were erased, those that its events tell."""
    order, cause = order_of(batch, events), batch[0].stored.cause
    if cause is None or cause.params.salt or order.is_command:
        return order
    return replace(order, params=_PARAMS.get(order.type, _no_params)(events))


def _no_params(_events: Sequence[Any]) -> dict[str, Any]:
    return {}


def _params_of_answer(events: Sequence[facts.UndoAnswered]) -> dict[str, Any]:
    return {"accepts": events[0].accepts}


def _params_of_dispute(events: Sequence[facts.DisputeOpened]) -> dict[str, Any]:
    opened = events[0]
    subject = {"step": opened.about_step, "refusal_at": opened.about_refusal, "ruling": opened.about_ruling}
    return {**subject, "freeze": opened.freezes}


def _params_of_withdrawal(events: Sequence[facts.DisputeWithdrawn]) -> dict[str, Any]:
    return {"dispute": events[0].dispute}


def _params_of_leaving(events: Sequence[Any]) -> dict[str, Any]:
    for event in events:
        if isinstance(event, facts.SeatConceded):
            return {"as": "concede", "seat": event.seat}
        if isinstance(event, facts.SeatHandedOver):
            return {"as": "bot", "seat": event.seat, "policy": bot_kind(event.bot)}
    return {"as": "call-off"}


_PARAMS: Mapping[str, Callable[[Sequence[Any]], dict[str, Any]]] = {
    "answer_undo": _params_of_answer,
    "open_dispute": _params_of_dispute,
    "withdraw_dispute": _params_of_withdrawal,
    "leave": lambda events: {name: value for name, value in _params_of_leaving(events).items() if name != "seat"},
    "report_away": _params_of_leaving,
}


def _decide(
    table: Table,
    order: Order,
    batch: Sequence[Recorded],
    events: Sequence[Any],
    history: Sequence[Recorded],
    main: MainLine | None,
) -> Sequence[Any]:
    """The events of the ledger that this order causes; raises Refused, or the IllegalMove of the game."""
    partly = _of_command if order.is_command else _PARTLY.get(order.type)
    if partly is not None:
        return partly(table, order, events, batch[0].stored.at)
    try:
        return decide_again(table, order, batch, history, None, main)
    except Unknown:
        if order.type == "redo":
            again = decide_again(replace(table, undo_request=None), order, batch, history, None, main)
            return [*_lapse(table), *again]
        return _of_leaving(table, order, events, batch[0].stored.at)


def _of_command(table: Table, order: Order, _events: Sequence[Any], _at: int) -> Sequence[Any]:
    """What the game decides is unknown; who may play when is not."""
    if order.type in ORDERS or order.type not in table.game.commands:
        raise Refused("unknown_command", "LEDGER-3.3", "The game has no such command.")
    must_run(table)
    if order.actor.partition(":")[0] == "clock":
        if table.undo_request is not None:
            raise Refused("not_due", "LEDGER-5.2", "The clock stands still.")
        return ()
    must_play_on(table, acting_seat(table, order))
    return _lapse(table)


def _lapse(table: Table) -> Sequence[Any]:
    """LEDGER-4.8: whether a request holds play may depend on who is to act, which cannot be told; then it lapses."""
    try:
        return lapse_unless_held(table)
    except Unknown:
        return lapse_request(table)


def _of_undo(table: Table, order: Order, events: Sequence[Any], _at: int) -> Sequence[Any]:
    """LEDGER-4: what is taken back still counts, and the request is one that may be made."""
    must_run(table)
    seat = acting_seat(table, order)
    must_play_on(table, seat)
    lapsed = _lapse(table)
    last = events[-1]
    steps: tuple[int, ...] = last.steps
    if not steps or list(steps) != sorted(set(steps) & set(table.line)):
        raise Refused("undo_position_invalid", "LEDGER-4.1", "These steps do not count.")
    if isinstance(last, facts.UndoRequested):
        must_not_pester(table, seat, steps)
        return [replace(last, by=seat, rule="LEDGER-4.6")]
    makers = {played.step: played.actor for played in table.recent}
    again = facts.MoveUndone(
        steps=steps,
        makers=tuple(makers[step] for step in steps),
        by=order.actor,
        spends=last.spends,
        decision_id=table.fresh_id(),
        rule="LEDGER-4.6",
    )
    return [*lapsed, again]


def _of_report(table: Table, order: Order, events: Sequence[Any], at: int) -> Sequence[Any]:
    """LEDGER-10.8: what is done about a seat that is away; of that it was, only the time can be told."""
    must_run(table)
    own, seat = holding_seat(table, order), order.params["seat"]
    must_play_on(table, own)
    if seat == own or not 0 <= seat < len(table.seats) or not _may_be_away(table, seat, at):
        raise Refused("not_away", "LEDGER-10.8", "The match does not wait for this seat, or not for long enough.")
    try:
        return REMEDIES[order.params["as"]](table, seat, order, at)
    except Unknown:
        return _concession(table, seat, order, events)


def _may_be_away(table: Table, seat: int, at: int) -> bool:
    """LEDGER-10.7: whether the match waits for this seat is known only while a request is open."""
    if seat in table.conceded():
        return False
    try:
        return is_away(table, seat, at)
    except Unknown:
        return True


def _of_leaving(table: Table, order: Order, events: Sequence[Any], _at: int) -> Sequence[Any]:
    """LEDGER-10.2 and LEDGER-10.6 where it is unknown who could still win: what follows for others is believed."""
    if order.type != "leave":
        raise Refused("not_decided", "LEDGER-8.2", "This is not decided without the state of the game.")
    seat = holding_seat(table, order)
    if order.params["as"] == "concede":
        return _concession(table, seat, order, events)
    last = events[-1]
    if isinstance(last, facts.MatchAbandoned):
        agreed = tuple(sorted({*table.call_off, seat}))
        return [*lapse_request(table), replace(last, by=order.actor, agreed=agreed, rule="LEDGER-10.6")]
    if not isinstance(last, facts.CallOffProposed):
        raise Refused("not_decided", "LEDGER-10.6", "Nobody calls a match off by this.")
    return [replace(last, seat=seat, rule="LEDGER-10.6")]


def _concession(table: Table, seat: int, order: Order, events: Sequence[Any]) -> Sequence[Any]:
    """LEDGER-10.4 where it is unknown who could still win: that one seat alone could is believed."""
    last = events[-1]
    conceded = facts.SeatConceded(seat=seat, by=order.actor, rule="LEDGER-10.2")
    if not isinstance(last, facts.MatchConceded):
        return [*lapse_request(table), conceded]
    if {seat, *table.conceded()}.intersection(last.winners) or len(last.winners) > 1:
        raise Refused("already_conceded", "LEDGER-10.4", "A seat that has conceded does not win.")
    return [*lapse_request(table), conceded, replace(last, rule="LEDGER-10.4")]


_PARTLY: Mapping[str, Callable[[Table, Order, Sequence[Any], int], Sequence[Any]]] = {
    "undo": _of_undo,
    "report_away": _of_report,
}
