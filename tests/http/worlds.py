"""Two worlds: the service as it is, and one that differs in everything that one viewer may not know.

The other world is a second app on the same store. Whatever it takes from there is changed for the viewer of the
moment before the service gets to see it: states are drawn anew by the game's own `resample`, secret parts of events
that are not for the viewer become junk of another length, events read from them have other hidden values, other
seats have been refused other things, and the match has another seed. Commitments stay as they are, since they are
public. If the viewer gets the same bytes from both, nothing that the viewer may not know was in them.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from events import tree
from events.envelope import Cause, Part, Recorded, Stored, actor_seat, seat_actor
from events.redis.client import Client
from events.redis.store import RedisStore
from events.store import Append, Behind, Refusal
from events.visibility import SPECTATOR, PerSeat, Viewer, marks, part_is_for, redact
from games.decider import Decider
from games.dice import Dice
from games.registry import all_games
from ledger.table import Played, Ruleset, Table, rulesets_of
from projections.replay import Replay, Replays
from projections.tables import Tables
from service.app import build_services, create_app
from service.config import Config
from service.web.http import Services
from service.web.live import Live
from tests.http.asking import Ask, in_process


class Worlds:
    """Both worlds on one store."""

    def __init__(self, link: Client, games: Mapping[str, Decider[Any]] | None = None, seed: int = 0) -> None:
        rulesets = rulesets_of(games or all_games())
        self.services = self._services(link, Tables(RedisStore(link), rulesets))
        self.other = Other(Tables(RedisStore(link), rulesets), seed)
        self.app = create_app(Config(), self.services)
        self.ask = in_process(self.app)
        tables: Any = OtherTables(self.other)
        others = replace(self.services, tables=tables, replays=OtherReplays(self.other), live=Live(link, tables))
        self.app_other = create_app(Config(), others)
        self.ask_other: Ask = in_process(self.app_other)

    @staticmethod
    def _services(link: Client, tables: Tables) -> Services:
        return replace(build_services(link), tables=tables, replays=Replays(tables), live=Live(link, tables))


class Other:
    """Makes whatever comes from the store into something that looks the same to one viewer."""

    def __init__(self, tables: Tables, seed: int) -> None:
        self.tables = tables
        self.replays = Replays(tables)
        self.viewer: Viewer = SPECTATOR
        self.rng = random.Random(seed)
        self._true_parts: dict[bytes, Part] = {}  # by the salt of the junk in their place
        self._values: dict[tuple[str, str], list[Any]] = {}  # hidden values that have occurred, by type and field
        self._made: dict[Any, Any] = {}  # what has been made up for this viewer, since drawing anew takes time

    def look_as(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self._made.clear()

    def table(self, table: Table) -> Table:
        if table.status == "finished":
            return table  # everything is open
        return replace(
            table,
            ruleset=self.ruleset(table.ruleset),
            state=self._state(table, table.state),
            inherited=self._state(table, table.inherited),
            recent=tuple(self._played_once(table, played) for played in table.recent),
            seed=self.rng.randbytes(32 + self.rng.randrange(8)),
            opened=replace(table.opened, server_seed=self.rng.randbytes(30 + self.rng.randrange(8)).hex()),
        )

    def ruleset(self, ruleset: Ruleset) -> Ruleset:
        return replace(ruleset, codec=OtherCodec(self, ruleset.codec))

    def _state(self, table: Table, state: Any) -> Any:
        if state is None:
            return None
        return table.game.presentation.resample(state, self.viewer, Dice(self.rng.randbytes(16), 0))

    def _played_once(self, table: Table, played: Played) -> Played:
        key = (table.match, played.step, len(played.events))
        if key not in self._made:
            self._made[key] = self._played(table, played)
        return self._made[key]

    def table_once(self, table: Table) -> Table:
        key = (table.match, table.version)
        if key not in self._made:
            self._made[key] = self.table(replace(table, recent=()))
        return self._made[key]

    def _played(self, table: Table, played: Played) -> Played:
        return replace(
            played,
            before=self._state(table, played.before),
            events=tuple(map(self.event, played.events)),
            cause=self._typed_cause(table, played),
        )

    def _typed_cause(self, table: Table, played: Played) -> Cause | None:
        """The command of another seat, with other parameters of the same types."""
        cause = played.cause
        if cause is None or actor_seat(played.actor) == self.viewer:
            return cause
        values = {name: self._other_value(cause.type, name, value) for name, value in cause.params.values.items()}
        return Cause(cause.type, Part(cause.params.salt, values))

    def event(self, event: Any) -> Any:
        """The event with other values in the fields that the viewer may not see, of the same types and lengths."""
        seen = redact(event, self.viewer)
        changes: dict[str, Any] = {}
        for name, mark in marks(type(event)).items():
            value, shown = getattr(event, name), getattr(seen, name)
            if shown == value:
                continue
            if isinstance(mark, PerSeat):
                others = [self._other_value(type(event).__name__, name, entry) for entry in value]
                changes[name] = tuple(
                    entry if seat == self.viewer else other
                    for seat, (entry, other) in enumerate(zip(value, others, strict=True))
                )
            else:
                changes[name] = self._other_value(type(event).__name__, name, value)
        return replace(event, **changes) if changes else event

    def _other_value(self, type_: str, name: str, value: Any) -> Any:
        if isinstance(value, (tuple, list)):
            return type(value)(self._other_value(type_, name, one) for one in value)
        known = self._values.setdefault((type_, name), [])
        if value not in known:
            known.append(value)
        return self.rng.choice([one for one in known if one != value and type(one) is type(value)] or [value])

    def recorded(self, recorded: Recorded) -> Recorded:
        stored = recorded.stored
        secret = {
            name: part if part_is_for(name, self.viewer) else self._junk(part) for name, part in stored.secret.items()
        }
        cause = stored.cause
        if cause is not None and actor_seat(stored.actor) != self.viewer:
            cause = Cause(cause.type, self._junk(cause.params))
        return Recorded(recorded.version, replace(stored, secret=secret, cause=cause))

    def _junk(self, part: Part) -> Part:
        salt = self.rng.randbytes(32)
        self._true_parts[salt] = part
        return Part(salt, {"junk": "junk " * self.rng.randrange(40)})

    def true_stored(self, stored: Stored) -> Stored:
        secret = {name: self._true_parts.get(part.salt, part) for name, part in stored.secret.items()}
        return replace(stored, secret=secret)

    def commitment(self, part: Part) -> bytes:
        return _commitment(self._true_parts.get(part.salt, part))

    def refusals(self, refusals: Sequence[Refusal]) -> list[Refusal]:
        """Other seats have been refused other things, and more or less often."""
        made_up = Refusal(0, seat_actor(99), b"junk", 422, b'{"junk": true}')
        return [
            *[made_up] * self.rng.randrange(3),
            *(one for one in refusals if actor_seat(one.actor) == self.viewer or self.rng.random() < 0.5),
        ]


_commitment = tree.commitment


class OtherCodec:
    def __init__(self, other: Other, codec: Any) -> None:
        self._other, self._codec = other, codec

    def read(self, stored: Stored) -> Any:
        return self._other.event(self._codec.read(self._other.true_stored(stored)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codec, name)


class OtherStore:
    def __init__(self, other: Other) -> None:
        self._other, self._store = other, other.tables.store

    def append(self, append: Append) -> Any:
        answer = self._store.append(append)
        assert not isinstance(answer, Behind), "in these tests nobody writes while somebody reads"
        return answer

    def read(self, *args: Any) -> list[Recorded]:
        return [self._other.recorded(recorded) for recorded in self._store.read(*args)]

    def refusals(self, match: str) -> list[Refusal]:
        return self._other.refusals(self._store.refusals(match))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class OtherTables:
    """Hands out changed tables, and never learns one."""

    def __init__(self, other: Other) -> None:
        self._other = other
        self.store = OtherStore(other)
        self.rulesets = {name: other.ruleset(one) for name, one in other.tables.rulesets.items()}

    def keep(self, _table: Table) -> None:
        pass

    def recent(self, match: str) -> Table:
        return self._other.table(self._other.tables.current(match))

    current = recent

    def current_with(self, match: str, _version: int) -> tuple[Table, None]:
        return self.current(match), None

    def at(self, match: str, version: int) -> Table:
        return self._other.table(self._other.tables.at(match, version))

    def with_steps(self, table: Table, steps: int) -> Table:
        tables = self._other.tables
        return self._other.table(tables.with_steps(tables.current(table.match), steps))

    def origin_of(self, first: Recorded) -> Table | None:
        origin = self._other.tables.origin_of(first)
        return None if origin is None else self._other.table(origin)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._other.tables, name)


class OtherReplays:
    def __init__(self, other: Other) -> None:
        self._other = other

    def of(self, table: Table) -> OtherReplay:
        return OtherReplay(self._other, self._other.replays.of(self._other.tables.current(table.match)))

    def answer(self, _table: Table, _asked: Any, make: Callable[[], bytes]) -> bytes:
        return make()


class OtherReplay:
    def __init__(self, other: Other, replay: Replay) -> None:
        self._other, self._replay = other, replay

    @property
    def history(self) -> list[Recorded]:
        return [self._other.recorded(recorded) for recorded in self._replay.history]

    @property
    def ruleset(self) -> Ruleset:
        return self._other.ruleset(self._replay.ruleset)

    def at(self, version: int) -> Table:
        return self._other.table_once(self._replay.at(version))

    def within(self, version: int) -> Table:
        return self._other.table(replace(self._replay.within(version), recent=()))

    def events_of(self, step: int) -> list[Recorded]:
        return [self._other.recorded(recorded) for recorded in self._replay.events_of(step)]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._replay, name)


def places_of(function: Any) -> Iterator[tuple[Any, str]]:
    """Every module of ours that has this function under some name, for a test that puts another in its place."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("service", "projections", "events", "games"):
            for word, value in list(vars(module).items()):
                if value is function:
                    yield module, word


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value, enc_hook=str)


def fresh_seed() -> int:
    """Another one each day would hide what broke; set LEAK_SEED to try others."""
    return int(os.environ.get("LEAK_SEED", "0"))
