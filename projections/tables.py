"""The tables that this worker keeps in memory: brought up to date from the store, never a source of truth."""

from __future__ import annotations

import contextlib
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from time import monotonic

from msgspec import Struct
from msgspec.structs import replace

from events.codec import UnreadableEvent
from events.envelope import Recorded
from events.store import TAIL_MAX, EventStore, Head, Moment, StoreUnavailable, Tail
from events.tree import Frontier, extend, leaf_hash, root_of
from ledger.audit_orders import MainLine
from ledger.erasure import (
    FalselyClosed,
    SecretsErased,
    first_falsely_closed,
    fold_outline,
    fold_without_state,
    has_no_secrets,
)
from ledger.fold import STRIDE, advance, fold, fold_on, may_go_on
from ledger.table import RECENT_MAX, NeedsHistory, Ruleset, Table
from ledger.timeline import left_out
from projections import snapshot

log = logging.getLogger("matchledger")
KEPT_MAX = 4096  # tables kept in memory; the least recently used is dropped first
IDLE_S = 300.0  # a table that was unused for this long, or up to twice as long, is dropped


LOSSES_MAX = 1000  # the latest losses that are remembered, to tell viewers


class Loss(Struct, frozen=True):
    """The store was found to have lost events of a match."""

    number: int  # counts all losses that this worker has found
    match: str
    lost: Head  # of the table that rested on lost events
    kept: int  # the first events of the match, up to this version at least, are as before


class UnknownMatch(Exception):
    """There is no match of this id."""


class RulesGone(UnreadableEvent):
    """A match whose game, or whose version of its rules, is not installed any more."""

    def __init__(self, game: str, version: int) -> None:
        super().__init__(f"no rules of {game} version {version} are installed")


class Tables:
    """The table now, proved current (`current`); as this worker last knew it (`recent`); and then (`at`)."""

    def __init__(
        self,
        store: EventStore,
        rulesets: Mapping[tuple[str, int], Ruleset],
        on_loss: Callable[[], None] = lambda: None,
        on_load: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.store = store
        self.rulesets = rulesets
        self.losses = 0  # how often the store was found to have lost events
        self._latest_losses: deque[Loss] = deque(maxlen=LOSSES_MAX)
        self._on_loss = on_loss
        self._on_load = on_load  # told from what a table is made that was not in memory
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._unused: set[str] = set()  # matches of which nobody has asked since the last sweep
        self._sweep_at = monotonic() + IDLE_S

    @property
    def count_kept(self) -> int:
        """How many are in memory."""
        return len(self._kept)

    def current(self, match: str) -> Table:
        """The table now, in one round trip; in two, if this worker knows the match and others have played since."""
        table = self.kept(match)
        if table is None:
            return self._load(match)
        # Most reads find nothing new, and then the head alone costs half as much as a script that looks for events.
        if self.store.head(match) == table.head:
            return table
        return self.catch_up(table, self.store.tail(match, table.version))

    def recent(self, match: str) -> Table:
        """The table as this worker last knew it: perhaps behind, which an append will tell."""
        return self.kept(match) or self._load(match)

    def at(self, match: str, version: int) -> Table:
        """The table as it was at an earlier version, undone steps judged as they were then.

        A command counts from its last event on: within it the table is as before, because nobody ever saw it half
        done, and no game is asked to show that.
        """
        newest = self.recent(match)
        return self._fold_to(newest if newest.version >= version else self.current(match), version)

    def current_with(self, match: str, version: int) -> tuple[Table, Moment | None]:
        """The table now, for a caller that asks for this version next: if this worker does not know the match, what
        that takes is read in the same round trip."""
        if match in self._kept:
            return self.current(match), None
        moment = self.store.at(match, version, with_newest=True)
        assert moment.newest is not None
        return self._table_of(match, moment.newest), moment

    def keep(self, table: Table) -> None:
        """Remember this table, unless a newer one is known."""
        known = self._kept.get(table.match)
        if known is None or known.version <= table.version:
            self._kept[table.match] = table
            self._kept.move_to_end(table.match)
            self._unused.discard(table.match)
            if len(self._kept) > KEPT_MAX:
                self._kept.popitem(last=False)
            if monotonic() >= self._sweep_at:
                self._drop_unused()

    def _drop_unused(self) -> None:
        """So that a worker's memory follows what is played now, and not all that was ever played."""
        for match in self._unused:
            self._kept.pop(match, None)
        self._unused = set(self._kept)
        self._sweep_at = monotonic() + IDLE_S

    def kept(self, match: str) -> Table | None:
        """The table as this worker last knew it, if it knows it."""
        table = self._kept.get(match)
        if table is not None:
            self._kept.move_to_end(match)
            self._unused.discard(match)
        return table

    def catch_up(self, table: Table, tail: Tail) -> Table:
        """The table after the events that it missed."""
        if tail.head == table.head:
            return table
        if not _continues(table, tail):
            return self._begin_again(table, tail.head)
        if not tail.events:  # a store that says there is more, and has nothing more, would be asked for ever
            raise _missing_error(table.match, table.version, tail.head.version)
        try:
            newest = advance(table, self.complete(table.match, tail).events, tail.head.frontier)
        except NeedsHistory:
            newest = self._load(table.match)
        self.keep(newest)
        return newest

    def complete(self, match: str, tail: Tail) -> Tail:
        """The same with all events, if it was cut: a table is never in the middle of a command, or beside the tree of
        another version."""
        events = tail.events
        while events and events[-1].version < tail.head.version:
            last = events[-1].version
            more = self.store.read(match, last + 1, min(last + TAIL_MAX, tail.head.version))
            if not more:
                raise _missing_error(match, last, tail.head.version)
            events = (*events, *more)
        return replace(tail, events=events)

    def with_steps(self, table: Table, count: int) -> Table:
        """The same table, with as many of the latest steps in it: those that may be taken back."""
        if _has_steps(table, count):
            return table
        longer = replace(self._fold_to(table, table.version, count), frontier=table.frontier)
        return longer if _has_steps(longer, count) else self._fold_whole(table.match)

    def with_more_steps(self, table: Table) -> Table:
        """The same table with more of the steps in it that may be taken back: RECENT_MAX, or else all of them."""
        if not _has_steps(table, RECENT_MAX):
            return self.with_steps(table, RECENT_MAX)
        history = read_whole(self.store, table.match, table.version)
        return fold(table.ruleset, history, table.frontier, self.origin_of(history[0]), recent_max=None)

    def fold_history(self, history: Sequence[Recorded], frontier: Frontier) -> Table:
        ruleset = self.ruleset_of(history)
        if has_no_secrets(history):
            return fold_without_state(ruleset, history, frontier)
        try:
            return fold(ruleset, history, frontier, self.origin_of(history[0]))
        except UnreadableEvent as unreadable:
            version = first_falsely_closed(history)
            raise unreadable if version is None else FalselyClosed(version) from None

    def fold_beginning(self, history: Sequence[Recorded]) -> Table:
        """The table after the first events of a match; what is closed in them may have been erased later."""
        try:
            return self.fold_history(history, ())
        except FalselyClosed:
            raise SecretsErased(history[0].stored.public["match"]) from None

    def outline(self, match: str) -> Table:
        """Of a match that cannot be folded: who sits in it and whether it is over, as far as its events can be read."""
        head = self.store.head(match)
        if not head.version:
            raise UnknownMatch(match)
        history = read_whole(self.store, match, head.version)
        return fold_outline(self.ruleset_of(history), history, head.frontier)

    def ruleset_of(self, history: Sequence[Recorded]) -> Ruleset:
        """The rules that a match is played with, as its first event says."""
        if not history or history[0].stored.type != "MatchOpened":
            raise UnreadableEvent("the first event of the match is missing")
        public = history[0].stored.public
        ruleset = self.rulesets.get((public["game"], public["rules_version"]))
        if ruleset is None:
            raise RulesGone(public["game"], public["rules_version"])
        return ruleset

    def origin_of(self, first: Recorded) -> Table | None:
        """The table that a branch began from; None for a match that is no branch."""
        branch = first.stored.public.get("branch")
        return None if branch is None else self.at(branch["match"], branch["version"])

    def main_line_of(self, first: Recorded) -> MainLine | None:
        """The match that a branch left, with what the audit of the branch needs of it; None for any other match."""
        branch = first.stored.public.get("branch")
        if branch is None:
            return None
        match = branch["match"]
        history = read_whole(self.store, match, self.store.head(match).version)
        origin, then = self.at(match, branch["version"]), self.at(match, min(branch["main_version"], len(history)))
        return MainLine(origin, then, history)

    def _begin_again(self, table: Table, head: Head) -> Table:
        """The store is the truth, also when it has lost what it once acknowledged: forget the table, and log it."""
        if self._is_new_loss(table):
            kept = kept_of(self.store, table, head)  # first of all: other requests may find the same loss meanwhile
            if self._is_new_loss(table):
                log.error(
                    "the store has lost events",
                    extra={"match": table.match, "known": table.version, "kept": head.version},
                )
                self._kept.pop(table.match, None)
                self.losses += 1
                self._latest_losses.append(Loss(self.losses, table.match, table.head, kept))
                self._on_loss()
        return self._load(table.match)

    def _is_new_loss(self, table: Table) -> bool:
        known = self._kept.get(table.match)
        if known is None:  # it was long unused, or another request has found the loss and loads the match again
            return all((loss.match, loss.lost) != (table.match, table.head) for loss in self._latest_losses)
        return known == table

    def kept_since(self, match: str, number: int) -> int | None:
        """Up to which version the match is as it was when so many losses had been found; None if none of it is lost."""
        if self._latest_losses and number < self._latest_losses[0].number - 1:
            return 0  # more have been found than are remembered, and this match may be among those
        found = [loss.kept for loss in self._latest_losses if loss.match == match and loss.number > number]
        return min(found, default=None)

    def has_command(self, table: Table, version: int, command: bytes) -> bool:
        """Whether the event at this version is one of this command: else the store has lost the one that it was of."""
        if version in (0, table.version):
            return version == 0 or table.command == command
        found = self.store.read(table.match, version, version)
        return bool(found) and found[0].stored.command == command

    def _load(self, match: str) -> Table:
        return self._table_of(match, self.store.at(match))

    def _table_of(self, match: str, moment: Moment) -> Table:
        """The newest table: from its snapshot and the events after it, or from the first event on."""
        head = moment.head
        base = self._table_in_snapshot(match, moment)
        if base is None:
            return self._fold_whole(match, moment if moment.version == 0 else None)
        try:
            table = advance(base, moment.events, head.frontier)
        except NeedsHistory:
            table = replace(self._fold_to(base, head.version), frontier=head.frontier)
            self._put_snapshot(table)
        if table.version != head.version:  # a snapshot may know what the store has lost
            return self._fold_whole(match)
        self.keep(table)
        self._on_load("snapshot")
        return table

    def _fold_whole(self, match: str, moment: Moment | None = None) -> Table:
        """The table folded from the first event on, with all the latest steps that may be taken back."""
        if moment is None:
            head = self.store.head(match)
            history: Sequence[Recorded] = read_whole(self.store, match, head.version)
        else:
            head, history = moment.head, moment.events
        if not head.version:
            raise UnknownMatch(match)
        if len(history) != head.version:
            raise _missing_error(match, len(history), head.version)
        try:
            table = self.fold_history(history, head.frontier)
        except FalselyClosed:
            if self.store.head(match) == head:
                raise
            return self._fold_whole(match)  # somebody was erased after the head was read
        self.keep(table)
        self._on_load("events")
        if table.version >= STRIDE and table.status != "open":
            self._put_snapshot(table)
        return table

    def _put_snapshot(self, table: Table) -> None:
        """So that the next worker that loads the match has fewer events to read. Where writes are refused, reading
        goes on without it."""
        if table.final is None:
            with contextlib.suppress(StoreUnavailable):
                self.store.put_snapshots(table.match, table.head, {table.version: snapshot.write(table)}, table.version)

    def _fold_to(self, newest: Table, version: int, steps_min: int = 0) -> Table:
        """The table at a version, from the nearest snapshot before it (with `steps_min`, from one so many steps
        earlier); from the first event on, if there is none that serves."""
        match = newest.match
        begin = version
        if steps_min:
            passed = [one.version for one in newest.waypoints if one.step <= newest.step - steps_min]
            begin = passed[-1] if passed else 0
        while (moment := self.store.at(match, begin, version)).version:
            base = table_in(newest, moment)
            if base is None:
                break
            later = _whole_commands(moment.events)
            skipped = left_out(later, base.undone)
            if may_go_on(base, skipped):
                with contextlib.suppress(NeedsHistory):  # somebody's secrets were erased meanwhile
                    return replace(fold_on(base, later, skipped, ()), version=version)
                break
            changed = min(base.undone ^ skipped)  # a step before the snapshot, undone or redone after it
            passed = [one.version for one in newest.waypoints if one.step < changed]
            begin = passed[-1] if passed else 0
        history = moment.events if not moment.version else self.store.read(match, 1, version)
        if len(history) != version:
            raise _missing_error(match, len(history), version)
        return replace(self.fold_beginning(_whole_commands(history)), version=version)

    def _table_in_snapshot(self, match: str, moment: Moment) -> Table | None:
        name = snapshot.ruleset_name(moment.snapshot) if moment.version else None
        ruleset = None if name is None else self.rulesets.get(name)
        return None if ruleset is None else _read_fitting(match, moment, ruleset)


def kept_of(store: EventStore, table: Table, head: Head) -> int:
    """How many of the first events that the table rests on are still in the store: a lower bound, from the subtrees
    that the table's frontier consists of."""
    sizes = (1 << bit for bit in range(table.version.bit_length() - 1, -1, -1) if table.version >> bit & 1)
    history = store.read(table.match, 1, min(table.version, head.version))
    leaves = [leaf_hash(recorded.version, recorded.stored) for recorded in history]
    kept = 0
    frontier: Frontier = ()
    for count, end in enumerate(accumulate(sizes), 1):
        if end > len(leaves):
            break
        frontier = extend(frontier, kept, leaves[kept:end])
        if frontier != table.frontier[:count]:
            break
        kept = end
    return kept


def _has_steps(table: Table, count: int) -> bool:
    return len(table.recent) >= min(count, len(table.line))


def read_whole(store: EventStore, match: str, version: int) -> list[Recorded]:
    """Every event up to a version that the match has reached: one that is missing has been lost."""
    history = store.read(match, 1, version)
    if len(history) != version:
        raise _missing_error(match, len(history), version)
    return history


def table_in(newest: Table, moment: Moment) -> Table | None:
    """The table of a snapshot of the same match, or None if it no longer fits."""
    return _read_fitting(newest.match, moment, newest.ruleset, newest)


def _read_fitting(match: str, moment: Moment, ruleset: Ruleset, later: Table | None = None) -> Table | None:
    table = snapshot.read(ruleset, moment.snapshot, later)
    return None if table is None or (table.match, table.version) != (match, moment.version) else table


def _continues(table: Table, tail: Tail) -> bool:
    """Whether the events of the tail come after those of the table: the store may have lost some that it has."""
    return tail.head.version > table.version and tail.root == root_of(table.frontier)


def _whole_commands(history: Sequence[Recorded]) -> Sequence[Recorded]:
    """The same events without those of a last command that is incomplete."""
    end = len(history)
    while end and not history[end - 1].stored.root:
        end -= 1
    return history[:end]


def _missing_error(match: str, version: int, expected: int) -> UnreadableEvent:
    return UnreadableEvent(f"{match}: nothing follows version {version}, and {expected} is the last")
