"""The mark that a store and its archive share, so that the folder of a disk that is not mounted is noticed."""

from __future__ import annotations

import secrets

from events.objects.store import ArchiveUnavailable, ObjectMissing, Objects
from events.redis.client import Client

MARKER, MARKER_KEY = "archive.id", "archive:id"


class ArchiveMarker:
    def __init__(self, client: Client, objects: Objects) -> None:
        self._client, self._objects = client, objects

    def check_before_writing(self) -> None:
        """Each time, because a disk may go away while a process runs; the first one that writes makes the mark."""
        self.check(may_make=True)

    def check(self, *, may_make: bool = False) -> None:
        """Raises ArchiveUnavailable if this is not the archive of this store: a disk that is not mounted is empty."""
        known = self._client.call("GET", MARKER_KEY)
        try:
            found = self._objects.get(MARKER)
        except ObjectMissing:
            found = b""
        if known is None and (found or may_make):
            self._make(found)
        elif known is None or known != found:
            raise ArchiveUnavailable(
                f"{self._objects.address} is not the archive of this store: its {MARKER} is missing or another one; "
                "is it mounted, and have all services the same MATCHLEDGER_ARCHIVE?"
            )

    def _make(self, found: bytes) -> None:
        marker = found or secrets.token_hex(16).encode()
        if not found:
            self._objects.put(MARKER, marker)
        self._client.call_confirmed("SET", MARKER_KEY, marker, "NX")
        known: bytes = self._client.call("GET", MARKER_KEY)
        if known != marker:  # another process has made one at the same moment
            self._objects.put(MARKER, known)
