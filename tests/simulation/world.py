"""A world in which everything that is left to chance or to time elsewhere follows from one seed.

Everything that runs at the same time is a greenlet, as under gevent; each gives way only where the real thing waits for
something outside: the store, the network, a pause. Who goes on next is a matter of simulated time alone.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from typing import Any

import pytest
from greenlet import GreenletExit, getcurrent, greenlet
from matchledger_client import caller

from events import memory_store
from ledger import fold as folding
from projections import tables
from service import handle
from service.processes import background, loops, projector
from service.processes.bots import runner as bots_runner
from service.web import identity, openings

START_MS = 1_700_000_000_000


class Process:
    """Something that can be killed: whatever it was doing is never heard of again."""

    def __init__(self, name: str, skew_ms: int = 0) -> None:
        self.name = name
        self.skew_ms = skew_ms  # no two machines agree on what time it is
        self.is_dead = False


class Task(greenlet):
    def __init__(self, world: World, process: Process, work: Callable[[], None]) -> None:
        super().__init__(work, world.hub)
        self.process = process


class World:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.entropy = random.Random(seed + 1)  # apart, so that a fault more or less does not change the salts
        self.hub = getcurrent()
        self.now_ms = START_MS
        self.trace: list[str] = []
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._serial = 0
        self._moment = 0
        self._tasks: list[Task] = []

    def moment(self) -> int:
        """A number that says what came before what."""
        self._moment += 1
        return self._moment

    def say(self, words: str) -> None:
        self.trace.append(f"{self.now_ms - START_MS} {words}")

    def after(self, pause_ms: int, work: Callable[[], None]) -> None:
        self._serial += 1
        heapq.heappush(self._due, (self.now_ms + pause_ms, self._serial, work))

    def spawn(self, process: Process, work: Callable[[], None], pause_ms: int = 0) -> None:
        task = Task(self, process, work)
        self._tasks.append(task)
        self.after(pause_ms, lambda: self._resume(task))

    def sleep(self, pause_ms: int) -> None:
        task = getcurrent()
        assert isinstance(task, Task)
        self.after(pause_ms, lambda: self._resume(task))
        self.hub.switch()

    def run(self, until_ms: int) -> None:
        while self._due and self._due[0][0] <= until_ms:
            self.now_ms, _, work = heapq.heappop(self._due)
            work()
        self.now_ms = max(self.now_ms, until_ms)

    def run_until(self, is_done: Callable[[], bool], most_ms: int) -> None:
        until_ms = self.now_ms + most_ms
        while not is_done():
            assert self._due[0][0] <= until_ms, "the simulated clients got stuck"
            self.now_ms, _, work = heapq.heappop(self._due)
            work()

    def end(self) -> None:
        for task in self._tasks:
            if task:
                task.process.is_dead = True
                task.throw(GreenletExit)

    def _resume(self, task: Task) -> None:
        if not task.process.is_dead:
            task.switch()

    # What the service finds in place of the modules that it would ask.
    def time_ns(self) -> int:
        task = getcurrent()
        skew_ms = task.process.skew_ms if isinstance(task, Task) else 0
        return (self.now_ms + skew_ms) * 1_000_000

    def monotonic(self) -> float:
        return self.now_ms / 1000

    def urandom(self, count: int) -> bytes:
        return self.entropy.randbytes(count)

    def choice(self, options: str) -> str:
        return self.entropy.choice(options)

    def token_urlsafe(self, count: int) -> str:
        return self.entropy.randbytes(count).hex()

    def token_hex(self, count: int) -> str:
        return self.entropy.randbytes(count).hex()

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Time and chance of the service come from here; caches and limits are small, so that they matter."""
        ours = _Modules(self)
        patch.setattr(handle, "time", ours)
        patch.setattr(handle, "os", self)
        patch.setattr(openings, "os", self)
        patch.setattr(identity, "time", ours)
        patch.setattr(identity, "secrets", self)
        patch.setattr(loops, "time", ours)
        patch.setattr(loops, "random", self.rng)
        patch.setattr(bots_runner, "time", ours)
        patch.setattr(bots_runner, "Random", lambda: random.Random(self.rng.random()))
        patch.setattr(caller, "secrets", self)
        patch.setattr(projector, "time", ours)
        patch.setattr(background, "CLOCK_PAUSE_S", 0.4)
        patch.setattr(background, "CLUSTER_PAUSE_S", 0.4)
        patch.setattr(folding, "STRIDE", 12)
        patch.setattr(tables, "STRIDE", 12)
        patch.setattr(memory_store, "TAIL_MAX", 4)


class _Modules:
    """The module `time`, as far as the service uses it."""

    def __init__(self, world: World) -> None:
        self.time_ns, self.monotonic = world.time_ns, world.monotonic
        self.time: Callable[[], float] = lambda: world.time_ns() / 1e9
        self.sleep: Callable[[float], Any] = lambda seconds: world.sleep(round(1000 * seconds))


class Mailbox:
    """Where the answers to one request arrive: none, one, or several."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._wake: Callable[[], None] | None = None
        self.first: Any = None

    def put(self, value: Any) -> None:
        if self.first is None:
            self.first = value
            if self._wake is not None:
                self._world.after(0, self._wake)

    def wait(self, patience_ms: int) -> Any:
        """The first answer; None if it does not come in time."""
        task = getcurrent()
        assert isinstance(task, Task)
        is_awake = False

        def wake() -> None:
            nonlocal is_awake
            if not is_awake:
                is_awake = True
                self._world._resume(task)

        if self.first is None:
            self._wake = wake
            self._world.after(patience_ms, wake)
            self._world.hub.switch()
        return self.first
