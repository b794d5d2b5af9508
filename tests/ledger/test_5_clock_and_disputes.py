"""LEDGER-5 and LEDGER-6: the clock, disputes, holds and rulings."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.rules_clock import due_order
from tests.ledger.match import Match, failed
from tests.ledger.test_4_taking_back import coup, declared, passed

GIVEN: dict[str, Any] = {"claim": "It was not so.", "is_journaled": True, "has_arbiter": True}


def dispute(match: Match, actor: str = "seat:1", *, freeze: bool = True, **subject: Any) -> int:
    match.do(actor, "open_dispute", {**(subject or {"step": 1}), "freeze": freeze}, **GIVEN)
    return match.table.disputes[-1].number


def rule(match: Match, number: int, ruling: str, actor: str = "arbiter:a-1", **params: Any) -> list[Any]:
    return match.do(actor, "rule_on_dispute", {"dispute": number, "ruling": ruling, **params}, reason="So.")


def ruling_refused(match: Match, number: int, ruling: str, actor: str = "arbiter:a-1", **params: Any) -> str:
    order = {"dispute": number, "ruling": ruling, **params}
    return match.refused(actor, "rule_on_dispute", order, reason="So.")[0]


def timed() -> Match:
    return declared(Match("coup", 3, seed=2, options={"first_seat": 0}, turn_s=30, reaction_s=10).begin())


def test_ledger_5_1_the_clock_acts_when_the_time_has_come_and_not_before():
    match = timed()
    order, due_ms = due_order(match.table), match.table.due_ms()
    assert order is not None
    assert due_ms is not None
    match.at = due_ms - 1
    assert match.refused(order.actor, order.type, order.params) == ("not_due", "LEDGER-5.1")
    match.at = due_ms
    assert match.refused("clock:0", order.type, order.params) == ("not_due", "LEDGER-5.1")
    assert match.refused(order.actor, "pass", {"decision_id": 99}) == ("not_due", "LEDGER-5.1")
    assert match.do(order.actor, order.type, order.params)


def test_ledger_5_1_without_a_deadline_the_clock_does_nothing():
    assert due_order(coup().table) is None
    assert coup().refused("clock:1", "pass", {"decision_id": 1}) == ("not_due", "LEDGER-5.1")


@pytest.mark.parametrize("jump_ms", [-3_600_000, 3_600_000], ids=["back", "ahead"])
def test_ledger_5_4_everybody_has_their_full_time_after_a_restart(jump_ms):
    match = timed()
    match.at += jump_ms
    match.do("operator", "restart_clocks")
    assert match.table.due_ms() == match.at + 10_000
    match.at += 2_000
    passed(match, 1)
    assert match.table.last_at == match.at
    assert match.audit().verdict == "ok"


def test_ledger_5_4_a_request_and_a_hold_have_their_full_time_too():
    match = timed()
    match.do("seat:1", "undo", {"to_step": 0})
    match.at -= 3_600_000
    match.do("operator", "restart_clocks")
    assert match.table.due_ms() == match.at + 10_000
    dispute(match)
    match.at -= 3_600_000
    match.do("operator", "restart_clocks")
    assert match.table.due_ms() == match.at + 172_800_000
    assert match.audit().verdict == "ok"


def test_ledger_5_4_two_holds_and_a_request_without_a_deadline_count_from_the_restart():
    match = coup()
    match.do("seat:1", "undo", {"to_step": 0})
    first, second = dispute(match, "seat:1"), dispute(match, "seat:2")
    match.at -= 3_600_000
    match.do("operator", "restart_clocks")
    match.do("seat:1", "withdraw_dispute", {"dispute": first})
    assert match.table.due_ms() == match.at + 172_800_000, "the second hold was opened an hour ahead"
    match.do("seat:2", "withdraw_dispute", {"dispute": second})
    request = match.table.undo_request
    assert request is not None
    assert request.since == match.at


def test_ledger_5_4_only_the_operator_and_only_while_the_match_runs():
    match = timed()
    for actor in ("seat:0", "arbiter:a-1", "clock", "player:p-0"):
        code, rule_id = match.refused(actor, "restart_clocks")
        assert (code, rule_id) in (("not_allowed", "LEDGER-5.4"), ("not_due", "LEDGER-5.1")), actor
    match = Match("coup", 2, seed=2)
    assert match.refused("operator", "restart_clocks") == ("match_not_running", "LEDGER-5.4")


def test_ledger_5_2_the_clock_stands_still_while_a_request_is_open():
    match = timed()
    match.do("seat:1", "undo", {"to_step": 0})
    assert match.table.play_due_ms() is None
    match.at += 5_000
    match.do("seat:1", "withdraw_undo")
    assert match.table.play_due_ms() == match.at + 10_000


def test_ledger_5_3_a_request_lapses_in_a_match_with_a_clock():
    match = timed()
    (asked,) = match.do("seat:1", "undo", {"to_step": 0})
    assert asked.deadline == match.table.due_ms() == match.at + 10_000
    match.at += 10_000
    order = due_order(match.table)
    assert order is not None
    (lapsed,) = match.do(order.actor, order.type, order.params)
    assert type(lapsed).__name__ == "UndoLapsed"
    assert match.table.undo_request is None
    assert not failed(match.audit())


def test_ledger_5_3_without_any_clock_a_request_waits():
    match = coup()
    (asked,) = match.do("seat:1", "undo", {"to_step": 0})
    assert asked.deadline is None
    assert match.table.due_ms() is None


def test_ledger_6_1_a_dispute_has_one_subject_that_exists():
    match = coup()
    base = {"freeze": False}
    for subject, code in (
        ({}, "subject_invalid"),
        ({"step": 1, "ruling": 1}, "subject_invalid"),
        ({"step": 2}, "no_such_step"),
        ({"ruling": 1}, "no_such_ruling"),
    ):
        assert match.refused("seat:1", "open_dispute", {**base, **subject}, **GIVEN) == (code, "LEDGER-6.1")
    unknown = match.refused("seat:1", "open_dispute", {**base, "refusal_at": 5}, **{**GIVEN, "is_journaled": False})
    assert unknown == ("no_such_refusal", "LEDGER-6.1")
    assert match.refused("player:x", "open_dispute", {**base, "step": 1}, **GIVEN) == ("not_a_player", "LEDGER-3.2")
    for _ in range(3):
        dispute(match, freeze=False)
    assert match.refused("seat:1", "open_dispute", {**base, "step": 1}, **GIVEN)[0] == "too_many_disputes"
    dispute(match, "arbiter:a-1", freeze=False)


def test_ledger_6_2_who_may_hold_a_match():
    match = coup()
    params = {"step": 1, "freeze": True}
    assert match.refused("arbiter:a-1", "open_dispute", params, **GIVEN)[0] == "hold_not_allowed"
    nobody = match.refused("seat:1", "open_dispute", params, **{**GIVEN, "has_arbiter": False})
    assert nobody == ("no_arbiter", "LEDGER-6.2")
    for _ in range(2):
        rule(match, dispute(match), "dismiss")
    assert match.refused("seat:1", "open_dispute", params, **GIVEN) == ("hold_not_allowed", "LEDGER-6.2")
    dispute(match, freeze=False)  # without a hold it may still be disputed
    dispute(match, "seat:2")


@pytest.mark.parametrize("end", ["withdraw_dispute", "expire_hold", "dismiss", None])
def test_ledger_6_2_nobody_holds_a_match_for_ever(end):
    match = coup()
    for _ in range(2):
        number = dispute(match)
        match.at += 172_799_000
        if end == "dismiss":
            rule(match, number, end)
        elif end == "withdraw_dispute":
            match.do("seat:1", end, {"dispute": number})
        elif end is not None:
            match.at += 1000
            match.do("clock", end, {"dispute": number})
    params = {"step": 1, "freeze": True}
    assert match.refused("seat:1", "open_dispute", params, **GIVEN) == ("hold_not_allowed", "LEDGER-6.2")
    dispute(match, freeze=False)
    dispute(match, "seat:0")
    assert not failed(match.audit())


def test_ledger_6_2_a_hold_that_an_arbiter_upheld_does_not_count():
    match = coup()
    for _ in range(4):
        rule(match, dispute(match), "rewind", to_step=0)
        match.do("arbiter:a-1", "redo")
    expired, dismissed = dispute(match), dispute(match)
    rule(match, dismissed, "dismiss")
    match.at = match.table.due_ms() or 0
    match.do("clock", "expire_hold", {"dispute": expired})
    params = {"step": 1, "freeze": True}
    assert match.refused("seat:1", "open_dispute", params, **GIVEN) == ("hold_not_allowed", "LEDGER-6.2")
    rule(match, expired, "rewind", to_step=0)
    assert dispute(match), "the ruling came late, and gives the hold back"
    assert not failed(match.audit())


def test_ledger_6_2_not_by_a_seat_that_is_out():
    match = Match("coup", 3, seed=2).begin()
    while len(match.table.in_play()) == 3 and match.table.status == "running":
        match.play(1)
    (out,) = {0, 1, 2} - set(match.table.in_play())
    assert match.table.status == "running"
    params = {"step": 1, "freeze": True}
    assert match.refused(f"seat:{out}", "open_dispute", params, **GIVEN)[0] == "hold_not_allowed"


def test_ledger_6_2_not_by_a_seat_that_has_conceded():
    match = coup()
    match.do("seat:1", "leave", {"as": "concede"})
    assert match.table.in_play() == (0, 1, 2)
    params = {"step": 1, "freeze": True}
    assert match.refused("seat:1", "open_dispute", params, **GIVEN) == ("hold_not_allowed", "LEDGER-6.2")
    dispute(match, "seat:1", freeze=False)


def test_ledger_6_3_nothing_happens_while_a_dispute_holds_the_match():
    match = coup()
    match.do("seat:2", "undo", {"to_step": 0})
    number = dispute(match)
    decision = {"decision_id": match.table.state.decision_id}
    for actor, type_, params in (
        ("seat:1", "pass", decision),
        ("seat:0", "undo", {}),
        ("seat:0", "redo", {}),
        ("seat:0", "answer_undo", {"accepts": True}),
        ("seat:2", "withdraw_undo", {}),
        ("arbiter:a-1", "rewind", {"to_step": 0}),
    ):
        assert match.refused(actor, type_, params) == ("match_frozen", "LEDGER-6.3")
    held = match.table.held()
    assert held is not None
    assert (held.by, held.id, held.waiting_for) == ("dispute", f"m-pure~{number}", ("arbiter",))
    rule(match, number, "dismiss")
    passed(match, 1)


def test_ledger_6_3_after_a_hold_everybody_has_their_full_time():
    match = timed()
    number = dispute(match)
    assert match.table.play_due_ms() is None
    match.at += 3_600_000
    rule(match, number, "dismiss")
    assert match.table.play_due_ms() == match.at + 10_000


def test_ledger_6_3_a_request_has_its_full_time_after_each_hold_and_no_more():
    match = timed()
    match.do("seat:1", "undo", {"to_step": 0})
    for seat in (1, 2, 0):
        match.at += 4_000
        number = dispute(match, f"seat:{seat}")
        match.at += 3_600_000
        rule(match, number, "dismiss")
        request = match.table.undo_request
        assert request is not None
        assert (request.since, request.deadline) == (match.at, match.at + 10_000)
        assert match.table.due_ms() == match.at + 10_000
    assert not failed(match.audit())


def test_ledger_6_3_without_a_clock_a_request_begins_anew_too():
    match = coup()
    match.do("seat:1", "undo", {"to_step": 0})
    number = dispute(match)
    match.at += 3_600_000
    match.do("seat:1", "withdraw_dispute", {"dispute": number})
    request = match.table.undo_request
    assert request is not None
    assert (request.since, request.deadline) == (match.at, None)


def test_ledger_6_4_the_claimant_withdraws():
    match = coup()
    number = dispute(match)
    assert match.refused("seat:2", "withdraw_dispute", {"dispute": number}) == ("not_your_dispute", "LEDGER-6.4")
    match.do("seat:1", "withdraw_dispute", {"dispute": number})
    assert match.table.held() is None
    assert match.refused("seat:1", "withdraw_dispute", {"dispute": number})[0] == "dispute_closed"
    assert ruling_refused(match, number, "dismiss") == "dispute_closed"


def test_ledger_6_5_a_hold_ends_and_the_dispute_stays_open():
    match = Match("coup", 3, seed=2, options={"first_seat": 0}, hold_s=60).begin()
    declared(match)
    number = dispute(match)
    order, due_ms = due_order(match.table), match.table.due_ms()
    assert order is not None
    assert due_ms == match.at + 60_000
    match.at = due_ms
    match.do(order.actor, order.type, order.params)
    assert match.table.held() is None
    passed(match, 1)
    rule(match, number, "dismiss")
    assert not failed(match.audit())


def test_ledger_6_6_an_arbiter_who_does_not_sit_here_rules_once():
    match = coup()
    number = dispute(match)
    assert ruling_refused(match, number, "dismiss", "seat:0") == "not_allowed"
    assert ruling_refused(match, number, "dismiss", "arbiter:p-0") == "not_allowed"
    assert ruling_refused(match, 99, "dismiss") == "no_such_dispute"
    assert [type(event).__name__ for event in rule(match, number, "dismiss")] == ["DisputeRuled"]
    assert ruling_refused(match, number, "dismiss") == "dispute_closed"


def test_ledger_6_7_a_rewind_goes_back_to_before_the_disputed_step():
    match = coup()
    passed(match, 1)
    number = dispute(match, "seat:0", step=2)
    events = rule(match, number, "rewind")
    assert [type(event).__name__ for event in events] == ["DisputeRuled", "MoveUndone"]
    assert events[1].steps == (2,)
    appeal = dispute(match, "seat:0", ruling=number, freeze=False)
    assert rule(match, appeal, "rewind", to_step=0)[1].steps == (1,)


def test_ledger_6_7_of_a_refusal_the_arbiter_names_the_step():
    match = coup()
    number = dispute(match, refusal_at=5)
    assert ruling_refused(match, number, "rewind") == "to_step_missing"
    assert rule(match, number, "rewind", to_step=0)


def test_ledger_6_8_an_adjusted_result_names_the_winners():
    match = coup()
    number = dispute(match)
    assert ruling_refused(match, number, "adjust") == "winners_missing"
    assert ruling_refused(match, number, "adjust", winners=[3]) == "winners_missing"
    assert rule(match, number, "adjust", winners=[2, 0, 2])[1].winners == (0, 2)
    assert match.table.status == "finished"
    assert not failed(match.audit())


def test_ledger_6_9_by_a_forfeit_one_seat_loses():
    match = coup()
    match.do("seat:2", "undo", {"to_step": 0})
    number = dispute(match, freeze=False)
    assert ruling_refused(match, number, "forfeit") == "seat_missing"
    events = rule(match, number, "forfeit", seat=1)
    assert [type(event).__name__ for event in events] == ["DisputeRuled", "UndoLapsed", "ResultAdjusted"]
    assert events[2].winners == (0, 2)


@pytest.mark.parametrize(
    ("params", "text"),
    [
        ({"what": "evidence_of_step", "number": 1}, "the evidence of step 1"),
        ({"what": "refusals"}, "the refused commands"),
    ],
)
def test_ledger_6_10_a_look_is_recorded(params, text):
    match = coup()
    assert match.do("arbiter:a-1", "look", params)[0].what == text
    match.play(400)
    assert match.refused("arbiter:a-1", "look", params) == ("match_over", "LEDGER-6.10")


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"what": "refusals", "number": 1}, "bad_parameters"),
        ({"what": "evidence_of_step"}, "no_such_step"),
        ({"what": "evidence_of_step", "number": 99}, "no_such_step"),
        ({"what": "evidence_of_step", "number": "1, and of every hand"}, "bad_parameters"),
        ({"what": "evidence_of_dispute", "number": 1}, "no_such_dispute"),
        ({"what": "report_of_dispute", "number": 0}, "no_such_dispute"),
    ],
)
def test_ledger_6_10_a_look_is_at_something_that_is_there(params, code):
    """Else the text of it would be whatever the operator likes."""
    assert coup().refused("arbiter:a-1", "look", params)[0] == code
