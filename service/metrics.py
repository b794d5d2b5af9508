"""Counters and times for Prometheus; with several workers each writes its own files, and any of them adds all up."""

from __future__ import annotations

import time

from flask import Flask, Response, g, request
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
_counters: dict[tuple[str, str, int], object] = {}
_timers: dict[str, object] = {}


def metrics_text() -> tuple[bytes, str]:
    """All metrics as text. With a folder for several processes set, the numbers of all of them."""
    if ValueClass.__name__ == "MutexValue":
        return generate_latest(), CONTENT_TYPE_LATEST
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_LATEST


def measure(app: Flask) -> None:
    """Count every request of this app."""

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()

    @app.after_request
    def count(response: Response) -> Response:
        name = request.endpoint or "unknown"
        # A client may make a method up; where no route was found, it is not a word of ours.
        method = request.method if request.endpoint or request.method in _METHODS else "other"
        key = (name, method, response.status_code)
        counter = _counters.get(key)
        if counter is None:  # finding a counter by its labels costs more than counting
            counter = _counters[key] = REQUESTS.labels(name, method, str(response.status_code))
        timer = _timers.get(name)
        if timer is None:
            timer = _timers[name] = SECONDS.labels(name)
        counter.inc()  # type: ignore[attr-defined]
        timer.observe(time.perf_counter() - g.began)  # type: ignore[attr-defined]
        return response
