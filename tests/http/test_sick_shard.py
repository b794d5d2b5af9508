"""One server of a cluster is gone or stands still: matches on the others are played, listed, timed and watched."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator

import pytest
from redis.crc import key_slot

from events.redis.client import open_client
from events.redis.deadlines import RedisDeadlines
from events.redis.feed import RedisFeed
from events.redis.feed_tail import FeedTail
from events.store import StoreUnavailable
from service.app import build_services, create_app
from service.config import Config
from service.processes.clock import Clock
from service.processes.projector import Projector
from tests.faults.long import LONG
from tests.http.asking import Coup, coup, in_process
from tests.keys import PARTITIONS, feed_key, partition_of
from tests.servers import SLOTS, Cluster, Server, system_executable

SICK = 1  # the master that fails: not that of the lists, and not the one that is named in the URL


@pytest.fixture
def cluster(tmp_path_factory) -> Iterator[Cluster]:
    made = Cluster(system_executable(), tmp_path_factory.mktemp("cluster")).start()
    for node in made.nodes:
        with node.client() as client:
            client.config_set("cluster-require-full-coverage", "no")
    yield made
    for node in made.nodes:
        if node.process is not None:
            node.process.send_signal(signal.SIGCONT)
    made.stop()


def master_of(key: str) -> int:
    return min(2, key_slot(key.encode()) * 3 // SLOTS)


def match_on(ask, is_sick: bool) -> Coup:
    while True:
        match = coup(ask, reaction_timeout_s=1)
        if (master_of(feed_key(partition_of(match.match))) == SICK) == is_sick:
            return match


def declare(match: Coup) -> None:
    seat = match.to_act()
    action = next(one for one in match.choices(seat) if one["params"]["action"]["one_of"] == ["local_businessmen"])
    params = {key: domain["one_of"][0] for key, domain in action["params"].items()}
    assert match.send(seat, {"type": "declare_action", "params": params}).status == 201


def turn(loop) -> None:
    try:
        loop()
    except StoreUnavailable:
        time.sleep(0.05)


def refuse_writes(node: Server, setting: str) -> None:
    with node.client() as client:
        client.config_set(setting, 1)


@pytest.mark.parametrize(
    "setting", [pytest.param("min-replicas-to-write", id="disk"), pytest.param("maxmemory", id="memory")]
)
def test_a_server_that_is_full_stops_the_writes_of_its_own_matches_alone(cluster, setting):
    """As a server does whose disk or memory is full: it refuses writes and answers reads."""
    link = open_client(cluster.url)
    ask = in_process(create_app(Config(limits="off"), build_services(link)))
    sick, well = match_on(ask, True), match_on(ask, False)
    refuse_writes(cluster.masters[SICK], setting)
    assert sick.move().status == 503
    assert sick.seen()["status"] == "running"
    assert well.move().status == 201
    with cluster.masters[SICK].client() as client:
        client.config_set(setting, 0)
    assert sick.move().status == 201
    link.close()


def test_a_server_that_comes_back_empty_has_lost_its_own_matches_alone(cluster):
    link = open_client(cluster.url)
    services = build_services(link)
    ask = in_process(create_app(Config(limits="off"), services))
    sick, well = match_on(ask, True), match_on(ask, False)
    with cluster.masters[SICK].client() as client:
        client.flushall()
    assert ask("GET", sick.path).status == 404, "also by a worker that remembers it"
    assert sick.send(0, {"type": "pass", "params": {"decision_id": 0}}).status == 404
    assert well.move().status == 201
    assert services.tables.losses == 1
    link.close()


@pytest.mark.parametrize("fault", ["killed", pytest.param("paused", marks=LONG)])
def test_the_matches_of_the_other_servers_go_on(cluster, fault):
    assert master_of("{lists}") != SICK
    link = open_client(cluster.url)
    services = build_services(link)
    ask = in_process(create_app(Config(limits="off"), services))
    sick, well = match_on(ask, True), match_on(ask, False)
    projector = Projector(services, RedisFeed(link, "listing", "test"), RedisDeadlines(link))
    projector.start()
    clock, tail = Clock(services, RedisDeadlines(link)), FeedTail(link, range(PARTITIONS))
    node = cluster.masters[SICK]
    if fault == "killed":
        node.kill()
    else:
        node.process.send_signal(signal.SIGSTOP)
    declare(well)
    before = well.seen()
    began = time.monotonic()
    seen, struck_s = set(), None
    while time.monotonic() - began < 12 and (struck_s is None or well.match not in seen):
        turn(projector.run_once)
        turn(clock.run_once)
        seen |= tail.changed(10).matches
        if well.seen()["step"] > before["step"]:
            struck_s = struck_s or time.monotonic() - began
        time.sleep(0.05)
    assert well.match in seen
    assert struck_s is not None
    assert 1 <= struck_s < 6, "a second to react, and the polls of the sick server"
    assert projector.failing
    assert clock.failing
    assert tail.failed
    listed = ask("GET", "/v1/matches?status=running").json["matches"]
    assert well.match in [one["id"] for one in listed]
    assert sick.send(0, {"type": "pass", "params": {"decision_id": 0}}).status == 503
    warnings = ask("GET", "/readyz").json["warnings"]
    assert any("does not answer" in one for one in warnings), warnings
    link.close()
