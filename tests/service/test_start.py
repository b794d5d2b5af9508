"""What an operator is told before and while the service starts: the port, the store, the settings; never a password."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from events.redis.client import open_client
from events.redis.durability import _Server, durability
from events.store import StoreRefused
from service import config, store_check
from service.app import build_services, create_app
from service.tools import doctor
from tests.http.asking import in_process
from tests.servers import Server, free_port, system_executable

ROOT = Path(__file__).parents[2]
PASSWORD = "correct-horse-battery"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MATCHLEDGER_")}
    return subprocess.run(
        [sys.executable, "-m", "service.cli", *words],
        cwd=ROOT,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        timeout=20,
    )


@pytest.fixture(scope="module")
def locked(tmp_path_factory):
    """A server with a password that keeps nothing and may discard data."""
    options = ("--requirepass", PASSWORD, "--maxmemory", "1gb", "--maxmemory-policy", "allkeys-lru")
    server = Server(system_executable(), tmp_path_factory.mktemp("locked"), *options, port=free_port())
    server.url = f"redis://:{PASSWORD}@127.0.0.1:{server.port}"
    try:
        yield server.start()
    finally:
        server.kill()


def test_the_version_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert run("--version").stdout == f"matchledger {project['version']}\n"


def test_a_port_in_use_is_one_line(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run("serve", "--port", str(port), "--data", str(tmp_path / "data"))
    assert done.returncode == 1
    assert done.stderr == (
        f"matchledger: port {port} of 127.0.0.1 is in use by another program; choose another with --port\n"
    )
    assert done.stdout == ""
    assert not (tmp_path / "data").exists(), "nothing was started"


@pytest.mark.parametrize(("words", "name"), [(("--port", "many"), "PORT"), (("--port", "70000"), "PORT")])
def test_an_argument_is_checked_as_its_variable_is(words, name):
    done = run("serve", *words)
    assert (done.returncode, done.stderr.split()[1]) == (2, f"MATCHLEDGER_{name}")


def test_a_wrong_password_is_one_line_without_the_password(locked):
    for url in (f"redis://:wrong-{PASSWORD}@127.0.0.1:{locked.port}", f"redis://127.0.0.1:{locked.port}"):
        done = run("serve", "--port", str(free_port()), MATCHLEDGER_REDIS_URL=url)
        assert done.returncode == 1
        assert done.stderr.startswith("matchledger: Redis refuses the user or the password of MATCHLEDGER_REDIS_URL")
        assert done.stderr.count("\n") == 1
        assert PASSWORD not in done.stdout + done.stderr
        with pytest.raises(StoreRefused):
            open_client(url).call("PING")


def test_readyz_tells_a_refused_login(locked):
    services = build_services(open_client(f"redis://:wrong@127.0.0.1:{locked.port}"))
    reply = in_process(create_app(config.Config(limits="off"), services))("GET", "/readyz")
    services.live.close()
    assert (reply.status, reply.json["type"]) == (503, "/problems/store-unavailable")
    assert reply.json["detail"] == "The store refuses the service's login."


def test_a_store_that_keeps_nothing_is_told_at_start_in_readyz_and_by_doctor(locked, capsys, caplog):
    settings = config.Config(redis_url=locked.url, limits="off")
    assert store_check.store_problem(settings) == "", "the service starts all the same"
    assert [record.message for record in caplog.records] == ["the store is not safe"] * 2
    services = build_services(open_client(locked.url))
    ready = in_process(create_app(settings, services))("GET", "/readyz").json
    services.live.close()
    assert doctor.examine(settings, is_all=False) == 0
    told = capsys.readouterr().out
    for sentence in ("keeps nothing on disk", "may throw data away"):
        assert any(sentence in record.detail for record in caplog.records)
        assert any(sentence in warning for warning in ready["warnings"])
        assert f"{sentence}" in told
    assert ready["status"] == "degraded"
    assert PASSWORD not in told + caplog.text + str([vars(record) for record in caplog.records])


def test_an_old_server_is_a_risk():
    assert _Server({}, {"redis_version": "6.2.14"}).risks() == []
    assert _Server({}, {"redis_version": "7.0.15"}).risks() == []
    assert "the oldest that is supported" in _Server({}, {"redis_version": "6.0.16"}).risks()[0]


def test_snapshots_alone_are_a_risk(locked):
    link = open_client(locked.url)
    link.call("CONFIG", "SET", "save", "3600 1")
    assert "snapshots only" in durability(link)["risks"][0]
    link.call("CONFIG", "SET", "save", "")


def test_a_server_that_is_not_there_yet_does_not_stop_the_start(caplog):
    settings = config.Config(redis_url=f"redis://:{PASSWORD}@127.0.0.1:{free_port()}")
    assert store_check.store_problem(settings) == ""
    assert [record.message for record in caplog.records] == ["the store does not answer yet"]
    assert PASSWORD not in str([vars(record) for record in caplog.records])


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://h:1/0", "redis://h:1/0"),
        ("redis://user:p@ss@h:1/0", "redis://h:1/0"),
        ("redis://:pw@h:1,i:2?cluster=true", "redis://h:1,i:2?cluster=true"),
        ("redis://h:1?password=pw&db=2", "redis://h:1?db=2"),
        ("unix://:pw@/srv/r.sock", "unix:///srv/r.sock"),
    ],
)
def test_an_address_is_printed_without_its_password(url, shown):
    assert store_check.without_password(url) == shown


def test_config_check_prints_the_settings_and_what_is_wrong(locked):
    port = str(free_port())
    done = run("config", "check", MATCHLEDGER_REDIS_URL=locked.url, MATCHLEDGER_PORT=port, MATCHLEDGER_WORKER="4")
    assert done.returncode == 1
    assert f"redis_url          redis://127.0.0.1:{locked.port}\n" in done.stdout
    assert "MATCHLEDGER_WORKER is not a setting; is MATCHLEDGER_WORKERS meant?" in done.stderr
    assert "keeps nothing on disk" in done.stderr
    assert PASSWORD not in done.stdout + done.stderr
    assert run("config", "check", MATCHLEDGER_PORT=port).returncode == 0
    assert run("config", "check", MATCHLEDGER_REDIS_URL="http://h").stderr.startswith(
        "matchledger: MATCHLEDGER_REDIS_URL cannot be used"
    )


def test_every_setting_is_known_by_name():
    read = set(re.findall(r'"MATCHLEDGER_([A-Z_]+)"', Path(config.__file__).read_text()))
    assert read == set(config.SETTINGS)
