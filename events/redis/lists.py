"""The lists of matches in Redis: sorted sets by the time of opening, one summary a match. All of it can be rebuilt.

All keys share one hash tag, so that one script updates every list a match is in, also on a cluster.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from events.redis.client import Client
from events.redis.script import Script

TIES_MAX = 100  # matches opened within one millisecond that a page can skip
_put = Script("lists.lua")
_remove = Script("remove_item.lua")


class RedisLists:
    def __init__(self, client: Client) -> None:
        self._client = client

    def put(
        self, item: str, version: int, opened_at: int, lists: Iterable[str], summary: bytes, *, instead_of: int = 0
    ) -> int:
        """Put an item into these lists and no others, unless a later version of it is known; returns the one kept.

        Only if the later version is the one in `instead_of`, it is replaced nevertheless.
        """
        names = sorted(lists)
        keys = [_item_key(item), *map(_list_key, names)]
        return int(self._client.run(_put, keys, [item, version, instead_of, opened_at, summary, *names]))

    def remove(self, item: str) -> bool:
        """Take an item out of every list; false if there is none of this id."""
        return bool(self._client.run(_remove, (_item_key(item),), (item,)))

    def page(self, name: str, cursor: str | None, limit: int) -> tuple[list[bytes], str | None]:
        """The summaries of a page, newest first; a cursor is the time and id of the last item seen."""
        newest, _, seen = ("+inf", "", "") if cursor is None else cursor.partition("~")
        found: list[Any] = self._client.call(
            "ZREVRANGEBYSCORE", _list_key(name), newest, "-inf", "WITHSCORES", "LIMIT", 0, limit + 1 + TIES_MAX
        )
        items = [(int(float(score)), item.decode()) for item, score in zip(found[::2], found[1::2])]
        if cursor is not None:
            items = [item for item in items if item < (int(newest), seen)]
        summaries = self._summaries([item for _, item in items[:limit]])
        if len(items) <= limit:
            return summaries, None
        return summaries, f"{items[limit - 1][0]}~{items[limit - 1][1]}"

    def _summaries(self, items: list[str]) -> list[bytes]:
        kept = self._client.call("MGET", *map(_item_key, items)) if items else []
        return [raw.split(b"\n", 2)[2] for raw in kept if raw is not None]


def _list_key(name: str) -> str:
    return f"{{lists}}:{name}"


def _item_key(item: str) -> str:
    return f"{{lists}}:item:{item}"
