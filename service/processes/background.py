"""The background process: the loops of projector, clock, bots, head log, figures and archive, under one lease."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterable

from events.codec import UnreadableEvent
from events.head_log import MatchHead, record_loss
from events.objects.opening import open_objects
from events.objects.store import ArchiveUnavailable
from events.redis.background_status import RedisBackgroundStatus
from events.redis.client import Client, open_client
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import RedisFeed
from events.redis.figures import RedisFigures
from events.redis.lease import RedisLease
from events.redis.store import RedisStore
from games.packs import load_packs
from projections.head_log import walk
from service.app import open_services
from service.config import Config
from service.processes.archiving import ArchiveTurns, Archivist
from service.processes.bots.runner import bots_loop
from service.processes.clock import Clock
from service.processes.figures import ShownStatus, figures_turn
from service.processes.lease import Lease
from service.processes.loops import Loop, watch
from service.processes.projector import Projector
from service.web.http import Services
from service.web.request_log import set_up_logs

log = logging.getLogger("matchledger")
CLOCK_PAUSE_S = 0.05
CLUSTER_PAUSE_S = 0.1
LOG_PAUSE_S = 5.0


def run(config: Config, holder: str) -> None:
    """Run the background process until a signal stops it; raises SystemExit if one of its loops has ended. `holder` is
    the name under which it takes the lease."""
    set_up_logs()
    load_packs(config.packs)
    assert config.redis_url is not None
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())

    def new_link() -> Client:
        assert config.redis_url is not None
        return open_client(config.redis_url, config.redis_wait, config.partitions)

    lease = Lease(RedisLease(new_link(), holder))
    lists_link, clock_link, bots_link, log_link, figures_link = (new_link() for _ in range(5))
    projector = Projector(
        open_services(config, lists_link), RedisFeed(lists_link, "listing", "projector"), RedisDeadlines(lists_link)
    )
    clock = Clock(open_services(config, clock_link), RedisDeadlines(clock_link))
    lists_turn = projector_turn(projector, is_blocking=not lists_link.is_cluster)
    loops = [
        Loop("lists", lists_turn, lambda: projector.failing, lease, projector.begin),
        Loop("clock", clock_turn(clock), lambda: clock.failing, lease),
        bots_loop(config, bots_link, lease),
        Loop("log", log_turn(open_services(config, log_link)), lambda: None, lease),
        Loop("figures", figures_turn(RedisFigures(figures_link)), lambda: None),
    ]
    projector.heartbeat, clock.heartbeat = loops[0].touch, loops[1].touch
    if config.archive_days is not None:
        archive_link = new_link()
        store = RedisStore(archive_link, open_objects(config.archive))
        turns = ArchiveTurns(Archivist(archive_link, store, config.archive_days))
        loops.append(Loop("archive", turns, lambda: None, lease))
    watch(loops, ShownStatus(RedisBackgroundStatus(new_link())), stopping, lease)


def projector_turn(projector: Projector, *, is_blocking: bool) -> Callable[[], float]:
    """One turn of the projector; returns how long to wait before the next."""
    return lambda: 0.0 if projector.run_once() or is_blocking else CLUSTER_PAUSE_S


def log_turn(services: Services) -> Callable[[], float]:
    """Compare the head log with what was signed before, and keep its newest checkpoint outside Redis. The signing key
    is made here, and not by a reader while the memory of the store is full."""

    def turn() -> float:
        services.notary.sign_log(services.heads)
        return LOG_PAUSE_S

    return turn


def clock_turn(clock: Clock) -> Callable[[], float]:
    def turn() -> float:
        clock.run_once()
        return CLOCK_PAUSE_S

    return turn


def record_losses(services: Services) -> list[MatchHead]:
    """Write into the head log which matches have lost events that it knows of."""
    heads = walk(services.heads).heads.values()
    found = []
    for of_match in heads:
        try:
            recorded = record_loss(services.tables.store, services.heads, of_match)
        except UnreadableEvent as damage:  # whether it has lost events cannot be told, of the others it can
            log.error("cannot read a match", extra={"match": of_match[0].match, "detail": str(damage)})
        else:
            found += [] if recorded is None else [recorded]
    for one in found:
        extra = {"match": one.match, "kept": one.lost_after}
        log.warning("the head log now says that the store has lost events of a match", extra=extra)
    return found


def rebuild_all(services: Services, link: Client, partitions: Iterable[int] | None = None) -> int:
    """Rebuild all lists and deadlines from the matches of these partitions, or of all; returns how many there are.

    Raises ArchiveUnavailable in the end, if that was the reason why something could not be read.
    """
    projector = Projector(services, RedisFeed(link, "listing", "rebuild"), RedisDeadlines(link))
    began, count, unread = time.monotonic(), 0, None
    try:
        record_losses(services)
    except ArchiveUnavailable as gone:
        unread = gone
    for partition in link.layout.partitions if partitions is None else partitions:
        try:
            count += projector.rebuild(partition)
        except ArchiveUnavailable as gone:  # the matches that lie in Redis do not wait for the archive
            unread = gone
    if unread is not None:
        raise unread
    log.info("rebuilt the lists", extra={"matches": count, "seconds": round(time.monotonic() - began, 1)})
    return count
