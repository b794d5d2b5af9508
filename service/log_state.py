"""What is kept outside Redis of the signed head log: the newest checkpoint and the key, in a small file.

A store that was emptied, restored or has failed over may have another log, or another key. Whoever holds an earlier
checkpoint would find two logs under one name, so such a log is not signed.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from events.head_log import HeadLog, root_at

T = TypeVar("T")
log = logging.getLogger("matchledger")
WAY_OUT = "`matchledger origin new --after CHECKPOINT` begins a new log; see docs/durability.md"
LOCK_S = 2.0  # how long another process may write the file; it takes milliseconds
LOCK_PAUSE_S = 0.005


class KeptCheckpoint(Struct, frozen=True):
    key: str
    origin: str
    size: int
    root: str  # in hex


class SigningStopped(Exception):
    """The store's log or key is not the one that was signed before."""


class NotKept(Exception):
    """The operator's new log is begun, and cannot be named in the file: it is not signed."""


class StateFile:
    """Shared by all processes of the service on this machine. `run` calls a function that waits for the disk: a worker
    does that in a thread."""

    def __init__(self, path: Path, run: Callable[[Callable[[], Any]], Any] = lambda write: write()) -> None:
        self._path, self._run = path, run
        self._has_failed = False

    def read(self) -> KeptCheckpoint | None:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=KeptCheckpoint)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError) as error:
            raise SigningStopped(f"{self._path} cannot be read: {error}") from error

    def check_key(self, key: str) -> None:
        kept = self.read()
        if kept is not None and kept.key != key:
            raise SigningStopped(f"the store has the key {key}, and {kept.key} was used before: {WAY_OUT}")

    def advance(self, read_newest: Callable[[], KeptCheckpoint], heads: HeadLog) -> KeptCheckpoint:
        """Keep the newest checkpoint of the log, if it extends the kept one, and return the one that may be signed;
        raises SigningStopped if it does not.

        Workers keep it too, and before they hand it out. If only the background process did, a checkpoint that a
        worker has just signed could be lost in a failover, and another log be signed in its place by whoever does not
        remember it; and a service whose background process does not hold the lease would keep nothing at all.

        The store is asked without the lock: a greenlet that held it would let others run, and they would want it.
        """
        kept = self.read()
        newest = read_newest()  # after `kept`: what another process adds and keeps meanwhile is no loss
        while kept != newest:
            if kept is not None:
                _check_extends(kept, newest, heads)
            found = self._exchange(kept, newest)
            if found == kept:
                break
            if found is not None and _is_later(found, newest):
                return found  # whoever kept it has compared it
            kept = found
        return newest

    def replace(self, checkpoint: KeptCheckpoint) -> None:
        """The operator's decision: from now on, this is the log. Raises NotKept if the file cannot be written: it would
        go on to name the old one, and nothing be signed."""

        def write() -> None:
            with self._hold_lock():
                self._write(checkpoint)

        try:
            self._in_time(write)
        except OSError as error:
            again = "once it can be, run `matchledger origin new --after CHECKPOINT` (again)"
            raise NotKept(
                f"the new log is not signed, because {self._path} cannot be written: {error}; {again}"
            ) from error

    def check_writable(self) -> None:
        """To be asked before a log is begun; raises OSError."""

        def write() -> None:
            with self._hold_lock():
                self._write_draft(b"")

        self._in_time(write)

    def _exchange(self, known: KeptCheckpoint | None, newest: KeptCheckpoint) -> KeptCheckpoint | None:
        """Write the newest if `known` is still the kept one; returns which one was kept."""

        def exchange() -> KeptCheckpoint | None:
            with self._hold_lock():
                found = self.read()
                if found == known:
                    self._write(newest)
                return found

        return self._keep(exchange, known)

    def _keep(self, write: Callable[[], T], otherwise: T) -> T:
        try:
            written = self._in_time(write)
            self._has_failed = False
            return written
        except OSError as error:  # signing goes on: an older checkpoint protects all that it covers
            if not self._has_failed:
                log.error("the newest checkpoint cannot be kept outside Redis", extra={"detail": str(error)})
            self._has_failed = True
            return otherwise

    def _in_time(self, write: Callable[[], T]) -> T:
        """The result of `write`, as soon as no other process writes. Nothing here makes the other requests of a worker
        wait: neither a slow disk nor a process that was stopped while it had the lock."""
        deadline = time.monotonic() + LOCK_S
        while True:
            try:
                written: T = self._run(write)
                return written
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(LOCK_PAUSE_S)

    def _write(self, checkpoint: KeptCheckpoint) -> None:
        self._write_draft(msgspec.json.encode(checkpoint)).replace(self._path)

    def _write_draft(self, content: bytes) -> Path:
        draft = self._path.with_suffix(".new")
        with open(draft, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        return draft

    @contextlib.contextmanager
    def _hold_lock(self) -> Iterator[None]:
        """Raises BlockingIOError if another process has the lock."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(self._path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            try:
                yield
            finally:
                fcntl.flock(lock, fcntl.LOCK_UN)  # a process that was just started may have a copy of the descriptor
        finally:
            os.close(lock)


def _is_later(one: KeptCheckpoint, other: KeptCheckpoint) -> bool:
    return (one.key, one.origin) == (other.key, other.origin) and one.size > other.size


def _check_extends(kept: KeptCheckpoint, newest: KeptCheckpoint, heads: HeadLog) -> None:
    if newest.key != kept.key:
        raise SigningStopped(f"the store has the key {newest.key}, and {kept.key} was used before: {WAY_OUT}")
    if newest.origin != kept.origin:
        raise SigningStopped(f"the store has the log {newest.origin}, and {kept.origin} was signed before: {WAY_OUT}")
    if newest.size < kept.size:
        raise SigningStopped(f"the head log has {newest.size} entries, and {kept.size} were signed before: {WAY_OUT}")
    if root_at(heads, kept.size).hex() != kept.root:
        raise SigningStopped(f"the first {kept.size} entries of the head log are not those that were signed: {WAY_OUT}")
