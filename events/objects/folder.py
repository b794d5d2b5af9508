"""Objects as files of one folder, for their owner only: they hold what was hidden in a match."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from events.objects.store import ArchiveUnavailable, ObjectMissing

DRAFT = ".part"  # the end of a file's name while it is written


class FolderObjects:
    def __init__(self, folder: Path) -> None:
        self.address, self._folder = str(folder), folder

    def put(self, name: str, content: bytes) -> None:
        path = self._folder / name
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}{DRAFT}")
        with _translate_errors("written", path):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.parent.mkdir(mode=0o700, exist_ok=True)
            try:
                _write(draft, content)
                draft.rename(path)
                for folder in (path.parent, self._folder):
                    _sync_folder(folder)
            except OSError:
                with suppress(OSError):  # of the first error is told; the file goes with the next `delete`
                    draft.unlink()
                raise

    def get(self, name: str) -> bytes:
        path = self._folder / name
        with _translate_errors("read", path):
            try:
                return path.read_bytes()
            except (FileNotFoundError, NotADirectoryError):
                raise ObjectMissing(name) from None

    def delete(self, name: str) -> None:
        path = self._folder / name
        with _translate_errors("deleted", path):
            for one in (path, *path.parent.glob(f"{path.name}.*{DRAFT}")):
                one.unlink(missing_ok=True)

    def names(self) -> list[str]:
        with _translate_errors("listed", self._folder):
            found = [path for path in self._folder.rglob("*") if path.is_file() and path.suffix != DRAFT]
        return sorted(str(path.relative_to(self._folder)) for path in found)


def _write(draft: Path, content: bytes) -> None:
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """So that the name of a new file survives a power cut too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _translate_errors(what: str, path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ArchiveUnavailable(f"the archive's {path} cannot be {what}: {error.strerror or error}") from error
