"""What the web edge asks of gevent: long calculations in a thread, and a time limit on reading from a client."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any, ParamSpec, TypeVar

import gevent
from gevent import Timeout, monkey
from gevent.hub import get_hub
from gevent.threadpool import ThreadPool

P = ParamSpec("P")
T = TypeVar("T")
THREADS_MAX = 2  # more would only compete with each other and with the requests for the interpreter lock


def run_in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of a pure function, computed in a thread so that other requests go on; it must not use the store."""
    if not is_gevent():
        return work(*args, **kwargs)
    result: T = _pool().apply(work, args, kwargs)
    return result


def write_in_thread(work: Callable[[], T]) -> T:
    """The result of a function that waits for a disk. It has a thread of its own, so that it does not wait for
    calculations either."""
    if not is_gevent():
        return work()
    result: T = _writer().apply(work)
    return result


def spawn(work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Start a function beside this one and do not wait for it."""
    if is_gevent():
        gevent.spawn(work, *args, **kwargs)
    else:
        threading.Thread(target=work, args=args, kwargs=kwargs, daemon=True).start()


def time_limit(seconds: float) -> AbstractContextManager[Any]:
    """Raises TimeoutError inside the block when the time is up; outside a gevent worker there is no limit."""
    return Timeout(seconds, TimeoutError("time is up")) if is_gevent() else nullcontext()


def is_gevent() -> bool:
    """Whether requests are greenlets here: in a gunicorn worker, and not in tests or tools."""
    return bool(monkey.is_module_patched("socket"))


@cache
def _pool() -> Any:
    return ThreadPool(THREADS_MAX, hub=get_hub())


@cache
def _writer() -> Any:
    return ThreadPool(1, hub=get_hub())
