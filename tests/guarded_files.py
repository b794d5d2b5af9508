"""A store of objects in this process that fsspec opens as `guarded://`, and that denies what it is told to deny."""

from __future__ import annotations

import errno
from typing import Any, ClassVar

import fsspec
from fsspec.implementations.memory import MemoryFileSystem

SCHEME = "guarded"


class GuardedFiles(MemoryFileSystem):
    """As with S3, a store without folders, and the right to write objects is none to make a bucket."""

    protocol = SCHEME
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]
    denied: ClassVar[set[str]] = set()

    @classmethod
    def reset(cls) -> None:
        cls.store.clear()
        cls.denied.clear()

    def _check(self, right: str, path: str) -> None:
        if right in self.denied:
            raise PermissionError(errno.EACCES, "Access Denied", path)

    def makedirs(self, path: str, exist_ok: bool = False) -> None:
        raise PermissionError(errno.EACCES, "Access Denied: CreateBucket", path)

    def pipe_file(self, path: str, value: bytes, mode: str = "overwrite", **kwargs: Any) -> None:
        self._check("write", path)
        super().pipe_file(path, value, mode, **kwargs)

    def cat_file(self, path: str, start: int | None = None, end: int | None = None, **kwargs: Any) -> bytes:
        self._check("read", path)
        content: bytes = super().cat_file(path, start, end, **kwargs)
        return content

    def rm_file(self, path: str) -> None:
        self._check("delete", path)
        super().rm_file(path)

    def find(self, path: str, *args: Any, **kwargs: Any) -> Any:
        self._check("list", path)
        return super().find(path, *args, **kwargs)


fsspec.register_implementation(SCHEME, GuardedFiles, clobber=True)
