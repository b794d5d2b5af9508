"""The keys of a store with the usual number of partitions."""

from __future__ import annotations

from events.redis.keys import PARTITIONS, Layout, feed_key, leftovers_key, register_key, register_keys

__all__ = [
    "PARTITIONS",
    "archive_key",
    "feed_key",
    "keys_of",
    "leftovers_key",
    "partition_of",
    "register_key",
    "register_keys",
    "snapshot_key",
]
LAYOUT = Layout(PARTITIONS)
archive_key, keys_of, partition_of, snapshot_key = (
    LAYOUT.archive_key,
    LAYOUT.keys_of,
    LAYOUT.partition_of,
    LAYOUT.snapshot_key,
)
