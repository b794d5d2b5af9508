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
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, NamedTuple, Protocol

from events.store import StoreUnavailable
from service.config import Config
from service.web.identity import Identity, read_token_hash
from service.web.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

WINDOW_S = 10
REPORTS_PER_LIMIT = 10
REPORT_S = 1.0


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
            self._count([(f"all {name}", limit) for name, limit in zip(names, limits)])
            if is_costly:
                self._count([(f"costly {name}", config.limit_costly) for name in names])

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
            raise _too_many("You have as many live streams open as one player may.", WINDOW_S)
        self._streams.update(names)
        try:
            yield
        finally:
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
        for name, limit in limits:
            if totals.get(name, 0) + unreported.get(name, 0) >= limit:
                raise _too_many("You have sent too many requests in a short time.", (window + 1) * WINDOW_S - now)
        is_due = now - self._reported_at >= REPORT_S
        for name, limit in limits:
            count = unreported[name] = unreported.get(name, 0) + 1
            is_due = is_due or count * REPORTS_PER_LIMIT >= limit
        if is_due:
            self._report(now)

    def _report(self, now: float) -> None:
        window, counts = self._window, self._unreported
        self._unreported, self._reported_at = {}, now
        try:
            totals = self._counts.add(window, counts, 2 * WINDOW_S)
        except StoreUnavailable:  # each worker then limits by its own count
            totals = {name: self._totals.get(name, 0) + count for name, count in counts.items()}
        if window == self._window:
            self._totals.update(totals)


def _too_many(detail: str, wait_s: float) -> Problem:
    return Problem("too-many-requests", detail, retry_after_s=max(1, math.ceil(wait_s)))


def client_address(environ: WSGIEnvironment, proxies: int) -> str:
    """The address that the outermost of the operator's proxies has seen; without proxies, that of the connection."""
    if proxies:
        forwarded_for = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if len(forwarded_for) >= proxies and forwarded_for[-proxies].strip():
            found: str = forwarded_for[-proxies].strip()
            return found
    address: str = environ.get("REMOTE_ADDR") or ""
    return address


class Network(NamedTuple):
    """Where requests come from: one name for all addresses of one subscriber."""

    name: str
    is_local: bool  # this machine


def is_limited(config: Config, network: Network) -> bool:
    """Programs on this machine are trusted unless the operator says otherwise."""
    return config.limits == "all" or (config.limits == "remote" and not network.is_local)


@lru_cache(maxsize=65_536)
def network_of(address: str) -> Network:
    try:
        found = ip_address(address)
    except ValueError:
        return Network(address or "socket", is_local=not address)  # a unix socket has no address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    # An IPv6 subscriber usually has a whole /64.
    return Network(str(found) if found.version == 4 else f"{int(found) >> 64:x}::/64", found.is_loopback)
