"""A bound on how many calls are under way at once, cheap to take while there are slots to spare."""

from __future__ import annotations

from threading import Condition


class Slots:
    """A semaphore without a lock on its usual path: a list's `pop` and `append` are atomic.

    Under gevent, threading's own semaphore takes a third of all CPU that the client spends on a call.
    """

    def __init__(self, count: int) -> None:
        self._free = [None] * count
        self._returned = Condition()
        self._waiting = 0

    def acquire(self, timeout_s: float) -> bool:
        """Whether a slot was free, or has become free in time."""
        if self._take():
            return True
        with self._returned:
            self._waiting += 1  # before the next attempt: whoever returns a slot after it will notify
            try:
                return self._returned.wait_for(self._take, timeout_s)
            finally:
                self._waiting -= 1

    def release(self) -> None:
        self._free.append(None)
        if self._waiting:
            with self._returned:
                self._returned.notify()

    def _take(self) -> bool:
        try:
            self._free.pop()
        except IndexError:
            return False
        return True
