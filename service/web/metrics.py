"""Counters and times for Prometheus; with several workers each writes its own files, and any of them adds all up.

A worker counts in its own memory and writes it down once a second: writing costs more than many a request, and nobody
looks more often. What another worker has counted is at most that old.
"""

from __future__ import annotations

import atexit
import threading
from bisect import bisect_left
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.values import ValueClass

WRITTEN_S = 1.0
BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
REQUESTS = Counter("matchledger_requests", "Requests answered.", ["route", "method", "status"])
SECONDS = Histogram("matchledger_request_seconds", "Time to answer a request.", ["route"], buckets=BOUNDS)
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})


class _Tally:
    """What has been counted of one kind of request and is not written down yet."""

    def __init__(self, route: str, method: str, status: int) -> None:
        self._counter = REQUESTS.labels(route, method, str(status))
        self._times: Any = SECONDS.labels(route)
        self.clear()

    def clear(self) -> None:
        self.count = 0
        self.seconds = 0.0
        self.buckets = [0] * (len(BOUNDS) + 1)

    def write(self) -> None:
        count, seconds, buckets = self.count, self.seconds, self.buckets
        self.clear()
        self._counter.inc(count)
        self._times._sum.inc(seconds)  # `observe` takes one at a time
        for bucket, found in zip(self._times._buckets, buckets, strict=True):
            if found:
                bucket.inc(found)


_tallies: dict[tuple[str, str, int], _Tally] = {}
_timer: threading.Timer | None = None


def metrics_text() -> tuple[bytes, str]:
    """All metrics as text. With a folder for several processes set, the numbers of all of them."""
    write_down()
    if ValueClass.__name__ == "MutexValue":
        return generate_latest(), CONTENT_TYPE_LATEST
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST


def count_request(route: str | None, method: str, status: int, seconds: float) -> None:
    """Count a request and its time; a route is None where none was found."""
    # A client may make a method up; where no route was found, it is not a word of ours.
    key = (route or "unknown", method if route or method in _METHODS else "other", status)
    tally = _tallies.get(key)
    if tally is None:
        tally = _tallies[key] = _Tally(*key)
    tally.count += 1
    tally.seconds += seconds
    tally.buckets[bisect_left(BOUNDS, seconds)] += 1
    if _timer is None:
        _write_soon()


def _write_soon() -> None:
    global _timer
    _timer = threading.Timer(WRITTEN_S, write_down)
    _timer.daemon = True
    _timer.start()


def write_down() -> None:
    global _timer
    _timer = None
    for tally in [one for one in _tallies.values() if one.count]:
        tally.write()


atexit.register(write_down)
