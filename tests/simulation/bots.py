"""Bots in a simulated evening: the true runner of the background process, over the simulated network."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import requests
from matchledger_client import Client as ApiClient

from events.memory_store import MemoryStore
from service.processes.bots.runner import BotRunner
from service.web.http import Services
from service.web.identity import hash_token
from tests.simulation.clients import Client, Request, Service
from tests.simulation.store import SimPeople, SimStore
from tests.simulation.world import World

PAUSE_S = 0.3
TURN_S = 0.4
ONE_ATTEMPT_S = 0.01  # the runner itself tries again, in simulated time


class SimBots:
    """Which matches have bots; one set for all, behind the network."""

    def __init__(self, link: SimStore, kept: set[str]) -> None:
        self._link, self._kept = link, kept

    def add(self, match: str) -> None:
        self._link.through(lambda: self._kept.add(match))

    def remove(self, match: str) -> None:
        self._link.through(lambda: self._kept.discard(match))

    def all(self) -> set[str]:
        found: set[str] = self._link.through(self._kept.copy)
        return found

    def is_reachable(self, match: str) -> bool:
        self.missing({match})
        return True

    def missing(self, matches: set[str]) -> set[str]:
        return matches - self.all()


class SimSeed:
    """The signing seed, from which the tokens of bots follow."""

    def get(self, _proposed: bytes) -> bytes:
        return b"s" * 32


class SimReply:
    def __init__(self, status: int, content: bytes) -> None:
        self.status_code, self.content, self.headers = status, content, {}


class SimSession:
    """The public API over the simulated network; whoever sends notes down what a person would."""

    def __init__(
        self, world: World, service: Service, people: SimPeople, kept: MemoryStore, clients: dict[str, Client]
    ) -> None:
        self._world, self._service, self._people, self._kept = world, service, people, kept
        self._clients = clients  # by token; they stay when this process is killed

    def request(self, method: str, url: str, data: bytes | None, headers: dict[str, str], **_: Any) -> SimReply:
        token, path = headers["Authorization"].removeprefix("Bearer "), url
        client = self._client_of(token, path.split("/")[3])
        expected = int(headers["If-Match"].strip('"')) if "If-Match" in headers else None
        text = "" if data is None else data.decode()
        request = Request(token, method, path, text, headers.get("Idempotency-Key"), expected)
        client.note_sent(request)  # this process may be killed before an answer comes
        reply = client.ask(request)
        if reply is None:
            raise requests.ConnectionError("no answer")
        return SimReply(reply.status, reply.answer.encode())

    def _client_of(self, token: str, match: str) -> Client:
        if token not in self._clients:
            person = self._people.by_token(hash_token(token))
            player = "nobody" if person is None else person.id
            seat = self._seat_of(player, match)
            client = Client(self._world, self._service, token, player, seat, random.Random(self._world.rng.random()))
            client.match = match
            self._clients[token] = client
        return self._clients[token]

    def _seat_of(self, player: str, match: str) -> int:
        taken = [one.stored.public for one in self._kept.read(match) if one.stored.type == "SeatTaken"]
        return next((int(public["seat"]) for public in taken if public["player"] == player), -1)


def bots_turn(services: Services, session: SimSession, kept: MemoryStore) -> tuple[BotRunner, Callable[[], float]]:
    """The runner, and one turn of its loop: what has changed since the last turn, as the feed tells."""
    runner = BotRunner(services, ApiClient("", session=session, deadline_s=ONE_ATTEMPT_S), PAUSE_S)
    read = 0

    def turn() -> float:
        nonlocal read
        since, read = read, 0  # after a failure anything may have changed
        end = len(kept.feed)
        runner.schedule({match for match, _, _ in kept.feed[since if since <= end else 0 : end]})
        read = end
        runner.run_due()
        return TURN_S

    return runner, turn
