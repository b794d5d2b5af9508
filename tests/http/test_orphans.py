"""The gunicorn master is killed: its workers finish what they do, say goodbye, and the next ones take over."""

from __future__ import annotations

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
