"""All that the lists in Redis hold, whatever segments and hashes it lies in."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from events.ids import unpack_id
from events.redis.client import Client
from events.redis.lists import unpack_summary
from projections.lists import COMMON_WORDS


def read_lists(link: Client) -> dict[bytes, list[tuple[bytes, bytes]]]:
    """The items of each list, with their times."""
    found: dict[bytes, list[tuple[bytes, bytes]]] = defaultdict(list)
    for key in link.call("KEYS", "{lists}:*"):
        if not key.startswith(b"{lists}:items:") and not key.endswith(b"@"):
            pairs: Any = link.call("ZRANGE", key, 0, -1, "WITHSCORES")
            found[key.partition(b"@")[0]] += zip(pairs[::2], pairs[1::2])
    return {name: sorted(items) for name, items in found.items()}


def read_items(link: Client) -> dict[bytes, tuple[int, bytes, bytes]]:
    """Version, names of lists and summary of each item."""
    found: dict[bytes, tuple[int, bytes, bytes]] = {}
    for key in link.call("KEYS", "{lists}:items:*"):
        pairs = link.call("HGETALL", key)
        for item, raw in zip(pairs[::2], pairs[1::2]):
            version, line, packed = raw.split(b"\n", 2)
            words = COMMON_WORDS if line.startswith((b"public/", b"private/", b"\v")) else b""
            found[item] = int(version), line, unpack_summary(words, unpack_id(item).encode(), line, packed)
    return found
