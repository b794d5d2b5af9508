"""A client of the channel for tests and benchmarks, on the websockets package's Sans-I/O protocol."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from tests.http.asking import Ask, Reply, in_process

PATIENCE_S = 30.0
URI = "ws://localhost/v1/socket"


class Closed(Exception):
    """The server has closed the socket, with this code."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class Channel:
    """One socket: `say` sends a message, `hear` waits for the next one, `ask` sends and waits for the answer."""

    def __init__(self, line: socket.socket, protocol: ClientProtocol) -> None:
        self.line, self.protocol = line, protocol
        self._heard: deque[bytes] = deque()
        self._parts: list[bytes] = []
        self._number = 0
        self.pushed: list[dict[str, Any]] = []  # what came while `ask` waited for its answer
        line.settimeout(PATIENCE_S)
        while protocol.state is State.CONNECTING:
            self._receive()
            if isinstance(protocol.handshake_exc and protocol.handshake_exc.__cause__, EOFError):
                raise Closed(None) from protocol.handshake_exc  # the server has died or stopped before it answered
            if protocol.handshake_exc is not None:
                raise protocol.handshake_exc

    def __enter__(self) -> Channel:
        return self

    def __exit__(self, *_: object) -> None:
        self.line.close()

    def say(self, kind: str, **fields: Any) -> None:
        self.say_raw(json.dumps({"kind": kind, **fields}).encode())

    def say_raw(self, message: bytes) -> None:
        if self.protocol.state is not State.OPEN:
            raise Closed(self.hear_close())
        self.protocol.send_text(message)
        self._flush()

    def hear_raw(self, until: float | None = None) -> bytes:
        """The next message; pings do not count, so a server that sends nothing else is waited for no longer."""
        deadline = time.monotonic() + PATIENCE_S if until is None else until
        while not self._heard:
            if time.monotonic() > deadline:
                raise TimeoutError("no message came")
            if self.protocol.state is State.CLOSED:
                raise Closed(self.protocol.close_code)
            self._receive()
        return self._heard.popleft()

    def hear(self, kind: str | None = None) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.hear_raw())
        assert kind in (None, message["kind"]), message
        return message

    def hear_close(self) -> int | None:
        """The code with which the server closes; whatever it still says before is skipped."""
        until = time.monotonic() + PATIENCE_S
        with contextlib.suppress(Closed):
            while time.monotonic() < until:
                self.hear_raw(until)
            raise TimeoutError("the server does not close")
        return self.protocol.close_code

    def ask_raw(self, kind: str, **fields: Any) -> bytes:
        self._number += 1
        self.say(kind, id=self._number, **fields)
        until = time.monotonic() + PATIENCE_S
        while True:
            raw = self.hear_raw(until)
            message = json.loads(raw)
            if message.get("id", self._number) == self._number and "id" in message:
                return raw
            self.pushed.append(message)

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.ask_raw(kind, **fields))
        return answer

    def answer_pings(self) -> None:
        """Take what has come, without waiting for more: a client that never answers a ping is disconnected."""
        self.line.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            self._receive()
        self.line.settimeout(PATIENCE_S)

    def hello(self, token: str | None = None) -> dict[str, Any]:
        self.say("hello", v=1, client="test", **({} if token is None else {"token": token}))
        return self.hear()

    def close(self) -> None:
        self.protocol.send_close(1000)
        self._flush()
        assert self.hear_close() == 1000
        self.line.close()

    def _receive(self) -> None:
        data = self.line.recv(65536)
        if data:
            self.protocol.receive_data(data)
        else:
            self.protocol.receive_eof()
        for event in self.protocol.events_received():
            if getattr(event, "opcode", None) in (Opcode.TEXT, Opcode.CONT):
                self._parts.append(bytes(event.data))
                if event.fin:
                    self._heard.append(b"".join(self._parts))
                    self._parts = []
        with contextlib.suppress(OSError):
            self._flush()

    def _flush(self) -> None:
        for data in self.protocol.data_to_send():
            if data:
                self.line.sendall(data)
            else:
                self.line.shutdown(socket.SHUT_WR)


def new_protocol() -> tuple[ClientProtocol, Any]:
    protocol = ClientProtocol(parse_uri(URI))
    return protocol, protocol.connect()


def connect(port: int, headers: Mapping[str, str] | None = None, *, receive_bytes: int | None = None) -> Channel:
    """A socket to a running service; `receive_bytes` makes the client's receive buffer small."""
    line = socket.socket()
    if receive_bytes is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    line.settimeout(PATIENCE_S)
    line.connect(("127.0.0.1", port))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    protocol, request = new_protocol()
    for name, value in (headers or {}).items():
        request.headers[name] = value
    protocol.send_request(request)
    for data in protocol.data_to_send():
        line.sendall(data)
    return Channel(line, protocol)


def connect_in_process(app: Any, headers: Mapping[str, str] | None = None, *, send_bytes: int | None = None) -> Channel:
    """A socket to the app, which serves it in a thread; `send_bytes` makes the server's send buffer small."""
    ours, theirs = socket.socketpair()
    if send_bytes is not None:
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_bytes)
    protocol, request = new_protocol()
    protocol.send_request(request)
    protocol.data_to_send()  # goes to the app as an environ instead
    given = {**dict(request.headers.raw_items()), **(headers or {})}

    def serve() -> None:
        # As gunicorn does: StopIteration ends the connection.
        with contextlib.suppress(StopIteration), theirs:
            app.test_client().get("/v1/socket", headers=given, environ_overrides={"gunicorn.socket": theirs})

    threading.Thread(target=serve, daemon=True).start()
    return Channel(ours, protocol)


class _Answer(msgspec.Struct):
    kind: str
    status: int = 0
    etag: str = ""
    body: msgspec.Raw = msgspec.Raw()
    problem: msgspec.Raw = msgspec.Raw()
    retry_after_s: int | None = None


def reply_of(raw: bytes) -> Reply:
    """The answer to a command in the shape of an HTTP response, with the bytes of its body as they were sent."""
    answer = msgspec.json.decode(raw, type=_Answer)
    if answer.kind == "ack":
        return Reply(answer.status, {"ETag": answer.etag, "Content-Type": "application/json"}, bytes(answer.body))
    problem = bytes(answer.problem)
    headers = {"Content-Type": "application/problem+json"}
    if answer.retry_after_s is not None:
        headers["Retry-After"] = str(answer.retry_after_s)
    return Reply(json.loads(problem)["status"], headers, problem)


class CommandsOverChannel:
    """Sends commands over sockets, one for each token, and everything else by REST: for tests of both transports."""

    def __init__(self, rest: Ask, open_socket: Callable[[], Channel]) -> None:
        self._rest, self._open_socket = rest, open_socket
        self._sockets: dict[str | None, Channel] = {}

    def __call__(self, method: str, path: str, raw: bytes | None, headers: dict[str, str]) -> Reply:
        if method != "POST" or not path.endswith("/commands") or raw is None:
            return self._rest(method, path, raw=raw, headers=headers)
        token = headers.get("Authorization", "Bearer ").removeprefix("Bearer ") or None
        fields = json.loads(raw)
        if "Idempotency-Key" in headers:
            fields["key"] = headers["Idempotency-Key"]
        if "If-Match" in headers:
            fields["expected"] = int(headers["If-Match"])
        return reply_of(self._socket(token).ask_raw("command", match=path.split("/")[3], **fields))

    def close(self) -> None:
        for one in self._sockets.values():
            one.line.close()

    def _socket(self, token: str | None) -> Channel:
        if token not in self._sockets:
            self._sockets[token] = self._open_socket()
            assert self._sockets[token].hello(token)["kind"] == "welcome"
        return self._sockets[token]


def over_channel(app: Any, opened: contextlib.ExitStack) -> Ask:
    """Commands over the channel, everything else by REST; the sockets are closed with `opened`."""
    send = CommandsOverChannel(in_process(app), lambda: connect_in_process(app))
    opened.callback(send.close)
    return Ask(send)
