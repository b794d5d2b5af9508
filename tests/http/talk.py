"""One connection to a running service, spoken byte by byte."""

from __future__ import annotations

import contextlib
import socket
import time
from typing import NamedTuple

from tests.http.live import Live


class Heard(NamedTuple):
    status: int
    headers: dict[str, str]  # names in lower case
    body: bytes


class Talk:
    def __init__(self, service: Live, source: str = "127.0.0.1") -> None:
        address = ("127.0.0.1", service.port)
        self.line = socket.create_connection(address, timeout=15, source_address=(source, 0))
        self.data = b""

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self.line.close()

    def say(self, *pieces: bytes, pause_s: float = 0.05) -> Talk:
        for number, piece in enumerate(pieces):
            time.sleep(pause_s if number else 0)
            self.line.sendall(piece)
        return self

    def hear(self, *, has_body: bool = True) -> Heard:
        while b"\r\n\r\n" not in self.data:
            self._receive()
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        length = int(headers.get("content-length", 0)) if has_body else 0
        while len(self.data) < length:
            self._receive()
        body, self.data = self.data[:length], self.data[length:]
        return Heard(int(first.split()[1]), headers, body)

    def is_closed(self, within_s: float = 15) -> bool:
        """Whether the service closes the connection, and sends nothing more before."""
        self.line.settimeout(within_s)
        with contextlib.suppress(ConnectionError):
            return self.data == b"" and self.line.recv(100) == b""
        return True

    def _receive(self) -> None:
        data = self.line.recv(65536)
        assert data, "closed in the middle of a response"
        self.data += data
