"""Counting in memory. Once a second it is added to the metrics file of this process, because one write to the file
takes as long as several requests may wait for. So the counts of other processes are at most a second old.

There is no lock: greenlets of a worker never switch in here. Where threads count the same thing at the same moment, as
in the background process, one of the two may be missed.
"""

from __future__ import annotations

import atexit
import threading
from bisect import bisect_left
from collections.abc import Callable

from prometheus_client import Counter, Gauge

from service.metrics.families import BOUND_LABELS, BOUNDS_S, REQUEST_SECONDS, REQUESTS, Durations

FLUSH_S = 1.0
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "WS"})
_Labels = tuple[str, ...]

_counted: dict[tuple[Counter, _Labels], _Tally] = {}
_timed: dict[tuple[Durations, _Labels], _TimedTally] = {}
_gauges: dict[Gauge, Callable[[], float]] = {}
_timer: threading.Timer | None = None


class _Tally:
    """What was counted since the last flush."""

    __slots__ = ("_counter", "amount")

    def __init__(self, family: Counter, labels: _Labels) -> None:
        self._counter = family.labels(*labels) if labels else family
        self.amount = 0.0

    def flush(self) -> None:
        amount, self.amount = self.amount, 0.0
        if amount:
            self._counter.inc(amount)


class _TimedTally:
    __slots__ = ("_buckets", "_sum", "counts", "seconds")

    def __init__(self, family: Durations, labels: _Labels) -> None:
        self._sum = family.sums.labels(*labels) if labels else family.sums
        self._buckets = [family.buckets.labels(*labels, bound) for bound in BOUND_LABELS]
        self.seconds = 0.0
        self.counts = [0] * len(BOUND_LABELS)

    def flush(self) -> None:
        seconds, self.seconds = self.seconds, 0.0
        counts, self.counts = self.counts, [0] * len(BOUND_LABELS)
        if any(counts):
            self._sum.inc(seconds)
            for counter, found in zip(self._buckets, counts, strict=True):
                if found:
                    counter.inc(found)


def count(family: Counter, *labels: str, amount: float = 1) -> None:
    tally = _counted.get((family, labels))
    if tally is None:
        tally = _counted[family, labels] = _Tally(family, labels)
    tally.amount += amount
    if _timer is None:
        _flush_later()


def observe(family: Durations, seconds: float, *labels: str) -> None:
    tally = _timed.get((family, labels))
    if tally is None:
        tally = _timed[family, labels] = _TimedTally(family, labels)
    tally.seconds += seconds
    tally.counts[bisect_left(BOUNDS_S, seconds)] += 1
    if _timer is None:
        _flush_later()


def count_request(route: str | None, method: str, status: int, seconds: float) -> None:
    """Count a request and its duration; the route is None where none was found."""
    # A client may invent methods: only known ones become labels.
    name = route or "unknown"
    count(REQUESTS, name, method if route or method in _METHODS else "other", str(status))
    observe(REQUEST_SECONDS, seconds, name)


def watch_gauge(gauge: Gauge, value: Callable[[], float]) -> None:
    """Set this gauge of this process whenever the counts are written; in place of the function given before."""
    _gauges[gauge] = value


def _flush_later() -> None:
    global _timer
    _timer = threading.Timer(FLUSH_S, flush)
    _timer.daemon = True
    _timer.start()


def flush() -> None:
    global _timer
    _timer = None
    for counted in list(_counted.values()):
        counted.flush()
    for timed in list(_timed.values()):
        timed.flush()
    for gauge, value in _gauges.items():
        gauge.set(value())


atexit.register(flush)
