"""The fault matrix is complete, and docs/durability.md shows it. `make faults` runs it; these tests read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.__main__ import Outcomes, outcome_of
from tests.faults.inject import FAULTS as DISTURBANCES
from tests.faults.inject import STUCK, VICTIMS
from tests.faults.matrix import CELLS, FAULTS, Cell, all_cells, write_tables

ROOT = Path(__file__).parents[2]


def test_every_part_has_a_cell_for_every_fault():
    assert {part: len(row) for part, row in CELLS.items()} == dict.fromkeys(CELLS, len(FAULTS))


@pytest.mark.parametrize(("name", "cell"), all_cells(), ids=[name for name, _ in all_cells()])
def test_a_cell_is_run_or_says_why_not(name, cell):
    assert bool(cell.drills or cell.tests) != bool(cell.impossible), name
    assert cell.words or cell.impossible, name
    assert set(cell.drills) <= {*VICTIMS, *DISTURBANCES, STUCK}
    for test in cell.tests:
        path, _, function = test.partition("::")
        text = (ROOT / path).read_text()
        assert f"def {function.partition('[')[0]}(" in text if function else "def test_" in text, test


def test_every_drill_is_part_of_a_cell():
    assert {drill for _, cell in all_cells() for drill in cell.drills} == {*VICTIMS, *DISTURBANCES, STUCK}


def test_the_document_shows_the_matrix():
    """After a change: `python -m tests.faults --tables`."""
    assert write_tables() in (ROOT / "docs/durability.md").read_text()


def test_a_cell_whose_test_failed_or_was_not_run_has_failed():
    test = "tests/a.py::test_b"
    outcomes = Outcomes()
    cell = Cell("words", tests=(test,))
    assert outcome_of(cell, [], outcomes) == f"FAILED: {test} was not run"
    outcomes.ran |= {"tests/a.py::test_b[x]", "tests/a.py::test_bc"}
    assert outcome_of(cell, [], outcomes) == "ok"
    assert outcome_of(Cell("words", tests=("tests/a.py",)), [], outcomes) == "ok"
    outcomes.failed.add("tests/a.py::test_b[x]@live")
    assert outcome_of(cell, [], outcomes) == f"FAILED: {test}"
    assert outcome_of(Cell("words", ("worker",)), ["something"], outcomes).startswith("FAILED")
    assert outcome_of(Cell("", impossible="no"), ["something"], outcomes) == "not run: no"
