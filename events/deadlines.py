"""Which match has its next deadline when. It can be rebuilt from the matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class Deadline(NamedTuple):
    match: str
    version: int  # of the match when the deadline was set


class Deadlines(Protocol):
    @property
    def failed(self) -> Mapping[int, str]:
        """The partitions that could not be asked the last time, and why."""
        ...

    def partition_of(self, match: str) -> int:
        """Where the deadline of a match is kept: what fails for one of a partition may fail for all of it."""
        ...

    def set(self, match: str, version: int, at_ms: int | None, *, instead_of: int = 0) -> int:
        """Set the deadline of the match as it is at this version; None: it has none.

        The deadline of a later version stays, however late this call comes; its version is returned. Only if that is
        the one in `instead_of`, it is replaced nevertheless.
        """
        ...

    def due(self, now_ms: int) -> list[Deadline]:
        """Those that have passed, the longest overdue first: about DUE_MAX at most, and some of every partition."""
        ...


DUE_MAX = 200
