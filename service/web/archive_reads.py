"""Reads of the archive in threads: a disk that hangs must not stop the other requests of a worker."""

from __future__ import annotations

from functools import cache
from typing import Any

from gevent import Timeout
from gevent.hub import get_hub
from gevent.threadpool import ThreadPool

from events.objects.store import ArchiveUnavailable, Objects
from service.web.threads import is_gevent, spawn_in

THREADS_MAX = 8  # reads at once; further ones wait
READ_S = 5.0  # as long as a call to Redis may take


class ThreadedObjects:
    """The same objects, read in a thread if this is a gevent worker. Workers write none."""

    def __init__(self, objects: Objects) -> None:
        self.address, self._objects = objects.address, objects
        self.put, self.delete, self.names = objects.put, objects.delete, objects.names

    def get(self, name: str) -> bytes:
        if not is_gevent():
            return self._objects.get(name)
        try:
            with Timeout(READ_S, TimeoutError):
                return spawn_in(_pool(), self._objects.get, name)()
        except TimeoutError:
            raise ArchiveUnavailable(f"{self.address}/{name} could not be read within {READ_S:.0f} s") from None


@cache
def _pool() -> Any:
    return ThreadPool(THREADS_MAX, hub=get_hub())
