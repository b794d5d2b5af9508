"""Random orders over the API: `python -m tests.orders_soak --game coup --orders 10000`.

In the lobby people commit to parts of the luck, open them rightly and wrongly, or let the time pass
(tests/lobby_orders.py). At every later step somebody plays, asks to take something back, votes, withdraws, undoes,
redoes, disputes, rules, looks, branches, leaves, comes back, finds somebody away, lets the clock act or is erased.
Whatever `choices` and the undo plan promise must be accepted, whatever they refuse must be refused with that code;
after every order somebody can act, or the match says who is waited for, or it is over; and in the end every audit
finds nothing.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.redis.client import Client, open_client
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import RedisFeed
from games.registry import all_games
from service.app import build_services, create_app
from service.config import Config
from service.processes.clock import Clock
from service.processes.projector import Projector
from service.tools import erase
from service.tools.erase import erase_player
from service.web import openings
from tests.client import params_of
from tests.http.asking import Ask, Reply, in_process
from tests.http.wall import Wall
from tests.lobby_orders import LobbyOrders
from tests.policies import options_without_clocks
from tests.servers import Server, system_executable

ORDERS_PER_MATCH = 120
CLOCKS: tuple[dict[str, int], ...] = (
    {},
    {},
    {"turn_s": 30},
    {"turn_s": 60, "reaction_s": 10, "hold_s": 120},
    {"total_s": 300, "increment_s": 5},
)
PROGRESS_S = 10.0


class Broken(AssertionError):
    """Something was promised and not kept."""


class Orders:
    """One match and everybody around it."""

    def __init__(self, world: World, slug: str, seed: int, count: Counter[str]) -> None:
        self.world, self.slug, self.count = world, slug, count
        self.rng = random.Random(f"{slug} {seed}")
        self.lobby_seed = f"lobby {slug} {seed}"
        self.ask = world.ask
        world.seeds.seed(f"{slug} {seed}")
        game = all_games()[slug]
        options = msgspec.to_builtins(options_without_clocks(game, self.rng))
        seats = self.rng.randint(game.seats_min, game.seats_max)
        tokens = [self.ask.client.player(f"Player {seat}") for seat in range(seats)]
        body = {"game": slug, "seats": seats, "options": options, **self.rng.choice(CLOCKS)}
        self.path = self.ask("POST", "/v1/matches", tokens[0], body).headers["Location"]
        self.matches: list[str] = []
        self._tokens: dict[str, Sequence[str]] = {}
        self.sit_down(self.path, tokens)

    @property
    def tokens(self) -> Sequence[str]:
        """Those of the players of this match, by seat."""
        return self._tokens[self.path]

    def run(self, orders: int) -> None:
        for _ in range(orders):
            self.path = self.rng.choice(self.matches[-2:])
            self.act()
            self.somebody_can_act()
        for path in self.matches:
            report = self.ask("GET", f"{path}/audit", self.world.judge).json
            if report["verdict"] != "ok":
                raise Broken(f"{path}: {[check for check in report['checks'] if not check['ok']]}")
            self.count["audits"] += 1

    def act(self) -> None:
        seen = self.seen()
        if seen["to_act"] and self.rng.random() < 0.6:
            self.play(seen)
            return
        if seen["status"] == "finished" and self.rng.random() < 0.05:
            self.rematch(seen)
            return
        often = (self.undo, self.undo, self.vote, self.redo, self.dispute, self.arbitrate, self.clock, self.rarely)
        self.rng.choice((*often, *often, self.leave, self.away))(seen)

    def seen(self) -> dict[str, Any]:
        document: dict[str, Any] = self.ask("GET", self.path, self.world.judge).json
        return document

    def somebody_can_act(self) -> None:
        seen = self.seen()
        if seen["status"] != "running":
            fine = seen["held"] is None and seen["to_act"] == []
        elif seen["held"] is not None:
            fine = bool(seen["held"]["waiting_for"]) and seen["to_act"] == [] and seen["deadline"] is None
        else:  # for seats that have conceded the clock acts at once
            is_due = seen["deadline"] is not None and seen["deadline"] <= self.world.wall.now
            fine = bool(seen["to_act"]) or is_due
        if not fine:
            raise Broken(f"{self.path} stands still: {seen['status']}, {seen['to_act']}, {seen['held']}")

    def order(self, what: str, method: str, path: str, token: str, body: Any = None) -> Reply:
        reply = self.ask(method, path, token, body)
        if reply.status >= 500:
            raise Broken(f"{what}: {reply}")
        code = "" if reply.status < 300 else f" {reply.json.get('code') or reply.json['type']}"
        self.count[f"{what}{code}"] += 1
        self.count["orders"] += 1
        return reply

    def play(self, seen: dict[str, Any]) -> None:
        seat = self.rng.choice(seen["to_act"])
        if seen["seats"][seat]["left"] == "bot":  # nobody plays the bot here
            self.order("stay", "DELETE", f"{self.path}/leave", self.tokens[seat])
        offered = self.ask("GET", f"{self.path}/choices", self.tokens[seat]).json["choices"]
        template = self.rng.choice(offered)
        body = {"type": template["type"], "params": params_of(template, self.rng)}
        reply = self.order("play", "POST", f"{self.path}/commands", self.tokens[seat], body)
        if reply.status != 201:
            raise Broken(f"{body} was on offer, and {reply}")

    def played_seat(self, seen: dict[str, Any]) -> int | None:
        """A seat that its player and not a bot plays."""
        seats = [one["seat"] for one in seen["seats"] if one["left"] != "bot"]
        return self.rng.choice(seats) if seats else None

    def undo(self, seen: dict[str, Any]) -> None:
        seat = self.played_seat(seen)
        if seat is None:
            return
        to_step = self.rng.choice((None, None, max(0, seen["step"] - self.rng.randrange(1, 60))))
        query = "" if to_step is None else f"?to_step={to_step}"
        plan = self.ask("GET", f"{self.path}/undo{query}", self.tokens[seat]).json
        body = {} if to_step is None else {"to_step": to_step}
        reply = self.order("undo", "POST", f"{self.path}/undo", self.tokens[seat], body)
        if plan["needs"] == "impossible":
            if reply.status < 300 or (reply.json["code"], reply.json["rule"]) != (plan["code"], plan["rule"]):
                raise Broken(f"the plan says {plan}, and {reply}")
        elif reply.status != (202 if plan["needs"] == "consent" and plan["voters"] else 201):
            raise Broken(f"the plan says {plan}, and {reply}")

    def vote(self, seen: dict[str, Any]) -> None:
        request = seen["undo_request"]
        seat = self.rng.randrange(len(self.tokens))
        if request is not None and self.rng.random() < 0.8:
            seat = self.rng.choice((*request["waiting_for"], request["by"]))
        if request is not None and seat == request["by"]:
            self.order("withdraw", "DELETE", f"{self.path}/undo", self.tokens[seat])
        else:
            body = {"accepts": self.rng.random() < 0.7}
            self.order("vote", "POST", f"{self.path}/undo/votes", self.tokens[seat], body)

    def redo(self, seen: dict[str, Any]) -> None:
        seat = self.played_seat(seen)
        if seat is None:
            return
        plan = self.ask("GET", f"{self.path}/undo", self.tokens[seat]).json
        reply = self.order("redo", "POST", f"{self.path}/redo", self.tokens[seat], {})
        promised = plan["redo_code"]
        if (reply.status < 300) != (promised is None) or (promised is not None and reply.json["code"] != promised):
            raise Broken(f"the plan says {plan}, and {reply}")

    def dispute(self, seen: dict[str, Any]) -> None:
        docket = self.world.disputes.setdefault(self.path, [])
        if docket and self.rng.random() < 0.7:
            case, token = self.rng.choice(docket)
            if self.rng.random() < 0.3:
                self.order("withdraw dispute", "DELETE", f"/v1/disputes/{case}", token)
                return
            ruling = self.rng.choice(
                ("dismiss", "dismiss", "dismiss", "rewind", "rewind", "rewind", "adjust", "forfeit")
            )
            body: dict[str, Any] = {"ruling": ruling, "reason": "So it is."}
            if ruling == "adjust":
                body["winners"] = [0]
            if ruling == "forfeit":
                body["seat"] = 0
            self.order(f"rule {ruling}", "POST", f"/v1/disputes/{case}/ruling", self.world.judge, body)
            return
        token = self.rng.choice((*self.tokens, self.world.judge))
        body = {"step": self.rng.randint(0, seen["step"]), "claim": "Not so!", "freeze": self.rng.random() < 0.5}
        reply = self.order("dispute", "POST", f"{self.path}/disputes", token, body)
        if reply.status == 201:
            docket.append((reply.json["id"], token))

    def arbitrate(self, seen: dict[str, Any]) -> None:
        if self.rng.random() < 0.5:
            body = {"to_step": max(0, seen["step"] - self.rng.randrange(1, 12))}
            self.order("rewind", "POST", f"{self.path}/undo", self.world.judge, body)
        elif self.rng.random() < 0.5:
            self.order("redo by arbiter", "POST", f"{self.path}/redo", self.world.judge, {})
        else:
            self.order("look", "GET", f"{self.path}/rejections", self.world.judge)

    def clock(self, _seen: dict[str, Any]) -> None:
        self.world.wall.passes(self.rng.choice((1, 11, 31, 61, 121)))
        self.world.strike()
        self.count["clock"] += 1

    def leave(self, seen: dict[str, Any]) -> None:
        """Concede, hand over, call off, come back; and tidy away a match that was opened by mistake."""
        seat, way = (
            self.rng.randrange(len(self.tokens)),
            self.rng.choice(("bot", "bot", "back", "back", "end", "cancel")),
        )
        if way == "back":
            self.order("stay", "DELETE", f"{self.path}/leave", self.tokens[seat])
        elif way == "cancel":
            self.order("cancel", "POST", f"{self.path}/cancel", self.tokens[seat])
        else:
            ways = ("call-off", "concede") if self.rng.random() < 0.3 else ("bot",)
            body = {"as": "bot" if way == "bot" else self.rng.choice(ways)}
            self.order(f"leave {body['as']}", "POST", f"{self.path}/leave", self.tokens[seat], body)

    def rematch(self, seen: dict[str, Any]) -> None:
        """The same people again: whoever asks gets the same match, and a seat of their own in it."""
        seat = self.rng.randrange(len(self.tokens))
        reply = self.order("rematch", "POST", f"{self.path}/rematch", self.tokens[seat], {})
        if reply.status != 201 or seen["rematch"] not in (None, reply.json["id"]):
            raise Broken(f"{self.path} is over, and {reply}")
        if seen["rematch"] is None:
            self.sit_down(f"/v1/matches/{reply.json['id']}", [self.tokens[-1], *self.tokens[:-1]])

    def away(self, seen: dict[str, Any]) -> None:
        """A day goes by without the seat that is waited for, and another one acts on it."""
        if not seen["away"] or self.rng.random() < 0.5:
            seat, promised = self.rng.randrange(len(self.tokens)), False
        else:
            seat, promised = seen["away"][0]["seat"], True
            self.world.wall.passes(24 * 3600)
        others = [one for one in range(len(self.tokens)) if one != seat and seen["seats"][one]["left"] is None]
        way = self.rng.choice(("bot", "bot", "bot", "concede"))
        if others:
            token = self.tokens[self.rng.choice(others)]
            reply = self.order(f"away {way}", "POST", f"{self.path}/away", token, {"seat": seat, "as": way})
            is_refused = reply.status != 201 and reply.json.get("code") != "bot_plays_on"
            if promised and seen["held"] is None and is_refused:
                raise Broken(f"seat {seat} is away, and {reply}")

    def rarely(self, seen: dict[str, Any]) -> None:
        if self.rng.random() < 0.7:
            return
        if self.rng.random() < 0.2:
            player = self.rng.choice(seen["seats"])["player"]
            self.erase(player)
            return
        token = self.rng.choice((*self.tokens, self.world.judge))
        steps = self.ask("GET", f"{self.path}/steps?limit=100&patch=false", token).json["steps"]
        body = {"step": self.rng.choice(steps)["step"], "public": False}
        reply = self.order("branch", "POST", f"{self.path}/branches", token, body)
        if reply.status == 201:
            self.sit_down(f"/v1/matches/{reply.json['id']}", self.tokens)

    def erase(self, player: str) -> None:
        erase_player(self.world.services, self.world.client, player, names_only=True)
        self.count["erase"] += 1

    def sit_down(self, path: str, tokens: Sequence[str]) -> None:
        """Everybody sits down, with a part of the luck or without, until play has begun."""
        rng = random.Random(f"{self.lobby_seed} {len(self.matches)}")  # apart: a lobby more does not change the play
        lobby = LobbyOrders(self.ask, self.order, self.world.let_pass, self.erase, rng)
        lobby.begin(path, list(tokens), self.world.judge)
        self.matches.append(path)
        self._tokens[path] = tokens


class World:
    """The app on a Redis of its own, a clock on the wall, the background work done by hand."""

    def __init__(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        self.client = client
        client.call("FLUSHALL")
        self.services = build_services(client)
        self.ask: Ask = in_process(create_app(Config(), self.services))
        self.judge: str = self.services.identity.enrol("Judge", "arbiter")[1]
        self.wall = Wall(monkeypatch)
        monkeypatch.setattr(erase, "now_ms", lambda: self.wall.now)
        self.seeds = random.Random()  # the server's part of the luck, so that a run can be repeated
        monkeypatch.setattr(openings, "new_server_seed", lambda: self.seeds.randbytes(32).hex())
        self.disputes: dict[str, list[tuple[str, str]]] = {}
        deadlines = RedisDeadlines(client)
        self._projector = Projector(self.services, RedisFeed(client, "listing", "soak"), deadlines)
        self._projector.start()
        self._clock = Clock(self.services, deadlines)

    def let_pass(self, seconds: float) -> None:
        self.strike()
        self.wall.passes(seconds)
        self.strike()

    def strike(self) -> None:
        while self._projector.run_once(1):
            pass
        self._clock.run_once()

    def close(self) -> None:
        self.services.live.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="all")
    parser.add_argument("--orders", type=int, default=10_000, help="of each game")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
        server = Server(system_executable(), Path(folder)).start()
        try:
            for slug in all_games() if chosen.game == "all" else [chosen.game]:
                run_game(open_client(server.url), monkeypatch, slug, chosen.orders, chosen.seed)
        finally:
            server.kill()
    return 0


def run_game(client: Client, monkeypatch: pytest.MonkeyPatch, slug: str, orders: int, seed: int) -> None:
    world, count, told = World(client, monkeypatch), Counter[str](), time.monotonic()
    try:
        while count["orders"] < orders:
            try:
                Orders(world, slug, seed, count).run(ORDERS_PER_MATCH)
            except AssertionError:
                print(f"{slug}, seed {seed}: python -m tests.orders_soak --game {slug} --orders 1 --seed {seed}")
                raise
            seed += 1
            if time.monotonic() - told > PROGRESS_S:
                told = time.monotonic()
                print(f"{slug}: {count['orders']} orders, {count['audits']} audits", file=sys.stderr, flush=True)
    finally:
        world.close()
    print(f"{slug}: {count['orders']} orders in {count['audits']} matches", dict(count.most_common(60)))


if __name__ == "__main__":
    sys.exit(main())
