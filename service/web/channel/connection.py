"""One WebSocket on a connection that gunicorn has accepted. The websockets package reads and writes all frames."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

from websockets.datastructures import Headers
from websockets.exceptions import InvalidOrigin, InvalidUpgrade
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import Protocol, Side, State
from websockets.server import ServerProtocol
from websockets.typing import Origin

from service.metrics.families import SOCKET_MESSAGES
from service.metrics.tallies import count
from service.problems import Problem
from service.web.channel.messages import MESSAGE_BYTES_MAX, kind_of
from service.web.cors import ANY

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

READ_BYTES = 16 * 1024  # the messages in it are answered before more is read: TCP holds the client back
STALL_S = 20.0  # a client that takes nothing for so long is disconnected
CLOSE_S = 2.0  # how long the client may take to answer a close frame


class Disconnected(Exception):
    """The client is gone, or takes nothing any more."""


def accept_handshake(environ: WSGIEnvironment, origins: tuple[str, ...] = ()) -> Response:
    """The response to a handshake; a problem if the request is none that we accept. `origins`: of pages elsewhere."""
    protocol = ServerProtocol(origins=None if ANY in origins else _origins(environ, origins))
    response = protocol.accept(_handshake_request(environ))
    refused = protocol.handshake_exc
    if isinstance(refused, InvalidUpgrade):
        raise Problem("upgrade-required", "This address speaks WebSocket only.")
    if isinstance(refused, InvalidOrigin):
        raise Problem("not-allowed", "Pages of another site may not use the channel.")
    if refused is not None:
        raise Problem("bad-request", f"The WebSocket handshake is malformed: {refused}.")
    return response


def _handshake_request(environ: WSGIEnvironment) -> Request:
    """The request that gunicorn has read already."""
    headers = Headers()
    for name, value in environ.items():
        if name.startswith("HTTP_"):
            headers[name[5:].replace("_", "-")] = value
    return Request(environ.get("PATH_INFO", ""), headers, environ["REQUEST_METHOD"], environ["SERVER_PROTOCOL"])


def _origins(environ: WSGIEnvironment, others: tuple[str, ...]) -> list[Origin | None]:
    """Programs send no Origin; pages of this host may connect, and those of other sites if the operator names them."""
    host = environ.get("HTTP_HOST", "")
    return [None, Origin(f"http://{host}"), Origin(f"https://{host}"), *map(Origin, others)]


class Connection:
    """Messages in, messages out. `turn` is held by whoever sends, or decides what is sent next."""

    __slots__ = ("_is_pinged", "_messages", "_parts", "_protocol", "_sock", "turn")

    def __init__(self, sock: Any) -> None:
        self.turn = threading.Lock()
        self._sock = sock
        # gunicorn has read the request already, so this one begins with the first frame.
        self._protocol = Protocol(Side.SERVER, max_size=MESSAGE_BYTES_MAX)
        self._is_pinged = False  # and nothing has come since
        self._messages: list[str] = []  # a deque would take half a kilobyte for each quiet socket
        self._parts: list[Any] = []  # of a message that comes in several frames
        sock.settimeout(STALL_S)

    @property
    def is_open(self) -> bool:
        return self._protocol.state is State.OPEN

    @property
    def close_code(self) -> int:
        """The code that the socket was closed with, by whichever side closed it first."""
        sent, received = self._protocol.close_sent, self._protocol.close_rcvd
        close = sent if sent is not None else received
        return CloseCode.ABNORMAL_CLOSURE if close is None else close.code

    def shake_hands(self, response: Response) -> None:
        try:
            self._send_all(response.serialize())
        except OSError:
            raise Disconnected from None

    def set_timeout(self, seconds: float) -> None:
        """How long `receive` waits for data, and how long a client may take nothing."""
        self._sock.settimeout(seconds)

    def receive(self) -> str | None:
        """The next message; None once the socket is closed. TimeoutError if no data comes."""
        while not self._messages:
            if not self.is_open:
                self._wait_for_end()
                return None
            data = self._read()
            self._is_pinged = False
            with self.turn:
                if data:
                    self._protocol.receive_data(data)
                else:
                    self._protocol.receive_eof()
                for event in self._protocol.events_received():
                    self._take(event)
                self._flush()
        return self._messages.pop(0)

    def send(self, message: bytes) -> None:
        """Send a message; the caller has the turn."""
        if not self.is_open:
            raise Disconnected
        self._protocol.send_text(message)
        self._flush()
        count(SOCKET_MESSAGES, "out", kind_of(message))

    def ping(self) -> None:
        """Send a ping frame; disconnect if nothing has come since the one before."""
        if self._is_pinged:
            self.abort()
            raise Disconnected
        self._is_pinged = True
        with self.turn:
            if self.is_open:
                self._protocol.send_ping(b"")
                self._flush()

    def close(self, code: int) -> None:
        """Begin to close; the caller has the turn. Whoever receives sees the end."""
        if self.is_open:
            self._messages.clear()
            self._protocol.send_close(code)
            self._flush()

    def abort(self) -> None:
        """End the connection at once: whoever receives or sends on it returns."""
        with contextlib.suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)

    def _read(self) -> bytes:
        try:
            data: bytes = self._sock.recv(READ_BYTES)
        except TimeoutError:
            raise
        except OSError:
            return b""
        return data

    def _take(self, event: Any) -> None:
        assert isinstance(event, Frame)
        if event.opcode is Opcode.BINARY:
            self._protocol.fail(CloseCode.UNSUPPORTED_DATA, "messages are text")
        elif event.opcode in (Opcode.TEXT, Opcode.CONT):
            if event.data:  # else a client could send empty parts for ever
                self._parts.append(event.data)
            if event.fin:
                data, self._parts = b"".join(self._parts), []
                self._take_text(data)

    def _take_text(self, data: bytes) -> None:
        try:
            self._messages.append(data.decode())
        except UnicodeDecodeError:
            self._protocol.fail(CloseCode.INVALID_DATA, "messages are UTF-8")

    def _flush(self) -> None:
        try:
            for data in self._protocol.data_to_send():
                if data:
                    self._send_all(data)
                else:
                    self._sock.shutdown(socket.SHUT_WR)
        except OSError:
            self.abort()
            raise Disconnected from None

    def _send_all(self, data: bytes) -> None:
        """Like sendall, but with a time limit for each part that the client takes: it may be slow, but not stall."""
        rest = memoryview(data)
        while rest:
            rest = rest[self._sock.send(rest) :]

    def _wait_for_end(self) -> None:
        """Wait until the client has closed its side, so that it gets everything that was sent before."""
        until = time.monotonic() + CLOSE_S
        with contextlib.suppress(OSError, Disconnected):
            while (left := until - time.monotonic()) > 0:
                self._sock.settimeout(left)
                data = self._sock.recv(READ_BYTES)
                if not data:
                    return
                with self.turn:
                    self._protocol.receive_data(data)
                    self._flush()
