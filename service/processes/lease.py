"""Which of several services on one store does the background work: the one that holds the lease.

Two that work at the same moment do no harm: lists and deadlines carry versions, the rules decide what the clock and the
bots send, and the head log knows what it has. So a process that was paused may finish its turn when it continues.
"""

from __future__ import annotations

import logging
import time
from typing import Protocol

from events.store import StoreUnavailable

log = logging.getLogger("matchledger")
LEASE_S = 5.0  # the longest time that nobody works after the holder has died or hangs


class KeepsLease(Protocol):
    def take(self, length_ms: int) -> bool: ...

    def give_back(self) -> None: ...


class Lease:
    """`renew` is called every second by one thread, `is_held` by all."""

    def __init__(self, kept: KeepsLease) -> None:
        self._kept = kept
        self.term = 0  # how often this process has become the holder
        self._is_holder = False
        self._is_unanswered = False  # the last question
        self._asked_at = 0.0

    @property
    def is_held(self) -> bool:
        """Not after a pause of this process, until it has asked again. While the server of the lease does not answer,
        nobody can take it over there, and the work on the other servers of a cluster goes on."""
        return self._is_holder and (self._is_unanswered or time.monotonic() < self._asked_at + LEASE_S)

    def renew(self) -> None:
        asked_at = time.monotonic()
        try:
            is_holder = self._kept.take(int(LEASE_S * 1000))
        except StoreUnavailable:
            self._is_unanswered = True
            return
        if is_holder and not self.is_held:
            self.term += 1
            log.info("this service does the background work now")
        elif self._is_holder and not is_holder:
            log.info("another service does the background work now")
        self._is_holder, self._is_unanswered, self._asked_at = is_holder, False, asked_at

    def give_back(self) -> None:
        """So that another service need not wait for its end."""
        was_holder, self._is_holder = self._is_holder, False
        if was_holder:
            try:
                self._kept.give_back()
            except StoreUnavailable:
                return  # it ends by itself
