"""All metrics as text, summed over all processes of one `serve`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from prometheus_client.values import MutexValue, ValueClass

from service.metrics.families import BOUND_LABELS, DURATIONS, Durations, registry
from service.metrics.tallies import flush

_Labels = tuple[str, ...]


def metrics_text() -> tuple[bytes, str]:
    """All metrics as text, and its content type."""
    flush()
    text = CollectorRegistry()
    text.register(_Exposition())
    return generate_latest(text), CONTENT_TYPE_LATEST


class _Exposition(Collector):
    """The metrics as they are kept, but the parts of each histogram put together."""

    def collect(self) -> Iterator[Metric]:
        kept = {metric.name: metric for metric in _collect()}
        for durations in DURATIONS:
            sums, buckets = (kept.pop(f"{durations.name}_{part}", None) for part in ("sums", "buckets"))
            yield _histogram(durations, sums, buckets)
        yield from kept.values()


def _collect() -> Iterable[Metric]:
    """The metrics of all processes; in a process without a shared folder, its own."""
    if ValueClass is MutexValue:
        return registry.collect()
    found: Iterable[Metric] = MultiProcessCollector(CollectorRegistry()).collect()  # type: ignore[no-untyped-call]  # no types
    return found


def _histogram(durations: Durations, sums: Metric | None, buckets: Metric | None) -> Metric:
    family = HistogramMetricFamily(durations.name, durations.text, labels=durations.labels)
    counts: dict[_Labels, dict[str, float]] = defaultdict(dict)
    for labels, bound, value in _samples(durations, buckets):
        counts[labels][bound] = value
    for labels, _, seconds in _samples(durations, sums):
        total, added = 0.0, []
        for bound in BOUND_LABELS:  # each bucket of a histogram includes the ones below
            total += counts[labels].get(bound, 0.0)
            added.append((bound, total))
        family.add_metric(labels, added, seconds)
    return family


def _samples(durations: Durations, metric: Metric | None) -> Iterator[tuple[_Labels, str, float]]:
    for sample in () if metric is None else metric.samples:
        if sample.name.endswith("_total"):
            yield tuple(sample.labels[name] for name in durations.labels), sample.labels.get("le", ""), sample.value
