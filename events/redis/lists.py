"""The lists of matches in Redis: sorted sets by the time of opening, one summary a match. All of it can be rebuilt.

All keys share one hash tag, so that one script updates every list a match is in, also on a cluster. Whatever was ever
played is in here, so it is kept in few and small collections, which Redis keeps without an allocation for each element:
lists in segments (list_segments.lua), items in a fixed number of hashes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

from events.ids import pack_id, unpack_id
from events.redis.client import Client
from events.redis.script import Script
from events.store import StoreUnavailable

TIES = 8  # matches opened within one millisecond that a page skips without a further call
ITEM_HASHES = 1024  # compact with up to 512 items in each (hash-max-listpack-entries)
GAMES_KEY = "{lists}:games"
_SEGMENTS = "list_segments.lua"
_put = Script("lists.lua", after=_SEGMENTS)
_read = Script("read_lists.lua")
_remove = Script("remove_item.lua", after=_SEGMENTS)
_count = Script("count_lists.lua", after=_SEGMENTS)


class RedisLists:
    """`words` is what summaries have in common, for compression. Kept ones can be read with the same words only: who
    changes them has to rebuild the lists."""

    def __init__(self, client: Client, words: bytes = b"") -> None:
        self._client, self._words = client, words

    def put(
        self, item: str, version: int, opened_at: int, lists: Iterable[str], summary: bytes, *, instead_of: int = 0
    ) -> int:
        """Put an item into these lists and no others, unless a later version of it is known; returns the one kept.

        Only if the later version is the one in `instead_of`, it is replaced nevertheless.
        """
        names = sorted(lists)
        beginning = _common_folder(names)
        rests = [name.removeprefix(beginning) for name in names]
        line = f"{beginning}\v" + "\t".join(rests)
        packed = pack_summary(self._words, item.encode(), line.encode(), summary)
        keys = [_item_key(item), *map(list_key, names)]
        args = [pack_id(item), version, instead_of, opened_at, packed, beginning, *rests]
        return int(self._client.run(_put, keys, args))

    def remove(self, item: str, version: int, *, instead_of: int = 0) -> int:
        """Take an item out of every list, unless a later version of it is known; returns that one, or 0.

        Only if it is the one in `instead_of`, it is removed nevertheless.
        """
        return int(self._client.run(_remove, (_item_key(item),), (pack_id(item), version, instead_of)))

    def find(self, item: str) -> bytes | None:
        """The summary of an item, whatever lists it is in."""
        kept = self._client.call("HGET", _item_key(item), pack_id(item))
        if kept is None:
            return None
        _, line, packed = kept.split(b"\n", 2)
        return unpack_summary(self._words, item.encode(), line, packed)

    def page(self, name: str, cursor: str | None, limit: int) -> tuple[list[bytes], str | None]:
        """The summaries of a page, newest first; a cursor is the time and id of the last item seen."""
        return self.merged_page([name], cursor, limit)

    def merged_page(self, names: Sequence[str], cursor: str | None, limit: int) -> tuple[list[bytes], str | None]:
        """As a page of one list that has all items of these lists."""
        items = self._items_after(names, cursor, limit + 1)
        summaries = self._summaries(names, [item for _, item in items[:limit]])
        if len(items) <= limit:
            return summaries, None
        return summaries, f"{items[limit - 1][0]}~{items[limit - 1][1]}"

    def _items_after(self, names: Sequence[str], cursor: str | None, count: int) -> list[tuple[int, str]]:
        """At most so many; the first call finds them, unless very many were opened within one millisecond."""
        newest, _, seen = ("+inf", "", "") if cursor is None else cursor.partition("~")
        wanted, has_all = count + TIES, not names
        items = set[tuple[int, str]]()
        while not has_all:
            # All lists from the beginning each time: between two calls items may leave, or move to another list.
            replies = self._client.run(_read, [*map(list_key, names)], [newest, wanted])
            items, has_all = set(), True
            for found in replies:
                pairs = [(int(float(score)), unpack_id(item)) for item, score in zip(found[::2], found[1::2])]
                following = [pair for pair in pairs if cursor is None or pair < (int(newest), seen)]
                items.update(following)
                has_all = has_all and (len(following) >= count or len(pairs) < wanted)
            wanted *= 2
        return sorted(items, reverse=True)[:count]

    def _summaries(self, names: Sequence[str], items: list[str]) -> list[bytes]:
        """Of those that are in one of the lists still: an item may have left since it was found there."""
        kept = self._client.call_many([("HGET", _item_key(item), pack_id(item)) for item in items]) if items else []
        wanted = {name.encode() for name in names}
        found = []
        for item, raw in zip(items, kept, strict=True):
            if isinstance(raw, Exception):
                raise StoreUnavailable(str(raw)) from raw
            if raw is not None:
                _, line, packed = raw.split(b"\n", 2)
                if not wanted.isdisjoint(_names_in(line)):
                    found.append(unpack_summary(self._words, item.encode(), line, packed))
        return found

    def count(self, names: Sequence[str]) -> list[int]:
        """How many items are in each of these lists."""
        return list(map(int, self._client.run(_count, [*map(list_key, names)], [])))

    def note_game(self, game: str) -> None:
        self._client.call("ZADD", GAMES_KEY, 0, game)

    def games(self) -> list[str]:
        """The games of which there are or were matches."""
        return [game.decode() for game in self._client.call("ZRANGE", GAMES_KEY, 0, -1)]


def pack_summary(words: bytes, item: bytes, line: bytes, summary: bytes) -> bytes:
    """What is kept beside a summary is in its dictionary too: the ids of the match and of its players."""
    packing = zlib.compressobj(9, wbits=-zlib.MAX_WBITS, zdict=words + item + line)
    return packing.compress(summary) + packing.flush()


def unpack_summary(words: bytes, item: bytes, line: bytes, packed: bytes) -> bytes:
    return zlib.decompressobj(wbits=-zlib.MAX_WBITS, zdict=words + item + line).decompress(packed)


def list_key(name: str) -> str:
    return f"{{lists}}:{name}"


def _common_folder(names: Sequence[str]) -> str:
    """What all names begin with, up to their last slash; nothing if they differ before it."""
    folders = {name[: name.rfind("/") + 1] for name in names}
    return folders.pop() if len(folders) == 1 else ""


def _names_in(line: bytes) -> list[bytes]:
    """The names of an item's lists; lists.lua says how they are kept."""
    beginning, _, rests = line.rpartition(b"\v")
    return [beginning + rest for rest in rests.split(b"\t")]


def _item_key(item: str) -> str:
    """The hash that has the item."""
    return f"{{lists}}:items:{zlib.crc32(item.encode()) % ITEM_HASHES}"
