"""gunicorn's gevent worker, with a timeout on every socket and a bound on the connections of one address."""

from __future__ import annotations

import contextlib
import socket
from collections import Counter
from typing import Any

import gevent
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

from service.config import read_config
from service.web.limits import is_limited, network_of

settings = read_config()
open_connections: Counter[str] = Counter()  # of this worker, by network
idle_sockets: set[Any] = set()  # between two requests


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        network = network_of(addr[0] if isinstance(addr, tuple) else "")
        # Behind a reverse proxy every connection is the proxy's, which bounds the connections of its clients itself.
        is_bounded = is_limited(settings, network) and not settings.proxies
        if is_bounded and open_connections[network.name] >= settings.limit_connections:
            client.close()
            return
        open_connections[network.name] += 1
        idle_sockets.add(client)
        try:
            client.settimeout(self.cfg.keepalive + 1)  # later than gunicorn's own, which closes without a log line
            # GeventWorker.handle would only remove the timeout again and then call this.
            AsyncWorker.handle(self, listener, client, addr)
        finally:
            idle_sockets.discard(client)
            open_connections[network.name] -= 1
            if not open_connections[network.name]:
                del open_connections[network.name]

    def handle_exit(self, sig: int, frame: Any) -> None:
        """On shutdown, clients of the channel are told to come back; half of the time is left for them to close."""
        super().handle_exit(sig, frame)
        from service.web.channel.open_sessions import say_goodbye  # not before gevent has patched the library

        gevent.spawn(say_goodbye, self.cfg.graceful_timeout / 2)
        gevent.spawn(close_idle)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        idle_sockets.discard(sock)
        try:
            super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:  # the client does not read its response: close, as gunicorn does after StopIteration
            raise StopIteration from None
        idle_sockets.add(sock)


def close_idle() -> None:
    """gunicorn would wait for the next request of each client as long as it waits for requests under way."""
    for client in list(idle_sockets):
        with contextlib.suppress(OSError):  # closed meanwhile
            client.shutdown(socket.SHUT_RD)
