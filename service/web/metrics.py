"""Request counts and durations for Prometheus, summed over all workers.

A worker counts in memory and adds its counts to its metrics file once a second, because one write to the file takes as
long as several requests may wait for. So the counts of other workers are at most a second old.
"""

from __future__ import annotations

import atexit
import threading
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.core import HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from prometheus_client.values import MutexValue, ValueClass

FLUSH_S = 1.0
BOUNDS_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_BOUND_LABELS = (*map(str, BOUNDS_S), "+Inf")
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})

_registry = CollectorRegistry()
REQUESTS = Counter("matchledger_requests", "Requests answered.", ["route", "method", "status"], registry=_registry)
# A Histogram takes one observation at a time, a Counter any amount: so the parts of a histogram are kept in counters,
# and put together when the metrics are read.
SECONDS_SUM = Counter("matchledger_seconds_sum", "Sum of durations.", ["route"], registry=_registry)
LOSSES = Counter("matchledger_losses", "Times that the store was found to have lost events.", registry=_registry)
SECONDS_BUCKETS = Counter("matchledger_seconds_buckets", "Durations by bound.", ["route", "le"], registry=_registry)

SOCKETS_CLOSED = Counter("matchledger_sockets_closed", "Sockets of the channel closed.", ["code"], registry=_registry)


class _Tally:
    """What was counted of one kind of request since the last flush."""

    def __init__(self, route: str, method: str, status: int) -> None:
        self._requests = REQUESTS.labels(route, method, str(status))
        self._sum = SECONDS_SUM.labels(route)
        self._buckets = [SECONDS_BUCKETS.labels(route, bound) for bound in _BOUND_LABELS]
        self.clear()

    def clear(self) -> None:
        self.count = 0
        self.seconds = 0.0
        self.buckets = [0] * len(_BOUND_LABELS)

    def flush(self) -> None:
        count, seconds, buckets = self.count, self.seconds, self.buckets
        self.clear()
        self._requests.inc(count)
        self._sum.inc(seconds)
        for counter, found in zip(self._buckets, buckets, strict=True):
            if found:
                counter.inc(found)


_tallies: dict[tuple[str, str, int], _Tally] = {}
_timer: threading.Timer | None = None


def count_request(route: str | None, method: str, status: int, seconds: float) -> None:
    """Count a request and its duration; the route is None where none was found."""
    # A client may invent methods: only known ones become labels.
    key = (route or "unknown", method if route or method in _METHODS else "other", status)
    tally = _tallies.get(key)
    if tally is None:
        tally = _tallies[key] = _Tally(*key)
    tally.count += 1
    tally.seconds += seconds
    tally.buckets[bisect_left(BOUNDS_S, seconds)] += 1
    if _timer is None:
        _flush_later()


def count_loss() -> None:
    LOSSES.inc()


def _flush_later() -> None:
    global _timer
    _timer = threading.Timer(FLUSH_S, flush)
    _timer.daemon = True
    _timer.start()


def flush() -> None:
    global _timer
    _timer = None
    for tally in [one for one in _tallies.values() if one.count]:
        tally.flush()


atexit.register(flush)


def metrics_text() -> tuple[bytes, str]:
    """All metrics as text, and its content type."""
    flush()
    text = CollectorRegistry()
    text.register(_Exposition())
    return generate_latest(text), CONTENT_TYPE_LATEST


class _Exposition(Collector):
    """The counters, with the duration counters put together as one histogram."""

    def collect(self) -> Iterator[Metric]:
        parts: dict[str, Metric] = {}
        for metric in _counters():
            if metric.name in ("matchledger_seconds_sum", "matchledger_seconds_buckets"):
                parts[metric.name] = metric
            else:
                yield metric
        yield _histogram(parts)


def _counters() -> Iterable[Metric]:
    """The counters of all workers; in a process without a shared folder, its own."""
    if ValueClass is MutexValue:
        return _registry.collect()
    found: Iterable[Metric] = MultiProcessCollector(CollectorRegistry()).collect()  # type: ignore[no-untyped-call]  # no types
    return found


def _histogram(parts: dict[str, Metric]) -> Metric:
    family = HistogramMetricFamily("matchledger_request_seconds", "Time to answer a request.", labels=["route"])
    counts: dict[tuple[str, str], float] = {}
    for sample in parts["matchledger_seconds_buckets"].samples if parts else ():
        if sample.name.endswith("_total"):
            counts[sample.labels["route"], sample.labels["le"]] = sample.value
    for sample in parts["matchledger_seconds_sum"].samples if parts else ():
        if sample.name.endswith("_total"):
            route, total, buckets = sample.labels["route"], 0.0, []
            for bound in _BOUND_LABELS:  # each bucket of a histogram includes the ones below
                total += counts.get((route, bound), 0.0)
                buckets.append((bound, total))
            family.add_metric([route], buckets, sample.value)
    return family
