"""The partitions' feeds: what has been appended where, read by consumer groups that resume where they stopped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from redis.exceptions import ResponseError

from events.redis.keys import PARTITIONS, feed_key, matches_key
from events.redis.link import Link, ServerLink


class Pointer:
    """One entry of a feed: which match, up to which version, and what the appender said."""

    __slots__ = ("entry", "match", "note", "partition", "version")

    def __init__(self, partition: int, entry: bytes, fields: list[bytes]) -> None:
        values = dict(zip(fields[::2], fields[1::2]))
        self.partition = partition
        self.entry = entry
        self.match = values[b"m"].decode()
        self.version = int(values[b"v"])
        self.note = values[b"d"]


class RedisFeed:
    """One consumer of one group over all partitions."""

    def __init__(self, link: Link, group: str, consumer: str) -> None:
        self._link = link
        self._group = group
        self._consumer = consumer

    def missed(self) -> dict[int, str]:
        """The partitions that must be read from their streams instead, and where to follow each one from afterwards.

        Where the group is missing it knows nothing yet, and a group that fell so far behind that the feed was trimmed
        has missed something: both are brought up to date from the matches themselves.
        """
        missed: dict[int, str] = {}
        for partition in range(PARTITIONS):
            key = feed_key(partition)
            last = self._link.call("XREVRANGE", key, "+", "-", "COUNT", 1)
            if not last or self._has_gap(key):
                missed[partition] = last[0][0].decode() if last else "0-0"
        return missed

    def join(self, partition: int, position: str) -> None:
        """Follow a partition from this entry on. Only after its matches have been read: whoever dies before that has
        no group, and begins again."""
        key = feed_key(partition)
        try:
            self._link.call("XGROUP", "CREATE", key, self._group, position, "MKSTREAM")
        except ResponseError as error:
            if not str(error).startswith("BUSYGROUP"):
                raise
            self._link.call("XGROUP", "SETID", key, self._group, position)

    def matches(self, partition: int) -> Iterator[str]:
        """Every match of a partition."""
        cursor: Any = 0
        while True:
            cursor, members = self._link.call("SSCAN", matches_key(partition), cursor, "COUNT", 500)
            for member in members:
                yield member.decode()
            if int(cursor) == 0:
                return

    def unfinished(self) -> list[Pointer]:
        """What this consumer had taken and not finished when it last stopped."""
        found: list[Pointer] = []
        for partition in range(PARTITIONS):
            found += self._read([partition], "0", block_ms=None)
        return found

    def take(self, block_ms: int) -> list[Pointer]:
        """New entries; waits up to `block_ms` for the first."""
        if isinstance(self._link, ServerLink):
            return self._read(list(range(PARTITIONS)), ">", block_ms=block_ms)
        found: list[Pointer] = []
        for partition in range(PARTITIONS):  # on a cluster each feed may live on another node
            found += self._read([partition], ">", block_ms=None)
        return found

    def done(self, pointer: Pointer) -> None:
        self._link.call("XACK", feed_key(pointer.partition), self._group, pointer.entry)

    def _read(self, partitions: list[int], start: str, *, block_ms: int | None) -> list[Pointer]:
        wait = [] if block_ms is None else ["BLOCK", block_ms]
        keys = [feed_key(partition) for partition in partitions]
        reply = self._link.call(
            "XREADGROUP",
            "GROUP",
            self._group,
            self._consumer,
            "COUNT",
            200,
            *wait,
            "STREAMS",
            *keys,
            *[start] * len(keys),
        )
        streams = reply.items() if isinstance(reply, dict) else reply or []
        found: list[Pointer] = []
        for key, entries in streams:
            partition = partitions[keys.index(key.decode())]
            found += [Pointer(partition, entry, fields) for entry, fields in entries if fields]
        return found

    def _has_gap(self, key: str) -> bool:
        first = self._link.call("XRANGE", key, "-", "+", "COUNT", 1)
        for group in self._link.call("XINFO", "GROUPS", key):
            values = group if isinstance(group, dict) else dict(zip(group[::2], group[1::2]))
            if values[b"name"].decode() == self._group:
                return (
                    bool(first)
                    and _order(values[b"last-delivered-id"]) < _order(first[0][0])
                    and self._was_trimmed(key)
                )
        return True  # there is no group yet

    def _was_trimmed(self, key: str) -> bool:
        info = self._link.call("XINFO", "STREAM", key)
        values = info if isinstance(info, dict) else dict(zip(info[::2], info[1::2]))
        added = values.get(b"entries-added")  # Redis 7 and newer; without it, be careful rather than fast
        return added is None or int(added) > int(values[b"length"])


def _order(entry: bytes) -> tuple[int, int]:
    time_ms, _, serial = entry.partition(b"-")
    return int(time_ms), int(serial)


class FeedTail:
    """The end of all feeds, without a group: which matches have moved since the last look."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.is_blocking = isinstance(link, ServerLink)
        self._seen = [self._last(partition) for partition in range(PARTITIONS)]

    def matches(self, block_ms: int) -> set[str]:
        if self.is_blocking:
            return self._read(list(range(PARTITIONS)), block_ms)
        return set().union(*(self._read([partition], None) for partition in range(PARTITIONS)))

    def _last(self, partition: int) -> bytes:
        newest = self._link.call("XREVRANGE", feed_key(partition), "+", "-", "COUNT", 1)
        return newest[0][0] if newest else b"0-0"

    def _read(self, partitions: list[int], block_ms: int | None) -> set[str]:
        wait = [] if block_ms is None else ["BLOCK", block_ms]
        keys = [feed_key(partition) for partition in partitions]
        seen = [self._seen[partition] for partition in partitions]
        reply = self._link.call("XREAD", "COUNT", 1000, *wait, "STREAMS", *keys, *seen)
        found: set[str] = set()
        for key, entries in reply.items() if isinstance(reply, dict) else reply or []:
            partition = partitions[keys.index(key.decode())]
            self._seen[partition] = entries[-1][0]
            found |= {Pointer(partition, entry, fields).match for entry, fields in entries}
        return found
