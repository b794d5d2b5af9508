"""The newest checkpoint of every log that this user has met: a log that does not extend it has been rewritten."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from matchledger_client import Client, Problem
from msgspec import Struct

from events.checkpoint import BadCheckpoint, Checkpoint, open_note
from events.tree import is_consistent
from ledger.verdict import Check, broken, not_proven, proven
from service.tools.forks import Fork

Fetch = Callable[[str], Any]  # the document at a path of the service; raises Problem


class Known(Struct, frozen=True):
    """A checkpoint of a log, and the note that says so."""

    point: Checkpoint
    note: str


class LogFinding(Struct, frozen=True):
    check: Check
    newest: Known | None = None  # to be kept from now on
    fork: Fork | None = None


class _Proof(Struct, frozen=True):
    proof: list[str]


def fetch_from(address: str) -> Fetch:
    client = Client(address)
    return lambda path: client.request("GET", path)


def read_kept(folder: Path, key: str) -> Known | None:
    """The newest checkpoint that was kept of the log of this key."""
    try:
        note = _path(folder, key).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    return Known(open_note(note, key), note)


def keep(folder: Path, key: str, known: Known) -> None:
    path = _path(folder, key)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    draft.write_text(known.note, encoding="utf-8")
    draft.replace(path)


def _path(folder: Path, key: str) -> Path:
    return folder / f"{sha256(key.encode()).hexdigest()[:32]}.note"


def compare_logs(key: str, known: list[Known], fetch: Fetch | None) -> LogFinding:
    """Whether all these checkpoints, and the one that the service signs now if it can be asked, are of one log."""
    seen = list(known)
    if fetch is not None:
        try:
            note = str(fetch("/v1/log/checkpoint")["note"])
            seen.append(Known(open_note(note, key), note))
        except (Problem, BadCheckpoint, LookupError, TypeError) as wrong:
            return LogFinding(not_proven("log", f"The log does not tell its checkpoint: {wrong}."))
    if len({one.point.origin for one in seen}) > 1:
        names = " and ".join(sorted({one.point.origin for one in seen}))
        return LogFinding(not_proven("log", f"These are two logs, {names}; the first entry of the later one says why."))
    ordered = sorted(seen, key=lambda one: one.point.size)
    unproven = ""
    for older, newer in pairwise(ordered):
        fork, why = _compare(older, newer, fetch)
        if fork is not None:
            return LogFinding(broken("log", fork.sentence), fork=fork)
        unproven = unproven or why
    rolled_back = _find_rollback(seen, fetch is not None)
    if rolled_back is not None:
        return LogFinding(broken("log", rolled_back.sentence), fork=rolled_back)
    if unproven:
        return LogFinding(not_proven("log", unproven))
    newest = ordered[-1]
    return LogFinding(proven("log", f"One log, of {newest.point.size} entries, says all of it."), newest)


def _find_rollback(seen: list[Known], is_asked: bool) -> Fork | None:
    """What the service says now is the last; it may not have fewer entries than it has signed before."""
    now, longest = seen[-1], max(seen, key=lambda one: one.point.size)
    if not is_asked or now.point.size == longest.point.size:
        return None
    sentence = f"The log has {now.point.size} entries now, and {longest.point.size} were signed before."
    return Fork(sentence, longest.note, now.note)


def _compare(older: Known, newer: Known, fetch: Fetch | None) -> tuple[Fork | None, str]:
    old, new = older.point, newer.point
    sentence = (
        f"The log of {new.size} entries does not begin with the one of {old.size} entries that was signed before."
    )
    if old.size == new.size:
        return (None, "") if old.root == new.root else (Fork(sentence, older.note, newer.note), "")
    if fetch is None:
        return (
            None,
            f"A checkpoint of {old.size} entries was kept, and this one has {new.size}; --log URL asks for proof.",
        )
    try:
        document = fetch(f"/v1/log/proof?old_size={old.size}&size={new.size}") if old.size else {"proof": []}
        path = [bytes.fromhex(node) for node in msgspec.convert(document, _Proof).proof]
    except (Problem, msgspec.ValidationError, ValueError) as wrong:
        return None, f"The log does not prove that its {old.size} entries are the beginning of {new.size}: {wrong}."
    if is_consistent(old.size, old.root, new.size, new.root, path):
        return None, ""
    return Fork(sentence, older.note, newer.note, document), ""
