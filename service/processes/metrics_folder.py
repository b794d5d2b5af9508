"""The folder for the metrics of all processes of a service. One that a killed service has left is removed at the next
start."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from pathlib import Path

PREFIX = "matchledger-metrics-"
_LOCK = "owner"  # locked by the service that the folder belongs to; the kernel unlocks it when its last process ends
_locks: list[int] = []  # kept open as long as this process lives


def make_metrics_folder() -> str:
    """A folder of our own; those that belong to nobody any more are removed."""
    remove_abandoned()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    new = folder / f"{_LOCK}.new"
    lock = os.open(new, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    new.rename(folder / _LOCK)  # locked already when others can find it
    _locks.append(lock)
    return str(folder)


def held_locks() -> tuple[int, ...]:
    """To be inherited by the processes that write into the folder: it is in use as long as one of them lives."""
    return tuple(_locks)


def forget_dead(folder: str) -> None:
    """Remove what dead processes said of themselves, so that it is not added up any more; what they counted stays."""
    for path in Path(folder).glob("gauge_live*_*.db"):
        pid = path.stem.rpartition("_")[2]
        if not Path("/proc", pid).exists() and Path("/proc").exists():
            path.unlink(missing_ok=True)


def remove_abandoned() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        try:
            is_ours = folder.stat().st_uid == os.getuid()
            lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CLOEXEC) if is_ours else None
        except OSError:  # removed by another service meanwhile, or only just made
            continue
        if lock is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            except BlockingIOError:  # its service is running
                continue
            finally:
                os.close(lock)
