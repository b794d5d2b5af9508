"""What a worker decides on a newer table than it began with is dated after the events of that table."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from games.registry import all_games
from ledger.orders import Order
from projections.tables import Tables
from service import foresee, handle
from service.handle import Expected, Sent
from service.problems import Problem
from tests.projections.ledger import ARBITER, random_start

COUP = all_games()["coup"]
BEHIND_MS = 1000


@pytest.fixture
def rewinding(monkeypatch):
    """A worker that knows an earlier table without its steps. It reads them all when it needs them, and so learns of
    what was played since; its clock is behind that of the worker who played."""
    ledger, table, _ = random_start(COUP, 3)
    began = handle.now_ms()
    for number in range(6):
        monkeypatch.setattr(handle, "now_ms", lambda ms=began + number * BEHIND_MS: ms)
        if number == 3:
            old = ledger.tables.current(table.match)
        ledger.send(table.match, ledger.random_command(ledger.tables.current(table.match), random.Random(number)))
    newest = ledger.tables.current(table.match)
    behind = Tables(ledger.store, ledger.tables.rulesets)
    behind.keep(replace(old, recent=()))
    monkeypatch.setattr(behind, "with_more_steps", lambda _: newest)
    for module in (handle, foresee):
        monkeypatch.setattr(module, "now_ms", lambda: newest.last_at - BEHIND_MS)
    return behind, newest, Order(ARBITER, "rewind", {"to_step": next(iter(old.line))})


def test_an_order_is_dated_after_what_it_was_decided_on(rewinding):
    tables, newest, order = rewinding
    done = handle.handle(tables, newest.match, order)
    assert [one.stored.at for one in done.recorded] == [newest.last_at]
    assert done.recorded[0].version == newest.version + 1


def test_a_forecast_is_dated_so_too(rewinding):
    tables, newest, order = rewinding
    foreseen = foresee.foresee(tables, tables.recent(newest.match), order)
    assert [one.stored.at for one in foreseen.recorded] == [newest.last_at]


def test_the_version_that_its_sender_expects_is_that_of_the_newer_table(rewinding):
    tables, newest, order = rewinding
    expected = Sent(expected=Expected(tables.recent(newest.match).version))
    with pytest.raises(Problem) as refused:
        handle.handle(tables, newest.match, order, expected)
    assert refused.value.slug == "version-conflict"
