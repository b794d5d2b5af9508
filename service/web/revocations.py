"""Notices within a second, in every worker, that a token was revoked: also for streams and sockets that are open."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from events.store import StoreUnavailable

log = logging.getLogger("matchledger")
CHECK_S = 0.4  # between two questions to the store, while anybody is signed in


class RevokedTokens(Protocol):
    """Where revocations are found (events/redis/tokens.py)."""

    def revoked_since(self, position: bytes | None) -> tuple[Sequence[bytes], bytes]: ...


class Watch:
    """Somebody who is signed in for longer than a request. `on_revoked` must not wait."""

    __slots__ = ("_on_revoked", "_revocations", "_token_hash", "is_revoked")

    def __init__(self, revocations: Revocations, token_hash: bytes, on_revoked: Callable[[], None]) -> None:
        self._revocations, self._token_hash, self._on_revoked = revocations, token_hash, on_revoked
        self.is_revoked = False

    def revoke(self) -> None:
        self.is_revoked = True
        self._on_revoked()

    def close(self) -> None:
        self._revocations.unwatch(self._token_hash, self)


class Revocations:
    """`serial` rises with every revocation that this worker has noticed."""

    def __init__(self, tokens: RevokedTokens, on_revoked: Callable[[bytes], None]) -> None:
        self.serial = 0
        self._tokens, self._on_revoked = tokens, on_revoked
        self._position: bytes | None = None
        self._checked_at = 0.0
        self._watches: dict[bytes, list[Watch]] = {}
        self._lock = threading.Lock()
        self._is_watching = False

    def check(self) -> None:
        """Ask the store what was revoked, unless that was done a moment ago."""
        now = time.monotonic()
        if now - self._checked_at < CHECK_S and self._position is not None:
            return
        self._checked_at = now  # meanwhile the other requests of this worker go on
        try:
            while True:
                revoked, position = self._tokens.revoked_since(self._position)
                self._position = position
                for token_hash in revoked:
                    self._drop(token_hash)
                if not revoked:
                    return
        except StoreUnavailable:
            return  # tokens are believed a little longer; whoever needs the store is refused by it

    def watch(self, token_hash: bytes, on_revoked: Callable[[], None]) -> Watch:
        """`on_revoked` is called once the token is revoked, until the watch is closed."""
        watch = Watch(self, token_hash, on_revoked)
        with self._lock:
            self._watches.setdefault(token_hash, []).append(watch)
            if not self._is_watching:
                self._is_watching = True
                threading.Thread(target=self._check_again, name="revocations", daemon=True).start()
        return watch

    def unwatch(self, token_hash: bytes, watch: Watch) -> None:
        with self._lock:
            watches = self._watches.get(token_hash, [])
            if watch in watches:
                watches.remove(watch)
            if not watches:
                self._watches.pop(token_hash, None)

    def _check_again(self) -> None:
        while True:
            time.sleep(CHECK_S)
            with self._lock:
                if not self._watches:
                    self._is_watching = False
                    return
            try:
                self.check()
            except Exception:  # whatever it is: nobody else would end the streams
                log.exception("cannot find out which tokens were revoked")

    def _drop(self, token_hash: bytes) -> None:
        self.serial += 1
        self._on_revoked(token_hash)
        with self._lock:
            watches = list(self._watches.get(token_hash, ()))
        for watch in watches:
            watch.revoke()
