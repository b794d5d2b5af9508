"""`matchledger verify`: checks an exported match without a server."""

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
    return report(verify(text, rulesets_of(all_rules()), key))


def report(checks: Iterable[Check]) -> int:
    """Print a line for every check; returns the exit status."""
    failed = 0
    for check in checks:
        print(f"{'ok' if check.ok else 'FAILED':<7} {check.name:<11} {check.detail}")
        failed += not check.ok
    return 1 if failed else 0
