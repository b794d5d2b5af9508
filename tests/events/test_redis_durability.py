"""What is promised of an acknowledged command is what the server's settings say, and no more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from events.redis.client import open_client
from events.redis.durability import durability
from events.store import StoreUnavailable
from tests.servers import Server, bundled_executable, free_port, system_executable


@pytest.fixture(scope="module", params=[system_executable, bundled_executable], ids=["system", "bundled"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(request.param(), tmp_path_factory.mktemp("durability"), port=free_port())
    try:
        yield server.start()
    finally:
        server.kill()


@pytest.fixture(autouse=True)
def defaults(server: Server) -> None:
    set_all(server, appendonly="no", save="", maxmemory="0", **{"no-appendfsync-on-rewrite": "no"})


def set_all(server: Server, **settings: str) -> None:
    with server.client() as client:
        for name, value in settings.items():
            client.config_set(name, value)


@pytest.mark.parametrize(
    ("settings", "process_crash", "machine_crash"),
    [
        ({"appendonly": "yes", "appendfsync": "always"}, "all", "all"),
        ({"appendonly": "yes", "appendfsync": "everysec"}, "all_but_last_2_s", "all_but_last_2_s"),
        ({"appendonly": "yes", "appendfsync": "no"}, "all", "all_but_last_30_s"),
        (
            {"appendonly": "yes", "appendfsync": "always", "no-appendfsync-on-rewrite": "yes"},
            "all",
            "all_but_last_30_s",
        ),
        ({"appendonly": "no", "save": "3600 1"}, "since_last_snapshot", "since_last_snapshot"),
        ({"appendonly": "no", "save": ""}, "none", "none"),
    ],
)
def test_each_setting_has_its_promise(server, settings, process_crash, machine_crash):
    set_all(server, **settings)
    told = durability(open_client(server.url))
    assert (told["process_crash"], told["machine_crash"], told["disk_loss"]) == (process_crash, machine_crash, "none")
    assert told["settings"]["appendonly"] is (settings["appendonly"] == "yes")
    assert told["settings"]["servers"] == 1
    assert told["settings"]["cluster"] is False
    assert set(told["words"]) == {"process crash", "machine crash", "disk loss"}
    assert all(told["words"].values())


def test_a_server_that_does_not_tell_is_unknown(server):
    set_all(server, appendonly="yes", appendfsync="always")
    with server.client() as client:
        client.execute_command("ACL", "SETUSER", "curious", "on", ">pw", "~*", "+@all", "-config")
        client.execute_command("ACL", "SETUSER", "blind", "on", ">pw", "~*", "+@all", "-config", "-info")
    told = durability(open_client(f"redis://curious:pw@127.0.0.1:{server.port}"))
    assert (told["process_crash"], told["machine_crash"], told["disk_loss"]) == ("unknown", "unknown", "none")
    assert told["settings"]["appendonly"] is True
    assert told["settings"]["appendfsync"] is None
    told = durability(open_client(f"redis://blind:pw@127.0.0.1:{server.port}"))
    assert {told["process_crash"], told["machine_crash"], told["disk_loss"]} == {"unknown"}
    assert told["settings"]["appendonly"] is None
    assert told["settings"]["replicas"] is None


def test_what_could_go_wrong_is_said(server):
    assert durability(open_client(server.url))["warnings"] == []
    set_all(server, maxmemory="1gb", appendonly="yes", **{"maxmemory-policy": "allkeys-lru"})
    with server.client() as client:
        client.execute_command("REPLICAOF", "127.0.0.1", "1")
        told = durability(open_client(server.url))
        client.execute_command("REPLICAOF", "NO", "ONE")
        client.config_set("maxmemory-policy", "noeviction")
    assert [risk.partition(":")[0] for risk in told["risks"]] == [
        "the server may throw data away when its memory is full"
    ]
    assert told["alarms"] == ["the server is a replica: writes stand still"]


def test_full_memory_is_said(server):
    with server.client() as client:
        for limit, expected in (("1", "is full: writes stand still"), ("1gb", None)):
            client.config_set("maxmemory", limit)
            alarms = durability(open_client(server.url))["alarms"]
            assert [expected in alarm for alarm in alarms] == ([True] if expected else [])


def test_a_cut_that_may_come_back_is_warned_of_until_the_file_is_written_anew(tmp_path):
    server = Server(system_executable(), tmp_path, "--appendonly", "yes", "--appendfsync", "always").start()
    try:
        (warning,) = durability(open_client(server.url))["warnings"]
        assert "BGREWRITEAOF" in warning
        set_all(server, **{"aof-load-truncated": "no"})
        assert durability(open_client(server.url))["warnings"] == []
    finally:
        server.kill()


def test_of_a_cluster_the_weakest_server_counts(redis_cluster):
    with redis_cluster.masters[1].client() as client:
        told = durability(open_client(redis_cluster.url))
        assert told["settings"]["servers"] == 3
        assert told["settings"]["cluster"] is True
        assert told["settings"]["appendonly"] is False
        assert told["machine_crash"] == "none"
        client.config_set("appendonly", "yes")
        client.config_set("appendfsync", "always")
        mixed = durability(open_client(redis_cluster.url))
        client.config_set("appendonly", "no")
    assert sorted(mixed["settings"]["appendonly"]) == [False, False, True]
    assert mixed["machine_crash"] == "none"


def test_without_a_server_nothing_is_promised():
    with pytest.raises(StoreUnavailable):
        durability(open_client("redis://127.0.0.1:1"))
