"""Sends the subscriptions of one client what is new. It runs only while there is something to send."""

from __future__ import annotations

import threading
import time
from functools import partial

from msgspec import Raw

from events.store import StoreUnavailable
from service.web.channel.connection import Connection, Disconnected
from service.web.channel.messages import encode
from service.web.channel.subscriptions import Subscription
from service.web.error_handlers import to_problem
from service.web.live import Live
from service.web.live import Subscription as LiveSubscription
from service.web.threads import spawn

RETRY_S = 0.5


class Pusher:
    """The subscriptions by match. Whoever adds, removes or finds one has the connection's turn."""

    __slots__ = ("_changed", "_connection", "_followed", "_is_running", "_live", "_lock", "_request_id")

    def __init__(self, live: Live, connection: Connection, request_id: str) -> None:
        self._live, self._connection, self._request_id = live, connection, request_id
        self._followed: dict[str, tuple[Subscription, LiveSubscription]] = {}
        self._lock = threading.Lock()
        self._changed: dict[str, None] = {}  # matches with something to send, in order
        self._is_running = False

    def __len__(self) -> int:
        return len(self._followed)

    def __contains__(self, match: str) -> bool:
        return match in self._followed

    def find(self, match: str) -> Subscription | None:
        found = self._followed.get(match)
        return None if found is None else found[0]

    def add(self, subscription: Subscription) -> None:
        """Follow a match, instead of whatever was followed of it before."""
        self.remove(subscription.match)
        wake = partial(self.wake, subscription.match)
        self._followed[subscription.match] = subscription, self._live.follow(subscription.match, wake)

    def remove(self, match: str) -> None:
        found = self._followed.pop(match, None)
        if found is not None:
            found[1].close()

    def close(self) -> None:
        for match in list(self._followed):
            self.remove(match)

    def wake(self, match: str) -> None:
        """There may be something new in this match: send it soon. Does not wait."""
        with self._lock:
            self._changed[match] = None
            if self._is_running:
                return
            self._is_running = True
        spawn(self._run)

    def _run(self) -> None:
        while (match := self._next_match()) is not None:
            try:
                is_more = self._push(match)
            except Disconnected:
                is_more = False
            except StoreUnavailable:
                time.sleep(RETRY_S)
                is_more = True
            if is_more:
                with self._lock:
                    self._changed[match] = None

    def _next_match(self) -> str | None:
        with self._lock:
            match = next(iter(self._changed), None)
            if match is None:
                self._is_running = False
            else:
                del self._changed[match]
        return match

    def _push(self, match: str) -> bool:
        with self._connection.turn:
            found = self._followed.get(match)
            if found is None or not self._connection.is_open:
                return False
            subscription, live = found
            try:
                is_more = subscription.push(live)
            except (Disconnected, StoreUnavailable):
                raise
            except Exception as raised:  # whatever it is, the client must know that nothing more comes of this match
                problem = to_problem(raised, self._request_id)
                subscription.end("failed", problem=Raw(encode(problem.document())))
                is_more = False
            if subscription.is_ended:
                self.remove(match)
            return is_more
