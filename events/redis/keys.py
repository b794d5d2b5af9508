"""The names of everything that Redis keeps of a match, and how the matches of a store are divided into partitions."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

PARTITIONS = 64  # of a new store, unless its operator says otherwise
PARTITIONS_MAX = 256  # a cursor of GET /v1/feed names an entry of each


class Layout:
    """The partitions of one store. Their number is fixed when the store is made: the keys follow from it."""

    def __init__(self, partitions: int) -> None:
        self.partitions = range(partitions)
        self.keys_of = lru_cache(8192)(self._keys_of)

    def partition_of(self, match: str) -> int:
        return crc32(match.encode()) % len(self.partitions)

    def _keys_of(self, match: str) -> tuple[str, ...]:
        """All keys of a match, and its partition's, share one hash tag: on a cluster they sit in one slot."""
        partition = self.partition_of(match)
        tag = f"{{p{partition}}}:{match}"
        return f"{tag}:e", f"{tag}:h", f"{tag}:k", f"{tag}:j", feed_key(partition), matches_key(partition)

    def snapshot_key(self, match: str) -> str:
        return f"{{p{self.partition_of(match)}}}:{match}:s"

    def archive_key(self, match: str) -> str:
        return f"{{p{self.partition_of(match)}}}:{match}:a"


def feed_key(partition: int) -> str:
    return f"{{p{partition}}}:feed"


def matches_key(partition: int) -> str:
    return f"{{p{partition}}}:matches"


def leftovers_key(partition: int) -> str:
    """Objects of the archive that no head refers to."""
    return f"{{p{partition}}}:leftovers"
