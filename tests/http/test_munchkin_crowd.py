"""Six clients at one combat at once, on the service as it is run: one order, and every loser is told why."""

from __future__ import annotations

import random
import threading
from collections import Counter
from typing import Any, NamedTuple

import pytest

from tests.client import params_of
from tests.http.asking import Ask, Reply, over_http, problem
from tests.http.live import Live
from tests.http.munchkin import Munchkin, munchkin

pytestmark = pytest.mark.xdist_group("live")
SEATS = 6
ROUNDS = 20
WAIT_S = 120
QUIET = {"show_card", "discard_class", "cancel_deal", "open_deal"}  # they only fill the log


class Sent(NamedTuple):
    seat: int
    command: dict[str, Any]
    version: int | None  # of If-Match
    reply: Reply


class Player(threading.Thread):
    """In every round: look, wait until all six have looked, send. So five of six decide on what is no longer so."""

    def __init__(self, base: str, match: Munchkin, seat: int, gate: threading.Barrier) -> None:
        super().__init__(daemon=True)
        self.match, self.seat, self.gate = match._replace(ask=over_http(base)), seat, gate
        self.rng = random.Random(seat)
        self.windows: list[int] = []
        self.sent: list[Sent] = []
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            for _ in range(ROUNDS):
                command, version = self._choose()
                self.gate.wait(WAIT_S)
                reply = self._send(command, version)
                self.sent.append(Sent(self.seat, command, version, reply))
                self.gate.wait(WAIT_S)
        except BaseException as failure:
            self.failure = failure
            self.gate.abort()

    def _choose(self) -> tuple[dict[str, Any], int | None]:
        """Something that was offered a moment ago, or a pass for a window that has been seen at some time."""
        window = self.match.seen()["state"]["window"]
        if window is not None:
            self.windows.append(window["window"])
        if self.windows and self.rng.random() < 0.3:
            return {"type": "pass", "params": {"window": self.rng.choice(self.windows)}}, None
        offered = self.match.ask("GET", f"{self.match.path}/choices", self.match.tokens[self.seat]).json
        templates = [one for one in offered["choices"] if one["type"] not in QUIET]
        declaring = [one for one in templates if one["type"].startswith("declare")]
        if not templates:
            return {"type": "pass", "params": {"window": 0}}, None
        template = self.rng.choice(declaring or templates)
        command = {"type": template["type"], "params": params_of(template, self.rng)}
        return command, offered["version"] if self.rng.random() < 0.3 else None

    def _send(self, command: dict[str, Any], version: int | None) -> Reply:
        token = self.match.tokens[self.seat]
        return self.match.ask("POST", f"{self.match.path}/commands", token, command, version=version)


def in_combat(ask: Ask) -> Munchkin:
    """A match of six in which somebody has met a Monster; nobody is hurried."""
    match = munchkin(ask, SEATS, reaction_window_ms=None, response_window_ms=None)
    for seat in range(SEATS):
        match.do(seat, "finish_setup")
    wanted = (
        "look_for_trouble",
        "open_door",
        "end_turn",
        "give_charity_card",
        "discard_charity_card",
        "choose",
        "pass",
    )
    rng = random.Random(0)
    while True:
        seen = match.seen()
        if seen["state"]["phase"] == "COMBAT":
            return match
        seat = seen["to_act"][0]
        offered = ask("GET", f"{match.path}/choices", match.tokens[seat]).json["choices"]
        template = min(
            (one for one in offered if one["type"] in wanted), key=lambda template: wanted.index(template["type"])
        )
        body = {"type": template["type"], "params": params_of(template, rng)}
        assert ask("POST", f"{match.path}/commands", match.tokens[seat], body).status == 201


def hammer(live: Live, match: Munchkin) -> list[Sent]:
    gate = threading.Barrier(SEATS)
    players = [Player(live.base, match, seat, gate) for seat in range(SEATS)]
    for player in players:
        player.start()
    for player in players:
        player.join(2 * WAIT_S)
        assert not player.is_alive(), "a player waits for ever"
    for player in players:
        if player.failure is not None and not isinstance(player.failure, threading.BrokenBarrierError):
            raise player.failure
    return [one for player in players for one in player.sent]


def events_of(match: Munchkin) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = match.ask("GET", f"{match.path}/events?after={after}").json
        events, after = events + page["events"], page["next"]
    return events


@pytest.mark.rules("MUNCH-5.1", "MUNCH-5.13", "MUNCH-5.19", "MUNCH-5.20")
def test_six_clients_at_one_combat_have_one_order_and_every_loser_is_told_why(live):
    match = in_combat(live.ask())
    first_step = match.seen()["step"] + 1
    sent = hammer(live, match)
    events = events_of(match)
    assert [event["version"] for event in events] == list(range(1, len(events) + 1)), "no gap, no double"

    told = sorted((one.reply.json["step"], one) for one in sent if one.reply.status == 201)
    assert [step for step, _ in told] == list(range(first_step, match.seen()["step"] + 1)), "each step was told once"
    actors = {event["step"]: event["actor"] for event in events}
    assert all(actors[step] == f"seat:{one.seat}" for step, one in told)
    assert told, "somebody was first"

    reasons: Counter[str] = Counter()
    for one in sent:
        if one.reply.status == 201:
            continue
        if one.reply.status == 412:
            said = problem(one.reply, "version-conflict")
            assert one.version is not None
            assert said["version"] > one.version, "a command with If-Match loses only to what came after its look"
        else:
            said = problem(one.reply, "illegal-move")
            assert said["rule"].startswith("MUNCH-")
            assert said["detail"]
        reasons[said.get("code", "version-conflict")] += 1
    assert reasons["window_over"], reasons

    check_windows(events, dict(told))
    assert match.ask("GET", f"{match.path}/audit").json["verdict"] == "ok"


def check_windows(events: list[dict[str, Any]], told: dict[int, Sent]) -> None:
    """A pass counts for the window that it names, while that one is open, and for no other."""
    is_open: int | None = None
    passed: set[int] = set()
    for event in events:
        public = event["public"]
        match event["type"]:
            case "WindowOpened":
                assert is_open is None, "one window at a time"
                is_open, passed = public["window"], set()
            case "WindowPassed":
                assert public["window"] == is_open
                assert public["seat"] not in passed
                assert event["step"] not in told or told[event["step"]].command["params"]["window"] == is_open
                passed.add(public["seat"])
            case "WindowClosed" | "WindowVoided":
                assert public["window"] == is_open
                is_open = None
