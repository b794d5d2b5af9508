"""Any moment of a match, directly: stretches of its history between waypoints, read when first asked for.

All of it may go at any time: history is never rewritten, so that what is read again is the same.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence
from operator import attrgetter
from threading import RLock

from msgspec.structs import replace

from events.codec import UnreadableEvent
from events.envelope import Recorded
from events.store import Resumed
from events.visibility import Viewer
from ledger.erasure import SecretsErased
from ledger.fold import advance
from ledger.table import NeedsHistory, Table, open_table
from projections import snapshot
from projections.tables import Tables, read_whole, table_in

REPLAYS_MAX = 256
EVENTS_MAX = 100_000  # over all replays kept
COUNTED_EVERY = 16  # replays more
ANSWERS_BYTES_MAX = 16 * 1024 * 1024
SNAPSHOTS_AT_ONCE = 50


_version, _step = attrgetter("version"), attrgetter("step")
After = Callable[[Table | None, Sequence[Recorded]], Table]  # a table, and what was played next -> the table after it
AnswerKey = tuple[str, Viewer, *tuple[int | str | bool, ...]]  # of which match and to whom; the rest is the asker's


class _Stretch:
    """What was played from one waypoint on, and the table at the end of each command as it was then.

    A table is made when it is asked for, from the nearest one before it.
    """

    def __init__(self, base: Table | None, after: After) -> None:
        self._after = after
        self._ends: list[int] = []  # of the commands: versions; the first is that of the base
        self._events: list[Sequence[Recorded]] = []  # of each of them
        self._tables: dict[int, Table] = {}  # by its place among them
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
        place = bisect_right(self._ends, version) - 1
        if place not in self._tables:
            known = place - 1
            while known >= 0 and known not in self._tables:
                known -= 1
            events = [recorded for command in self._events[known + 1 : place + 1] for recorded in command]
            self._tables[place] = self._after(self._tables.get(known), events)
        return self._tables[place]


class Replay:
    """The history of one match, and the tables along it as they were then.

    Shared by all requests of a worker. While one of them waits for the store, no other may go on with the stretches:
    so they are looked up and made under a lock.
    """

    def __init__(self, tables: Tables, newest: Table) -> None:
        self._tables, self._store = tables, tables.store
        self._lock = RLock()
        self.ruleset, self.first_step = newest.ruleset, newest.first_step
        self._stretches: dict[int, _Stretch] = {}
        self.size = 0  # events that are kept in memory
        self.catch_up(newest)

    def catch_up(self, newest: Table) -> None:
        with self._lock:
            self._newest = newest
            # Where the stretches begin; the first one at the beginning of the match.
            self._waypoints = newest.waypoints

    @property
    def version(self) -> int:
        return self._newest.version

    @property
    def history(self) -> list[Recorded]:
        return read_whole(self._store, self._newest.match, self.version)

    def at(self, version: int) -> Table:
        """The table as anybody could see it at this version, undone steps judged as they were then.

        A command counts from its last event on: within it the table stands as before, since nobody ever saw it half
        done, and no game is asked to show that.
        """
        with self._lock:
            table = self._stretch(bisect_right(self._waypoints, version, key=_version), version).at(version)
        return replace(table, version=version, recent=())

    def steps(self) -> range:
        return range(self.first_step, self._newest.step + 1)

    def events_of(self, step: int) -> list[Recorded]:
        with self._lock:
            return self._stretch(bisect_left(self._waypoints, step, key=_step)).steps[step]

    def end_of(self, step: int) -> int:
        """The version of a step's last event."""
        return self.events_of(step)[-1].version

    def _stretch(self, place: int, version: int | None = None) -> _Stretch:
        """The stretch from this waypoint on, up to this version at least."""
        upto = self._end(place) if version is None else version
        back = place
        while back not in self._stretches and not self._set_out(back, upto):
            back -= 1
        if back < place:
            self._make_snapshots_again(back)
        return self._filled(place, upto)

    def _make_snapshots_again(self, place: int) -> None:
        """From this stretch on to the end, in one go: they are gone, or the match is in its archive."""
        before = self._stretches[place].version
        later = self._store.read(self._newest.match, after=before, upto=self.version)
        made: dict[int, bytes] = {}
        for number in range(place, len(self._waypoints) + 1):
            stretch, end = self._stretches[number], self._end(number)
            self._extend(stretch, later[stretch.version - before : end - before], end)
            if number < len(self._waypoints):
                reached = stretch.at(end)
                self._stretches[number + 1] = _Stretch(reached, self._after)
                made[end] = snapshot.write(reached)
                if len(made) == SNAPSHOTS_AT_ONCE or number + 1 == len(self._waypoints):
                    self._store.put_snapshots(self._newest.match, made, newest=self._waypoints[-1].version)
                    made.clear()

    def _end(self, place: int) -> int:
        return self._waypoints[place].version if place < len(self._waypoints) else self.version

    def _set_out(self, place: int, upto: int) -> bool:
        """Begin a stretch at its snapshot, if that is there."""
        if place == 0:
            self._stretches[0] = _Stretch(None, self._after)
            return True
        upto = min(upto, self._end(place))
        resumed = self._store.resume(self._newest.match, self._waypoints[place - 1].version, upto)
        return resumed is not None and self._begun(place, resumed, upto)

    def _begun(self, place: int, resumed: Resumed, upto: int) -> bool:
        base = table_in(self._newest, resumed)
        if base is None:
            return False
        self._stretches[place] = _Stretch(base, self._after)
        self._extend(self._stretches[place], resumed.tail, upto)
        return True

    def take(self, resumed: Resumed, upto: int) -> None:
        """Begin a stretch with what somebody has read already, if it is the one that leads to this version."""
        with self._lock:
            place = bisect_right(self._waypoints, upto, key=_version)
            is_fitting = place > 0 and self._waypoints[place - 1].version == resumed.version
            if is_fitting and place not in self._stretches:
                self._begun(place, resumed, upto)

    def _filled(self, place: int, upto: int) -> _Stretch:
        stretch = self._stretches[place]
        if stretch.known < upto:
            self._extend(stretch, self._store.read(self._newest.match, after=stretch.version, upto=upto), upto)
        return stretch

    def _extend(self, stretch: _Stretch, tail: Sequence[Recorded], upto: int) -> None:
        if stretch.version + len(tail) < upto:
            found = stretch.version + len(tail)
            raise UnreadableEvent(f"{self._newest.match}: nothing follows version {found}, and {upto} was asked for")
        command: list[Recorded] = []
        for recorded in tail:
            command.append(recorded)
            if recorded.stored.root:
                stretch.append(tuple(command))
                command.clear()
        stretch.known = upto
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
    """The replays and answers that this worker keeps, the least recently used going first."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept: OrderedDict[str, Replay] = OrderedDict()
        self._answers: OrderedDict[AnswerKey, bytes] = OrderedDict()
        self._answers_bytes = 0
        self._losses = tables.losses
        self._until_counted = COUNTED_EVERY

    def of(self, table: Table) -> Replay:
        """The replay of a match at least up to the version of this table."""
        self._forget_after_a_loss()
        if table.final is not None:
            raise SecretsErased(table.match)
        replay = self._kept.get(table.match)
        if replay is not None and table.erased_at > replay.version:
            self._forget(table.match)  # what was kept has parts in it that the store has no longer
            replay = None
        if replay is None:
            replay = self._kept[table.match] = Replay(self._tables, table)
            self._make_room()
        elif replay.version < table.version:
            replay.catch_up(table)
        if table.match in self._kept:
            self._kept.move_to_end(table.match)
        return replay

    def answer(self, key: AnswerKey, make: Callable[[], bytes]) -> bytes:
        """An answer made before, or made now; the key must name all that it depends on, the viewer above all."""
        self._forget_after_a_loss()
        found = self._answers.get(key)
        if found is None:
            found = make()
            if key not in self._answers:  # somebody else may have made it meanwhile
                self._answers[key] = found
                self._answers_bytes += len(found)
        self._answers.move_to_end(key)
        while self._answers_bytes > ANSWERS_BYTES_MAX:
            self._answers_bytes -= len(self._answers.popitem(last=False)[1])
        return found

    def _forget_after_a_loss(self) -> None:
        if self._losses != self._tables.losses:  # no telling which of these still is as the store has it
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
        if not self._until_counted:  # not each time: it takes longer than many a read
            self._until_counted = COUNTED_EVERY
            size = sum(replay.size for replay in self._kept.values())
            while size > EVENTS_MAX and len(self._kept) > 1:
                size -= self._kept.popitem(last=False)[1].size
