"""The clock: sends the command of a game or the order of the ledger that is due when a deadline has passed."""

from __future__ import annotations

import logging
from collections.abc import Callable

from events.deadlines import Deadline, Deadlines
from events.store import StoreUnavailable
from games.decider import IllegalMove
from ledger.orders import Refused
from ledger.rules_clock import due_order
from ledger.table import Table
from projections.tables import UnknownMatch
from service.handle import handle, now_ms
from service.problems import Problem
from service.processes.loops import Pause
from service.wall_clock import JumpWatch
from service.web.http import Services

log = logging.getLogger("matchledger")
REFUSED_PAUSE_MS = 1000
BROKEN_PAUSE_MS = 60_000


class Clock:
    """Sends the clock's command for every deadline that has passed. The rules decide, so late or twice does no harm."""

    def __init__(self, services: Services, deadlines: Deadlines) -> None:
        self._services, self._deadlines = services, deadlines
        self._pauses: dict[str, Pause] = {}  # of matches whose store did not answer
        self._jumps = JumpWatch()
        self.heartbeat: Callable[[], None] = lambda: None

    @property
    def failing(self) -> str | None:
        reasons = [*self._deadlines.failed.values(), *(pause.reason for pause in self._pauses.values())]
        return f"some deadlines cannot be kept: {reasons[0]}" if reasons else self._jumps.warning

    def run_once(self) -> int:
        self._jumps.check()
        due = self._deadlines.due(now_ms())
        for line in due:
            self.heartbeat()
            if line.match not in self._pauses or self._pauses[line.match].is_over:
                self._attempt(line)
        return len(due)

    def _attempt(self, line: Deadline) -> None:
        try:
            try:
                self._act_on(line)
            except StoreUnavailable:
                raise
            except Exception as damage:  # one damaged match must not stop the clock of the others
                log.error("the clock failed on a match", exc_info=damage, extra={"match": line.match})
                self._deadlines.set(line.match, line.version, now_ms() + BROKEN_PAUSE_MS)
            self._pauses.pop(line.match, None)
        except StoreUnavailable as gone:
            self._pauses.setdefault(line.match, Pause()).begin(str(gone))

    def _act_on(self, line: Deadline) -> None:
        match = line.match
        try:
            table = self._services.tables.current(match)
        except UnknownMatch:
            self._deadlines.set(match, line.version, None)
            return
        due_ms = table.due_ms()
        if due_ms is not None and due_ms <= now_ms():
            self._send(table)
        else:
            note_deadline(self._services, self._deadlines, match, table.version, due_ms)

    def _send(self, overdue: Table) -> None:
        match, order = overdue.match, due_order(overdue)
        if order is None:
            return
        try:
            handle(self._services.tables, match, order, known=overdue)
        except (IllegalMove, Refused, Problem) as refused:
            # Somebody acted first, or the match is held now: check again soon.
            log.info("the clock was refused", extra={"match": match, "detail": str(refused)})
            self._deadlines.set(match, overdue.version, now_ms() + REFUSED_PAUSE_MS)


def note_deadline(services: Services, deadlines: Deadlines, match: str, version: int, at_ms: int | None) -> None:
    """Store the deadline of the match at this version.

    A deadline of a later version is kept, unless the store has lost that version.
    """
    known = deadlines.set(match, version, at_ms)
    if known > version and known > services.tables.store.head(match).version:
        deadlines.set(match, version, at_ms, instead_of=known)
