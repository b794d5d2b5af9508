"""Audit: re-execution of a match, signed checkpoints, proofs, refused commands, export and import."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, request
from msgspec.structs import replace

from events import export
from events.envelope import Recorded, actor_seat
from events.head_log import LOG_ORIGIN
from events.store import Append, Appended, Head
from events.tree import consistency_proof, inclusion_proof, leaf_document, leaf_hash, root_of, tree_root
from events.visibility import ARBITER
from ledger.audit import EXECUTED, audit, with_roots
from ledger.erasure import has_no_secrets
from ledger.luck import luck_of
from ledger.table import Table
from ledger.verdict import PROVEN, Check, conclude, verdict_of
from projections.evidence_file import is_evidence
from projections.tables import read_whole
from projections.verify import Pins, verify
from service.handle import listed_note
from service.trust import pins_for
from service.web.http import not_found, person, query_args, read_body, route, services, signed_in
from service.web.identity import Person
from service.web.presenters import (
    checkpoint_document,
    current_table,
    logged_head,
    may_see,
    presides,
    record_access,
    viewer_of,
)
from service.web.problems import Problem
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

audits = Blueprint("audit", __name__, url_prefix="/v1")
_proof_query = ProofQuery()
_audit_query = AuditQuery()
FILE_BYTES_MAX = 16 * 1024 * 1024
FILE_S = 120.0  # how long a file of that size may take to arrive
FILES_MAX = 4  # in one worker at once: a file of that size takes about twice its size while it is verified
_file_slots = BoundedSemaphore(FILES_MAX)
_MATCH_ID = re.compile(r"[a-z0-9-]{1,40}")  # what the cursors of lists can carry


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
    step = query_args(request.environ, _audit_query).get("step")
    # Before the table is read: a head that is logged later may be newer than that table.
    logged = logged_head(services(), match)
    table = current_table(match, person(request.environ))
    tables = services().tables
    history = read_whole(tables.store, match, table.version)
    heads = [] if logged is None else [logged.head]
    main = None if table.final is not None else tables.main_line_of(history[0])
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
    table = current_table(match, person(request.environ))
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
    query = query_args(request.environ, _proof_query)
    table = current_table(match, person(request.environ))
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
    who = signed_in(request.environ)
    table = current_table(match, who)
    seat = table.seat_of(who.id)
    if seat is None and who.role == "player":
        raise Problem("not-seated", "Only players of the match and arbiters see refused commands.")
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
    answers={200: "JSON Lines"},
    problems=("not-found", "signing-stopped"),
    is_costly=True,
)
def export_match(match: str) -> Response:
    who = person(request.environ)
    logged = logged_head(
        services(), match
    )  # before the table is read: a head that is logged later may be newer than that table
    table = current_table(match, who)
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
    )
    header, main = _with_main_line(header, table, who) if viewer == ARBITER else (header, [])
    origin = None if table.final is not None else services().tables.origin_of(history[0])
    luck = run_in_thread(luck_of, table.ruleset, history, origin) if viewer == ARBITER and table.final is None else []
    lines: Iterator[bytes] = export.write(header, history, viewer, luck, main)
    name = f'attachment; filename="{match}.jsonl"'
    return Response(lines, content_type="application/jsonl", headers={"Content-Disposition": name})


def _with_main_line(header: export.Header, table: Table, who: Person | None) -> tuple[export.Header, list[Recorded]]:
    """The main line of a branch, where it is over and this person may see it: the branch is executed from it."""
    branch = table.opened.branch
    main = None if branch is None else services().tables.current(branch.match)
    if main is None or main.status != "finished" or main.final is not None or not may_see(main, who):
        return header, []
    if main.opened.branch is not None:  # which would need a main line in turn
        return header, []
    point = checkpoint_document(main)
    told = export.Main(size=point["size"], root=point["root"], note=point["note"])
    return replace(header, main=told), read_whole(services().tables.store, main.match, main.version)


@route(
    audits,
    "POST",
    "/matches/import",
    "Import a match that was exported after its end; it keeps its root",
    answers={201: ImportedOut},
    problems=("bad-import", "match-exists", "body-too-large", "not-allowed"),
    needs_token=True,
    is_costly=True,
)
def import_match() -> Response:
    who = signed_in(request.environ)
    if who.role == "player":
        raise Problem("not-allowed", "Only arbiters and admins import matches.")
    tables = services().tables
    with take_file_slot():
        text = read_body(request.environ, FILE_BYTES_MAX, FILE_S)
        checks = run_in_thread(verify, text, tables.rulesets, trusted_keys())
        _must_hold(check for check in checks if not check.ok)
        if is_evidence(text):
            raise Problem("bad-import", "This is evidence about a step, not a match.")
        header, history, _ = export.read(text)
    if header.viewer != "all":
        raise Problem("bad-import", "Only a match that was exported after its end can be imported.")
    # What was played in a match from which somebody was erased can no longer be executed by anybody.
    required = {"key"} if has_no_secrets(history) else {"key", *EXECUTED}
    _must_hold(check for check in checks if check.name in required and check.value != PROVEN)
    if not _MATCH_ID.fullmatch(header.match):
        raise Problem("bad-import", "The id of the match has characters that are not allowed.")
    _must_have_main_line(history[0].stored.public["branch"])
    rooted, frontier = with_roots(history)
    given = tables.store.append(Append(header.match, Head(0, ()), rooted, frontier, feed=listed_note()))
    if not isinstance(given, Appended):
        raise Problem("match-exists", "A match with this id exists already.")
    return json_response({"id": header.match, "size": header.size, "root": header.root}, 201)


def _must_have_main_line(branch: dict[str, Any] | None) -> None:
    """A branch is read from its main line, so it is stored only where that is stored already."""
    if branch is None:
        return
    found = services().tables.store.read(branch["match"], branch["version"], branch["version"])
    if not found or found[0].stored.root.hex() != branch["root"]:
        raise Problem("bad-import", f"This is a branch of {branch['match']}: import that match first.")


def _must_hold(wrong: Iterator[Check]) -> None:
    for check in wrong:
        raise Problem("bad-import", f"{check.name}: {check.detail}")


def trusted_keys() -> Pins:
    """This service's own key, and those that its operator has pinned."""
    path: Path = current_app.extensions["matchledger.trust"]
    return pins_for(path, LOG_ORIGIN, services().notary.key)


@route(audits, "GET", "/key", "The key that checkpoints are signed with", answers={200: KeyOut})
def get_key() -> Response:
    return json_response({"key": services().notary.key})


@route(
    audits,
    "POST",
    "/verify",
    "Verify an exported file, as the offline verifier does with the keys that this service trusts",
    answers={200: VerifiedOut},
    problems=("body-too-large",),
    is_costly=True,
)
def verify_file() -> Response:
    with take_file_slot():
        text = read_body(request.environ, FILE_BYTES_MAX, FILE_S)
        checks = run_in_thread(verify, text, services().tables.rulesets, trusted_keys())
    return json_response({"verdict": verdict_of(checks), "conclusion": conclude(checks), "checks": checks})
