"""Whether a file may be imported: proven in all that an import needs, under a key that is trusted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from events.export import Export, read_file
from ledger.audit import EXECUTED
from ledger.erasure import has_no_secrets
from ledger.verdict import PROVEN, Check
from projections.evidence_file import is_evidence

_MATCH_ID = re.compile(r"[a-z0-9-]{1,40}")  # what the cursors of lists can carry


class BadImport(ValueError):
    """Why a file cannot be imported: the check that fails, and a sentence."""

    def __init__(self, check: str, detail: str) -> None:
        super().__init__(f"{check}: {detail}")
        self.check = check


def check_import(text: bytes, checks: Sequence[Check]) -> Export:
    """The match in the file, of which `checks` are all checks; raises BadImport."""
    _must_hold(check for check in checks if not check.ok)
    if is_evidence(text):
        raise BadImport("file", "This is evidence about a step, not a match.")
    found = read_file(text)
    if found.header.viewer != "all":
        raise BadImport("file", "Only a match that was exported after its end can be imported.")
    # What was played in a match from which somebody was erased can no longer be executed by anybody.
    required = {"key"} if has_no_secrets(found.history) else {"key", *EXECUTED}
    _must_hold(check for check in checks if check.name in required and check.value != PROVEN)
    if not _MATCH_ID.fullmatch(found.header.match):
        raise BadImport("header", "The id of the match has characters that are not allowed.")
    return found


def _must_hold(wrong: Iterable[Check]) -> None:
    for check in wrong:
        raise BadImport(check.name, check.detail)
