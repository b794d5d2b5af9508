"""A table as bytes, so that a cold read need not fold a long match from its start. A cache: it may be deleted."""

from __future__ import annotations

import sys
from bisect import bisect_right
from functools import cache
from hashlib import blake2b
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from events.envelope import Source
from games.decider import Decider
from games.dice import Dice
from ledger import events as facts
from ledger.table import Departure, Dispute, Ending, Redoable, Ruleset, SeatInfo, Status, Table, UndoRequest, Waypoint
from ledger.timeline import Steps

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

COMPRESSION = 1  # more takes longer and saves a fiftieth


class _Packed(Struct, frozen=True, array_like=True):
    """A snapshot as it is kept."""

    fingerprint: bytes  # of the code that made it
    game: str
    rules_version: int
    content: bytes


class _Shared(Struct, frozen=True, array_like=True):
    """What later tables of the match have too: a reader who has one of them need not decode it again."""

    opened: facts.MatchOpened
    opened_at: int
    seats: tuple[SeatInfo | None, ...]
    waypoints: tuple[Waypoint, ...]
    source: Source | None


class _Snapshot(Struct, frozen=True, array_like=True):
    """What a table holds, except what the code provides, and the frontier, which the store provides.

    The steps that may be taken back are not in it, nor what a branch has inherited: its state is its own once it runs.
    """

    match: str
    version: int
    command: bytes
    lasting: msgspec.Raw
    status: Status
    step: int
    effective: int
    effective_before: int
    state: msgspec.Raw
    seed: bytes
    undone: tuple[tuple[int, int], ...]  # from step to step
    undo_request: UndoRequest | None
    redoable: tuple[Redoable, ...]
    line: tuple[tuple[int, int], ...]  # from step to step
    refused_undos: frozenset[int]
    vain_requests: tuple[int, ...]
    spent_undos: frozenset[tuple[str, str]]
    disputes: tuple[Dispute, ...]
    held_from: int
    adjusted: tuple[int, ...] | None
    last_at: int
    erased_at: int
    ended: Ending | None
    since: int
    time_left: tuple[int, ...]
    departed: tuple[Departure, ...]
    returned: tuple[tuple[int, int], ...]
    moved: frozenset[str]
    call_off: tuple[int, ...]
    call_offs: tuple[int, ...]
    rematch: str


# As they are in the table.
_KEPT = [name for name in _Snapshot.__struct_fields__ if name not in ("lasting", "state", "undone", "line")]
_LASTING = _Shared.__struct_fields__
_lasting_decoder = msgspec.msgpack.Decoder(_Shared)
_packed_decoder = msgspec.msgpack.Decoder(_Packed)
_snapshot_decoder = msgspec.msgpack.Decoder(_Snapshot)


@cache
def _state_decoder(state_type: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(state_type | None)


@cache
def fingerprint(module: str) -> bytes:
    """A digest of the code and data that made a snapshot: code with another one does not trust it."""
    game = Path(str(import_module(module).__file__)).parent
    ledger = Path(str(import_module("ledger").__file__)).parent
    here = [Path(__file__), *ledger.rglob("*.py")]
    digest = blake2b(digest_size=16)
    for path in sorted([*game.rglob("*.py"), *game.rglob("*.toml"), *here]):
        digest.update(path.read_bytes())
    return digest.digest()


class _Packing(NamedTuple):
    """How the snapshots of a game are compressed: with its initial state as the dictionary, to a fifth of the size."""

    compressor: zstd.ZstdCompressor
    dictionary: zstd.ZstdDict


_packings: dict[tuple[str, int], _Packing] = {}


def _packing(game: Decider[Any]) -> _Packing:
    name = (game.slug, game.rules_version)
    if name not in _packings:
        dealt = game.rules.setup(game.options(), game.seats_max, Dice(b"dictionary", 0))
        dictionary = zstd.ZstdDict(msgspec.msgpack.encode(game.fold(game.rules.initial, dealt)), is_raw=True)
        # Digested once; a compressor that is used again takes a third of the time of a new one, and locks itself.
        compressor = zstd.ZstdCompressor(COMPRESSION, zstd_dict=dictionary.as_digested_dict)
        _packings[name] = _Packing(compressor, dictionary)
    return _packings[name]


def write(table: Table) -> bytes:
    fields = {name: getattr(table, name) for name in _KEPT}
    lasting = _raw(_Shared(*(getattr(table, name) for name in _LASTING)))
    made = _Snapshot(
        lasting=lasting,
        state=_raw(table.state),
        undone=tuple(Steps.of(table.undone).ranges),
        line=tuple(table.line.ranges),
        **fields,
    )
    compressor = _packing(table.game).compressor
    packed = compressor.compress(msgspec.msgpack.encode(made), compressor.FLUSH_FRAME)
    made_by = fingerprint(type(table.game.rules.initial).__module__)
    return msgspec.msgpack.encode(_Packed(made_by, table.game.slug, table.game.rules_version, packed))


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.msgpack.encode(value))


def read(ruleset: Ruleset, raw: bytes, later: Table | None = None) -> Table | None:
    """The table, or None if other code has written it or it is damaged; `later` is one of the same match, if known."""
    state_type: Any = type(ruleset.game.rules.initial)
    try:
        packed = _packed_decoder.decode(raw)
        if packed.fingerprint != fingerprint(state_type.__module__):
            return None
        content = zstd.decompress(packed.content, _packing(ruleset.game).dictionary)
        found = _snapshot_decoder.decode(content)
        state = _state_decoder(state_type).decode(found.state)
        lasting = _lasting_decoder.decode(found.lasting) if later is None else _lasting_of(later, found.version)
    except (msgspec.DecodeError, zstd.ZstdError):
        return None
    fields = {name: getattr(found, name) for name in _KEPT} | {name: getattr(lasting, name) for name in _LASTING}
    return Table(ruleset=ruleset, state=state, undone=Steps(found.undone), line=Steps(found.line), **fields)


def _lasting_of(later: Table, version: int) -> _Shared:
    passed = bisect_right(later.waypoints, version, key=attrgetter("version"))
    return _Shared(later.opened, later.opened_at, later.seats, later.waypoints[:passed], later.source)


def ruleset_name(raw: bytes) -> tuple[str, int] | None:
    """The game and rules version of a snapshot."""
    try:
        packed = _packed_decoder.decode(raw)
    except msgspec.DecodeError:
        return None
    return packed.game, packed.rules_version
