"""Where facts are kept: what a store must do, and what it may answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from events.envelope import Recorded, Stored
from events.tree import Frontier


class Head(Struct, frozen=True):
    """Where a match stands: its version, and the frontier of its tree."""

    version: int
    frontier: Frontier


class Key(Struct, frozen=True):
    """An idempotency key of one actor, and the digest of the body it came with."""

    actor: str
    key: str
    digest: bytes  # of DIGEST_BYTES


class Refusal(Struct, frozen=True):
    """A command that was decided on current facts and refused; kept in a bounded journal beside the match."""

    at: int
    actor: str
    command: bytes  # as received
    status: int
    body: bytes  # the answer that was given


class Wait(Struct, frozen=True):
    """How many replicas must have a write before anybody is told of it, and how long that may take."""

    replicas: int
    timeout_ms: int


class Appended(Struct, frozen=True):
    """The facts were current, and the events (if any) are durable."""

    version: int


class Behind(Struct, frozen=True):
    """The caller's facts were not those of the store: here is what it missed. Nothing was written.

    `version` and `frontier` are those of the match. A tail that ends before that version was cut at TAIL_MAX: read on.
    A version below the caller's own says that the store has lost what the caller had seen.
    """

    tail: tuple[Recorded, ...]
    frontier: Frontier
    version: int


class Repeated(Struct, frozen=True):
    """The key was answered before. With another body, `is_same_body` is false."""

    answer: bytes
    is_same_body: bool


Answer = Appended | Behind | Repeated


class Resumed(Struct, frozen=True):
    """A snapshot, the events after it, and where the match stands."""

    version: int  # of the snapshot
    snapshot: bytes
    tail: tuple[Recorded, ...]
    head: Head


class StoreUnavailable(Exception):
    """The store cannot be reached; nothing is known about what happens next, so nothing is claimed."""


class EventStore(Protocol):
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
        """Append events to a match that the caller knows up to version `base`, all of them or none, in one round trip.

        Looks the key up first, then compares the version; with no events it only proves that the caller is current.
        `frontier` is the tree's frontier after these events; `answer` is kept under the key; `feed` is what the
        partition's feed is told; a refusal (then without events) is journaled if the caller was current; a snapshot is
        kept as that of the version after the events. Without events nothing is kept of a match that does not exist.
        What is small, the first event of a match that may never go on, is kept in as little room as possible.
        """
        ...

    def read(self, match: str, after: int = 0, upto: int | None = None, limit: int | None = None) -> list[Recorded]:
        """Events with a version above `after`, up to `upto`, at most `limit`, in order."""
        ...

    def version(self, match: str) -> int:
        """How many events the match has; 0 means that there is no such match."""
        ...

    def head(self, match: str) -> Head:
        """Version 0 means that there is no such match."""
        ...

    def refusals(self, match: str) -> list[Refusal]:
        """The newest refusals, newest first."""
        ...

    def archive(self, match: str) -> bool:
        """Keep the match in as little room as possible; everything goes on as before, only slower.

        False, and nothing done, if something happened to the match at the same moment, or if there is no such match.
        """
        ...

    def restore(self, match: str) -> bool:
        """Take the match out of its archive; false if something happened to it at the same moment."""
        ...

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
        """Put events in the place of those of these versions and append the one that says so, or do nothing.

        The leaves of the replaced events must stay the same. The snapshot goes, and the refusals of this actor with
        their answers. False, if `base` is not the version of the match.
        """
        ...

    def forget_snapshots(self, match: str) -> None: ...

    def put_snapshots(self, match: str, snapshots: Mapping[int, bytes], newest: int) -> None:
        """Keep snapshots by version, beside those that there are; `newest` is the version of the newest of all.

        They are a cache and may go at any time; of a match that is in its archive none is kept.
        """
        ...

    def resume(self, match: str, version: int | None = None, upto: int | None = None) -> Resumed | None:
        """A snapshot (of this version, or the newest) and the events after it, in one round trip; None: it is gone."""
        ...

    def resume_at(self, match: str, version: int) -> tuple[Resumed | None, Resumed | None]:
        """The newest snapshot and the events after it, and the last one not after this version and the events from
        there up to it: both as they stand at one moment, in one round trip."""
        ...


DIGEST_BYTES = 16
REFUSALS_MAX = 200  # kept for each match
TAIL_MAX = 1000  # events returned by one append; a caller further behind reads on
