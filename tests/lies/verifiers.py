"""The two verifiers in Python; the third runs in a browser (tests/pages/test_lies.py) and agrees with the second."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from events.origin import origin_in
from games.registry import all_games
from ledger.table import rulesets_of
from ledger.verdict import BROKEN, NOT_PROVEN
from projections.importing import BadImport, check_import
from projections.verify import Pins, verify
from service.tools import verify_match
from tests.lies.corpus import PINNED

RULESETS = rulesets_of(all_games())
Values = Mapping[str, str]  # by check


def with_rules(text: bytes) -> Values:
    checks = verify(text, RULESETS, Pins(frozenset({PINNED})))
    return {check.name: check.value for check in checks}


def without_rules(text: bytes) -> Values:
    """As the program does; of a file of another origin it is not told which key to trust."""
    try:
        key = PINNED if f"{origin_in(PINNED)}+".encode() in text else None
        return {name: value for name, value, _ in verify_match.checks_of(text, key)}
    except (verify_match.Wrong, verify_match.NotAnExport):
        return {"file": BROKEN}


VERIFIERS: dict[str, Callable[[bytes], Values]] = {"matchledger verify": with_rules, "without rules": without_rules}


def summary(values: Values) -> dict[str, list[str]]:
    return {
        value: found
        for value in (BROKEN, NOT_PROVEN)
        if (found := [name for name, one in values.items() if one == value])
    }


def importable(text: bytes) -> str:
    """`yes`, or the check for which a service with this key would not import the file."""
    try:
        check_import(text, verify(text, RULESETS, Pins(frozenset({PINNED}))))
    except BadImport as bad:
        return bad.check
    return "yes"
