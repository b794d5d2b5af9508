"""The lists of matches in Redis: sorted sets by the time of opening, one summary a match. All of it can be rebuilt.

All keys share one hash tag, so that one script updates every list a match is in, also on a cluster. Whatever was ever
played is in here, so it is kept in few and small collections, which Redis keeps without an allocation for each element:
lists in segments (list_segments.lua), items in a fixed number of hashes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from events.ids import pack_id, unpack_id
from events.redis.client import Client
from events.redis.list_items import can_be_kept, pack_item, unpack_item
from events.redis.script import Script
from events.store import StoreUnavailable

TIES = 8  # matches opened within one millisecond that a page skips without a further call
ITEM_HASHES = 1024  # compact with up to 512 items in each (hash-max-listpack-entries)
GAMES_KEY, VOCABULARIES_KEY = "{lists}:games", "{lists}:vocabularies"
EARLIER_KEYS = tuple(f"{{lists}}:items:{number}" for number in range(ITEM_HASHES))  # of items in an earlier form
_SEGMENTS, _ITEMS = "list_segments.lua", "list_items.lua"
_put = Script("lists.lua", after=(_SEGMENTS, _ITEMS))
_read = Script("read_lists.lua")
_remove = Script("remove_item.lua", after=(_SEGMENTS, _ITEMS))
_count = Script("count_lists.lua", after=(_SEGMENTS,))


class Vocabulary(NamedTuple):
    """Words that summaries refer to by number, kept once under their digest."""

    digest: bytes
    packed: bytes


class RedisLists:
    """`words` is what summaries have in common, for compression. Kept ones can be read with the same words only: who
    changes them has to rebuild the lists."""

    def __init__(self, client: Client, words: bytes = b"") -> None:
        self._client, self._words = client, words

    def put(
        self,
        item: str,
        version: int,
        opened_at: int,
        lists: Iterable[str],
        summary: bytes,
        *,
        instead_of: int = 0,
        vocabulary: Vocabulary | None = None,
    ) -> int:
        """Put an item into these lists and no others, unless a later version of it is known; returns the one kept.

        Only if the later version is the one in `instead_of`, it is replaced nevertheless. The vocabulary is stored with
        the item that needs it, so that a store which falls back has both or neither.
        """
        names = sorted(filter(can_be_kept, lists))
        keys = [_item_key(item), VOCABULARIES_KEY, *map(list_key, names)]
        packed = pack_item(self._words, item, names, summary)
        args = [pack_id(item), version, instead_of, opened_at, packed, *(vocabulary or (b"", b""))]
        return int(self._client.run(_put, keys, args))

    def vocabulary(self, digest: bytes) -> bytes:
        """Raises StoreUnavailable if it is missing: then `matchledger rebuild` writes it again."""
        packed: bytes | None = self._client.call("HGET", VOCABULARIES_KEY, digest)
        if packed is None:
            raise StoreUnavailable("a part of the lists is missing: run matchledger rebuild")
        return packed

    def remove(self, item: str, version: int, *, instead_of: int = 0) -> int:
        """Take an item out of every list, unless a later version of it is known; returns that one, or 0.

        Only if it is the one in `instead_of`, it is removed nevertheless.
        """
        return int(self._client.run(_remove, (_item_key(item),), (pack_id(item), version, instead_of)))

    def find(self, item: str) -> bytes | None:
        """The summary of an item, whatever lists it is in."""
        kept = self._client.call("HGET", _item_key(item), pack_id(item))
        return None if kept is None else unpack_item(self._words, item, kept).summary

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
        wanted, found = set(names), []
        for item, raw in zip(items, kept, strict=True):
            if isinstance(raw, Exception):
                raise StoreUnavailable(str(raw)) from raw
            if raw is not None:
                unpacked = unpack_item(self._words, item, raw)
                if not wanted.isdisjoint(unpacked.names):
                    found.append(unpacked.summary)
        return found

    def count(self, names: Sequence[str]) -> list[int]:
        """How many items are in each of these lists."""
        return list(map(int, self._client.run(_count, [*map(list_key, names)], [])))

    def note_game(self, game: str) -> None:
        self._client.call("ZADD", GAMES_KEY, 0, game)

    def games(self) -> list[str]:
        """The games of which there are or were matches."""
        return [game.decode() for game in self._client.call("ZRANGE", GAMES_KEY, 0, -1)]


def list_key(name: str) -> str:
    return f"{{lists}}:{name}"


def _item_key(item: str) -> str:
    """The hash that has the item."""
    return f"{{lists}}:kept:{zlib.crc32(item.encode()) % ITEM_HASHES}"
