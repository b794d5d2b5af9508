"""Many writers at once on the service as it is run: one order, no gap, no double, and retries get the same answer."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest

from tests.http.asking import Ask, Coup, Reply, coup, over_http
from tests.http.channel_client import CommandsOverChannel, connect
from tests.http.live import Live

pytestmark = pytest.mark.xdist_group("live")
WRITERS = 16
MATCHES = 50
RETRIES = 0.2


class Sent(NamedTuple):
    """What one writer did, and what came back."""

    match: str
    seat: int
    key: str
    replies: list[Reply]  # the first, and those to retries


class Writer(threading.Thread):
    """Plays any of these matches for whoever is to act, and sends every fifth command again under its key.

    Every other one sends its commands over the channel.
    """

    def __init__(self, ask: Ask, number: int, matches: list[Coup], commands: int) -> None:
        super().__init__(daemon=True)
        self.ask, self.number, self.commands = ask, number, commands
        self.matches = [match._replace(ask=self.ask) for match in matches]
        self.rng = random.Random(number)
        self.sent: list[Sent] = []
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            for count in range(self.commands):
                self._write(f"w{self.number}-{count}")
        except BaseException as failure:
            self.failure = failure

    def _write(self, key: str) -> None:
        match = self.rng.choice(self.matches)
        seen = match.seen()
        if seen["status"] == "finished":
            return
        seat, command = _a_move(match, seen, self.rng)
        replies = [match.send(seat, command, key=key)]
        while self.rng.random() < RETRIES:
            replies.append(match.send(seat, command, key=key))
        self.sent.append(Sent(match.match, seat, key, replies))


def _a_move(match: Coup, seen: dict[str, Any], rng: random.Random) -> tuple[int, dict[str, Any]]:
    """Something that was legal a moment ago; by the time it arrives somebody else may have been faster."""
    seat, decision = seen["to_act"][0], seen["state"]["decision"]["id"]
    offered = match.ask("GET", f"{match.path}/choices", match.tokens[seat]).json["choices"]
    incomes = [one for one in offered if one["params"].get("action", {}).get("one_of") == ["usa"]]
    template = incomes[0] if incomes else rng.choice(offered or [{"type": "pass", "params": {}}])
    params = {name: _value(domain) for name, domain in template["params"].items()}
    return seat, {"type": template["type"], "params": {**params, "decision_id": decision}}


def _value(domain: dict[str, Any]) -> Any:
    return domain["one_of"][0] if "one_of" in domain else domain["some_of"][: domain["min"]]


def write_all(live: Live, matches: list[Coup], commands: int) -> list[Sent]:
    with ExitStack() as opened:
        sockets = [CommandsOverChannel(live.ask(), lambda: connect(live.port)) for _ in range(WRITERS // 2)]
        for one in sockets:
            opened.callback(one.close)
        ways = [way for one in sockets for way in (Ask(one), live.ask())]
        writers = [Writer(way, number, matches, commands) for number, way in enumerate(ways)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(120)
            assert not writer.is_alive(), "a writer waits for ever"
            if writer.failure is not None:
                raise writer.failure
    return [sent for writer in writers for sent in writer.sent]


def events_of(ask: Ask, match: Coup) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = ask("GET", f"{match.path}/events?after={after}").json
        events, after = events + page["events"], page["next"]
    return events


def check_history(ask: Ask, matches: list[Coup], sent: list[Sent]) -> Counter[int]:
    """The whole story against what every writer was told."""
    statuses: Counter[int] = Counter()
    told: dict[str, list[dict[str, Any]]] = {match.match: [] for match in matches}
    for one in sent:
        first, *again = one.replies
        statuses[first.status] += 1
        assert first.status in (201, 409, 412, 422), first
        for reply in again:
            assert (reply.status, reply.body) == (first.status, first.body), "a retry gets the same answer"
        if first.status == 201:
            told[one.match].append(first.json)
    for match in matches:
        events = events_of(ask, match)
        assert [event["version"] for event in events] == list(range(1, len(events) + 1)), "no gap, no double"
        steps = [event["step"] for event in events]
        assert steps == sorted(steps)
        acknowledged = sorted(told[match.match], key=lambda answer: answer["version"])
        assert [answer["step"] for answer in acknowledged] == list(range(1, steps[-1] + 1)), "each step was told once"
        for answer in acknowledged:
            for event in answer["events"]:
                kept = events[event["version"] - 1]
                assert (kept["command"], kept["type"], kept["public"]) == (
                    event["command"],
                    event["type"],
                    event["public"],
                )
        assert ask("GET", f"{match.path}/audit").json["verdict"] == "ok"
    return statuses


def test_sixteen_writers_on_one_match(live):
    match = coup(live.ask(), seats=6)
    sent = write_all(live, [match], commands=12)
    statuses = check_history(live.ask(), [match], sent)
    assert statuses[201] >= 10, statuses
    assert statuses[422], "on one match some must have been too late"


def test_sixteen_writers_on_fifty_matches(live):
    ask = live.ask()
    tokens = [ask.client.player(f"Player {seat}") for seat in range(2)]
    matches = []
    for _ in range(MATCHES):
        opened = ask("POST", "/v1/matches", tokens[0], {"game": "coup", "seats": 2}).headers["Location"]
        for token in tokens:
            ask("POST", f"{opened}/seats", token)
        ask("POST", f"{opened}/start", tokens[0])
        matches.append(Coup(ask, opened.rpartition("/")[2], tokens))
    sent = write_all(live, matches, commands=15)
    statuses = check_history(ask, matches, sent)
    assert statuses[201] >= WRITERS * 15 * 0.7, statuses
    assert sum(len(one.replies) - 1 for one in sent) > 20, "some were sent again"


def test_everybody_joins_at_once(live):
    """Ten people want three seats: three get one each, the others are told."""
    ask = live.ask()
    tokens = [ask.client.player(f"Player {number}") for number in range(10)]
    opened = ask("POST", "/v1/matches", tokens[0], {"game": "coup", "seats": 3}).headers["Location"]
    replies: list[Reply] = []
    begin = threading.Barrier(10)

    def join(token: str) -> None:
        own = over_http(live.base)
        begin.wait(30)
        replies.append(own("POST", f"{opened}/seats", token))

    threads = [threading.Thread(target=join, args=(token,)) for token in tokens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    taken = sorted(reply.json["seat"] for reply in replies if reply.status == 201)
    assert taken == [0, 1, 2]
    assert Counter(reply.status for reply in replies) == {201: 3, 409: 7}


def test_the_lists_follow_on_the_running_service(live):
    ask = live.ask()
    match = coup(ask)
    me = ask("GET", "/v1/players/me", match.tokens[0]).json["id"]
    deadline = time.monotonic() + 20
    while True:
        listed = ask("GET", f"/v1/matches?player={me}&status=running").json["matches"]
        if listed:
            break
        assert time.monotonic() < deadline, "the match is not listed"
        time.sleep(0.05)
    assert listed[0]["id"] == match.match


def test_many_look_back_while_somebody_plays(live):
    """The history is read by several at once, each further than it was read before: nobody is told of a failure."""
    match, stopping, wrong = coup(live.ask()), threading.Event(), []

    def look(seat: int) -> None:
        own = over_http(live.base)
        while not stopping.is_set():
            for ending in ("/steps?after=0&limit=100&patch=false", "/steps/1", "?at=9", "/undo"):
                reply = own("GET", match.path + ending, match.tokens[seat])
                if reply.status not in (200, 404):
                    wrong.append((ending, reply))

    threads = [threading.Thread(target=look, args=(number % 2,)) for number in range(6)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(14):
            assert match.move().status == 201
    finally:
        stopping.set()
        for thread in threads:
            thread.join(30)
    assert wrong == []
