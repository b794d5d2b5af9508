"""`matchledger clocks restart`: after the server's time was wrong, everybody has their full time again."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from events.codec import UnreadableEvent
from events.redis.feed import RedisFeed
from events.redis.keys import PARTITIONS
from events.store import StoreUnavailable
from ledger.erasure import SecretsErased
from ledger.orders import OPERATOR, Order, Refused
from ledger.rules_clock import RESTART
from projections.tables import UnknownMatch
from service.config import Config
from service.handle import handle
from service.tools.admin import link_of


def restart_clocks(config: Config, matches: Sequence[str]) -> int:
    """In the given matches, or in all that run and have a deadline; an event in each says so."""
    from service.app import build_services

    try:
        link = link_of(config)
        tables, feed = build_services(link).tables, RedisFeed(link, "clocks", "clocks")
        wanted = matches or [match for partition in range(PARTITIONS) for match in feed.matches(partition)]
        restarted, failed = 0, 0
        for match in wanted:
            try:
                if matches or tables.current(match).due_ms() is not None:
                    handle(tables, match, Order(OPERATOR, RESTART))
                    restarted += 1
            except (Refused, UnknownMatch, UnreadableEvent, SecretsErased) as error:
                print(f"  {match}: {error}", file=sys.stderr)
                failed += 1
    except StoreUnavailable as error:
        print(f"matchledger: the store does not answer; is the service running? ({error})", file=sys.stderr)
        return 2
    print(f"the clocks of {restarted} matches were restarted")
    return 1 if failed else 0
