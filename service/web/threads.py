"""What the web edge asks of gevent: turns for other clients, long calculations in a thread, a limit on reading."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any, ParamSpec, TypeVar

import gevent
from gevent import Timeout, monkey
from gevent.hub import get_hub
from gevent.socket import wait_write
from gevent.threadpool import ThreadPool

P = ParamSpec("P")
T = TypeVar("T")
THREADS_MAX = 2  # more would only compete with each other and with the requests for the interpreter lock
TURN_S = 0.005  # other clients wait no longer than this for one that always has its next request ready

_turn_ends = 0.0


def give_way() -> None:
    """Let the requests of other clients in, if none could come in for a while.

    `sleep(0)` is not enough: gevent looks for input only after 50 greenlets that slept in this way.
    """
    global _turn_ends
    if time.perf_counter() > _turn_ends and is_gevent():
        wait_write(_always_writable())
        _turn_ends = time.perf_counter() + TURN_S


def run_in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of a pure function, computed in a thread so that other requests go on; it must not use the store."""
    if not is_gevent():
        return work(*args, **kwargs)
    result: T = spawn_in(_pool(), work, *args, **kwargs)()
    return result


def write_in_thread(work: Callable[[], T]) -> T:
    """The result of a function that waits for a disk. It has a thread of its own, so that it does not wait for
    calculations either."""
    if not is_gevent():
        return work()
    result: T = spawn_in(_writer(), work)()
    return result


def spawn_in(pool: Any, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Callable[[], T]:
    """Begin the work in a thread of the pool; what is returned waits for the result, or raises the exception.

    An exception leaves the thread as a value: gevent writes each one that is raised there to stderr.
    """

    def guarded() -> tuple[T, None] | tuple[None, Exception]:
        try:
            return work(*args, **kwargs), None
        except Exception as error:  # raised again below
            return None, error

    begun = pool.spawn(guarded)

    def wait() -> T:
        result: T
        result, error = begun.get()
        if error is not None:
            raise error
        return result

    return wait


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
def _always_writable() -> int:
    """A pipe into which nothing is written: who waits for it goes on with everybody else whose input has arrived."""
    _reader, writer = os.pipe()
    return writer


@cache
def _pool() -> Any:
    return ThreadPool(THREADS_MAX, hub=get_hub())


@cache
def _writer() -> Any:
    return ThreadPool(1, hub=get_hub())
