"""Any moment of a match, directly: segments of its history between waypoints, read when first asked for.

All of it is a cache: history is never rewritten, so reading it again gives the same.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from operator import attrgetter
from threading import RLock

from msgspec.structs import replace

from events.codec import UnreadableEvent
from events.envelope import Recorded
from events.store import Moment, StoreUnavailable
from events.visibility import Viewer
from ledger.erasure import SecretsErased
from ledger.fold import advance
from ledger.table import NeedsHistory, Table, open_table
from projections import snapshot
from projections.tables import Tables, read_whole, table_in

REPLAYS_MAX = 256
EVENTS_MAX = 100_000  # over all replays kept
COUNTED_EVERY = 16  # new replays
ANSWERS_BYTES_MAX = 16 * 1024 * 1024
SNAPSHOTS_AT_ONCE = 50


_version, _step = attrgetter("version"), attrgetter("step")
After = Callable[[Table | None, Sequence[Recorded]], Table]  # a table, and the events after it -> the table after them
AnswerKey = tuple[Viewer, *tuple[int | str | bool, ...]]  # the viewer; the rest is up to the caller


class _Segment:
    """The events from one waypoint on, and the table at the end of each command as it was then.

    A table is made when it is asked for, from the nearest one before it.
    """

    def __init__(self, base: Table | None, after: After) -> None:
        self._after = after
        self._ends: list[int] = []  # of the commands: versions; the first is that of the base
        self._events: list[Sequence[Recorded]] = []  # of each of them
        self._tables: dict[int, Table] = {}  # by index
        self.steps: dict[int, list[Recorded]] = {}
        self.version = 0  # of the last command that has been read
        self.known = 0  # up to this version there is nothing more to read
        if base is not None:
            self._ends, self._events, self._tables = [base.version], [()], {0: base}
            self.version = self.known = base.version

    def append(self, command: tuple[Recorded, ...]) -> None:
        for recorded in command:
            self.steps.setdefault(recorded.stored.step, []).append(recorded)
        self._events.append(command)
        self.version = self.known = command[-1].version
        self._ends.append(self.version)

    def at(self, version: int) -> Table:
        index = bisect_right(self._ends, version) - 1
        if index not in self._tables:
            known = index - 1
            while known >= 0 and known not in self._tables:
                known -= 1
            events = [recorded for command in self._events[known + 1 : index + 1] for recorded in command]
            self._tables[index] = self._after(self._tables.get(known), events)
        return self._tables[index]


class Replay:
    """The history of one match, and the tables along it as they were then.

    Shared by all requests of a worker. While one of them waits for the store, no other may change the segments: so they
    are looked up and made under a lock.
    """

    def __init__(self, tables: Tables, newest: Table) -> None:
        self._tables, self._store = tables, tables.store
        self._lock = RLock()
        self.ruleset, self.first_step = newest.ruleset, newest.first_step
        self._segments: dict[int, _Segment] = {}
        self.size = 0  # events that are kept in memory
        self.catch_up(newest)

    def catch_up(self, newest: Table) -> None:
        with self._lock:
            self._newest = newest
            # Where the segments begin; the first one at the beginning of the match.
            self._waypoints = newest.waypoints

    @property
    def version(self) -> int:
        return self._newest.version

    @property
    def history(self) -> list[Recorded]:
        return read_whole(self._store, self._newest.match, self.version)

    def at(self, version: int) -> Table:
        """The table as anybody could see it at this version, undone steps judged as they were then.

        A command counts from its last event on: within it the table is as before, because nobody ever saw it half
        done, and no game is asked to show that.
        """
        with self._lock:
            table = self._segment(bisect_right(self._waypoints, version, key=_version), version).at(version)
        return replace(table, version=version, recent=())

    def within(self, version: int) -> Table:
        """The table right after this event, also in the middle of a command, with the steps undone that were undone
        then. Nobody was shown it at the time."""
        newest = self._newest
        with self._lock:
            table = self._segment(bisect_right(self._waypoints, version, key=_version), version).at(version)
        if table.version == version:
            return table
        try:
            return advance(table, self._store.read(newest.match, table.version + 1, version), ())
        except NeedsHistory:
            return self._tables.fold_beginning(read_whole(self._store, newest.match, version))

    def steps(self) -> range:
        return range(self.first_step, self._newest.step + 1)

    def events_of(self, step: int) -> list[Recorded]:
        with self._lock:
            return self._segment(bisect_left(self._waypoints, step, key=_step)).steps[step]

    def end_of(self, step: int) -> int:
        """The version of a step's last event."""
        return self.events_of(step)[-1].version

    def _segment(self, index: int, version: int | None = None) -> _Segment:
        """The segment from this waypoint on, up to this version at least."""
        upto = self._end(index) if version is None else version
        before = index
        while before not in self._segments and not self._start(before, upto):
            before -= 1
        if before < index:
            self._make_snapshots(before)
        return self._fill(index, upto)

    def _make_snapshots(self, index: int) -> None:
        """From this segment on to the end, in one go: they were deleted, or the match is in its archive."""
        before = self._segments[index].version
        later = self._store.read(self._newest.match, before + 1, self.version)
        made: dict[int, bytes] = {}
        for number in range(index, len(self._waypoints) + 1):
            segment, end = self._segments[number], self._end(number)
            self._extend(segment, later[segment.version - before : end - before], end)
            if number < len(self._waypoints):
                reached = segment.at(end)
                self._segments[number + 1] = _Segment(reached, self._after)
                made[end] = snapshot.write(reached)
                if len(made) == SNAPSHOTS_AT_ONCE or number + 1 == len(self._waypoints):
                    self._put_snapshots(made)
                    made.clear()

    def _put_snapshots(self, made: dict[int, bytes]) -> None:
        newest = self._newest
        with suppress(StoreUnavailable):  # where writes are refused, reading goes on without them
            self._store.put_snapshots(newest.match, newest.head, made, newest=self._waypoints[-1].version)

    def _end(self, index: int) -> int:
        return self._waypoints[index].version if index < len(self._waypoints) else self.version

    def _start(self, index: int, upto: int) -> bool:
        """Begin a segment at its snapshot, if that exists."""
        if index == 0:
            self._segments[0] = _Segment(None, self._after)
            return True
        upto = min(upto, self._end(index))
        moment = self._store.at(self._newest.match, self._waypoints[index - 1].version, upto)
        return self._start_from(index, moment, upto)

    def _start_from(self, index: int, moment: Moment, upto: int) -> bool:
        base = table_in(self._newest, moment) if moment.version == self._waypoints[index - 1].version else None
        if base is None:
            return False
        self._segments[index] = _Segment(base, self._after)
        self._extend(self._segments[index], moment.events, upto)
        return True

    def take(self, moment: Moment, upto: int) -> None:
        """Begin a segment with what the caller has read already, if it is the one that leads to this version."""
        with self._lock:
            index = bisect_right(self._waypoints, upto, key=_version)
            if index > 0 and index not in self._segments:
                self._start_from(index, moment, upto)

    def _fill(self, index: int, upto: int) -> _Segment:
        segment = self._segments[index]
        if segment.known < upto:
            self._extend(segment, self._store.read(self._newest.match, segment.version + 1, upto), upto)
        return segment

    def _extend(self, segment: _Segment, tail: Sequence[Recorded], upto: int) -> None:
        if segment.version + len(tail) < upto:
            found = segment.version + len(tail)
            raise UnreadableEvent(f"{self._newest.match}: nothing follows version {found}, and {upto} was asked for")
        command: list[Recorded] = []
        for recorded in tail:
            command.append(recorded)
            if recorded.stored.root:
                segment.append(tuple(command))
                command.clear()
        segment.known = upto
        self.size += len(tail)

    def _after(self, table: Table | None, events: Sequence[Recorded]) -> Table:
        if table is None:
            table = open_table(self.ruleset, events[0], self._tables.origin_of(events[0]))
            events = events[1:]
        try:
            return advance(table, events, ())
        except NeedsHistory:
            return self._tables.at(table.match, events[-1].version)


class Replays:
    """The replays and answers that this worker keeps; the least recently used are dropped first."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept: OrderedDict[str, Replay] = OrderedDict()
        # By match, the version at which somebody was last erased from it, and what the caller says: an answer made
        # before an erasure is never found after it.
        self._answers: OrderedDict[tuple[str, int, AnswerKey], bytes] = OrderedDict()
        self._answers_bytes = 0
        self._losses = tables.losses
        self._until_counted = COUNTED_EVERY

    def of(self, table: Table) -> Replay:
        """The replay of a match at least up to the version of this table."""
        self._forget_after_a_loss()
        if table.final is not None:
            if table.match in self._kept:
                self._forget(table.match)
            raise SecretsErased(table.match)
        replay = self._kept.get(table.match)
        if replay is not None and table.erased_at > replay.version:
            self._forget(table.match)  # it has parts that were erased from the store
            replay = None
        if replay is None:
            replay = self._kept[table.match] = Replay(self._tables, table)
            self._make_room()
        elif replay.version < table.version:
            replay.catch_up(table)
        if table.match in self._kept:
            self._kept.move_to_end(table.match)
        return replay

    def answer(self, table: Table, asked: AnswerKey, make: Callable[[], bytes]) -> bytes:
        """An answer made before, or made now, for a table proved current; `asked` must hold all else that it depends
        on, above all the viewer."""
        self._forget_after_a_loss()
        key = (table.match, table.erased_at, asked)
        found, replay = self._answers.get(key), self._kept.get(table.match)
        if found is None:
            found = make()
            if self._kept.get(table.match) is not replay:
                return found  # the match was forgotten meanwhile: the answer may hold what has been erased from it
            if key not in self._answers:  # another request may have made it meanwhile
                self._answers[key] = found
                self._answers_bytes += len(found)
        self._answers.move_to_end(key)
        while self._answers_bytes > ANSWERS_BYTES_MAX:
            self._answers_bytes -= len(self._answers.popitem(last=False)[1])
        return found

    def _forget_after_a_loss(self) -> None:
        if self._losses != self._tables.losses:  # any of these may hold events that the store has lost
            self._losses = self._tables.losses
            self._kept.clear()
            self._answers.clear()
            self._answers_bytes = 0

    def _forget(self, match: str) -> None:
        del self._kept[match]
        for key in [key for key in self._answers if key[0] == match]:
            self._answers_bytes -= len(self._answers.pop(key))

    def _make_room(self) -> None:
        if len(self._kept) > REPLAYS_MAX:
            self._kept.popitem(last=False)
        self._until_counted -= 1
        if not self._until_counted:  # not each time: counting takes longer than many reads
            self._until_counted = COUNTED_EVERY
            size = sum(replay.size for replay in self._kept.values())
            while size > EVENTS_MAX and len(self._kept) > 1:
                size -= self._kept.popitem(last=False)[1].size
