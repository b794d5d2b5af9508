"""Objects in any store that fsspec opens, such as `s3://bucket/folder`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from events.objects.store import ArchiveUnavailable, ObjectMissing


class RemoteObjects:
    """A store of objects shows an object when all of it has arrived, so that nothing has to be renamed here."""

    def __init__(self, address: str) -> None:
        import fsspec  # optional: only an archive that is not a folder needs it

        self.address = re.sub(r"//[^/@]*@", "//", address)  # without a password
        self._files: Any
        self._files, self._root = fsspec.core.url_to_fs(address)

    def put(self, name: str, content: bytes) -> None:
        path = self._path(name)
        with self._translate_errors("written", name):
            try:
                self._files.pipe_file(path, content)
            except FileNotFoundError:
                # Only a store that has folders misses one. Others may take this for the order to make a bucket, which
                # is another right than that to write objects.
                self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
                self._files.pipe_file(path, content)

    def get(self, name: str) -> bytes:
        with self._translate_errors("read", name):
            try:
                found: bytes = self._files.cat_file(self._path(name))
            except FileNotFoundError:
                raise ObjectMissing(name) from None
        return found

    def delete(self, name: str) -> None:
        with self._translate_errors("deleted", name):
            try:
                self._files.rm_file(self._path(name))
            except FileNotFoundError:
                return

    def names(self) -> list[str]:
        with self._translate_errors("listed", ""):
            self._files.invalidate_cache()
            found = self._files.find(self._root)
        return sorted(path[len(self._root) :].lstrip("/") for path in found)

    def _path(self, name: str) -> str:
        return f"{self._root.rstrip('/')}/{name}"

    @contextmanager
    def _translate_errors(self, what: str, name: str) -> Iterator[None]:
        try:
            yield
        except ObjectMissing:
            raise
        except Exception as error:  # each kind of store raises errors of its own
            detail = str(error) or type(error).__name__
            raise ArchiveUnavailable(f"the archive's {self.address}/{name} cannot be {what}: {detail}") from error
