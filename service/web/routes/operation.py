"""For operators and client developers: health, metrics, the OpenAPI document, the problem types."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from flask import Response, request

from pages import SECURITY
from service.handle import now_ms
from service.metrics.exposition import metrics_text
from service.problems import PROBLEMS, codes_of, explain
from service.web.http import Media, RouteGroup, not_found, route, services
from service.web.openapi import openapi_document
from service.web.readiness import readiness
from service.web.responses import cached_response, json_response
from service.web.schemas.operation import HealthOut, ProblemTypeOut, ProblemTypesOut, ReadyOut

operation = RouteGroup("operation", prefix="")
_ASYNCAPI = Path(__file__).parents[3] / "api_spec" / "asyncapi.json"
_SWAGGER = files("flask_swagger_ui") / "dist"  # only its files are used
_SWAGGER_KINDS = {
    "swagger-ui.css": "text/css; charset=utf-8",
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
}
_DOCS_PAGE = b"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Match Ledger API</title><link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>"""
# Swagger UI uses data: URLs for its icons and sets style attributes.
_DOCS_POLICY = f"{SECURITY['Content-Security-Policy']}; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
# Without a validator URL: the default one would send the document to another host.
_DOCS_START = b"""SwaggerUIBundle({
  url: "/openapi.json", dom_id: "#swagger-ui", validatorUrl: null, deepLinking: true,
});"""


@route(operation, "GET", "/healthz", "Whether the process answers", answers={200: HealthOut}, ignores_token=True)
def health() -> Response:
    """Says nothing about the store; see /readyz."""
    return json_response({"status": "ok"})


@route(
    operation,
    "GET",
    "/readyz",
    "Whether the store answers, what an acknowledged command survives, and whether anything needs an operator",
    answers={200: ReadyOut},
    problems=("store-unavailable",),
    ignores_token=True,
)
def ready() -> Response:
    """`status` is `ok`, or `degraded` if requests are served but something needs an operator."""
    return json_response(readiness(services(), now_ms()))


@route(
    operation,
    "GET",
    "/metrics",
    "Metrics for Prometheus, over all workers",
    answers={200: Media("The metrics", "text/plain")},
    ignores_token=True,
)
def metrics() -> Response:
    """The text format of Prometheus."""
    text, kind = metrics_text()
    return Response(text, content_type=kind)


@route(
    operation,
    "GET",
    "/openapi.json",
    "The OpenAPI document",
    answers={200: Media("The document", "application/json", {"type": "object"})},
    ignores_token=True,
)
def openapi() -> Response:
    """OpenAPI 3.1; it is generated from the code that serves the API, with the schemas of all games of this service."""
    return cached_response(request.environ, openapi_document(), "application/json")


@route(
    operation,
    "GET",
    "/asyncapi.json",
    "The AsyncAPI document of the channel",
    answers={200: Media("The document", "application/json", {"type": "object"})},
    ignores_token=True,
)
def asyncapi() -> Response:
    """AsyncAPI 3: the messages of /v1/socket."""
    return cached_response(request.environ, _ASYNCAPI.read_bytes(), "application/json")


@route(
    operation,
    "GET",
    "/docs",
    "The API documentation, to read and to try",
    answers={200: Media("The page", "text/html")},
    sends=tuple(SECURITY),
    ignores_token=True,
)
def docs() -> Response:
    """This document in Swagger UI."""
    headers = {**SECURITY, "Content-Security-Policy": _DOCS_POLICY}
    return Response(_DOCS_PAGE, content_type="text/html; charset=utf-8", headers=headers)


@route(
    operation,
    "GET",
    "/docs/<name>",
    "Files of the documentation page",
    answers={200: Media("A file", "*/*")},
    problems=("not-found",),
    ignores_token=True,
)
def docs_file(name: str) -> Response:
    """Served from this host, so that the page loads nothing from elsewhere."""
    if name == "start.js":
        return Response(_DOCS_START, content_type="text/javascript; charset=utf-8")
    if name not in _SWAGGER_KINDS:
        not_found("No such file.")
    return cached_response(request.environ, (_SWAGGER / name).read_bytes(), _SWAGGER_KINDS[name])


@route(
    operation,
    "GET",
    "/problems",
    "All problem types",
    answers={200: ProblemTypesOut},
    ignores_token=True,
)
def list_problems() -> Response:
    """Every error response is a problem document (RFC 9457) whose `type` is one of these."""
    return json_response({"problems": [_problem_type(slug) for slug in sorted(PROBLEMS)]})


@route(
    operation,
    "GET",
    "/problems/<slug>",
    "What a problem type means, and what a client does about it",
    answers={200: ProblemTypeOut},
    problems=("not-found",),
    ignores_token=True,
)
def get_problem(slug: str) -> Response:
    """Every error response is a problem document (RFC 9457) whose `type` is one of these addresses."""
    if slug not in PROBLEMS:
        not_found("There is no such problem type.")
    return json_response(_problem_type(slug))


def _problem_type(slug: str) -> dict[str, Any]:
    kind = PROBLEMS[slug]
    return {
        "type": f"/problems/{slug}",
        "title": kind.title,
        "status": kind.status,
        "remedy": kind.remedy,
        "handling": kind.handling,
        "explanation": explain(slug),
        "codes": codes_of(slug),
    }
