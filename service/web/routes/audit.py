"""Audit: re-execution of a match, signed checkpoints, proofs, refused commands, export and import."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, TypeVar

import msgspec
from flask import Response, current_app, request
from msgspec.structs import replace

from events import export
from events.envelope import Recorded, Source, actor_seat
from events.store import Append, Appended, Head, Repeated
from events.tree import consistency_proof, inclusion_proof, leaf_document, leaf_hash, root_of, tree_root
from events.visibility import ARBITER
from games.catalogue import CatalogueGone
from ledger.audit import DAMAGE, audit, with_roots
from ledger.erasure import SecretsErased
from ledger.luck import luck_of
from ledger.rules_visibility import refusals_seen_by
from ledger.table import Table
from ledger.verdict import conclude, verdict_of
from projections.importing import BadImport, check_import
from projections.tables import UnknownMatch, read_whole
from projections.verify import Pins
from service.handle import check_rule, listed_note, now_ms
from service.problems import Problem
from service.trust import read_pins
from service.web.http import (
    Media,
    RouteGroup,
    idempotency_key,
    not_found,
    person,
    query_args,
    read_body,
    route,
    services,
    signed_in,
)
from service.web.identity import Person
from service.web.orders import request_key
from service.web.presenters import (
    checkpoint_document,
    current_table,
    logged_head,
    may_see,
    newest_in_log,
    presides,
    provable_table,
    record_access,
    table_after_log,
    viewer_of,
)
from service.web.responses import json_response
from service.web.schemas.audit import (
    AuditOut,
    AuditQuery,
    CheckpointOut,
    ImportedOut,
    KeyOut,
    ProofOut,
    ProofQuery,
    RejectionsOut,
    VerifiedOut,
)
from service.web.threads import run_in_thread
from service.web.verifying import verify_in_own_process

log = logging.getLogger("matchledger")
T = TypeVar("T")
R = TypeVar("R")
audits = RouteGroup("audit")
_proof_query = ProofQuery()
_audit_query = AuditQuery()
FILE_BYTES_MAX = 16 * 1024 * 1024
FILE_S = 120.0  # how long a file of that size may take to arrive
FILES_MAX = 4  # in one worker at once, received or verified: one is verified, and the others wait for it
_file_slots = BoundedSemaphore(FILES_MAX)


@route(
    audits,
    "GET",
    "/matches/<match>/audit",
    "Execute the match again, or one step of it, and compare with what is stored",
    query=AuditQuery,
    answers={200: AuditOut},
    problems=("not-found",),
    is_costly=True,
)
def audit_match(match: str) -> Response:
    """Every event is decided again by the rules, and compared with the stored one; the tree, the commitments and the
    logged head are checked too. `verdict` is `ok` or `failed`, and `checks` says what was checked."""
    step = query_args(request.environ, _audit_query).get("step")
    newest, table = table_after_log(match, person(request.environ), newest_in_log)
    tables = services().tables
    history = read_whole(tables.store, match, table.version)
    heads = [] if newest is None else [newest[1]]
    main = None if table.final is not None else _read_or_none(tables.main_line_of, history[0])
    if step is not None and not table.first_step <= step <= table.step:
        not_found(f"There is no step {step}; the last one is {table.step}.")
    report = run_in_thread(audit, table.ruleset, history, root_of(table.frontier), None, heads, step, main)
    return json_response(report)


@route(
    audits,
    "GET",
    "/matches/<match>/checkpoint",
    "The size and root of the match's tree, signed",
    answers={200: CheckpointOut},
    problems=("not-found", "signing-stopped"),
)
def get_checkpoint(match: str) -> Response:
    """A signed note over the Merkle tree of the match's events. Keep it: no later tree of the match can then
    disagree with it unnoticed. docs/proofs.md has the format."""
    table = provable_table(match, person(request.environ))
    return json_response(checkpoint_document(table))


@route(
    audits,
    "GET",
    "/matches/<match>/proof",
    "Prove that an event is in the tree (`version`), or that an earlier tree is a prefix of it (`old_size`)",
    query=ProofQuery,
    answers={200: ProofOut},
    problems=("not-found",),
    is_costly=True,
)
def get_proof(match: str) -> Response:
    """Exactly one of `version` and `old_size` is needed. docs/proofs.md says how a proof is verified."""
    query = query_args(request.environ, _proof_query)
    table = provable_table(match, person(request.environ))
    size = query.get("size", table.version)
    version, old_size = query.get("version"), query.get("old_size")
    if (version is None) == (old_size is None):
        raise Problem("bad-request", "Give either `version` or `old_size`.", errors={"version": ["one of the two"]})
    if size > table.version or (version or old_size or 0) > size:
        not_found(f"The tree has {table.version} leaves.")
    history = read_whole(services().tables.store, match, size)
    leaves = [leaf_hash(recorded.version, recorded.stored) for recorded in history]
    proof: dict[str, Any] = {"size": size, "root": tree_root(leaves).hex()}
    if version is not None:
        proof["version"] = version
        proof["leaf"] = leaf_document(version, history[version - 1].stored)
        proof["proof"] = [node.hex() for node in inclusion_proof(leaves, version - 1)]
    else:
        proof["old_size"] = old_size
        proof["old_root"] = tree_root(leaves[:old_size]).hex()
        proof["proof"] = [node.hex() for node in consistency_proof(leaves, old_size or 0)]
    return json_response(proof)


@contextmanager
def take_file_slot() -> Iterator[None]:
    """While a file is received and verified; refused at once if as many files are being verified as memory allows."""
    if not _file_slots.acquire(blocking=False):
        raise Problem("too-many-requests", f"{FILES_MAX} files are being verified already.", retry_after_s=2)
    try:
        yield
    finally:
        _file_slots.release()


@route(
    audits,
    "GET",
    "/matches/<match>/rejections",
    "Refused commands, newest first: your own; all of them for an arbiter",
    answers={200: RejectionsOut},
    problems=("not-found", "not-seated"),
    needs_token=True,
)
def list_rejections(match: str) -> Response:
    """Refusals are kept beside the match and not in it; only the newest are kept."""
    who = signed_in(request.environ)
    table = current_table(match, who)
    seat = check_rule(table, lambda known: refusals_seen_by(known, who.actor))
    if presides(table, who) and table.status != "finished":
        record_access(table, who, "refusals")
    refusals = services().tables.store.refusals(match)
    return json_response(
        {
            "rejections": [
                {
                    "at": refusal.at,
                    "seat": actor_seat(refusal.actor),
                    "command": _json(refusal.command),
                    "problem": _json(refusal.body),
                }
                for refusal in refusals
                if seat is None or actor_seat(refusal.actor) == seat
            ]
        }
    )


def _json(raw: bytes) -> Any:
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return raw.decode("utf-8", "replace")


@route(
    audits,
    "GET",
    "/matches/<match>/export",
    "Export the match as a file with proofs, as you may see it; everything after the match has ended",
    answers={200: Media("The file", "application/jsonl")},
    sends=("Content-Disposition",),
    problems=("not-found", "signing-stopped"),
    is_costly=True,
)
def export_match(match: str) -> Response:
    """One line of JSON each: a header, then the events with what you may see and the proofs of the rest.
    `matchledger verify` checks the file without this service."""
    who = person(request.environ)
    logged, table = table_after_log(match, who, logged_head)
    viewer = viewer_of(table, who)
    history = read_whole(services().tables.store, match, table.version)
    point = checkpoint_document(table)
    opened = table.opened
    header = export.Header(
        match=match,
        game=opened.game,
        rules_version=opened.rules_version,
        catalogue=opened.catalogue,
        viewer=export.viewer_name(viewer),
        size=table.version,
        root=point["root"],
        note=point["note"],
        key=point["key"],
        logged=logged,
        imported=table.source,
    )
    header, main = _with_main_line(header, table, who) if viewer == ARBITER else (header, [])
    luck: list[export.Luck] = []
    if viewer == ARBITER and table.final is None:
        origin = _read_or_none(services().tables.origin_of, history[0])
        luck = run_in_thread(luck_of, table.ruleset, history, origin)
    lines: Iterator[bytes] = export.write(header, history, viewer, luck, main)
    name = f'attachment; filename="{match}.jsonl"'
    return Response(lines, content_type="application/jsonl", headers={"Content-Disposition": name})


def _read_or_none(read: Callable[[T], R], what: T) -> R | None:
    """What is read of the main line of a branch; None if there is none, or if it cannot be read: what is left of the
    branch is shown all the same, and its audit says that nothing can be executed."""
    try:
        return read(what)
    except CatalogueGone:
        raise
    except (SecretsErased, UnknownMatch, *DAMAGE) as damage:
        log.error("cannot read the main line of a branch", exc_info=damage)
        return None


def _with_main_line(header: export.Header, table: Table, who: Person | None) -> tuple[export.Header, list[Recorded]]:
    """The main line of a branch, where it is over and this person may see it: the branch is executed from it."""
    branch = table.opened.branch
    main = None if branch is None else _read_or_none(services().tables.current, branch.match)
    if main is None or main.status != "finished" or main.final is not None or not may_see(main, who):
        return header, []
    if main.opened.branch is not None:  # which would need a main line in turn
        return header, []
    point = checkpoint_document(main)
    main_line = export.Main(size=point["size"], root=point["root"], note=point["note"])
    return replace(header, main=main_line), read_whole(services().tables.store, main.match, main.version)


@route(
    audits,
    "POST",
    "/matches/import",
    "Import a match that was exported after its end; it keeps its root",
    answers={201: ImportedOut},
    problems=("bad-import", "match-exists", "body-too-large", "not-allowed", "idempotency-key-reused"),
    headers=("Idempotency-Key",),
    needs_token=True,
    is_costly=True,
)
def import_match() -> Response:
    """For arbiters and admins. The body is the exported file, up to 16 MiB; it is verified first, and the match
    keeps its id, events and root."""
    who = signed_in(request.environ)
    if who.role == "player":
        raise Problem("not-allowed", "Only arbiters and admins import matches.")
    tables = services().tables
    with take_file_slot():
        text = read_body(request.environ, FILE_BYTES_MAX, FILE_S)
        checks = verify_in_own_process(text, tables.rulesets, trusted_keys())
        try:
            found = check_import(text, checks)
        except BadImport as bad:
            raise Problem("bad-import", str(bad)) from None
    header, history = found.header, found.history
    _must_have_main_line(history[0].stored.public["branch"])
    rooted, frontier = with_roots(history)
    rooted[0] = replace(rooted[0], source=Source(header.key, header.note, now_ms()))
    key = request_key(request.environ, f"{who.role}:{who.id}", idempotency_key(request.environ))
    answer = b"" if key is None else b"imported"
    note = listed_note(_public_note(history[0]))
    given = tables.store.append(Append(header.match, Head(0, ()), rooted, frontier, key=key, answer=answer, feed=note))
    if isinstance(given, Repeated) and not given.is_same_body:
        raise Problem("idempotency-key-reused", "The key was used before with another file.")
    if not isinstance(given, Appended | Repeated):
        raise Problem("match-exists", "A match with this id exists already.")
    return json_response({"id": header.match, "size": header.size, "root": header.root}, 201)


def _public_note(opened: Recorded) -> tuple[str, str] | None:
    public = opened.stored.public
    return (public["game"], "finished") if public["is_public"] else None


def _must_have_main_line(branch: dict[str, Any] | None) -> None:
    """A branch is read from its main line, so it is stored only where that is stored already."""
    if branch is None:
        return
    found = services().tables.store.read(branch["match"], branch["version"], branch["version"])
    if not found or found[0].stored.root.hex() != branch["root"]:
        raise Problem("bad-import", f"This is a branch of {branch['match']}: import that match first.")


def trusted_keys() -> Pins:
    """This service's own key, and those that its operator has pinned."""
    path: Path = current_app.extensions["matchledger.trust"]
    return read_pins(path, services().notary.key)


@route(audits, "GET", "/key", "The key that checkpoints are signed with", answers={200: KeyOut}, ignores_token=True)
def get_key() -> Response:
    """The public key of this service. Trust the one that you got from somebody whom you trust, not the one that a
    server tells you about itself."""
    return json_response({"key": services().notary.key})


@route(
    audits,
    "POST",
    "/verify",
    "Verify an exported file, as the offline verifier does with the keys that this service trusts",
    answers={200: VerifiedOut},
    problems=("body-too-large",),
    is_costly=True,
    ignores_token=True,
)
def verify_file() -> Response:
    """The body is an exported file or an evidence file, up to 16 MiB. Each check is proven, not proven here, or
    broken."""
    with take_file_slot():
        text = read_body(request.environ, FILE_BYTES_MAX, FILE_S)
        checks = verify_in_own_process(text, services().tables.rulesets, trusted_keys())
    return json_response({"verdict": verdict_of(checks), "conclusion": conclude(checks), "checks": checks})
