"""People at their tables: they read, decide, send, lose patience, and send again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from tests.client import params_of
from tests.ledger_checker import UNKNOWN, Exchange
from tests.simulation.world import Mailbox, Process, World

PATIENCE_MS = 1500
RESENT_MAX = 12


class Reply(NamedTuple):
    status: int
    answer: str
    etag: str


class Service(Protocol):
    """A service somewhere behind the network."""

    def deliver(self, request: Request, to: Mailbox) -> int:
        """Answers how many times the network has sent it."""
        ...


class Request(NamedTuple):
    token: str
    method: str
    path: str
    body: str = ""
    key: str | None = None
    expected: int | None = None


class Client:
    """One player in one match; notes down every request and every answer that reaches it."""

    def __init__(self, world: World, service: Service, token: str, player: str, seat: int, rng: random.Random) -> None:
        self.world, self._service, self._rng = world, service, rng
        self.token, self.player, self.seat = token, player, seat
        self.process = Process(f"client{seat}")
        self.match = ""
        self.exchanges: list[Exchange] = []
        self.sent: list[Request] = []  # under a key, in order
        self._doubled: list[tuple[Request, str, int, list[Reply]]] = []  # without a key, and what was heard of it
        self._keys = 0
        self._keyless = rng.choice((0.1, 0.1, 0.8))  # some people trust the network

    def ask(self, request: Request, actor: str = "") -> Reply | None:
        """Send a request once (the network may repeat it), and wait for an answer as long as patience lasts."""
        sent = self.world.moment()
        box = Mailbox(self.world)
        told: list[Reply] = []

        def arrived(reply: Reply) -> None:
            told.append(reply)
            self._note(request, actor, sent, reply)

        copies = self._service.deliver(request, _Noting(self.world, box, arrived))
        reply: Reply | None = box.wait(PATIENCE_MS)
        if reply is None:
            self._note(request, actor, sent, None)
        elif copies > 1 and request.key is None:
            self._doubled.append((request, actor, sent, told))
        return reply

    def note_sent(self, request: Request) -> None:
        """That a request is about to be sent, of which perhaps nothing will ever be heard."""
        self._note(request, "", self.world.moment(), None)

    def _note(self, request: Request, actor: str, sent: int, reply: Reply | None) -> None:
        answered = None if reply is None else self.world.moment()
        self.exchanges.append(
            Exchange(
                match=self.match,
                actor=actor or f"seat:{self.seat}",
                method=request.method,
                path=request.path,
                body=request.body,
                key=request.key,
                expected=request.expected,
                sent=sent,
                answered=answered,
                status=None if reply is None else reply.status,
                answer="" if reply is None else reply.answer,
                etag="" if reply is None else reply.etag,
            )
        )
        words = "no answer" if reply is None else f"{reply.status} {reply.etag} {reply.answer}"
        self.world.say(f"{self.process.name} {request.method} {request.path} {request.key} {request.body}: {words}")

    def insist(self, request: Request, actor: str = "") -> Reply:
        """Send the same request until there is an answer."""
        while True:
            reply = self.ask(request, actor)
            if reply is not None and reply.status not in UNKNOWN:
                return reply
            self.world.sleep(self._rng.randint(20, 800))

    def request(self, method: str, path: str, body: Any = None, **headers: Any) -> Request:
        return Request(self.token, method, path, "" if body is None else json.dumps(body), **headers)

    def new_key(self) -> str:
        """All players use the same keys: a key counts for its sender alone."""
        self._keys += 1
        return f"k{self._keys}"

    # The lobby.
    def sit_down(self, match: str) -> None:
        self.match = match
        taking = self.request("POST", f"/v1/matches/{match}/seats", {}, key=self.new_key())
        reply = self.insist(taking, f"player:{self.player}")
        assert reply.status == 201, reply
        self.seat = json.loads(reply.answer)["seat"]

    # Playing.
    def play(self, moves: int) -> None:
        for _ in range(moves):
            self.world.sleep(self._rng.randint(1, 1500))
            request = self._move()
            if request is not None:
                self._send(request)
            if self.sent and self._rng.random() < 0.15:
                self.ask(self._rng.choice(self.sent))  # an old request turns up again

    def _move(self) -> Request | None:
        path = f"/v1/matches/{self.match}"
        seen = self.ask(self.request("GET", path))
        if seen is None or seen.status != 200:
            return None
        table = json.loads(seen.answer)
        chance = self._rng.random()
        key = self.new_key() if self._rng.random() >= self._keyless else None
        expected = table["version"] if self._rng.random() < 0.3 else None
        if chance < 0.08:
            return self.request("POST", f"{path}/undo", {}, key=key, expected=expected)
        if chance < 0.11:
            return self.request("POST", f"{path}/redo", {}, key=key, expected=expected)
        waiting = table["undo_request"]
        if waiting is not None and self.seat in waiting["waiting_for"]:
            return self.request("POST", f"{path}/undo/votes", {"accepts": chance < 0.7}, key=key, expected=expected)
        command = self._command(path)
        if command is None:
            return None
        if chance > 0.9 and self.sent:
            return self.request("POST", f"{path}/commands", command, key=self._rng.choice(self.sent).key)
        return self.request("POST", f"{path}/commands", command, key=key, expected=expected)

    def _command(self, path: str) -> dict[str, Any] | None:
        """Something on offer now, or, now and then, something that was on offer a while ago or never."""
        offered = self.ask(self.request("GET", f"{path}/choices"))
        choices = [] if offered is None or offered.status != 200 else json.loads(offered.answer)["choices"]
        if self._rng.random() < 0.12:
            return {"type": "pass", "params": {"decision_id": self._rng.randint(0, 6)}}
        if not choices:
            return None
        template = self._rng.choice(choices)
        self.world.sleep(self._rng.choice((0, 0, 5, 400)))  # others may be faster
        return {"type": template["type"], "params": params_of(template, self._rng)}

    def _send(self, request: Request) -> None:
        if request.key is not None:
            self.sent.append(request)
        for _ in range(self._rng.randint(1, 4)):
            reply = self.ask(request)
            if (reply is not None and reply.status not in UNKNOWN) or request.key is None:
                return

    # Afterwards.
    def unsettled(self) -> Iterator[Request]:
        """Requests under a key to which no answer has come yet."""
        settled = {(one.key, one.path, one.body) for one in self.exchanges if one.status not in UNKNOWN}
        for request in self.sent:
            if (request.key, request.path, request.body) not in settled:
                yield request

    def settle(self) -> None:
        """Hear about everything, and ask once more about much of it.

        Without a key the second copy of a request is one more request, of which perhaps nothing will ever be heard.
        """
        for request, actor, sent, told in self._doubled:
            if len(told) == 1:
                self._note(request, actor, sent, None)
        for request in list(self.unsettled()):
            self.insist(request)
        for request in self._rng.sample(self.sent, min(RESENT_MAX, len(self.sent))):
            self.insist(request)
        self.insist(self.request("GET", f"/v1/matches/{self.match}"))


class _Noting(Mailbox):
    """Notes every answer, and hands the first one on to whoever waits."""

    def __init__(self, world: World, box: Mailbox, arrived: Any) -> None:
        super().__init__(world)
        self._box, self._arrived = box, arrived

    def put(self, value: Any) -> None:
        self._arrived(value)
        self._box.put(value)
