"""`python -m bench.results`: the latest figures of every benchmark beside their targets, as one table.

Each benchmark stores its figures as JSON in `bench/results/`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

FOLDER = Path(__file__).with_name("results")


class Row(Struct, frozen=True):
    """A figure with its bound: at least so much, or at most."""

    what: str
    against: str
    measured: float
    target: float
    is_most: bool = False

    @property
    def is_met(self) -> bool:
        return self.measured <= self.target if self.is_most else self.measured >= self.target


class Kept(Struct, frozen=True):
    at: str
    rows: list[Row]
    details: Any


def at_least(what: str, against: str, measured: float, target: float) -> Row:
    return Row(what, against, measured, target)


def at_most(what: str, against: str, measured: float, target: float) -> Row:
    return Row(what, against, measured, target, is_most=True)


def keep(bench: str, rows: Sequence[Row], details: Any = None) -> None:
    FOLDER.mkdir(exist_ok=True)
    found = Kept(time.strftime("%Y-%m-%d %H:%M"), list(rows), details)
    raw = msgspec.json.format(msgspec.json.encode(found), indent=1)
    (FOLDER / f"{bench}.json").write_bytes(raw + b"\n")


def figure(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.2f}"


def main() -> int:
    files = sorted(FOLDER.glob("*.json"))
    if not files:
        print("nothing has been measured yet: make bench", file=sys.stderr)
        return 1
    print(f"{'what':52}{'against':34}{'measured':>12}{'':>4}{'target':>12}")
    for path in files:
        kept = msgspec.json.decode(path.read_bytes(), type=Kept)
        print(f"{path.stem}, {kept.at}")
        for row in kept.rows:
            word = "<=" if row.is_most else ">="
            missed = "" if row.is_met else "   missed"
            measured, target = figure(row.measured), figure(row.target)
            print(f"  {row.what:50}{row.against:34}{measured:>12}{word:>4}{target:>12}{missed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
