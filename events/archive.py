"""A finished match in one compressed value: its events, the answers under its keys and its refusals, packed together.

It takes the place of stream, answers, journal and snapshot; the head of the match stays in Redis. Whatever happens to
the match later (a dispute, an arbiter's access) is appended to a new stream, which continues where the archive ends.

Roots cannot be compressed, but they follow from the events. So all but the last are left out and worked out again when
events are read, and the last one then proves that they are still what they were.
"""

from __future__ import annotations

import lzma
from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from events.codec import UnreadableEvent, decode, encode
from events.envelope import Recorded, Stored
from events.tree import Frontier, extend, leaf_hash, root_of

LEFT_OUT = b"\x01"  # in place of a root
DICTIONARY_MIN, DICTIONARY_MAX = 1 << 12, 1 << 26


class Archive(Struct, frozen=True, array_like=True):
    """Everything as it was in Redis, byte for byte except the roots."""

    events: tuple[bytes, ...] = ()  # from version 1 on
    root: bytes = b""  # of the tree after them
    answers: tuple[tuple[bytes, bytes], ...] = ()  # by key
    journal: tuple[bytes, ...] = ()  # newest refusal first


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Archive)


def pack_archive(archive: Archive) -> bytes:
    raw = _encoder.encode(archive)
    # A dictionary larger than the data would only cost memory.
    size = min(max(len(raw), DICTIONARY_MIN), DICTIONARY_MAX)
    filters = [{"id": lzma.FILTER_LZMA1, "preset": 6 | lzma.PRESET_EXTREME, "dict_size": size, "pb": 0}]
    # Without the container of .xz, which takes 50 bytes: the root of the tree proves what a checksum would.
    return lzma.compress(raw, lzma.FORMAT_ALONE, filters=filters)


def unpack_archive(packed: bytes) -> Archive:
    try:
        return _decoder.decode(lzma.decompress(packed, lzma.FORMAT_ALONE))
    except (lzma.LZMAError, EOFError, msgspec.DecodeError) as error:
        raise UnreadableEvent(f"the archive cannot be unpacked: {error}") from error


def archive_of(
    entries: Sequence[bytes], answers: tuple[tuple[bytes, bytes], ...] = (), journal: tuple[bytes, ...] = ()
) -> Archive:
    """An archive of these events; nothing is archived that could not be restored byte for byte."""
    frontier: Frontier = ()
    kept: list[bytes] = []
    for index, raw in enumerate(entries):
        stored = decode(raw)
        frontier = extend(frontier, index, [leaf_hash(index + 1, stored)])
        if stored.root:
            if stored.root != root_of(frontier):
                raise UnreadableEvent(f"version {index + 1}: the root is not that of the events")
            stored = replace(stored, root=LEFT_OUT)
        kept.append(encode(stored))
    archive = Archive(tuple(kept), root_of(frontier) if kept else b"", answers, journal)
    if [encode(recorded.stored) for recorded in read_archive(archive)[0]] != list(entries):
        raise UnreadableEvent("an event is not written as this program writes it")
    return archive


def read_archive(archive: Archive) -> tuple[list[Recorded], Frontier]:
    """The events, and the frontier of the tree after them."""
    frontier: Frontier = ()
    events: list[Recorded] = []
    for index, raw in enumerate(archive.events):
        stored: Stored = decode(raw)
        frontier = extend(frontier, index, [leaf_hash(index + 1, stored)])
        if stored.root == LEFT_OUT:
            stored = replace(stored, root=root_of(frontier))
        events.append(Recorded(index + 1, stored))
    if events and root_of(frontier) != archive.root:
        raise UnreadableEvent("the events of the archive have been changed")
    return events, frontier
