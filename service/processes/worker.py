"""The gunicorn worker: gevent's, with bounds on what one address can hold of it and on how long it may stall.

Plain requests take a shorter way through it (see `service/processes/wire.py`), all others gunicorn's own.
"""

from __future__ import annotations

import errno
from collections import Counter
from typing import Any

from gunicorn.http.errors import NoMoreData
from gunicorn.http.wsgi import FileWrapper, base_environ
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

from service.config import read_config
from service.processes.wire import InOnePiece, Plain, Requests
from service.web.limits import place_of

_GONE = (errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN)
settings = read_config()


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    """Slow clients cost a greenlet each; a pool of them is all that a worker has."""

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self._open: Counter[str] = Counter()
        self._base_environ: dict[str, Any] = base_environ(self.cfg)
        self._is_shortened = _can_shorten(self.cfg)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        address, is_local = place_of(addr[0] if isinstance(addr, tuple) else "")
        # Behind proxies of ours the other end of the line is a proxy, which looks after this itself.
        is_limited = settings.limits == "all" or (settings.limits == "remote" and not is_local)
        if is_limited and not settings.proxies and self._open[address] >= settings.limit_connections:
            client.close()
            return
        self._open[address] += 1
        try:
            client.settimeout(self.cfg.keepalive or None)
            if self._is_shortened:
                self._converse(listener, client, addr)
            else:
                # Past GeventWorker's own `handle`, which would take the timeout away again and does nothing else.
                AsyncWorker.handle(self, listener, client, addr)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def _converse(self, listener: Any, client: Any, addr: Any) -> None:
        """The requests of one connection, as AsyncWorker.handle takes them, without TLS and HTTP/2."""
        request = None
        place = listener.getsockname()
        requests = Requests(self.cfg, client, addr, self._environ(place, client, addr))
        try:
            while True:
                request = None
                request = next(requests)
                if isinstance(request, Plain):
                    self._answer(request, client)
                else:
                    self.handle_request(place, request, client, addr)
        except (StopIteration, NoMoreData, TimeoutError):
            pass  # it is over, or the client has gone, or has stalled
        except OSError as error:
            if error.errno not in _GONE:
                self.log.exception("Socket error processing request.")
        except Exception as error:  # whatever it is, gunicorn logs it and answers 400 or 500
            self.handle_error(request, client, addr, error)
        finally:
            client.close()

    def _environ(self, place: Any, client: Any, addr: Any) -> dict[str, Any]:
        """What the requests of a connection have in common."""
        address, port = addr[:2] if isinstance(addr, tuple) else ("", "")
        name, own_port = place[:2] if isinstance(place, tuple) else (place, "")
        return {
            **self._base_environ,
            "wsgi.multithread": True,
            "wsgi.url_scheme": "http",
            "gunicorn.socket": client,
            "SERVER_PROTOCOL": "HTTP/1.1",
            "SERVER_NAME": name,
            "SERVER_PORT": str(own_port),
            "REMOTE_ADDR": address,
            "REMOTE_PORT": str(port),
            "SCRIPT_NAME": "",
        }

    def _answer(self, request: Plain, client: Any) -> None:
        """As AsyncWorker.handle_request does it, without its hooks and log."""
        response = InOnePiece(request, client, self.cfg)
        if not self.alive:
            response.force_close()
        try:
            parts = self.wsgi(request.environ, response.start_response)
            try:
                if isinstance(parts, FileWrapper):
                    response.write_file(parts)
                else:
                    for part in parts:
                        response.write(part)
                response.close()
            finally:
                if hasattr(parts, "close"):
                    parts.close()
        except OSError:
            raise
        except Exception:  # an answer that has begun cannot become another one; else it is told as any other
            if response.headers_sent:
                self.log.exception("Error handling request")
                raise StopIteration from None
            raise
        if response.should_close():
            raise StopIteration


def _can_shorten(cfg: Any) -> bool:
    """Whether nothing is asked of gunicorn that only its own way knows of."""
    asked = (cfg.accesslog, cfg.is_ssl, cfg.proxy_protocol != "off", cfg.http_protocols != ["h1"], cfg.max_requests)
    return bool(cfg.keepalive) and not any(asked)
