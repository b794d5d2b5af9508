"""The names of everything that Redis keeps of a match."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

PARTITIONS = 64


def partition_of(match: str) -> int:
    return crc32(match.encode()) % PARTITIONS


def feed_key(partition: int) -> str:
    return f"{{p{partition}}}:feed"


def matches_key(partition: int) -> str:
    return f"{{p{partition}}}:matches"


@lru_cache(8192)
def keys_of(match: str) -> tuple[str, ...]:
    """All keys of a match, and its partition's, share one hash tag: on a cluster they sit in one slot."""
    partition = partition_of(match)
    tag = f"{{p{partition}}}:{match}"
    return f"{tag}:e", f"{tag}:h", f"{tag}:k", f"{tag}:j", feed_key(partition), matches_key(partition)


def snapshot_key(match: str) -> str:
    return f"{{p{partition_of(match)}}}:{match}:s"


def archive_key(match: str) -> str:
    return f"{{p{partition_of(match)}}}:{match}:a"
