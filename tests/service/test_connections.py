"""How a worker counts its connections, and closes those that are idle when it stops."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from service.config import Config
from service.processes.connections import Connections

FAR = "192.0.2.7"


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The worker's end and the client's."""
    mine, theirs = socket.socketpair()
    mine.settimeout(0.05)
    with mine, theirs:
        yield mine, theirs


def test_a_network_has_room_up_to_its_share():
    connections = Connections(Config(limit_connections=2))
    with connections.keep(object(), FAR), connections.keep(object(), FAR):
        assert not connections.has_room(FAR)
        assert connections.has_room("192.0.2.8")
    assert connections.has_room(FAR)
    assert not connections.counts


def test_a_connection_that_fails_is_no_longer_counted():
    connections = Connections(Config(limit_connections=1))
    with pytest.raises(OSError, match="broken"), connections.keep(object(), FAR):
        raise OSError("broken")
    assert connections.has_room(FAR)


@pytest.mark.parametrize("config", [Config(limit_connections=1, proxies=1), Config(limit_connections=1, limits="off")])
def test_connections_of_a_proxy_and_without_limits_are_not_bounded(config):
    connections = Connections(config)
    with connections.keep(object(), FAR):
        assert connections.has_room(FAR)


def test_a_connection_before_its_first_request_is_closed(pair):
    mine, _ = pair
    connections = Connections(Config())
    with connections.keep(mine, FAR):
        connections.close_idle()
        assert mine.recv(1) == b""


def test_a_connection_with_a_request_under_way_stays_open(pair):
    mine, theirs = pair
    connections = Connections(Config())
    with connections.keep(mine, FAR):
        connections.mark_busy(mine)
        connections.close_idle()
        theirs.sendall(b"x")
        assert mine.recv(1) == b"x"
        connections.mark_idle(mine)
        connections.close_idle()
        assert mine.recv(1) == b""


def test_a_socket_that_was_closed_meanwhile_is_passed_over(pair):
    mine, theirs = pair
    connections = Connections(Config())
    with connections.keep(theirs, FAR), connections.keep(mine, FAR):
        theirs.close()
        connections.close_idle()
        assert mine.recv(1) == b""
