"""gunicorn's own errors are JSON lines too."""

from __future__ import annotations

import json
import signal

import psutil
import pytest

from tests.http.live import Live
from tests.servers import wait_until


@pytest.mark.xdist_group("live")
def test_every_line_of_the_log_is_json(tmp_path):
    service = Live(tmp_path / "data", workers=1).start()
    try:
        (master,) = [one for one in service.running("gunicorn") if one.children()]
        (worker,) = master.children()
        psutil.Process(worker.pid).send_signal(signal.SIGKILL)
        wait_until(lambda: "SIGKILL" in service.log.read_text(), "gunicorn reports the dead worker", 10)
    finally:
        service.kill()
    lines = [json.loads(line) for line in service.log.read_text().splitlines() if not line.startswith("Match Ledger:")]
    assert any("SIGKILL" in line["message"] and line["level"] == "error" for line in lines)
