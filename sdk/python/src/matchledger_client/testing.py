"""For tests of programs that use this client: the real service, and a network that loses, repeats and delays."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import requests

from matchledger_client.caller import Session

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None  # loaded here: nothing may be loaded after a fork
START_S = 60.0
STOP_S = 30.0


@contextmanager
def served(**settings: str) -> Iterator[str]:
    """Start the service on a free port with data in a temporary folder; gives its address.

    `served(MATCHLEDGER_LIMITS="all")` sets what the environment would. The package matchledger has to be installed.
    """
    if find_spec("service") is None:
        raise RuntimeError("served() starts the service: install the package matchledger beside matchledger-client")
    with tempfile.TemporaryDirectory(prefix="matchledger-") as folder:
        log = Path(folder) / "log"
        port = find_free_port()
        clean = {name: value for name, value in os.environ.items() if not name.startswith("MATCHLEDGER_")}
        environment = {
            **clean,
            "MATCHLEDGER_DATA": str(Path(folder) / "data"),
            "MATCHLEDGER_PORT": str(port),
            "MATCHLEDGER_BOT_PAUSE_MS": "0",
            **settings,
        }
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "service.cli", "serve"],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=_end_with_parent,
            )
        server = f"http://127.0.0.1:{port}"
        try:
            _wait_until_ready(process, server, log)
            yield server
        finally:
            _stop(process)


def _end_with_parent() -> None:
    """In the child: the kernel ends it when the tests end, however that happens."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def find_free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


def _wait_until_ready(process: subprocess.Popen[bytes], server: str, log: Path) -> None:
    until = time.monotonic() + START_S
    while process.poll() is None and time.monotonic() < until:
        try:
            if requests.get(f"{server}/readyz", timeout=2).status_code == 200:
                return
        except requests.RequestException:
            pass  # not yet
        time.sleep(0.05)
    raise RuntimeError(f"the service did not start: {log.read_text(errors='replace')[-2000:]}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    """As Ctrl-C does; if that does not help, all its processes at once."""
    if process.poll() is not None:
        return
    process.send_signal(signal.SIGINT)
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(STOP_S)


class Lossy:
    """A session on a bad network. By a seed it loses requests and answers, breaks live streams, sends requests twice
    and delays them. What has no idempotency key and is no GET gets through as it is: it would really be done twice."""

    def __init__(
        self,
        session: Session | None = None,
        seed: int = 0,
        *,
        lose: float = 0.15,
        double: float = 0.1,
        delay_s: float = 0.01,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._session: Session = requests.Session() if session is None else session
        self._rng, self._lose, self._double, self._delay_s, self._sleep = Random(seed), lose, double, delay_s, sleep
        self.faults: list[str] = []

    def request(self, method: str, url: str, **kwargs: Any) -> Any:
        if method != "GET" and "Idempotency-Key" not in kwargs.get("headers", {}):
            return self._session.request(method, url, **kwargs)
        rolled = self._rng.random()
        self._sleep(self._rng.uniform(0, self._delay_s))
        if rolled < self._lose / 2:
            raise self._fail("request lost")
        if self._lose <= rolled < self._lose + self._double and "/live" not in url:
            self.faults.append("request sent twice")
            self._session.request(method, url, **{**kwargs, "stream": False})
        reply = self._session.request(method, url, **kwargs)
        if "/live" in url:
            return _BrokenReply(reply, self._rng.randint(1, 6), self._fail)
        if rolled < self._lose:
            reply.close()
            raise self._fail("answer lost")
        return reply

    def connect(self, *args: Any, **kwargs: Any) -> Any:
        """Open a WebSocket that breaks after a few messages, for the `open_socket` of a client."""
        from websockets.sync.client import connect  # needed for the channel only

        if self._rng.random() < self._lose:
            self.faults.append("socket not opened")
            raise OSError("socket not opened")
        connection = ExitStack().enter_context(connect(*args, **kwargs))
        return _BrokenSocket(connection, self._rng.randint(8, 40), self.faults)

    def _fail(self, fault: str) -> requests.ConnectionError:
        self.faults.append(fault)
        return requests.ConnectionError(fault)


class _BrokenReply:
    """The answer to a request for a live stream, which breaks in the middle of an event."""

    def __init__(self, reply: Any, reads: int, fail: Callable[[str], Exception]) -> None:
        self.status_code, self.headers, self.raw = reply.status_code, reply.headers, self
        self._reply, self._left, self._fail = reply, reads, fail

    def read1(self, size: int, *, decode_content: bool) -> bytes:
        data: bytes = self._reply.raw.read1(min(size, 700), decode_content=decode_content)
        self._left -= 1
        if self._left < 0:
            raise self._fail("live stream broken")
        return data

    def close(self) -> None:
        self._reply.close()


class _BrokenSocket:
    """A WebSocket that breaks after so many messages: one that was sent may have arrived or not."""

    def __init__(self, connection: Any, left: int, faults: list[str]) -> None:
        self._socket, self._left, self._faults = connection, left, faults

    def __enter__(self) -> _BrokenSocket:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, message: str) -> None:
        self._count()
        self._socket.send(message)
        self._count()

    def recv(self, timeout: float | None = None) -> Any:
        return self._socket.recv(timeout=timeout)

    def __iter__(self) -> Iterator[Any]:
        for message in self._socket:
            self._count()
            yield message

    def close(self) -> None:
        self._socket.close()

    def _count(self) -> None:
        self._left -= 1
        if self._left == 0:
            self._faults.append("socket broken")
            with suppress(OSError):  # the server has closed it already
                self._socket.socket.shutdown(socket.SHUT_RDWR)
        if self._left <= 0:
            raise OSError("socket broken")
