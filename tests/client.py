"""A client for tests of HTTP itself: plain requests, and random play of any game to its end."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

import requests
from matchledger_client.choices import command

Template = dict[str, Any]
Pick = Callable[[random.Random, dict[str, Any], int, list[Template]], Template]


class Transport(Protocol):
    """Sends a request; answers status, headers and body."""

    def __call__(
        self, method: str, path: str, *, json: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]: ...


class OverHttp:
    def __init__(self, base: str) -> None:
        self.base = base
        self.session = requests.Session()

    def __call__(
        self, method: str, path: str, *, json: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        reply = self.session.request(method, self.base + path, json=json, headers=headers, timeout=30)
        return reply.status_code, dict(reply.headers), reply.content


class InProcessReply:
    def __init__(self, reply: Any) -> None:
        self.status_code, self.headers, self.content = reply.status_code, reply.headers, reply.get_data()


class InProcessSession:
    """A session for the SDK that asks an app directly: `Client("", session=InProcessSession(app))`."""

    def __init__(self, app: Any) -> None:
        self.client = app.test_client()

    def request(self, method: str, url: str, data: Any = None, headers: Any = None, **_: Any) -> InProcessReply:
        return InProcessReply(self.client.open(url, method=method, data=data, headers=headers))


class InProcess:
    """Through Flask's test client: the same requests, without a socket."""

    def __init__(self, app: Any) -> None:
        self.client = app.test_client()

    def __call__(
        self, method: str, path: str, *, json: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        reply = self.client.open(path, method=method, json=json, headers=headers)
        return reply.status_code, dict(reply.headers), reply.get_data()


def params_of(template: Template, rng: random.Random) -> dict[str, Any]:
    params: dict[str, Any] = command(template, rng)["params"]
    return params


def any_template(rng: random.Random, _match: dict[str, Any], _seat: int, templates: list[Template]) -> Template:
    return rng.choice(templates)


class Refused(AssertionError):
    """An answer that the test did not expect."""


class Client:
    def __init__(self, send: Transport) -> None:
        self.send = send

    def call(
        self,
        method: str,
        path: str,
        token: str | None = None,
        json: Any = None,
        expect: int | None = None,
        **headers: str,
    ) -> Any:
        """The decoded body of the answer; `expect` fails on any other status."""
        import json as codec

        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        status, _, body = self.send(method, path, json=json, headers=sent)
        if expect is not None and status != expect:
            raise Refused(f"{method} {path}: {status} {body[:600]!r}")
        return codec.loads(body) if body else None

    def player(self, name: str = "Ana") -> str:
        token: str = self.call("POST", "/v1/players", json={"name": name}, expect=201)["token"]
        return token

    def start(self, game: str, seats: int, options: dict[str, Any] | None = None, **more: Any) -> tuple[str, list[str]]:
        """A running match, and the tokens by seat."""
        tokens = [self.player(f"Player {seat}") for seat in range(seats)]
        body = {"game": game, "seats": seats, "options": options or {}, **more}
        match = self.call("POST", "/v1/matches", tokens[0], body, expect=201)["id"]
        for seat, token in enumerate(tokens):
            taken = self.call("POST", f"/v1/matches/{match}/seats", token, {}, expect=201)
            assert taken == {"seat": seat}
        self.call("POST", f"/v1/matches/{match}/start", tokens[0], expect=200)
        return match, tokens

    def play(
        self, match: str, tokens: list[str], rng: random.Random, steps_max: int = 5000, pick: Pick = any_template
    ) -> dict[str, Any]:
        """Play until the match is over, or so many commands; answers the match."""
        for _ in range(steps_max):
            state: dict[str, Any] = self.call("GET", f"/v1/matches/{match}", rng.choice(tokens), expect=200)
            if state["status"] == "finished":
                return state
            seat = rng.choice(state["to_act"])
            offered = self.call("GET", f"/v1/matches/{match}/choices", tokens[seat], expect=200)
            template = pick(rng, state, seat, offered["choices"])
            sent = command(template, rng)
            self.call("POST", f"/v1/matches/{match}/commands", tokens[seat], sent, expect=201)
        return self.call("GET", f"/v1/matches/{match}", expect=200)  # type: ignore[no-any-return]
