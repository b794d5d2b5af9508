"""Disputes: a claim, a hold, a ruling and what follows from it; and an arbiter's look at hidden things (LEDGER-6)."""

from __future__ import annotations

from events.envelope import actor_seat
from ledger import events as facts
from ledger.conditions import holding_seat, lapse_request, must_preside, must_run
from ledger.orders import Order, Refused, is_arbiter
from ledger.rules_undo import undo_to
from ledger.table import Dispute, Table

OPEN_MAX = 3  # disputes of one claimant in one match that may be open at once
HOLDS_MAX = 2  # of one seat in one match, those left out that an arbiter upheld
SUBJECTS = ("step", "refusal_at", "ruling")
LOOKS = {  # what an arbiter may look at; {} is a step or the number of a dispute
    "evidence_of_step": "the evidence of step {}",
    "evidence_of_dispute": "the evidence of dispute {}",
    "report_of_dispute": "the report on dispute {}",
    "refusals": "the refused commands",
}


def open_dispute(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-6.1 to LEDGER-6.3: one subject that exists; a hold only by a seat still in play."""
    if is_arbiter(order.actor):
        must_preside(table, order.actor)
    else:
        holding_seat(table, order)
    _must_be_disputable(table, order)
    if sum(one.by == order.actor and one.is_open for one in table.disputes) >= OPEN_MAX:
        raise Refused("too_many_disputes", "LEDGER-6.1", f"You have {OPEN_MAX} open disputes in this match already.")
    freezes = order.params["freeze"] and table.status == "running"
    if freezes:
        _must_be_let_hold(table, order)
    return [
        facts.DisputeOpened(
            by=order.actor,
            about_step=order.params.get("step"),
            about_refusal=order.params.get("refusal_at"),
            about_ruling=order.params.get("ruling"),
            claim=order.given["claim"],
            freezes=freezes,
            rule="LEDGER-6.1",
        )
    ]


def _must_be_disputable(table: Table, order: Order) -> None:
    """LEDGER-6.1: a step of the match, a refusal in the journal, or a ruling."""
    params = order.params
    if sum(params.get(name) is not None for name in SUBJECTS) != 1:
        sentence = "A dispute is about one step, one refusal or one ruling."
        raise Refused("subject_invalid", "LEDGER-6.1", sentence, errors={"step": ["one"]})
    step, ruling = params.get("step"), params.get("ruling")
    if step is not None and not table.first_step <= step <= table.step:
        raise Refused("no_such_step", "LEDGER-6.1", f"There is no step {step}; the last one is {table.step}.")
    if params.get("refusal_at") is not None and not order.given["is_journaled"]:
        raise Refused("no_such_refusal", "LEDGER-6.1", "The journal has no refusal of that time.")
    if ruling is not None and not any(one.number == ruling and one.ruling for one in table.disputes):
        raise Refused("no_such_ruling", "LEDGER-6.1", "There is no ruling on a dispute of that number.")


def _must_be_let_hold(table: Table, order: Order) -> None:
    """LEDGER-6.2: who may hold a match."""
    seat = actor_seat(order.actor)
    if seat is None or seat not in table.in_play() or seat in table.conceded():
        raise Refused("hold_not_allowed", "LEDGER-6.2", "A match is held by a player who is still in play only.")
    # Those that were withdrawn or ran out count too: else one seat could hold the match for ever, and have its own time
    # for a decision begin anew as often as it likes.
    holds = sum(one.by == order.actor and one.has_frozen and not one.is_upheld for one in table.disputes)
    if holds >= HOLDS_MAX:
        sentence = "You have held this match twice, and may again once an arbiter upholds one of these disputes."
        raise Refused("hold_not_allowed", "LEDGER-6.2", sentence)
    if not order.given["has_arbiter"]:
        sentence = "There is no arbiter here who could rule, so the match is not held; dispute it without a hold."
        raise Refused("no_arbiter", "LEDGER-6.2", sentence)


def withdraw_dispute(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-6.4: the claimant may withdraw; a hold ends with it."""
    dispute = _open_dispute(table, order)
    if dispute.by != order.actor:
        raise Refused("not_your_dispute", "LEDGER-6.4", "Only the claimant withdraws a dispute.")
    if not is_arbiter(order.actor):
        holding_seat(table, order)
    return [facts.DisputeWithdrawn(dispute=dispute.number, rule="LEDGER-6.4")]


def rule_on_dispute(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-6.6 to LEDGER-6.9: an arbiter who does not sit in the match rules, and the consequence follows."""
    must_preside(table, order.actor)
    dispute, params = _open_dispute(table, order), order.params
    consequences = CONSEQUENCES[params["ruling"]](table, dispute, order)
    ruled = facts.DisputeRuled(
        dispute=dispute.number,
        ruling=params["ruling"],
        reason=order.given["reason"],
        by=order.actor,
        forfeits=params.get("seat") if params["ruling"] == "forfeit" else None,
        rule="LEDGER-6.6",
    )
    return [ruled, *consequences]


def _open_dispute(table: Table, order: Order) -> Dispute:
    number = order.params["dispute"]
    dispute = next((one for one in table.disputes if one.number == number), None)
    if dispute is None:
        raise Refused("no_such_dispute", "LEDGER-6.6", "There is no such dispute.")
    if not dispute.is_open:
        raise Refused("dispute_closed", "LEDGER-6.6", "The dispute is settled already.")
    return dispute


def _dismiss(_table: Table, _dispute: Dispute, _order: Order) -> list[facts.MatchEvent]:
    return []


def _rewind(table: Table, dispute: Dispute, order: Order) -> list[facts.MatchEvent]:
    """LEDGER-6.7: back to before the disputed step, or to the step that the arbiter names."""
    if table.status != "running":
        must_run(table)
    target = order.params.get("to_step")
    if target is None:
        disputed = disputed_step(table, dispute)
        if disputed is None:
            sentence = "A refusal was judged between two steps: say to which step the match goes back."
            raise Refused("to_step_missing", "LEDGER-6.7", sentence, errors={"to_step": ["missing"]})
        target = max(disputed - 1, table.first_step)
    return [*lapse_request(table), undo_to(table, target, order.actor, "LEDGER-6.7")]


def disputed_step(table: Table, dispute: Dispute) -> int | None:
    """The step that a dispute comes down to: an appeal to what the first dispute was about; None for a refusal."""
    by_number = {one.number: one for one in table.disputes}
    while dispute.about_ruling is not None:
        assert dispute.about_ruling < dispute.number, "only an earlier ruling is appealed against"
        dispute = by_number[dispute.about_ruling]
    return dispute.about_step


def _adjust(table: Table, dispute: Dispute, order: Order) -> list[facts.MatchEvent]:
    """LEDGER-6.8: the arbiter names the winners."""
    winners = order.params.get("winners")
    if winners is None or any(not 0 <= seat < len(table.seats) for seat in winners):
        sentence = "An adjusted result names the seats that win."
        raise Refused("winners_missing", "LEDGER-6.8", sentence, errors={"winners": ["missing"]})
    return _settle(table, dispute, tuple(sorted(set(winners))))


def _forfeit(table: Table, dispute: Dispute, order: Order) -> list[facts.MatchEvent]:
    """LEDGER-6.9: one seat loses, all others win."""
    seat = order.params.get("seat")
    if seat is None or not 0 <= seat < len(table.seats):
        sentence = "A forfeit names the seat that loses."
        raise Refused("seat_missing", "LEDGER-6.9", sentence, errors={"seat": ["missing"]})
    return _settle(table, dispute, tuple(one for one in range(len(table.seats)) if one != seat))


def _settle(table: Table, dispute: Dispute, winners: tuple[int, ...]) -> list[facts.MatchEvent]:
    if table.status == "open":
        raise Refused("match_not_running", "LEDGER-6.8", "The match has not begun, so it has no result.")
    return [*lapse_request(table), facts.ResultAdjusted(dispute=dispute.number, winners=winners, rule="LEDGER-6.8")]


CONSEQUENCES = {"dismiss": _dismiss, "rewind": _rewind, "adjust": _adjust, "forfeit": _forfeit}


def look(table: Table, order: Order, _at: int) -> list[facts.MatchEvent]:
    """LEDGER-6.10: what an arbiter sees beyond a player's view is recorded before it is shown."""
    must_preside(table, order.actor)
    if table.status == "finished":
        raise Refused("match_over", "LEDGER-6.10", "Once the match is over everything is open to everybody.")
    what, number = order.params["what"], order.params.get("number")
    _must_be_there(table, what, number)
    what = LOOKS[what].format(number)
    return [facts.ArbiterLooked(by=order.actor, what=what, rule="LEDGER-6.10")]


def _must_be_there(table: Table, what: str, number: int | None) -> None:
    """LEDGER-6.10: what is looked at is a step or a dispute of the match, or has no number."""
    if what == "refusals":
        if number is not None:
            raise Refused("bad_parameters", "LEDGER-8.6", "Refused commands are looked at all together.")
    elif what == "evidence_of_step":
        if number is None or not table.first_step <= number <= table.step:
            raise Refused("no_such_step", "LEDGER-6.10", "There is no such step.")
    elif number is None or not 1 <= number <= len(table.disputes):
        raise Refused("no_such_dispute", "LEDGER-6.10", "There is no such dispute.")
