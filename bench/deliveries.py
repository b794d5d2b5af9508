"""`python -m bench.deliveries`: events to 500 viewers of one match, over live streams and over the channel in turn.

One service as `make serve` starts it. In each round the viewers of one kind are connected, commands are sent one after
the other, and each viewer's delay is the time from sending the command until its events have arrived there. CPU is that
of the whole service, for the events of one command at one viewer.
"""

from __future__ import annotations

import argparse
import os
import resource
import select
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path

from bench.load import request
from bench.results import at_most, keep
from bench.viewers import cpu_s
from tests.http.asking import Coup, coup
from tests.http.channel_client import connect
from tests.http.live import Live

MOVES = 12
PAUSE_S = 0.2  # between two commands: longer than the pause after which changes are announced together
CHANNEL, STREAMS = "channel", "live streams"


def open_viewers(kind: str, live: Live, match: Coup, count: int) -> list[socket.socket]:
    """Sockets of viewers that have seen everything so far: one in three is a spectator, the others are the players."""
    tokens = [None, *match.tokens]
    found: list[socket.socket] = []
    for number in range(count):
        if kind == CHANNEL:
            viewer = connect(live.port)
            viewer.hello(tokens[number % 3])
            viewer.ask("subscribe", match=match.match)
            found.append(viewer.line)
        else:
            line = socket.create_connection(("127.0.0.1", live.port), timeout=60)
            line.sendall(request("GET", f"{match.path}/live", tokens[number % 3]))
            while not line.recv(4096).endswith(b"retry: 1000\n\n\r\n"):
                pass
            found.append(line)
    return found


def deliver(viewers: list[socket.socket], match: Coup) -> list[float]:
    """Send a command; the delay of each viewer, in seconds."""
    poll = select.epoll()
    for viewer in viewers:
        poll.register(viewer, select.EPOLLIN)
    by_descriptor = {viewer.fileno(): viewer for viewer in viewers}
    seat, command = match.to_act(), match.income()
    began = time.perf_counter()
    assert match.send(seat, command).status == 201
    delays: list[float] = []
    while by_descriptor:
        for descriptor, _ in poll.poll(30):
            assert by_descriptor.pop(descriptor).recv(65536), "a viewer was disconnected"
            delays.append(time.perf_counter() - began)
            poll.unregister(descriptor)
    poll.close()
    return delays


def one_round(kind: str, live: Live, count: int) -> tuple[float, float]:
    """The 95th percentile of the delays in ms, and the CPU time for one event at one viewer in us."""
    match = coup(live.ask())
    viewers = open_viewers(kind, live, match, count)
    time.sleep(1)
    delays: list[float] = []
    used = 0.0
    for _ in range(MOVES):
        time.sleep(PAUSE_S)
        for viewer in viewers:  # what came in pieces
            viewer.setblocking(False)
            try:
                while viewer.recv(65536):
                    pass
            except BlockingIOError:
                viewer.setblocking(True)
        before = cpu_s(live)
        delays += deliver(viewers, match)
        used += cpu_s(live) - before
    for viewer in viewers:
        viewer.close()
    delays.sort()
    return 1000 * delays[len(delays) * 95 // 100], 1e6 * used / len(delays)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viewers", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=6)
    chosen = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * chosen.viewers + 1000), hard))
    found: dict[str, list[tuple[float, float]]] = {CHANNEL: [], STREAMS: []}
    with tempfile.TemporaryDirectory(prefix="matchledger-bench-") as folder:
        live = Live(Path(folder) / "data")
        try:
            live.start()
            for number in range(chosen.rounds):
                for kind in list(found)[:: 1 if number % 2 else -1]:
                    found[kind].append(one_round(kind, live, chosen.viewers))
        finally:
            live.kill()
    results = {
        kind: {
            "p95_ms": statistics.median(one[0] for one in rounds),
            "cpu_us": statistics.median(one[1] for one in rounds),
        }
        for kind, rounds in found.items()
    }
    for kind, one in results.items():
        print(f"{kind}: delay p95 {one['p95_ms']:.0f} ms, {one['cpu_us']:.0f} us of CPU for one event at one viewer")
    pairs = list(zip(found[CHANNEL], found[STREAMS], strict=True))
    delay = statistics.median(ours[0] / theirs[0] for ours, theirs in pairs)
    cpu = statistics.median(ours[1] / theirs[1] for ours, theirs in pairs)
    print(f"channel against live streams: delay {delay:.2f}, CPU {cpu:.2f}; load average {os.getloadavg()[0]:.1f}")
    rows = [
        at_most("delay of an event, p95, channel", STREAMS, delay, 1.0),
        at_most("CPU of an event, channel", STREAMS, cpu, 1.0),
    ]
    keep("deliveries", rows, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
