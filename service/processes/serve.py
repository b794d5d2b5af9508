"""`matchledger serve`: starts and supervises the embedded Redis (if used), gunicorn and the background process."""

from __future__ import annotations

import ctypes
import logging
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from events.objects.opening import open_objects
from events.redis.client import open_client
from events.store import StoreMismatch
from games.packs import load_packs
from games.registry import all_rules
from games.tables import installed_tables
from service.config import Config
from service.processes.disk import Keeper
from service.processes.embedded import EmbeddedRedis, EmbeddedRedisError
from service.processes.loops import Pause
from service.processes.metrics_folder import forget_dead, held_locks, make_metrics_folder
from service.store_check import check_layout, port_problem, store_problem, without_password
from service.web.request_log import set_up_logs

log = logging.getLogger("matchledger")
ROOT = Path(__file__).parents[2]
STOP_S = 15.0
PORT_S = 5.0  # how long a service that was killed may need to leave the port
PAUSE_S = 0.2
QUICK_DEATH_S = 2.0
QUICK_DEATHS_MAX = 5
METRICS = "PROMETHEUS_MULTIPROC_DIR"  # the variable by which prometheus_client finds the folder of all processes
_PR_SET_PDEATHSIG = 1


class Child:
    """A process that is restarted when it dies, unless it has never run well and keeps dying at once."""

    def __init__(
        self,
        name: str,
        command: list[str],
        environment: dict[str, str],
        on_restart: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.name, self._command, self._environment, self._on_restart = name, command, environment, on_restart
        self._quick_deaths = 0
        self._has_run = False
        self._pause = Pause()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._began = time.monotonic()
        # In a session of its own, so that Ctrl-C reaches only the service, which then stops everything cleanly.
        self._process = subprocess.Popen(
            self._command,
            env=self._environment,
            cwd=ROOT,
            start_new_session=True,
            preexec_fn=_die_with_parent,
            pass_fds=held_locks(),
        )

    def restart_if_dead(self) -> None:
        status = None if self._process is None else self._process.poll()
        is_quick = time.monotonic() - self._began < QUICK_DEATH_S
        if status is None:
            self._has_run = self._has_run or not is_quick
            return
        if not self._pause.is_over:
            return
        self._quick_deaths = self._quick_deaths + 1 if is_quick else 0
        if self._quick_deaths >= QUICK_DEATHS_MAX and not self._has_run:
            raise SystemExit(f"{self.name} exits again and again (status {status}); see the log above")
        log.warning("process restarted", extra={"child": self.name, "status": status})
        self._on_restart(self.name)
        try:
            self.start()
        except OSError as error:  # no memory, no more processes, or files that cannot be read now
            log.error("a process cannot be started; trying again", extra={"child": self.name, "detail": str(error)})
            self._pause.begin(str(error))
            return
        if self._quick_deaths > 1:
            self._pause.begin(f"status {status}")
        else:
            self._pause.end()

    def terminate(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

    def wait(self) -> None:
        if self._process is not None:
            try:
                self._process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def _die_with_parent() -> None:
    """On Linux, the kernel sends the children SIGTERM if this process is killed."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


# Loaded before any fork: a child must not load libraries between fork and exec.
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def serve(config: Config) -> int:
    set_up_logs()
    os.umask(0o077)  # of the children too: whatever the service writes is for its user only
    problem = port_problem(config.host, config.port, PORT_S) or store_problem(config)
    if problem:
        print(f"matchledger: {problem}", file=sys.stderr)
        return 1
    # So that a bad game, table, pack or archive is reported here and not by each child
    all_rules()
    installed_tables()
    load_packs(config.packs)
    open_objects(config.archive)
    stopping = False

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    if config.redis_url is not None:
        _serve(config, None, lambda: stopping)
        return 0
    try:
        with EmbeddedRedis(config.data) as embedded:
            check_layout(open_client(embedded.url, partitions=config.partitions))
            _serve(config, embedded, lambda: stopping)
    except (EmbeddedRedisError, StoreMismatch) as error:
        print(f"matchledger: {error}", file=sys.stderr)
        return 1
    return 0


def _serve(config: Config, embedded: EmbeddedRedis | None, is_stopping: Callable[[], bool]) -> None:
    own_metrics = None if METRICS in os.environ else make_metrics_folder()
    os.environ.setdefault(METRICS, own_metrics or "")
    children = _children(config, config.redis_url if embedded is None else embedded.url)
    keeper = None if embedded is None else Keeper(embedded)
    try:
        for child in children:
            child.start()
        _print_address(config)
        while not is_stopping():
            for child in children:
                child.restart_if_dead()
            if keeper is not None:
                keeper.check()
            time.sleep(PAUSE_S)
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.wait()
        if own_metrics is not None:
            shutil.rmtree(own_metrics, ignore_errors=True)


def _restart_counter(names: tuple[str, ...]) -> Callable[[str], None]:
    """Imported here: prometheus_client reads the name of the metrics folder when it is loaded."""
    from service.metrics.families import RESTARTS

    for name in names:
        RESTARTS.labels(name)  # a count that begins with 0 shows the first restart too

    def count_restart(name: str) -> None:
        RESTARTS.labels(name).inc()
        forget_dead(os.environ[METRICS])

    return count_restart


def _children(config: Config, redis_url: str | None) -> list[Child]:
    environment = {
        **os.environ,
        "MATCHLEDGER_HOST": config.host,
        "MATCHLEDGER_PORT": str(config.port),
        "MATCHLEDGER_REDIS_URL": str(redis_url),
        "MATCHLEDGER_ARCHIVE": config.archive,  # absolute, because the children run in another folder
    }
    if config.state is not None:
        environment["MATCHLEDGER_STATE"] = str(config.state)
    if config.packs is not None:  # absolute too
        environment["MATCHLEDGER_PACKS"] = str(config.packs)
    gunicorn = [
        sys.executable,
        "-m",
        "gunicorn",
        "-c",
        "python:service.processes.gunicorn_conf",
        "service.processes.wsgi:app",
    ]
    # One name for all background processes of this service: the next one after a kill need not wait for the lease.
    holder = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
    background = [sys.executable, "-m", "service.cli", "background", "--holder", holder]
    on_restart = _restart_counter(("gunicorn", "background"))
    return [
        Child("gunicorn", gunicorn, environment, on_restart),
        Child("background", background, environment, on_restart),
    ]


def _print_address(config: Config) -> None:
    store = without_password(config.redis_url) if config.redis_url else f"an embedded Redis, data in {config.data}"
    print(
        f"Match Ledger: http://{config.host}:{config.port}  (docs at /docs; store: {store}; Ctrl-C stops)", flush=True
    )
