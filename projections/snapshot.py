"""A table as bytes, so that a cold read need not fold a long match from its start. A cache: it may go at any time."""

from __future__ import annotations

import zlib
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from events import match as facts
from projections.table import Dispute, Ruleset, SeatInfo, Status, Table, UndoRequest, Waypoint

COMPRESSION = 1  # more takes twice the time and saves a tenth


class _Snapshot(Struct, frozen=True, array_like=True):
    """What a table holds, but for what is read from the code, and for the frontier, which the store knows.

    The steps that may be taken back are not in it, nor what a branch has inherited: its state is its own once it runs.
    """

    print: bytes
    match: str
    opened: facts.MatchOpened
    opened_at: int
    version: int
    seats: tuple[SeatInfo | None, ...]
    status: Status
    step: int
    effective: int
    effective_before: int
    state: bytes  # compressed: a long match keeps many snapshots
    seed: bytes
    undone: frozenset[int]
    undo_request: UndoRequest | None
    redoable: tuple[int, ...]
    refused_undos: frozenset[int]
    vain_requests: tuple[int, ...]
    spent_undos: frozenset[tuple[str, str]]
    disputes: tuple[Dispute, ...]
    adjusted: tuple[int, ...] | None
    last_at: int
    waypoints: tuple[Waypoint, ...]
    erased_at: int


@cache
def fingerprint(module: str) -> bytes:
    """Of the code and data that made a snapshot's state: another version of it does not trust the snapshot."""
    game = Path(str(import_module(module).__file__)).parent
    here = Path(__file__).parent
    digest = blake2b(digest_size=16)
    for path in sorted([*game.rglob("*.py"), *game.rglob("*.toml"), here / "snapshot.py", here / "table.py"]):
        digest.update(path.read_bytes())
    return digest.digest()


def write(table: Table) -> bytes:
    fields = {name: getattr(table, name) for name in _Snapshot.__struct_fields__ if name not in ("print", "state")}
    state = zlib.compress(msgspec.msgpack.encode(table.state), COMPRESSION)
    made_by = fingerprint(type(table.game.initial).__module__)
    return msgspec.msgpack.encode(_Snapshot(print=made_by, state=state, **fields))


def read(ruleset: Ruleset, raw: bytes) -> Table | None:
    """The table, or None if other code has written it or it is damaged."""
    state_type = type(ruleset.game.initial)
    try:
        found = msgspec.msgpack.decode(raw, type=_Snapshot)
        if found.print != fingerprint(state_type.__module__):
            return None
        state = msgspec.msgpack.decode(zlib.decompress(found.state), type=state_type | None)
    except (msgspec.DecodeError, zlib.error):
        return None
    table = Table(match=found.match, ruleset=ruleset, opened=found.opened, opened_at=found.opened_at, state=state)
    kept = {name: getattr(found, name) for name in _Snapshot.__struct_fields__ if name not in ("print", "state")}
    return replace(table, **kept)


def ruleset_name(raw: bytes) -> tuple[str, int] | None:
    """Which game in which version a snapshot is of."""
    try:
        found = msgspec.msgpack.decode(raw, type=_Snapshot)
    except msgspec.DecodeError:
        return None
    return found.opened.game, found.opened.rules_version
