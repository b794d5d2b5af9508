"""What is kept outside Redis of the signed head log: the newest checkpoint and the key, in a small file.

A store that was emptied, restored or has failed over may have another log, or another key. Whoever holds an earlier
checkpoint would find two logs under one name, so such a log is not signed.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from events.head_log import HeadLog, root_at
from events.store import Head
from events.tree import root_of

log = logging.getLogger("matchledger")
WAY_OUT = "`matchledger origin new --after CHECKPOINT` begins a new log; see docs/durability.md"


class KeptCheckpoint(Struct, frozen=True):
    key: str
    origin: str
    size: int
    root: str  # in hex


class SigningStopped(Exception):
    """The store's log or key is not the one that was signed before."""


class StateFile:
    """Shared by all processes of the service on this machine."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._has_failed = False

    def read(self) -> KeptCheckpoint | None:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=KeptCheckpoint)
        except FileNotFoundError:
            return None
        except msgspec.DecodeError as error:
            raise SigningStopped(f"{self._path} cannot be read: {error}") from error

    def check_key(self, key: str) -> None:
        kept = self.read()
        if kept is not None and kept.key != key:
            raise SigningStopped(f"the store has the key {key}, and {kept.key} was used before: {WAY_OUT}")

    def advance(self, key: str, origin: str, head: Head, heads: HeadLog) -> None:
        """Keep this checkpoint, if the log extends the one that is kept; raises SigningStopped if it does not."""
        with self._locked():
            kept = self.read()
            newest = KeptCheckpoint(key, origin, head.version, root_of(head.frontier).hex())
            if kept is not None:
                _check_extends(kept, newest, heads)
            if kept != newest:
                self._write(newest)

    def replace(self, checkpoint: KeptCheckpoint) -> None:
        """The operator's decision: from now on, this is the log."""
        with self._locked():
            self._write(checkpoint)

    def _write(self, checkpoint: KeptCheckpoint) -> None:
        draft = self._path.with_suffix(".new")
        try:
            with open(draft, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
                file.write(msgspec.json.encode(checkpoint))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)
            self._has_failed = False
        except OSError as error:  # signing goes on: an older checkpoint protects all that it covers
            if not self._has_failed:
                log.error("the newest checkpoint cannot be kept outside Redis", extra={"detail": str(error)})
            self._has_failed = True

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(self._path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)


def _check_extends(kept: KeptCheckpoint, newest: KeptCheckpoint, heads: HeadLog) -> None:
    if newest.key != kept.key:
        raise SigningStopped(f"the store has the key {newest.key}, and {kept.key} was used before: {WAY_OUT}")
    if newest.origin != kept.origin:
        raise SigningStopped(f"the store has the log {newest.origin}, and {kept.origin} was signed before: {WAY_OUT}")
    if newest.size < kept.size:
        raise SigningStopped(f"the head log has {newest.size} entries, and {kept.size} were signed before: {WAY_OUT}")
    if root_at(heads, kept.size).hex() != kept.root:
        raise SigningStopped(f"the first {kept.size} entries of the head log are not those that were signed: {WAY_OUT}")
