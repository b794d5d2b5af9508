"""The clock's diary: which match must be looked at when. It can be rebuilt from the matches."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Line(NamedTuple):
    match: str
    version: int  # of the match when the line was written


class Diary(Protocol):
    def note(self, match: str, version: int, at_ms: int | None, *, instead_of: int = 0) -> int:
        """Look at the match then, as it is at this version; None: there is nothing to do.

        A line of a later version stays, however late this call comes; its version is the answer. Only if that is the
        one in `instead_of` is it written over nevertheless.
        """
        ...

    def due(self, now_ms: int) -> list[Line]:
        """What has come due, the longest overdue first."""
        ...


DUE_MAX = 200
