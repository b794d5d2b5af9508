"""Checking an exported match offline, with no server and no store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from events.checkpoint import BadCheckpoint, open_note, origin_of, public_of
from events.envelope import Recorded
from events.export import BadExport, Header, Luck, read
from events.head_log import is_log_origin, leaf_of
from events.tree import leaf_hash, root_from_inclusion, tree_root
from ledger.audit import EXECUTED, Check, audit
from ledger.audit_events import Finding, commitment_findings, order_findings
from ledger.erasure import has_no_secrets
from ledger.luck import luck_of
from ledger.table import Ruleset


def verify(text: bytes, rulesets: Mapping[tuple[str, int], Ruleset], key: str | None = None) -> list[Check]:
    """Every check that the file allows; with `key`, the signature must be by that very key."""
    try:
        header, history, luck = read(text)
    except BadExport as damage:
        return [Check("file", ok=False, detail=str(damage))]
    checks = [
        Check("file", ok=True, detail=f"{len(history)} events of {header.match}, as {header.viewer} may see them.")
    ]
    if not history:
        return [Check("file", ok=False, detail="There is no event in the file.")]
    checks += [_signature(header, key), _size(header, history), _is_ordered(history), _root(header, history)]
    checks += [_is_about(header, history), _is_logged(header, history)]
    if header.viewer == "all":
        checks.append(_opened(history))
        if checks[-1].ok:
            checks += _executed(header, history, luck, rulesets)
    else:
        checks.append(
            Check("decisions", ok=True, detail="Not all is open to this viewer, so nothing is executed again.")
        )
    return checks


def _signature(header: Header, key: str | None) -> Check:
    try:
        if key is not None and key != header.key:
            raise BadCheckpoint("the file is signed by another key than the one you trust")
        checkpoint = open_note(header.note, public_of(header.key))
        if (checkpoint.origin, checkpoint.size, checkpoint.root.hex()) != (
            origin_of(header.match),
            header.size,
            header.root,
        ):
            raise BadCheckpoint("the signed checkpoint speaks of another match, size or root than the header")
    except BadCheckpoint as bad:
        return Check("signature", ok=False, detail=f"Line 1: {bad}.")
    return Check("signature", ok=True, detail=f"The checkpoint is signed by {header.key}.")


def _size(header: Header, history: Sequence[Recorded]) -> Check:
    is_right = len(history) == header.size
    return Check("size", ok=is_right, detail=f"{len(history)} events; the checkpoint says {header.size}.")


def _is_ordered(history: Sequence[Recorded]) -> Check:
    first: Finding | None = next(iter(order_findings(history)), None)
    return Check(
        "order",
        ok=first is None,
        detail="Without a gap." if first is None else f"Version {first.version}: {first.detail}",
    )


def _root(header: Header, history: Sequence[Recorded]) -> Check:
    """The tree over all leaves; a wrong part changes its commitment, and with it the leaf and the root."""
    leaves = [leaf_hash(recorded.version, recorded.stored) for recorded in history]
    is_right = tree_root(leaves).hex() == header.root
    return Check(
        "tree", ok=is_right, detail="The events lead to the signed root." if is_right else "They lead to another root."
    )


def _is_about(header: Header, history: Sequence[Recorded]) -> Check:
    public = history[0].stored.public
    wanted = {
        "match": header.match,
        "game": header.game,
        "rules_version": header.rules_version,
        "catalogue": header.catalogue,
    }
    wrong = [name for name, value in wanted.items() if public.get(name) != value]
    return Check(
        "header",
        ok=not wrong,
        detail=f"The first event says otherwise: {', '.join(wrong)}." if wrong else "As the first event says.",
    )


def _is_logged(header: Header, history: Sequence[Recorded]) -> Check:
    """That a beginning of this match is in the head log: its root, the path to the log's root, the signature."""
    logged = header.logged
    if logged is None:
        return Check("log", ok=True, detail="The file does not say that the match is in the head log.")
    try:
        log = open_note(logged.note, public_of(header.key))
        path = [bytes.fromhex(node) for node in logged.proof]
    except ValueError as bad:
        return Check("log", ok=False, detail=f"Line 1: the log's checkpoint or proof: {bad}.")
    head, size = logged.head, logged.head.size
    leaves = [leaf_hash(recorded.version, recorded.stored) for recorded in history[:size]]
    if (log.origin, log.size, log.root.hex()) != (logged.origin, logged.log_size, logged.log_root) or not is_log_origin(
        log.origin
    ):
        return Check("log", ok=False, detail="Line 1: the signed checkpoint is of another log, size or root.")
    if root_from_inclusion(leaf_of(head), logged.entry - 1, log.size, path) != log.root:
        return Check("log", ok=False, detail=f"Line 1: the proof of entry {logged.entry} leads to another root.")
    if head.match != header.match or size > len(history):
        return Check("log", ok=False, detail=f"Line 1: the log has {size} events of {head.match}.")
    if tree_root(leaves).hex() != head.root:
        return Check("log", ok=False, detail=f"The log has another root of the first {size} events.")
    return Check("log", ok=True, detail=f"The first {size} events are entry {logged.entry} of the log of heads.")


def _executed(
    header: Header, history: Sequence[Recorded], luck: Sequence[Luck], rulesets: Mapping[tuple[str, int], Ruleset]
) -> list[Check]:
    ruleset = rulesets.get((header.game, header.rules_version))
    if ruleset is None:
        return [
            Check("decisions", ok=False, detail=f"No rules of {header.game} version {header.rules_version} here."),
        ]
    if history[0].stored.public.get("branch") is not None:
        return [Check("decisions", ok=True, detail="A branch: its main line has the history that it rests on.")]
    report = audit(ruleset, history, bytes.fromhex(header.root))
    executed = [check for check in report.checks if check.name in EXECUTED and check.name != "luck"]
    if has_no_secrets(history):
        return executed
    if not all(check.ok for check in executed):
        return [
            *executed,
            Check("luck", ok=False, detail="It cannot be worked out again from decisions that differ."),
        ]
    is_same = msgspec.to_builtins(luck_of(ruleset, history)) == msgspec.to_builtins(list(luck))
    detail = "Every draw follows from the seed." if is_same else "The draws listed are not those of the seed."
    return [*executed, Check("luck", ok=is_same, detail=detail)]


def _opened(history: Sequence[Recorded]) -> Check:
    """In a file with everything open, a part is closed only where an event says that it was erased."""
    for finding in commitment_findings(history):
        return Check("commitments", ok=False, detail=f"Version {finding.version}: {finding.detail}.")
    if has_no_secrets(history):
        return Check("commitments", ok=True, detail="A player has been erased, so nothing is executed again.")
    return Check("commitments", ok=True, detail="Every part is what was committed to.")
