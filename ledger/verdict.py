"""What a check says of a match: proven, not proven here, or broken; and what follows from all of them together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

Value = Literal["proven", "not proven here", "broken"]
PROVEN: Value = "proven"
NOT_PROVEN: Value = "not proven here"
BROKEN: Value = "broken"

NOT_REQUIRED = frozenset({"log", "joint luck"})  # what a match need not have in order to be proven as such


class Check(Struct, frozen=True):
    name: str
    value: Value
    ok: bool  # not broken; for clients that know two values only
    detail: str
    version: int | None = None  # where it is broken


def proven(name: str, detail: str) -> Check:
    return Check(name, PROVEN, ok=True, detail=detail)


def not_proven(name: str, detail: str) -> Check:
    return Check(name, NOT_PROVEN, ok=True, detail=detail)


def broken(name: str, detail: str, version: int | None = None) -> Check:
    return Check(name, BROKEN, ok=False, detail=detail, version=version)


def conclude(checks: Iterable[Check]) -> Value:
    """Broken if one check is, proven if all are."""
    values = {check.value for check in checks}
    if BROKEN in values:
        return BROKEN
    return PROVEN if values == {PROVEN} else NOT_PROVEN


def verdict_of(checks: Iterable[Check]) -> str:
    """The conclusion for clients that know two values only."""
    return "ok" if all(check.ok for check in checks) else "failed"
