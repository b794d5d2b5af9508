"""Connections to Redis: one server, or a cluster; a stack of ready connections instead of a locking pool.

Every call is sent once and never again by itself: whoever gets StoreUnavailable does not know what became of it, and
tries again under the same idempotency key.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Sequence
from hashlib import sha1
from pathlib import Path
from time import monotonic
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlencode, urlsplit
from weakref import WeakSet

import redis
from hiredis import pack_command
from redis.crc import key_slot
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from events.codec import UnreadableEvent
from events.redis.line import Line
from events.redis.together import Together
from events.store import StoreUnavailable, Wait

TIMEOUT_S = 5.0
IDLE_S = 1.0  # a connection that has rested longer is looked at before it is used: the server may have gone meanwhile
REDIRECTS_MAX = 8
# What a server says while it cannot serve, although it answers. Servers before 7.0 wrap it when a script meets it.
_BUSY = re.compile(
    r"(?:^|\s-)(?:LOADING|CLUSTERDOWN|MASTERDOWN|READONLY|TRYAGAIN|MISCONF|NOREPLICAS|BUSY|OOM|UNBLOCKED)\b"
)
# From these redis-py has cut the first word off.
_BUSY_TYPES = (ReadOnlyError, ClusterDownError, TryAgainError, OutOfMemoryError)
# A key of another type, or a stream that has gone on without us.
_FOREIGN = re.compile(r"WRONGTYPE|ID specified in XADD")
_NO_KEY = frozenset(["PING", "INFO", "CONFIG", "CLUSTER", "SCRIPT", "PUBLISH", "TIME", "DBSIZE", "WAIT", "ACL"])
_KEY_SECOND = frozenset(["XGROUP", "XINFO", "OBJECT", "MEMORY"])


class Script:
    """A Lua script, called by its digest and sent whole only when the server does not know it.

    Somebody is told what a confirmed script has done or found: where replicas are waited for, they have it by then.
    """

    def __init__(self, path: Path, *, is_confirmed: bool = False) -> None:
        self.text = path.read_text(encoding="utf-8")
        self.digest = sha1(self.text.encode()).hexdigest()
        self.is_confirmed = is_confirmed


class Link(Protocol):
    """One way to send commands to Redis, whatever stands behind it. Replies are those of the protocol, unchanged."""

    wait: Wait | None

    def call(self, *words: Any) -> Any: ...

    def ask(self, *words: Any) -> Any:
        """A small call that changes nothing; it may share its packet with those of other requests."""
        ...

    def write(self, *words: Any) -> Any:
        """A call that changes something that somebody will be told of."""
        ...

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> Any: ...

    def look(self, *calls: Sequence[Any]) -> list[Any]:
        """The replies to calls that change nothing, on keys of one slot, as things stand at one moment."""
        ...

    def servers(self) -> list[ServerLink]:
        """A link to each server that takes writes."""
        ...

    def close(self) -> None: ...


class Unreachable(StoreUnavailable):
    """No connection came about, so nothing was sent."""


def open_link(url: str, wait: Wait | None = None) -> Link:
    """`redis://host:port/0`, `unix:///path.sock`, or `redis://host:port,host:port?cluster=true`."""
    is_cluster = ("cluster", "true") in parse_qsl(urlsplit(url).query)
    return ClusterLink(url, wait) if is_cluster else ServerLink(url, wait)


class ServerLink:
    """A stack of connections to one server: take one, use it, put it back. No lock, so no waiting for one."""

    def __init__(self, url: str, wait: Wait | None = None) -> None:
        self.wait = wait
        # The pool only reads the address; its own limit counts every connection ever made, and would end the service.
        pool = redis.ConnectionPool.from_url(url, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S)
        self._connection_class: Any = pool.connection_class
        # Protocol 2 without an introduction of the client needs no round trip before the first command.
        self._options: dict[str, Any] = {**pool.connection_kwargs, "protocol": 2, "driver_info": None}
        for name in [name for name in self._options if name.startswith("maint_notifications")]:
            del self._options[name]
        self._ready: list[tuple[Line, float]] = []
        self._together = Together(self._exchange)
        _links.add(self)

    def call(self, *words: Any) -> Any:
        return self.send(words)

    def ask(self, *words: Any) -> Any:
        return _checked(self._together.call(_packed(words)))

    def write(self, *words: Any) -> Any:
        return self.send(words, is_confirmed=True)

    def send(self, words: Sequence[Any], *, is_asking: bool = False, is_confirmed: bool = False) -> Any:
        """One call, in one round trip; `is_asking` is for a node of a cluster, about a slot that is just moving there.

        A confirmed call is followed by WAIT in the same packet. WAIT counts the replicas that have this connection's
        last write; a script that finds what another connection has written writes nothing, so a mark is set after it.
        """
        wait = self.wait if is_confirmed else None
        calls = [words]
        if wait is not None and words[0] in ("EVALSHA", "EVAL"):
            calls.append(("SET", _mark_beside(words), b""))
        packed = b"".join(_packed(("ASKING",)) * is_asking + _packed(call) for call in calls)
        count = len(calls) * (1 + is_asking)
        if wait is None:
            return self._answer(packed, count)[-1]
        packed += _packed(("WAIT", wait.replicas, wait.timeout_ms))
        *replies, confirmed = self._answer(packed, count + 1)
        if confirmed < wait.replicas:
            raise StoreUnavailable(
                f"{confirmed} of {wait.replicas} replicas have confirmed within {wait.timeout_ms} ms; "
                "it may have happened, and may yet be lost"
            )
        return replies[is_asking]

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        rest = (len(keys), *keys, *arguments)
        try:
            return self.send(("EVALSHA", script.digest, *rest), is_confirmed=script.is_confirmed)
        except NoScriptError:
            return self.send(("EVAL", script.text, *rest), is_confirmed=script.is_confirmed)

    def look(self, *calls: Sequence[Any], is_asking: bool = False) -> list[Any]:
        packed = b"".join([_packed(("ASKING",)) * is_asking, _MULTI, *map(_packed, calls), _EXEC])
        replies = self._answer(packed, len(calls) + 2 + is_asking)
        return [_checked(reply) for reply in replies[-1]]

    def servers(self) -> list[ServerLink]:
        return [self]

    def close(self) -> None:
        with contextlib.suppress(IndexError):
            while True:
                self._ready.pop()[0].close()

    def forget_connections(self) -> None:
        """In a forked child: the connections are the parent's, and are left alone."""
        self._ready = []
        self._together = Together(self._exchange)

    def _answer(self, packed: bytes, count: int) -> list[Any]:
        return [_checked(reply) for reply in self._exchange(packed, count)]

    def _exchange(self, packed: bytes, count: int) -> list[Any]:
        """The replies to so many calls, error replies among them."""
        try:
            return self._send(packed, count)
        except (RedisError, OSError) as error:
            raise StoreUnavailable(str(error)) from error

    def _take(self) -> Line:
        with contextlib.suppress(IndexError):
            while True:
                line, used_s = self._ready.pop()
                if monotonic() - used_s < IDLE_S or line.is_quiet():
                    return line
                line.close()
        try:
            return Line(self._connection_class(**self._options))
        except (RedisError, OSError) as error:
            raise Unreachable(str(error)) from error

    def _send(self, packed: bytes, count: int) -> list[Any]:
        line = self._take()
        try:
            replies = line.exchange(packed, count)
        except BaseException as error:
            # The reply may still be under way: a line in doubt is never used again.
            line.close()
            if isinstance(error, (redis.ConnectionError, OSError)):
                self.close()  # the server has gone, and the resting lines with it
            raise
        self._ready.append((line, monotonic()))
        return replies


class ClusterLink:
    """A Redis Cluster. Every call names keys of one slot only, so each goes to one node.

    Who owns a slot is learned from the cluster's own redirections, and forgotten when that node cannot be reached.
    """

    def __init__(self, url: str, wait: Wait | None = None) -> None:
        self.wait = wait
        parts = urlsplit(url)
        self._scheme = parts.scheme
        self._login, at, hosts = parts.netloc.rpartition("@")
        self._login += at
        self._query = urlencode([(name, value) for name, value in parse_qsl(parts.query) if name != "cluster"])
        self._addresses = hosts.split(",")  # of nodes, the most promising first
        self._nodes: dict[str, ServerLink] = {}
        self._owners: dict[int, str] = {}

    def call(self, *words: Any) -> Any:
        return self._send(words, is_confirmed=False)

    def ask(self, *words: Any) -> Any:
        return self.call(*words)

    def write(self, *words: Any) -> Any:
        return self._send(words, is_confirmed=True)

    def look(self, *calls: Sequence[Any]) -> list[Any]:
        found: list[Any] = self._sent_where(calls[0], lambda node, is_asking: node.look(*calls, is_asking=is_asking))
        return found

    def _send(self, words: Sequence[Any], *, is_confirmed: bool) -> Any:
        return self._sent_where(
            words, lambda node, is_asking: node.send(words, is_asking=is_asking, is_confirmed=is_confirmed)
        )

    def _sent_where(self, words: Sequence[Any], send: Callable[[ServerLink, bool], Any]) -> Any:
        """Send to the node that has the key of these words, wherever that turns out to be."""
        slot = _slot_of(words)
        address, is_asking = self._owners.get(slot), False
        for _ in range(REDIRECTS_MAX):
            is_guess = address is None
            address = address or self._addresses[0]
            node = self._node(address)
            try:
                return send(node, is_asking)
            except MovedError as moved:
                address, is_asking = self._address(moved, address), False
                self._owners[slot] = address
            except AskError as ask:
                address, is_asking = self._address(ask, address), True
            except StoreUnavailable as error:
                self._forget(address)
                if not (is_guess and isinstance(error, Unreachable)):
                    raise
                address = None  # any other node can say who owns the slot
        raise StoreUnavailable("the cluster sends the call round in circles")

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        rest = (len(keys), *keys, *arguments)
        try:
            return self._send(("EVALSHA", script.digest, *rest), is_confirmed=script.is_confirmed)
        except NoScriptError:
            return self._send(("EVAL", script.text, *rest), is_confirmed=script.is_confirmed)

    def servers(self) -> list[ServerLink]:
        ranges = self.call("CLUSTER", "SLOTS")
        asked = self._addresses[0]
        masters = {self._join((master[0] or b"").decode() or _host(asked), master[1]) for _, _, master, *_ in ranges}
        return [self._node(address) for address in sorted(masters)]

    def close(self) -> None:
        for node in self._nodes.values():
            node.close()

    def _node(self, address: str) -> ServerLink:
        node = self._nodes.get(address)
        if node is None:
            node = self._nodes[address] = ServerLink(
                f"{self._scheme}://{self._login}{address}?{self._query}", self.wait
            )
            if address not in self._addresses:
                self._addresses.append(address)
        return node

    def _address(self, redirection: AskError, asked: str) -> str:
        """Where a redirection leads; one without a host means the host that was asked."""
        return self._join(redirection.host or _host(asked), redirection.port)

    @staticmethod
    def _join(host: str, port: int) -> str:
        return f"[{host}]:{port}" if ":" in host.strip("[]") else f"{host}:{port}"

    def _forget(self, address: str) -> None:
        """A node is gone, or has lost its slots: ask the others first from now on."""
        self._owners = {slot: owner for slot, owner in self._owners.items() if owner != address}
        self._addresses = [other for other in self._addresses if other != address] + [address]


def _packed(words: Sequence[Any]) -> bytes:
    """A command as the protocol wants it."""
    packed: bytes = pack_command(tuple(words))
    return packed


_MULTI, _EXEC = _packed(("MULTI",)), _packed(("EXEC",))


def _checked(reply: Any) -> Any:
    """The reply, unless it is an error."""
    if isinstance(reply, ResponseError):
        if isinstance(reply, _BUSY_TYPES) or _BUSY.search(str(reply)):
            raise StoreUnavailable(str(reply)) from reply
        if _FOREIGN.search(str(reply)):  # somebody else writes here too
            raise UnreadableEvent(f"under a key of ours lies something else: {reply}") from reply
        raise reply
    return reply


def _slot_of(words: Sequence[Any]) -> int:
    """The slot of a command's first key; -1 if it has none, so that any node may answer it."""
    key = _key_of(words)
    return -1 if key is None else int(key_slot(key if isinstance(key, bytes) else str(key).encode()))


def _key_of(words: Sequence[Any]) -> Any:
    name = str(words[0]).upper()
    if name in _NO_KEY:
        return None
    if name in ("EVAL", "EVALSHA"):
        return words[3]
    if name in ("XREAD", "XREADGROUP"):
        return words[words.index("STREAMS") + 1]
    return words[2] if name in _KEY_SECOND else words[1]


def _mark_beside(words: Sequence[Any]) -> str:
    """A key in the same slot as the call's own, one for each hash tag."""
    tag, closed, _ = str(_key_of(words)).partition("}")
    assert closed, "a confirmed call names a key with a hash tag"
    return f"{tag}}}:confirmed"


def _host(address: str) -> str:
    return address.rpartition(":")[0]


def _forget_connections() -> None:
    for link in list(_links):
        link.forget_connections()


_links: WeakSet[ServerLink] = WeakSet()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_connections)
