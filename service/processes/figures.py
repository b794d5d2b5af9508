"""What the background process says of the whole store, for the metrics of this `serve`."""

from __future__ import annotations

import platform
from collections.abc import Callable
from importlib.metadata import version
from typing import get_args

from events.background_status import BackgroundStatus
from events.redis.figures import RedisFigures
from games.registry import all_games
from ledger.table import Status
from projections.docket import OPEN_DISPUTES
from projections.lists import ListFilter
from service.handle import now_ms
from service.metrics import families
from service.processes.loops import KeepsStatus

PAUSE_S = 5.0
LISTING = "listing"  # the group of readers that keeps the lists


class ShownStatus:
    """The status of the loops, in the metrics too."""

    def __init__(self, kept: KeepsStatus) -> None:
        self._kept = kept

    def put(self, status: BackgroundStatus) -> None:
        for name, loop in status.loops.items():
            families.LOOP_HEARD.labels(name).set(loop.heard_ms / 1000)
            families.LOOP_FAILING.labels(name).set(loop.failing is not None)
        self._kept.put(status)


def figures_turn(store: RedisFigures) -> Callable[[], float]:
    """One turn: read every figure, and set its gauge. Returns how long to wait before the next."""
    named = [(game, status) for game in all_games() for status in get_args(Status)]
    names = [name for game, status in named for name in ListFilter(game, status).list_names([game])]
    reported: tuple[str, ...] = ()  # the versions that the gauge names now

    def turn() -> float:
        nonlocal reported
        *listed, disputes = store.count_listed([*names, OPEN_DISPUTES])
        for (game, status), found in zip(named, listed, strict=True):
            families.MATCHES.labels(game, status).set(found)
        families.DISPUTES_OPEN.set(disputes)
        families.MATCHES_STORED.set(store.count_matches())
        families.SET_ASIDE.set(store.count_set_aside())
        families.LAST_BACKUP.set(store.backup_time_ms() / 1000)
        _set_delays(store)
        servers = store.servers()
        families.STORE_MEMORY.set(servers.memory_bytes)
        families.STORE_MEMORY_MAX.set(servers.memory_limit_bytes)
        versions = (version("matchledger"), platform.python_version(), servers.version)
        if reported and reported != versions:
            families.BUILD.labels(*reported).set(0)
        families.BUILD.labels(*versions).set(1)
        reported = versions
        return PAUSE_S

    return turn


def _set_delays(store: RedisFigures) -> None:
    """How late the clock and the lists are."""
    due_ms, lag = store.earliest_deadline_ms(), store.lag_of(LISTING)
    families.OVERDUE_SECONDS.set(_seconds_since(due_ms))
    families.FEED_LAG.labels(LISTING).set(lag.entries)
    families.FEED_LAG_SECONDS.labels(LISTING).set(_seconds_since(lag.oldest_ms))


def _seconds_since(at_ms: int | None) -> float:
    return 0.0 if at_ms is None else max(0.0, (now_ms() - at_ms) / 1000)
