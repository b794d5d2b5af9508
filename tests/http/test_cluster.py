"""On a Redis Cluster of three masters and three replicas: play on all partitions, lose a master, play on."""

from __future__ import annotations

import json
import random
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from events.redis.client import Client, open_client
from events.store import StoreUnavailable, Wait
from service.app import build_services, create_app
from service.config import Config
from service.web.http import Services
from tests.faults.long import LONG
from tests.http.asking import Ask, Coup, in_process
from tests.keys import PARTITIONS, keys_of, partition_of
from tests.kill_soak import refusal_in
from tests.ledger_checker import UNKNOWN, Exchange, Kept, check
from tests.servers import Cluster, Server, system_executable, wait_until

pytestmark = pytest.mark.xdist_group("cluster")
WAIT = Wait(replicas=1, timeout_ms=4000)
FAILOVER_S = 60.0
WRITERS = 4
STEPS_BEFORE, STEPS_AFTER = 6, 12  # incomes in each match; with many more, Coup forces another action


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(system_executable(), tmp_path, has_replicas=True)
    try:
        yield made.start()
    finally:
        made.stop()


def app_on(link: Client) -> tuple[Ask, Services]:
    services = build_services(link)
    return in_process(create_app(Config(), services)), services


def on_every_partition(ask: Ask) -> list[Coup]:
    """A running match in each partition."""
    tokens = [ask.client.player(f"Player {seat}") for seat in range(2)]
    found: dict[int, str] = {}
    body = {"game": "coup", "seats": 2, "options": {"first_seat": 0}}
    while len(found) < PARTITIONS:
        match = ask("POST", "/v1/matches", tokens[0], body).json["id"]
        found.setdefault(partition_of(match), match)
    for match in found.values():
        for token in tokens:
            assert ask("POST", f"/v1/matches/{match}/seats", token, {}).status == 201
        assert ask("POST", f"/v1/matches/{match}/start", tokens[0], {}).status == 200
    return [Coup(ask, match, tokens) for match in found.values()]


class Writer(threading.Thread):
    """Plays incomes in its matches, one after the other, each under its key until it is answered."""

    def __init__(self, matches: list[Coup], seed: int) -> None:
        super().__init__()
        self.matches, self.rng = matches, random.Random(seed)
        self.exchanges: list[Exchange] = []
        self.accepted = 0
        self.steps_max = STEPS_BEFORE
        self.stopping = threading.Event()
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            number = 0
            while not self.stopping.is_set():
                number += 1
                self._move(self.rng.choice(self.matches), f"k{number}")
        except BaseException as failure:
            self.failure = failure

    def _move(self, match: Coup, key: str) -> None:
        try:
            seen = match.seen()
        except StoreUnavailable:
            return
        if seen.get("status") != "running" or seen["step"] >= self.steps_max:
            time.sleep(0.02)
            return
        seat, decision = seen["to_act"][0], seen["state"]["decision"]["id"]
        command = {"type": "declare_action", "params": {"decision_id": decision, "action": "usa"}}
        until = time.monotonic() + FAILOVER_S
        while time.monotonic() < until:
            sent = time.monotonic_ns()
            reply = match.send(seat, command, key=key)
            self.exchanges.append(
                Exchange(
                    match=match.match,
                    actor=f"seat:{seat}",
                    method="POST",
                    path=f"{match.path}/commands",
                    body=json.dumps(command),
                    key=key,
                    sent=sent,
                    answered=time.monotonic_ns(),
                    status=reply.status,
                    answer=reply.body.decode(),
                    etag=reply.headers.get("ETag", ""),
                )
            )
            if reply.status not in UNKNOWN:
                self.accepted += reply.status == 201
                return
            time.sleep(0.05)
        raise TimeoutError("the cluster does not recover")


def kept_in(cluster: Cluster, matches: list[Coup]) -> dict[str, Kept]:
    """What the nodes that are left hold, read with plain redis-py."""
    living = next(node for node in cluster.nodes if node.process is not None)
    client: Any = redis.RedisCluster(host="127.0.0.1", port=living.port, protocol=2)
    kept = {}
    for match in matches:
        stream, head, _, refused, *_ = keys_of(match.match)
        entries = [fields[b"e"] for _, fields in client.xrange(stream)]
        known = client.hgetall(head)
        journal = [refusal_in(line) for line in client.lrange(refused, 0, -1)]
        kept[match.match] = Kept(entries, int(known[b"v"]), known[b"f"], journal)
    client.close()
    return kept


@pytest.mark.parametrize("fault", ["killed", pytest.param("paused", marks=LONG), pytest.param("emptied", marks=LONG)])
def test_a_master_dies_right_after_acknowledging_and_nothing_is_lost(cluster, fault):
    """With WAIT: whatever anybody was told is there after the failover, on every partition, and play goes on.

    A master that only stood still comes back, as after a cut of the network, and must not be believed any more.
    """
    ask, services = app_on(open_client(cluster.url, WAIT))
    matches = on_every_partition(ask)
    writers = [Writer(matches[number::WRITERS], number) for number in range(WRITERS)]
    for writer in writers:
        writer.start()

    def accepted() -> int:
        return sum(writer.accepted for writer in writers)

    try:
        wait_until(lambda: accepted() > PARTITIONS, "play is under way", FAILOVER_S)
        fail(cluster.masters[1], fault)
        wait_until(lambda: _is_master(cluster.replicas[1]), "the replica takes over", FAILOVER_S)
        # It has no replica yet, so it acknowledges nothing: not before the dead one comes back and follows.
        come_back(cluster.masters[1], fault)
        wait_until(lambda: _has_followed(cluster.replicas[1]), "the dead one comes back as a replica", FAILOVER_S)
        for writer in writers:
            writer.steps_max = STEPS_AFTER
        wait_until(lambda: _have_played_on(matches), "play goes on everywhere", FAILOVER_S)
    finally:
        for writer in writers:
            writer.stopping.set()
        for writer in writers:
            writer.join(FAILOVER_S)
    assert [writer.failure for writer in writers if writer.failure] == []
    exchanges = [one for writer in writers for one in writer.exchanges]
    assert check(exchanges, kept_in(cluster, matches)) == []
    for match in matches:  # and a new worker finds every partition in good order
        until_answered(lambda match=match: match.seen()["status"] == "running")
    assert services.tables.losses == 0
    services.live.close()


def fail(master: Server, fault: str) -> None:
    if fault == "paused":
        assert master.process is not None
        master.process.send_signal(signal.SIGSTOP)
    else:
        master.kill()


def come_back(master: Server, fault: str) -> None:
    if fault == "paused":
        assert master.process is not None
        master.process.send_signal(signal.SIGCONT)
        return
    if fault == "emptied":
        for path in [*master.folder.glob("*.rdb"), *master.folder.glob("appendonly*")]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    master.start()


def _have_played_on(matches: list[Coup]) -> bool:
    return all(match.seen().get("step", 0) > STEPS_BEFORE for match in matches)


def _is_master(node: Server) -> bool:
    with node.client() as client:
        known: Any = client.info("replication")
    return bool(known["role"] == "master")


def until_answered(is_so: Any) -> None:
    def answered() -> bool:
        try:
            return bool(is_so())
        except (StoreUnavailable, KeyError):
            return False

    wait_until(answered, "the cluster answers", FAILOVER_S)


def cut_off(master: Server, replica: Server) -> None:
    """The replica no longer hears its master, though the cluster sees both."""
    with replica.client() as client:
        client.config_set("masterauth", "wrong")
    with master.client() as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "replica")
    wait_until(lambda: _replicas(master) == 0, "the replica is cut off")


def _replicas(master: Server) -> int:
    with master.client() as client:
        known: Any = client.info("replication")
    return int(known["connected_slaves"])


def test_what_is_lost_without_waiting_is_never_acknowledged_with_it(cluster):
    """A master dies whose replica was cut off: what it acknowledged meanwhile is gone. With WAIT, that is nothing."""
    plain, first = app_on(open_client(cluster.url))
    careful, second = app_on(open_client(cluster.url, Wait(replicas=1, timeout_ms=100)))
    tokens = [plain.client.player(f"Player {seat}") for seat in range(2)]
    match = _a_match_on(cluster, cluster.masters[0], plain, tokens)
    wait_until(lambda: _has_followed(cluster.masters[0]), "the replica has it all")
    cut_off(cluster.masters[0], cluster.replicas[0])
    with_wait = match._replace(ask=careful)
    assert with_wait.send(0, match.income(), key="careful").status == 503
    assert match.move(key="plain").status == 201, "acknowledged, though one server alone has it"
    version = match.seen()["version"]
    cluster.masters[0].kill()
    until_answered(lambda: match.seen()["version"] < version)
    assert first.tables.losses > 0, "and the loss is noticed"
    first.live.close()
    second.live.close()


def _a_match_on(cluster: Cluster, master: Server, ask: Ask, tokens: list[str]) -> Coup:
    body = {"game": "coup", "seats": 2, "options": {"first_seat": 0}}
    while True:
        match = Coup(ask, ask("POST", "/v1/matches", tokens[0], body).json["id"], tokens)
        with master.client() as client:
            try:
                is_here = bool(client.exists(keys_of(match.match)[0]))
            except redis.ResponseError:  # MOVED: it lies elsewhere
                is_here = False
        if is_here:
            break
    for token in tokens:
        assert ask("POST", f"{match.path}/seats", token, {}).status == 201
    assert ask("POST", f"{match.path}/start", tokens[0], {}).status == 200
    return match


def _has_followed(master: Server) -> bool:
    with master.client() as client:
        known: Any = client.info("replication")
    return bool(known["connected_slaves"] == 1 and known["slave0"]["offset"] == known["master_repl_offset"])
