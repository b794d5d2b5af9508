"""What happens before and after every request: its id, rate limits, its body, its duration."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from flask import Flask, Response, request

from service.web import metrics
from service.web.bodies import BODY_BYTES_MAX, announced_length
from service.web.http import read_body
from service.web.limits import Limiter
from service.web.problems import Problem
from service.web.request_log import REQUEST_ID, log_request, request_id_for

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_STARTED = "matchledger.started"
_ENDPOINT = "matchledger.endpoint"  # every access to Flask's request proxy costs a microsecond


def install(app: Flask, limiter: Limiter, costly: frozenset[str], *, is_logged: bool) -> None:
    """`costly`: endpoints with a stricter limit. `is_logged`: write a log line for every request."""

    @app.before_request
    def begin() -> None:
        environ = request.environ
        environ[_STARTED] = time.perf_counter()
        environ[REQUEST_ID] = request_id_for(environ)
        environ[_ENDPOINT] = endpoint = request.endpoint
        time.sleep(0)  # let other greenlets run: a client that never waits would keep the worker to itself
        if "HTTP_HOST" not in environ and environ["SERVER_PROTOCOL"] == "HTTP/1.1":
            raise Problem("bad-request", "HTTP/1.1 requires a Host header.")
        limiter.check(environ, is_costly=endpoint in costly)
        _read_small_body(environ)

    @app.after_request
    def finish(response: Response) -> Response:
        environ = request.environ
        headers = response.headers
        headers.add("X-Request-Id", environ[REQUEST_ID])
        # Names and claims are texts by strangers: no browser may take a response for HTML if it does not say so.
        headers.add("X-Content-Type-Options", "nosniff")
        seconds = time.perf_counter() - environ[_STARTED]
        metrics.count_request(environ[_ENDPOINT], environ["REQUEST_METHOD"], response.status_code, seconds)
        if is_logged:
            log_request(environ, response.status_code)
        return response


def _read_small_body(environ: WSGIEnvironment) -> None:
    """Read the body even if the answer will not depend on it: the connection can then be used again."""
    length = announced_length(environ)
    if length is not None and length <= BODY_BYTES_MAX:
        read_body(environ)
