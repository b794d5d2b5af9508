"""Many live viewers of a running service: all hear of every event, and they share a few connections to Redis."""

from __future__ import annotations

import os
import resource
import socket
import time

import pytest
import redis

from tests.http.asking import Coup, coup
from tests.http.live import Live

pytestmark = pytest.mark.xdist_group("live")
VIEWERS = int(os.environ.get("MATCHLEDGER_TEST_VIEWERS", "120"))  # `make channel-soak` tries 1,000
MATCHES = 10
# However many viewers there are: each of two workers reads each match once, where the machine is busy all at the same
# time; and those of the background process and of the commands.
CONNECTIONS_MAX = 2 * MATCHES + 16
PATIENCE_S = 60.0


def connections(live: Live) -> int:
    client = redis.Redis(unix_socket_path=(live.data / "address").read_text())
    try:
        return len(client.client_list()) - 1
    finally:
        client.close()


def open_viewer(live: Live, match: Coup) -> socket.socket:
    viewer = socket.create_connection(("127.0.0.1", live.port), timeout=PATIENCE_S)
    viewer.sendall(f"GET {match.path}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    assert viewer.recv(4096).startswith(b"HTTP/1.1 200")
    return viewer


def hear_of(viewer: socket.socket, version: int) -> None:
    """Wait until this version was shown."""
    heard, until = b"", time.monotonic() + PATIENCE_S
    while b"id: %d-" % version not in heard:
        data = viewer.recv(65536)
        assert data, "the stream has ended"
        assert time.monotonic() < until, "nothing but heartbeats came"
        heard = heard[-100:] + data


def test_many_viewers_share_few_connections_to_redis(live, capsys):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, VIEWERS + 2000), hard))
    matches = [coup(live.ask()) for _ in range(MATCHES)]
    before = connections(live)
    viewers = [open_viewer(live, matches[number % MATCHES]) for number in range(VIEWERS)]
    try:
        most = connections(live)
        for _ in range(3):
            began = time.monotonic()
            for match in matches:
                assert match.move().status == 201
            most = max(most, connections(live))
            versions = [match.seen()["version"] for match in matches]
            for number, viewer in enumerate(viewers):
                hear_of(viewer, versions[number % MATCHES])
            took_s = time.monotonic() - began
        with capsys.disabled():
            print(f"\n{VIEWERS} viewers: {before} connections before, at most {most}; {took_s:.1f} s for a round")
        assert most <= CONNECTIONS_MAX
    finally:
        for viewer in viewers:
            viewer.close()
