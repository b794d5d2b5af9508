"""An item of the lists as it is kept in Redis; list_items.lua says how, and reads it too."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from events.ids import PACKED_BYTES, pack_id, unpack_id

KEPT_IDS_MAX = 10_000
_MARKS = (0, 1)  # first bytes of packed ids
_END = ord("\n")
_CONTROL = frozenset("\0\1\t\n\v")
_unpack_kept = lru_cache(KEPT_IDS_MAX)(unpack_id)  # a page has the same players again and again


def can_be_kept(name: str) -> bool:
    """Whether a list may have this name. An imported match may have a player whose id has control characters: it is in
    no list of that player."""
    return _CONTROL.isdisjoint(name)


class Item(NamedTuple):
    version: int
    names: list[str]  # of its lists
    summary: bytes


def pack_item(words: bytes, item: str, names: Sequence[str], summary: bytes) -> bytes:
    """All but the version, which the script adds. What is kept beside a summary is in its dictionary too: the ids of
    the match and of its players."""
    beginning = _common_folder(names)
    rests = (pack_id(name.removeprefix(beginning)) for name in names)
    ended = (rest if rest[:1] and rest[0] in _MARKS else rest + b"\t" for rest in rests)
    packing = zlib.compressobj(9, wbits=-zlib.MAX_WBITS, zdict=_dictionary(words, item, names))
    return beginning.encode() + b"\v" + b"".join(ended) + b"\n" + packing.compress(summary) + packing.flush()


def unpack_item(words: bytes, item: str, kept: bytes) -> Item:
    version, names, end = _read_names(kept)
    unpacking = zlib.decompressobj(wbits=-zlib.MAX_WBITS, zdict=_dictionary(words, item, names))
    return Item(version, names, unpacking.decompress(memoryview(kept)[end:]))


def _read_names(kept: bytes) -> tuple[int, list[str], int]:
    """Version, names of lists, and where the summary begins."""
    line_end, at = kept.index(b"\n"), kept.index(b"\v") + 1
    beginning, names = kept[line_end + 1 : at - 1].decode(), []
    while (first := kept[at]) != _END:
        if first in _MARKS:
            end = at + PACKED_BYTES
            names.append(beginning + _unpack_kept(kept[at:end]))
        else:
            end = kept.index(b"\t", at) + 1
            names.append(beginning + kept[at : end - 1].decode())
        at = end
    return int(kept[:line_end]), names, at + 1


def _common_folder(names: Sequence[str]) -> str:
    """What all names begin with, up to their last slash; nothing if they differ before it."""
    folders = {name[: name.rfind("/") + 1] for name in names}
    return folders.pop() if len(folders) == 1 else ""


def _dictionary(words: bytes, item: str, names: Sequence[str]) -> bytes:
    return words + "\t".join((item, *names)).encode()
