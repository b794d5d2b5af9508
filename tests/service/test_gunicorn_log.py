"""gunicorn's own errors are JSON lines too."""

from __future__ import annotations

import json
import signal

import psutil
import pytest
from gunicorn.config import Config

from service.processes import gunicorn_conf
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


def test_no_line_of_an_access_log_is_prepared():
    """With some of gunicorn's settings it prepares one for every request, and then drops it."""
    settings = Config()
    settings.set("logger_class", gunicorn_conf.logger_class)
    settings.set("loglevel", gunicorn_conf.loglevel)
    assert not settings.logger_class(settings).access_log_enabled
