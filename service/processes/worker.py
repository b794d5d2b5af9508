"""gunicorn's gevent worker, with a timeout on every socket and a bound on the connections of one address."""

from __future__ import annotations

import os
import signal
from typing import Any

import gevent
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

from service.config import read_config
from service.processes.connections import Connections

connections = Connections(read_config())


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        address = addr[0] if isinstance(addr, tuple) else ""
        if not connections.has_room(address):
            client.close()
            return
        with connections.keep(client, address):
            client.settimeout(self.cfg.keepalive + 1)  # later than gunicorn's own, which closes without a log line
            # GeventWorker.handle would only remove the timeout again and then call this.
            AsyncWorker.handle(self, listener, client, addr)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        connections.mark_busy(sock)
        try:
            super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:  # the client does not read its response: close, as gunicorn does after StopIteration
            raise StopIteration from None
        connections.mark_idle(sock)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """On shutdown, clients of the channel are told to come back; half of the time is left for them to close."""
        super().handle_exit(sig, frame)
        from service.web.channel.open_sessions import say_goodbye  # not before gevent has patched the library

        gevent.spawn(say_goodbye, self.cfg.graceful_timeout / 2)
        gevent.spawn(connections.close_idle)

    def notify(self) -> None:
        """Tell the master that this worker is alive. If the master was killed, stop as on a shutdown: gunicorn would
        end the process in the middle of its requests."""
        super(GeventWorker, self).notify()
        if self.alive and self.ppid != os.getppid():
            self.handle_exit(signal.SIGTERM, None)
