"""How much memory each process takes, from the time on at which nobody is killed any more."""

from __future__ import annotations

import statistics
import threading
import time
from collections import defaultdict
from typing import NamedTuple

import psutil

from tests.faults.inject import find
from tests.http.live import Live

ROLES = ("worker", "master", "background")
EVERY_S = 2.0


class Growth(NamedTuple):
    role: str
    pid: int
    first_mb: float
    last_mb: float

    @property
    def percent(self) -> float:
        return 100 * (self.last_mb / self.first_mb - 1)


class Sampler(threading.Thread):
    """Notes the memory that each process has for itself, every few seconds."""

    def __init__(self, service: Live) -> None:
        super().__init__(name="memory", daemon=True)
        self._service = service
        self._samples: dict[tuple[str, int], list[float]] = defaultdict(list)
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.wait(EVERY_S):
            for role in ROLES:
                self._sample(role)

    def _sample(self, role: str) -> None:
        try:
            for process in find(self._service, role):
                self._samples[role, process.pid].append(process.memory_full_info().uss / 2**20)
        except psutil.NoSuchProcess:
            return

    def growths(self, warm_up: float) -> list[Growth]:
        """Of each process that lived all the time: the median after the warm-up (a share of it), and at the end."""
        self.stopping.set()
        self.join(10)
        longest = max((len(one) for one in self._samples.values()), default=0)
        found = []
        for (role, pid), samples in sorted(self._samples.items()):
            if len(samples) > 0.8 * longest:
                begin = int(warm_up * len(samples))
                part = max(1, (len(samples) - begin) // 4)
                first, last = samples[begin : begin + part], samples[-part:]
                found.append(Growth(role, pid, statistics.median(first), statistics.median(last)))
        return found


def wait_seconds(seconds: float, stopping: threading.Event) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until and not stopping.is_set():
        time.sleep(0.1)
