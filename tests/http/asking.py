"""How the tests of the API ask: one short call a request, in process or over a socket, and the answer in full."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import requests

from service.problems import PROBLEMS
from service.web.http import Route
from tests.client import Client, params_of

STREAMS = ("live", "live_player")  # routes whose answer does not end
MEMBERS = {"type", "title", "status", "detail", "remedy"}


class Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def etag(self) -> str:
        return self.headers["ETag"]


class Stream(NamedTuple):
    status: int
    headers: Mapping[str, str]
    chunks: Iterator[bytes]
    close: Callable[[], None]


class Ask:
    """Sends one request; `token`, `key`, `version` and `have` stand for the headers that they become."""

    def __init__(self, send: Callable[..., Reply], stream: Callable[..., Stream] | None = None) -> None:
        self._send, self._stream = send, stream

    def __call__(
        self,
        method: str,
        path: str,
        token: str | None = None,
        body: Any = None,
        *,
        key: str | None = None,
        version: int | str | None = None,
        have: str | None = None,
        raw: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        sent = dict(headers or {})
        named = {"Idempotency-Key": key, "If-Match": version, "If-None-Match": have}
        sent |= {name: str(value) for name, value in named.items() if value is not None}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            raw = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        return self._send(method, path, raw, sent)

    def open_stream(self, path: str, token: str | None) -> Stream:
        """A stream of events, to be read piece by piece and closed; in process only."""
        assert self._stream is not None
        return self._stream(path, {} if token is None else {"Authorization": f"Bearer {token}"})

    # The shape of tests.client.Transport, so that the same client plays through it.
    def transport(
        self, method: str, path: str, *, json: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        reply = self(method, path, body=json, headers=headers)
        return reply.status, dict(reply.headers), reply.body

    @property
    def client(self) -> Client:
        return Client(self.transport)


def in_process(app: Any) -> Ask:
    client = app.test_client()

    def send(method: str, path: str, raw: bytes | None, headers: dict[str, str]) -> Reply:
        answer = client.open(path, method=method, data=raw, headers=headers)
        return Reply(answer.status_code, answer.headers, answer.get_data())

    def stream(path: str, headers: dict[str, str]) -> Stream:
        answer = client.open(path, method="GET", headers=headers, buffered=False)
        return Stream(answer.status_code, answer.headers, answer.iter_encoded(), answer.close)

    return Ask(send, stream)


def over_http(base: str, session: requests.Session | None = None) -> Ask:
    kept = session or requests.Session()

    def send(method: str, path: str, raw: bytes | None, headers: dict[str, str]) -> Reply:
        answer = kept.request(method, base + path, data=raw, headers=headers, timeout=30)
        return Reply(answer.status_code, answer.headers, answer.content)

    return Ask(send)


def problem(reply: Reply, slug: str) -> dict[str, Any]:
    """The problem document, after checking that it is one of this type and says nothing about our insides."""
    assert reply.status == PROBLEMS[slug].status, reply
    assert reply.headers["Content-Type"] == "application/problem+json", reply
    document: dict[str, Any] = reply.json
    assert document["type"] == f"/problems/{slug}", document
    assert document["status"] == reply.status
    assert document.keys() >= MEMBERS
    for word in (b"Traceback", b'File \\"', b".py", b"redis"):
        assert word not in reply.body, reply
    return document


# What stands for each placeholder of a route's path, where the test has nothing better.
_PLACES = {
    "<match>": "m-unknown",
    "<dispute>": "m-unknown~1",
    "<player_id>": "p-unknown",
    "<int:seat>": "0",
    "<int:step>": "0",
    "<int:version>": "1",
    "<slug>": "coup",
    "<rule_id>": "COUP-1.1",
    "<name>": "swagger-ui.css",
    "<token:token_id>": "t-unknown",
}
_BODIES: dict[str, dict[str, Any]] = {
    "commit_luck": {"commitment": "ab" * 32},
    "open_luck": {"part": "ab" * 32},
    "send_command": {"type": "pass"},
    "branch": {"step": 0},
    "redeem_code": {"code": "BCDFGHJK"},
    "vote_on_undo": {"accepts": True},
    "leave_match": {"as": "concede"},
    "report_away": {"seat": 0, "as": "bot"},
    "open_dispute": {"step": 0, "claim": "That cannot be."},
    "rule_on_dispute": {"ruling": "dismiss", "reason": "It can."},
    "preview_ruling": {"ruling": "dismiss"},
}


def address(route: Route, **places: str) -> str:
    """The path of a route; `match=` and the like say what stands for its placeholders."""
    path = route.path.replace("/problems/<slug>", "/problems/bad-json")
    path = path.replace("/ledger/rules/<rule_id>", "/ledger/rules/LEDGER-1.1")
    for name, value in {**_PLACES, **{f"<{name}>": value for name, value in places.items()}}.items():
        path = path.replace(name, value)
    assert "<" not in path, f"nobody has said what stands for a placeholder of {route.path}"
    return path


def body_for(route: Route) -> dict[str, Any] | None:
    """A body that the route's schema takes, if it takes one."""
    return _BODIES.get(route.view.__name__, {}) if route.body else None


class Coup(NamedTuple):
    """A running match of Coup, with one move that is always legal: the seat to act takes income."""

    ask: Ask
    match: str
    tokens: list[str]

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.match}"

    def seen(self, seat: int | None = None) -> dict[str, Any]:
        document: dict[str, Any] = self.ask("GET", self.path, None if seat is None else self.tokens[seat]).json
        return document

    def choices(self, seat: int) -> list[dict[str, Any]]:
        offered: list[dict[str, Any]] = self.ask("GET", f"{self.path}/choices", self.tokens[seat]).json["choices"]
        return offered

    def to_act(self) -> int:
        seat: int = self.seen()["to_act"][0]
        return seat

    def income(self) -> dict[str, Any]:
        """The command by which the seat to act takes income, for the decision that is open now."""
        decision = self.seen()["state"]["decision"]["id"]
        return {"type": "declare_action", "params": {"decision_id": decision, "action": "usa"}}

    def send(self, seat: int, command: dict[str, Any], **headers: Any) -> Reply:
        return self.ask("POST", f"{self.path}/commands", self.tokens[seat], command, **headers)

    def move(self, **headers: Any) -> Reply:
        """One income by whoever is to act."""
        return self.send(self.to_act(), self.income(), **headers)

    def finish(self, seed: int = 0) -> dict[str, Any]:
        played = self.ask.client.play(self.match, self.tokens, random.Random(seed), pick=to_the_end)
        assert played["status"] == "finished"
        return played


def to_the_end(rng: random.Random, _match: dict[str, Any], _seat: int, templates: list[Any]) -> Any:
    """Prefer what brings a match of Coup to its end."""
    for action in ("scandal", "protest"):
        for template in templates:
            if template["type"] == "declare_action" and template["params"]["action"]["one_of"] == [action]:
                return template
    return rng.choice(templates)


def coup(ask: Ask, seats: int = 2, **options: Any) -> Coup:
    match, tokens = ask.client.start("coup", seats, {"first_seat": 0, **options})
    return Coup(ask, match, tokens)


def random_command(ask: Ask, match: str, token: str, rng: random.Random) -> dict[str, Any]:
    template = rng.choice(ask("GET", f"/v1/matches/{match}/choices", token).json["choices"])
    return {"type": template["type"], "params": params_of(template, rng)}
