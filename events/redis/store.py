"""The store of matches in Redis: one stream per match; one script call for an append, and one for any read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from events.codec import UnreadableEvent, encode
from events.envelope import Recorded, Stored
from events.objects.store import Objects
from events.redis.archive import RedisArchives, retry_moved
from events.redis.client import Client
from events.redis.entries import parse_entries, parse_head, parse_tail, parse_version
from events.redis.script import Script
from events.store import (
    DIGEST_BYTES,
    REFUSALS_BYTES_MAX,
    REFUSALS_MAX,
    TAIL_MAX,
    Answer,
    Append,
    Appended,
    Behind,
    Head,
    Key,
    Moment,
    Refusal,
    Repeated,
    Tail,
    count_kept,
)
from events.tree import Frontier, pack

FEED_MAX = 20_000  # entries kept in each partition's feed; a reader further behind rebuilds from the streams
RESTORE_ATTEMPTS_MAX = 20  # a refusal that arrives at the same moment makes one fail

_LIMITS = tuple(str(limit).encode() for limit in (TAIL_MAX, REFUSALS_MAX, FEED_MAX))
_KEY_IS_CHECKED = 12  # index of the argument that says so
_append = Script("append.lua", is_confirmed=True)
_erase = Script("erase.lua", is_confirmed=True)
_tail = Script("tail.lua")
_at = Script("at.lua")
_read = Script("read_events.lua")
_put_snapshots = Script("put_snapshots.lua")
_refusal_encoder = msgspec.msgpack.Encoder()
_refusal_decoder = msgspec.msgpack.Decoder(Refusal)


class RedisStore:
    """`objects` keeps the archives; without it no match is archived, and none that is can be read."""

    def __init__(self, client: Client, objects: Objects | None = None) -> None:
        self._client, self.objects = client, objects
        self.archives = RedisArchives(client, objects)

    def append(self, append: Append) -> Answer:
        match, key, events = append.match, append.key, append.events
        append.check()
        if append.is_small and self._open_small(append):
            return Appended(1)
        keys = self._client.layout.keys_of(match)
        args: list[Any] = [
            match,
            append.base.version,
            pack(append.base.frontier),
            b"" if key is None else _key_field(key),
            b"" if key is None else key.digest,
            append.answer,
            pack(append.frontier),
            append.feed,
            b"" if append.refusal is None else _refusal_encoder.encode(append.refusal),
            *_LIMITS,
            b"",
            REFUSALS_BYTES_MAX,
            *map(encode, events),
        ]
        if append.snapshot:
            keys, args = (*keys, self._client.layout.snapshot_key(match)), [*args, append.snapshot]
        reply = self._client.run(_append, keys, args)
        if reply[0] == 3 and key is not None:
            known = self.archives.get(match).answers.get(_key_field(key))
            args[_KEY_IS_CHECKED] = b"1"
            reply = self._client.run(_append, keys, args) if known is None else (2, known)
        if reply[0] == 4:
            reply = self._append_restored(match, keys, args)
        if reply[0] == 0:
            return Appended(int(reply[1]))
        if reply[0] == 1:
            tail = self._parse_tail(match, append.base.version, reply[1:])
            return Behind(tail.head, tail.root, tail.events)
        assert key is not None, "only a key can be known"
        return Repeated(reply[1][DIGEST_BYTES:], is_same_body=reply[1].startswith(key.digest))

    def _open_small(self, append: Append) -> bool:
        key = append.key
        answers = () if key is None else ((_key_field(key), key.digest + append.answer),)
        event, frontier = encode(append.events[0]), pack(append.frontier)
        return self.archives.open(append.match, event, answers, frontier, append.feed, FEED_MAX)

    def _append_restored(self, match: str, keys: Sequence[str], args: Sequence[Any]) -> Any:
        """Append the second event of a small match, which has to leave its archive first."""
        for _ in range(RESTORE_ATTEMPTS_MAX):
            self.restore(match)  # another worker may do it at the same moment
            reply = self._client.run(_append, keys, args)
            if reply[0] != 4:
                return reply
        raise UnreadableEvent(f"match {match}: its first event cannot be restored from its archive")

    def tail(self, match: str, after: int) -> Tail:
        stream, head, *_ = self._client.layout.keys_of(match)
        reply = self._client.run(_tail, (head, stream), (after, TAIL_MAX))
        return self._parse_tail(match, after, reply)

    def _parse_tail(self, match: str, after: int, reply: Sequence[Any]) -> Tail:
        tail = parse_tail(match, after, reply)
        if tail.events or tail.head.version <= after:
            return tail
        archived = self.read(match, max(after, 1), min(after + TAIL_MAX, tail.head.version))
        root = archived[0].stored.root if after and archived else b""
        return Tail(tail.head, root, tuple(archived[1:] if after else archived))

    @retry_moved
    def at(
        self, match: str, version: int | None = None, upto: int | None = None, *, with_newest: bool = False
    ) -> Moment:
        stream, head, *_ = self._client.layout.keys_of(match)
        keys = (head, self._client.layout.snapshot_key(match), stream, self._client.layout.archive_key(match))
        end = version if upto is None else upto
        args = ("" if version is None else version, "" if end is None else end, "1" if with_newest else "")
        reached, frontier, archive, found, *newest = self._client.run(_at, keys, args)
        current = parse_head(match, reached, frontier)
        archived = [] if archive is None else self.archives.open_found(match, *archive).events
        moment = self._moment(match, current, archived, found, end)
        if with_newest:
            newest_moment = moment if newest[0] is None else self._moment(match, current, archived, newest[0], None)
            moment = msgspec.structs.replace(moment, newest=newest_moment)
        return moment

    @staticmethod
    def _moment(match: str, current: Head, archived: list[Recorded], found: Sequence[Any], end: int | None) -> Moment:
        begun, snapshot = parse_version(match, found[0]), found[1]
        events = archived[begun:end] + parse_entries(match, max(begun, len(archived)), found[2])
        return Moment(current, begun, snapshot or b"", tuple(events))

    @retry_moved
    def read(self, match: str, first: int = 1, last: int | None = None) -> list[Recorded]:
        stream, head, *_ = self._client.layout.keys_of(match)
        end = "+" if last is None else f"{last}-0"
        entries = self._client.call("XRANGE", stream, f"{first}-0", end)
        if entries and entries[0][0] == b"%d-0" % first:
            return parse_entries(match, first - 1, entries)
        keys = (stream, head, self._client.layout.archive_key(match))
        entries, packed, reference = self._client.run(_read, keys, (f"{first}-0", end))
        archived = self.archives.open_found(match, packed, reference).events
        return archived[first - 1 : last] + parse_entries(match, max(first - 1, len(archived)), entries)

    def head(self, match: str) -> Head:
        return parse_head(match, *self._client.call("HMGET", self._client.layout.keys_of(match)[1], "v", "f"))

    def refusals(self, match: str) -> list[Refusal]:
        return [_decode_refusal(raw) for raw in self._journal(match)]

    def _journal(self, match: str) -> list[bytes]:
        entries = [
            *self._client.call("LRANGE", self._client.layout.keys_of(match)[3], 0, -1),
            *self.archives.get(match).journal,
        ]
        return entries[: count_kept(map(len, entries))]

    def archive(self, match: str) -> bool:
        return self.archives.put(match)

    def restore(self, match: str) -> bool:
        return self.archives.restore(match)

    def delete_leftovers(self, *, is_due_only: bool = True) -> int:
        return self.archives.delete_leftovers(is_due_only=is_due_only)

    def erase(
        self,
        match: str,
        base: Head,
        replaced: Mapping[int, Stored],
        event: Stored,
        *,
        frontier: Frontier,
        feed: bytes = b"",
        actor: str | None = None,
    ) -> bool:
        if self.archives.has(match) and not self.restore(match):
            return False
        stream, head, answers, journal, feed_of_partition, _ = self._client.layout.keys_of(match)
        entries = [arg for version, stored in replaced.items() for arg in (f"{version}-0", encode(stored))]
        refused = [raw for raw in self._journal(match) if _decode_refusal(raw).actor == actor]
        known = base.version, pack(base.frontier)
        reply = self._client.run(
            _erase,
            [
                stream,
                head,
                answers,
                journal,
                feed_of_partition,
                f"{stream}:rewritten",
                self._client.layout.snapshot_key(match),
            ],
            [match, *known, pack(frontier), feed, FEED_MAX, encode(event), len(replaced), *entries, *refused],
        )
        return bool(reply == 1)

    def forget_snapshots(self, match: str) -> None:
        self._client.call("DEL", self._client.layout.snapshot_key(match))

    def put_snapshots(self, match: str, head: Head, snapshots: Mapping[int, bytes], newest: int) -> None:
        fields = [field for entry in snapshots.items() for field in entry]
        known = head.version, pack(head.frontier)
        self._client.run(
            _put_snapshots,
            (self._client.layout.keys_of(match)[1], self._client.layout.snapshot_key(match)),
            (*known, newest, *fields),
        )


def _key_field(key: Key) -> bytes:
    """A key is looked up by match and actor, never by itself; sixteen bytes are enough to tell them apart."""
    return blake2b(f"{key.actor}\n{key.key}".encode(), digest_size=16).digest()


def _decode_refusal(raw: bytes) -> Refusal:
    """An entry of the journal is the length of the idempotency key's field, the field, and the refusal."""
    return _refusal_decoder.decode(raw[4 + int(raw[:4]) :])
