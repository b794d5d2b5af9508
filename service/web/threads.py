"""Long calculations, done beside the worker's other requests instead of before them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ParamSpec, TypeVar

from gevent import monkey
from gevent.hub import get_hub
from gevent.threadpool import ThreadPool

P = ParamSpec("P")
T = TypeVar("T")
AT_ONCE = 2  # more would only take turns with each other, and with everybody else


def apart(work: Callable[P, T], *words: P.args, **more: P.kwargs) -> T:
    """The result of a pure function, computed in a thread where requests are greenlets; it must not touch the store."""
    if not monkey.is_module_patched("socket"):
        return work(*words, **more)
    result: T = _pool().apply(work, words, more)
    return result


@cache
def _pool() -> Any:
    return ThreadPool(AT_ONCE, hub=get_hub())
