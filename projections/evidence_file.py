"""The evidence about a step as a file that a stranger can check without a network: `matchledger-evidence/1`.

JSON Lines: a header with the signed checkpoint, the events of the step with the salts of what the asker may see and
their inclusion proofs, what the service claims about the step, and its signature over all lines before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from events.checkpoint import BadCheckpoint, Checkpoint, open_note
from events.envelope import Recorded, Source
from events.export import BadExport, NotAnExport, event_line, lines_of, read_document, read_event
from events.head_log import Logged, leaf_of
from events.origin import is_log_origin, match_origin, match_origins, origin_in
from events.tree import canonical, inclusion_proof, leaf_hash, read_hash, root_from_inclusion
from events.visibility import ARBITER, SEATS, SPECTATOR, Viewer
from ledger.audit import DAMAGE
from ledger.audit_events import NOT_ERASED, commitment_findings
from ledger.verdict import Check, broken, not_proven, proven

FORMAT = "matchledger-evidence/1"
_VIEWER = re.compile(r"all|seats|spectator|seat:(0|[1-9][0-9]{0,2})")
_VIEWERS: dict[str, Viewer] = {"all": ARBITER, "seats": SEATS, "spectator": SPECTATOR}


class EvidenceHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: str = FORMAT
    match: str
    viewer: str
    step: int
    size: int
    root: str
    note: str
    key: str
    logged: Logged | None = None
    imported: Source | None = None


class Proved(Struct, frozen=True, forbid_unknown_fields=True):
    """An event of the step, and the path from its leaf to the root."""

    event: dict[str, Any]
    proof: list[str]


class Claimed(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables, choices and sentences: what only an execution of the match can prove."""

    claimed: dict[str, Any]


class Signed(Struct, frozen=True, forbid_unknown_fields=True):
    """The service's signature over the lines before: their number, and the SHA-256 of their bytes."""

    signed: str


def evidence_origin(origin_of_match: str, step: int) -> str:
    return f"{origin_of_match}/evidence/{step}"


def _origin(header: EvidenceHeader) -> str:
    return match_origin(origin_in(header.key), header.match, is_imported=header.imported is not None)


def write_evidence(
    header: EvidenceHeader,
    history: Sequence[Recorded],
    viewer: Viewer,
    claimed: dict[str, Any],
    sign: Callable[[Checkpoint], str],
) -> bytes:
    leaves = [leaf_hash(recorded.version, recorded.stored) for recorded in history]
    lines: list[Any] = [header]
    for recorded in history:
        if recorded.stored.step == header.step:
            path = [node.hex() for node in inclusion_proof(leaves, recorded.version - 1)]
            lines.append(Proved(event_line(recorded, viewer), path))
    lines.append(Claimed(claimed))
    body = b"".join(canonical(line) + b"\n" for line in lines)
    point = Checkpoint(evidence_origin(_origin(header), header.step), len(lines), sha256(body).digest())
    return body + canonical(Signed(sign(point))) + b"\n"


def is_evidence(text: bytes) -> bool:
    """Whether the first line says so; the rest may still be wrong."""
    try:
        return bool(msgspec.json.decode(text.partition(b"\n")[0]).get("format") == FORMAT)
    except (msgspec.DecodeError, UnicodeDecodeError, AttributeError, RecursionError):
        return False


class EvidenceFile(Struct, frozen=True):
    header: EvidenceHeader
    proved: list[Proved]
    events: list[Recorded]
    claimed: dict[str, Any]
    signed: str
    body: bytes


def read_evidence(text: bytes) -> EvidenceFile:
    lines = lines_of(text)
    if len(lines) < 4:
        raise BadExport("a header, an event, what is claimed and a signature are needed")
    documents = [read_document(line, number) for number, line in enumerate(lines, 1)]
    try:
        header = msgspec.convert(documents[0], EvidenceHeader)
        proved = [msgspec.convert(one, Proved) for one in documents[1:-2]]
        claimed = msgspec.convert(documents[-2], Claimed)
        signed = msgspec.convert(documents[-1], Signed)
    except msgspec.ValidationError as error:
        raise BadExport(str(error)) from None
    if header.format != FORMAT:
        raise NotAnExport(f"this is not a file of the form {FORMAT}")
    if not _VIEWER.fullmatch(header.viewer):
        raise BadExport("line 1: there is no such viewer")
    events = [read_event(one.event, number) for number, one in enumerate(proved, 2)]
    body = b"".join(line + b"\n" for line in lines[:-1])
    return EvidenceFile(header, proved, events, claimed.claimed, signed.signed, body)


def verify_evidence(text: bytes, check_key: Callable[[str], Check]) -> list[Check]:
    """Every check of a file of evidence."""
    try:
        found = read_evidence(text)
    except BadExport as damage:
        return [broken("file", str(damage))]
    header = found.header
    makers: dict[str, Callable[[], Check]] = {
        "tree": lambda: _tree(found),
        "commitments": lambda: _commitments(found),
        "key": lambda: check_key(header.key),
        "signature": lambda: _signature(found),
        "log": lambda: _log(header),
    }
    sentence = f"{len(found.events)} events of step {header.step} of {header.match}, as {header.viewer} may see them."
    checks = [proven("file", sentence)]
    for name, make in makers.items():
        try:
            checks.append(make())
        except DAMAGE as damage:
            checks.append(broken(name, f"It cannot be read ({type(damage).__name__})."))
    claims = ", ".join(sorted(found.claimed))
    return [*checks, not_proven("claimed", f"The service claims {claims}; the rules were not executed here.")]


def _tree(found: EvidenceFile) -> Check:
    header = found.header
    versions = [one.version for one in found.events]
    if versions != list(range(versions[0], versions[0] + len(versions))):
        return broken("tree", "The events do not follow one another.")
    for event, one in zip(found.events, found.proved):
        path = [read_hash(node) for node in one.proof]
        leaf = leaf_hash(event.version, event.stored)
        root = root_from_inclusion(leaf, event.version - 1, header.size, path)
        if root is None or root.hex() != header.root:
            return broken("tree", f"Version {event.version} does not lead to the signed root.", event.version)
        if event.stored.step != header.step:
            return broken("tree", f"Version {event.version} is of another step.", event.version)
    return proven("tree", "Every event of the file is in the signed tree.")


def viewer_in(name: str) -> Viewer:
    """The viewer whom a header names."""
    return _VIEWERS[name] if name in _VIEWERS else int(name.removeprefix("seat:"))


def _commitments(found: EvidenceFile) -> Check:
    """A part that the viewer may see may be closed only by an erasure, which the file does not show."""
    unexplained = None
    for finding in commitment_findings(found.events, viewer_in(found.header.viewer)):
        if finding.detail != NOT_ERASED:
            return broken("commitments", f"Version {finding.version}: {finding.detail}.", finding.version)
        unexplained = finding.version
    if unexplained is not None:
        return not_proven("commitments", f"Version {unexplained}: a part is closed; it may have been erased.")
    return proven("commitments", "Every part that this viewer may see is open, and is what was committed to.")


def check_source_note(source: Source, match: str) -> Checkpoint:
    """The checkpoint of the service that a match was imported from; raises BadCheckpoint."""
    point = open_note(source.note, source.key)
    if point.origin not in match_origins(origin_in(source.key), match):
        raise BadCheckpoint("the note of the service that it was imported from is of another match")
    return point


def _signature(found: EvidenceFile) -> Check:
    header = found.header
    digest, count = sha256(found.body).hexdigest(), found.body.count(b"\n")
    claims = [
        (header.note, _origin(header), header.size, header.root),
        (found.signed, evidence_origin(_origin(header), header.step), count, digest),
    ]
    try:
        for note, origin, size, root in claims:
            point = open_note(note, header.key)
            if (point.origin, point.size, point.root.hex()) != (origin, size, root):
                raise BadCheckpoint("a note speaks of another match, step, size or content")
        if header.imported is not None and check_source_note(header.imported, header.match).size > header.size:
            raise BadCheckpoint("the match was longer when it was imported")
    except BadCheckpoint as bad:
        return broken("signature", f"{bad}.")
    return proven("signature", f"Checkpoint and file are signed by {header.key}.")


def _log(header: EvidenceHeader) -> Check:
    """That this very checkpoint is in the log of heads; an older head would need a proof that this one extends it."""
    logged = header.logged
    if logged is None or (logged.head.size, logged.head.match) != (header.size, header.match):
        return not_proven("log", "The file does not say that this checkpoint is in the log of heads.")
    try:
        point = open_note(logged.note, header.key)
        path = [read_hash(node) for node in logged.proof]
    except ValueError as bad:
        return broken("log", f"The log's checkpoint or proof: {bad}.")
    is_signed = (point.origin, point.size, point.root.hex()) == (logged.origin, logged.log_size, logged.log_root)
    is_signed = is_signed and is_log_origin(logged.origin, origin_in(header.key))
    is_in_it = root_from_inclusion(leaf_of(logged.head), logged.entry - 1, point.size, path) == point.root
    if not is_signed or not is_in_it or logged.head.root != header.root:
        return broken("log", f"Entry {logged.entry} of the log is not this checkpoint.")
    return proven("log", f"The checkpoint is entry {logged.entry} of the log of heads.")
