"""gunicorn: how many workers of which kind, and the reason for each number."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from typing import Any

from service.config import read_config

settings = read_config()  # not `config`: that is a word of gunicorn's own

bind = f"{settings.host}:{settings.port}"
workers = settings.workers
# One gevent worker carries thousands of idle live viewers; a thread for each would use up any number of threads.
# Ours adds bounds for clients that are slow or greedy.
worker_class = "service.processes.worker.Worker"
worker_connections = 4000
# A worker that does not come back for this long is stuck: no request takes a tenth of it.
timeout = 60
# On a stop, requests under way get this long to finish; what is acknowledged is durable in any case.
graceful_timeout = 10
# How long a client may be silent: between two requests, in the middle of a body, or in taking nothing of an answer.
# The whole head of a request has to arrive in that time, so who drips in a byte at a time is gone; a browser that has
# rested longer connects again at no great cost.
keepalive = 20
backlog = 1024
# Larger request lines and headers than these are no client of ours.
limit_request_line = 4094
limit_request_fields = 50
limit_request_field_size = 4096
accesslog = None
errorlog = "-"
loglevel = "warning"
preload_app = False

# Each worker writes its own files of numbers, and /metrics adds them up.
own_metrics = None if "PROMETHEUS_MULTIPROC_DIR" in os.environ else tempfile.mkdtemp(prefix="matchledger-metrics-")
if own_metrics is not None:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = own_metrics


def post_worker_init(worker: Any) -> None:
    """Little here is garbage in circles: the collector need not look as often, nor at what is loaded by now."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def child_exit(server: Any, worker: Any) -> None:
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # prometheus has no types


def on_exit(server: Any) -> None:
    if own_metrics is not None:
        shutil.rmtree(own_metrics, ignore_errors=True)
