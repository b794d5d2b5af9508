"""Old entries of the head log in the archive: TILE of them in one object, called a tile.

Entries never change, so a tile is named by its content, and writing it twice does no harm. The last entry of each tile
stays in Redis too: it has the subtrees that end with the tile, and proofs about later entries need nothing else of it.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import msgspec

from events.codec import UnreadableEvent
from events.head_log import Entry
from events.objects.store import ArchiveUnavailable, ObjectMissing, Objects
from events.redis.archive_marker import ArchiveMarker
from events.redis.client import Client
from events.redis.script import Script

TILE = 256
STAYING = 1024  # newest entries that are not moved: what runs now is logged among them
READ_TILES = 16  # tiles that a process keeps in memory
TILES = "{log}:t"
_archive_tile = Script("archive_tile.lua", is_confirmed=True)
_encoder = msgspec.msgpack.Encoder()
_entries_decoder = msgspec.msgpack.Decoder(list[Entry])


class Tile(msgspec.Struct, frozen=True, array_like=True):
    """What stays in Redis of a tile."""

    digest: bytes  # of the content of its object
    last: Entry


_tile_decoder = msgspec.msgpack.Decoder(Tile)


class HeadLogTiles:
    def __init__(self, client: Client, objects: Objects) -> None:
        self._client, self._objects = client, objects
        self._marker = ArchiveMarker(client, objects)
        self._read = lru_cache(READ_TILES)(self._read_object)

    def count(self) -> int:
        return int(self._client.call("LLEN", TILES))

    def entries(self, after: int, limit: int) -> Sequence[Entry]:
        """Entries of one tile; none if these are not in a tile."""
        number, begin = divmod(after, TILE)
        raw = self._client.call("LINDEX", TILES, number)
        if raw is None:
            return []
        tile = _tile_decoder.decode(raw)
        return [tile.last] if begin == TILE - 1 else self._read(number, tile.digest)[begin : begin + limit]

    def put(self, number: int, entries: Sequence[Entry], entries_key: str) -> bool:
        """Move the entries of one tile out of Redis; false if another process has done so. Raises ArchiveUnavailable if
        the object cannot be written; the log is then as it was."""
        self._marker.check_before_writing()
        content = _encoder.encode(entries)
        digest = _digest(content)
        name = _object_name(number, digest)
        self._objects.put(name, zlib.compress(content))
        if self._read_object(number, digest) != entries:
            raise ArchiveUnavailable(f"the archive's {name} is not what was written")
        end, last = (number + 1) * TILE, entries[-1]
        args = (number, _encoder.encode(Tile(digest, last)), f"{end}-0", _encoder.encode(last), f"{end + 1}-0")
        return bool(self._client.run(_archive_tile, (entries_key, TILES), args))

    def _read_object(self, number: int, digest: bytes) -> list[Entry]:
        name = _object_name(number, digest)
        try:
            content = zlib.decompress(self._objects.get(name))
        except ObjectMissing:
            self._marker.check()
            raise UnreadableEvent(f"the object {name} is missing in the archive {self._objects.address}") from None
        except zlib.error:
            content = b""
        if _digest(content) != digest:
            raise UnreadableEvent(f"the object {name} of the archive has been changed")
        return _entries_decoder.decode(content)


def _object_name(number: int, digest: bytes) -> str:
    return f"log/{number}.{digest.hex()}"


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()
