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
        self._pauses: dict[str, Pause] = {}  # of matches that could not be acted on
        self._jumps = JumpWatch()
        self.heartbeat: Callable[[], None] = lambda: None

    @property
    def failing(self) -> str | None:
        reasons = [*self._deadlines.failed.values(), *(pause.reason for pause in self._pauses.values())]
        return f"some deadlines cannot be kept: {reasons[0]}" if reasons else self._jumps.warning

    def run_once(self) -> int:
        """Where an attempt has failed, one match at most of all those partitions is tried in a turn: that may take
        seconds, and the deadlines of the others wait for it."""
        self._jumps.check()
        due = self._deadlines.due(now_ms())
        self._forget_pauses({line.match for line in due})
        partition_of = self._deadlines.partition_of
        failing = {partition_of(match) for match in self._pauses}
        for line in due:
            if partition_of(line.match) not in failing:
                self._attempt(line)
                if line.match in self._pauses:
                    failing.add(partition_of(line.match))
        waiting = [line for line in due if partition_of(line.match) in failing and self._may_try(line.match)]
        if waiting:
            self._attempt(min(waiting, key=lambda line: self._failures(line.match)))
        return len(due)

    def _forget_pauses(self, due: set[str]) -> None:
        """Of matches that are not due any more, for example because a player has acted."""
        for match in self._pauses.keys() - due:
            if self._deadlines.partition_of(match) not in self._deadlines.failed:
                del self._pauses[match]

    def _may_try(self, match: str) -> bool:
        return match not in self._pauses or self._pauses[match].is_over

    def _failures(self, match: str) -> int:
        return self._pauses[match].failures if match in self._pauses else 0

    def _attempt(self, line: Deadline) -> None:
        self.heartbeat()
        try:
            self._act_or_postpone(line)
        except Exception as error:  # whatever it is, the clock of the others goes on
            self._pauses.setdefault(line.match, Pause()).begin(str(error) or type(error).__name__)
        else:
            self._pauses.pop(line.match, None)

    def _act_or_postpone(self, line: Deadline) -> None:
        try:
            self._act_on(line)
        except StoreUnavailable:
            raise
        except Exception as damage:  # one damaged match must not stop the clock of the others
            log.error("the clock failed on a match", exc_info=damage, extra={"match": line.match})
            self._deadlines.set(line.match, line.version, now_ms() + BROKEN_PAUSE_MS)

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
