"""`matchledger audit`: executes stored matches again, and compares them with the head log."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from events.checkpoint import BadCheckpoint
from events.codec import UnreadableEvent
from events.envelope import Recorded
from events.head_log import MatchHead
from events.objects.store import ArchiveUnavailable
from events.redis.feed import RedisFeed
from events.tree import root_of
from ledger.audit import DAMAGE, audit
from ledger.audit_orders import MainLine
from ledger.erasure import SecretsErased, has_no_secrets
from projections.head_log import LogReport, walk
from projections.tables import Tables, UnknownMatch
from service.config import Config
from service.tools.admin import link_of, needs_store
from service.tools.audit_kept import check_kept
from service.tools.pool import work_on_each
from service.tools.progress import show_progress
from service.trust import BadTrust
from service.web.http import Services


class Audited(Struct, frozen=True):
    """The result of the audit of one match."""

    match: str
    game: str
    events: int
    wrong: list[str]


@needs_store(exit_code=2)
def audit_matches(config: Config, matches: Sequence[str] | None, jobs: int = 1, kept: Sequence[Path] = ()) -> int:
    """Audit some matches, or all in the store and in the head log; prints a table and returns the exit status."""
    from service.app import open_services

    began = time.monotonic()
    try:
        link = link_of(config)
        services = open_services(config, link)
        forked = check_kept(config, services, kept)
        # Read the log first: a head that is logged later may have more events than the match has when it is read here.
        log = _read_log(services, matches)
        stored = RedisFeed(link, "audit", "audit")
        known = matches or set(stored.all_matches())
        wanted = sorted({*known, *log.heads})
        tasks = [(match, log.heads.get(match, [])) for match in wanted]
        results = work_on_each(config, services.tables, _audit_task, tasks, jobs)
        audited = list(show_progress(wanted, "auditing matches", results))
    except (OSError, BadCheckpoint, BadTrust) as bad:
        print(f"matchledger: {bad}", file=sys.stderr)
        return 2
    return max(_report(audited, log, began), _report_forks(forked))


def _report_forks(forked: Sequence[str]) -> int:
    for sentence in forked:
        print(f"  {'a kept checkpoint':<20} {sentence}")
    return 1 if forked else 0


def _read_log(services: Services, matches: Sequence[str] | None) -> LogReport:
    if not matches:
        return walk(services.heads)
    entries = {match: services.heads.newest(match) for match in matches}
    try:
        newest = {match: [services.heads.entries(n - 1, 1)[0].head] for match, n in entries.items() if n is not None}
    except UnreadableEvent as damage:
        return LogReport(0, {}, str(damage))
    return LogReport(0, newest, "")


Task = tuple[str, Sequence[MatchHead]]  # a match, and its heads in the log


def _audit_task(tables: Tables, task: Task) -> Audited:
    return audit_one(tables, *task)


def audit_one(tables: Tables, match: str, logged: Sequence[MatchHead]) -> Audited:
    try:
        head = tables.store.head(match)
        if head.version == 0:
            gone = f"log: The match has vanished; the log has its {logged[-1].size} events." if logged else ""
            return Audited(match, "", 0, [gone or "no such match"])
        history = tables.store.read(match, 1, head.version)
        ruleset = tables.ruleset_of(history)
        main = None if has_no_secrets(history) else _main_line(tables, history)
        report = audit(ruleset, history, root_of(head.frontier), logged=logged, main=main)
    except (UnreadableEvent, UnknownMatch, ArchiveUnavailable) as damage:
        return Audited(match, "", 0, [f"cannot be read: {damage}"])
    wrong = [f"{check.name}: {check.detail}" for check in report.checks if not check.ok]
    return Audited(match, ruleset.game.slug, len(history), wrong)


def _main_line(tables: Tables, history: Sequence[Recorded]) -> MainLine | None:
    """None also if it cannot be folded: the audit of the branch then says that nothing can be executed, and that of the
    main line says why."""
    try:
        return tables.main_line_of(history[0])
    except (SecretsErased, *DAMAGE):
        return None


def _report(audited: Sequence[Audited], log: LogReport, began: float) -> int:
    print(f"{'game':<22}{'matches':>9}{'events':>11}{'wrong':>8}")
    for game in sorted({one.game for one in audited}):
        _print_row(game or "(unknown)", [one for one in audited if one.game == game])
    _print_row("all", audited)
    print(f"{log.size} heads in the head log, of {len(log.heads)} matches; {time.monotonic() - began:.1f} s")
    for one in audited:
        for wrong in one.wrong:
            print(f"  {one.match:<20} {wrong}")
    if log.wrong:
        print(f"  {'the head log':<20} {log.wrong}")
    if any(wrong.startswith("log:") for one in audited for wrong in one.wrong):
        print(
            "If you know how events were lost (docs/durability.md), `matchledger rebuild` records it in the head log."
        )
    return 1 if log.wrong or any(one.wrong for one in audited) else 0


def _print_row(name: str, audited: Sequence[Audited]) -> None:
    wrong = sum(bool(one.wrong) for one in audited)
    print(f"{name:<22}{len(audited):>9}{sum(one.events for one in audited):>11}{wrong:>8}")
