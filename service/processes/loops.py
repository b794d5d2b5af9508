"""The loops of the background process: each goes on whatever happens in it, and tells when it was last well."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from events.background_status import BackgroundStatus, LoopStatus
from events.store import StoreUnavailable
from service.processes.lease import Lease

log = logging.getLogger("matchledger")
PAUSE_S, PAUSE_S_MAX = 0.5, 3.0
REPORT_S = 1.0
STOP_S = 5.0
STANDBY_S = 0.2  # between two looks at the lease
HUNG_S = 120.0  # a loop that was not heard of for so long ends the process, which is then started again


class Pause:
    """After a failure: half a second, and longer with each further failure."""

    def __init__(self) -> None:
        self.reason = ""  # of the last failure; empty if all is well
        self.failures = 0
        self._until = 0.0

    def begin(self, reason: str) -> float:
        """Returns its length in seconds."""
        self.reason = reason
        self.failures += 1
        # Spread, so that what failed together is not tried again together.
        doubled: float = PAUSE_S * 2 ** min(self.failures - 1, 10)
        length_s = min(doubled, PAUSE_S_MAX) * random.uniform(0.8, 1.2)
        self._until = time.monotonic() + length_s
        return length_s

    def end(self) -> None:
        self.reason, self.failures = "", 0

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self._until


class Stopping(Protocol):
    """The part of threading.Event that the loops use."""

    def is_set(self) -> bool: ...

    def wait(self, timeout: float) -> object: ...


class Loop:
    """Calls `turn` for ever; it returns the seconds to wait before the next turn.

    With a lease it does so only while this process holds it; `begin` is called before the first turn of each term,
    because another process has worked meanwhile.
    """

    def __init__(
        self,
        name: str,
        turn: Callable[[], float],
        failing: Callable[[], str | None],
        lease: Lease | None = None,
        begin: Callable[[], None] = lambda: None,
    ) -> None:
        self.name = name
        self.touch()
        self._turn, self._failing, self._lease, self._begin = turn, failing, lease, begin
        self._term = 0
        self._error: str | None = None

    def touch(self) -> None:
        """Say that the loop goes on: after each turn, and during a turn that takes long."""
        self.turned_at, self._touched = time.time(), time.monotonic()

    @property
    def is_hanging(self) -> bool:
        return time.monotonic() - self._touched > HUNG_S

    @property
    def status(self) -> LoopStatus:
        return LoopStatus(heard_ms=int(self.turned_at * 1000), failing=self._error or self._failing())

    def run(self, stopping: Stopping) -> None:
        """Whatever is raised in a turn is logged once, and the next turn follows after a pause."""
        pause = Pause()
        while not stopping.is_set():
            if self._lease is not None and not self._lease.is_held:
                self._error = None
                self.touch()
                stopping.wait(STANDBY_S)
                continue
            try:
                self._begin_term()
                wait_s = self._turn()
                self._error = None
                self.touch()
                pause.end()
                if wait_s > 0:
                    stopping.wait(wait_s)
            except Exception as error:  # a loop never ends: it logs the error, pauses and continues
                self._error = str(error) or type(error).__name__
                is_outage = isinstance(error, StoreUnavailable)
                if is_outage:
                    self.touch()  # it lives, and waits
                if is_outage and not pause.reason:
                    log.warning("a loop waits for the store", extra={"loop": self.name, "detail": self._error})
                elif not is_outage and pause.reason != self._error:
                    log.error("a loop failed", exc_info=error, extra={"loop": self.name})
                stopping.wait(pause.begin(self._error))

    def _begin_term(self) -> None:
        if self._lease is not None and self._term != self._lease.term:
            self._begin()
            self._term = self._lease.term


class KeepsStatus(Protocol):
    def put(self, status: BackgroundStatus) -> None: ...


def watch(loops: Sequence[Loop], kept: KeepsStatus, stopping: threading.Event, lease: Lease) -> None:
    """Run each loop in a thread, keep the lease, and say every second how each loop is, until told to stop."""
    lease.renew()
    threads = {loop.name: threading.Thread(target=loop.run, args=(stopping,), daemon=True) for loop in loops}
    # Apart, so that a server that does not answer, and has the status, does not hold up the lease.
    reporting = threading.Thread(target=_report, args=(loops, kept, stopping, lease), daemon=True)
    for thread in (*threads.values(), reporting):
        thread.start()
    while not stopping.wait(REPORT_S):
        for loop in loops:
            if loop.is_hanging or not threads[loop.name].is_alive():
                stopping.set()
                lease.give_back()
                what = "hangs" if loop.is_hanging else "has ended"
                raise SystemExit(f"the loop {loop.name} of the background process {what}; see the log above")
        lease.renew()
    for thread in threads.values():
        thread.join(STOP_S)
    lease.give_back()


def _report(loops: Sequence[Loop], kept: KeepsStatus, stopping: threading.Event, lease: Lease) -> None:
    while not stopping.wait(REPORT_S):
        try:
            if lease.is_held:
                kept.put(BackgroundStatus({loop.name: loop.status for loop in loops}))
        except StoreUnavailable:
            pass  # /readyz tells that nothing was heard
        except Exception as error:  # the loops are more important than the report about them
            log.error("the status of the background process cannot be kept", exc_info=error)
