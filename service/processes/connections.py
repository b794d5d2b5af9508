"""The connections of a worker: how many each network has, and which of them wait for their next request."""

from __future__ import annotations

import contextlib
import os
import socket
from collections import Counter
from collections.abc import Iterator
from typing import Any

from gevent.monkey import get_original

from service.config import Config
from service.web.networks import is_limited, network_of

_socket_class: Any = get_original("socket", "socket")


class Connections:
    def __init__(self, config: Config) -> None:
        self._config = config
        self.counts: Counter[str] = Counter()  # by network
        self._idle: set[Any] = set()  # sockets between two requests

    def has_room(self, address: str) -> bool:
        network = network_of(address)
        # Behind a reverse proxy every connection is the proxy's, which bounds the connections of its clients itself.
        is_bounded = is_limited(self._config, network) and not self._config.proxies
        return not is_bounded or self.counts[network.name] < self._config.limit_connections

    @contextlib.contextmanager
    def keep(self, client: Any, address: str) -> Iterator[None]:
        """Count a connection for as long as it is open. It is idle until its first request."""
        network = network_of(address).name
        self.counts[network] += 1
        self._idle.add(client)
        try:
            yield
        finally:
            self._idle.discard(client)
            self.counts[network] -= 1
            if not self.counts[network]:
                del self.counts[network]

    def mark_busy(self, client: Any) -> None:
        self._idle.discard(client)

    def mark_idle(self, client: Any) -> None:
        self._idle.add(client)

    def close_idle(self) -> None:
        """gunicorn would wait for the next request of each client as long as it waits for requests under way."""
        for client in list(self._idle):
            # Whoever reads from it sees the end. gevent's own shutdown would raise an error there, which gunicorn logs.
            # The client may have closed it meanwhile.
            with contextlib.suppress(OSError), _socket_class(fileno=os.dup(client.fileno())) as same:
                same.shutdown(socket.SHUT_RD)
