"""What keeps objects must do, and how it fails."""

from __future__ import annotations

from typing import NoReturn, Protocol

from events.store import StoreUnavailable

NO_ARCHIVE = "this process was started without an archive"


class ObjectMissing(Exception):
    """There is no object of this name."""


class ArchiveUnavailable(StoreUnavailable):
    """The archive cannot be read or written now. What lies in Redis is not affected."""


class Objects(Protocol):
    """Objects are immutable: a name is written once, and has one slash at most. Every call raises ArchiveUnavailable if
    the store of objects fails."""

    address: str  # for messages

    def put(self, name: str, content: bytes) -> None:
        """The object is durable, and has its name only when it is complete."""
        ...

    def get(self, name: str) -> bytes:
        """Raises ObjectMissing."""
        ...

    def delete(self, name: str) -> None:
        """Also what an interrupted `put` has left; no error if there is nothing."""
        ...

    def names(self) -> list[str]:
        """Of all objects, for tools and tests."""
        ...


class NoObjects:
    """Of a process that was started without an archive."""

    address = "none"

    def put(self, name: str, content: bytes) -> NoReturn:
        raise ArchiveUnavailable(f"{NO_ARCHIVE}: {name} of {len(content)} bytes cannot be written")

    def get(self, name: str) -> NoReturn:
        raise ArchiveUnavailable(f"{NO_ARCHIVE}: {name} cannot be read")

    def delete(self, name: str) -> NoReturn:
        raise ArchiveUnavailable(f"{NO_ARCHIVE}: {name} cannot be deleted")

    def names(self) -> list[str]:
        return []
