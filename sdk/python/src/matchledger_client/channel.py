"""The channel (docs/channel.md): commands and events of any number of matches over one WebSocket.

The socket is opened when it is first needed and replaced when it is lost. The server remembers nothing of a lost one:
unanswered commands are sent again under their keys, and each match is followed from the last version that came.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, closing
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any

from websockets.exceptions import InvalidHandshake, InvalidMessage, WebSocketException
from websockets.sync.client import connect

from matchledger_client.api_types import EventOut
from matchledger_client.caller import SILENCE_S, Caller, is_temporary, pause_before, retry
from matchledger_client.problems import EventsLost, Problem, Unreachable, VersionConflict, make_problem

QUEUE_MAX = 1000  # events that wait for a slow reader; what comes then is asked for again later
GAPS_MAX = 3  # subscriptions in a row that leave out the next version
CLOSE_S = 1.0
PLAIN = {"compression": None, "max_size": None}
CLIENT = "matchledger-client/0.1.0"
BROKEN = (WebSocketException, InvalidHandshake, InvalidMessage, OSError, EOFError)


class _Follower:
    """Somebody who follows a match: a queue of what came, as (kind, data)."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self.is_behind = False
        self.event_at = time.monotonic()

    def put_events(self, events: list[dict[str, Any]]) -> None:
        if self.is_behind or self.queue.qsize() + len(events) > QUEUE_MAX:
            self.is_behind = True  # it reads on from its last version when it has read what waits
            return
        for event in events:
            self.queue.put(("event", event))


_Answers = SimpleQueue[dict[str, Any] | None]  # None when the socket was closed instead


class Channel:
    """One WebSocket for one player. Several threads may use it."""

    def __init__(self, caller: Caller, open_socket: Callable[..., Any] | None = None) -> None:
        self._caller, self._open_socket = caller, open_socket or connect
        self._lock = threading.Lock()
        self._socket: Any = None
        self._numbers = count(1)
        self._pending: dict[int, tuple[str, _Answers]] = {}  # unanswered messages by number, with their match
        self._followers: dict[str, list[_Follower]] = {}
        self._reconnect_s: float | None = None  # as the server asked when it closed the last one

    def send(self, match: str, command: Mapping[str, Any], expected: int | None, key: str) -> dict[str, Any]:
        """Send a command; the body of the answer, as REST has it."""
        fields = {"match": match, "type": command["type"], "params": command.get("params", {}), "key": key}
        if expected is not None:
            fields["expected"] = expected
        until = time.monotonic() + self._caller.deadline_s
        answer = retry(lambda: self._ask("command", until, **fields), until, self._caller.sleep, is_repeatable=True)
        body: dict[str, Any] = answer["body"]
        return body

    def wait(self, match: str, after: int, seconds: float) -> bool:
        """Wait for an event after this version, but not longer; whether there is one."""
        with closing(self.follow(match, after, seconds)) as events:
            return next(events, None) is not None

    def follow(self, match: str, after: int, wait_s: float | None) -> Generator[EventOut, None, None]:
        """As `Match.events`: each version once and none left out, over any number of sockets."""
        follower = _Follower()
        with self._lock:
            self._followers.setdefault(match, []).append(follower)
        try:
            yield from self._read_on(match, follower, after, wait_s)
        finally:
            self._leave(match, follower)

    def close(self) -> None:
        with self._lock:
            found, self._socket = self._socket, None
        if found is not None:
            found.close()

    def _read_on(self, match: str, follower: _Follower, after: int, wait_s: float | None) -> Iterator[EventOut]:
        last, gaps, attempt = after, 0, 0
        lost_at: float | None = None
        while True:
            try:
                subscribed = self._subscribe(match, follower, last)
                lost_at, attempt = None, 0
                for kind, data in self._take(follower, subscribed, wait_s):
                    if kind == "ended":
                        raise_end(data)
                        return
                    if kind == "idle":
                        return
                    if kind == "lost" or data["version"] > last + 1:
                        gaps += kind == "event"
                        break
                    if data["version"] == last + 1:
                        last, gaps = data["version"], 0
                        yield data
                        follower.event_at = time.monotonic()
                if gaps > GAPS_MAX:
                    raise Unreachable(f"version {last + 1} is missing")
                continue
            except VersionConflict as conflict:  # there is no such version any more
                raise EventsLost(int(conflict.document.get("version", 0))) from conflict
            except Problem as problem:
                if not is_temporary(problem) or gaps > GAPS_MAX:
                    raise
                lost_at = time.monotonic() if lost_at is None else lost_at
                pause = max(pause_before(attempt, problem.retry_after_s), self._reconnect_s or 0.0)
                if time.monotonic() + pause > lost_at + self._caller.deadline_s:
                    raise
            attempt += 1
            self._caller.sleep(pause)

    def _subscribe(self, match: str, follower: _Follower, after: int) -> int:
        """Subscribe, and forget what came before: the number of the subscription, which the queue has too."""
        follower.is_behind = False
        until = time.monotonic() + self._caller.deadline_s
        answer = self._ask("subscribe", until, match=match, after=after, want=["events"])
        number: int = answer["id"]
        return number

    def _take(self, follower: _Follower, subscribed: int, wait_s: float | None) -> Iterator[tuple[str, Any]]:
        """What came since the subscription; `lost` when it has to be made anew, `idle` when nothing comes for long."""
        is_current = False
        while True:
            left = math.inf if wait_s is None else follower.event_at + wait_s - time.monotonic()
            try:
                kind, data = follower.queue.get(timeout=None if left == math.inf else max(0.0, left))
            except Empty:
                yield "idle", None
                return
            if kind == "subscribed":
                is_current = is_current or data == subscribed
            elif kind == "lost" or (is_current and kind == "ended" and follower.is_behind):
                yield "lost", None
                return
            elif is_current:
                yield kind, data
            if follower.is_behind and follower.queue.empty():
                yield "lost", None
                return

    def _leave(self, match: str, follower: _Follower) -> None:
        with self._lock:
            others = self._followers[match]
            others.remove(follower)
            if others:
                return
            del self._followers[match]
            found = self._socket
        if found is not None:
            self._say(found, kind="unsubscribe", id=next(self._numbers), match=match)

    def _ask(self, kind: str, until: float, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        found = self._connected(until)
        number, answers = next(self._numbers), _Answers()
        self._pending[number] = fields["match"], answers
        try:
            if not self._say(found, kind=kind, id=number, **fields):
                self._drop(found)
                raise Unreachable("the channel was closed")
            try:
                answer = answers.get(timeout=max(0.0, min(SILENCE_S, until - time.monotonic())))
            except Empty:
                self._drop(found)
                raise Unreachable("the channel did not answer") from None
        finally:
            del self._pending[number]
        if answer is None:
            raise Unreachable("the channel was closed")
        if answer["kind"] == "refused":
            raise to_problem(answer)
        return answer

    @staticmethod
    def _say(found: Any, **message: Any) -> bool:
        """Whether a message could be sent."""
        try:
            found.send(json.dumps(message))
        except BROKEN:
            return False
        return True

    def _connected(self, until: float) -> Any:
        """The socket, opened and greeted if there is none."""
        with self._lock:
            if self._socket is None:
                self._socket = self._open(max(0.001, min(SILENCE_S, until - time.monotonic())))
                threading.Thread(target=self._read, args=(self._socket,), name="channel", daemon=True).start()
            return self._socket

    def _open(self, timeout_s: float) -> Any:
        address = self._caller.server.replace("http", "ws", 1) + "/v1/socket"
        try:
            found = ExitStack().enter_context(
                self._open_socket(address, open_timeout=timeout_s, close_timeout=CLOSE_S, **PLAIN)
            )
            try:
                hello = {"kind": "hello", "v": 1, "client": CLIENT}
                if self._caller.token is not None:
                    hello["token"] = self._caller.token
                found.send(json.dumps(hello))
                answer = json.loads(found.recv(timeout=timeout_s))
            except BaseException:  # also an interrupt: the socket would stay open
                found.close()
                raise
        except (*BROKEN, TimeoutError) as lost:
            raise Unreachable(f"{address} does not answer ({type(lost).__name__})") from lost
        self._reconnect_s = None
        if answer["kind"] == "welcome":
            return found
        found.close()
        raise to_problem(answer) if answer["kind"] == "refused" else Unreachable("the channel was closed")

    def _read(self, found: Any) -> None:
        """In a thread of its own: hand over what the server sends."""
        try:
            for text in found:
                self._dispatch(json.loads(text))
        except BROKEN:
            pass  # whoever waits is told below
        finally:
            self._drop(found)

    def _drop(self, found: Any) -> None:
        """This socket is of no use any more; whoever waits for it has to ask again."""
        with self._lock:
            if self._socket is not found:
                return
            self._socket = None
            waiting = [answers for _, answers in self._pending.values()]
            followers = [one for group in self._followers.values() for one in group]
        for answers in waiting:
            answers.put(None)
        for follower in followers:
            follower.queue.put(("lost", None))
        found.close()

    def _dispatch(self, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind == "bye":
            self._reconnect_s = message["reconnect_ms"] / 1000
        elif kind == "events":
            self._tell(message["match"], "events", message["events"])
        elif kind == "ended":
            self._tell(message["match"], "ended", message)
        elif kind == "subscribed":
            self._tell(message["match"], "subscribed", message["id"])
        match, answers = self._pending.get(message.get("id") or 0, ("", None))
        if kind == "ack":  # the events of one's own command come with its answer, and not again
            self._tell(match, "events", message["body"]["events"])
        if answers is not None:
            answers.put(message)

    def _tell(self, match: str, kind: str, data: Any) -> None:
        with self._lock:
            followers = list(self._followers.get(match, ()))
        for follower in followers:
            if kind == "events":
                follower.put_events(data)
            else:
                follower.queue.put((kind, data))


def to_problem(refused: dict[str, Any]) -> Problem:
    return make_problem(refused["problem"]["status"], refused["problem"], refused.get("retry_after_s"))


def raise_end(ended: dict[str, Any]) -> None:
    """Raise what the end of a subscription means, unless it is that the match is over."""
    if ended["why"] == "lost":
        raise EventsLost(0)  # the server does not say which
    if ended["why"] == "failed":
        raise to_problem(ended)
