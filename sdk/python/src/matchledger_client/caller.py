"""One call of the API: one idempotency key for all attempts, retries with growing pauses, a deadline for all of it."""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar
from urllib.parse import urlencode

import requests
from urllib3.exceptions import HTTPError

from matchledger_client.api_types import KEYED
from matchledger_client.problems import Problem, Unreachable, make_problem

T = TypeVar("T")
DEADLINE_S = 30.0
SILENCE_S = 10.0  # how long one attempt may be without a byte from the server
RETRIES_MAX = 4
PAUSE_S = 0.2  # before the first retry; twice as long each time
PAUSE_S_MAX = 8.0
RETRIED = {429, 502, 503, 504}
PERMANENT = {"signing-stopped", "cards-gone", "rules-gone"}  # 503, but only the operator can change it
CHUNK = 65536
NO_ANSWER = (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError)


class Session(Protocol):
    """What is needed of a `requests.Session`; anything that behaves alike may take its place."""

    @property
    def request(self) -> Callable[..., Any]: ...


class Caller:
    """Sends the requests of one player, or of nobody."""

    def __init__(
        self,
        server: str,
        session: Session | None = None,
        token: str | None = None,
        deadline_s: float = DEADLINE_S,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.server = server.rstrip("/")
        self.session: Session = requests.Session() if session is None else session
        self.token, self.deadline_s, self.sleep = token, deadline_s, sleep

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Mapping[str, Any] | None = None,
        key: str | None = None,
        expected: int | None = None,
        accept: str = "application/json",
        deadline_s: float | None = None,
        silence_s: float = SILENCE_S,
    ) -> Any:
        """The decoded answer: JSON, or the text of anything else. A GET is repeated, and so is what has a key; nothing
        else is ever sent twice."""
        if key is None and method != "GET" and KEYED.match(f"{method} {path}"):
            key = new_key()
        headers = self.headers(accept, key, expected)
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
        url = self.server + path + make_query(query)
        until = time.monotonic() + (self.deadline_s if deadline_s is None else deadline_s)
        answer = retry(
            lambda: self._attempt(method, url, data, headers, until, silence_s),
            until,
            self.sleep,
            is_repeatable=method == "GET" or key is not None,
        )
        if accept != "application/json":
            return answer.decode()
        return json.loads(answer) if answer else None

    def headers(self, accept: str, key: str | None = None, expected: int | None = None) -> dict[str, str]:
        found = {"Accept": accept}
        if self.token is not None:
            found["Authorization"] = f"Bearer {self.token}"
        if key is not None:
            found["Idempotency-Key"] = key
        if expected is not None:
            found["If-Match"] = f'"{expected}"'
        return found

    def _attempt(
        self, method: str, url: str, data: bytes | None, headers: dict[str, str], until: float, silence_s: float
    ) -> bytes:
        # The timeout is for each read. Reading stops when another one could take longer than the deadline allows.
        timeout = max(0.001, min(silence_s, (until - time.monotonic()) / 2))
        try:
            reply = self.session.request(method, url, data=data, headers=headers, timeout=timeout, stream=True)
            body = read_body(reply, until - timeout)
        except NO_ANSWER as lost:
            raise Unreachable(f"{self.server} does not answer ({type(lost).__name__})") from lost
        except HTTPError as broken:  # while the body was read
            raise Unreachable(f"{self.server} did not answer completely ({type(broken).__name__})") from broken
        if reply.status_code >= 400:
            raise problem_of(reply, body)
        return body


def retry(attempt: Callable[[], T], until: float, sleep: Callable[[float], None], *, is_repeatable: bool) -> T:
    """The result of an attempt, repeated while it is worth it and allowed."""
    for number in range(RETRIES_MAX + 1):
        try:
            return attempt()
        except Problem as problem:
            if not is_repeatable or not is_temporary(problem) or number == RETRIES_MAX:
                raise
            pause = pause_before(number, problem.retry_after_s)
            if time.monotonic() + pause >= until:
                raise
        sleep(pause)
    raise AssertionError("the last attempt returns or raises")


def is_temporary(problem: Problem) -> bool:
    return isinstance(problem, Unreachable) or (problem.status in RETRIED and problem.slug not in PERMANENT)


def read_body(reply: Any, until: float) -> bytes:
    raw = getattr(reply, "raw", None)
    if raw is None:  # a session of another kind
        content: bytes = reply.content
        return content
    chunks: list[bytes] = []
    while chunk := raw.read1(CHUNK, decode_content=True):
        chunks.append(chunk)
        if time.monotonic() > until:
            reply.close()
            raise Unreachable("the answer took longer than the deadline")
    return b"".join(chunks)


def problem_of(reply: Any, body: bytes) -> Problem:
    try:
        document = json.loads(body)
    except ValueError:
        document = None
    if not isinstance(document, dict):  # from a proxy, perhaps
        document = {"detail": f"the server answered {reply.status_code}: {body[:200].decode(errors='replace')}"}
    after = reply.headers.get("Retry-After", "")
    retry_after_s = float(after) if after.isdigit() else None
    return make_problem(reply.status_code, document, retry_after_s, reply.headers.get("X-Request-Id"))


def pause_before(attempt: int, retry_after_s: float | None) -> float:
    """Seconds to wait before the next attempt: another time for each client, and never less than the server wants."""
    pause: float = min(PAUSE_S_MAX, PAUSE_S * 2**attempt)
    return max(retry_after_s or 0.0, random.uniform(0.5, 1.0) * pause)


def new_key() -> str:
    return secrets.token_hex(12)


def make_query(query: Mapping[str, Any] | None) -> str:
    if not query:
        return ""
    given = {name: str(one).lower() if isinstance(one, bool) else one for name, one in query.items() if one is not None}
    return f"?{urlencode(given)}" if given else ""
