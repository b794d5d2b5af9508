"""The end of some feeds, without a consumer group: which matches change from now on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from events.redis.client import Client
from events.redis.feed import FIRST, Pointer, parse_entry
from events.redis.keys import feed_key
from events.store import StoreUnavailable

COUNT_MAX = 1000  # entries of one feed in one call


class Changed(NamedTuple):
    """Matches that have changed, and the partitions in which any match may have, because they could not be read."""

    matches: set[str]
    partitions: set[int]


class FeedTail:
    """Follows the feeds of the partitions that its owner asks for: which matches have changed since the last call."""

    def __init__(self, client: Client, partitions: Collection[int]) -> None:
        self._client = client
        self.is_blocking = not client.is_cluster
        self._seen: dict[int, bytes | None] = {}
        self.failed: dict[int, str] = {}  # partitions that cannot be read now, and why
        self.follow(partitions)

    def follow(self, partitions: Collection[int]) -> set[int]:
        """Follow these partitions from now on, and no others. Returns those that are new and can be read: whatever was
        read of their matches before may be out of date. Raises StoreUnavailable if none of all can be read."""
        for partition in self._seen.keys() - set(partitions):
            del self._seen[partition]
            self.failed.pop(partition, None)
        new = sorted(set(partitions) - self._seen.keys())
        self._seen.update(dict.fromkeys(new))
        found = self._find_ends(new)
        if self._seen and len(self.failed) == len(self._seen):
            raise StoreUnavailable(next(iter(self.failed.values())))
        return found

    def changed(self, block_ms: int) -> Changed:
        """Waits up to `block_ms` for the first change, except on a cluster. Entries that cannot be read are left out:
        the projector sets them aside."""
        return self._wait(block_ms) if self.is_blocking else self._poll()

    def _find_ends(self, partitions: Sequence[int]) -> set[int]:
        """Begin at the end of these feeds; returns those for which that succeeded."""
        calls = [("XREVRANGE", feed_key(one), "+", "-", "COUNT", 1) for one in partitions]
        found: set[int] = set()
        for partition, entries in zip(partitions, self._client.call_many(calls), strict=True):
            if self._is_read(partition, entries):
                self._seen[partition] = entries[0][0] if entries else FIRST
                found.add(partition)
        return found

    def _is_read(self, partition: int, reply: Any) -> bool:
        if isinstance(reply, Exception):
            self.failed[partition] = str(reply)
            self._seen[partition] = None
            return False
        self.failed.pop(partition, None)
        return True

    def _wait(self, block_ms: int) -> Changed:
        known = self._find_known()
        keys = [feed_key(partition) for partition, _ in known]
        seen = [last for _, last in known]
        reply = self._client.call("XREAD", "COUNT", COUNT_MAX, "BLOCK", block_ms, "STREAMS", *keys, *seen)
        found: set[str] = set()
        for key, entries in reply or []:
            found |= self._take(known[keys.index(key.decode())][0], entries)
        return Changed(found, self._find_lost())

    def _poll(self) -> Changed:
        """On a cluster no call can wait on all feeds: they are read in one packet for each node."""
        known = self._find_known()
        ranges = [("XRANGE", feed_key(partition), b"(" + last, "+", "COUNT", COUNT_MAX) for partition, last in known]
        found: set[str] = set()
        for (partition, _), entries in zip(known, self._client.call_many(ranges), strict=True):
            if self._is_read(partition, entries):
                found |= self._take(partition, entries)
        return Changed(found, self._find_lost())

    def _find_known(self) -> list[tuple[int, bytes]]:
        return [(partition, last) for partition, last in self._seen.items() if last is not None]

    def _find_lost(self) -> set[int]:
        lost = [partition for partition, last in self._seen.items() if last is None]
        return self._find_ends(lost) if lost else set()

    def _take(self, partition: int, entries: list[Any]) -> set[str]:
        if entries:
            self._seen[partition] = entries[-1][0]
        parsed = (parse_entry(partition, entry, fields) for entry, fields in entries)
        return {one.match for one in parsed if isinstance(one, Pointer)}
