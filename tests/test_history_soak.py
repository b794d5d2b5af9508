"""The long checks of undo and replay, in short: `make fuzz-history` runs them for long."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from games.dice import Dice
from games.registry import all_games
from ledger.evolve import AS_IT_COMES, LEFT_OUT_ALREADY
from ledger.table import Table
from tests.history_soak import walk
from tests.taking_back import take_back_all


@pytest.mark.parametrize("slug", list(all_games()))
def test_every_command_can_be_taken_back_and_every_moment_reached(slug):
    count: Counter[str] = Counter()
    take_back_all(slug, 77, count)
    walk(slug, 78, 30, 60, count)
    assert count["commands"] > 10
    assert count["pairs"] == 30


def luck_of_the_whole_history(table: Table, at_ms: int) -> Dice:
    return Dice(table.seed, table.step + 1, serial=table.step + 1, at_ms=at_ms)


def keeps_the_old_ids(change: Any) -> Any:
    """An undo in the fold of another worker that opens nothing afresh."""

    def reopened(board: Table, recorded: Any, event: Any) -> Table:
        return msgspec.structs.replace(change(board, recorded, event), state=board.state)

    return reopened


def counts_the_undone_step(change: Any) -> Any:
    def undone(board: Table, recorded: Any, event: Any) -> Table:
        return msgspec.structs.replace(change(board, recorded, event), effective=board.effective)

    return undone


def test_a_second_roll_would_be_noticed(monkeypatch):
    monkeypatch.setattr(Table, "dice", luck_of_the_whole_history)
    with pytest.raises(AssertionError) as noticed:
        take_back_all("coup", 1, Counter())
    assert "luck has changed" in str(noticed.value.__cause__)


@pytest.mark.parametrize(
    ("changes", "mistake"), [(LEFT_OUT_ALREADY, keeps_the_old_ids), (AS_IT_COMES, counts_the_undone_step)]
)
def test_an_undo_that_does_not_bring_the_table_back_would_be_noticed(monkeypatch, changes, mistake):
    monkeypatch.setitem(changes, "MoveUndone", mistake(changes["MoveUndone"]))
    with pytest.raises(AssertionError):
        take_back_all("coup", 1, Counter())
