"""A store in memory, for tests and for trying things out; it keeps the promises of the real one, but no data."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from events.codec import decode, encode
from events.envelope import Recorded, Stored
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
from events.tree import Frontier


@dataclass
class _Match:
    entries: list[bytes] = field(default_factory=list)
    frontier: Frontier = ()
    answers: dict[tuple[str, str], tuple[bytes, bytes]] = field(default_factory=dict)
    journal: deque[tuple[Refusal, Key | None]] = field(default_factory=deque)
    snapshots: dict[int, bytes] = field(default_factory=dict)
    newest: int = 0  # of the snapshots


class MemoryStore:
    def __init__(self) -> None:
        self._matches: dict[str, _Match] = {}
        self._lock = threading.Lock()
        self.feed: list[tuple[str, int, bytes]] = []  # match, version, what the appender said

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
        with self._lock:
            kept = self._matches.get(match) or _Match()
            if key is not None and (key.actor, key.key) in kept.answers:
                digest, earlier = kept.answers[key.actor, key.key]
                return Repeated(earlier, is_same_body=digest == key.digest)
            if base != len(kept.entries):
                tail = tuple(self._recorded(kept, base, base + TAIL_MAX))
                return Behind(tail, kept.frontier, len(kept.entries))
            if events:
                self._matches[match] = kept
                kept.entries += [encode(event) for event in events]
                kept.frontier = frontier
                self.feed.append((match, len(kept.entries), feed))
                if snapshot:
                    kept.newest = len(kept.entries)
                    kept.snapshots[kept.newest] = snapshot
            if key is not None and (events or refusal or answer):
                kept.answers[key.actor, key.key] = (key.digest, answer)
            if refusal is not None:
                self._keep_refusal(kept, refusal, key)
            return Appended(len(kept.entries))

    def read(self, match: str, after: int = 0, upto: int | None = None, limit: int | None = None) -> list[Recorded]:
        with self._lock:
            kept = self._matches.get(match) or _Match()
            end = len(kept.entries) if upto is None else min(upto, len(kept.entries))
            return self._recorded(kept, after, end if limit is None else min(end, after + limit))

    def version(self, match: str) -> int:
        return self.head(match).version

    def head(self, match: str) -> Head:
        with self._lock:
            kept = self._matches.get(match) or _Match()
            return Head(len(kept.entries), kept.frontier)

    def refusals(self, match: str) -> list[Refusal]:
        with self._lock:
            return [refusal for refusal, _ in (self._matches.get(match) or _Match()).journal]

    def archive(self, match: str) -> bool:
        return match in self._matches  # there is no room to save here

    def restore(self, match: str) -> bool:
        return match in self._matches

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
        with self._lock:
            kept = self._matches.get(match) or _Match()
            if base == 0 or base != len(kept.entries):
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

    def put_snapshots(self, match: str, snapshots: Mapping[int, bytes], newest: int) -> None:
        with self._lock:
            if match in self._matches:
                self._matches[match].snapshots.update(snapshots)
                self._matches[match].newest = newest

    def resume(self, match: str, version: int | None = None, upto: int | None = None) -> Resumed | None:
        with self._lock:
            kept = self._matches.get(match) or _Match()
            version = kept.newest if version is None else version
            if version not in kept.snapshots:
                return None
            end = len(kept.entries) if upto is None else min(upto, len(kept.entries))
            tail = tuple(self._recorded(kept, version, end))
            return Resumed(version, kept.snapshots[version], tail, Head(len(kept.entries), kept.frontier))

    def resume_at(self, match: str, version: int) -> tuple[Resumed | None, Resumed | None]:
        with self._lock:
            before = [one for one in (self._matches.get(match) or _Match()).snapshots if one <= version]
        return self.resume(match), self.resume(match, max(before), version) if before else None

    @staticmethod
    def _recorded(kept: _Match, after: int, upto: int) -> list[Recorded]:
        return [Recorded(version, decode(raw)) for version, raw in enumerate(kept.entries[after:upto], after + 1)]

    @staticmethod
    def _keep_refusal(kept: _Match, refusal: Refusal, key: Key | None) -> None:
        kept.journal.appendleft((refusal, key))
        if len(kept.journal) > REFUSALS_MAX:
            # The journal is bounded, so a refusal's answer under its key goes when the refusal itself goes.
            _, forgotten = kept.journal.pop()
            if forgotten is not None:
                kept.answers.pop((forgotten.actor, forgotten.key), None)
