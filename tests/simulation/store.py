"""The store behind a network that loses, delays and repeats, and what else Redis is for the service, in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from events.deadlines import Deadline
from events.memory_deadlines import MemoryDeadlines
from events.memory_store import MemoryStore
from events.redis.feed import BadEntry, Pointer, Taken
from events.store import Append, Appended, Behind, EventStore, Repeated, StoreUnavailable
from projections.lists import Summary
from service.web.identity import Person
from tests.simulation.world import Process, World

LATE_MS = 4000
STALL_MS = 3000


class Faults(msgspec.Struct):
    """How often what goes wrong; all of it ends when the world is calm."""

    never_sent: float = 0.0
    answer_lost: float = 0.0
    applied_late: float = 0.0  # the caller has given up, and then it happens after all
    stalled: float = 0.0


class SimStore:
    """One worker's connection to the one store that all share."""

    def __init__(self, world: World, process: Process, kept: MemoryStore, faults: Faults) -> None:
        self._world, self._process, self._kept, self._faults = world, process, kept, faults

    def append(self, append: Append) -> Any:
        def apply() -> Any:
            answer = self._kept.append(append)
            what = f"append {append.match} {append.base.version}+{len(append.events)}"
            self._world.say(f"{self._process.name} {what} {_words(answer)}")
            return answer

        return self.through(apply)

    def tail(self, *args: Any) -> Any:
        return self.through(lambda: self._kept.tail(*args))

    def at(self, *args: Any, **kwargs: Any) -> Any:
        return self.through(lambda: self._kept.at(*args, **kwargs))

    def read(self, *args: Any) -> Any:
        return self.through(lambda: self._kept.read(*args))

    def head(self, match: str) -> Any:
        return self.through(lambda: self._kept.head(match))

    def refusals(self, match: str) -> Any:
        return self.through(lambda: self._kept.refusals(match))

    def put_snapshots(self, *args: Any, **rest: Any) -> None:
        self.through(lambda: self._kept.put_snapshots(*args, **rest))

    def through(self, apply: Callable[[], Any]) -> Any:
        """A call over the network: it arrives or not, is carried out or not, and the caller hears of it or not."""
        world, faults, rng = self._world, self._faults, self._world.rng
        fate = rng.random()
        world.sleep(rng.randint(1, 4))
        for name in ("never_sent", "answer_lost", "applied_late", "stalled"):
            fate -= getattr(faults, name)
            if fate < 0:
                break
        else:
            answer = apply()
            world.sleep(rng.randint(0, 3))
            return answer
        world.say(f"{self._process.name} {name}")
        if name == "stalled":
            world.sleep(rng.randint(10, STALL_MS))
            answer = apply()
            world.sleep(rng.randint(0, STALL_MS))
            return answer
        if name == "answer_lost":
            apply()
        elif name == "applied_late":
            world.after(rng.randint(1, LATE_MS), lambda: _ignore(apply()))
        world.sleep(rng.randint(0, 60))
        raise StoreUnavailable(name)


def _ignore(_answer: Any) -> None:
    """Nobody waits for it any more."""


def _words(answer: Any) -> str:
    if isinstance(answer, Appended):
        return f"appended {answer.version}"
    if isinstance(answer, Behind):
        return f"behind {answer.head.version}, {len(answer.events)} in the tail"
    assert isinstance(answer, Repeated)
    return f"repeated, {'the same' if answer.is_same_body else 'another'} body"


class SimFeed:
    """One consumer of the feed, which resumes where it stopped."""

    def __init__(self, link: SimStore, kept: MemoryStore, progress: dict[str, Any]) -> None:
        self._link, self._kept, self._progress = link, kept, progress

    partitions = (0,)

    def gap(self, _partition: int) -> str | None:
        last = str(self._link.through(lambda: len(self._kept.feed)))
        return None if self._link.through(lambda: "taken" in self._progress) else last

    def join(self, _partition: int, position: str) -> None:
        self._link.through(lambda: self._progress.update(taken=int(position), pending={}))

    def matches(self, _partition: int) -> list[str]:
        found: list[str] = self._link.through(lambda: sorted({match for match, _, _ in self._kept.feed}))
        return found

    def unfinished(self, _partition: int) -> list[Pointer]:
        return list(self._link.through(lambda: list(self._group()["pending"].values())))

    def with_unfinished(self, partitions: list[int]) -> list[int]:
        """None of a group that is not there: whoever reads from it next is told."""
        return partitions if partitions and self._link.through(lambda: self._progress.get("pending")) else []

    def take(self, _partitions: Any, _block_ms: int) -> Taken:
        return Taken(self._link.through(self._take), {})

    def _group(self) -> dict[str, Any]:
        if "taken" not in self._progress:
            raise StoreUnavailable("NOGROUP: the store has fallen back to before the group was made")
        return self._progress

    def _take(self) -> list[Pointer]:
        taken = self._group()["taken"]
        fresh = [Pointer(0, b"%d" % place, *entry) for place, entry in enumerate(self._kept.feed[taken:], taken)]
        self._progress["taken"] = len(self._kept.feed)
        self._progress["pending"] |= {pointer.entry: pointer for pointer in fresh}
        return fresh

    def check_server(self, _key: str) -> None:
        """There is one store, and the calls that follow find out how it is."""

    def set_aside(self, entry: BadEntry) -> None:
        self._progress.setdefault("aside", []).append(entry)
        self._link.through(lambda: self._group()["pending"].pop(entry.entry, None))

    def acknowledge(self, pointer: Pointer) -> None:
        self._link.through(lambda: self._group()["pending"].pop(pointer.entry, None))


class SimDeadlines:
    """The clock's diary."""

    failed: ClassVar[dict[int, str]] = {}

    def __init__(self, link: SimStore, kept: MemoryDeadlines) -> None:
        self._link, self._kept = link, kept
        self.partition_of = kept.partition_of

    def set(self, match: str, version: int, at_ms: int | None, *, instead_of: int = 0) -> int:
        known: int = self._link.through(lambda: self._kept.set(match, version, at_ms, instead_of=instead_of))
        return known

    def due(self, now_ms: int) -> list[Deadline]:
        found: list[Deadline] = self._link.through(lambda: self._kept.due(now_ms))
        return found


class SimListing:
    """The lists across matches; an older line never replaces a newer one."""

    def __init__(self, lines: dict[str, Summary]) -> None:
        self.lines = lines

    def put(self, summary: Summary, *, instead_of: int = 0) -> int:
        known = self.lines.get(summary.id)
        if known is None or known.version <= summary.version or known.version == instead_of:
            self.lines[summary.id] = summary
        return self.lines[summary.id].version

    def find(self, match: str) -> Summary | None:
        return self.lines.get(match)


class SimDocket:
    """Nobody disputes anything here."""

    def page(self, _name: str, _cursor: str | None, _limit: int) -> tuple[list[bytes], str | None]:
        return [], None


class SimPeople:
    """People are not what is simulated here: they are there."""

    def __init__(self) -> None:
        self._by_token: dict[bytes, Person] = {}

    def add(self, person: Person, token_hash: bytes) -> None:
        self._by_token[token_hash] = person

    def by_token(self, token_hash: bytes) -> Person | None:
        return self._by_token.get(token_hash)

    def by_id(self, person_id: str) -> Person | None:
        return next((person for person in self._by_token.values() if person.id == person_id), None)


_: Callable[..., EventStore] = SimStore
