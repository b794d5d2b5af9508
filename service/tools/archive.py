"""`matchledger archive`: moves finished matches into their archives, while the service runs."""

from __future__ import annotations

import sys

from events.codec import UnreadableEvent
from events.redis.archive import RedisArchives
from events.redis.feed import RedisFeed
from events.redis.keys import PARTITIONS
from events.store import StoreUnavailable
from projections.tables import UnknownMatch
from service.config import Config
from service.handle import now_ms
from service.tools.admin import link_of
from service.tools.progress import show_progress

DAY_MS = 24 * 60 * 60 * 1000


def archive_finished(config: Config, days: float) -> int:
    """Archive every finished match that has not changed for this many days."""
    from service.app import build_services

    try:
        link = link_of(config)
        archives, feed, tables = RedisArchives(link), RedisFeed(link, "archive", "archive"), build_services(link).tables
        wanted = [match for partition in range(PARTITIONS) for match in feed.matches(partition)]
        done = 0
        for number, match in enumerate(wanted, 1):
            if not archives.is_whole(match):
                try:
                    table = tables.current(match)
                except (UnreadableEvent, UnknownMatch) as damage:
                    print(f"matchledger: {match} is skipped: {damage}", file=sys.stderr)
                else:
                    if table.status == "finished" and table.last_at <= now_ms() - days * DAY_MS:
                        done += archives.put(match)
            show_progress(number, len(wanted))
    except StoreUnavailable as error:
        print(f"matchledger: the store does not answer; is the service running? ({error})", file=sys.stderr)
        return 1
    print(f"{done} of {len(wanted)} matches were archived")
    return 0
