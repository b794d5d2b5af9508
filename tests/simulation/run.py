"""One simulated evening: several workers, a clock, some players, and everything that can go wrong between them."""

from __future__ import annotations

import copy
import io
import json
import logging
import random
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from msgspec import Struct
from msgspec.structs import replace

from events.memory_deadlines import MemoryDeadlines
from events.memory_head_log import MemoryHeadLog
from events.memory_store import MemoryStore
from events.redis.client import Client as RedisClient
from games.registry import all_games
from ledger.table import rulesets_of
from projections.lists import Summary
from projections.tables import Tables
from service import app as wiring
from service.app import build_services, create_app
from service.config import Config
from service.processes.background import clock_turn, projector_turn
from service.processes.clock import Clock
from service.processes.loops import Loop
from service.processes.projector import Projector
from service.signing import Notary
from service.web.http import Services
from service.web.identity import Identity
from tests.ledger_checker import Exchange
from tests.simulation.bots import SimBots, SimSeed, SimSession, bots_turn
from tests.simulation.clients import Client, Reply, Request
from tests.simulation.store import Faults, SimDeadlines, SimDocket, SimFeed, SimListing, SimPeople, SimStore
from tests.simulation.world import Mailbox, Process, World

WORKERS = 3
STUCK_MS = 600_000
GRACE_MS = 5000  # how late the clock may be when nothing goes wrong any more
RULESETS = rulesets_of(all_games())
_NO_LINK: RedisClient = None  # type: ignore[assignment]  # whatever would ask Redis itself fails at once


class Outcome(Struct, frozen=True):
    """What is left of an evening, for those who judge it."""

    seed: int
    trace: list[str]
    exchanges: list[Exchange]
    kept: MemoryStore
    listing: dict[str, Summary]
    heads: MemoryHeadLog
    bots: set[str]  # the matches that the runner of the bots knows of
    workers: list[Tables]  # what the workers believe in the end
    end_ms: int


_APPS: dict[int, Flask] = {}  # by number of worker: to make one takes longer than a whole evening


def _app(number: int, services: Services) -> Flask:
    """The app of a worker that has just started: nothing in it remembers anything but its services."""
    app = _APPS.get(number)
    if app is None:
        app = _APPS[number] = create_app(Config(limits="off"), services)
    app.extensions["matchledger"] = services
    return app


class Worker:
    def __init__(self, number: int, services: Services, process: Process) -> None:
        self.app = _app(number, services)
        self.services, self.process = services, process

    def answer(self, request: Request) -> Reply:
        """The request through the app's WSGI interface, as gunicorn would hand it over."""
        path, _, query = request.path.partition("?")
        raw = request.body.encode()
        environ: dict[str, Any] = {
            "REQUEST_METHOD": request.method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SCRIPT_NAME": "",
            "SERVER_NAME": "sim",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "sim",
            "CONTENT_LENGTH": str(len(raw)),
            "HTTP_AUTHORIZATION": f"Bearer {request.token}",
            "HTTP_X_REQUEST_ID": "simulated",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(raw),
        }
        if raw:
            environ["CONTENT_TYPE"] = "application/json"
        if request.key is not None:
            environ["HTTP_IDEMPOTENCY_KEY"] = request.key
        if request.expected is not None:
            environ["HTTP_IF_MATCH"] = str(request.expected)
        begun: list[Any] = []
        body = b"".join(self.app.wsgi_app(environ, lambda status, headers, *_: begun.extend((status, headers))))
        return Reply(int(begun[0][:3]), body.decode(), dict(begun[1]).get("ETag", ""))


class Evening:
    """Everything that takes part, on one store."""

    def __init__(self, seed: int, *, has_bots: bool) -> None:
        self.world = World(seed)
        self.has_bots = has_bots
        self.rng = self.world.rng
        self.kept = MemoryStore()
        self.faults = self._draw_faults()
        self.network_loss = self.rng.choice((0.0, 0.05, 0.2))
        self.people = SimPeople()
        self.lines: dict[str, Summary] = {}
        self.heads = MemoryHeadLog()
        self.diary = MemoryDeadlines()
        self.progress: dict[str, Any] = {}
        self.bots: set[str] = set()
        self.bot_clients: dict[str, Client] = {}  # by token
        self.workers = [self._worker(number) for number in range(WORKERS)]
        self.believed: list[Tables] = []
        self._starts = 0
        self.starter = Process("starter")
        self.background = Process("nothing in the background")
        self.favourite = self.rng.choice((0.0, 0.8))  # how much more often one worker is asked than the others

    def _draw_faults(self) -> Faults:
        rates = (0.0, 0.02, 0.1)
        drawn = {name: self.rng.choice(rates) for name in Faults.__struct_fields__}
        return Faults(**drawn | {"answer_lost": self.rng.choice((0.0, 0.1, 0.25))})

    def calm_down(self) -> None:
        for name in Faults.__struct_fields__:
            setattr(self.faults, name, 0.0)
        self.network_loss = 0.0
        self.world.say("calm")

    # Processes, and their deaths.
    def _services(self, process: Process) -> Services:
        store = SimStore(self.world, process, self.kept, self.faults)
        return replace(
            build_services(_NO_LINK, store),
            identity=Identity(self.people),
            listing=SimListing(self.lines),
            docket=SimDocket(),
            heads=self.heads,
            bots=SimBots(store, self.bots),
            notary=Notary(SimSeed()),  # type: ignore[arg-type]
        )

    def _worker(self, number: int) -> Worker:
        process = Process(f"worker{number}", skew_ms=self.rng.choice((0, 0, -700, 900)))
        return Worker(number, self._services(process), process)

    def _background(self) -> Process:
        self._starts += 1
        process = Process(f"background{self._starts}", skew_ms=self.rng.choice((0, -500, 700)))
        services = self._services(process)
        store = services.tables.store
        assert isinstance(store, SimStore)
        diary = SimDeadlines(store, self.diary)
        stopping = _NeverStopping(self.world)
        projector = Projector(services, SimFeed(store, self.kept, self.progress), diary)  # type: ignore[arg-type]
        clock_services = self._services(process)
        clock = Clock(clock_services, diary)
        lists = Loop("lists", projector_turn(projector, is_blocking=False), lambda: projector.failing)
        clocks = Loop("clock", clock_turn(clock), lambda: clock.failing)
        loops = [lists, clocks]
        self.believed += [services.tables, clock_services.tables]
        if self.has_bots:
            bots_services = self._services(process)
            api = SimSession(self.world, self, self.people, self.kept, self.bot_clients)
            runner, turn = bots_turn(bots_services, api, self.kept)
            loops.append(Loop("bots", turn, lambda: runner.failing))
            self.believed.append(bots_services.tables)
        for loop in loops:
            self.world.spawn(process, lambda loop=loop: loop.run(stopping))
        return process

    def kill_worker(self, number: int) -> None:
        self.world.say(f"worker{number} is killed")
        self.workers[number].process.is_dead = True
        self.workers[number] = self._worker(number)

    def start_background(self) -> None:
        self.world.say(f"{self.background.name} is killed")
        self.background.is_dead = True
        self.background = self._background()

    def trouble(self, until_ms: int) -> None:
        """Deaths and outages at any moment until then."""
        while (pause_ms := self.rng.randint(500, 8000)) and self.world.now_ms + pause_ms < until_ms:
            self.world.sleep(pause_ms)
            chance = self.rng.random()
            if chance < 0.25:
                self.start_background()
            elif chance < 0.7:
                self.kill_worker(self.rng.randrange(WORKERS))
            elif chance < 0.95:
                self._outage(self.rng.randint(100, 4000))
            else:
                self.world.say("a foreign entry in the feed")
                self.kept.feed.append(("m-foreign", 1, b"\xc1"))

    def fall_back(self, until_ms: int) -> None:
        """Now and then the store forgets the last seconds, as when a replica that lags behind takes over."""
        while (pause_ms := self.rng.randint(300, 4000)) and self.world.now_ms + pause_ms < until_ms:
            kept = copy.deepcopy((self.kept._matches, self.kept.feed, self.progress))
            self.world.sleep(pause_ms)
            self.kept._matches, self.kept.feed, progress = kept
            self.progress.clear()
            self.progress.update(progress)
            self.world.say("the store falls back")
            self.world.sleep(self.rng.randint(0, 6000))

    def _outage(self, length_ms: int) -> None:
        self.world.say("the store is gone")
        before, self.faults.never_sent = self.faults.never_sent, 1.0
        self.world.sleep(length_ms)
        self.faults.never_sent = before
        self.world.say("the store is back")

    # The network between clients and workers.
    def deliver(self, request: Request, to: Mailbox) -> int:
        copies = 2 if self.rng.random() < 0.06 else 1
        for _ in range(copies):
            if self.rng.random() >= self.network_loss:
                self._arrive(self._any_worker(), request, to)
        return copies

    def _any_worker(self) -> int:
        return 0 if self.rng.random() < self.favourite else self.rng.randrange(WORKERS)

    def _arrive(self, number: int, request: Request, to: Mailbox) -> None:
        pause_ms = self.rng.randint(1, 20) if self.rng.random() < 0.95 else self.rng.randint(100, 5000)

        def work() -> None:
            reply = self.workers[number].answer(request)
            if self.rng.random() >= self.network_loss:
                self.world.after(self.rng.randint(1, 20), lambda: to.put(reply))

        def begin() -> None:  # by whichever process serves by then
            self.world.spawn(self.workers[number].process, work)

        self.world.after(pause_ms, begin)


class _NeverStopping:
    def __init__(self, world: World) -> None:
        self._world = world

    def is_set(self) -> bool:
        return False

    def wait(self, timeout: float) -> None:
        self._world.sleep(round(1000 * timeout))


def simulate(seed: int, *, falls_back: bool = False, has_bots: bool = False) -> Outcome:
    """One evening from one seed; the same seed gives the same evening, to the last byte.

    Where the store falls back, acknowledged commands are lost: then only what is left can be judged.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            wiring, "rulesets_of", lambda _games: RULESETS
        )  # they never change, and take long to put together
        evening = Evening(seed, has_bots=has_bots)
        evening.world.install(patch)
        patch.setattr(logging.getLogger("matchledger"), "disabled", True)
        try:
            return _play(evening, seed, falls_back=falls_back)
        finally:
            evening.world.end()


def _play(evening: Evening, seed: int, *, falls_back: bool) -> Outcome:
    world, rng = evening.world, evening.rng
    clients = _clients(evening, rng.randint(2, 3))
    bots = 1 if evening.has_bots else 0
    opened: list[str] = []
    host = clients[0]
    world.spawn(evening.starter, evening.start_background, rng.choice((0, 2000)))
    world.spawn(host.process, lambda: opened.append(_open(host, rng, len(clients) + bots)))
    world.run_until(lambda: bool(opened), STUCK_MS)
    _together(world, [lambda client=client: client.sit_down(opened[0]) for client in clients], clients)
    if bots:
        _together(world, [lambda: _seat_bots(host, bots)], clients[:1])
    _together(world, [lambda: _start(host)], clients[:1])
    troublemaker = Process("trouble")
    world.spawn(troublemaker, lambda: evening.trouble(world.now_ms + 60_000))
    if falls_back:
        world.spawn(troublemaker, lambda: evening.fall_back(world.now_ms + 60_000))
    moves = rng.randint(6, 14)
    _together(world, [lambda client=client: client.play(moves) for client in clients], clients)
    troublemaker.is_dead = True
    evening.calm_down()
    for number in range(WORKERS - 1):  # one of them remembers, the others begin anew
        evening.kill_worker(number)
    world.run(world.now_ms + 10_000)  # whatever was late has arrived
    _together(world, [client.settle for client in clients], clients)
    world.run(world.now_ms + 3 * GRACE_MS)
    everybody = [*clients, *evening.bot_clients.values()]
    return Outcome(
        seed=seed,
        trace=world.trace,
        exchanges=sorted((one for client in everybody for one in client.exchanges), key=lambda one: one.sent),
        kept=evening.kept,
        listing=evening.lines,
        heads=evening.heads,
        bots=evening.bots,
        workers=[worker.services.tables for worker in evening.workers] + evening.believed,
        end_ms=world.now_ms,
    )


def _clients(evening: Evening, count: int) -> list[Client]:
    identity = Identity(evening.people)
    made = []
    for seat in range(count):
        person, token = identity.enrol(f"Player {seat}", "player")
        rng = random.Random(evening.rng.random())
        made.append(Client(evening.world, evening, token, person.id, seat, rng))
    return made


def _open(host: Client, rng: random.Random, seats: int) -> str:
    options = {"first_seat": 0, "reaction_timeout_s": rng.choice((None, 2, 10))}
    body = {"game": "coup", "seats": seats, "options": options, "turn_s": rng.choice((None, 5, 10, 30))}
    reply = host.insist(host.request("POST", "/v1/matches", body, key=host.new_key()), f"player:{host.player}")
    assert reply.status == 201, reply
    return str(json.loads(reply.answer)["id"])


def _seat_bots(host: Client, count: int) -> None:
    seating = host.request("POST", f"/v1/matches/{host.match}/bots", {"count": count}, key=host.new_key())
    assert host.insist(seating, f"player:{host.player}").status == 201


def _start(host: Client) -> None:
    starting = host.request("POST", f"/v1/matches/{host.match}/start", {}, key=host.new_key())
    assert host.insist(starting, f"player:{host.player}").status == 200


def _together(world: World, works: list[Callable[[], None]], clients: list[Client]) -> None:
    left = len(works)

    def one(work: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            nonlocal left
            work()
            left -= 1

        return run

    for client, work in zip(clients, works):
        world.spawn(client.process, one(work))
    world.run_until(lambda: left == 0, STUCK_MS)
