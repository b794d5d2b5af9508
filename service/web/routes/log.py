"""The log of match heads: its signed checkpoint, its entries, and proofs that nothing was removed from it."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from events.head_log import Entry, consistency, inclusion, leaf_of, root_at
from service.problems import Problem
from service.web.http import Media, RouteGroup, not_found, person, query_args, route, services
from service.web.presenters import current_table, logged_head
from service.web.responses import json_response
from service.web.schemas.audit import (
    LogCheckpointOut,
    LogEntriesOut,
    LogEntriesQuery,
    LogProofOut,
    LogProofQuery,
    MatchLoggedOut,
)

log = RouteGroup("log")
log_files = RouteGroup("log_files", prefix="")  # what other implementations of C2SP look for, outside /v1
_entries_query = LogEntriesQuery()
_proof_query = LogProofQuery()


@route(
    log,
    "GET",
    "/log/checkpoint",
    "The size and root of the log of match heads, signed",
    answers={200: LogCheckpointOut},
    problems=("signing-stopped",),
    ignores_token=True,
)
def get_log_checkpoint() -> Response:
    """A signed note over the log of the heads of all matches, so that no match can disappear unnoticed."""
    notary = services().notary
    signed = notary.sign_log(services().heads)
    return json_response(
        {
            "origin": signed.origin,
            "size": signed.size,
            "root": signed.root.hex(),
            "note": signed.note,
            "key": notary.key,
        },
    )


@route(
    log_files,
    "GET",
    "/log/checkpoint",
    "The signed note of the log of match heads, as text",
    answers={200: Media("The note", "text/plain")},
    problems=("signing-stopped",),
    ignores_token=True,
)
def get_log_note() -> Response:
    """The note that `/v1/log/checkpoint` holds, byte for byte. Keep it: `matchledger verify --checkpoint` compares it
    later."""
    note = services().notary.sign_log(services().heads).note
    return Response(note, content_type="text/plain; charset=utf-8")


@route(
    log,
    "GET",
    "/log/entries",
    "The log of match heads, oldest first; of private matches only the leaf",
    query=LogEntriesQuery,
    answers={200: LogEntriesOut},
    ignores_token=True,
)
def list_log_entries() -> Response:
    """It is total and never trimmed. Page by page: send `next` back as `after`."""
    query = query_args(request.environ, _entries_query)
    found = services().heads.entries(query["after"], query["limit"])
    return json_response(
        {"entries": [_entry_document(number, entry) for number, entry in enumerate(found, query["after"] + 1)]}
    )


def _entry_document(number: int, entry: Entry) -> dict[str, Any]:
    """A root cannot be guessed, so the leaf of a private match says nothing to anybody who does not know its head."""
    return {"entry": number, "leaf": leaf_of(entry.head).hex(), "head": entry.head if entry.is_public else None}


@route(
    log,
    "GET",
    "/log/proof",
    "Prove that an entry is in the log (`entry`), or that an earlier log is a prefix of it (`old_size`)",
    query=LogProofQuery,
    answers={200: LogProofOut},
    problems=("not-found",),
    ignores_token=True,
)
def get_log_proof() -> Response:
    """Exactly one of `entry` and `old_size` is needed. docs/proofs.md says how a proof is verified."""
    query = query_args(request.environ, _proof_query)
    heads = services().heads
    newest = heads.head().version
    size = query.get("size", newest)
    entry, old_size = query.get("entry"), query.get("old_size")
    if (entry is None) == (old_size is None):
        raise Problem("bad-request", "Give either `entry` or `old_size`.", errors={"entry": ["one of the two"]})
    if size > newest or (entry or old_size or 0) > size:
        not_found(f"The log has {newest} entries.")
    proof: dict[str, Any] = {"size": size, "root": root_at(heads, size).hex()}
    if entry is not None:
        (found,) = heads.entries(entry - 1, 1)
        proof |= _entry_document(entry, found)
        proof["proof"] = [node.hex() for node in inclusion(heads, entry, size)]
    else:
        assert old_size is not None
        proof |= {"old_size": old_size, "old_root": root_at(heads, old_size).hex()}
        proof["proof"] = [node.hex() for node in consistency(heads, old_size, size)]
    return json_response(proof)


@route(
    log,
    "GET",
    "/matches/<match>/log",
    "The newest head of the match in the log, and the proof of its inclusion",
    answers={200: MatchLoggedOut},
    problems=("not-found", "signing-stopped"),
)
def get_logged_head(match: str) -> Response:
    """The background process adds the head of a match at every change of its status and every so many events."""
    current_table(match, person(request.environ))
    return json_response({"logged": logged_head(services(), match)})
