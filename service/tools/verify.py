"""`matchledger verify`: checks an exported match or evidence about a step, without a server, or a log by asking it."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from matchledger_client import Problem
from msgspec import Struct
from msgspec.structs import replace

from events.checkpoint import BadCheckpoint, find_signer, open_note
from events.export import BadExport, NotAnExport, read_file
from events.head_log import Logged
from events.origin import is_log_origin, match_origins, origin_in
from events.tree import leaf_hash
from games.registry import all_rules
from ledger.table import rulesets_of
from ledger.verdict import BROKEN, NOT_PROVEN, NOT_REQUIRED, PROVEN, Check, conclude, not_proven, proven
from projections.claims import compare_claims
from projections.evidence_file import is_evidence, read_evidence
from projections.verify import CHECKS, Pins, begins_with, verify
from service.config import Config
from service.tools.forks import Fork, read_note, save_fork
from service.tools.kept_logs import Fetch, Known, LogFinding, compare_logs, fetch_from, keep, read_kept
from service.trust import BadTrust, read_pins

PROVEN_STATUS, BROKEN_STATUS, UNREADABLE_STATUS, NOT_PROVEN_STATUS = 0, 1, 2, 3
REQUIRED = tuple(name for name in CHECKS if name not in NOT_REQUIRED)


class Asked(Struct, frozen=True):
    """What was asked on the command line."""

    file: Path | None = None
    key: str | None = None
    required: Collection[str] = REQUIRED
    checkpoint: Path | None = None  # a note that somebody kept, of the match or of the log
    log: str | None = None  # the address of the service whose log is asked
    export: Path | None = None  # the whole match, to which evidence is compared


class _File(Struct, frozen=True):
    """What is needed of a file beside its checks."""

    key: str
    origins: tuple[str, ...]  # that checkpoints of the match can have
    logged: Logged | None
    note: str
    leaves: list[bytes] | None = None  # of a whole match


def run_verify(config: Config, asked: Asked) -> int:
    """Print every check and the conclusion; returns the exit status."""
    try:
        pins = read_pins(config.trust) if asked.key is None else Pins(frozenset({asked.key}), is_only=True)
        fetch = None if asked.log is None else fetch_from(asked.log)
        if asked.file is None:
            return _verify_log(config, asked, pins, fetch)
        text = asked.file.read_bytes()
        export = None if asked.export is None else asked.export.read_bytes()
        if export is not None and not is_evidence(text):
            raise BadExport("--with compares evidence with a match, and this is no evidence")
        kept_note = None if asked.checkpoint is None else read_note(asked.checkpoint)
        found = _read(text)
        kept = None if kept_note is None else _open_kept(kept_note, found)
    except (OSError, BadTrust, BadExport, BadCheckpoint, Problem) as missing:
        print(f"matchledger: {missing}", file=sys.stderr)
        return UNREADABLE_STATUS
    checks = verify(text, rulesets_of(all_rules()), pins, [] if kept is None else [kept.point])
    if export is not None:
        claimed = compare_claims(text, export, rulesets_of(all_rules()))
        checks = [claimed if check.name == claimed.name else check for check in checks]
    forks: list[Fork] = []
    if found is not None:
        forks += [] if kept is None else _find_fork(found, kept)
        checks = _with_log(config, found, checks, kept, fetch, forks)
    required = [*asked.required, "claimed"] if export is not None else asked.required
    return _conclude(config, checks, forks, status_of(text, checks, required), required)


def _find_fork(found: _File, kept: Known) -> list[Fork]:
    """A checkpoint of this very match that it does not begin with."""
    is_of_match = found.leaves is not None and kept.point.origin in found.origins
    if not is_of_match or begins_with(found.leaves or [], kept.point):
        return []
    return [Fork("The match does not begin as the kept checkpoint says.", kept.note, found.note)]


def _open_kept(note: str, found: _File | None) -> Known:
    """A checkpoint that can be compared with the file; one that cannot is an error, so that nobody relies on it."""
    if found is None:
        raise BadExport("the file cannot be read, so no checkpoint can be compared with it")
    point = open_note(note, found.key)
    if is_log_origin(point.origin, origin_in(found.key)):
        return Known(point, note)
    if point.origin not in found.origins:
        raise BadCheckpoint(f"the kept checkpoint is of {point.origin}, and the file is of {found.origins[0]}")
    if found.leaves is None:
        raise BadCheckpoint("evidence has too few events for a checkpoint of its match: compare the exported match")
    return Known(point, note)


def _read(text: bytes) -> _File | None:
    try:
        if is_evidence(text):
            evidence = read_evidence(text).header
            return _File(
                evidence.key, match_origins(origin_in(evidence.key), evidence.match), evidence.logged, evidence.note
            )
        export = read_file(text)
    except BadExport:
        return None  # the checks say why
    leaves = [leaf_hash(one.version, one.stored) for one in export.history]
    header = export.header
    return _File(header.key, match_origins(origin_in(header.key), header.match), header.logged, header.note, leaves)


def _with_log(
    config: Config,
    found: _File,
    checks: Sequence[Check],
    kept: Known | None,
    fetch: Fetch | None,
    forks: list[Fork],
) -> list[Check]:
    """The check of the log, with all checkpoints of it that are known here."""
    is_of_log = kept is not None and is_log_origin(kept.point.origin, origin_in(found.key))
    known = [kept] if kept is not None and is_of_log else []
    before = read_kept(config.kept_logs, found.key)
    known += [] if before is None else [before]
    is_logged = any(check.name == "log" and check.value == PROVEN for check in checks)
    if is_logged and found.logged is not None:
        known.append(Known(open_note(found.logged.note, found.key), found.logged.note))
    if not known and fetch is None:
        return list(checks)
    finding = _compare(config, found.key, known, fetch)
    forks += [] if finding.fork is None else [finding.fork]
    if finding.check.value == BROKEN or (is_logged and finding.check.value != PROVEN):
        return [finding.check if check.name == "log" else check for check in checks]
    if kept is None or not is_of_log:
        return list(checks)
    is_compared = is_logged or fetch is not None
    said = "is of the same log" if is_compared else "was not compared; --log URL asks for proof"
    sentence = f" The kept checkpoint of {kept.point.size} entries {said}."
    return [replace(check, detail=check.detail + sentence) if check.name == "log" else check for check in checks]


def _compare(config: Config, key: str, known: list[Known], fetch: Fetch | None) -> LogFinding:
    finding = compare_logs(key, known, fetch)
    if finding.newest is not None:
        try:
            keep(config.kept_logs, key, finding.newest)
        except OSError as error:
            print(f"matchledger: the checkpoint of the log cannot be kept: {error}", file=sys.stderr)
    return finding


def _verify_log(config: Config, asked: Asked, pins: Pins, fetch: Fetch | None) -> int:
    """No file: whether the log of a service extends what was kept of it."""
    if fetch is None:
        raise BadExport("name a file, or --log and the address of a service")
    key = asked.key or str(fetch("/v1/key")["key"])
    notes = [] if asked.checkpoint is None else [read_note(asked.checkpoint)]
    if asked.key is None and notes:
        key = find_signer(notes[0], sorted(pins.keys)) or key
    known = [Known(open_note(note, key), note) for note in notes]
    before = read_kept(config.kept_logs, key)
    known += [] if before is None else [before]
    finding = _compare(config, key, known, fetch)
    is_pinned = key in pins.keys
    checks = [
        proven("key", f"You trust {key}.") if is_pinned else not_proven("key", f"Nobody has pinned {key} here."),
        finding.check,
    ]
    values = {check.value for check in checks}
    status = BROKEN_STATUS if BROKEN in values else PROVEN_STATUS if values == {PROVEN} else NOT_PROVEN_STATUS
    return _conclude(config, checks, [] if finding.fork is None else [finding.fork], status, ("key", "log"))


def _conclude(
    config: Config, checks: Sequence[Check], forks: Sequence[Fork], status: int, required: Collection[str]
) -> int:
    print_checks(checks, required)
    for fork in forks:
        print(f"Both notes are kept as evidence: {save_fork(config.forks, fork)}")
    return status


def print_checks(checks: Sequence[Check], required: Collection[str]) -> None:
    for check in checks:
        print(f"{check.value:<16} {check.name:<12} {check.detail}")
    print(_conclusion(checks, required))


def _conclusion(checks: Sequence[Check], required: Collection[str]) -> str:
    """The last line, which differs between exit status 0 and 3."""
    value = conclude(checks)
    if value != NOT_PROVEN:
        return f"{value}."
    unproven = [check.name for check in checks if check.value == NOT_PROVEN]
    missing = [name for name in unproven if name in required]
    if missing:
        return f"not proven here, though required: {', '.join(missing)}."
    return f"proven as far as required; not proven here: {', '.join(unproven)}."


def status_of(text: bytes, checks: Sequence[Check], required: Collection[str] = REQUIRED) -> int:
    """0 if all that is required is proven, 1 if anything is broken, 2 if it is no export at all, 3 otherwise."""
    values = {check.name: check.value for check in checks}
    if is_evidence(text):  # which has fewer checks than a match
        required = [name for name in required if name in values]
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
