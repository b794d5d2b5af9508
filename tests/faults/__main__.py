"""Every cell of the fault matrix: `python -m tests.faults` (`make faults`); `--tables` prints the tables for the docs.

First the drills: one service under load, every fault in turn, and then the outside checker. Then the tests that cells
name. In the end each cell is printed with what came of it.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests import kill_soak
from tests.faults.matrix import Cell, all_cells, write_tables


class Outcomes:
    """A plugin of pytest: which tests have failed, and which were run at all."""

    def __init__(self) -> None:
        self.ran: set[str] = set()
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and not report.skipped:
            self.ran.add(report.nodeid)
        if report.failed:
            self.failed.add(report.nodeid)


def run_drills(seed: int) -> list[str]:
    """What the checker complains about after all drills."""
    drills = tuple(dict.fromkeys(drill for _, cell in all_cells() for drill in cell.drills))
    with tempfile.TemporaryDirectory(prefix="matchledger-faults-") as folder:
        return kill_soak.run(Path(folder), len(drills), seed, in_turn=drills)


def run_tests(jobs: str) -> Outcomes:
    outcomes = Outcomes()
    tests = dict.fromkeys(test for _, cell in all_cells() for test in cell.tests)
    whole = {test for test in tests if "::" not in test}
    wanted = [test for test in tests if test in whole or test.split("::")[0] not in whole]
    pytest.main(["-n", jobs, "--dist", "loadgroup", *wanted], plugins=[outcomes])
    return outcomes


def outcome_of(cell: Cell, complaints: list[str], outcomes: Outcomes) -> str:
    if cell.impossible:
        return f"not run: {cell.impossible}"
    if cell.drills and complaints:
        return "FAILED: the checker complains"
    for test in cell.tests:
        if any(_is_of(node, test) for node in outcomes.failed):
            return f"FAILED: {test}"
        if not any(_is_of(node, test) for node in outcomes.ran):
            return f"FAILED: {test} was not run"
    return "ok"


def _is_of(node: str, test: str) -> bool:
    node = node.partition("@")[0]  # the group that xdist adds
    return node == test or node.startswith((f"{test}::", f"{test}["))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--tables", action="store_true")
    chosen = parser.parse_args()
    if chosen.tables:
        print(write_tables(), end="")
        return 0
    began = time.monotonic()
    os.environ["FAULTS"] = "1"
    complaints = run_drills(chosen.seed)
    outcomes = run_tests(chosen.jobs)
    found = {name: outcome_of(cell, complaints, outcomes) for name, cell in all_cells()}
    for name, outcome in found.items():
        print(f"{name:<62} {outcome}")
    failed = sum(outcome.startswith("FAILED") for outcome in found.values())
    passed = sum(outcome == "ok" for outcome in found.values())
    said = f"{len(found)} cells: {passed} ok, {len(found) - passed - failed} not run with a reason, {failed} failed"
    print(f"{said}; {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
