"""`matchledger verify`: an exported match checked offline."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from games.registry import all_rules
from ledger.audit import Check
from ledger.table import rulesets_of
from projections.verify import verify


def verify_file(path: Path, key: str | None) -> int:
    try:
        text = path.read_bytes()
    except OSError as missing:
        print(f"matchledger: {missing}", file=sys.stderr)
        return 2
    return say(verify(text, rulesets_of(all_rules()), key))


def say(checks: Iterable[Check]) -> int:
    """A line for every check; the exit status says whether anything is wrong."""
    failed = 0
    for check in checks:
        print(f"{'ok' if check.ok else 'FAILED':<7} {check.name:<11} {check.detail}")
        failed += not check.ok
    return 1 if failed else 0
