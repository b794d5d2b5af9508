"""Which pages of other sites may use the API from a browser (MATCHLEDGER_ORIGINS); never with credentials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, Response, request

from service.problems import Problem
from service.web.responses import empty_response

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

ANY = "*"
METHODS = "GET, POST, DELETE"
ALLOWED = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id"
EXPOSED = (
    "ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Content-Disposition, "
    "Deprecation, Sunset"
)
MAX_AGE_S = "600"


def answer_preflight(environ: WSGIEnvironment, origins: tuple[str, ...]) -> Response | None:
    """The answer to the question of a browser whether a page may send a request; None if an OPTIONS is none."""
    if not is_shared(environ["PATH_INFO"]):
        return None
    if "HTTP_ORIGIN" not in environ or "HTTP_ACCESS_CONTROL_REQUEST_METHOD" not in environ:
        return None
    if allowed_origin(environ, origins) is None:
        raise Problem("not-allowed", "Pages of this origin may not use the API: the operator has not named it.")
    response = empty_response()
    response.headers["Access-Control-Allow-Methods"] = METHODS
    response.headers["Access-Control-Allow-Headers"] = ALLOWED
    response.headers["Access-Control-Max-Age"] = MAX_AGE_S
    return response


def install(app: Flask, origins: tuple[str, ...]) -> None:
    """Name the origins that may read an answer, if there are any."""
    if not origins:
        return

    @app.after_request
    def allow_origin(response: Response) -> Response:
        environ = request.environ
        if is_shared(environ["PATH_INFO"]):
            response.headers.add("Vary", "Origin")  # also where none is allowed: a cache must not mix them up
            allowed = allowed_origin(environ, origins)
            if allowed is not None:
                response.headers["Access-Control-Allow-Origin"] = allowed
                response.headers["Access-Control-Expose-Headers"] = EXPOSED
        return response


def is_shared(path: str) -> bool:
    """The API and its documents; the pages, the metrics and the health of the service are not for other sites."""
    return path.startswith(("/v1/", "/problems/")) or path in ("/problems", "/openapi.json", "/asyncapi.json")


def allowed_origin(environ: WSGIEnvironment, origins: tuple[str, ...]) -> str | None:
    """The origin to name in the answer; None if the page that asks may not read it."""
    origin: str | None = environ.get("HTTP_ORIGIN")
    if origin is None:
        return None
    return origin if origin in origins or ANY in origins else None
