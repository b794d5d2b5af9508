"""All that the lists in Redis hold, whatever segments and hashes it lies in."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec

from events.ids import unpack_id
from events.redis.client import Client
from events.redis.list_items import Item, unpack_item
from events.redis.lists import VOCABULARIES_KEY, RedisLists
from projections.kept_summary import COMMON_WORDS, read_kinds, read_summary


def read_lists(link: Client) -> dict[bytes, list[tuple[bytes, bytes]]]:
    """The items of each list, with their times."""
    found: dict[bytes, list[tuple[bytes, bytes]]] = defaultdict(list)
    for key in link.call("KEYS", "{lists}:*"):
        is_list = not key.startswith(b"{lists}:kept:") and key.decode() != VOCABULARIES_KEY
        if is_list and not key.endswith(b"@"):
            pairs: Any = link.call("ZRANGE", key, 0, -1, "WITHSCORES")
            found[key.partition(b"@")[0]] += zip(pairs[::2], pairs[1::2])
    return {name: sorted(items) for name, items in found.items()}


def read_items(link: Client) -> dict[bytes, Item]:
    """Version, names of lists and summary of each item."""
    found: dict[bytes, Item] = {}
    for key in link.call("KEYS", "{lists}:kept:*"):
        pairs = link.call("HGETALL", key)
        for item, kept in zip(pairs[::2], pairs[1::2]):
            words = COMMON_WORDS if item.startswith(b"\0") else b""  # the id of a match: no line of the docket
            found[item] = unpack_item(words, unpack_id(item), kept)
    return found


def read_summaries(link: Client) -> dict[bytes, tuple[Any, dict[str, Any]]]:
    """Names of lists and summary of each item, as its fields: those of a match, or of a line of the docket."""
    lists = RedisLists(link, COMMON_WORDS)
    found: dict[bytes, tuple[Any, dict[str, Any]]] = {}
    for item, (_, names, raw) in read_items(link).items():
        if item.startswith(b"\0"):
            fields = msgspec.to_builtins(read_summary(raw, lambda digest: read_kinds(lists.vocabulary(digest))))
        else:
            fields = msgspec.json.decode(raw)
        found[item] = names, fields
    return found
