"""Connections to Redis: one server, or a cluster; a stack of ready connections instead of a locking pool."""

from __future__ import annotations

from hashlib import sha1
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

import redis
from redis.cluster import RedisCluster
from redis.exceptions import NoScriptError, RedisError, ResponseError

from events.store import StoreUnavailable

TIMEOUT_S = 5.0
# What a server says while it cannot serve, although it answers: loading its data, a master without its cluster.
_BUSY_WORDS = ("LOADING", "CLUSTERDOWN", "MASTERDOWN", "READONLY", "TRYAGAIN", "MISCONF", "NOREPLICAS", "BUSY")


class Script:
    """A Lua script, called by its digest and sent whole only when the server does not know it."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text(encoding="utf-8")
        self.digest = sha1(self.text.encode()).hexdigest()


class Link(Protocol):
    """One way to send commands to Redis, whatever stands behind it."""

    def call(self, *words: Any) -> Any: ...

    def run(self, script: Script, keys: list[str], arguments: list[Any]) -> Any: ...

    def close(self) -> None: ...


def open_link(url: str) -> Link:
    """`redis://host:port/0`, `unix:///path.sock`, or `redis://host:port?cluster=true`."""
    parts = urlsplit(url)
    if parse_qs(parts.query).get("cluster") == ["true"]:
        return ClusterLink(parts.hostname or "127.0.0.1", parts.port or 6379, parts.password)
    return ServerLink(url)


def _is_unavailable(error: ResponseError) -> bool:
    return str(error).startswith(_BUSY_WORDS)


class ServerLink:
    """A stack of connections to one server: take one, use it, put it back. No lock, so no waiting for one."""

    def __init__(self, url: str) -> None:
        self._pool = redis.ConnectionPool.from_url(url, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S)
        self._ready: list[Any] = []

    def call(self, *words: Any) -> Any:
        try:
            return self._send(words)
        except ResponseError as error:
            if _is_unavailable(error):
                raise StoreUnavailable(str(error)) from error
            raise
        except (RedisError, OSError) as error:
            raise StoreUnavailable(str(error)) from error

    def run(self, script: Script, keys: list[str], arguments: list[Any]) -> Any:
        try:
            return self.call("EVALSHA", script.digest, len(keys), *keys, *arguments)
        except NoScriptError:
            return self.call("EVAL", script.text, len(keys), *keys, *arguments)

    def close(self) -> None:
        while self._ready:
            self._ready.pop().disconnect()

    def _send(self, words: tuple[Any, ...]) -> Any:
        try:
            connection = self._ready.pop()
        except IndexError:
            connection = self._pool.make_connection()
        try:
            connection.send_command(*words)
            reply = connection.read_response()
        except ResponseError:
            self._ready.append(connection)
            raise
        except BaseException:
            # The reply may still be under way: a connection in doubt is never used again.
            connection.disconnect()
            raise
        self._ready.append(connection)
        return reply


class ClusterLink:
    """A Redis Cluster. Every call names keys of one slot only, so each goes to one node."""

    def __init__(self, host: str, port: int, password: str | None) -> None:
        self._host, self._port, self._password = host, port, password
        self._cluster: RedisCluster | None = None

    def call(self, *words: Any) -> Any:
        try:
            return self._connected().execute_command(*words)  # type: ignore[no-untyped-call]  # redis-py leaves it untyped
        except NoScriptError:
            raise
        except ResponseError as error:
            if _is_unavailable(error):
                raise StoreUnavailable(str(error)) from error
            raise
        except (RedisError, OSError) as error:
            raise StoreUnavailable(str(error)) from error

    def run(self, script: Script, keys: list[str], arguments: list[Any]) -> Any:
        try:
            return self.call("EVALSHA", script.digest, len(keys), *keys, *arguments)
        except NoScriptError:
            return self.call("EVAL", script.text, len(keys), *keys, *arguments)

    def close(self) -> None:
        if self._cluster is not None:
            self._cluster.close()
            self._cluster = None

    def _connected(self) -> RedisCluster:
        if self._cluster is None:
            self._cluster = RedisCluster(
                host=self._host,
                port=self._port,
                password=self._password,
                socket_timeout=TIMEOUT_S,
                socket_connect_timeout=TIMEOUT_S,
            )
        return self._cluster
