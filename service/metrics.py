"""Counters and times for Prometheus; with several workers each writes its own files, and any of them adds all up."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.values import ValueClass

REQUESTS = Counter("matchledger_requests", "Requests answered.", ["route", "method", "status"])
SECONDS = Histogram(
    "matchledger_request_seconds",
    "Time to answer a request.",
    ["route"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
)
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_counters: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}


def metrics_text() -> tuple[bytes, str]:
    """All metrics as text. With a folder for several processes set, the numbers of all of them."""
    if ValueClass.__name__ == "MutexValue":
        return generate_latest(), CONTENT_TYPE_LATEST
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST


def count_request(route: str | None, method: str, status: int, seconds: float) -> None:
    """Count a request and its time; a route is None where none was found."""
    # A client may make a method up; where no route was found, it is not a word of ours.
    key = (route or "unknown", method if route or method in _METHODS else "other", status)
    counter = _counters.get(key)
    if counter is None:  # finding a counter by its labels costs more than counting
        counter = _counters[key] = (REQUESTS.labels(*map(str, key)), SECONDS.labels(key[0]))
    counter[0].inc()
    counter[1].observe(seconds)
