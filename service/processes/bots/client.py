"""A client of the public API, as far as bots need it."""

from __future__ import annotations

import secrets
from typing import Any

import requests

TIMEOUT_S = 40.0


class ApiProblem(Exception):
    """The server answered with a problem document, or did not answer (status 0)."""

    def __init__(self, status: int, document: dict[str, Any]) -> None:
        super().__init__(f"{status}: {document.get('detail') or document.get('title')}")
        self.status, self.document = status, document

    @property
    def slug(self) -> str:
        return str(self.document.get("type", "")).rpartition("/")[2]


class Api:
    """One connection to the server, for one or many players."""

    def __init__(self, base: str) -> None:
        self.base = base.rstrip("/")
        self._session = requests.Session()

    def call(self, method: str, path: str, token: str | None = None, body: Any = None, **headers: str) -> Any:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        try:
            reply = self._session.request(method, self.base + path, json=body, headers=sent, timeout=TIMEOUT_S)
        except requests.RequestException as gone:
            raise ApiProblem(0, {"detail": f"{self.base} does not answer ({type(gone).__name__})"}) from gone
        if reply.status_code >= 400:
            is_json = "json" in reply.headers.get("Content-Type", "")
            raise ApiProblem(reply.status_code, reply.json() if is_json else {"detail": reply.text[:200]})
        return reply.json() if reply.content else None

    def make_player(self, name: str) -> tuple[str, str]:
        """The id and the token of a new player."""
        made = self.call("POST", "/v1/players", body={"name": name})
        return made["id"], made["token"]

    def open_match(self, token: str, game: str, seats: int, options: dict[str, Any]) -> str:
        body = {"game": game, "seats": seats, "options": options}
        opened: str = self.call("POST", "/v1/matches", token, body, Idempotency_Key=new_key())["id"]
        return opened

    def take_seat(self, match: str, token: str) -> int:
        seat: int = self.call("POST", f"/v1/matches/{match}/seats", token, {"entropy": new_key()})["seat"]
        return seat

    def start(self, match: str, token: str) -> None:
        self.call("POST", f"/v1/matches/{match}/start", token, {})

    def match(self, match: str, token: str | None = None) -> dict[str, Any]:
        found: dict[str, Any] = self.call("GET", f"/v1/matches/{match}", token)
        return found

    def choices(self, match: str, token: str) -> dict[str, Any]:
        found: dict[str, Any] = self.call("GET", f"/v1/matches/{match}/choices", token)
        return found

    def send(self, match: str, token: str, command: dict[str, Any], version: int) -> dict[str, Any]:
        path = f"/v1/matches/{match}/commands"
        done: dict[str, Any] = self.call(
            "POST", path, token, command, If_Match=f'"{version}"', Idempotency_Key=new_key()
        )
        return done

    def vote(self, match: str, token: str, *, accepts: bool) -> None:
        self.call("POST", f"/v1/matches/{match}/undo/votes", token, {"accepts": accepts})

    def wait(self, match: str, token: str, after: int, seconds: int) -> None:
        """Wait until there are events after this version, or for this many seconds."""
        self.call("GET", f"/v1/matches/{match}/events?after={after}&limit=1&wait={seconds}", token)


def new_key() -> str:
    return secrets.token_hex(12)
