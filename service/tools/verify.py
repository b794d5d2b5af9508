"""`matchledger verify`: checks an exported match without a server."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from pathlib import Path

import msgspec

from events.checkpoint import BadCheckpoint, Checkpoint, open_note, public_of
from events.export import BadExport, NotAnExport, read_file
from events.head_log import LOG_ORIGIN
from games.registry import all_rules
from ledger.table import rulesets_of
from ledger.verdict import BROKEN, NOT_REQUIRED, PROVEN, Check, conclude
from projections.evidence_file import is_evidence
from projections.verify import CHECKS, Pins, verify
from service.trust import BadTrust, pins_for

PROVEN_STATUS, BROKEN_STATUS, UNREADABLE_STATUS, NOT_PROVEN_STATUS = 0, 1, 2, 3
EVIDENCE_REQUIRED = ("file", "tree", "commitments", "key", "signature")
REQUIRED = tuple(name for name in CHECKS if name not in NOT_REQUIRED)


class KeptNote(msgspec.Struct):
    """A checkpoint as the service gives it out."""

    note: str


def verify_file(
    path: Path, trust: Path, key: str | None = None, required: Collection[str] = REQUIRED, kept: Path | None = None
) -> int:
    """Print every check and the conclusion; returns the exit status."""
    try:
        text = path.read_bytes()
        pins = pins_for(trust, LOG_ORIGIN) if key is None else Pins(frozenset({key}), is_only=True)
        points = [] if kept is None else [read_kept(kept, text)]
    except (OSError, BadTrust, BadExport, BadCheckpoint) as missing:
        print(f"matchledger: {missing}", file=sys.stderr)
        return UNREADABLE_STATUS
    checks = verify(text, rulesets_of(all_rules()), pins, points)
    print_checks(checks)
    return status_of(text, checks, required)


def read_kept(path: Path, text: bytes) -> Checkpoint:
    """A checkpoint that somebody kept: the note, or the document that the service answered with it."""
    kept = path.read_text(encoding="utf-8")
    try:
        note = msgspec.json.decode(kept, type=KeptNote).note if kept.startswith("{") else kept
    except msgspec.DecodeError as error:
        raise BadCheckpoint(f"{path}: {error}") from None
    return open_note(note, public_of(read_file(text).header.key))


def print_checks(checks: Sequence[Check]) -> None:
    for check in checks:
        print(f"{check.value:<16} {check.name:<12} {check.detail}")
    print(f"{conclude(checks)}.")


def status_of(text: bytes, checks: Sequence[Check], required: Collection[str] = REQUIRED) -> int:
    """0 if all that is required is proven, 1 if anything is broken, 2 if it is no export at all, 3 otherwise."""
    values = {check.name: check.value for check in checks}
    if is_evidence(text):
        required = [name for name in required if name in EVIDENCE_REQUIRED]
    if BROKEN in values.values():
        is_unknown = not is_evidence(text) and is_of_another_kind(text)
        return UNREADABLE_STATUS if is_unknown else BROKEN_STATUS
    return PROVEN_STATUS if all(values.get(name) == PROVEN for name in required) else NOT_PROVEN_STATUS


def is_of_another_kind(text: bytes) -> bool:
    try:
        read_file(text)
    except NotAnExport:
        return True
    except BadExport:
        return False
    return False
