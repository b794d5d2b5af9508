"""`matchledger archive`: moves finished matches out of Redis into the archive, while the service runs."""

from __future__ import annotations

import sys

from events.codec import UnreadableEvent
from events.objects.opening import open_objects
from events.objects.store import ArchiveUnavailable
from events.redis.store import RedisStore
from projections.tables import UnknownMatch
from service.config import Config
from service.processes.archiving import Archivist
from service.tools.admin import link_of, needs_store
from service.tools.progress import show_progress


@needs_store(exit_code=1)
def archive_finished(config: Config, days: float) -> int:
    """Archive every finished match that has not changed for this many days."""
    try:
        link = link_of(config)
        archivist = Archivist(link, RedisStore(link, open_objects(config.archive)), days)
        wanted = list(archivist.all_matches())
        done = 0
        for match in show_progress(wanted, "archiving matches"):
            try:
                done += archivist.archive(match)
            except (UnreadableEvent, UnknownMatch) as damage:
                print(f"matchledger: {match} is skipped: {damage}", file=sys.stderr)
        archivist.finish()
    except ArchiveUnavailable as failed:
        print(f"matchledger: {failed}; nothing is lost, run this again", file=sys.stderr)
        return 1
    print(f"{done} of {len(wanted)} matches were archived in {config.archive}")
    return 0
