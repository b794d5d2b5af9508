"""Many viewers of one match in one worker: events are read once for all, over a bounded number of connections."""

from __future__ import annotations

import threading
from contextlib import closing
from typing import Any

import pytest

from events.redis import server as redis_server
from events.redis.client import open_client
from events.redis.store import RedisStore
from events.store import StoreUnavailable, Wait
from service.web.live import Live
from tests.http.asking import coup, in_process
from tests.servers import wait_until

pytestmark = pytest.mark.timeout(30)  # what never comes is not waited for

VIEWERS = 200


def connections(link: Any) -> int:
    return len(link.call("CLIENT", "LIST").splitlines())


class Viewer(threading.Thread):
    """Reads as the route of live events does."""

    def __init__(self, live: Live, match: str) -> None:
        super().__init__(daemon=True)
        self.live, self.match = live, match
        self.seen: list[int] = []
        self.is_stopped = False

    def run(self) -> None:
        with closing(self.live.subscribe(self.match)) as subscription:
            while not self.is_stopped:
                found = subscription.read(len(self.seen), 100).events
                self.seen += [recorded.version for recorded in found]
                if not found:
                    subscription.wait(0.5)


def test_200_viewers_read_once_and_share_few_connections(link, new_app, monkeypatch):
    app = new_app()
    match = coup(in_process(app))
    services = app.extensions["matchledger"]
    start = services.tables.current(match.match).version
    before = connections(link)
    viewers = [Viewer(services.live, match.match) for _ in range(VIEWERS)]
    reads: list[Any] = []
    real = RedisStore.read
    monkeypatch.setattr(RedisStore, "read", lambda self, *args: reads.append(args) or real(self, *args))
    for viewer in viewers:
        viewer.start()
    try:
        wait_until(lambda: all(len(viewer.seen) == start for viewer in viewers), "everybody is up to date")
        for _ in range(5):
            reads.clear()
            assert match.move().status == 201
            last = services.tables.recent(match.match).version
            wait_until(lambda last=last: all(len(viewer.seen) == last for viewer in viewers), "everybody has seen it")
            # One read of the new events, and perhaps another if they came while somebody read.
            assert len([args for args in reads if args[0] == match.match]) <= 2
        assert connections(link) - before <= 12
    finally:
        for viewer in viewers:
            viewer.is_stopped = True
        for viewer in viewers:
            viewer.join(10)
    assert all(viewer.seen == list(range(1, last + 1)) for viewer in viewers)
    assert services.live._topics == {}


def test_the_connections_of_a_worker_are_bounded(system_redis, link, monkeypatch):
    monkeypatch.setattr(redis_server, "CONNECTIONS_MAX", 5)
    client: Any = open_client(system_redis.url)
    before = connections(link)
    most: list[int] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            for _ in range(20):
                assert client.call("ECHO", "x") == b"x"
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=call) for _ in range(60)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        most.append(connections(link) - before)
    assert errors == []
    assert 0 < max(most) <= 5
    client.close()


def test_who_waits_for_replicas_leaves_connections_to_the_others(system_redis, monkeypatch):
    monkeypatch.setattr(redis_server, "CONNECTIONS_MAX", 3)
    monkeypatch.setattr(redis_server, "CONFIRMED_MAX", 2)
    client: Any = open_client(system_redis.url, Wait(replicas=1, timeout_ms=1500))
    refused: list[str] = []

    def write(number: int) -> None:
        try:
            client.call_confirmed("SET", f"waits:{number}", "x")
        except StoreUnavailable as error:
            refused.append(str(error))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(20):
        assert client.call("ECHO", "x") == b"x"
    assert refused == [], "they were all still waiting"
    for thread in threads:
        thread.join()
    assert len(refused) == 4
    client.close()


def test_a_call_gives_up_when_no_connection_becomes_free(system_redis, link, monkeypatch):
    monkeypatch.setattr(redis_server, "CONNECTIONS_MAX", 1)
    client: Any = open_client(system_redis.url)
    monkeypatch.setattr(redis_server, "TIMEOUT_S", 0.1)
    blocked = threading.Thread(target=lambda: client.call("BLPOP", "nothing:here", 1))
    blocked.start()
    wait_until(lambda: b"cmd=blpop" in link.call("CLIENT", "LIST"), "the connection is in use")
    with pytest.raises(StoreUnavailable, match="in use"):
        client.call("ECHO", "x")
    blocked.join()
    assert client.call("ECHO", "x") == b"x"
