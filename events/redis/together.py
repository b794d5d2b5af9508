"""Small calls of many requests in one packet: whoever comes while one is under way goes along with the next.

Nobody is held up for it: a call that finds none under way sets out at once, with those that are just being made. Under
load that saves most of the system calls and changes of process, on both sides, and every call is still sent after it
was asked for.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NoReturn

from events.store import StoreUnavailable

Exchange = Callable[[bytes, int], list[Any]]  # so many calls in one packet -> their replies


class _Call:
    __slots__ = ("failure", "gate", "is_next", "packed", "reply")

    def __init__(self, packed: bytes) -> None:
        self.packed = packed
        self.reply: Any = None
        self.failure: BaseException | None = None
        self.gate: threading.Lock | None = None  # closed while the call waits for somebody else
        self.is_next = False  # opened to set out with all who wait, not because a reply is there


class Together:
    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._guard = threading.Lock()
        self._waiting: list[_Call] = []
        self._is_under_way = False
        self._has_greenlets = _has_greenlets()

    def call(self, packed: bytes) -> Any:
        call = _Call(packed)
        with self._guard:
            self._waiting.append(call)
            if self._is_under_way:
                call.gate = threading.Lock()
                call.gate.acquire()
            self._is_under_way = True
        try:
            if call.gate is not None:
                call.gate.acquire()
            elif self._has_greenlets:
                time.sleep(0)  # whose requests have come in already may go along
        except BaseException:  # this request is being killed: the others must not wait for it
            self._leave(call)
            raise
        if call.gate is None or call.is_next:
            self._set_out()
        if call.failure is not None:
            _tell(call.failure)
        return call.reply

    def _set_out(self) -> None:
        """Send what waits, whose first is the caller's own, and hand the replies out."""
        with self._guard:
            calls, self._waiting = self._waiting, []
        try:
            replies = self._exchange(b"".join([call.packed for call in calls]), len(calls))
            for call, reply in zip(calls, replies, strict=True):
                call.reply = reply
        except BaseException as failure:
            for call in calls:
                call.failure = failure
            if not isinstance(failure, Exception):
                raise
        finally:
            self._hand_over()
            for call in calls[1:]:
                _open(call)

    def _hand_over(self) -> None:
        """The first of those who wait sets out next."""
        with self._guard:
            following = self._waiting[0] if self._waiting else None
            self._is_under_way = following is not None
            if following is not None:
                following.is_next = True
        if following is not None:
            _open(following)

    def _leave(self, call: _Call) -> None:
        with self._guard:
            if call in self._waiting:
                self._waiting.remove(call)
        if call.gate is None or call.is_next:
            self._hand_over()


def _tell(failure: BaseException) -> NoReturn:
    """What each of those gets whose packet failed: the store's silence, or a mistake of ours as it is."""
    if isinstance(failure, Exception) and not isinstance(failure, StoreUnavailable):
        raise failure
    raise StoreUnavailable(str(failure)) from failure


def _has_greenlets() -> bool:
    """Whether gevent has put greenlets in the place of threads. Those go on only when somebody makes room for them."""
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and bool(monkey.is_module_patched("time"))


def _open(call: _Call) -> None:
    assert call.gate is not None, "only the first of all is not waited for"
    call.gate.release()
