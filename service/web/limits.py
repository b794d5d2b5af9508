"""How much one player and one address may ask for in ten seconds, over all workers.

A worker counts by itself and tells Redis once a second, or when it has counted a tenth of a limit: so a command costs
no round trip of its own. What slips through meanwhile is a tenth of the limit for each further worker; and because
windows begin on the clock, a client that knows that gets through twice as much around the turn of one.
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
from service.web.identity import Identity
from service.web.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

WINDOW_S = 10
SHARES = 10
TELL_S = 1.0


class Counts(Protocol):
    """Where the workers add up what they have counted."""

    def add(self, window: int, counts: dict[str, int], kept_s: int) -> dict[str, int]: ...


class Limiter:
    def __init__(self, config: Config, identity: Identity, counts: Counts) -> None:
        self._config, self._identity, self._counts = config, identity, counts
        self._window = 0
        self._known: dict[str, int] = {}  # as Redis last said
        self._fresh: dict[str, int] = {}  # counted here since
        self._told_at = 0.0
        self._streams: Counter[str] = Counter()

    def check(self, environ: WSGIEnvironment) -> None:
        """Count a request; a problem if its sender has asked for too much."""
        config = self._config
        if config.limits == "off":
            return
        names = self._names(environ)
        if names:
            limits = (config.limit_address, config.limit_player)
            self._count([(f"all {name}", limit) for name, limit in zip(names, limits)])

    def check_costly(self, environ: WSGIEnvironment) -> None:
        """The same for what takes long to answer, or stays in the store for ever."""
        if self._config.limits != "off":
            self._count([(f"costly {name}", self._config.limit_costly) for name in self._names(environ)])

    @contextmanager
    def stream(self, environ: WSGIEnvironment) -> Iterator[None]:
        """While somebody watches live; each worker counts for itself, for a stream stays with its worker."""
        names = [] if self._config.limits == "off" else self._names(environ)
        if any(self._streams[name] >= self._config.limit_streams for name in names):
            raise _too_many("You watch as many streams as you may.", WINDOW_S)
        self._streams.update(names)
        try:
            yield
        finally:
            self._streams.subtract(names)
            for name in names:
                if self._streams[name] <= 0:
                    del self._streams[name]

    def _names(self, environ: WSGIEnvironment) -> list[str]:
        """The sender's address, and the player if this worker knows them; nothing if the sender is not limited."""
        address, is_local = place_of(sent_from(environ, self._config.proxies))
        if is_local and self._config.limits != "all":
            return []
        authorization = environ.get("HTTP_AUTHORIZATION")
        if authorization is None:
            return [address]
        try:
            who = self._identity.remembered(authorization)
        except Problem:  # not a token: the request will be told so
            return [address]
        return [address] if who is None else [address, who.id]

    def _count(self, limits: list[tuple[str, int]]) -> None:
        now = time.time()
        window = int(now) // WINDOW_S
        if window != self._window:
            self._window, self._known, self._fresh = window, {}, {}
        known, fresh = self._known, self._fresh
        for name, limit in limits:
            if known.get(name, 0) + fresh.get(name, 0) >= limit:
                raise _too_many("You have asked for too much in too short a time.", (window + 1) * WINDOW_S - now)
        is_due = now - self._told_at >= TELL_S
        for name, limit in limits:
            count = fresh[name] = fresh.get(name, 0) + 1
            is_due = is_due or count * SHARES >= limit
        if is_due:
            self._tell(now)

    def _tell(self, now: float) -> None:
        window, fresh = self._window, self._fresh
        self._fresh, self._told_at = {}, now
        try:
            totals = self._counts.add(window, fresh, 2 * WINDOW_S)
        except StoreUnavailable:  # then each worker's own count has to do
            totals = {name: self._known.get(name, 0) + count for name, count in fresh.items()}
        if window == self._window:
            self._known.update(totals)


def _too_many(detail: str, wait_s: float) -> Problem:
    return Problem("too-many-requests", detail, retry_after_s=max(1, math.ceil(wait_s)))


def sent_from(environ: WSGIEnvironment, proxies: int) -> str:
    """The client's address: what the outermost of so many proxies of ours has seen, or the other end of the line."""
    if proxies:
        passed_on = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if len(passed_on) >= proxies and passed_on[-proxies].strip():
            found: str = passed_on[-proxies].strip()
            return found
    direct: str = environ.get("REMOTE_ADDR") or ""
    return direct


class Place(NamedTuple):
    """Where requests come from: one name for all addresses of one customer, and whether that is this very machine."""

    name: str
    is_local: bool


@lru_cache(maxsize=65_536)
def place_of(address: str) -> Place:
    try:
        found = ip_address(address)
    except ValueError:
        return Place(address or "socket", is_local=not address)  # a unix socket has no address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    # Of IPv6 a customer has a whole /64.
    return Place(str(found) if found.version == 4 else f"{int(found) >> 64:x}::/64", found.is_loopback)
