"""The head log: a tree above the matches, so that a whole match cannot vanish unnoticed.

A head is what the checkpoint of a match says: its id, size and root. The leaf of a head is its canonical JSON, and the
tree over the leaves is that of RFC 6962. Every entry is kept with the subtrees that it closes, so that a proof needs a
few entries of the log, however long it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol

from msgspec import Struct

from events.store import EventStore, Head
from events.tree import Range, append_leaf, canonical, consistency_ranges, inclusion_ranges, root_of


class MatchHead(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    match: str
    size: int
    root: str  # in hex
    # The operator has recorded that the store lost the events after this version: earlier entries of the match with a
    # larger size do not count any more.
    lost_after: int | None = None


class HeadLost(Exception):
    """The log has a head of the match that the store has lost, and a log cannot take anything back."""

    def __init__(self, match: str, entry: int, size: int) -> None:
        super().__init__(
            f"entry {entry} of the head log says that {match} had {size} events, and they are not those in the store: "
            "they were lost, or the match was changed. If you know how they were lost, `matchledger rebuild` records it"
        )


class Entry(Struct, frozen=True, array_like=True):
    """A head as it is kept in the log. Whether the match is public is not in the leaf: it says who may see it."""

    head: MatchHead
    is_public: bool
    closed: tuple[bytes, ...]  # the leaf, and the larger subtrees that end with it


class Logged(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """That a head is in the log: its entry, the path from its leaf to the root, and the signed checkpoint."""

    head: MatchHead
    entry: int
    log_size: int
    log_root: str
    proof: list[str]
    note: str
    origin: str


class HeadLog(Protocol):
    """Where the log is kept."""

    def append(self, head: MatchHead, *, is_public: bool, instead_of: int = 0) -> None:
        """Add a head, unless the log has this one of the match, or a later one, already.

        A later one does not count if it is the one in entry `instead_of`.
        """
        ...

    def head(self) -> Head:
        """How many entries there are, and the frontier of their tree."""
        ...

    def entries(self, after: int, limit: int) -> list[Entry]:
        """Entries count from 1."""
        ...

    def number(self) -> int:
        """Which log this is: FIRST_LOG, or a later one that was begun after a loss."""
        ...

    def begin(self, number: int) -> None:
        """Leave the log as it is, and begin an empty one with another number."""
        ...

    def newest(self, match: str) -> int | None:
        """The entry that holds the newest head of a match."""
        ...


def leaf_of(head: MatchHead) -> bytes:
    return sha256(b"\x00" + canonical(head)).digest()


def entry_of(head: MatchHead, log: Head, *, is_public: bool) -> tuple[Entry, Head]:
    """The next entry, and the log's head after it."""
    closed, frontier = append_leaf(log.frontier, log.version, leaf_of(head))
    return Entry(head, is_public, tuple(closed)), Head(log.version + 1, frontier)


def log_head(store: EventStore, log: HeadLog, match: str) -> int:
    """Append the current head of a match to the log; returns its size. Raises HeadLost if the log has another line."""
    head = store.head(match)
    if head.version:
        number = log.newest(match)
        if number is not None:
            (known,) = log.entries(number - 1, 1)
            if not is_kept(store, known.head, head):
                raise HeadLost(match, number, known.head.size)
        (first,) = store.read(match, 1, 1)
        newest = MatchHead(match, head.version, root_of(head.frontier).hex())
        log.append(newest, is_public=first.stored.public["is_public"])
    return head.version


def is_kept(store: EventStore, logged: MatchHead, head: Head) -> bool:
    """Whether the store has the events of a logged head; `head` is the one that the match has now."""
    if logged.size >= head.version:
        return logged.size == head.version and logged.root == root_of(head.frontier).hex()
    (last,) = store.read(logged.match, logged.size, logged.size)
    return logged.root == last.stored.root.hex()


def find_valid(heads: Sequence[MatchHead]) -> list[MatchHead]:
    """Those heads of a match, oldest first, that no later entry has declared lost."""
    found: list[MatchHead] = []
    for head in heads:
        if head.lost_after is not None:
            found = [earlier for earlier in found if earlier.size <= head.lost_after]
        found.append(head)
    return found


def record_loss(store: EventStore, log: HeadLog, heads: Sequence[MatchHead]) -> MatchHead | None:
    """Write into the log that the store has lost events of a match, if it has; `heads` are all of the match."""
    match, counted = heads[0].match, find_valid(heads)
    head = store.head(match)
    kept = [one for one in counted if head.version and is_kept(store, one, head)]
    if len(kept) == len(counted) or not head.version:
        return None
    lost_after = max((one.size for one in kept), default=0)
    newest = MatchHead(match, head.version, root_of(head.frontier).hex(), lost_after)
    (first,) = store.read(match, 1, 1)
    log.append(newest, is_public=first.stored.public["is_public"], instead_of=log.newest(match) or 0)
    return newest


def inclusion(log: HeadLog, entry: int, size: int) -> list[bytes]:
    """The path that shows that an entry is in the log of this size."""
    return _roots(log, inclusion_ranges(entry - 1, 0, size))


def consistency(log: HeadLog, old_size: int, size: int) -> list[bytes]:
    """The nodes that show that the log of the old size is the beginning of that of this size."""
    return _roots(log, consistency_ranges(old_size, size))


def root_at(log: HeadLog, size: int) -> bytes:
    return _root(log, (0, size))


def _roots(log: HeadLog, ranges: Sequence[Range]) -> list[bytes]:
    return [_root(log, one) for one in ranges]


def _root(log: HeadLog, leaves: Range) -> bytes:
    """The root over these entries, from the subtrees that were kept with the entries that closed them."""
    begin, end = leaves
    peaks: list[bytes] = []
    while begin < end:
        level = (end - begin).bit_length() - 1
        begin += 1 << level
        (last,) = log.entries(begin - 1, 1)
        peaks.append(last.closed[level])
    return root_of(tuple(peaks))
