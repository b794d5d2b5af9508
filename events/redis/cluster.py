"""A client of a Redis Cluster: redis-py's own finds the nodes, follows redirections and notices failovers."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from threading import Lock, Thread
from time import monotonic
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import AskError, MovedError, RedisClusterException, RedisError, ResponseError
from redis.retry import Retry

from events.redis import server
from events.redis.any_client import AnyClient
from events.redis.errors import check_confirmed, translate_errors
from events.redis.server import ServerClient, mark_beside, take_slot
from events.redis.slots import Slots
from events.store import StoreUnavailable, Wait

# Commands whose replies redis-py would turn into objects of its own.
_RAW = ("XRANGE", "XREVRANGE", "XREAD", "XREADGROUP", "SSCAN", "HGETALL", "SMEMBERS", "SET", "INFO", "HEXISTS")


# call_many is for polls over all servers: one that is gone must not delay what the others have to say.
POLL_TIMEOUT_S = 1.0
RESTING_S = 3.0  # a server that did not answer is left out for so long

_node: Any = ClusterNode  # redis-py's cluster client has no types


class _RawCluster(RedisCluster):
    """Replies as the protocol has them, as a single server's client gives them."""

    def get_redis_connection(self, node: ClusterNode) -> Any:
        client: Any = super().get_redis_connection(node)
        for name in _RAW:
            client.set_response_callback(name, _keep_reply)
        return client


def _keep_reply(reply: Any, **_options: Any) -> Any:
    return reply


class ClusterClient(AnyClient):
    """The same calls as those of a ServerClient. Connects when it is first used."""

    is_cluster = True

    def __init__(self, url: str, wait: Wait | None = None, partitions: int | None = None) -> None:
        super().__init__(wait, partitions)
        parts = urlsplit(url)
        login, at, hosts = parts.netloc.rpartition("@")
        query = urlencode([(name, value) for name, value in parse_qsl(parts.query) if name != "cluster"])
        self._urls = [
            urlunsplit((parts.scheme, f"{login}{at}{host}", parts.path, query, "")) for host in hosts.split(",")
        ]

    def _start_empty(self) -> None:
        self._cluster: Any = None
        self._connecting = Lock()
        self._servers: dict[str, ServerClient] = {}
        self._resting: dict[ServerClient, float] = {}  # did not answer, and is not asked again until then
        self._slots = Slots(server.CONNECTIONS_MAX)
        self._confirmed_slots = Slots(server.CONFIRMED_MAX)

    def call(self, *args: Any) -> Any:
        with take_slot(self._slots), translate_errors():
            cluster = self._ensure_connected()
            if args[0] in ("XREAD", "XREADGROUP"):  # redis-py would ask a server where the keys are
                node = cluster.get_node_from_key(args[args.index("STREAMS") + 1])
                return cluster.execute_command(*args, target_nodes=node)
            return cluster.execute_command(*args)

    def call_confirmed(self, *args: Any) -> Any:
        return self.call(*args) if self.wait is None else self._call_and_wait([args], str(args[1]), self.wait)

    def call_many(self, calls: Sequence[Sequence[Any]]) -> list[Any]:
        """Each server that is concerned gets one packet; one that does not answer fails its own calls only."""
        if not calls:
            return []
        with translate_errors():
            cluster = self._ensure_connected()
            by_server: dict[ServerClient, list[int]] = {}
            replies: list[Any] = [None] * len(calls)
            for index, call in enumerate(calls):
                node = cluster.get_node_from_key(_key_of(call))
                if node is None:
                    replies[index] = StoreUnavailable("no server serves this slot")
                else:
                    by_server.setdefault(self._server(node.host, node.port), []).append(index)
        for owner, indexes in by_server.items():
            for index, reply in zip(indexes, self._ask(owner, [calls[index] for index in indexes]), strict=True):
                replies[index] = reply
        return replies

    def _ask(self, owner: ServerClient, calls: Sequence[Sequence[Any]]) -> list[Any]:
        """The replies of one server, or why there are none. Calls that it redirects are sent again by redis-py."""
        until = self._resting.get(owner, 0.0)
        if monotonic() < until:
            return [StoreUnavailable("the server did not answer a moment ago")] * len(calls)
        try:
            replies = owner.call_many(calls)
        except StoreUnavailable as gone:
            self._resting[owner] = monotonic() + RESTING_S
            # In a thread: it asks the same server again before it asks the others.
            Thread(target=self._find_owner, args=(self._ensure_connected(), _key_of(calls[0])), daemon=True).start()
            return [gone] * len(calls)
        return [
            self._call_again(call) if isinstance(reply, (MovedError, AskError)) else reply
            for call, reply in zip(calls, replies, strict=True)
        ]

    def _call_again(self, call: Sequence[Any]) -> Any:
        try:
            return self.call(*call)
        except (StoreUnavailable, ResponseError) as error:
            return error

    def _run(self, call: Sequence[Any], key: str, *, is_confirmed: bool) -> Any:
        if self.wait is None or not is_confirmed:
            return self.call(*call)
        return self._call_and_wait([call, mark_beside(key)], key, self.wait)

    def _call_and_wait(self, calls: Sequence[Sequence[Any]], key: str, wait: Wait) -> Any:
        """The reply to the first call, followed by WAIT in the same packet.

        The replicas that count are those of the server that made the write. So all calls go over one connection to one
        node, and if that is no longer the owner of the key, redis-py is made to find the new one, and all are repeated.
        """
        with take_slot(self._confirmed_slots), take_slot(self._slots), translate_errors():
            cluster = self._ensure_connected()
            try:
                replies = self._send_to_owner(cluster, [*calls, ("WAIT", wait.replicas, wait.timeout_ms)], key)
                if isinstance(replies[0], (MovedError, AskError)):
                    self._find_owner(cluster, key)
                    replies = self._send_to_owner(cluster, [*calls, ("WAIT", wait.replicas, wait.timeout_ms)], key)
            except (RedisError, OSError):
                self._find_owner(cluster, key)
                raise
            for reply in (replies[0], replies[-1]):
                if isinstance(reply, (MovedError, AskError)):
                    raise StoreUnavailable(str(reply))
                if isinstance(reply, ResponseError):
                    raise reply
            check_confirmed(replies[-1], wait)
            return replies[0]

    @staticmethod
    def _send_to_owner(cluster: Any, calls: Sequence[Sequence[Any]], key: str) -> list[Any]:
        node = cluster.get_redis_connection(cluster.get_node_from_key(key))
        pipeline = node.pipeline(transaction=False)
        for call in calls:
            pipeline.execute_command(*call)
        replies: list[Any] = pipeline.execute(raise_on_error=False)
        return replies

    @staticmethod
    def _find_owner(cluster: Any, key: str) -> None:
        """A call of redis-py's own to the key: it follows redirections, and on a failure learns all nodes again."""
        with contextlib.suppress(RedisError, RedisClusterException, OSError):
            cluster.execute_command("EXISTS", key)

    def servers(self) -> list[ServerClient]:
        with translate_errors():
            nodes = self._ensure_connected().get_primaries()
        return [self._server(node.host, node.port) for node in sorted(nodes, key=lambda node: str(node.name))]

    def _server(self, host: str, port: int) -> ServerClient:
        address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        if address not in self._servers:
            parts = urlsplit(self._urls[0])
            login, at, _ = parts.netloc.rpartition("@")
            url = urlunsplit((parts.scheme, f"{login}{at}{address}", "", parts.query, ""))
            self._servers[address] = ServerClient(url, self.wait, timeout_s=POLL_TIMEOUT_S)
        return self._servers[address]

    def close(self) -> None:
        for one in self._servers.values():
            one.close()
        if self._cluster is not None:
            self._cluster.disconnect_connection_pools()

    def _ensure_connected(self) -> Any:
        if self._cluster is None:
            with self._connecting:
                if self._cluster is None:
                    self._cluster = self._connect()
        return self._cluster

    def _connect(self) -> Any:
        others = [urlsplit(url) for url in self._urls[1:]]
        return _RawCluster(
            url=self._urls[0],
            startup_nodes=[_node(parts.hostname, parts.port or 6379) for parts in others],
            require_full_coverage=False,  # matches whose servers are up are served while others are not
            retry=Retry(NoBackoff(), 0),
            protocol=2,
            socket_timeout=server.TIMEOUT_S,
            socket_connect_timeout=server.TIMEOUT_S,
        )


def _key_of(call: Sequence[Any]) -> str:
    return str(call[2] if call[0] == "XINFO" else call[1])
