"""Matches in their archives: one object outside Redis for each, to which the head in Redis refers.

An object is written and read back before the copy in Redis goes, in one script and only if the match has not changed.
What stays is a line in the register of matches: the object and the version (known_head.lua). The frontier follows from
the object, and the root in its name proves it. When the match goes on, it has a head of its own again.

Each attempt has a name of its own, which is noted before the object is written; the script that makes the head refer to
it takes the note away. So whatever a killed process has left is found by its note, and deleted when nobody can be using
it any more.

A match of one event (a new branch) lies packed in Redis itself, until it goes on.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from hashlib import blake2b
from typing import Any, NamedTuple, ParamSpec, TypeVar

from events.archive import Archive, archive_of, pack_archive, read_archive, unpack_archive
from events.codec import UnreadableEvent, encode
from events.envelope import Recorded
from events.objects.store import ArchiveUnavailable, NoObjects, ObjectMissing, Objects
from events.redis.archive_marker import ArchiveMarker
from events.redis.client import Client
from events.redis.keys import leftovers_key
from events.redis.script import Script
from events.store import count_kept
from events.tree import Frontier, pack

P = ParamSpec("P")
T = TypeVar("T")
SETTLE_MS = 3_600_000  # how long an object is kept that no head refers to: a failover may bring an earlier head back
KEPT_EVENTS_MAX = 20_000  # of archives that were read lately, in this process
KEPT_FRONTIERS_MAX = 10_000  # the same
READ_ATTEMPTS_MAX = 5
# What a head says of its object: the beginning of the root, a digest of all bytes, and a number of the attempt; short,
# because this is what remains in memory of every match that was ever played.
_ROOT_BYTES, _DIGEST_BYTES, _ATTEMPT_BYTES = 16, 12, 4
REFERENCE_BYTES = _ROOT_BYTES + _DIGEST_BYTES + _ATTEMPT_BYTES
KNOWN_HEAD = ("known_head.lua",)
_archive = Script("archive.lua", after=KNOWN_HEAD, is_confirmed=True)
_head = Script("head.lua", after=KNOWN_HEAD)
_open_small = Script("open_small.lua", is_confirmed=True)


class Opened(NamedTuple):
    """An archive, unpacked and proven by its root."""

    events: list[Recorded]
    answers: dict[bytes, bytes]
    journal: tuple[bytes, ...]
    frontier: Frontier  # of the tree after the events


NOTHING = Opened([], {}, (), ())


class Known(NamedTuple):
    """What Redis says of a match without reading its archive; its events are all in the object if it has a line."""

    version: bytes | None
    frontier: bytes | None
    archived: bytes | None  # up to this version
    reference: bytes | None
    line: bytes | None


class Whole(NamedTuple):
    """All that is kept of a match, in its archive and outside, and what the script compares to see that it still is."""

    events: tuple[bytes, ...]
    answers: tuple[tuple[bytes, bytes], ...]
    journal: tuple[bytes, ...]
    seen: tuple[Any, ...]
    reference: bytes  # the object that holds the archive, if there is one
    is_finished: bool  # nothing is outside of the object but late answers and refusals

    @property
    def frontier(self) -> bytes:
        frontier: bytes = self.seen[1]
        return frontier


class ArchiveMoved(Exception):
    """Another process has replaced or deleted the object since its head was read: read the head again."""


def retry_moved(read: Callable[P, T]) -> Callable[P, T]:
    @wraps(read)
    def retrying(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(READ_ATTEMPTS_MAX - 1):
            try:
                return read(*args, **kwargs)
            except ArchiveMoved:
                continue
        try:
            return read(*args, **kwargs)
        except ArchiveMoved as moved:
            raise ArchiveUnavailable(f"the archive of match {moved} moves again and again") from None

    return retrying


def object_name(match: str, reference: bytes) -> str:
    """The name of the object that a head refers to: by match and root, in one of 256 folders."""
    root = reference[:_ROOT_BYTES].hex()
    return f"{root[:2]}/{match}.{root}.{reference[_ROOT_BYTES + _DIGEST_BYTES :].hex()}"


class RedisArchives:
    def __init__(self, client: Client, objects: Objects | None) -> None:
        self._client, self._objects = client, NoObjects() if objects is None else objects
        self._kept: OrderedDict[bytes, Opened] = OrderedDict()  # by reference
        self._frontiers: OrderedDict[bytes, Frontier] = OrderedDict()  # by reference
        self._marker = ArchiveMarker(client, self._objects)

    @retry_moved
    def get(self, match: str) -> Opened:
        """The archive of a match; an empty one if it has none."""
        reference = self.known(match).reference
        packed = None if reference else self._client.call("GET", self._client.layout.archive_key(match))
        return self.open_found(match, packed, reference)

    def known(self, match: str) -> Known:
        _, head, _, _, _, register = self._client.layout.keys_of(match)
        return Known(*self._client.run(_head, (head, register), (match,)))

    def frontier(self, match: str, reference: bytes) -> Frontier:
        """Of the tree after the events in an object. Raises ArchiveMoved, as every reading of an object does."""
        known = self._frontiers.get(reference)
        if known is None:
            known = self._frontiers[reference] = self.open_found(match, None, reference).frontier
            if len(self._frontiers) > KEPT_FRONTIERS_MAX:
                self._frontiers.popitem(last=False)
        return known

    def open_found(self, match: str, packed: bytes | None, reference: bytes | None) -> Opened:
        """What a script has found of an archive: all of it in Redis, or the object that holds it."""
        try:
            if reference is not None:
                return self._read_object(match, reference)
            return NOTHING if packed is None else _unpack(packed)
        except UnreadableEvent as error:
            raise UnreadableEvent(f"match {match}: {error}") from error

    def _read_object(self, match: str, reference: bytes) -> Opened:
        kept = self._kept.get(reference)
        if kept is not None:
            self._kept.move_to_end(reference)
            return kept
        name = object_name(match, reference)
        try:
            opened = _check_object(name, reference, self._objects.get(name))
        except ObjectMissing:
            if self.known(match).reference != reference:
                raise ArchiveMoved(match) from None
            self._marker.check()
            raise UnreadableEvent(f"the object {name} is missing in the archive {self._objects.address}") from None
        self._kept[reference] = opened
        while len(self._kept) > 1 and sum(len(one.events) for one in self._kept.values()) > KEPT_EVENTS_MAX:
            self._kept.popitem(last=False)
        return opened

    def is_finished(self, match: str) -> bool:
        """Whether every event of the match is in its object, and nothing of it is a key of its own."""
        return self.known(match).line is not None

    def has(self, match: str) -> bool:
        """Whether there is an archive of the match."""
        return self.known(match).archived is not None

    def open(
        self,
        match: str,
        event: bytes,
        answers: tuple[tuple[bytes, bytes], ...],
        frontier: bytes,
        feed: bytes,
        feed_max: int,
    ) -> bool:
        """Begin a match whose first event is packed from the start; false if the match exists."""
        _, head, *_, feed_of_partition, register = self._client.layout.keys_of(match)
        keys = (head, self._client.layout.archive_key(match), feed_of_partition, register)
        args = [match, frontier, feed, feed_max, pack_archive(archive_of([event], answers))]
        return bool(self._client.run(_open_small, keys, args))

    def put(self, match: str) -> bool:
        """Raises ArchiveUnavailable if the object cannot be written; the match is then as it was."""
        self._marker.check_before_writing()
        whole = self.read_whole(match)
        if whole is None:
            return False
        archive = archive_of(whole.events, whole.answers, whole.journal)
        packed = pack_archive(archive)
        reference = archive.root[:_ROOT_BYTES] + _digest(packed) + secrets.token_bytes(_ATTEMPT_BYTES)
        name = object_name(match, reference)
        self._client.call("HSET", leftovers_key(self._client.layout.partition_of(match)), name, _now_ms() + SETTLE_MS)
        try:
            self._objects.put(name, packed)
            if self._objects.get(name) != packed:
                raise ArchiveUnavailable(f"the archive's {name} is not what was written")
            if self._run(match, whole, [reference, name]):
                return True
        except (ArchiveUnavailable, ObjectMissing) as failed:
            with suppress(ArchiveUnavailable):  # its note remains, and it is deleted later
                self._drop(self._client.layout.partition_of(match), name)
            raise ArchiveUnavailable(str(failed)) from failed
        self._drop(self._client.layout.partition_of(match), name)
        return False

    def restore(self, match: str) -> bool:
        """Take the match back into Redis; its object may be deleted from now on."""
        whole = self.read_whole(match)
        if whole is None:
            return False
        answers = [part for pair in whole.answers for part in pair]
        counts = len(whole.events), len(whole.answers)
        return self._run(match, whole, [b"", b"", counts[0], *whole.events, counts[1], *answers, *whole.journal])

    def _run(self, match: str, whole: Whole, args: list[Any]) -> bool:
        keys = (
            *self._client.layout.keys_of(match)[:4],
            self._client.layout.archive_key(match),
            self._client.layout.snapshot_key(match),
            leftovers_key(self._client.layout.partition_of(match)),
            self._client.layout.keys_of(match)[5],
        )
        old = object_name(match, whole.reference) if whole.reference else b""
        seen = [*whole.seen, whole.reference, old, _now_ms() + SETTLE_MS, match]
        return bool(self._client.run(_archive, keys, [*seen, *args]))

    def delete_leftovers(self, *, is_due_only: bool = True) -> int:
        """Delete objects that no head refers to; returns how many. What was erased must go at once."""
        count = 0
        for partition in self._client.layout.partitions:
            found = self._client.call("HGETALL", leftovers_key(partition))
            for name, due_ms in zip(found[::2], found[1::2], strict=True):
                if not is_due_only or int(due_ms) <= _now_ms():
                    self._marker.check()  # where no disk is mounted nothing can be deleted, and the note must stay
                    self._drop(partition, name.decode())
                    count += 1
        return count

    def _drop(self, partition: int, name: str) -> None:
        """The note says so first, and no head can begin to refer to the object; it goes when the object is gone."""
        key = leftovers_key(partition)
        self._client.call("HSET", key, name, 0)
        self._objects.delete(name)
        self._client.call("HDEL", key, name)

    def read_whole(self, match: str) -> Whole | None:
        """All that is kept of a match; None if something is missing, because another process is archiving it."""
        stream, _, answers_key, journal_key, *_ = self._client.layout.keys_of(match)
        known = self.known(match)
        # The journal first: a refusal that comes after it changes its newest entry, but perhaps not the number of
        # answers, because each that is too much in the journal takes its answer along.
        journal = self._client.call("LRANGE", journal_key, 0, -1)
        answers = self._client.call("HGETALL", answers_key)
        packed = None if known.reference else self._client.call("GET", self._client.layout.archive_key(match))
        try:
            archived = self.open_found(match, packed, known.reference)
        except ArchiveMoved:
            return None
        entries = self._client.call("XRANGE", stream, f"{len(archived.events) + 1}-0", "+")
        if not 0 < int(known.version or 0) == len(archived.events) + len(entries):
            return None
        refusals = (*journal, *archived.journal)
        kept = count_kept(map(len, refusals))
        # The journal is bounded, so a refusal's answer under its key goes when the refusal itself goes.
        forgotten = {refusal[4 : 4 + int(refusal[:4])] for refusal in refusals[kept:]}
        under_keys = (*archived.answers.items(), *zip(answers[::2], answers[1::2], strict=True))
        frontier = pack(archived.frontier) if known.line else known.frontier or b""
        return Whole(
            (*(encode(recorded.stored) for recorded in archived.events), *(fields[1] for _, fields in entries)),
            tuple(pair for pair in under_keys if pair[0] not in forgotten),
            refusals[:kept],
            (known.version, frontier, len(answers) // 2, journal[0] if journal else b""),
            known.reference or b"",
            known.line is not None,
        )


def _unpack(packed: bytes) -> Opened:
    archive: Archive = unpack_archive(packed)
    events, frontier = read_archive(archive)
    return Opened(events, dict(archive.answers), archive.journal, frontier)


def _check_object(name: str, reference: bytes, packed: bytes) -> Opened:
    if _digest(packed) != reference[_ROOT_BYTES:][:_DIGEST_BYTES]:
        raise UnreadableEvent(f"the object {name} of the archive has been changed")
    return _unpack(packed)


def _digest(packed: bytes) -> bytes:
    return blake2b(packed, digest_size=_DIGEST_BYTES).digest()


def _now_ms() -> int:
    return int(time.time() * 1000)
