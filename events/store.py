"""Where facts are kept: what a store must do, and what it may answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    command: bytes
    status: int
    body: bytes  # the answer that was given


class Wait(Struct, frozen=True):
    """How many replicas must have a write before anybody is told of it, and how long that may take."""

    replicas: int
    timeout_ms: int


class Append(Struct, frozen=True):
    """Events for a match, or none: then it only proves that the caller's facts are current.

    The caller has decided on the match as it is at `base`. `frontier` is that of the tree after the events; `answer` is
    kept under the key; `feed` is what the partition's feed is told; a refusal (then without events) is journaled if the
    caller was current; a snapshot is kept as that of the version after the events. What is small, the first event of a
    match that may never have a second, is kept in as little memory as possible.
    """

    match: str
    base: Head
    events: Sequence[Stored] = ()
    frontier: Frontier = ()
    key: Key | None = None
    answer: bytes = b""
    feed: bytes = b""
    refusal: Refusal | None = None
    snapshot: bytes = b""
    is_small: bool = False

    def check(self) -> None:
        """What no caller may ask for."""
        assert self.key is None or len(self.key.digest) == DIGEST_BYTES
        assert not (self.events and self.refusal), "a refused command has no events"
        assert not self.is_small or (self.base.version, len(self.events)) == (0, 1), "only a new match is small"


class Appended(Struct, frozen=True):
    """The facts were current, and the events (if any) are durable."""

    version: int


class Tail(Struct, frozen=True):
    """The events after a version, and where the match stands now.

    `root` is the one stored with the event of that version, the last of its command: if it is not the caller's own
    root, the caller knows events that the store has lost. So it is with a head at the caller's version and another
    frontier, or at an earlier version. Events that end before the version of the head were cut at TAIL_MAX: read on.
    """

    head: Head
    root: bytes
    events: tuple[Recorded, ...]


class Behind(Tail, frozen=True):
    """The caller's facts were not those of the store: this is what it missed. Nothing was written."""


class Repeated(Struct, frozen=True):
    """The key was answered before. With another body, `is_same_body` is false."""

    answer: bytes
    is_same_body: bool


Answer = Appended | Behind | Repeated


class Moment(Struct, frozen=True):
    """A match at some version: the nearest snapshot, and the events after it."""

    head: Head  # where the match stands now
    version: int  # of the snapshot; 0: there is none, and the events begin with the first
    snapshot: bytes
    events: tuple[Recorded, ...]
    newest: Moment | None = None  # the same for the newest version, if that was asked for as well


class StoreUnavailable(Exception):
    """The store cannot be reached; nothing is known about what happens next, so nothing is claimed."""


class StoreRefused(StoreUnavailable):
    """The store answers, and refuses this user or password: waiting does not help."""


class StoreMismatch(StoreUnavailable):
    """The store was made with other settings than those of this process: waiting does not help."""


class EventStore(Protocol):
    """`append` writes; `tail`, `at` and `read` only read, in one round trip each, and never wait for replicas."""

    def append(self, append: Append) -> Answer:
        """Append events to a match, all of them or none, in one round trip.

        Looks the key up first, then compares version and frontier. Without events nothing is kept of a match that does
        not exist.
        """
        ...

    def tail(self, match: str, after: int) -> Tail:
        """What is new since a version, and where the match stands. Version 0 means that there is no such match."""
        ...

    def at(
        self, match: str, version: int | None = None, upto: int | None = None, *, with_newest: bool = False
    ) -> Moment:
        """The nearest snapshot at or before a version and the events after it, up to that version or to `upto`.

        Without a version: the newest snapshot and all events after it. `with_newest` has both, as they are at one
        moment.
        """
        ...

    def read(self, match: str, first: int = 1, last: int | None = None) -> list[Recorded]:
        """The events from the first version to the last, in order."""
        ...

    def head(self, match: str) -> Head:
        """Version 0 means that there is no such match."""
        ...

    def refusals(self, match: str) -> list[Refusal]:
        """The newest refusals, newest first."""
        ...

    def archive(self, match: str) -> bool:
        """Keep the match outside of memory; every call works as before, only slower.

        False, and nothing done, if the match changed at the same moment, or if there is no such match.
        """
        ...

    def restore(self, match: str) -> bool:
        """Take the match out of its archive; false if it changed at the same moment."""
        ...

    def delete_leftovers(self, *, is_due_only: bool = True) -> int:
        """Delete what is left of archives that were replaced, restored or never completed; returns how many there were.

        Those of the last hour are kept, unless `is_due_only` is false: what was erased must go at once.
        """
        ...

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
        """Replace the events of these versions and append the one that records it, or do nothing.

        The leaves of the replaced events must stay the same. The snapshots are deleted, and the refusals of this actor
        with their answers, also of one that is journaled at the same moment. False, if `base` is not the head of the
        match.
        """
        ...

    def forget_snapshots(self, match: str) -> None: ...

    def put_snapshots(self, match: str, head: Head, snapshots: Mapping[int, bytes], newest: int) -> None:
        """Keep snapshots by version, beside those that exist; `newest` is the version of the newest of all.

        They are a cache and may be deleted at any time. None is kept if the match is no longer at this head, or is in
        its archive.
        """
        ...


DIGEST_BYTES = 16
REFUSALS_MAX = 200  # kept for each match
REFUSALS_BYTES_MAX = 200_000  # of all of them; the newest is always kept


def count_kept(sizes: Iterable[int]) -> int:
    """How many refusals a journal keeps, from their sizes in bytes, newest first."""
    kept = total = 0
    for size in sizes:
        total += size
        if kept and (kept == REFUSALS_MAX or total > REFUSALS_BYTES_MAX):
            break
        kept += 1
    return kept


TAIL_MAX = 1000  # events in one tail; a caller further behind reads on
