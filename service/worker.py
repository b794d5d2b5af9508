"""The gunicorn worker: gevent's, with bounds on what one address can hold of it and on how long it may stall."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

from service.config import read_config
from service.limits import place_of

# A client that sends nothing of a body, or takes nothing of an answer, for this long is given up.
STALLED_S = 20.0
settings = read_config()


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    """Slow clients cost a greenlet each; a pool of them is all that a worker has."""

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self._open: Counter[str] = Counter()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        address, is_local = place_of(addr[0] if isinstance(addr, tuple) else "")
        # Behind proxies of ours the other end of the line is a proxy, which looks after this itself.
        is_limited = settings.limits == "all" or (settings.limits == "remote" and not is_local)
        if is_limited and not settings.proxies and self._open[address] >= settings.limit_connections:
            client.close()
            return
        self._open[address] += 1
        try:
            client.settimeout(STALLED_S)
            # Past GeventWorker's own `handle`, which would take the timeout away again and does nothing else.
            AsyncWorker.handle(self, listener, client, addr)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
