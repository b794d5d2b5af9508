"""A store in memory, for tests and for trying things out; it keeps the promises of the real one, but no data."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from events.codec import decode, encode
from events.envelope import Recorded, Stored
from events.store import (
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
from events.tree import Frontier


@dataclass
class _Match:
    entries: list[bytes] = field(default_factory=list)
    frontier: Frontier = ()
    answers: dict[tuple[str, str], tuple[bytes, bytes]] = field(default_factory=dict)
    journal: deque[tuple[Refusal, Key | None]] = field(default_factory=deque)
    snapshots: dict[int, bytes] = field(default_factory=dict)
    newest: int = 0  # of the snapshots

    @property
    def head(self) -> Head:
        return Head(len(self.entries), self.frontier)


class MemoryStore:
    def __init__(self) -> None:
        self._matches: dict[str, _Match] = {}
        self._lock = threading.Lock()
        self.feed: list[tuple[str, int, bytes]] = []  # match, version, what the appender said

    def append(self, append: Append) -> Answer:
        append.check()
        key, events = append.key, append.events
        with self._lock:
            kept = self._matches.get(append.match) or _Match()
            if key is not None and (key.actor, key.key) in kept.answers:
                digest, earlier = kept.answers[key.actor, key.key]
                return Repeated(earlier, is_same_body=digest == key.digest)
            if append.base != kept.head:
                tail = _tail_of(kept, append.base.version)
                return Behind(tail.head, tail.root, tail.events)
            if events:
                self._matches[append.match] = kept
                kept.entries += [encode(event) for event in events]
                kept.frontier = append.frontier
                self.feed.append((append.match, len(kept.entries), append.feed))
                if append.snapshot:
                    kept.newest = len(kept.entries)
                    kept.snapshots[kept.newest] = append.snapshot
            if key is not None and kept.entries and (events or append.refusal or append.answer):
                kept.answers[key.actor, key.key] = (key.digest, append.answer)
            if append.refusal is not None:
                _keep_refusal(kept, append.refusal, key)
            return Appended(len(kept.entries))

    def tail(self, match: str, after: int) -> Tail:
        with self._lock:
            return _tail_of(self._matches.get(match) or _Match(), after)

    def at(
        self, match: str, version: int | None = None, upto: int | None = None, *, with_newest: bool = False
    ) -> Moment:
        with self._lock:
            kept = self._matches.get(match) or _Match()
            moment = _moment_of(kept, version, upto)
            return replace(moment, newest=_moment_of(kept, None, None)) if with_newest else moment

    def read(self, match: str, first: int = 1, last: int | None = None) -> list[Recorded]:
        with self._lock:
            return _to_recorded(self._matches.get(match) or _Match(), first - 1, last)

    def head(self, match: str) -> Head:
        with self._lock:
            return (self._matches.get(match) or _Match()).head

    def refusals(self, match: str) -> list[Refusal]:
        with self._lock:
            return [refusal for refusal, _ in (self._matches.get(match) or _Match()).journal]

    def archive(self, match: str) -> bool:
        return match in self._matches  # there is no room to save here

    def restore(self, match: str) -> bool:
        return match in self._matches

    def delete_leftovers(self, *, is_due_only: bool = True) -> int:  # noqa: ARG002  # as every store has it
        return 0

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
        with self._lock:
            kept = self._matches.get(match) or _Match()
            if not kept.entries or base != kept.head:
                return False
            for version, stored in replaced.items():
                kept.entries[version - 1] = encode(stored)
            kept.entries.append(encode(event))
            kept.frontier = frontier
            kept.snapshots.clear()
            for refusal, key in list(kept.journal):
                if refusal.actor == actor:
                    kept.journal.remove((refusal, key))
                    if key is not None:
                        kept.answers.pop((key.actor, key.key), None)
            self.feed.append((match, len(kept.entries), feed))
            return True

    def forget_snapshots(self, match: str) -> None:
        with self._lock:
            if match in self._matches:
                self._matches[match].snapshots.clear()

    def put_snapshots(self, match: str, head: Head, snapshots: Mapping[int, bytes], newest: int) -> None:
        with self._lock:
            kept = self._matches.get(match)
            if kept is not None and kept.head == head:
                kept.snapshots.update(snapshots)
                kept.newest = newest


def _tail_of(kept: _Match, after: int) -> Tail:
    events = tuple(_to_recorded(kept, after, after + TAIL_MAX))
    root = decode(kept.entries[after - 1]).root if events and after else b""
    return Tail(kept.head, root, events)


def _moment_of(kept: _Match, version: int | None, upto: int | None) -> Moment:
    if version is None:
        begun = kept.newest if kept.newest in kept.snapshots else 0
    else:
        begun = max((one for one in kept.snapshots if one <= version), default=0)
    events = tuple(_to_recorded(kept, begun, version if upto is None else upto))
    return Moment(kept.head, begun, kept.snapshots.get(begun, b""), events)


def _to_recorded(kept: _Match, after: int, upto: int | None) -> list[Recorded]:
    return [Recorded(version, decode(raw)) for version, raw in enumerate(kept.entries[after:upto], after + 1)]


def _keep_refusal(kept: _Match, refusal: Refusal, key: Key | None) -> None:
    kept.journal.appendleft((refusal, key))
    count = count_kept(len(one.actor) + len(one.command) + len(one.body) for one, _ in kept.journal)
    while len(kept.journal) > count:
        # The journal is bounded, so a refusal's answer under its key goes when the refusal itself goes.
        _, forgotten = kept.journal.pop()
        if forgotten is not None:
            kept.answers.pop((forgotten.actor, forgotten.key), None)
