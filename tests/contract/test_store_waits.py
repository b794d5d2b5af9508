"""Waiting for replicas: what is acknowledged is on another server by then, and what is not there is not acknowledged.

The same script, one round trip; a failover then loses nothing that anybody was told of.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest
import redis

from events.redis.client import open_client
from events.redis.durability import durability
from events.redis.people import RedisPeople
from events.redis.server import ServerClient
from events.redis.store import RedisStore
from events.store import Append, Appended, Behind, Repeated, StoreUnavailable, Wait
from service.app import build_services, create_app
from service.config import BadSetting, Config, read_config
from tests.contract.test_stores import append, fact, facts, key, new_match
from tests.http.asking import coup, in_process, problem
from tests.servers import Server, bundled_executable, free_port, system_executable, wait_until

AGES = {"system": system_executable, "bundled": bundled_executable}
PATIENT = Wait(replicas=1, timeout_ms=4000)  # where the replica hears, however busy the machine is
HASTY = Wait(replicas=1, timeout_ms=100)  # where it does not


class Pair:
    """A server and its replica, which can be made deaf for a while."""

    def __init__(self, master: Server, replica: Server) -> None:
        self.master, self.replica = master, replica

    def follow(self) -> None:
        with self.replica.client() as client:
            client.execute_command("REPLICAOF", "127.0.0.1", self.master.port)
        wait_until(self._is_following, "the replica follows")

    def deafen(self) -> None:
        assert self.replica.process is not None
        self.replica.process.send_signal(signal.SIGSTOP)

    def hear(self) -> None:
        assert self.replica.process is not None
        self.replica.process.send_signal(signal.SIGCONT)

    def _is_following(self) -> bool:
        with self.master.client() as client:
            known: Any = client.info("replication")
        return bool(known["connected_slaves"] == 1 and known["slave0"]["state"] == "online")


@pytest.fixture(scope="module", params=AGES)
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    executable = AGES[request.param]()
    options = ("--repl-diskless-sync-delay", "0", "--repl-timeout", "3600")
    servers = [
        Server(executable, tmp_path_factory.mktemp(name), *options, port=free_port()) for name in ("master", "replica")
    ]
    try:
        pair = Pair(servers[0].start(), servers[1].start())
        pair.follow()
        yield pair
    finally:
        for server in servers:
            server.kill()


@pytest.fixture
def pair(both: Pair) -> Iterator[Pair]:
    yield both
    both.hear()


@pytest.fixture
def store(pair: Pair) -> RedisStore:
    return RedisStore(open_client(pair.master.url, PATIENT))


@pytest.fixture
def hasty(pair: Pair) -> RedisStore:
    return RedisStore(open_client(pair.master.url, HASTY))


def until_confirmed(call: Any) -> Any:
    """The answer, as soon as the replica hears again."""
    found: list[Any] = []

    def answers() -> bool:
        try:
            found.append(call())
        except StoreUnavailable:
            return False
        return True

    wait_until(answers, "the replica has it")
    return found[0]


def test_what_is_acknowledged_is_on_the_replica(pair, store):
    match = new_match()
    assert append(store, match, 0, facts(1, 3), key=key(), answer=b"ok") == Appended(3)
    assert [one.version for one in RedisStore(ServerClient(pair.replica.url)).read(match)] == [1, 2, 3]


def test_what_no_replica_has_is_not_acknowledged_and_the_retry_is_once_it_has(pair, store, hasty):
    match = new_match()
    append(store, match, 0, facts(1, 3))
    pair.deafen()
    with pytest.raises(StoreUnavailable, match="0 of 1 replicas"):
        append(hasty, match, 3, [fact(4)], key=key(), answer=b"four")
    # It is there, and a retry finds it; but nobody may be told as long as only one server has it, whoever asks.
    others = RedisStore(open_client(pair.master.url, HASTY))
    for asked in (hasty, others):
        with pytest.raises(StoreUnavailable):
            append(asked, match, 3, [fact(4)], key=key(), answer=b"four")
        with pytest.raises(StoreUnavailable):
            append(asked, match, 3)
    pair.hear()
    again = until_confirmed(lambda: append(others, match, 3, [fact(4)], key=key(), answer=b"four"))
    assert again == Repeated(b"four", is_same_body=True)
    assert store.head(match).version == 4, "once"
    behind = until_confirmed(lambda: append(store, match, 3))
    assert isinstance(behind, Behind)
    assert len(behind.events) == 1


def test_a_replica_whose_memory_is_full_follows_all_the_same(pair, store):
    """A replica does not apply its own bound, and refuses nothing that its master has accepted."""
    with pair.replica.client() as client:
        client.config_set("maxmemory", 1)
    match = new_match()
    assert append(store, match, 0, facts(1, 3)) == Appended(3)
    assert [one.version for one in RedisStore(ServerClient(pair.replica.url)).read(match)] == [1, 2, 3]
    with pair.replica.client() as client:
        client.config_set("maxmemory", 0)


def test_a_replica_that_comes_back_empty_copies_everything_again(pair, store, hasty):
    match = new_match()
    append(store, match, 0, facts(1, 3))
    pair.replica.kill()
    with pytest.raises(StoreUnavailable):
        append(hasty, match, 3, [fact(4)], key=key(), answer=b"four")
    pair.replica.start()  # it keeps nothing on disk
    pair.follow()
    again = until_confirmed(lambda: append(store, match, 3, [fact(4)], key=key(), answer=b"four"))
    assert again == Repeated(b"four", is_same_body=True)
    assert [one.version for one in RedisStore(ServerClient(pair.replica.url)).read(match)] == [1, 2, 3, 4]


def test_it_is_still_one_round_trip(pair, store, monkeypatch):
    match = new_match()
    append(store, match, 0, facts(1, 3))
    base = store.head(match)
    sent: list[list[bytes]] = []
    real = redis.Connection.send_packed_command
    monkeypatch.setattr(
        redis.Connection,
        "send_packed_command",
        lambda self, packed, **kwargs: sent.append(packed) or real(self, packed, **kwargs),
    )
    store.append(Append(match, base, [fact(4)]))
    assert len(sent) == 1
    assert sent[0][-1].endswith(b"$4\r\nWAIT\r\n$1\r\n1\r\n$4\r\n4000\r\n")


def test_an_unconfirmed_command_is_answered_503_and_its_retry_201(pair):
    patient, hasty = (build_services(open_client(pair.master.url, wait)) for wait in (PATIENT, HASTY))
    match = coup(in_process(create_app(Config(), patient)))
    command = match.income()
    match = match._replace(ask=in_process(create_app(Config(), hasty)))
    pair.deafen()
    refused = match.send(0, command, key="k")
    problem(refused, "store-unavailable")
    assert refused.headers["Retry-After"] == "1"
    problem(match.send(0, command, key="k"), "store-unavailable")
    pair.hear()
    replies = []
    wait_until(lambda: replies.append(match.send(0, command, key="k")) or replies[-1].status == 201, "it is confirmed")
    wait_until(lambda: replies.append(match.send(0, command, key="k")) or replies[-1].status == 201, "and again")
    assert replies[-1].body == next(reply.body for reply in replies if reply.status == 201)
    assert match.seen()["step"] == 1


def test_a_token_is_confirmed_before_it_is_shown(pair):
    RedisPeople(open_client(pair.master.url, PATIENT)).add("p-1", "Ana", "player", b"\x01")
    assert RedisPeople(ServerClient(pair.replica.url)).by_id("p-1") is not None
    pair.deafen()
    with pytest.raises(StoreUnavailable):
        RedisPeople(open_client(pair.master.url, HASTY)).add("p-2", "Ben", "player", b"\x02")


def test_a_connection_is_as_good_as_before_when_replicas_are_missing(pair, hasty):
    """Every reply of the packet is read, so the next call does not get the answer of the last one."""
    pair.deafen()
    for _ in range(10):
        match = new_match()
        with pytest.raises(StoreUnavailable):
            append(hasty, match, 0, facts(1, 3))
        if hasty.head(match).version == 3:
            break  # on a busy machine the call may fail before the server has written anything
    assert hasty.head(match).version == 3
    assert len(hasty.read(match)) == 3


def test_the_promise_is_said(pair):
    told = durability(open_client(pair.master.url, PATIENT))
    assert told["disk_loss"] == "all"
    assert told["settings"]["waits_for_replicas"] == 1
    assert not any("failover" in warning for warning in told["warnings"])
    told = durability(open_client(pair.master.url))
    assert told["disk_loss"] == "what_replicas_received"
    assert told["settings"]["waits_for_replicas"] == 0


def test_the_setting():
    url = {"MATCHLEDGER_REDIS_URL": "redis://127.0.0.1:6379"}
    assert read_config({**url, "MATCHLEDGER_REDIS_WAIT": "2,500"}).redis_wait == Wait(2, 500)
    assert read_config(url).redis_wait is None
    for wrong in ("1", "1,", "0,500", "1,5000", "one,500", "1,500,2", "-1,500"):
        with pytest.raises(BadSetting, match="MATCHLEDGER_REDIS_WAIT"):
            read_config({**url, "MATCHLEDGER_REDIS_WAIT": wrong})
    with pytest.raises(BadSetting, match="has no replicas"):
        read_config({"MATCHLEDGER_REDIS_WAIT": "1,500"})
