"""Rate limits: how many requests one player and one network may send in ten seconds, over all workers.

Each worker counts in memory and reports to Redis once a second, or after a tenth of a limit, so that a command needs no
round trip for it. Up to a tenth of the limit for each further worker can be exceeded that way; and since windows are
aligned to the clock, a client can send twice the limit around the boundary of two windows.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from events.store import StoreUnavailable
from service.config import Config
from service.metrics.families import CONNECTIONS, RATE_LIMITED
from service.metrics.tallies import count
from service.problems import Problem
from service.web.identity import Identity, read_token_hash
from service.web.networks import client_address, is_limited, network_of
from service.web.request_log import ENDPOINT

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

WINDOW_S = 10
REPORTS_PER_LIMIT = 10
REPORT_S = 1.0
_COUNTED = "matchledger.counted"  # in an environ: what the request was counted under, and the limits of that
_SCOPES = ("address", "player")


class Counts(Protocol):
    """Where the counts of all workers are added up."""

    def add(self, window: int, counts: dict[str, int], kept_s: int) -> dict[str, int]: ...


class Limiter:
    def __init__(self, config: Config, identity: Identity, counts: Counts) -> None:
        self._config, self._identity, self._counts = config, identity, counts
        self._window = 0
        self._totals: dict[str, int] = {}  # of all workers, as Redis last said
        self._unreported: dict[str, int] = {}  # counted here since then
        self._reported_at = 0.0
        self._streams: Counter[str] = Counter()

    @property
    def requests_max(self) -> int:
        """How many requests one player may send in ten seconds."""
        return self._config.limit_player

    def check(self, environ: WSGIEnvironment, *, is_costly: bool) -> None:
        """Count a request; a problem if its sender has sent too many, or too many costly ones."""
        config = self._config
        names = self._limited_names(environ)
        if names:
            limits = (config.limit_address, config.limit_player)
            counted = environ[_COUNTED] = [(f"all {name}", limit) for name, limit in zip(names, limits)]
            self._count(counted)
            if is_costly:
                self._count([(f"costly {name}", config.limit_costly) for name in names])

    def rate_headers(self, environ: WSGIEnvironment) -> list[tuple[str, str]]:
        """What the sender may still do, as in draft-ietf-httpapi-ratelimit-headers; nothing for who is not limited."""
        counted: list[tuple[str, int]] | None = environ.get(_COUNTED)
        if counted is None:
            return []
        reset_s = math.ceil((self._window + 1) * WINDOW_S - time.time())
        left, policies = [], []
        for scope, (name, limit) in zip(_SCOPES, counted):
            rest = max(0, limit - self._totals.get(name, 0) - self._unreported.get(name, 0))
            left.append(f'"{scope}";r={rest};t={max(0, reset_s)}')
            policies.append(f'"{scope}";q={limit};w={WINDOW_S}')
        return [("RateLimit", ", ".join(left)), ("RateLimit-Policy", ", ".join(policies))]

    def count_costly(self, environ: WSGIEnvironment) -> None:
        """Count a request as costly that turned out to be."""
        names = self._limited_names(environ)
        if names:
            self._count([(f"costly {name}", self._config.limit_costly) for name in names])

    @contextmanager
    def stream(self, environ: WSGIEnvironment) -> Iterator[None]:
        """While a live stream or a long poll is open. Counted per worker: a stream stays with its worker."""
        names = self._limited_names(environ)
        if any(self._streams[name] >= self._config.limit_streams for name in names):
            count(RATE_LIMITED, "streams")
            raise _too_many("You have as many live streams open as one player may.", WINDOW_S)
        self._streams.update(names)
        open_now = CONNECTIONS.labels(environ.get(ENDPOINT) or "unknown")
        open_now.inc()
        try:
            yield
        finally:
            open_now.dec()
            self._streams.subtract(names)
            for name in names:
                if self._streams[name] <= 0:
                    del self._streams[name]

    def _limited_names(self, environ: WSGIEnvironment) -> list[str]:
        """The sender's network, and the player if this worker has them cached; empty if the sender is not limited."""
        if self._config.limits == "off":
            return []
        network = network_of(client_address(environ, self._config.proxies))
        if not is_limited(self._config, network):
            return []
        try:
            token_hash = read_token_hash(environ)
        except Problem:  # not a bearer token: whoever needs the person answers with this problem
            return [network.name]
        who = None if token_hash is None else self._identity.find_cached(token_hash)
        return [network.name] if who is None else [network.name, who.id]

    def _count(self, limits: list[tuple[str, int]]) -> None:
        now = time.time()
        window = int(now) // WINDOW_S
        if window != self._window:
            self._window, self._totals, self._unreported = window, {}, {}
        totals, unreported = self._totals, self._unreported
        for scope, (name, limit) in zip(_SCOPES, limits):
            if totals.get(name, 0) + unreported.get(name, 0) >= limit:
                count(RATE_LIMITED, f"costly {scope}" if name.startswith("costly") else scope)
                raise _too_many("You have sent too many requests in a short time.", (window + 1) * WINDOW_S - now)
        is_due = now - self._reported_at >= REPORT_S
        for name, limit in limits:
            counted = unreported[name] = unreported.get(name, 0) + 1
            is_due = is_due or counted * REPORTS_PER_LIMIT >= limit
        if is_due:
            self._report(now)

    def _report(self, now: float) -> None:
        window, counts = self._window, self._unreported
        self._unreported, self._reported_at = {}, now
        try:
            totals = self._counts.add(window, counts, 2 * WINDOW_S)
        except StoreUnavailable:  # each worker then limits by its own count
            totals = {name: self._totals.get(name, 0) + added for name, added in counts.items()}
        if window == self._window:
            self._totals.update(totals)


def _too_many(detail: str, wait_s: float) -> Problem:
    return Problem("too-many-requests", detail, retry_after_s=max(1, math.ceil(wait_s)))
