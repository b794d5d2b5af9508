"""For operators and client developers: health, metrics, the OpenAPI document, the problem types."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Response, request

from pages import SECURITY
from service.handle import now_ms
from service.web.http import not_found, route, services
from service.web.metrics import metrics_text
from service.web.problems import PROBLEMS
from service.web.readiness import readiness
from service.web.responses import cached_response, json_response
from service.web.schemas.operation import HealthOut, ProblemTypeOut, ReadyOut

operation = Blueprint("operation", __name__)
_OPENAPI = Path(__file__).parents[3] / "api_spec" / "openapi.json"
_ASYNCAPI = _OPENAPI.with_name("asyncapi.json")
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


@route(operation, "GET", "/healthz", "Whether the process answers", answers={200: HealthOut})
def health() -> Response:
    return json_response({"status": "ok"})


@route(
    operation,
    "GET",
    "/readyz",
    "Whether the store answers, what an acknowledged command survives, and whether anything needs an operator",
    answers={200: ReadyOut},
    problems=("store-unavailable",),
)
def ready() -> Response:
    return json_response(readiness(services(), now_ms()))


@route(operation, "GET", "/metrics", "Metrics for Prometheus, over all workers", answers={200: "Text"})
def metrics() -> Response:
    text, kind = metrics_text()
    return Response(text, content_type=kind)


@route(operation, "GET", "/openapi.json", "The OpenAPI document", answers={200: "JSON"})
def openapi() -> Response:
    return cached_response(request.environ, _OPENAPI.read_bytes(), "application/json")


@route(operation, "GET", "/asyncapi.json", "The AsyncAPI document of the channel", answers={200: "JSON"})
def asyncapi() -> Response:
    return cached_response(request.environ, _ASYNCAPI.read_bytes(), "application/json")


@route(operation, "GET", "/docs", "The API documentation, to read and to try", answers={200: "HTML"})
def docs() -> Response:
    headers = {**SECURITY, "Content-Security-Policy": _DOCS_POLICY}
    return Response(_DOCS_PAGE, content_type="text/html; charset=utf-8", headers=headers)


@route(
    operation,
    "GET",
    "/docs/<name>",
    "Files of the documentation page",
    answers={200: "A file"},
    problems=("not-found",),
)
def docs_file(name: str) -> Response:
    if name == "start.js":
        return Response(_DOCS_START, content_type="text/javascript; charset=utf-8")
    if name not in _SWAGGER_KINDS:
        not_found("No such file.")
    return cached_response(request.environ, (_SWAGGER / name).read_bytes(), _SWAGGER_KINDS[name])


@route(
    operation,
    "GET",
    "/problems/<slug>",
    "What a problem type means",
    answers={200: ProblemTypeOut},
    problems=("not-found",),
)
def get_problem(slug: str) -> Response:
    if slug not in PROBLEMS:
        not_found("There is no such problem type.")
    kind = PROBLEMS[slug]
    return json_response(
        {"type": f"/problems/{slug}", "title": kind.title, "status": kind.status, "remedy": kind.remedy}
    )
