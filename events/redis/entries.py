"""What Redis keeps of a match, decoded: heads and the events of a stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from events.codec import UnreadableEvent, decode
from events.envelope import Recorded
from events.store import Head, Tail
from events.tree import unpack


def parse_version(match: str, raw: bytes | int | None) -> int:
    try:
        return int(raw or 0)
    except ValueError:
        raise UnreadableEvent(f"match {match}: {raw!r} is not a version") from None


def parse_head(match: str, version: bytes | None, frontier: bytes | None) -> Head:
    return Head(parse_version(match, version), unpack(frontier or b""))


def parse_entries(match: str, after: int, entries: Sequence[Any]) -> list[Recorded]:
    """Entries of a stream as events: the id is the version, the only field is the event."""
    recorded: list[Recorded] = []
    version = after
    try:
        for version, (entry_id, fields) in enumerate(entries, after + 1):
            if entry_id != b"%d-0" % version:
                raise UnreadableEvent(f"the stream continues with {entry_id.decode()}")
            recorded.append(Recorded(version, decode(fields[1])))
    except UnreadableEvent as error:
        raise UnreadableEvent(f"match {match}, version {version}: {error}") from error
    return recorded


def parse_tail(match: str, after: int, reply: Sequence[Any]) -> Tail:
    """The beginning of the reply of append.lua and tail.lua; its entries begin with that of version `after`, for its
    root."""
    head, entries = parse_head(match, reply[0], reply[1]), reply[2]
    if not entries:
        return Tail(head, b"", ())
    recorded = parse_entries(match, max(after - 1, 0), entries)
    if after == 0:
        return Tail(head, b"", tuple(recorded))
    return Tail(head, recorded[0].stored.root, tuple(recorded[1:]))
