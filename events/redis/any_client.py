"""What the clients of one server and of a cluster share: the layout, scripts by digest, and a fork of the process."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from redis.exceptions import NoScriptError

from events.redis.keys import Layout
from events.redis.layout import read_layout
from events.redis.script import Script
from events.store import Wait

if TYPE_CHECKING:
    from events.redis.server import ServerClient


class AnyClient(ABC):
    is_cluster: bool

    def __init__(self, wait: Wait | None, partitions: int | None) -> None:
        self.wait = wait
        self._partitions = partitions
        self._layout: Layout | None = None
        self._start_empty()
        _clients.add(self)

    @property
    def layout(self) -> Layout:
        if self._layout is None:
            self._layout = read_layout(self, self._partitions)
        return self._layout

    def run(self, script: Script, keys: Sequence[str], args: Sequence[Any]) -> Any:
        rest = (len(keys), *keys, *args)
        try:
            return self._run(("EVALSHA", script.digest, *rest), keys[0], is_confirmed=script.is_confirmed)
        except NoScriptError:
            return self._run(("EVAL", script.text, *rest), keys[0], is_confirmed=script.is_confirmed)

    def forget_connections(self) -> None:
        """In a forked child: the connections belong to the parent."""
        self._start_empty()

    @abstractmethod
    def call(self, *args: Any) -> Any: ...

    @abstractmethod
    def call_confirmed(self, *args: Any) -> Any: ...

    @abstractmethod
    def call_many(self, calls: Sequence[Sequence[Any]]) -> list[Any]: ...

    @abstractmethod
    def servers(self) -> list[ServerClient]: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def _start_empty(self) -> None:
        """Without any connection."""

    @abstractmethod
    def _run(self, call: Sequence[Any], key: str, *, is_confirmed: bool) -> Any: ...


def _forget_connections() -> None:
    for client in list(_clients):
        client.forget_connections()


_clients: WeakSet[AnyClient] = WeakSet()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_connections)
