"""Every family of metrics. Labels are words of ours, never of a client: routes, games, kinds.

What is counted is added up over all processes of one `serve`. What is said of the store, the background process says
for everybody: there is one truth, and the newest word counts.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge

BOUNDS_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
BOUND_LABELS = (*map(str, BOUNDS_S), "+Inf")

registry = CollectorRegistry()


def _counter(name: str, text: str, *labels: str) -> Counter:
    return Counter(f"matchledger_{name}", text, labels, registry=registry)


def _gauge_of_store(name: str, text: str, *labels: str) -> Gauge:
    return Gauge(f"matchledger_{name}", text, labels, registry=registry, multiprocess_mode="mostrecent")


def _gauge_of_workers(name: str, text: str, *labels: str) -> Gauge:
    """Added up over the workers that live."""
    return Gauge(f"matchledger_{name}", text, labels, registry=registry, multiprocess_mode="livesum")


class Durations:
    """A histogram. prometheus_client's own takes one observation at a time, a Counter any amount: so its parts are kept
    in counters, and put together when the metrics are read."""

    def __init__(self, name: str, text: str, *labels: str) -> None:
        self.name, self.text, self.labels = f"matchledger_{name}", text, labels
        self.sums = _counter(f"{name}_sums", text, *labels)
        self.buckets = _counter(f"{name}_buckets", text, *labels, "le")


REQUESTS = _counter("requests", "Requests answered, and messages of the channel.", "route", "method", "status")
REQUEST_SECONDS = Durations("request_duration_seconds", "Time to answer a request.", "route")
COMMANDS = _counter(
    "commands", "Orders: accepted, refused, repeated (by its key), failed (the store).", "game", "result"
)
REFUSALS = _counter("refusals", "Orders refused, by the slug of the problem.", "game", "code")
EVENTS = _counter("events_appended", "Events stored.", "game")
APPEND_SECONDS = Durations("append_duration_seconds", "Time of one append in the store, replicas included.")
CONFLICTS = _counter("append_conflicts", "Appends that came too late: another command was stored first.")
STORE_ERRORS = _counter("store_errors", "Calls to the store that failed.", "kind")
DAMAGED_READS = _counter("damaged_reads", "Requests that met stored data which cannot be read.")
LOSSES = _counter("losses_detected", "Times that the store was found to have lost events.")
TABLE_LOADS = _counter("table_loads", "Tables that a worker did not have in memory.", "kind")
TABLES_KEPT = _gauge_of_workers("tables_kept", "Tables in the memory of the workers.")
CONNECTIONS = _gauge_of_workers("live_connections", "Live streams, long polls and sockets that are open.", "route")
LIVE_SECONDS = Durations("live_delay_seconds", "Time from an event to its first viewer in a worker.")
SOCKET_MESSAGES = _counter("socket_messages", "Messages of the channel.", "direction", "kind")
SOCKETS_CLOSED = _counter("sockets_closed", "Sockets of the channel closed.", "code")
RATE_LIMITED = _counter("rate_limited", "Requests refused by the rate limits.", "scope")
RESTARTS = _counter("process_restarts", "Processes that have died and were started again.", "child")

LOOP_HEARD = _gauge_of_store("loop_heard_timestamp_seconds", "When a loop of the background last did its work.", "loop")
LOOP_FAILING = _gauge_of_store("loop_failing", "1 while a loop of the background process fails.", "loop")
FEED_LAG = _gauge_of_store("feed_lag_entries", "Changes that the lists do not show yet.", "group")
FEED_LAG_SECONDS = _gauge_of_store("feed_lag_seconds", "Age of the oldest change that the lists do not show.", "group")
SET_ASIDE = _gauge_of_store("feed_entries_set_aside", "Entries of the feeds that cannot be read.")
OVERDUE_SECONDS = _gauge_of_store("clock_overdue_seconds", "How long the oldest deadline has passed without effect.")
MATCHES = _gauge_of_store("matches", "Public matches.", "game", "status")
MATCHES_STORED = _gauge_of_store("matches_stored", "All matches in the store, private and archived ones too.")
DISPUTES_OPEN = _gauge_of_store("disputes_open", "Disputes of public matches that wait for a ruling.")
STORE_MEMORY = _gauge_of_store("store_memory_bytes", "Memory that the Redis servers use.")
STORE_MEMORY_MAX = _gauge_of_store("store_memory_limit_bytes", "Their maxmemory; 0 if one has none.")
LAST_BACKUP = _gauge_of_store("last_backup_timestamp_seconds", "When the last backup was made; 0: never.")
BUILD = _gauge_of_store("build_info", "1, with the versions in use.", "version", "python", "redis")

DURATIONS = (REQUEST_SECONDS, APPEND_SECONDS, LIVE_SECONDS)
