"""The partitions' feeds: which matches were appended to, read by consumer groups that resume where they stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from redis.exceptions import ResponseError

from events.redis.client import Client
from events.redis.keys import feed_key, register_keys
from events.store import StoreUnavailable

READ_MAX = 200
FIRST = b"0-0"  # before every entry
LONG_FEED = 10_000  # feeds are trimmed at twice this length
ASIDE_KEY = "background:aside"
ASIDE_MAX = 1000  # entries that could not be read, kept for an operator


class Pointer(NamedTuple):
    """One entry of a feed: which match, up to which version, and the note of whoever appended."""

    partition: int
    entry: bytes
    match: str
    version: int
    note: bytes


class BadEntry(NamedTuple):
    """An entry of a feed that this service cannot have written."""

    partition: int
    entry: bytes
    fields: Sequence[bytes]
    reason: str


class Taken(NamedTuple):
    """What was read from several feeds, and the partitions that could not be read."""

    entries: list[Pointer | BadEntry]
    failed: dict[int, StoreUnavailable]


class RedisFeed:
    """One consumer of one group over all partitions."""

    def __init__(self, client: Client, group: str, consumer: str) -> None:
        self._client = client
        self._group = group
        self._consumer = consumer
        self.is_blocking = not client.is_cluster

    @property
    def partitions(self) -> range:
        return self._client.layout.partitions

    def gap(self, partition: int) -> str | None:
        """None if the group can go on where it stopped; else the entry to follow the partition from, after its matches
        have been read.

        A group that does not exist yet has read nothing, and a group that fell so far behind that the feed was trimmed
        has missed entries: both are brought up to date from the matches themselves.
        """
        key = feed_key(partition)
        # As a poll: else each partition of a server that does not answer would hold up the others for five seconds.
        (reply,) = self._client.call_many([("XREVRANGE", key, "+", "-", "COUNT", 1)])
        last = _check_reply(reply)
        if last and not self._has_gap(key):
            return None
        return last[0][0].decode() if last else "0-0"

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
        for reply in self._client.call_many([("HKEYS", key) for key in register_keys(partition)]):
            for match in _check_reply(reply):
                yield match.decode()

    def all_matches(self) -> Iterator[str]:
        """Every match of the store."""
        return (match for partition in self.partitions for match in self.matches(partition))

    def unfinished(self, partition: int) -> list[Pointer | BadEntry]:
        """The entries that this consumer has taken and not acknowledged, READ_MAX at most."""
        return self._read([partition], "0", block_ms=None)

    def with_unfinished(self, partitions: Sequence[int]) -> list[int]:
        """Those of these partitions in which entries were taken and not acknowledged."""
        replies = self._client.call_many([("XPENDING", feed_key(one), self._group) for one in partitions])
        return [one for one, reply in zip(partitions, replies) if not isinstance(reply, Exception) and reply[0]]

    def take(self, partitions: Sequence[int], block_ms: int) -> Taken:
        """New entries of these partitions; waits up to `block_ms` for the first, except on a cluster."""
        if not partitions:
            return Taken([], {})
        if self.is_blocking:
            return Taken(self._read(partitions, ">", block_ms=block_ms), {})
        found = Taken([], {})
        # On a cluster each feed may live on another node. Those that have nothing new are left out, in one packet for
        # each node.
        newest = self._client.call_many([("XINFO", "GROUPS", feed_key(partition)) for partition in partitions])
        for partition, groups in zip(partitions, newest, strict=True):
            try:
                if self._has_news(partition, _check_reply(groups)):
                    found.entries.extend(self._read([partition], ">", block_ms=None))
            except StoreUnavailable as gone:
                found.failed[partition] = gone
        return found

    def check_server(self, key: str) -> None:
        """Raises StoreUnavailable if the server of a cluster that has this key does not answer, and sooner than a call
        that needs it."""
        if not self.is_blocking:
            (reply,) = self._client.call_many([("EXISTS", key)])
            _check_reply(reply)

    def acknowledge(self, entry: Pointer | BadEntry) -> None:
        self._client.call("XACK", feed_key(entry.partition), self._group, entry.entry)

    def set_aside(self, entry: BadEntry) -> None:
        """Keep an entry that cannot be read where an operator finds it, and go on without it."""
        found = [b"feed", feed_key(entry.partition), b"id", entry.entry, b"reason", entry.reason]
        raw = [b"fields", b" ".join(field[:200] for field in entry.fields)[:2000]]
        self._client.call("XADD", ASIDE_KEY, "MAXLEN", "~", ASIDE_MAX, "*", *found, *raw)
        self.acknowledge(entry)

    def _has_news(self, partition: int, groups: Sequence[Any]) -> bool:
        for group in groups:
            values = dict(zip(group[::2], group[1::2]))
            if values[b"name"].decode() == self._group:
                lag = values.get(b"lag")  # unknown on servers before 7.0, and after entries were deleted
                return lag is None or int(lag) > 0
        raise StoreUnavailable(f"NOGROUP: the feed of partition {partition} has lost its consumer group")

    def _read(self, partitions: Sequence[int], start: str, *, block_ms: int | None) -> list[Pointer | BadEntry]:
        block = [] if block_ms is None else ["BLOCK", block_ms]
        keys = [feed_key(partition) for partition in partitions]
        reply = self._client.call(
            "XREADGROUP",
            "GROUP",
            self._group,
            self._consumer,
            "COUNT",
            READ_MAX,
            *block,
            "STREAMS",
            *keys,
            *[start] * len(keys),
        )
        found: list[Pointer | BadEntry] = []
        for key, entries in reply or []:
            partition = partitions[keys.index(key.decode())]
            found += [parse_entry(partition, entry, fields) for entry, fields in entries]
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


def parse_entry(partition: int, entry: bytes, fields: Sequence[bytes] | None) -> Pointer | BadEntry:
    if not fields:
        return BadEntry(partition, entry, (), "the entry was deleted from the feed before it was read")
    values = dict(zip(fields[::2], fields[1::2]))
    try:
        return Pointer(partition, entry, values[b"m"].decode(), int(values[b"v"]), values[b"d"])
    except (KeyError, ValueError) as error:
        return BadEntry(partition, entry, fields, f"{type(error).__name__}: {error}")


def _order(entry: bytes) -> tuple[int, int]:
    time_ms, _, serial = entry.partition(b"-")
    return int(time_ms), int(serial)


class FeedGone(Exception):
    """A position in the feeds from which one cannot go on: what followed it is not there any more."""


class RedisFeedPages:
    """All feeds, read from a position that the reader keeps: the last entry seen of each partition."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @property
    def partitions(self) -> int:
        return len(self._client.layout.partitions)

    def end(self) -> list[bytes]:
        """The position after everything so far."""
        calls = [("XREVRANGE", feed_key(one), "+", "-", "COUNT", 1) for one in self._client.layout.partitions]
        found = [_check_reply(reply) for reply in self._client.call_many(calls)]
        return [entries[0][0] if entries else FIRST for entries in found]

    def read(self, position: Sequence[bytes], limit: int) -> tuple[list[Pointer | BadEntry], list[bytes]]:
        """What follows a position, oldest first, and the position after that. The order is that of the servers' clocks;
        for one match it is that of its versions."""
        # From the last entry seen, which shows by being there that nothing after it was trimmed.
        calls = [
            ("XRANGE", feed_key(partition), seen, "+", "COUNT", limit + 1) for partition, seen in enumerate(position)
        ]
        found: list[Pointer | BadEntry] = []
        for partition, (seen, reply) in enumerate(zip(position, self._client.call_many(calls), strict=True)):
            entries = _check_reply(reply)
            is_whole = entries[0][0] == seen if entries else seen == FIRST
            if not is_whole and (seen != FIRST or self._is_trimmed(partition)):
                raise FeedGone
            found += [parse_entry(partition, entry, fields) for entry, fields in entries if entry != seen]
        found = sorted(found, key=lambda one: (*_order(one.entry), one.partition))[:limit]
        after = list(position)
        for one in found:
            after[one.partition] = one.entry
        return found, after

    def _is_trimmed(self, partition: int) -> bool:
        info = self._client.call("XINFO", "STREAM", feed_key(partition))
        values = dict(zip(info[::2], info[1::2]))
        added = values.get(b"entries-added")  # Redis 7 and newer; without it, assume that a long feed was trimmed
        length = int(values[b"length"])
        return length >= LONG_FEED if added is None else int(added) > length


def _check_reply(reply: Any) -> Any:
    if isinstance(reply, Exception):
        raise StoreUnavailable(str(reply)) from reply
    return reply
