"""A parent is killed: its children finish what they do, say goodbye, and the next ones take over."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import requests

from tests.faults.inject import find, is_well
from tests.http.channel_client import connect
from tests.http.live import Live
from tests.servers import wait_until


def test_workers_whose_master_was_killed_stop_as_on_a_shutdown(tmp_path):
    service = Live(tmp_path / "data")
    try:
        service.start()
        idle = [requests.Session() for _ in range(4)]  # connections that are kept alive
        for session in idle:
            assert session.get(f"{service.base}/healthz", timeout=10).status_code == 200
        opened = connect(service.port)
        opened.hello()
        before = find(service, "worker")
        (master,) = find(service, "master")
        master.kill()
        assert opened.hear("bye")["why"] == "restart"
        assert opened.hear_close() == 1012
        wait_until(lambda: not any(one.is_running() for one in before), "the orphans end", 30)
        wait_until(lambda: is_well(service), "others take over", 30)
        assert "Traceback" not in service.log.read_text()
    finally:
        service.kill()


def test_a_service_whose_supervisor_was_killed_is_taken_over_by_the_next_at_once(tmp_path):
    """The workers that it leaves behind still listen at its port, for a second."""
    service = Live(tmp_path / "data")
    try:
        service.start()
        opened = connect(service.port)
        opened.hello()
        before = [*find(service, "worker"), *find(service, "background")]
        service.kill_supervisor()
        service.start()
        assert opened.hear("bye")["why"] == "restart"
        wait_until(lambda: not any(one.is_running() for one in before), "the orphans end", 30)
        wait_until(lambda: is_well(service), "others take over", 30)
    finally:
        service.kill()


def test_a_worker_that_is_just_starting_stops_when_it_is_told_to(tmp_path):
    """It is told 20 ms after its birth, before it has handlers of its own. On a machine so busy that it has not run at
    all by then, it may miss that: so one of three must not."""
    service = Live(tmp_path / "data")
    try:
        service.start()
        assert any(_new_worker_stops(service) for _ in range(3))
        wait_until(lambda: is_well(service), "others take over", 30)
    finally:
        service.kill()


def _new_worker_stops(service: Live) -> bool:
    wait_until(lambda: is_well(service) and len(find(service, "worker")) == 2, "all workers run", 30)
    (master,) = find(service, "master")
    children = Path(f"/proc/{master.pid}/task/{master.pid}/children")
    known = set(children.read_text().split())
    find(service, "worker")[0].kill()
    until = time.monotonic() + 30
    while not (born := set(children.read_text().split()) - known) and time.monotonic() < until:
        pass  # any pause would be longer than what is to be hit
    (new,) = born
    time.sleep(0.02)
    os.kill(int(new), signal.SIGTERM)
    until = time.monotonic() + 3
    while new in children.read_text().split() and time.monotonic() < until:
        time.sleep(0.05)
    return new not in children.read_text().split()
