"""Builds the OpenAPI document from the routes and schemas that serve the API: `python -m api_spec.build` writes it."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

from api_spec import asyncapi
from games.registry import all_games
from service import app as _routes_are_declared_there  # noqa: F401  # importing it declares every route
from service.web.http import KEY_LENGTH_MAX, ROUTES, Route
from service.web.problems import PROBLEMS
from service.web.routes.games import params_schema
from service.web.schemas.operation import ProblemOut
from service.web.schemas.play import CommandIn

DOCUMENT = Path(__file__).with_name("openapi.json")
EXAMPLES = Path(__file__).with_name("examples.json")  # by operation; `python -m tests.http.examples` writes them
ALWAYS = ("bad-request", "too-many-requests", "store-unavailable", "cards-gone", "data-damaged", "internal-error")
WITH_BODY = ("bad-json", "not-json", "body-too-large")
WITH_TOKEN = ("token-missing", "token-unknown")
WITH_HEADER = {"Idempotency-Key": "idempotency-key-reused", "If-Match": "version-conflict"}
HEADERS = {
    "If-Match": "The version that you expect the match to be at: its ETag, or the bare number.",
    "If-None-Match": "The ETag that you have; an unchanged answer is then 304 without a body.",
    "Idempotency-Key": "A key of your own for this very request; a retry under the same key gets the same answer.",
    "Last-Event-ID": "The last version that you have seen; the stream goes on after it.",
}
HEADER_SCHEMAS = {
    "If-Match": {"type": "string", "pattern": r'^(\*|(W/)?"?[0-9]{1,15}(-[a-z0-9]+)?"?)$'},
    "Idempotency-Key": {"type": "string", "minLength": 1, "maxLength": KEY_LENGTH_MAX, "pattern": "^[ -~]+$"},
}
PATH_PARAMETERS = {"int": {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}, "": {"type": "string"}}
# What an answer leads to: whose path has this parameter can be asked with this part of the answer.
LINKS = {
    ("make_player", 201): {"player_id": "$response.body#/id"},
    ("open_match", 201): {"match": "$response.body#/id"},
    ("branch", 201): {"match": "$response.body#/id"},
    ("list_matches", 200): {"match": "$response.body#/matches/0/id"},
    ("open_dispute", 201): {"dispute": "$response.body#/id"},
    ("list_disputes", 200): {"dispute": "$response.body#/disputes/0/id"},
}
GROUPS = {
    "games": "Which games there are, and their rules",
    "players": "Players and their tokens",
    "matches": "Open, find, join, start",
    "play": "Choices, commands, events",
    "channel": "One WebSocket for play and live events",
    "history": "Replay, undo, redo, live",
    "branches": "What if: play on from any step",
    "audit": "Proofs, exports, the match executed again",
    "bots": "Players without a person",
    "disputes": "Claims, evidence, rulings",
    "people": "Standings and statistics",
    "operation": "Health, metrics, this document",
}


def build() -> dict[str, Any]:
    spec = APISpec(
        title="Match Ledger",
        version="1",
        openapi_version="3.1.0",
        info={"description": "Play, undo, replay, branch and audit board and card games. All times are in ms."},
        plugins=[MarshmallowPlugin()],
        tags=[{"name": name, "description": text} for name, text in GROUPS.items()],
    )
    spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    for name, schema in _command_schemas().items():
        spec.components.schema(name, schema)
    for route in ROUTES:
        spec.path(path=_path(route), operations={route.method.lower(): _operation(route)})
    document: dict[str, Any] = spec.to_dict()
    return document


def _command_schemas() -> dict[str, dict[str, Any]]:
    """Every command of every game as an alternative of its own, and one schema that is any of them."""
    found: dict[str, dict[str, Any]] = {}
    for game in all_games().values():
        for name, command_type in game.commands.items():
            if command_type not in game.clock.clock_commands:
                found[f"{game.slug}.{name}"] = {
                    "type": "object",
                    "title": f"{game.name}: {name}",
                    "properties": {"type": {"const": name}, "params": params_schema(command_type)},
                    "required": ["type", "params"] if params_schema(command_type)["required"] else ["type"],
                    "additionalProperties": False,
                }
    found["Command"] = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in sorted(found)]}
    return found


def _path(route: Route) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route.path)


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.view.__name__,
        "summary": route.summary,
        "tags": [route.group],
        "parameters": [*_path_parameters(route), *_query_parameters(route), *_header_parameters(route)],
        "responses": {str(status): _response(kind) | _links(route, status) for status, kind in route.answers.items()},
    }
    operation["responses"] |= _problem_responses(route)
    example = _examples().get(route.view.__name__, {})
    if "answer" in example:
        operation["responses"][str(example["status"])]["content"]["application/json"]["example"] = example["answer"]
    # Without a token one is a spectator, so the token is only an offer where it is not needed.
    operation["security"] = [{"token": []}] if route.needs_token else [{}, {"token": []}]
    if route.body is not None:
        schema: Any = route.body if route.body is not CommandIn else {"$ref": "#/components/schemas/Command"}
        is_required = any(field.required for field in route.body().fields.values())
        content = {"schema": schema} | ({"example": example["body"]} if "body" in example else {})
        operation["requestBody"] = {"content": {"application/json": content}, "required": is_required}
    return operation


@cache
def _examples() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = msgspec.json.decode(EXAMPLES.read_bytes())
    return found


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    return [
        {"in": "path", "name": name, "required": True, "schema": PATH_PARAMETERS[kind.rstrip(":")]}
        for kind, name in re.findall(r"<(\w+:)?(\w+)>", route.path)
    ]


def _query_parameters(route: Route) -> list[dict[str, Any]]:
    return [] if route.query is None else [{"in": "query", "schema": route.query}]


def _header_parameters(route: Route) -> list[dict[str, Any]]:
    return [
        {
            "in": "header",
            "name": name,
            "required": False,
            "description": HEADERS[name],
            "schema": HEADER_SCHEMAS.get(name, {"type": "string"}),
        }
        for name in route.headers
    ]


def _response(kind: type[Schema] | str) -> dict[str, Any]:
    if isinstance(kind, str):
        return {"description": kind}
    return {"description": "As asked", "content": {"application/json": {"schema": kind}}}


def _links(route: Route, status: int) -> dict[str, Any]:
    """To every operation whose path needs nothing but what this answer has."""
    given = LINKS.get((route.view.__name__, status))
    if given is None:
        return {}
    led_to = [other for other in ROUTES if set(re.findall(r"<(?:\w+:)?(\w+)>", other.path)) == given.keys()]
    return {"links": {one.view.__name__: {"operationId": one.view.__name__, "parameters": given} for one in led_to}}


def _problem_responses(route: Route) -> dict[str, Any]:
    slugs = [*ALWAYS, *(WITH_BODY if route.body else ()), "token-unknown", *route.problems]
    slugs += [slug for header, slug in WITH_HEADER.items() if header in route.headers]
    if route.needs_token:
        slugs += WITH_TOKEN
    by_status: dict[int, list[str]] = {}
    for slug in dict.fromkeys(slugs):
        by_status.setdefault(PROBLEMS[slug].status, []).append(slug)
    return {
        str(status): {
            "description": "; ".join(f"{slug}: {PROBLEMS[slug].title}" for slug in found),
            "content": {"application/problem+json": {"schema": ProblemOut}},
        }
        for status, found in sorted(by_status.items())
    }


def text() -> bytes:
    return msgspec.json.format(msgspec.json.encode(build()), indent=1) + b"\n"


def main() -> int:
    DOCUMENT.write_bytes(text())
    asyncapi.DOCUMENT.write_bytes(asyncapi.text())
    print(f"{DOCUMENT}: {len(ROUTES)} routes; {asyncapi.DOCUMENT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
