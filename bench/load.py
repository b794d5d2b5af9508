"""A load generator: prepared requests over raw sockets with keep-alive, one at a time on each connection.

Over the channel, a connection is one socket for each of a match's players, all to the same worker; still one command at
a time is under way on it.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import select
import socket
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import psutil
from websockets.frames import Frame, Opcode

from tests.http.channel_client import Channel, new_protocol

PROCESSES = 2
WORKERS = 2  # of gunicorn
CONNECTS_MAX = 500
IDLE_S_MAX = 10.0  # well below the time after which the service closes an idle connection
Requests = Sequence[Any]  # of one connection, in order: bytes, or over the channel the player's number and a frame
ACK = b'{"kind":"ack"'
TEXT_FRAME = 0x80 | Opcode.TEXT  # a message in one frame
FRAME_HEAD = 10  # bytes at most, of a frame from a server


class Outcome(NamedTuple):
    """The result of one round, over all processes."""

    answers: int
    seconds: float
    client_cpu_s: float
    p50_ms: float
    p99_ms: float

    @property
    def rate(self) -> float:
        return self.answers / self.seconds


def request(method: str, path: str, token: str | None = None, body: bytes = b"", headers: str = "") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: bench"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return ("\r\n".join(lines) + "\r\n" + headers + "\r\n").encode() + body


def frame(number: int, match: str, type_: str, params: dict[str, Any]) -> bytes:
    """A command over the channel, ready to be sent."""
    message = {"kind": "command", "id": number, "match": match, "type": type_, "params": params}
    return bytes(Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True))


class Load:
    """The processes that send; started once, so that no round includes their start."""

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

    def run(
        self,
        port: int,
        connections: Sequence[Requests],
        status: int,
        seconds: float,
        tokens: tuple[str, ...] = (),
    ) -> Outcome:
        """Send as fast as the answers come; fails if one has another status, or if the requests run out.

        With tokens, the commands of these players go over the channel.
        """
        for number, pipe in enumerate(self._pipes):
            pipe.send((port, [list(one) for one in connections[number::PROCESSES]], status, seconds, tokens))
        answers = [pipe.recv() for pipe in self._pipes]
        for answer in answers:
            if isinstance(answer, str):
                raise RuntimeError(answer)
        times = sorted(one for answer in answers for one in answer[3])
        return Outcome(
            answers=sum(answer[0] for answer in answers),
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
    kept: Kept = {}
    while (order := pipe.recv()) is not None:
        try:
            pipe.send(_send_all(kept, *order))
        except Exception as failure:  # the other process is waiting for an answer
            kept.clear()
            pipe.send(repr(failure))


class HttpLine:
    """A connection for requests."""

    def __init__(self, sockets: list[socket.socket]) -> None:
        (self._socket,) = self.sockets = sockets

    def send(self, request: bytes) -> None:
        self._socket.sendall(request)

    def read(self, expected: bytes) -> None:
        read_answer(self._socket, expected)


class ChannelLine:
    """A socket of the channel for each player of a match."""

    def __init__(self, sockets: list[socket.socket], tokens: tuple[str, ...]) -> None:
        self.sockets = sockets
        self._channels = [_upgrade(one, token) for one, token in zip(sockets, tokens, strict=True)]

    def send(self, request: tuple[int, bytes]) -> None:
        player, data = request
        self._asked = self._channels[player]
        self._asked.line.sendall(data)

    def read(self, expected: bytes) -> None:
        read_frame(self._asked.line, expected)


def _upgrade(connection: socket.socket, token: str) -> Channel:
    protocol, handshake = new_protocol()
    protocol.send_request(handshake)
    connection.sendall(b"".join(protocol.data_to_send()))
    channel = Channel(connection, protocol)
    assert channel.hello(token)["kind"] == "welcome"
    return channel


# Connections by port and tokens, and when they were last used: they stay open from round to round, as those of clients.
Kept = dict[tuple[int, tuple[str, ...]], tuple[float, list[Any]]]


def _send_all(
    kept: Kept, port: int, connections: list[list[Any]], status: int, seconds: float, tokens: tuple[str, ...]
) -> tuple[int, float, float, list[float]]:
    expected = b"HTTP/1.1 %d " % status
    poll = select.epoll()
    lines: list[tuple[Any, list[Any]]] = []
    by_socket: dict[int, int] = {}
    for number, line in enumerate(_open_lines(kept, port, len(connections), tokens)):
        connections[number].reverse()  # taken from the end
        lines.append((line, connections[number]))
        for one in line.sockets:
            by_socket[one.fileno()] = number
            poll.register(one, select.EPOLLIN)
    sent_at: dict[int, float] = {}
    times: list[float] = []
    now = time.perf_counter
    cpu_before = _cpu_s()
    began = now()
    end = began + seconds
    for number, (line, requests) in enumerate(lines):
        line.send(requests.pop())
        sent_at[number] = now()
    waiting = len(lines)
    while waiting:
        for descriptor, _ in poll.poll():
            number = by_socket[descriptor]
            line, requests = lines[number]
            line.read(expected)
            moment = now()
            times.append(moment - sent_at[number])
            if moment >= end:
                waiting -= 1
                continue
            if not requests:
                raise RuntimeError(f"a connection ran out of requests after {moment - began:.2f} s: prepare more")
            line.send(requests.pop())
            sent_at[number] = moment
    seconds = now() - began
    cpu = _cpu_s() - cpu_before
    poll.close()
    kept[port, tokens] = (time.monotonic(), [line for line, _ in lines])
    return len(times), seconds, cpu, times


def _open_lines(kept: Kept, port: int, count: int, tokens: tuple[str, ...]) -> list[Any]:
    used_s, lines = kept.pop((port, tokens), (0.0, []))
    if len(lines) == count and time.monotonic() - used_s < IDLE_S_MAX:
        return lines
    for line in lines:
        for connection in line.sockets:
            connection.close()
    each = max(1, len(tokens))
    sockets = _connect_evenly(port, count * each)
    groups = [sockets[first : first + each] for first in range(0, len(sockets), each)]
    return [ChannelLine(group, tokens) if tokens else HttpLine(group) for group in groups]


def _connect_evenly(port: int, count: int) -> list[socket.socket]:
    """As many connections to each worker: which one accepts is chance, and an uneven share would show in the rates."""
    share = count // WORKERS
    found: dict[int, list[socket.socket]] = {}
    for _ in range(CONNECTS_MAX // count):
        opened = [_connect(port) for _ in range(count)]
        workers = _workers(port)
        for connection in opened:
            found.setdefault(workers[connection.getsockname()[1]], []).append(connection)
        if sum(min(len(ours), share) for ours in found.values()) == count:
            break
    kept = [connection for ours in found.values() for connection in ours[:share]]
    if len(kept) < count:
        raise RuntimeError(f"the workers accepted {[len(ours) for ours in found.values()]} connections")
    for ours in found.values():
        for connection in ours[share:]:
            connection.close()
    return kept


def _connect(port: int) -> socket.socket:
    """A connection that has been accepted, for it has answered."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sendall(request("GET", "/healthz"))
    read_answer(connection, b"HTTP/1.1 200 ")
    return connection


def _workers(port: int) -> dict[int, int]:
    """Which process serves a connection, by the client's port."""
    return {
        one.raddr.port: one.pid
        for one in psutil.net_connections("tcp4")
        if one.raddr and one.laddr.port == port and one.pid is not None
    }


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


def read_frame(connection: socket.socket, expected: bytes) -> None:
    """The answer to a command, after all of it has come. Read by hand, as HTTP is, so that both clients cost little."""
    data = connection.recv(65536)
    while len(data) < FRAME_HEAD:
        data += _more(connection, data)
    length, begin = data[1], 2
    if length >= 126:
        begin = 4 if length == 126 else 10
        length = int.from_bytes(data[2:begin], "big")
    missing = begin + length - len(data)
    while missing > 0:
        missing -= len(_more(connection, data))
    if data[0] != TEXT_FRAME or not data.startswith(ACK, begin):
        raise RuntimeError(f"not {expected!r} but {data[:600]!r}")


def _more(connection: socket.socket, so_far: bytes) -> bytes:
    more = connection.recv(65536)
    if not more:
        raise RuntimeError(f"the connection was closed after {so_far[:200]!r}")
    return more


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
