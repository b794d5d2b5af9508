"""One client on the channel: its hello, then its messages, one at a time. What is pushed meanwhile is in pushing.py."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, suppress
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Literal

from msgspec import UNSET, Raw
from websockets.frames import CloseCode

from events.store import StoreUnavailable
from service.handle import now_ms
from service.metrics.families import SOCKET_MESSAGES, SOCKETS_CLOSED
from service.metrics.tallies import count, count_request
from service.problems import Problem
from service.web.channel.connection import CLOSE_S, STALL_S, Connection, Disconnected
from service.web.channel.messages import (
    PROTOCOL,
    SUBSCRIPTIONS_MAX,
    Ack,
    Bye,
    ClientMessage,
    Command,
    Hello,
    Limits,
    Ping,
    Player,
    Pong,
    Refused,
    Subscribe,
    Subscribed,
    Unsubscribe,
    Welcome,
    decode,
    encode,
    id_of,
)
from service.web.channel.pushing import Pusher
from service.web.channel.subscriptions import Subscription
from service.web.commands import Asked, play_command
from service.web.error_handlers import to_problem, to_problem_of_match
from service.web.http import Services, load_json
from service.web.identity import Person, hash_token, read_token_hash, set_token_hash
from service.web.limits import Limiter
from service.web.presenters import visible_table
from service.web.request_log import REQUEST_ID
from service.web.revocations import Watch
from service.web.schemas.play import CommandIn
from service.web.threads import give_way, spawn

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

HELLO_S = 5.0  # how long a client may take to say hello
PING_S = STALL_S
TOKEN_S = 60.0  # how long the token of a client that sends no commands is trusted
LIMITED_MAX = 100  # messages refused in a row because there are too many; then the socket is closed
RECONNECT_MS = 1000
SERVER = f"matchledger/{version('matchledger')}"
# Of the protocol, and our own: a client may close with any other.
CLOSE_CODES = frozenset((*map(int, CloseCode), *Bye.CODES.values()))
_command_in = CommandIn()


class Session:
    __slots__ = (
        "_checked_at",
        "_connection",
        "_environ",
        "_is_greeted",
        "_limited",
        "_limiter",
        "_number",
        "_pusher",
        "_request_id",
        "_stream",
        "_watch",
        "_who",
        "_within",
    )

    def __init__(self, environ: WSGIEnvironment, connection: Connection, within: Services, limiter: Limiter) -> None:
        self._environ, self._connection, self._within, self._limiter = environ, connection, within, limiter
        self._request_id: str = environ[REQUEST_ID]
        self._pusher = Pusher(within.live, connection, self._request_id)
        self._stream: AbstractContextManager[None] | None = None  # the place among the player's streams
        self._watch: Watch | None = None  # of the token
        self._is_greeted = False
        self._who: Person | None = None
        self._checked_at = 0.0  # when the token was last looked up
        self._number = 0  # of messages
        self._limited = 0  # of them in a row

    def serve(self) -> None:
        """Answer the client until the socket is closed."""
        try:
            with suppress(Disconnected):
                if self._greet():
                    self._converse()
        finally:
            with self._connection.turn:
                self._pusher.close()
            if self._watch is not None:
                self._watch.close()
            if self._stream is not None:
                self._stream.__exit__(None, None, None)
            code = self._connection.close_code
            count(SOCKETS_CLOSED, str(code) if code in CLOSE_CODES else "other")

    def leave(self, why: Literal["token", "late", "limits", "restart"]) -> None:
        """Say goodbye and begin to close."""
        with self._connection.turn, suppress(Disconnected):
            self._connection.send(encode(Bye(why, RECONNECT_MS)))
            self._connection.close(Bye.CODES[why])

    def leave_in_time(self, why: Literal["token", "restart"]) -> None:
        """Goodbye from outside: a client that does not close its side is disconnected, also if a message to it is stuck
        on the way, which the goodbye then waits for."""
        spawn(self.leave, why)
        time.sleep(CLOSE_S)
        self._connection.abort()

    def _greet(self) -> bool:
        """Wait for a hello that is accepted; whether one came."""
        until = time.monotonic() + HELLO_S
        while not self._is_greeted:
            left = until - time.monotonic()
            if left <= 0:
                self.leave("late")
            else:
                self._connection.set_timeout(left)
            try:
                text = self._connection.receive()
            except TimeoutError:
                continue
            if text is None:
                return False
            self._answer(text)
        self._connection.set_timeout(STALL_S)
        return True

    def _converse(self) -> None:
        while True:
            try:
                text = self._connection.receive()
            except TimeoutError:
                self._connection.ping()
                self._check_token_in_time()
                continue
            if text is None:
                return
            self._answer(text)
            self._check_token_in_time()

    def _check_token_in_time(self) -> None:
        if time.monotonic() - self._checked_at >= TOKEN_S:
            try:
                self._look_up_token()
            except Problem:
                self.leave("token")
            except StoreUnavailable:
                return  # looked up again at the next opportunity; a command needs the store anyway

    def _look_up_token(self) -> Person | None:
        token_hash = read_token_hash(self._environ)
        who = None if token_hash is None else self._within.identity.find(token_hash)
        self._checked_at = time.monotonic()
        return who

    def _answer(self, text: str) -> None:
        began = time.perf_counter()
        self._number += 1
        request_id = self._environ[REQUEST_ID] = f"{self._request_id}.{self._number}"
        message: ClientMessage | None = None
        kind, status = "unknown", 200
        try:
            self._limiter.check(self._environ, is_costly=False)
            self._limited = 0
            message = decode(text)
            kind = type(message).__name__.lower()
            status = self._carry_out(message)
        except Disconnected:
            raise
        except Exception as raised:  # as Flask's error handler does it for REST
            match = getattr(message, "match", None)
            if match is None:
                problem = to_problem(raised, request_id)
            else:
                problem = to_problem_of_match(raised, request_id, self._within, match, lambda: self._who)
            status = problem.status
            self._refuse(id_of(text), problem)
        count(SOCKET_MESSAGES, "in", kind)
        count_request(f"channel.{kind}", "WS", status, time.perf_counter() - began)
        if status != 201:  # a command has waited for the store, and others came in meanwhile
            give_way()

    def _refuse(self, message_id: int | str | None, problem: Problem) -> None:
        wait_s = UNSET if problem.retry_after_s is None else problem.retry_after_s
        self._send(Refused(message_id, Raw(encode(problem.document())), wait_s))
        if problem.slug == "token-unknown":
            self.leave("token")
        elif problem.slug == "too-many-requests":
            self._limited += 1
            if self._limited >= LIMITED_MAX or not self._is_greeted:
                self.leave("limits")

    def _carry_out(self, message: ClientMessage) -> int:
        """Carry out a message and answer it; the status that REST would give."""
        if not self._is_greeted and not isinstance(message, Hello):
            raise Problem("bad-request", "The first message must be `hello`.")
        match message:
            case Command():
                return self._command(message)
            case Ping():
                self._send(Pong(message.id))
            case Subscribe():
                self._subscribe(message)
            case Unsubscribe():
                self._unsubscribe(message)
            case Hello():
                self._hello(message)
        return 200

    def _hello(self, message: Hello) -> None:
        token_hash = read_token_hash(self._environ) if message.token is None else hash_token(message.token)
        who = None if token_hash is None else self._within.identity.find(token_hash)
        if self._is_greeted and _id_of(who) != _id_of(self._who):  # the name may have been erased since
            raise Problem("not-allowed", "Another player needs a socket of their own.")
        if token_hash is not None:
            set_token_hash(self._environ, token_hash)
            before, self._watch = self._watch, self._within.identity.watch(token_hash, self._leave_if_revoked)
            if before is not None:
                before.close()
        if not self._is_greeted:
            stream = self._limiter.stream(self._environ)
            stream.__enter__()
            self._stream = stream
        self._who, self._is_greeted, self._checked_at = who, True, time.monotonic()
        player = None if who is None else Player(who.id, who.name, who.role)
        limits = Limits(requests=self._limiter.requests_max)
        self._send(Welcome(PROTOCOL, player, SERVER, now_ms(), PING_S, limits))

    def _leave_if_revoked(self) -> None:
        spawn(self.leave_in_time, "token")

    def _subscribe(self, message: Subscribe) -> None:
        if len(self._pusher) >= SUBSCRIPTIONS_MAX and message.match not in self._pusher:
            raise Problem("bad-request", f"One socket follows at most {SUBSCRIPTIONS_MAX} matches.")
        table = visible_table(self._within.tables.current(message.match), self._who)
        if message.after is not None and message.after > table.version:
            detail = f"The match is at version {table.version}, not {message.after}."
            raise Problem("version-conflict", detail, version=table.version)
        subscription = Subscription(self._within, self._connection, self._who, message, table)
        with self._connection.turn:
            self._pusher.add(subscription)
            answer = Subscribed(message.id, message.match, table.version, table.status, table.held())
            self._connection.send(encode(answer))
        self._pusher.wake(message.match)

    def _unsubscribe(self, message: Unsubscribe) -> None:
        with self._connection.turn:
            subscription = self._pusher.find(message.match)
            if subscription is None:
                raise Problem("not-found", "You do not follow this match.")
            self._pusher.remove(message.match)
            subscription.end("unsubscribed", id=message.id)

    def _command(self, message: Command) -> int:
        who = self._look_up_token()
        if who is None:
            raise Problem("token-missing", "This request needs a player's token.")
        received = message.body()
        body = load_json(received, _command_in)
        address = f"POST /v1/matches/{message.match}/commands?"
        asked = Asked(body["type"], body["params"], received, address, message.key, message.expected_version())
        with self._connection.turn:  # so that nothing is pushed between the command's events and their answer
            answer = play_command(self._within.tables, who, message.match, asked)
            if answer.etag is None:
                self._connection.send(encode(Refused(message.id, Raw(answer.body))))
                return answer.status
            followed = self._pusher.find(message.match)
            if followed is not None:
                followed.push_before(answer.recorded[0].version)
                followed.skip_to(answer.recorded[-1].version)
            self._connection.send(encode(Ack(message.id, answer.status, answer.etag, Raw(answer.body))))
        return answer.status

    def _send(self, message: Any) -> None:
        with self._connection.turn:
            self._connection.send(encode(message))


def _id_of(who: Person | None) -> str | None:
    return None if who is None else who.id
