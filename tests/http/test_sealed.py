"""What is sealed in a running match is in no answer: every address is asked as everybody, arbiters and admins too."""

from __future__ import annotations

import json
import random
from base64 import b64encode
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from events.visibility import ARBITER, SEALED_PART, SEATS, SPECTATOR
from games.registry import all_games
from projections import evidence as bundles
from service.web.http import ROUTES
from service.web.routes import disputes as dispute_routes
from tests.http.asking import Ask, Reply, address
from tests.http.test_leaks import ADDRESSES, ask_until_quiet, cards_of
from tests.play import sample_params
from tests.policies import POLICIES
from tests.spec import view_of

GAMES = list(all_games())
DECK_MIN = 4  # a shorter order may stand somewhere by chance
STEPS = 12


class Running:
    """A running match with a dispute, and somebody in each role."""

    def __init__(self, app: Any, ask: Ask, game: str) -> None:
        self.ask, self.services = ask, app.extensions["matchledger"]
        self.match, tokens = ask.client.start(game, 2)
        self.tokens: dict[str, str | None] = {"nobody": None, "seat 0": tokens[0], "seat 1": tokens[1]}
        enrol = self.services.identity.enrol
        self.tokens["stranger"] = enrol("Stranger", "player")[1]
        self.tokens["arbiter"] = enrol("Arbiter", "arbiter")[1]
        self.tokens["admin"] = enrol("Admin", "admin")[1]
        self.seats = tokens
        claim = {"step": 0, "claim": "The deck was marked."}
        self.dispute = ask("POST", f"/v1/matches/{self.match}/disputes", tokens[1], claim).json["id"]

    @property
    def table(self) -> Any:
        return self.services.tables.current(self.match)

    def play(self, steps: int, rng: random.Random) -> None:
        for _ in range(steps):
            table = self.table
            if table.status != "running":
                return
            seat = rng.choice(table.to_act())
            template = POLICIES[table.game.slug](rng, table.state, seat, table.game.rules.choices(table.state, seat))
            body = {"type": template.type, "params": msgspec.to_builtins(sample_params(template, rng))}
            assert self.ask("POST", f"/v1/matches/{self.match}/commands", self.seats[seat], body).status == 201

    def answers(self, rng: random.Random) -> Iterator[tuple[str, Reply]]:
        """Every GET address as everybody, and a branch opened by everybody who may, with its own answers."""
        for role, token in self.tokens.items():
            for path in self.paths(rng):
                send = ask_until_quiet if "/live" in path else Ask.__call__
                yield f"GET {path} as {role}", send(self.ask, "GET", path, token, None)
            yield from self.branched(role, token)

    def paths(self, rng: random.Random) -> Iterator[str]:
        table = self.table
        card = quote(rng.choice(cards_of(table, self.services)))
        for route in ROUTES:
            if route.method != "GET" or not ("<match>" in route.path or "<dispute>" in route.path):
                continue
            places = {"match": self.match, "dispute": self.dispute}
            for ending in ADDRESSES.get(route.view.__name__, [""]):
                for step in (0, rng.randint(1, table.step)) if "<int:step>" in route.path else (table.step,):
                    version = rng.randint(1, table.version)
                    path = address(route, **places, **{"int:step": str(step), "int:version": str(version)})
                    yield path + ending.format(step=step, version=table.version, at=table.last_at, card=card)

    def branched(self, role: str, token: str | None) -> Iterator[tuple[str, Reply]]:
        reply = self.ask("POST", f"/v1/matches/{self.match}/branches", token, {"step": self.table.step})
        yield f"a branch by {role}", reply
        if reply.status == 201:
            path = f"/v1/matches/{reply.json['id']}"
            self.ask("POST", f"{path}/bots", token, {})
            yield f"starting the branch by {role}", self.ask("POST", f"{path}/start", token)
            for ending in ("", "/events", "/export", "/steps", "/compare"):
                yield f"{ending} of the branch by {role}", self.ask("GET", path + ending, token)


class Sealed:
    """What nobody may be told of a running match: texts, and orders of cards or tokens."""

    def __init__(self, running: Running) -> None:
        table = running.table
        self.texts = {table.opened.server_seed.encode(), table.seed.hex().encode(), b64encode(table.seed)}
        self.orders: set[tuple[str, ...]] = set()
        for recorded in running.services.tables.store.read(running.match, 1, table.version):
            part = recorded.stored.secret.get(SEALED_PART)
            if part is not None:
                self.texts |= {b64encode(part.salt), part.salt.hex().encode()}
                self.orders |= set(long_lists(part.values))
        self.orders |= set(long_lists(view_of(table.game, table.state, ARBITER)))
        for viewer in (0, 1, SPECTATOR):
            self.orders -= set(long_lists(view_of(table.game, table.state, viewer)))

    def found_in(self, reply: Reply) -> str | None:
        for text in self.texts:
            if text in reply.body:
                return text.decode()
        for line in reply.body.splitlines():
            try:
                document = json.loads(line.removeprefix(b"data: "))
            except ValueError:
                continue
            for order in long_lists(document):
                if order in self.orders or order[::-1] in self.orders:
                    return str(order)
        return None


def long_lists(value: Any) -> Iterator[tuple[str, ...]]:
    """Every list of different things in a document, each thing as its JSON."""
    if isinstance(value, list):
        things = tuple(json.dumps(one, sort_keys=True) for one in value)
        if len(set(things)) >= DECK_MIN:
            yield things
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from long_lists(inner)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_gets_the_seed_or_the_order_of_a_deck(app, ask, game):
    running, rng = Running(app, ask, game), random.Random(5)
    running.play(STEPS, rng)
    assert running.table.status == "running"
    sealed = Sealed(running)
    assert sealed.orders, "there is an order that nobody may know"
    asked = 0
    for where, reply in running.answers(rng):
        assert reply.status < 500, (where, reply)
        assert sealed.found_in(reply) is None, (where, sealed.found_in(reply))
        asked += 1
    assert asked > len(running.tokens) * len(ADDRESSES)


@pytest.mark.parametrize("game", GAMES)
def test_a_reported_step_has_no_seed_and_no_salt(app, ask, game):
    """The state in it is drawn again; test_leaks.py compares it where hidden cards differ."""
    running = Running(app, ask, game)
    running.play(STEPS, random.Random(5))
    sealed = Sealed(running)
    for token in running.tokens.values():
        for step in range(1, running.table.step + 1):
            reply = ask("POST", f"/v1/matches/{running.match}/steps/{step}/report", token)
            assert reply.status == 200 or "nobody sent a command" in reply.json["detail"], reply
            assert not [text for text in sealed.texts if text in reply.body]


def test_a_leak_would_be_found(app, ask, monkeypatch):
    """An arbiter who gets the view of the time after the end, as once they did, gets the deck."""
    running = Running(app, ask, "coup")
    sealed = Sealed(running)
    path = f"/v1/matches/{running.match}/audit/steps/0"
    assert sealed.found_in(ask("GET", path, running.tokens["arbiter"])) is None
    monkeypatch.setattr(dispute_routes, "SEATS", ARBITER)
    assert sealed.found_in(ask("GET", path, running.tokens["arbiter"])) is not None
    assert sealed.found_in(ask("GET", path, running.tokens["nobody"])) is None


def test_what_an_arbiter_sees_is_what_the_seats_see_together(app, ask):
    running = Running(app, ask, "munchkin-apocalypse")
    replay = running.services.replays.of(running.table)
    bundle = bundles.evidence(replay, running.table, 0, SEATS)
    parts = {name for event in bundle["events"] for name in event.get("secret", {})}
    assert {"seat:0", "seat:1"} <= parts
    assert SEALED_PART not in parts
