"""Undo and redo, for every game: nothing is erased, nothing is rolled again, and the state comes back exactly."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from events.envelope import commanding_seat, seat_actor
from games.registry import all_games
from ledger.fold import fold
from ledger.rules_undo import plan_undo
from ledger.table import RECENT_MAX, Table
from projections.tables import Tables
from tests.projections.ledger import Ledger, random_start

GAMES = list(all_games().values())


def reopened(undone: Table, state: Any) -> Any:
    """The state as the undo or redo that made this table opens it again."""
    reopen = undone.game.take_back.reopen
    return state if reopen is None else reopen(state, undone.step, undone.last_at)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_do_then_undo_is_the_identity_and_redo_brings_it_back(game):
    for seed in range(4):
        ledger, table, rng = random_start(game, seed)
        for _ in range(120):
            before = table
            table = ledger.send(table.match, ledger.random_command(table, rng)).table
            if table.status == "finished":
                break
            if rng.random() < 0.4:
                table = undo_and_redo(ledger, before, table)
            if rng.random() < 0.1:
                table = vote_in_vain(ledger, table)


def undo_and_redo(ledger: Ledger, before: Table, after: Table) -> Table:
    undone = ledger.rewind(after.match)
    assert undone.state == reopened(undone, before.state)
    assert (undone.effective, [one.step for one in undone.redoable]) == (before.effective, [after.step])
    assert same_as_from_scratch(ledger, undone)
    redone = ledger.redo(after.match)
    assert redone.state == reopened(redone, reopened(undone, after.state))
    assert (redone.effective, redone.redoable) == (after.effective, ())
    assert same_as_from_scratch(ledger, redone)
    return redone


def vote_in_vain(ledger: Ledger, table: Table) -> Table:
    """Somebody asks, somebody refuses: nothing but the time of what is open has changed."""
    maker = ledger.tables.with_steps(table, 1).recent[-1].actor
    plan = plan_undo(ledger.tables.with_steps(table, RECENT_MAX), int(maker.removeprefix("seat:")), None)
    if plan.needs != "consent" or not plan.voters:
        return table
    ledger.order(table.match, maker, "undo")
    refused = ledger.order(table.match, seat_actor(plan.voters[0]), "answer_undo", {"accepts": False})
    restart = table.game.clock.restart_clock
    assert refused.state == (table.state if restart is None else restart(table.state, refused.last_at))
    assert same_as_from_scratch(ledger, refused)
    return refused


def same_as_from_scratch(ledger: Ledger, table: Table) -> bool:
    """The table kept by the worker equals the one folded from the store alone (which remembers fewer steps)."""
    loaded = Tables(ledger.store, ledger.tables.rulesets).current(table.match)
    kept = msgspec.structs.replace(table, recent=())
    return msgspec.structs.replace(loaded, recent=()) == kept


def test_a_step_that_was_taken_back_was_played_all_the_same():
    """Whoever has played may ask again (LEDGER-4.7), also after that step was taken back; a worker that folds the match
    from the start, with that step left out, must not decide otherwise than one that has followed it."""
    cleared = 0
    for seed in range(12):
        ledger, table, rng = random_start(all_games()["coup"], seed)
        for _ in range(30):
            table = ledger.send(table.match, ledger.random_command(table, rng)).table
            if table.status == "finished":
                break
            before = vote_in_vain(ledger, table)
            table = ledger.send(table.match, ledger.random_command(before, rng)).table
            if table.status == "finished":
                break
            cleared += table.vain_requests != before.vain_requests
            table = ledger.rewind(table.match)
            history = ledger.store.read(table.match)
            assert fold(table.ruleset, history, table.frontier).vain_requests == table.vain_requests, seed
    assert cleared > 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_undo_of_several_steps_goes_back_to_where_they_began(game):
    ledger, table, rng = random_start(game, 7)
    tables = [table]
    while len(tables) < 40 and table.status == "running":
        table = ledger.send(table.match, ledger.random_command(table, rng)).table
        tables.append(table)
    running = [one for one in tables if one.status == "running"]
    if table.status == "finished":
        return
    target = running[len(running) // 2]
    undone = ledger.order(table.match, "arbiter:a", "rewind", {"to_step": target.step})
    assert undone.state == reopened(undone, target.state)
    assert same_as_from_scratch(ledger, undone)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_same_step_of_the_line_has_the_same_luck_again(game):
    ledger, table, rng = random_start(game, 3)
    for _ in range(10):
        table = ledger.send(table.match, ledger.random_command(table, rng)).table
    luck = table.dice(0)
    first = [luck.below(1000) for _ in range(20)]
    played = ledger.send(table.match, ledger.random_command(table, rng)).table
    if played.status == "finished":
        return
    back = ledger.rewind(table.match)
    again = back.dice(0)
    assert [again.below(1000) for _ in range(20)] == first
    assert again.serial > luck.serial


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_plan_says_what_the_game_says_of_each_command(game):
    """Free for its maker alone, if the rules class it so; consent otherwise; and the plan names what was revealed."""
    seen: set[str] = set()
    for seed in range(3):
        ledger, table, rng = random_start(game, seed + 50)
        for _ in range(150):
            before, command = table, ledger.random_command(table, rng)
            table = ledger.send(table.match, command).table
            if table.status == "finished":
                break
            plan = plan_undo(ledger.tables.with_steps(table, RECENT_MAX), command.seat, None)
            events = table.recent[-1].events
            expected = (
                ("consent" if any(map(game.presentation.reveals, events)) else "free")
                if game.take_back.undo_class is None
                else game.take_back.undo_class(before.state, command, events)
            )
            names = {"free": "nothing", "consent": "consent", "never": "impossible"}
            assert plan.needs == names[expected], (command, events)
            assert plan.needs != "consent" or plan.reasons
            if plan.needs == "nothing":  # for its maker alone
                steps = ledger.tables.with_steps(table, RECENT_MAX)
                others = [seat for seat in range(len(table.seats)) if seat != command.seat]
                needs = {plan_undo(steps, seat, plan.steps[0] - 1).needs for seat in others}
                assert "nothing" not in needs, (command, needs)
            seen.add(plan.needs)
    assert "consent" in seen


def test_a_sealed_choice_is_not_taken_back_alone_once_its_decision_has_closed():
    """Szmal, round 3 on: the last draft pick passes the packets on and shows nothing; earlier picks stay in place."""
    ledger, table, rng = random_start(all_games()["szmal"], 3)
    closed = 0
    while table.status != "finished" and closed < 3:
        done = ledger.send(table.match, ledger.random_command(table, rng))
        table = done.table
        if "PacketsPassed" in {recorded.stored.type for recorded in done.recorded}:
            last = commanding_seat(done.recorded[0].stored.actor)
            plans = {seat: plan_undo(table, seat, None) for seat in range(len(table.seats)) if seat != last}
            assert {plan.needs for plan in plans.values()} == {"consent"}, plans
            assert all(plan.steps[-1] == table.step for plan in plans.values()), "everything since goes with it"
            closed += 1
    assert closed == 3
