"""The one way to Redis, whether a single server or a cluster serves it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlsplit

from events.redis.cluster import ClusterClient
from events.redis.keys import Layout
from events.redis.script import Script
from events.redis.server import ServerClient
from events.store import Wait


class Client(Protocol):
    """Replies are those of the protocol, unchanged. All keys of one call must be in one slot.

    A call is sent once and never repeated: a caller that gets StoreUnavailable does not know whether it was applied,
    and tries again under the same idempotency key.
    """

    @property
    def wait(self) -> Wait | None: ...

    @property
    def is_cluster(self) -> bool: ...

    @property
    def layout(self) -> Layout:
        """The partitions of the store; asked of the store when they are first needed."""
        ...

    def call(self, *args: Any) -> Any: ...

    def call_confirmed(self, *args: Any) -> Any:
        """A write that somebody is told of: where replicas are waited for, they have it when this returns."""
        ...

    def call_many(self, calls: Sequence[Sequence[Any]]) -> list[Any]:
        """Independent reads, in one packet for each server. An exception in place of a reply says that it failed."""
        ...

    def run(self, script: Script, keys: Sequence[str], args: Sequence[Any]) -> Any: ...

    def servers(self) -> list[ServerClient]:
        """A client of each server that takes writes."""
        ...

    def close(self) -> None: ...


def open_client(url: str, wait: Wait | None = None, partitions: int | None = None) -> Client:
    """`redis://host:port/0`, `unix:///path.sock`, or `redis://host:port,host:port?cluster=true`.

    `partitions` is how many a new store gets, and how many an old one must have; None: as many as it has.
    """
    is_cluster = ("cluster", "true") in parse_qsl(urlsplit(url).query)
    return ClusterClient(url, wait, partitions) if is_cluster else ServerClient(url, wait, partitions=partitions)
