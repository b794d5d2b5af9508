"""`matchledger audit --rules VERSION`: what stored matches would have been under another version of their rules.

For whoever is about to change a rule: with the new rules installed beside the kept ones, it lists the matches that
would have gone otherwise, and where first.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import Struct

from events.codec import UnreadableEvent
from events.objects.store import ArchiveUnavailable
from events.redis.feed import RedisFeed
from ledger.erasure import SecretsErased, has_no_secrets
from ledger.table import Ruleset
from projections.other_rules import difference_under
from projections.tables import Tables, UnknownMatch
from service.config import Config
from service.tools.admin import link_of, needs_store
from service.tools.pool import work_on_each
from service.tools.progress import show_progress

SAME, DIFFERS, ERASED, UNREADABLE = "same", "differs", "erased", "unreadable"


class Judged(Struct, frozen=True):
    """A match under the other rules; `game` is empty if it is of a game that has no such version."""

    match: str
    game: str = ""
    outcome: str = SAME
    detail: str = ""


@needs_store(exit_code=2)
def audit_under(config: Config, matches: Sequence[str] | None, version: int, games: Sequence[str], jobs: int) -> int:
    """Print the matches that would differ; returns 0 if there is none, 1 if there are, 2 if it cannot be told."""
    from service.app import open_services

    link = link_of(config)
    tables = open_services(config, link).tables
    installed = sorted({game for game, number in tables.rulesets if number == version})
    wanted = [game for game in installed if not games or game in games]
    if not wanted:
        print(f"matchledger: {_nothing_installed(tables.rulesets, version, games)}", file=sys.stderr)
        return 2
    feed = RedisFeed(link, "audit", "audit")
    known = matches or sorted(feed.all_matches())
    results = work_on_each(config, tables, partial(judge, version, tuple(wanted)), known, jobs)
    judged = list(show_progress(known, "executing matches", results))
    return _report([one for one in judged if one.game], version)


def _nothing_installed(rulesets: Mapping[tuple[str, int], Ruleset], version: int, games: Sequence[str]) -> str:
    there = ", ".join(f"{game} {number}" for game, number in sorted(rulesets) if not games or game in games)
    return f"no rules of version {version} are installed; installed are: {there or 'no rules of that game'}"


def judge(version: int, games: Sequence[str], tables: Tables, match: str) -> Judged:
    try:
        history = tables.store.read(match)
        game = history[0].stored.public["game"] if history else ""
        if game not in games:
            return Judged(
                match, "" if history else "(unknown)", SAME if history else UNREADABLE, "there is no such match"
            )
        if has_no_secrets(history):
            return Judged(match, game, ERASED)
        found = difference_under(tables, tables.rulesets[game, version], history)
    except SecretsErased:
        return Judged(match, game, ERASED)
    except (UnreadableEvent, UnknownMatch, ArchiveUnavailable) as damage:
        return Judged(match, "(unknown)", UNREADABLE, f"it cannot be read: {damage}")
    return Judged(match, game) if found is None else Judged(match, game, DIFFERS, str(found))


def _report(judged: Sequence[Judged], version: int) -> int:
    print(f"under version {version} of their rules")
    print(f"{'game':<22}{'matches':>9}{'same':>8}{'differ':>8}{'erased':>8}")
    for game in sorted({one.game for one in judged}):
        counts = Counter(one.outcome for one in judged if one.game == game)
        print(f"{game:<22}{counts.total():>9}{counts[SAME]:>8}{counts[DIFFERS]:>8}{counts[ERASED]:>8}")
    for one in judged:
        if one.outcome in (DIFFERS, UNREADABLE):
            print(f"  {one.detail if one.outcome == DIFFERS else f'{one.match}: {one.detail}'}")
    return 1 if any(one.outcome in (DIFFERS, UNREADABLE) for one in judged) else 0
