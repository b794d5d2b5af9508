"""Opens the store of objects that an address names."""

from __future__ import annotations

from pathlib import Path

from events.objects.folder import FolderObjects
from events.objects.remote import RemoteObjects
from events.objects.store import Objects


class BadArchive(ValueError):
    """The address cannot be used, whatever one waits for."""


def open_objects(address: str) -> Objects:
    """A folder, or an address with a scheme, such as `s3://bucket/folder`."""
    if "://" not in address:
        return FolderObjects(Path(address))
    try:
        return RemoteObjects(address)
    except (ImportError, ValueError) as error:
        raise BadArchive(f"MATCHLEDGER_ARCHIVE is {address!r}, which cannot be opened: {error}") from error
