"""gunicorn's settings, with the reason for each number."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from typing import Any

from service.config import read_config
from service.processes.metrics_folder import make_metrics_folder
from service.web.bodies import BODY_BYTES_MAX, is_body_read

settings = read_config()  # not `config`: gunicorn would take that for a setting

bind = f"{settings.host}:{settings.port}"
workers = settings.workers
# One gevent worker serves thousands of idle live viewers; with threads, each viewer would occupy one.
worker_class = "service.processes.worker.Worker"
worker_connections = 4000
# A worker that does not report to the master for this long is stuck and is killed; no request takes a tenth of it.
timeout = 60
# On shutdown, running requests get this long to finish; what is acknowledged is durable in any case.
graceful_timeout = 10
# Seconds that a connection may idle between two requests. The whole head of a request must arrive within this time, so
# a client that sends it byte by byte is disconnected; a client that idled longer reconnects at little cost.
keepalive = 20
backlog = 1024
# No client of this API sends longer request lines or headers.
limit_request_line = 4094
limit_request_fields = 50
limit_request_field_size = 4096
# By default, a proxy on this machine may set SCRIPT_NAME and PATH_INFO by a header, and gunicorn answers 500 if the
# path does not begin with it. The service is always mounted at the root.
forwarder_headers = ""
accesslog = None
errorlog = "-"
loglevel = "warning"
preload_app = False
logger_class = "service.processes.gunicorn_logger.JsonLogger"

# Each worker writes its own metrics files, and /metrics adds them up.
own_metrics = None if "PROMETHEUS_MULTIPROC_DIR" in os.environ else make_metrics_folder()
if own_metrics is not None:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = own_metrics


def post_fork(server: Any, worker: Any) -> None:
    """A worker that is just starting has the master's handlers, with which it would miss that it is to stop: it would
    serve until the master kills it, and hold the port as long. It has no requests yet, so it may end at once."""
    signal.signal(signal.SIGTERM, lambda _number, _frame: os._exit(0))


def post_worker_init(worker: Any) -> None:
    """We create few reference cycles, so collect less often, and leave out what is loaded by now."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pre_request(worker: Any, req: Any) -> None:
    """Say `Connection: close` in the response to a body that is larger than what is read of every request."""
    for name, value in req.headers:
        if name == "CONTENT-LENGTH" and int(value) > BODY_BYTES_MAX:
            req.force_close()


def post_request(worker: Any, req: Any, environ: dict[str, Any], resp: Any) -> None:
    """Close the connection if part of the body is unread: gunicorn would read and discard all of it, however large."""
    if not is_body_read(environ):
        req.force_close()


def child_exit(server: Any, worker: Any) -> None:
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # prometheus has no types


def on_exit(server: Any) -> None:
    if own_metrics is not None:
        shutil.rmtree(own_metrics, ignore_errors=True)
