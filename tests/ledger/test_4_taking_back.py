"""LEDGER-4: the one plan for undo, and what is asked, answered, withdrawn and redone."""

from __future__ import annotations

import pytest

from games.registry import all_games
from ledger.rules_undo import plan_undo
from tests.ledger.match import Match, failed

# What the plan says of a game's own rules: BIGDEAL-13, COUP-U, MUNCH-U, SZMAL-U are tested with the games.


def coup() -> Match:
    """Seat 0 has declared an action that nobody has answered."""
    return declared(Match("coup", 3, seed=2, options={"first_seat": 0}).begin())


def declared(match: Match) -> Match:
    state = match.table.state
    match.do(f"seat:{state.actor}", "declare_action", {"decision_id": state.decision_id, "action": "russia"})
    return match


def passed(match: Match, seat: int) -> None:
    match.do(f"seat:{seat}", "pass", {"decision_id": match.table.state.decision_id})


def test_ledger_4_1_back_to_the_end_of_a_step_that_stands():
    match = coup()
    passed(match, 1)
    plan = plan_undo(match.table, 1, 1)
    assert (plan.steps, plan.needs) == ((2,), "nothing")
    assert plan_undo(match.table, 1, 0).steps == (1, 2)
    assert plan_undo(match.table, 1, 2).code == "nothing_to_undo"
    assert plan_undo(match.table, 1, 9).code == "undo_position_invalid"
    match.do("seat:1", "undo", {"to_step": 1})
    assert plan_undo(match.table, 0, 2).code == "undo_position_invalid"  # taken back itself


def test_ledger_4_2_without_a_target_ones_own_latest_command():
    match = coup()
    passed(match, 1)
    assert plan_undo(match.table, 0, None).steps == (1, 2)
    assert plan_undo(match.table, 2, None).code == "nothing_to_undo"


def test_ledger_4_3_some_commands_cannot_be_taken_back_by_themselves():
    match = Match("munchkin-apocalypse", 3, seed=5).begin()
    kinds = set()
    for _ in range(300):
        match.play(1)
        if match.table.status != "running" or not match.table.recent:
            break
        latest = match.table.recent[-1]
        if latest.cause is not None and latest.cause.type == "show_card":
            seat = int(latest.actor.removeprefix("seat:"))
            kinds.add(plan_undo(match.table, seat, None).code)
    assert kinds == {"nothing_to_undo"}


def test_ledger_4_4_who_may_ask_is_a_rule_of_the_game():
    match = Match("big-deal", 3, seed=1).begin().play(1)
    maker = int(match.table.recent[-1].actor.removeprefix("seat:"))
    other = (maker + 1) % 3
    assert plan_undo(match.table, maker, None).needs in ("nothing", "consent")
    assert plan_undo(match.table, other, 0).code == "not_your_command"
    assert plan_undo(coup().table, 2, 0).needs == "consent"  # in Coup everybody may ask


def test_ledger_4_5_a_sealed_choice_is_taken_back_alone():
    match = Match("szmal", 3, seed=1).begin()
    for seat in (0, 1):
        template = match.table.game.rules.choices(match.table.state, seat)[0]
        match.do(f"seat:{seat}", template.type, {name: one.one_of[0] for name, one in template.params.items()})
    plan = plan_undo(match.table, 0, None)
    assert (plan.steps, plan.needs) == ((1,), "nothing")
    match.do("seat:0", "undo")
    assert match.table.line.after(0) == (2,)
    assert not failed(match.audit())


def test_ledger_4_6_free_for_its_maker_alone_else_by_consent():
    match = coup()
    assert plan_undo(match.table, 0, None).needs == "nothing"
    plan = plan_undo(match.table, 1, 0)
    assert (plan.needs, plan.voters) == ("consent", (0, 2))
    assert [type(event).__name__ for event in match.do("seat:1", "undo", {"to_step": 0})] == ["UndoRequested"]
    assert [type(event).__name__ for event in match.do("seat:0", "undo")] == ["UndoLapsed", "MoveUndone"]


def test_ledger_4_6_the_fresh_decision_id_is_told():
    match = coup()
    (undone,) = match.do("seat:0", "undo")
    assert undone.decision_id == match.table.state.decision_id == match.table.step
    (redone,) = match.do("seat:0", "redo")
    assert redone.decision_id == match.table.state.decision_id == match.table.step


def test_ledger_4_6_any_depth_by_consent():
    match = Match("clank", 2, seed=3).begin().play(120)
    assert len(match.table.recent) < match.table.step
    params = {"to_step": 2}
    (asked,) = match.do("seat:0", "undo", params)
    assert asked.steps == tuple(range(3, 121))
    match.do("seat:1", "answer_undo", {"accepts": True})
    assert match.table.step == 122
    assert match.table.line.after(0) == (1, 2)
    assert not failed(match.audit())


def test_ledger_4_7_what_was_refused_is_not_asked_for_again():
    match = coup()
    match.do("seat:1", "undo", {"to_step": 0})
    assert plan_undo(match.table, 2, 0).code == "undo_pending"
    match.do("seat:2", "answer_undo", {"accepts": False})
    assert plan_undo(match.table, 1, 0).code == "undo_already_refused"
    assert plan_undo(match.table, 2, 0).code == "undo_already_refused"


def test_ledger_4_7_three_in_vain_until_one_has_played():
    match = coup()
    for _ in range(3):
        match.do("seat:1", "undo", {"to_step": 0})
        match.do("seat:1", "withdraw_undo")
    assert plan_undo(match.table, 1, 0).code == "undo_asked_too_often"
    assert plan_undo(match.table, 2, 0).needs == "consent"
    passed(match, 1)
    assert plan_undo(match.table, 1, 0).needs == "consent"


def test_ledger_4_7_what_merely_lapsed_does_not_count():
    match = coup()
    for _ in range(4):
        match.do("seat:2", "undo", {"to_step": 0})
        match.do("seat:0", "undo")
        declared(match)
    assert plan_undo(match.table, 2, 0).needs == "consent"


@pytest.mark.parametrize("game", ["big-deal", "szmal", "munchkin-apocalypse"])
def test_ledger_4_8_where_the_rules_hold_play_nothing_else_is_accepted(game):
    match = Match(game, 3, seed=8).begin()
    for _ in range(200):
        match.play(1)
        maker = int(match.table.recent[-1].actor.removeprefix("seat:"))
        if plan_undo(match.table, maker, None).needs == "consent":
            break
    assert match.table.status == "running"
    match.do(f"seat:{maker}", "undo")
    rule = match.table.game.take_back.undo_pending_rule
    assert match.refused(*match.random_command()) == ("undo_pending", rule)
    for seat in range(3):
        assert plan_undo(match.table, seat, None).code in ("undo_pending", "not_your_command", "nothing_to_undo")
        assert match.refused(f"seat:{seat}", "redo")[0] in ("undo_pending", "nothing_to_redo")
    held = match.table.held()
    assert held is not None
    assert (held.by, set(held.waiting_for)) == ("undo", {0, 1, 2} - {maker})
    assert match.table.to_act() == ()


@pytest.mark.parametrize("order", [("seat:1", "pass"), ("seat:0", "undo"), ("arbiter:a-1", "rewind")])
def test_ledger_4_9_elsewhere_the_request_lapses_by_an_event(order):
    match = coup()
    match.do("seat:2", "undo", {"to_step": 0})
    actor, type_ = order
    params = {"pass": {"decision_id": match.table.state.decision_id}, "rewind": {"to_step": 0}}.get(type_, {})
    events = match.do(actor, type_, params)
    assert type(events[0]).__name__ == "UndoLapsed"
    assert match.table.undo_request is None


def test_ledger_4_9_a_redo_makes_it_lapse():
    match = coup()
    passed(match, 1)
    match.do("seat:1", "undo")
    match.do("seat:2", "undo", {"to_step": 0})
    assert [type(event).__name__ for event in match.do("seat:1", "redo")] == ["UndoLapsed", "MoveRedone"]


def test_ledger_4_10_each_seat_that_was_asked_answers_once():
    match = coup()
    assert match.refused("seat:0", "answer_undo", {"accepts": True}) == ("no_undo_pending", "LEDGER-4.10")
    match.do("seat:1", "undo", {"to_step": 0})
    own = match.refused("seat:1", "answer_undo", {"accepts": True})
    assert own == ("cannot_answer_own_undo", "LEDGER-4.10")
    match.do("seat:0", "answer_undo", {"accepts": True})
    assert match.refused("seat:0", "answer_undo", {"accepts": False}) == ("already_consented", "LEDGER-4.10")
    events = match.do("seat:2", "answer_undo", {"accepts": True})
    assert [type(event).__name__ for event in events] == ["UndoAnswered", "MoveUndone"]
    assert (events[1].by, events[1].steps) == ("seat:1", (1,))


def test_ledger_4_11_whoever_has_asked_may_withdraw():
    match = coup()
    assert match.refused("seat:1", "withdraw_undo") == ("no_undo_pending", "LEDGER-4.10")
    match.do("seat:1", "undo", {"to_step": 0})
    assert match.refused("seat:0", "withdraw_undo") == ("not_your_undo", "LEDGER-4.11")
    match.do("seat:1", "withdraw_undo")
    assert match.table.undo_request is None


@pytest.mark.parametrize("game", list(all_games()))
def test_ledger_4_12_an_arbiter_goes_back_to_any_step(game):
    match = Match(game, all_games()[game].seats_max, seed=6).begin().play(30)
    if match.table.status != "running":
        pytest.fail("another seed, please: this match is over")
    match.do("arbiter:a-1", "rewind", {"to_step": 1})
    assert match.table.line.after(0) == (1,)
    assert match.refused("arbiter:a-1", "rewind", {"to_step": 1}) == ("nothing_to_undo", "LEDGER-4.12")
    assert match.refused("seat:0", "rewind", {"to_step": 0}) == ("not_allowed", "LEDGER-0.3")
    assert match.refused("arbiter:a-1", "rewind") == ("to_step_missing", "LEDGER-4.12")
    assert not failed(match.audit())


def test_ledger_4_13_the_maker_plays_the_first_undone_step_again():
    match = coup()
    assert match.refused("seat:0", "redo") == ("nothing_to_redo", "LEDGER-4.13")
    passed(match, 1)
    match.do("seat:1", "undo")
    match.do("seat:0", "undo")
    assert match.refused("seat:1", "redo") == ("not_your_command", "LEDGER-4.13")
    match.do("seat:0", "redo")
    match.do("seat:1", "redo")
    assert match.table.redoable == ()
    match.do("seat:1", "undo")
    passed(match, 2)
    assert match.refused("seat:1", "redo") == ("nothing_to_redo", "LEDGER-4.13")


def test_ledger_4_14_what_an_arbiter_took_back_only_an_arbiter_brings_back():
    match = coup()
    match.do("arbiter:a-1", "rewind", {"to_step": 0})
    assert match.refused("seat:0", "redo") == ("taken_back_by_arbiter", "LEDGER-4.14")
    match.do("arbiter:a-2", "redo")
    assert match.table.line.after(0) == (1,)
