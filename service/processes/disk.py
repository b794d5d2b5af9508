"""The embedded Redis on a disk that may fill up: it is kept running, and takes no writes while there is no room.

With fsync at every write, a server that cannot write its append-only file ends at once. So writes are refused a little
earlier, by a setting that refuses them while reads go on, and a server that has died is started again however often.
"""

from __future__ import annotations

import logging
import shutil

from events.redis.server import ServerClient
from events.store import StoreUnavailable
from service.processes.embedded import EmbeddedRedis, EmbeddedRedisError
from service.processes.loops import Pause

log = logging.getLogger("matchledger")
ROOM_MIN = 16_000_000  # bytes: more than all requests that are being answered can write
ROOM_AGAIN = 2 * ROOM_MIN  # so that it does not change back and forth
# No replica ever connects to this server, so it refuses writes as long as it waits for one.
REFUSING = "min-replicas-to-write"


class Keeper:
    """Keeps an embedded server running."""

    def __init__(self, embedded: EmbeddedRedis) -> None:
        self._embedded = embedded
        self._is_refusing = False
        self._pause = Pause()

    def check(self) -> None:
        """To be called a few times a second."""
        if not self._pause.is_over:
            return
        try:
            if not self._embedded.is_running:
                log.warning("process restarted", extra={"child": "redis-server"})
                self._embedded.restart()
                self._is_refusing = False
            self._mind_the_room()
            self._pause.end()
        except (OSError, EmbeddedRedisError, StoreUnavailable) as error:
            if not self._pause.reason:
                log.error("the redis-server cannot be started; trying again", extra={"detail": str(error)[-500:]})
            self._pause.begin(str(error))

    def _mind_the_room(self) -> None:
        room = shutil.disk_usage(self._embedded.folder).free
        if not self._is_refusing and room < ROOM_MIN:
            self._set_refusing(is_refusing=True)
            detail = f"{room} bytes are free: writes are refused until there are {ROOM_AGAIN}; reads go on"
            log.error("the disk is full", extra={"folder": str(self._embedded.folder), "detail": detail})
        elif self._is_refusing and room >= ROOM_AGAIN:
            self._set_refusing(is_refusing=False)
            log.warning("the disk has room again", extra={"folder": str(self._embedded.folder)})

    def _set_refusing(self, *, is_refusing: bool) -> None:
        link = ServerClient(self._embedded.url)
        try:
            link.call("CONFIG", "SET", REFUSING, int(is_refusing))
        finally:
            link.close()
        self._is_refusing = is_refusing
