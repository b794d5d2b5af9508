"""The store of matches in Redis: one stream per match, one script call per append."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from redis.exceptions import NoScriptError

from events.archive import events_of
from events.archive import unpack as unpack_archive
from events.codec import UnreadableEvent, decode, encode
from events.envelope import Recorded, Stored
from events.redis.archive import RedisArchives
from events.redis.keys import archive_key, keys_of, snapshot_key
from events.redis.link import Link, Script
from events.store import (
    DIGEST_BYTES,
    REFUSALS_MAX,
    TAIL_MAX,
    Answer,
    Appended,
    Behind,
    Head,
    Key,
    Refusal,
    Repeated,
    Resumed,
)
from events.tree import Frontier, pack, unpack

FEED_MAX = 20_000  # entries kept in each partition's feed; a reader further behind rebuilds from the streams
LIKELY_TAIL = 24  # events after a snapshot; there are seldom more
TAKE_OUT_MAX = 20  # attempts, each of which somebody else's refusal may spoil

_LIMITS = tuple(str(limit).encode() for limit in (TAIL_MAX, REFUSALS_MAX, FEED_MAX))
_LOOKED_FOR = 11  # the place of the word that says so
_read = Script(Path(__file__).with_name("read.lua"))
_append = Script(Path(__file__).with_name("append.lua"), is_confirmed=True)
_pick = Script(Path(__file__).with_name("pick.lua"))
_erase = Script(Path(__file__).with_name("erase.lua"), is_confirmed=True)
_refusal_encoder = msgspec.msgpack.Encoder()
_refusal_decoder = msgspec.msgpack.Decoder(Refusal)


def _key_field(key: Key) -> bytes:
    """A key is looked up by match and actor, never by itself; sixteen bytes are enough to tell them apart."""
    return blake2b(f"{key.actor}\n{key.key}".encode(), digest_size=16).digest()


class RedisStore:
    def __init__(self, link: Link) -> None:
        self._link = link
        self._archives = RedisArchives(link)

    def append(
        self,
        match: str,
        base: int,
        events: Sequence[Stored] = (),
        *,
        frontier: Frontier = (),
        key: Key | None = None,
        answer: bytes = b"",
        feed: bytes = b"",
        refusal: Refusal | None = None,
        snapshot: bytes = b"",
        is_small: bool = False,
    ) -> Answer:
        assert key is None or len(key.digest) == DIGEST_BYTES
        assert not (events and refusal), "a refused command has no events"
        assert not is_small or (base, len(events)) == (0, 1), "only a match that begins is small"
        if is_small:
            answers = () if key is None else ((_key_field(key), key.digest + answer),)
            if self._archives.open(match, encode(events[0]), answers, pack(frontier), feed, FEED_MAX):
                return Appended(1)
        words = [
            match,
            base,
            b"" if key is None else _key_field(key),
            b"" if key is None else key.digest,
            answer,
            pack(frontier),
            feed,
            b"" if refusal is None else _refusal_encoder.encode(refusal),
            *_LIMITS,
            b"",
            *map(encode, events),
        ]
        keys = keys_of(match)
        if snapshot:
            keys, words = (*keys, snapshot_key(match)), [*words, snapshot]
        reply = self._link.run(_append, keys, words)
        if reply[0] == 3 and key is not None:
            known = self._archives.get(match).answer_to(_key_field(key))
            words[_LOOKED_FOR] = b"1"
            reply = self._link.run(_append, keys, words) if known is None else (2, known)
        if reply[0] == 4:
            reply = self._append_outside(match, keys, words)
        if reply[0] == 0:
            return Appended(int(reply[1]))
        if reply[0] == 1:
            version = _number(match, reply[3] if len(reply) > 3 else b"junk")  # a script leaves out what is no number
            tail = _recorded(match, base, reply[2])
            if not tail and base < version:
                tail = self.read(match, base, version, TAIL_MAX)  # from the archive
            return Behind(tuple(tail), unpack(reply[1]), version)
        assert key is not None, "only a key can be known"
        return Repeated(reply[1][DIGEST_BYTES:], is_same_body=reply[1].startswith(key.digest))

    def _append_outside(self, match: str, keys: Sequence[str], words: Sequence[Any]) -> Any:
        """The append to a match that was small so far, and now goes on: first it is taken out of its archive."""
        for _ in range(TAKE_OUT_MAX):
            self.restore(match)  # or somebody else does it at the same moment
            reply = self._link.run(_append, keys, words)
            if reply[0] != 4:
                return reply
        raise UnreadableEvent(f"match {match}: its first event cannot be taken out of its archive")

    def read(self, match: str, after: int = 0, upto: int | None = None, limit: int | None = None) -> list[Recorded]:
        if limit == 0:
            return []  # the server would take a count of 0 for an absent reply
        end = "+" if upto is None else f"{upto}-0"
        words: list[Any] = ["XRANGE", keys_of(match)[0], f"{after + 1}-0", end]
        if limit is not None:
            words += ["COUNT", limit]
        entries = self._link.call(*words)
        if entries and entries[0][0] == b"%d-0" % (after + 1):
            return _recorded(match, after, entries)
        entries, packed = self._link.run(
            _read, (keys_of(match)[0], archive_key(match)), (f"{after + 1}-0", end, "" if limit is None else limit)
        )
        archived = [] if packed is None else _unpacked(match, packed)
        return (archived[after:upto] + _recorded(match, max(after, len(archived)), entries))[:limit]

    def version(self, match: str) -> int:
        return _number(match, self._link.ask("HGET", keys_of(match)[1], "v"))

    def head(self, match: str) -> Head:
        return _head(match, *self._link.call("HMGET", keys_of(match)[1], "v", "f"))

    def refusals(self, match: str) -> list[Refusal]:
        return [_refusal_in(raw) for raw in self._journal(match)]

    def _journal(self, match: str) -> list[bytes]:
        entries = [*self._link.call("LRANGE", keys_of(match)[3], 0, -1), *self._archives.get(match).journal]
        return entries[:REFUSALS_MAX]

    def archive(self, match: str) -> bool:
        return self._archives.put(match)

    def restore(self, match: str) -> bool:
        return self._archives.take_out(match)

    def erase(
        self,
        match: str,
        base: int,
        replaced: Mapping[int, Stored],
        event: Stored,
        *,
        frontier: Frontier,
        feed: bytes = b"",
        actor: str | None = None,
    ) -> bool:
        if self._archives.has(match) and not self.restore(match):
            return False
        stream, head, answers, journal, feed_of_all, _ = keys_of(match)
        entries = [word for version, stored in replaced.items() for word in (f"{version}-0", encode(stored))]
        refused = [raw for raw in self._journal(match) if _refusal_in(raw).actor == actor]
        reply = self._link.run(
            _erase,
            [stream, head, answers, journal, feed_of_all, f"{stream}:anew", snapshot_key(match)],
            [match, base, pack(frontier), feed, FEED_MAX, encode(event), len(replaced), *entries, *refused],
        )
        return bool(reply == 1)

    def forget_snapshots(self, match: str) -> None:
        self._link.call("DEL", snapshot_key(match))

    def put_snapshots(self, match: str, snapshots: Mapping[int, bytes], newest: int) -> None:
        if self._archives.has(match):
            return  # what was made small stays small
        fields = [word for entry in snapshots.items() for word in entry]
        self._link.call("HSET", snapshot_key(match), *fields, "newest", newest)

    def resume(self, match: str, version: int | None = None, upto: int | None = None) -> Resumed | None:
        if version is None:
            return self._picked(match, None)[0]
        stream, head, *_ = keys_of(match)
        (reached, frontier, archived), snapshot, entries = self._link.look(
            ("HMGET", head, "v", "f", "a"),
            ("HGET", snapshot_key(match), version),
            ("XRANGE", stream, f"{version + 1}-0", "+" if upto is None else f"{upto}-0"),
        )
        if snapshot is None or version < _number(match, archived):
            return None  # it is gone, or what came after it is in the archive
        return Resumed(version, snapshot, tuple(_recorded(match, version, entries)), _head(match, reached, frontier))

    def resume_at(self, match: str, version: int) -> tuple[Resumed | None, Resumed | None]:
        return self._picked(match, version)

    def _picked(self, match: str, version: int | None) -> tuple[Resumed | None, Resumed | None]:
        """A script picks the snapshots; the events that are likely to have followed them come along in the packet."""
        stream, head, *_ = keys_of(match)
        keys, words = (head, snapshot_key(match)), ("" if version is None else version,)
        looks = [
            ("EVALSHA", _pick.digest, len(keys), *keys, *words),
            ("XREVRANGE", stream, "+", "-", "COUNT", LIKELY_TAIL),
        ]
        if version is not None:
            looks.append(("XREVRANGE", stream, f"{version}-0", "-", "COUNT", LIKELY_TAIL))
        try:
            picked, *tails = self._link.look(*looks)
        except NoScriptError:
            self._link.run(_pick, keys, words)
            picked, *tails = self._link.look(*looks)
        reached, frontier, archived, *found = picked
        stands, first = _head(match, reached, frontier), _number(match, archived)
        newest = self._resumed(match, stands, first, found[:2], tails[0], stands.version)
        if version is None:
            return newest, None
        return newest, self._resumed(match, stands, first, found[2:], tails[1], min(version, stands.version))

    def _resumed(
        self, match: str, stands: Head, first: int, picked: Sequence[Any], backwards: list[Any], upto: int
    ) -> Resumed | None:
        """A snapshot and the events after it, of those that came along; what came before `first` is in the archive."""
        begun, snapshot = _number(match, picked[0]), picked[1]
        if snapshot is None or begun < first:
            return None
        count = max(0, upto - begun)
        if count > len(backwards):
            return self.resume(match, begun, upto)
        return Resumed(begun, snapshot, tuple(_recorded(match, begun, backwards[:count][::-1])), stands)


def _head(match: str, version: bytes | None, frontier: bytes | None) -> Head:
    return Head(_number(match, version), unpack(frontier or b""))


def _number(match: str, raw: bytes | int | None) -> int:
    try:
        return int(raw or 0)
    except ValueError:
        raise UnreadableEvent(f"match {match}: {raw!r} is not a version") from None


def _unpacked(match: str, packed: bytes) -> list[Recorded]:
    try:
        return events_of(unpack_archive(packed))
    except UnreadableEvent as error:
        raise UnreadableEvent(f"match {match}: {error}") from error


def _refusal_in(raw: bytes) -> Refusal:
    """An entry of the journal is the length of the idempotency key's field, the field, and the refusal."""
    return _refusal_decoder.decode(raw[4 + int(raw[:4]) :])


def _recorded(match: str, after: int, entries: list[Any]) -> list[Recorded]:
    """Stream entries as events: the id is the version, the one field is the event."""
    recorded: list[Recorded] = []
    version = after
    try:
        for version, (entry_id, fields) in enumerate(entries, after + 1):
            if entry_id != b"%d-0" % version:
                raise UnreadableEvent(f"the stream goes on with {entry_id.decode()}")
            recorded.append(Recorded(version, decode(fields[1])))
    except UnreadableEvent as error:
        raise UnreadableEvent(f"match {match}, version {version}: {error}") from error
    return recorded
