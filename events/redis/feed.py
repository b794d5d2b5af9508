"""The partitions' feeds: which matches were appended to, read by consumer groups that resume where they stopped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from redis.exceptions import ResponseError

from events.redis.client import Client
from events.redis.keys import PARTITIONS, feed_key, matches_key
from events.store import StoreUnavailable


class Pointer:
    """One entry of a feed: which match, up to which version, and the note of whoever appended."""

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

    def __init__(self, client: Client, group: str, consumer: str) -> None:
        self._client = client
        self._group = group
        self._consumer = consumer

    def missed(self) -> dict[int, str]:
        """The partitions that must be read from their streams instead, and where to follow each one from afterwards.

        A group that does not exist yet has read nothing, and a group that fell so far behind that the feed was trimmed
        has missed entries: both are brought up to date from the matches themselves.
        """
        missed: dict[int, str] = {}
        for partition in range(PARTITIONS):
            key = feed_key(partition)
            last = self._client.call("XREVRANGE", key, "+", "-", "COUNT", 1)
            if not last or self._has_gap(key):
                missed[partition] = last[0][0].decode() if last else "0-0"
        return missed

    def join(self, partition: int, position: str) -> None:
        """Follow a partition from this entry on. To be called after its matches were read: a process that dies before
        that has no group, and begins again."""
        key = feed_key(partition)
        try:
            self._client.call("XGROUP", "CREATE", key, self._group, position, "MKSTREAM")
        except ResponseError as error:
            if not str(error).startswith("BUSYGROUP"):
                raise
            self._client.call("XGROUP", "SETID", key, self._group, position)

    def matches(self, partition: int) -> Iterator[str]:
        """Every match of a partition."""
        cursor: Any = 0
        while True:
            cursor, members = self._client.call("SSCAN", matches_key(partition), cursor, "COUNT", 500)
            for member in members:
                yield member.decode()
            if int(cursor) == 0:
                return

    def unfinished(self) -> list[Pointer]:
        """The entries that this consumer had taken and not acknowledged when it last stopped."""
        found: list[Pointer] = []
        for partition in range(PARTITIONS):
            found += self._read([partition], "0", block_ms=None)
        return found

    def take(self, block_ms: int) -> list[Pointer]:
        """New entries; waits up to `block_ms` for the first."""
        if not self._client.is_cluster:
            return self._read(list(range(PARTITIONS)), ">", block_ms=block_ms)
        found: list[Pointer] = []
        for partition in range(PARTITIONS):  # on a cluster each feed may live on another node
            found += self._read([partition], ">", block_ms=None)
        return found

    def acknowledge(self, pointer: Pointer) -> None:
        self._client.call("XACK", feed_key(pointer.partition), self._group, pointer.entry)

    def _read(self, partitions: list[int], start: str, *, block_ms: int | None) -> list[Pointer]:
        block = [] if block_ms is None else ["BLOCK", block_ms]
        keys = [feed_key(partition) for partition in partitions]
        reply = self._client.call(
            "XREADGROUP",
            "GROUP",
            self._group,
            self._consumer,
            "COUNT",
            200,
            *block,
            "STREAMS",
            *keys,
            *[start] * len(keys),
        )
        found: list[Pointer] = []
        for key, entries in reply or []:
            partition = partitions[keys.index(key.decode())]
            found += [Pointer(partition, entry, fields) for entry, fields in entries if fields]
        return found

    def _has_gap(self, key: str) -> bool:
        first = self._client.call("XRANGE", key, "-", "+", "COUNT", 1)
        for group in self._client.call("XINFO", "GROUPS", key):
            values = dict(zip(group[::2], group[1::2]))
            if values[b"name"].decode() == self._group:
                return (
                    bool(first)
                    and _order(values[b"last-delivered-id"]) < _order(first[0][0])
                    and self._was_trimmed(key)
                )
        return True  # there is no group yet

    def _was_trimmed(self, key: str) -> bool:
        info = self._client.call("XINFO", "STREAM", key)
        values = dict(zip(info[::2], info[1::2]))
        added = values.get(b"entries-added")  # Redis 7 and newer; without it, assume the worse
        return added is None or int(added) > int(values[b"length"])


def _order(entry: bytes) -> tuple[int, int]:
    time_ms, _, serial = entry.partition(b"-")
    return int(time_ms), int(serial)


class FeedTail:
    """The end of all feeds, without a consumer group: which matches have changed since the last call."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.is_blocking = not client.is_cluster
        newest = client.call_many([("XREVRANGE", feed_key(one), "+", "-", "COUNT", 1) for one in range(PARTITIONS)])
        self._seen = [_last_id(entries) for entries in newest]

    def changed_matches(self, block_ms: int) -> set[str]:
        return self._wait(block_ms) if self.is_blocking else self._poll()

    def _wait(self, block_ms: int) -> set[str]:
        keys = [feed_key(partition) for partition in range(PARTITIONS)]
        reply = self._client.call("XREAD", "COUNT", 1000, "BLOCK", block_ms, "STREAMS", *keys, *self._seen)
        found: set[str] = set()
        for key, entries in reply or []:
            found |= self._take(keys.index(key.decode()), entries)
        return found

    def _poll(self) -> set[str]:
        """On a cluster no call can wait on all feeds: they are read in one packet for each node."""
        ranges = [
            ("XRANGE", feed_key(partition), b"(" + seen, "+", "COUNT", 1000)
            for partition, seen in enumerate(self._seen)
        ]
        found: set[str] = set()
        for partition, entries in enumerate(self._client.call_many(ranges)):
            found |= self._take(partition, _checked(entries))
        return found

    def _take(self, partition: int, entries: list[Any]) -> set[str]:
        if entries:
            self._seen[partition] = entries[-1][0]
        return {Pointer(partition, entry, fields).match for entry, fields in entries}


def _checked(reply: Any) -> Any:
    if isinstance(reply, Exception):
        raise StoreUnavailable(str(reply)) from reply
    return reply


def _last_id(entries: Any) -> bytes:
    found = _checked(entries)
    last: bytes = found[0][0] if found else b"0-0"
    return last
