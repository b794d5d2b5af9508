"""What a store in Redis does when the server forgets, stops, dies or loses its voice."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from events.objects.folder import FolderObjects
from events.redis import server as redis_server
from events.redis.client import open_client
from events.redis.durability import durability
from events.redis.store import RedisStore, _append
from events.store import Appended, Key, Repeated, StoreUnavailable, Wait
from tests.contract.test_stores import (
    Writer,
    append,
    check,
    fact,
    facts,
    frontier_of,
    key,
    new_match,
    on_redis,
    run_all,
    three,
)
from tests.servers import Cluster, Server, bundled_executable, free_port, system_executable, wait_until

ALWAYS = ("--appendonly", "yes", "--appendfsync", "always")
AGES = {"system": system_executable, "bundled": bundled_executable}


@pytest.fixture(params=AGES)
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, which it may treat as it likes; what it acknowledges is on the disk."""
    server = Server(AGES[request.param](), tmp_path, *ALWAYS, port=free_port())
    try:
        yield server.start()
    finally:
        server.kill()


@pytest.fixture
def match() -> str:
    return new_match()


def until_served(call: Callable[[], Any], timeout_s: float = 10) -> Any:
    """What a patient caller does: the same call again, until the store answers."""
    deadline = time.monotonic() + timeout_s
    while True:
        try:
            return call()
        except StoreUnavailable:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def test_a_lost_script_is_sent_again(server, match):
    store = RedisStore(open_client(server.url))
    three(store, match)
    with server.client() as client:
        client.script_flush()
    assert append(store, match, 3, [fact(4)]) == Appended(4)
    assert append(store, match, 4, [fact(5)]) == Appended(5)


def test_a_lost_script_is_sent_again_to_each_node_of_a_cluster(redis_cluster):
    store = RedisStore(open_client(redis_cluster.url))
    matches = [new_match() for _ in range(12)]
    for match in matches:
        three(store, match)
    for node in redis_cluster.masters:
        with node.client() as client:
            client.script_flush()
    for match in matches:
        assert append(store, match, 3, [fact(4)]) == Appended(4)


def test_a_dead_server_is_unavailable_and_its_return_is_noticed(server, match):
    store = RedisStore(open_client(server.url))
    events = three(store, match)
    server.kill()
    for call in (lambda: append(store, match, 3, [fact(4)]), lambda: store.read(match), lambda: store.head(match)):
        with pytest.raises(StoreUnavailable):
            call()
    server.start()
    assert [one.stored for one in store.read(match)] == events
    assert append(store, match, 0, events, key=key()) == Repeated(b"done", is_same_body=True)
    assert append(store, match, 3, [fact(4)]) == Appended(4)


def test_what_was_acknowledged_survives_kill_9_under_load_and_counts_once(server, tmp_path):
    """The server dies twice while eight callers write; each goes on under the same key until it is answered."""
    kept = on_redis(server.url, server.client(), FolderObjects(tmp_path / "archive"))
    matches = [new_match() for _ in range(5)]
    writers = [Writer(kept.store, matches, seed, commands=60) for seed in range(8)]

    def die_twice() -> None:
        for done in (100, 300):
            wait_until(lambda done=done: sum(len(writer.acknowledged) for writer in writers) > done, "writing goes on")
            server.kill()
            server.start()

    run_all(writers, die_twice)
    assert sum(writer.outages for writer in writers) > 0, "the server died too late to disturb anybody"
    check(kept, [one for writer in writers for one in writer.acknowledged])


def test_a_small_match_survives_kill_9_and_goes_on(server, match):
    first = fact(1)
    opened = append(
        RedisStore(open_client(server.url)), match, 0, [first], frontier=frontier_of([first]), is_small=True
    )
    assert opened == Appended(1)
    server.kill()
    server.start()
    store = RedisStore(open_client(server.url))
    assert append(store, match, 1, [fact(2)]) == Appended(2)
    server.kill()
    server.start()
    assert [one.stored for one in RedisStore(open_client(server.url)).read(match)] == [first, fact(2)]


def test_a_restart_costs_one_failed_call_not_one_for_each_connection(server, match, monkeypatch):
    monkeypatch.setattr(redis_server, "IDLE_S", 60)
    store = RedisStore(open_client(server.url))
    three(store, match)
    client: Any = store._client
    held = [client._take() for _ in range(6)]
    client._free += [(connection, time.monotonic()) for connection in held]
    server.kill()
    server.start()
    with pytest.raises(StoreUnavailable):
        store.head(match)
    for _ in range(8):
        assert store.head(match).version == 3


def test_a_restart_while_nobody_called_costs_nothing(server, match, monkeypatch):
    monkeypatch.setattr(redis_server, "IDLE_S", 0.05)
    store = RedisStore(open_client(server.url))
    three(store, match)
    server.kill()
    server.start()
    time.sleep(0.06)
    assert store.head(match).version == 3
    assert append(store, match, 3, [fact(4)]) == Appended(4)


def test_connections_may_be_made_any_number_of_times(system_redis, match):
    """redis-py's own pool would stop at one hundred."""
    store = RedisStore(open_client(system_redis.url))
    three(store, match)
    for _ in range(120):
        store._client.close()
        assert store.head(match).version == 3


@pytest.mark.parametrize(
    ("setting", "value"), [("maxmemory", "1"), ("min-replicas-to-write", "1"), ("replicaof", "127.0.0.1 1")]
)
def test_a_server_that_answers_but_cannot_serve_is_unavailable(server, match, setting, value):
    store = RedisStore(open_client(server.url))
    events = three(store, match)
    with server.client() as client:
        if setting == "replicaof":
            client.execute_command("REPLICAOF", *value.split())
        else:
            client.config_set(setting, value)
        with pytest.raises(StoreUnavailable):
            append(store, match, 3, facts(4, 2), key=key("new"))
        if setting == "replicaof":
            client.execute_command("REPLICAOF", "NO", "ONE")
        else:
            client.config_set(setting, "0")
    assert [one.stored for one in store.read(match)] == events
    assert append(store, match, 3, facts(4, 2), key=key("new")) == Appended(5)


def test_a_server_that_hangs_is_unavailable_after_a_while(server, match, monkeypatch):
    monkeypatch.setattr(redis_server, "TIMEOUT_S", 0.2)
    store = RedisStore(open_client(server.url))
    three(store, match)
    with server.client() as client:
        client.execute_command("CLIENT", "PAUSE", 600)
    with pytest.raises(StoreUnavailable):
        append(store, match, 3, [fact(4)], key=key("new"))
    # The paused call may or may not be carried out later; under its key it counts once either way.
    until_served(lambda: append(store, match, 3, [fact(4)], key=key("new"), answer=b"four"))
    assert store.head(match).version == 4


def test_a_forked_child_has_connections_of_its_own(system_redis, match):
    store = RedisStore(open_client(system_redis.url))
    three(store, match)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        found = 0
        try:
            assert not store._client._free
            found = store.head(match).version
        finally:
            os.write(writing, b"%d" % found)
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        assert pipe.read() == b"3"
    os.waitpid(child, 0)
    assert store._client._free
    assert append(store, match, 3, [fact(4)]) == Appended(4)


UNDER_GEVENT = """
from gevent import monkey; monkey.patch_all()
import sys, gevent
from events.redis import server as redis_server
from events.redis.client import open_client
from events.redis.store import RedisStore
from events.store import Appended
from tests.contract.test_stores import append, fact, facts

redis_server.IDLE_S = 0  # check each connection before each use
store = RedisStore(open_client(sys.argv[1]))
def play(match):
    for version in range(20):
        assert append(store, match, version, [fact(version)]) == Appended(version + 1)
gevent.joinall([gevent.spawn(play, f"m-{n}") for n in range(40)], raise_error=True)
# A greenlet that is ended while it waits leaves no answer behind for the next one.
for delay_s in range(20):
    victim = gevent.spawn(append, store, "m-0", 0, facts(0, 3))
    gevent.sleep(delay_s / 20_000)
    victim.kill()
    assert [store.head(f"m-{n}").version for n in range(40)] == [20] * 40
print("fine")
"""


def test_greenlets_share_a_link_and_may_be_ended_at_any_time(server):
    ran = subprocess.run(
        [sys.executable, "-c", UNDER_GEVENT, server.url],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.stdout == "fine\n", ran.stderr


class Proxy:
    """A bad line to a server: it can lose the next request, or the next answer, and then it hangs up."""

    def __init__(self, port: int) -> None:
        self.port_behind = port
        self.loses: str | None = None
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                front, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(front,), daemon=True).start()

    def _serve(self, front: socket.socket) -> None:
        """Requests and answers take turns, and each of the test's fits into one piece."""
        with front, socket.create_connection(("127.0.0.1", self.port_behind)) as back:
            while request := front.recv(1 << 20):
                if self.loses == "request":
                    return
                back.sendall(request)
                answer = back.recv(1 << 20)
                if self.loses == "answer":
                    return
                front.sendall(answer)

    def close(self) -> None:
        self.socket.close()


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


@pytest.mark.parametrize("is_fresh", [True, False], ids=["new connection", "used connection"])
@pytest.mark.parametrize("loses", ["request", "answer"])
def test_a_command_in_doubt_is_sent_again_under_its_key_and_counts_once(proxy, match, loses, is_fresh):
    store = RedisStore(open_client(proxy.url))
    known = frontier_of(three(store, match))
    if is_fresh:
        store._client.close()

    def send() -> Any:
        return append(store, match, 3, facts(4, 2), known=known, key=key("new"), answer=b"five", feed=b"told")

    proxy.loses = loses
    with pytest.raises(StoreUnavailable):
        send()
    proxy.loses = None
    if loses == "answer":
        assert send() == Repeated(b"five", is_same_body=True)
        other = append(store, match, 3, [fact(6)], key=Key("seat:0", "new", b"x" * 16))
        assert other == Repeated(b"five", is_same_body=False)
    else:
        assert send() == Appended(5)
    assert send() == Repeated(b"five", is_same_body=True)
    assert [one.stored.public["number"] for one in store.read(match)] == [1, 2, 3, 4, 5]


def test_a_cluster_is_found_through_any_node_that_lives(redis_cluster, match):
    port = redis_cluster.masters[1].port
    store = RedisStore(open_client(f"redis://127.0.0.1:1,127.0.0.1:{port}?cluster=true"))
    three(store, match)
    link: Any = store._client
    assert {server.call("CLUSTER", "MYID") for server in link.servers()} == {
        open_client(node.url).call("CLUSTER", "MYID") for node in redis_cluster.masters
    }
    with pytest.raises(StoreUnavailable):
        RedisStore(open_client("redis://127.0.0.1:1,127.0.0.1:2?cluster=true")).head(match)


@pytest.mark.parametrize("wait", [None, Wait(replicas=0, timeout_ms=100)], ids=["plain", "waiting"])
def test_a_slot_that_moves_to_another_node_is_followed(redis_cluster, wait):
    client: Any = open_client(redis_cluster.url, wait)
    tag = "{" + f"moving {wait}" + "}"
    keys = [tag + name for name in ("e", "h", "feed", "matches", "s")]
    slot = client.call("CLUSTER", "KEYSLOT", keys[0])
    client.call("GET", keys[0])
    servers = {server.call("CLUSTER", "MYID"): server for server in client.servers()}
    source_id = next(name for name, server in servers.items() if owns(server, keys[0]))
    target_id = next(name for name in servers if name != source_id)
    source, target = servers[source_id], servers[target_id]
    target.call("CLUSTER", "SETSLOT", slot, "IMPORTING", source_id)
    source.call("CLUSTER", "SETSLOT", slot, "MIGRATING", target_id)
    # While a slot moves, its old owner sends calls for keys that it does not have on to the new one, call by call.
    assert client.call("SET", tag, "x") == b"OK"
    assert client.call("GET", tag) == b"x"
    # For several keys at once neither node answers until the move is over; nothing is written.
    arguments = ["m", 0, b"", b"", b"", b"", 1, b"event"]
    with pytest.raises(StoreUnavailable):
        client.run(_append, keys, arguments)
    for node in (target, source):
        node.call("CLUSTER", "SETSLOT", slot, "NODE", target_id)
    assert client.run(_append, keys, arguments) == [0, 1]
    assert target.call("XLEN", keys[0]) == 1


def owns(server: Any, key: str) -> bool:
    try:
        server.call("EXISTS", key)
    except redis.ResponseError:  # MOVED
        return False
    return True


def test_a_replica_that_takes_over_is_found(tmp_path):
    cluster = Cluster(system_executable(), tmp_path, has_replicas=True)
    try:
        cluster.start()
        store = RedisStore(open_client(cluster.url))
        matches = [new_match() for _ in range(10)]
        for match in matches:
            three(store, match)
        assert durability(store._client)["disk_loss"] == "what_replicas_received"
        wait_until(lambda: all(map(has_followed, cluster.masters)), "the replicas follow")
        cluster.masters[0].kill()
        versions = [until_served(lambda match=match: store.head(match).version, 15) for match in matches]
        assert versions == [3] * len(matches)
        for match in matches:
            again = until_served(lambda match=match: append(store, match, 3, [fact(4)], key=key("go"), answer=b"4"))
            assert again == Appended(4)
    finally:
        cluster.stop()


def has_followed(master: Server) -> bool:
    """Whether the replica has everything; a cluster acknowledges before that is so."""
    with master.client() as client:
        known: Any = client.info("replication")
        return known["connected_slaves"] == 1 and known["slave0"]["offset"] == known["master_repl_offset"]
