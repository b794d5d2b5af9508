"""What an operator does from the command line, beside a running service."""

from __future__ import annotations

import sys

from events.codec import UnreadableEvent
from events.redis_feed import RedisFeed
from events.redis_link import Link, open_link
from events.redis_store import PARTITIONS
from events.store import StoreUnavailable
from events.tree import root_of
from projections.audit import audit
from projections.tables import UnknownMatch
from service.config import Config
from service.embedded import running_url
from service.identity import Role


def link_of(config: Config) -> Link:
    """The store of the running service."""
    url = config.redis_url or running_url(config.data)
    if url is None:
        raise StoreUnavailable(f"no service runs on {config.data}")
    return open_link(url)


def create_token(config: Config, role: Role, name: str) -> int:
    from service.app import build_services

    try:
        person, token = build_services(link_of(config)).identity.enrol(name, role)
    except StoreUnavailable as gone:
        print(f"matchledger: the store does not answer; is the service running? ({gone})", file=sys.stderr)
        return 1
    print(f"{role} {person.name} ({person.id}); the token is shown this once:", file=sys.stderr)
    print(token)
    return 0


def rebuild(config: Config) -> int:
    from service.app import build_services
    from service.background import rebuild_all

    try:
        link = link_of(config)
        print(f"{rebuild_all(build_services(link), link)} matches listed again")
    except StoreUnavailable as gone:
        print(f"matchledger: the store does not answer; is the service running? ({gone})", file=sys.stderr)
        return 1
    return 0


def audit_matches(config: Config, matches: list[str] | None) -> int:
    """Execute matches again, with a bar of progress; a table at the end, and the exit status, say what was wrong."""
    from service.app import build_services

    link = link_of(config)
    tables = build_services(link).tables
    feed = RedisFeed(link, "audit", "audit")
    wanted = (
        [match for partition in range(PARTITIONS) for match in feed.matches(partition)] if matches is None else matches
    )
    wrong: list[tuple[str, str]] = []
    events = 0
    for place, match in enumerate(wanted, 1):
        try:
            table = tables.current(match)
            history = tables.store.read(match, upto=table.version)
            report = audit(table.ruleset, history, root_of(table.frontier), tables.origin_of(history[0]))
            events += len(history)
            wrong += [(match, f"{check.name}: {check.detail}") for check in report.checks if not check.ok]
        except (UnknownMatch, UnreadableEvent) as damage:
            wrong.append((match, f"cannot be read: {damage}"))
        progress(place, len(wanted))
    print(f"{len(wanted)} matches, {events} events, {len({match for match, _ in wrong})} matches with something wrong")
    for match, detail in wrong:
        print(f"  {match:<20} {detail}")
    return 1 if wrong else 0


def progress(done: int, total: int) -> None:
    if sys.stderr.isatty() or done == total:
        width = 30 * done // total
        end = "\n" if done == total else ""
        print(f"\r[{'#' * width:<30}] {done} of {total} matches", end=end, file=sys.stderr, flush=True)
