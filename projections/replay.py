"""Any moment of a match, directly: the history kept in memory with a table every few events. It may go at any time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from msgspec.structs import replace

from events.envelope import Recorded
from projections.erased import SecretsErased
from projections.table import NeedsHistory, Ruleset, Table, advance, fold, open_table
from projections.tables import Tables, read_whole

STRIDE = 16  # events between two kept tables: a step is at most this many events from one
REPLAYS_MAX = 64
EVENTS_MAX = 100_000  # over all replays kept


class Replay:
    """The history of one match, and the tables along it as they were then."""

    def __init__(self, ruleset: Ruleset, first: Recorded, origin: Table | None) -> None:
        self.ruleset = ruleset
        self.history: list[Recorded] = [first]
        self._origin = origin
        self._newest = open_table(ruleset, first, origin)
        self.first_step = self._newest.first_step
        self._step_ends: list[int] = [1]  # the version of each step's last event, from the first step on
        self._kept: dict[int, Table] = {1: self._newest}
        self._warm: tuple[int, Table] = (1, self._newest)

    @property
    def version(self) -> int:
        return len(self.history)

    def extend(self, tail: Sequence[Recorded]) -> None:
        for recorded in tail:
            self.history.append(recorded)
            self._newest = self._after(self._newest, recorded)
            place = recorded.stored.step - self.first_step
            if place < len(self._step_ends):
                self._step_ends[place] = recorded.version
            else:
                self._step_ends.append(recorded.version)
            if recorded.version % STRIDE == 0:
                self._kept[recorded.version] = self._newest

    def at(self, version: int) -> Table:
        """The table as it was at this version, undone steps judged as they were then."""
        if self._warm[0] == version:
            return self._warm[1]
        if version == self.version:
            return self._newest
        base = max(1, version - version % STRIDE)
        table = self._kept[base]
        if base < self._warm[0] <= version:  # stepping forward: go on from the last table asked for
            table = self._warm[1]
        for recorded in self.history[table.version : version]:
            table = self._after(table, recorded)
        self._warm = (version, table)
        return table

    def seen_at(self, version: int) -> Table:
        """The table as anybody could see it at this version: a command counts from its last event on."""
        settled = version
        while not self.history[settled - 1].stored.root:
            settled -= 1
        return replace(self.at(settled), version=version)

    def _after(self, table: Table, recorded: Recorded) -> Table:
        try:
            return advance(table, (recorded,), ())
        except NeedsHistory:
            return fold(self.ruleset, self.history[: recorded.version], (), self._origin)

    def steps(self) -> range:
        return range(self.first_step, self.first_step + len(self._step_ends))

    def end_of(self, step: int) -> int:
        """The version of a step's last event."""
        return self._step_ends[step - self.first_step]

    def events_of(self, step: int) -> list[Recorded]:
        first = self.end_of(step - 1) if step > self.first_step else 0
        return self.history[first : self.end_of(step)]


class Replays:
    """The replays that this worker keeps, the least recently used going first."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._store = tables.store
        self._kept: OrderedDict[str, Replay] = OrderedDict()
        self._losses = tables.losses

    def of(self, table: Table) -> Replay:
        """The replay of a match at least up to the version of this table."""
        if self._losses != self._tables.losses:  # no telling which of these still is as the store has it
            self._losses = self._tables.losses
            self._kept.clear()
        if table.final is not None:
            raise SecretsErased(table.match)
        replay = self._kept.pop(table.match, None)
        tail: list[Recorded] = []
        if replay is not None and replay.version < table.version:
            tail = self._store.read(table.match, after=replay.version, upto=table.version)
            if any(recorded.stored.type == "PlayerErased" for recorded in tail):
                replay = None  # what was kept has parts in it that the store has no longer
        if replay is None:
            first, *rest = read_whole(self._store, table.match, table.version)
            replay = Replay(table.ruleset, first, self._tables.origin_of(first))
            replay.extend(rest)
        else:
            replay.extend(tail)
        self._kept[table.match] = replay
        while len(self._kept) > 1 and (len(self._kept) > REPLAYS_MAX or self._size() > EVENTS_MAX):
            self._kept.popitem(last=False)
        return replay

    def _size(self) -> int:
        return sum(replay.version for replay in self._kept.values())
