"""The client of the tests: a server that dies during the handshake has closed the socket, and is no mistake of it."""

from __future__ import annotations

import socket

import pytest

from tests.http.channel_client import Channel, Closed, new_protocol

pytestmark = pytest.mark.timeout(30)  # what never comes is not waited for


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 101 Switching"])
def test_a_server_that_dies_during_the_handshake_has_closed_the_socket(said):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(said)
        theirs.shutdown(socket.SHUT_WR)
        with pytest.raises(Closed):
            Channel(ours, new_protocol()[0])


def test_an_answer_that_is_none_is_a_failure():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(b"HTTP/1.1 404 Not Found\r\n\r\n")
        theirs.shutdown(socket.SHUT_WR)
        with pytest.raises(Exception, match="404"):
            Channel(ours, new_protocol()[0])
