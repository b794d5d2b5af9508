"""A lean load generator: prepared requests over raw sockets with keep-alive, one at a time on each connection."""

from __future__ import annotations

import multiprocessing
import resource
import select
import socket
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import NamedTuple

PROCESSES = 2
WORKERS = 2  # of gunicorn
CONNECTS_MAX = 500
Requests = Sequence[bytes]  # of one connection, in order


class Outcome(NamedTuple):
    """What one round came to, over all processes."""

    count: int
    seconds: float
    client_cpu_s: float
    p50_ms: float
    p99_ms: float

    @property
    def rate(self) -> float:
        return self.count / self.seconds


def request(method: str, path: str, token: str | None = None, body: bytes = b"", headers: str = "") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: bench"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return ("\r\n".join(lines) + "\r\n" + headers + "\r\n").encode() + body


class Load:
    """The processes that send; started once, so that no round pays for it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("fork")
        self._pipes: list[Connection] = []
        self._processes = []
        for _ in range(PROCESSES):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs,), daemon=True)
            process.start()
            self._pipes.append(ours)
            self._processes.append(process)

    def run(self, port: int, connections: Sequence[Requests], status: int, seconds: float) -> Outcome:
        """Send as fast as the answers come; fails if one has another status, or if the requests run out."""
        for number, pipe in enumerate(self._pipes):
            pipe.send((port, [list(one) for one in connections[number::PROCESSES]], status, seconds))
        answers = [pipe.recv() for pipe in self._pipes]
        for answer in answers:
            if isinstance(answer, str):
                raise RuntimeError(answer)
        times = sorted(one for answer in answers for one in answer[3])
        return Outcome(
            count=sum(answer[0] for answer in answers),
            seconds=max(answer[1] for answer in answers),
            client_cpu_s=sum(answer[2] for answer in answers),
            p50_ms=times[len(times) // 2] * 1000,
            p99_ms=times[len(times) * 99 // 100] * 1000,
        )

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.send(None)
        for process in self._processes:
            process.join(10)


def _serve(pipe: Connection) -> None:
    while (order := pipe.recv()) is not None:
        try:
            pipe.send(_send_all(*order))
        except Exception as failure:  # the other process is waiting for a word
            pipe.send(repr(failure))


def _send_all(
    port: int, connections: list[list[bytes]], status: int, seconds: float
) -> tuple[int, float, float, list[float]]:
    expected = b"HTTP/1.1 %d " % status
    poll = select.epoll()
    sockets: dict[int, tuple[socket.socket, list[bytes]]] = {}
    for requests, connection in zip(connections, _connect_evenly(port, len(connections)), strict=True):
        requests.reverse()  # taken from the end
        sockets[connection.fileno()] = (connection, requests)
        poll.register(connection, select.EPOLLIN)
    sent_at: dict[int, float] = {}
    times: list[float] = []
    now = time.perf_counter
    cpu_before = _cpu_s()
    began = now()
    end = began + seconds
    for number, (connection, requests) in sockets.items():
        connection.sendall(requests.pop())
        sent_at[number] = now()
    waiting = len(sockets)
    while waiting:
        for number, _ in poll.poll():
            connection, requests = sockets[number]
            read_answer(connection, expected)
            moment = now()
            times.append(moment - sent_at[number])
            if moment >= end:
                waiting -= 1
                continue
            if not requests:
                raise RuntimeError(f"a connection ran out of requests after {moment - began:.2f} s: prepare more")
            connection.sendall(requests.pop())
            sent_at[number] = moment
    seconds = now() - began
    cpu = _cpu_s() - cpu_before
    for connection, _ in sockets.values():
        connection.close()
    poll.close()
    return len(times), seconds, cpu, times


def _connect_evenly(port: int, count: int) -> list[socket.socket]:
    """As many connections to each worker: who takes one is chance, and an uneven share would show in the numbers."""
    found: dict[bytes, list[socket.socket]] = {}
    for _ in range(CONNECTS_MAX):
        connection = socket.create_connection(("127.0.0.1", port), timeout=30)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        found.setdefault(_worker(connection), []).append(connection)
        share = count // WORKERS
        if sum(min(len(ours), share) for ours in found.values()) == count:
            break
    kept = [connection for ours in found.values() for connection in ours[: count // WORKERS]]
    if len(kept) < count:
        raise RuntimeError(f"the workers took {[len(ours) for ours in found.values()]} connections")
    for ours in found.values():
        for connection in ours[count // WORKERS :]:
            connection.close()
    return kept


def _worker(connection: socket.socket) -> bytes:
    """Which worker is at the other end: the ids that it gives to requests begin in its own way."""
    connection.sendall(request("GET", "/healthz"))
    answer = read_answer(connection, b"HTTP/1.1 200 ")
    place = answer.index(b"X-Request-Id: ") + 14
    return answer[place : place + 12]


def read_answer(connection: socket.socket, expected: bytes) -> bytes:
    """The beginning of an answer, headers included, after all of it has come."""
    data = connection.recv(65536)
    while (head_end := data.find(b"\r\n\r\n")) < 0:
        data += _more(connection, data)
    if not data.startswith(expected):
        raise RuntimeError(f"not {expected!r} but {data[:600]!r}")
    place = data.find(b"Content-Length: ", 0, head_end)
    length = int(data[place + 16 : data.index(b"\r", place)]) if place >= 0 else 0
    missing = head_end + 4 + length - len(data)
    while missing > 0:
        missing -= len(_more(connection, data))
    return data


def _more(connection: socket.socket, so_far: bytes) -> bytes:
    more = connection.recv(65536)
    if not more:
        raise RuntimeError(f"the connection was closed after {so_far[:200]!r}")
    return more


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
