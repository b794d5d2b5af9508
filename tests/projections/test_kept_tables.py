"""A worker remembers the tables of matches that are played, and forgets those of which nobody asks any more."""

from __future__ import annotations

import pytest

from games.registry import all_games
from projections import tables as module
from projections.tables import Tables
from tests.projections.ledger import Ledger

COUP = all_games()["coup"]


@pytest.fixture
def hands(monkeypatch):
    """Of a clock that is moved by hand."""
    now = [1000.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def tables(hands) -> Tables:
    """A worker that knows two matches."""
    ledger = Ledger()
    for match in ("m-busy", "m-other"):
        ledger.start(COUP, 2, COUP.options(), 1, match)
    made = Tables(ledger.store, ledger.tables.rulesets)
    for match in ("m-busy", "m-other"):
        made.current(match)
    return made


def test_a_table_that_nobody_asks_for_is_dropped_and_read_again(hands, tables):
    for _ in range(5):
        hands[0] += module.IDLE_S / 2
        tables.keep(tables.current("m-busy"))
    assert tables.kept("m-busy") is not None
    assert tables.kept("m-other") is None
    assert tables.current("m-other").match == "m-other"


def test_a_table_that_is_read_now_and_then_is_kept(hands, tables):
    other = tables.kept("m-other")
    for _ in range(10):
        hands[0] += 0.9 * module.IDLE_S
        assert tables.kept("m-other") is other
        tables.keep(tables.current("m-busy"))
