"""Builds the OpenAPI document from the routes and schemas that serve the API: `python -m api_spec.build` writes it.

It has the games that come with the service. A service with others adds those when it starts (service/web/openapi.py).
`build()` says exactly what this release sends, for tests; the file is open to what later ones may send
(service/web/open_answers.py).
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from api_spec import asyncapi, headers, sdk_types
from api_spec.domains import domain_schemas
from games.registry import house_games
from service import app as _routes_are_declared_there  # noqa: F401  # importing it declares every route
from service.problems import PROBLEMS, codes_of
from service.web.game_schema import SCHEMAS, component_schemas
from service.web.http import ROUTES, Media, Route
from service.web.open_answers import open_all_answers
from service.web.schemas.operation import ProblemOut
from service.web.schemas.play import CommandIn

DOCUMENT = Path(__file__).with_name("openapi.json")
EXAMPLES = Path(__file__).with_name("examples.json")  # by operation; `python -m tests.http.examples` writes them
GUIDE = Path(__file__).parents[1] / "docs" / "api.md"
ALWAYS = (
    "bad-request",
    "too-many-requests",
    "store-unavailable",
    "cards-gone",
    "rules-gone",
    "data-damaged",
    "internal-error",
)
WITH_BODY = ("bad-json", "not-json", "body-too-large")
WITH_TOKEN = ("token-missing", "token-unknown")
WITH_HEADER = {
    "Idempotency-Key": ("idempotency-key-reused",),
    "If-Match": ("version-conflict", "contended"),
}
CARRIED_OUT = {
    200: "Done; the body says what came of it",
    201: "Carried out, and written to the store",
    202: "The others are asked; nothing else has happened yet",
}
PATH_PARAMETERS = {
    "int": {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
    "token": {"type": "string"},
    "": {"type": "string"},
}
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
    "players": "Players",
    "tokens": "Tokens: more of them, fewer of them, one for a second device",
    "mine": "Matches that wait for you",
    "matches": "Open, find, join, start",
    "invitations": "An address that lets somebody into a match",
    "luck": "Parts of the luck: committed to in the lobby, opened at the start",
    "leaving": "Leave, cancel, and what happens to a seat whose player is away",
    "rematches": "The same players once more",
    "feed": "Many matches: what has changed, and finished ones in bulk",
    "play": "Choices, commands, events",
    "channel": "One WebSocket for play and live events",
    "events": "Each event, with the table before and after it",
    "history": "Replay, live",
    "overview": "A whole match at a glance: one line for each seat",
    "step_reports": "A step that somebody else can play again",
    "advice": "What the search would have played",
    "undo": "Undo, redo, and whether the others agree",
    "branches": "What if: play on from any step",
    "audit": "Proofs, exports, the match executed again",
    "log": "The log of all matches: signed checkpoints, entries, proofs",
    "log_files": "The same for implementations of C2SP",
    "bots": "Players without a person",
    "disputes": "Claims, evidence, rulings",
    "people": "Standings and statistics",
    "operation": "Health, metrics, this document",
}


def build() -> dict[str, Any]:
    """With closed schemas: an answer with a field that is not listed does not fit."""
    spec = APISpec(
        title="Match Ledger",
        version=version("matchledger"),
        openapi_version="3.1.0",
        info={
            "description": _guide(),
            "summary": "Play, undo, replay, branch and audit board and card games.",
            "contact": {"name": "Whoever runs the service that sends this document"},
            "license": {"name": "All rights reserved", "identifier": "LicenseRef-all-rights-reserved"},
        },
        servers=[{"url": "/", "description": "The service that serves this document"}],
        plugins=[MarshmallowPlugin()],
        tags=[{"name": name, "description": text} for name, text in GROUPS.items()],
    )
    scheme = {"type": "http", "scheme": "bearer", "description": "A player's token, from POST /v1/players."}
    spec.components.security_scheme("token", scheme)
    spec.components.schema("ProblemOut", schema=ProblemOut)
    for name, schema in domain_schemas().items():
        spec.components.schema(name, schema)
    for name, header in headers.components().items():
        spec.components.header(name, header)
    for route in ROUTES:
        spec.path(path=_path(route), operations={route.method.lower(): _operation(route)})
    document: dict[str, Any] = spec.to_dict()
    _add_problem_responses(document)
    headers.drop_unused(document)
    schemas = document["components"]["schemas"]
    schemas |= component_schemas(house_games())
    _type_by_game(schemas)
    return document


def _guide() -> str:
    """docs/api.md without its title."""
    return GUIDE.read_text(encoding="utf-8").split("\n", 1)[1].strip()


def _type_by_game(schemas: dict[str, Any]) -> None:
    """Where the request schemas leave open what depends on the game, refer to the schemas of the games."""
    schemas["ChoiceOut"]["properties"]["params"]["additionalProperties"] = {"$ref": f"{SCHEMAS}Domain"}
    for field in ("before", "after"):
        views = {"anyOf": [{"$ref": f"{SCHEMAS}View"}, {"type": "null"}]}  # null before play has begun
        schemas["EvidenceOut"]["properties"][field]["additionalProperties"] = views
    schemas["EventOut"] = {"$ref": f"{SCHEMAS}Event"}
    for name, field, kind, is_nullable in (
        ("MatchIn", "options", "Options", False),
        ("MatchOut", "options", "OptionsOut", False),
        ("MatchOut", "state", "View", True),
        ("StepOut", "state", "View", True),
        ("OneEventOut", "before", "View", True),
        ("OneEventOut", "after", "View", True),
        ("PreviewOut", "state", "View", True),
        ("GameOut", "catalogue", "Catalogue", False),
        ("CatalogueOut", "catalogue", "Catalogue", False),
    ):
        known = schemas[name]["properties"][field]
        reference = {"$ref": SCHEMAS + kind}
        kept = {key: value for key, value in known.items() if key == "description"}
        schemas[name]["properties"][field] = kept | (
            {"anyOf": [reference, {"type": "null"}]} if is_nullable else reference
        )


def _path(route: Route) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route.path)


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.view.__name__,
        "summary": route.summary,
        "description": inspect.getdoc(route.view) or "",
        "tags": [route.group],
        "parameters": [*_path_parameters(route), *_query_parameters(route), *headers.request_parameters(route)],
        "responses": {
            str(status): _response(route, status) | headers.of_answer(route, status) | _links(route, status)
            for status in route.answers
        },
    }
    operation["responses"] |= _problem_responses(route)
    example = _examples().get(route.view.__name__, {})
    if "answer" in example:
        operation["responses"][str(example["status"])]["content"]["application/json"]["example"] = example["answer"]
    # Without a token one is a spectator, so the token is only an offer where it is not needed.
    offered: list[dict[str, list[str]]] = [] if route.ignores_token else [{}, {"token": []}]
    operation["security"] = [{"token": []}] if route.needs_token else offered
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


def _response(route: Route, status: int) -> dict[str, Any]:
    kind = route.answers[status]
    if isinstance(kind, str):
        return {"description": kind}
    if isinstance(kind, Media):
        schema = dict(kind.schema) if isinstance(kind.schema, Mapping) else kind.schema
        return {"description": kind.description, "content": {kind.content_type: {"schema": schema}}}
    description = route.summary if route.method == "GET" else CARRIED_OUT[status]
    return {"description": description, "content": {"application/json": {"schema": kind}}}


def _links(route: Route, status: int) -> dict[str, Any]:
    """To every operation whose path needs nothing but what this answer has."""
    given = LINKS.get((route.view.__name__, status))
    if given is None:
        return {}
    led_to = [other for other in ROUTES if set(re.findall(r"<(?:\w+:)?(\w+)>", other.path)) == given.keys()]
    return {"links": {one.view.__name__: {"operationId": one.view.__name__, "parameters": given} for one in led_to}}


def _problem_responses(route: Route) -> dict[str, Any]:
    slugs = [*ALWAYS, *(WITH_BODY if route.body else ()), *route.problems]
    if not route.ignores_token:
        slugs.append("token-unknown")
    slugs += [slug for header, found in WITH_HEADER.items() if header in route.headers for slug in found]
    if route.needs_token:
        slugs += WITH_TOKEN
    by_status: dict[int, list[str]] = {}
    for slug in sorted(set(slugs)):
        by_status.setdefault(PROBLEMS[slug].status, []).append(slug)
    return {
        str(status): {"$ref": f"#/components/responses/{_response_name(status, found)}"}
        for status, found in sorted(by_status.items())
    }


def _response_name(status: int, slugs: list[str]) -> str:
    return ".".join([str(status), *slugs])


def _add_problem_responses(document: dict[str, Any]) -> None:
    """Each set of problems with one status as a component: hundreds of responses refer to a few dozen of them."""
    responses = document["components"]["responses"] = {}
    names = {
        response["$ref"].rpartition("/")[2]
        for path in document["paths"].values()
        for operation in path.values()
        for response in operation["responses"].values()
        if "$ref" in response
    }
    for name in sorted(names):
        _, *slugs = name.split(".")
        responses[name] = {
            "description": "; ".join(map(_describe_problem, slugs)),
            "content": {"application/problem+json": {"schema": {"$ref": f"{SCHEMAS}ProblemOut"}}},
            **headers.of_problems(slugs),
        }


def _describe_problem(slug: str) -> str:
    """What it is, and the codes of the ledger's rules that come under it."""
    codes = ", ".join(f"`{code}`" for code in codes_of(slug))
    return f"{slug}: {PROBLEMS[slug].title}" + (f" ({codes})" if codes else "")


def text() -> bytes:
    return msgspec.json.format(msgspec.json.encode(open_all_answers(build())), indent=1) + b"\n"


def main() -> int:
    DOCUMENT.write_bytes(text())
    asyncapi.DOCUMENT.write_bytes(asyncapi.text())
    sdk_types.write_files(msgspec.json.decode(DOCUMENT.read_bytes()))
    print(f"{DOCUMENT}: {len(ROUTES)} routes; {asyncapi.DOCUMENT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
