"""What happens before and after every request: its id, rate limits, its body, its duration."""

from __future__ import annotations

import time

from flask import Flask, Response, request

from service.config import Config
from service.metrics.tallies import count_request
from service.problems import Problem
from service.web.bodies import BODY_BYTES_MAX, announced_length
from service.web.cors import answer_preflight
from service.web.http import read_body
from service.web.limits import Limiter
from service.web.request_log import ENDPOINT, REQUEST_ID, log_request, request_id_for
from service.web.threads import give_way

_STARTED = "matchledger.started"


def install(app: Flask, limiter: Limiter, config: Config, costly: frozenset[str]) -> None:
    """`costly`: endpoints with a stricter limit."""

    @app.before_request
    def begin() -> Response | None:
        environ = request.environ
        environ[_STARTED] = time.perf_counter()
        environ[REQUEST_ID] = request_id_for(environ)
        environ[ENDPOINT] = endpoint = request.endpoint
        give_way()
        try:
            if "HTTP_HOST" not in environ and environ["SERVER_PROTOCOL"] == "HTTP/1.1":
                raise Problem("bad-request", "HTTP/1.1 requires a Host header.")
            limiter.check(environ, is_costly=endpoint in costly)
        finally:
            # Also of a request that is refused: the connection can then be used again.
            length = announced_length(environ)
            if length is not None and length <= BODY_BYTES_MAX:
                read_body(environ)
        # Counted and timed as others are
        return answer_preflight(environ, config.origins) if environ["REQUEST_METHOD"] == "OPTIONS" else None

    @app.after_request
    def finish(response: Response) -> Response:
        environ = request.environ
        headers = response.headers
        headers.add("X-Request-Id", environ[REQUEST_ID])
        if response.status_code != 304:  # which has no content
            # Names and claims are texts by strangers: no browser may take a response for HTML if it does not say so.
            headers.add("X-Content-Type-Options", "nosniff")
        for name, value in limiter.rate_headers(environ):
            headers.add(name, value)
        seconds = time.perf_counter() - environ[_STARTED]
        count_request(environ[ENDPOINT], environ["REQUEST_METHOD"], response.status_code, seconds)
        if config.access_log:
            match = (request.view_args or {}).get("match")
            log_request(environ, response.status_code, environ[ENDPOINT], match, seconds)
        return response
