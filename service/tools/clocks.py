"""`matchledger clocks restart`: after the server's time was wrong, everybody has their full time again."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from events.codec import UnreadableEvent
from events.redis.feed import RedisFeed
from ledger.erasure import SecretsErased
from ledger.orders import OPERATOR, Order, Refused
from ledger.rules_clock import RESTART
from projections.tables import UnknownMatch
from service.config import Config
from service.handle import handle
from service.tools.admin import link_of, needs_store
from service.tools.progress import show_progress


@needs_store(exit_code=2)
def restart_clocks(config: Config, matches: Sequence[str]) -> int:
    """In the given matches, or in all that run and have a deadline; an event in each says so."""
    from service.app import open_services

    link = link_of(config)
    tables, feed = open_services(config, link).tables, RedisFeed(link, "clocks", "clocks")
    wanted = matches or list(feed.all_matches())
    restarted, failed = 0, 0
    for match in show_progress(wanted, "restarting clocks"):
        try:
            table = tables.current(match)
            if matches or (table.status == "running" and table.due_ms() is not None):
                handle(tables, match, Order(OPERATOR, RESTART))
                restarted += 1
        except (Refused, UnknownMatch, UnreadableEvent, SecretsErased) as error:
            print(f"  {match}: {error}", file=sys.stderr)
            failed += 1
    print(f"the clocks of {restarted} matches were restarted")
    return 1 if failed else 0
