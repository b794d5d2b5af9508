"""The store of matches in Redis: one stream per match; one script call for an append, and one for any read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b, sha1
from typing import Any

import msgspec

from events.codec import UnreadableEvent, encode
from events.envelope import Recorded, Stored
from events.objects.store import Objects
from events.redis.archive import KNOWN_HEAD, NOTHING, REFERENCE_BYTES, RedisArchives, retry_moved
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
APPEND_ATTEMPTS_MAX = 20  # a refusal or an archiving that comes at the same moment makes one fail

_LIMITS = {
    "tail": TAIL_MAX,
    "feed": FEED_MAX,
    "refusals": REFUSALS_MAX,
    "refusals_bytes": REFUSALS_BYTES_MAX,
    "digest": DIGEST_BYTES,
}
_append = Script("append.lua", after=KNOWN_HEAD, is_confirmed=True, limits=_LIMITS)
_erase = Script("erase.lua", is_confirmed=True)
_tail = Script("tail.lua", after=KNOWN_HEAD)
_at = Script("at.lua", after=KNOWN_HEAD)
_read = Script("read_events.lua", after=KNOWN_HEAD)
_put_snapshots = Script("put_snapshots.lua")
_refusal_encoder = msgspec.msgpack.Encoder()
_refusal_decoder = msgspec.msgpack.Decoder(Refusal)


class RedisStore:
    """`objects` keeps the archives; without it no match is archived, and none that is can be read."""

    def __init__(self, client: Client, objects: Objects | None = None) -> None:
        self._client, self.objects = client, objects
        self.archives = RedisArchives(client, objects)

    def append(self, append: Append) -> Answer:
        match, key = append.match, append.key
        append.check()
        if append.is_small and self._open_small(append):
            return Appended(1)
        reply = self._run_append(append)
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

    @retry_moved
    def _run_append(self, append: Append) -> Any:
        """Run the script, and do first what it asks for of a match that is in its archive."""
        match, key, layout = append.match, append.key, self._client.layout
        stream, head, answers, journal, feed, register = layout.keys_of(match)
        keys: tuple[str, ...] = (stream, head, feed, register, layout.snapshot_key(match))
        args: list[Any] = [
            match,
            append.base.version,
            pack(append.base.frontier),
            pack(append.frontier),
            append.feed,
            append.snapshot,
            len(append.events),
            *map(encode, append.events),
        ]
        searched = line = frontier = b""
        for _ in range(APPEND_ATTEMPTS_MAX):
            if key is None and append.refusal is None and not line:
                reply = self._client.run(_append, keys, args)
            else:
                field, answer = (b"", b"") if key is None else (_key_field(key), key.digest + append.answer)
                refusal = b"" if append.refusal is None else _refusal_encoder.encode(append.refusal)
                further = (field, answer, refusal, searched, line, frontier)
                reply = self._client.run(_append, (*keys, answers, journal), (*args, *further))
            if reply[0] == 3 and key is not None:
                known = self.archives.get(match).answers.get(_key_field(key))
                if known is not None:
                    return 2, known
                searched = b"1"
            elif reply[0] == 4:
                self.restore(match)  # another worker may do it at the same moment
            elif reply[0] == 5:
                line, frontier = reply[1], pack(self.archives.frontier(match, reply[1][:REFERENCE_BYTES]))
            else:
                return reply
        raise UnreadableEvent(f"match {match}: it cannot be taken out of its archive")

    @retry_moved
    def tail(self, match: str, after: int) -> Tail:
        stream, head, _, _, _, register = self._client.layout.keys_of(match)
        version, frontier, entries, reference = self._client.run(
            _tail, (head, stream, register), (after, TAIL_MAX, match)
        )
        if frontier is None and reference is not None:
            frontier = pack(self.archives.frontier(match, reference))
        return self._parse_tail(match, after, (version, frontier, entries))

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
        stream, head, _, _, _, register = self._client.layout.keys_of(match)
        keys = (head, self._client.layout.snapshot_key(match), stream, self._client.layout.archive_key(match), register)
        end = version if upto is None else upto
        args = ("" if version is None else version, "" if end is None else end, "1" if with_newest else "", match)
        reached, frontier, archive, found, *newest = self._client.run(_at, keys, args)
        opened = NOTHING if archive is None else self.archives.open_found(match, *archive)
        archived = opened.events
        current = parse_head(match, reached, pack(opened.frontier) if frontier is None else frontier)
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
        stream, head, _, _, _, register = self._client.layout.keys_of(match)
        end = "+" if last is None else f"{last}-0"
        entries = self._client.call("XRANGE", stream, f"{first}-0", end)
        if entries and entries[0][0] == b"%d-0" % first:
            return parse_entries(match, first - 1, entries)
        keys = (stream, head, self._client.layout.archive_key(match), register)
        entries, packed, reference = self._client.run(_read, keys, (f"{first}-0", end, match))
        archived = self.archives.open_found(match, packed, reference).events
        return archived[first - 1 : last] + parse_entries(match, max(first - 1, len(archived)), entries)

    @retry_moved
    def head(self, match: str) -> Head:
        version, frontier = self._client.call("HMGET", self._client.layout.keys_of(match)[1], "v", "f")
        if version is None:  # archived, or there is no such match
            version, frontier, _, reference, _ = self.archives.known(match)
            if frontier is None and reference is not None:
                frontier = pack(self.archives.frontier(match, reference))
        return parse_head(match, version, frontier)

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
        layout = self._client.layout
        stream, head, answers, journal, feed_of_partition, _ = layout.keys_of(match)
        keys = (stream, head, answers, journal, feed_of_partition, f"{stream}:rewritten", layout.snapshot_key(match))
        entries = [arg for version, stored in replaced.items() for arg in (f"{version}-0", encode(stored))]
        known = base.version, pack(base.frontier)
        for _ in range(APPEND_ATTEMPTS_MAX):
            refusals = [] if actor is None else self._client.call("LRANGE", journal, 0, -1)
            refused = [raw for raw in refusals if _decode_refusal(raw).actor == actor]
            digest = "" if actor is None else sha1(b"".join(refusals)).hexdigest()
            counted = (encode(event), digest, len(replaced), *entries, *refused)
            reply = self._client.run(_erase, keys, (match, *known, pack(frontier), feed, FEED_MAX, *counted))
            if reply != 2:
                return bool(reply == 1)
        return False

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
