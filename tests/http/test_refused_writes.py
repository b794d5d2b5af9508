"""Reading goes on while writes are refused: memory or disk full, a replica away, a server that is a replica itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from events.redis.client import open_client
from service.app import build_services, create_app
from service.config import Config
from tests.http.asking import coup, in_process
from tests.servers import Server, bundled_executable, free_port, system_executable, wait_until

EXECUTABLES = {"system": system_executable, "bundled": bundled_executable}


@pytest.fixture(params=EXECUTABLES)
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    server = Server(EXECUTABLES[request.param](), tmp_path, port=free_port())
    try:
        yield server.start()
    finally:
        server.kill()


def fill_memory(server: Server) -> None:
    with server.client() as client:
        client.config_set("maxmemory", "1")


def miss_a_replica(server: Server) -> None:
    with server.client() as client:
        client.config_set("min-replicas-to-write", "1")


def follow_another(server: Server) -> None:
    with server.client() as client:
        client.execute_command("REPLICAOF", "127.0.0.1", "1")


def fail_to_save(server: Server) -> None:
    """A folder in place of the file: saving fails as it does on a full disk, and the server then refuses writes."""
    (server.folder / "dump.rdb").mkdir()
    with server.client() as client:
        client.config_set("save", "3600 1")
        client.bgsave()
        wait_until(lambda: client.info("persistence")["rdb_last_bgsave_status"] == "err", "saving fails")


@pytest.mark.parametrize("refuse", [fill_memory, miss_a_replica, follow_another, fail_to_save])
def test_a_cold_and_a_warm_worker_serve_every_read(server, refuse):
    config = Config(limits="off")
    warm_services = build_services(open_client(server.url))
    warm = in_process(create_app(config, warm_services))
    match = coup(warm)
    for _ in range(8):
        assert match.move().status == 201
    warm_services.notary.key  # noqa: B018  # made once, when it is first asked for
    paths = [
        f"{match.path}{rest}" for rest in ("", "?at=9", "/choices", "/events", "/steps", "/steps/2", "/checkpoint")
    ]
    paths += [f"{match.path}/audit", f"{match.path}/export", "/v1/matches", "/v1/key"]
    with server.client() as client:  # so that a cold worker would like to write some
        assert client.delete(*[key for key in client.keys("*") if key.endswith(b":s")]) == 1
    refuse(server)
    cold_services = build_services(open_client(server.url))
    cold = in_process(create_app(config, cold_services))
    assert match.move().status == 503
    for ask in (cold, warm):
        for path in paths:
            assert ask("GET", path, match.tokens[0]).status == 200, path
