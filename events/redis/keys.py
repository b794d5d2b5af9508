"""The names of everything that Redis keeps of a match, and how the matches of a store are divided into partitions."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

PARTITIONS = 64  # of a new store, unless its operator says otherwise
PARTITIONS_MAX = 256  # a cursor of GET /v1/feed names an entry of each
REGISTERS = 16  # of each partition; each is compact with up to 512 matches (hash-max-listpack-entries)


class Layout:
    """The partitions of one store. Their number is fixed when the store is made: the keys follow from it."""

    def __init__(self, partitions: int) -> None:
        self.partitions = range(partitions)
        self.keys_of = lru_cache(8192)(self._keys_of)
        self.snapshot_key = lru_cache(8192)(self._snapshot_key)

    def partition_of(self, match: str) -> int:
        return crc32(match.encode()) % len(self.partitions)

    def match_in(self, partition: int, member: bytes) -> str | None:
        """The match that stands in a collection of this partition; None if we cannot have put it there."""
        try:
            match = member.decode()
        except UnicodeDecodeError:
            return None
        return match if self.partition_of(match) == partition else None

    def _keys_of(self, match: str) -> tuple[str, ...]:
        """All keys of a match, and its partition's, share one hash tag: on a cluster they sit in one slot."""
        number = crc32(match.encode())
        partition = number % len(self.partitions)
        register = register_key(partition, number // len(self.partitions) % REGISTERS)
        tag = f"{{p{partition}}}:{match}"
        return f"{tag}:e", f"{tag}:h", f"{tag}:k", f"{tag}:j", feed_key(partition), register

    def _snapshot_key(self, match: str) -> str:
        return f"{{p{self.partition_of(match)}}}:{match}:s"

    def archive_key(self, match: str) -> str:
        return f"{{p{self.partition_of(match)}}}:{match}:a"


def feed_key(partition: int) -> str:
    return f"{{p{partition}}}:feed"


def register_key(partition: int, number: int) -> str:
    """A hash of matches: nothing of each, or the line that takes the place of the head of one that is archived."""
    return f"{{p{partition}}}:matches:{number}"


def register_keys(partition: int) -> list[str]:
    return [register_key(partition, number) for number in range(REGISTERS)]


def leftovers_key(partition: int) -> str:
    """Objects of the archive that no head refers to."""
    return f"{{p{partition}}}:leftovers"
