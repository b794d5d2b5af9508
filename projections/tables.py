"""The tables that this worker keeps: brought up to date from the store, never a source of truth."""

from __future__ import annotations

import contextlib
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from events.codec import UnreadableEvent
from events.envelope import Recorded
from events.store import TAIL_MAX, Appended, Behind, EventStore, Resumed
from events.tree import Frontier
from ledger.erasure import SecretsErased, fold_without_state, has_no_secrets, is_closed
from ledger.fold import STRIDE, advance, fold, fold_on, may_go_on
from ledger.table import NeedsHistory, Ruleset, Table
from ledger.timeline import left_out
from projections import snapshot

log = logging.getLogger("matchledger")
KEPT_MAX = 4096  # tables kept in memory; the least recently used goes first


class UnknownMatch(Exception):
    """There is no match of this id."""


def read_whole(store: EventStore, match: str, version: int) -> list[Recorded]:
    """Every event up to a version that the match has reached: one that is missing has been lost."""
    history = store.read(match, upto=version)
    if len(history) != version:
        raise UnreadableEvent(f"{match}: nothing follows version {len(history)}, and {version} is the last")
    return history


class Tables:
    def __init__(self, store: EventStore, rulesets: Mapping[tuple[str, int], Ruleset]) -> None:
        self.store = store
        self.rulesets = rulesets
        self.losses = 0  # how often the store was found to have lost events
        self._kept: OrderedDict[str, Table] = OrderedDict()

    def keep(self, table: Table) -> None:
        """Remember this table, unless a newer one is known already."""
        known = self._kept.get(table.match)
        if known is None or known.version <= table.version:
            self._kept[table.match] = table
            self._kept.move_to_end(table.match)
            if len(self._kept) > KEPT_MAX:
                self._kept.popitem(last=False)

    def kept(self, match: str) -> Table | None:
        """The table as this worker last knew it, if it knows it."""
        return self._kept.get(match)

    def recent(self, match: str) -> Table:
        """The table as this worker last knew it: perhaps behind, which an append will tell."""
        table = self._kept.get(match)
        if table is None:
            return self.load(match)
        self._kept.move_to_end(match)
        return table

    def current(self, match: str) -> Table:
        """The table, proved current in one round trip, and brought up to date in a second one if it is not."""
        table = self._kept.get(match)
        if table is None:
            return self.load(match)
        self._kept.move_to_end(match)
        if self.store.version(match) == table.version:
            return table
        while True:
            answer = self.store.append(match, table.version)
            if isinstance(answer, Appended):
                return table
            assert isinstance(answer, Behind)
            table = self.caught_up(table, answer)

    def caught_up(self, table: Table, behind: Behind) -> Table:
        """The table after what it missed."""
        if behind.version < table.version:
            return self._begin_again(table, behind.version)
        _check_tail(table.match, table.version, behind)
        try:
            newest = advance(table, self.completed(table.match, behind).tail, behind.frontier)
        except NeedsHistory:
            newest = self.load(table.match)
        self.keep(newest)
        return newest

    def completed(self, match: str, behind: Behind) -> Behind:
        """The same with its whole tail, if it was cut: a table never stands in the middle of a command, or beside the
        tree of another version."""
        tail = behind.tail
        while tail and tail[-1].version < behind.version:
            more = self.store.read(match, after=tail[-1].version, upto=behind.version, limit=TAIL_MAX)
            _check_tail(match, tail[-1].version, replace(behind, tail=tuple(more)))
            tail = (*tail, *more)
        return replace(behind, tail=tail)

    def _begin_again(self, table: Table, version: int) -> Table:
        """The store is the truth, also when it has lost what it once acknowledged: say so, and go on from there."""
        log.error("the store has lost events", extra={"match": table.match, "known": table.version, "kept": version})
        self._kept.pop(table.match, None)
        self.losses += 1
        return self.load(table.match)

    def load(self, match: str) -> Table:
        """The table from the store alone: from the newest snapshot and what came after it, or from the start."""
        return self._loaded(match, self.store.resume(match))

    def load_for(self, match: str, version: int) -> tuple[Table, Resumed | None]:
        """The same for somebody who will ask for this version next: what that takes comes along, if there is such."""
        newest, there = self.store.resume_at(match, version)
        return self._loaded(match, newest), there

    def _loaded(self, match: str, resumed: Resumed | None) -> Table:
        base = None if resumed is None else self._newest_snapshot(match, resumed)
        if resumed is None or base is None:
            return self.load_whole(match)
        head = resumed.head
        try:
            table = advance(base, resumed.tail, head.frontier)
        except NeedsHistory:
            table = replace(self._reached(base, head.version), frontier=head.frontier)
            self._keep_snapshot(table)
        if table.version != head.version:  # a snapshot may know what the store has lost
            return self.load_whole(match)
        self.keep(table)
        return table

    def load_whole(self, match: str) -> Table:
        """The table folded from the first event on, with all the latest steps that may be taken back."""
        history: list[Recorded] = []
        while isinstance(answer := self.store.append(match, len(history)), Behind):
            _check_tail(match, len(history), answer)
            history += answer.tail
            frontier = answer.frontier
        if not history:
            raise UnknownMatch(match)
        table = self.folded(history, frontier)
        self.keep(table)
        if table.version >= STRIDE and table.status != "open":
            self._keep_snapshot(table)
        return table

    def _keep_snapshot(self, table: Table) -> None:
        """So that the next one who reads the match cold need not look so far back."""
        if table.final is None:
            self.store.put_snapshots(table.match, {table.version: snapshot.write(table)}, newest=table.version)

    def remembering(self, table: Table, steps: int) -> Table:
        """The same table, with the latest steps in it that may be taken back."""
        if table.remembers(steps):
            return table
        longer = replace(self._reached(table, table.version, steps), frontier=table.frontier)
        return longer if longer.remembers(steps) else self.load_whole(table.match)

    def at(self, match: str, version: int) -> Table:
        """The table as it was at an earlier version, undone steps judged as they were then.

        A command counts from its last event on: within it the table stands as before, since nobody ever saw it half
        done, and no game is asked to show that.
        """
        newest = self.recent(match)
        return self._reached(newest if newest.version >= version else self.current(match), version)

    def _reached(self, newest: Table, version: int, steps_min: int = 0) -> Table:
        """The table at a version, from a waypoint so many steps earlier; from the start, if there is none."""
        match = newest.match
        waypoints = [one for one in newest.waypoints if one.version <= version and one.step <= newest.step - steps_min]
        while waypoints:
            resumed = self.store.resume(match, waypoints.pop().version, version)
            base = None if resumed is None else table_in(newest, resumed)
            if resumed is None or base is None:
                continue
            later = _settled(resumed.tail)
            skipped = left_out(later, base.undone)
            if may_go_on(base, skipped):
                with contextlib.suppress(NeedsHistory):  # somebody's secrets were erased meanwhile
                    return replace(fold_on(base, later, skipped, ()), version=version)
                break
            waypoints = [one for one in waypoints if one.step < min(base.undone ^ skipped)]
        history = _settled(read_whole(self.store, match, version))
        return replace(self.folded(history, ()), version=version)

    def _newest_snapshot(self, match: str, resumed: Resumed) -> Table | None:
        name = snapshot.ruleset_name(resumed.snapshot)
        ruleset = None if name is None else self.rulesets.get(name)
        return None if ruleset is None else _fitting(match, resumed, ruleset)

    def folded(self, history: Sequence[Recorded], frontier: Frontier) -> Table:
        ruleset = self.ruleset_of(history)
        if has_no_secrets(history):
            return fold_without_state(ruleset, history, frontier)
        try:
            return fold(ruleset, history, frontier, self.origin_of(history[0]))
        except UnreadableEvent:
            if any(is_closed(recorded.stored) for recorded in history):
                raise SecretsErased(history[0].stored.public["match"]) from None
            raise

    def ruleset_of(self, history: Sequence[Recorded]) -> Ruleset:
        """The rules that a match is played with, as its first event says."""
        if not history or history[0].stored.type != "MatchOpened":
            raise UnreadableEvent("the first event of the match is missing")
        public = history[0].stored.public
        ruleset = self.rulesets.get((public["game"], public["rules_version"]))
        if ruleset is None:
            raise UnreadableEvent(f"no rules of {public['game']} version {public['rules_version']} are installed")
        return ruleset

    def origin_of(self, first: Recorded) -> Table | None:
        """The table that a branch leaves; None for a match that is no branch."""
        branch = first.stored.public.get("branch")
        return None if branch is None else self.at(branch["match"], branch["version"])


def table_in(newest: Table, resumed: Resumed) -> Table | None:
    """The table of a snapshot of the same match, or None if it no longer fits."""
    return _fitting(newest.match, resumed, newest.ruleset, newest)


def _fitting(match: str, resumed: Resumed, ruleset: Ruleset, later: Table | None = None) -> Table | None:
    table = snapshot.read(ruleset, resumed.snapshot, later)
    return None if table is None or (table.match, table.version) != (match, resumed.version) else table


def _settled(history: Sequence[Recorded]) -> Sequence[Recorded]:
    """The same events without those of a command that is not there to its end."""
    end = len(history)
    while end and not history[end - 1].stored.root:
        end -= 1
    return history[:end]


def _check_tail(match: str, version: int, behind: Behind) -> None:
    """A store that says there is more, and has nothing more, would be asked for ever."""
    if not behind.tail:
        raise UnreadableEvent(f"{match}: nothing follows version {version}, and {behind.version} is the last")
