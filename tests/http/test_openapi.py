"""The OpenAPI document: it is the committed one, it is valid, it has every route, and the service keeps to it."""

from __future__ import annotations

import json
import random
import re
import time
from functools import cache
from importlib.metadata import version
from typing import Any

import jsonschema_rs
import pytest
from schemathesis.specs.openapi.definitions import OPENAPI_31

from api_spec.build import DOCUMENT, text
from games.registry import all_games
from service.problems import PROBLEMS
from service.web.http import ROUTES
from tests.client import Client, params_of
from tests.http.asking import STREAMS, Ask, Reply, address, body_for, in_process
from tests.http.strict import STRICT

SPEC: dict[str, Any] = json.loads(DOCUMENT.read_bytes())
TEMPLATES = {path: re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)) + r"\Z") for path in SPEC["paths"]}


def test_the_committed_document_is_what_the_code_says():
    assert DOCUMENT.read_bytes() == text(), "run `make spec` and commit what it writes"


def test_the_service_hands_out_the_committed_document(ask):
    assert ask("GET", "/openapi.json").json == SPEC


def test_the_document_is_valid_openapi_3_1():
    assert SPEC["openapi"].startswith("3.1")
    jsonschema_rs.validate(OPENAPI_31, SPEC)
    every = [{"$ref": f"#/components/schemas/{name}"} for name in SPEC["components"]["schemas"]]
    assert jsonschema_rs.validator_for({"anyOf": every, "components": SPEC["components"]})


def test_every_reference_leads_somewhere():
    def references(value: Any) -> Any:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            for part in value.values():
                yield from references(part)
        elif isinstance(value, list):
            for part in value:
                yield from references(part)

    for reference in set(references(SPEC)):
        found: Any = SPEC
        for word in reference.removeprefix("#/").split("/"):
            found = found[word.replace("~1", "/").replace("~0", "~")]


def test_every_route_of_the_app_is_in_the_document(app):
    """All but the web pages, which are no API."""
    served = {
        (method.lower(), re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if not rule.endpoint.startswith("pages.")
    }
    documented = {(method, path) for path, item in SPEC["paths"].items() for method in item if method != "parameters"}
    assert served == documented
    assert len(ROUTES) == len(served)


def test_an_address_allows_the_methods_that_it_has_in_the_document(ask):
    """An id in one path never takes the place of a word in another."""
    methods: dict[str, set[str]] = {}
    for route in ROUTES:
        its = methods.setdefault(address(route), {"OPTIONS"})
        its |= {"GET", "HEAD"} if route.method == "GET" else {route.method}
    allowed = {path: set(ask("OPTIONS", path).headers["Allow"].split(", ")) for path in methods}
    assert allowed == methods


def test_operations_have_names_of_their_own():
    names = [one["operationId"] for item in SPEC["paths"].values() for one in item.values()]
    assert len(names) == len(set(names))


def test_every_operation_is_in_a_group_that_is_described():
    used = {tag for item in SPEC["paths"].values() for one in item.values() for tag in one["tags"]}
    assert used == {tag["name"] for tag in SPEC["tags"]}


def _schemas(value: Any) -> Any:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _schemas(part)
    elif isinstance(value, list):
        for part in value:
            yield from _schemas(part)


def test_generators_of_clients_can_name_and_type_every_schema():
    """They name classes after titles, read the type of an entry from `items`, and take a field with a default for one
    that is always there. `make spec-lint` runs two of them."""
    named = SPEC["components"]["schemas"]
    titles = [schema["title"] for schema in named.values() if "title" in schema]
    assert len(titles) == len(set(titles))
    for schema in _schemas(named):
        if schema.get("type") == "array":
            assert isinstance(schema["items"], dict), schema
    played = [name for name in named if name.endswith((".Event", ".Command", "MatchEvent"))]
    for reference in (one for name in played for one in named[name]["oneOf"]):
        fields = named[reference["$ref"].rpartition("/")[2]]["properties"]
        for part in (fields.get("params"), fields.get("public")):
            assert not any("default" in field for field in (part or {"properties": {}})["properties"].values())


def test_every_operation_says_what_it_does():
    for item in SPEC["paths"].values():
        for operation in item.values():
            said = operation["description"]
            assert said.endswith("."), operation["operationId"]
            assert said != operation["summary"]


def test_the_document_has_the_version_of_the_package_and_the_guide():
    assert SPEC["info"]["version"] == version("matchledger")
    for word in ("Tokens", "Versions", "Retries", "Undo", "Held", "Live", "Limits", "What may change"):
        assert word in SPEC["info"]["description"]
    assert SPEC["servers"]


def test_a_generation_of_the_document_is_fast():
    began = time.process_time()
    text()
    assert time.process_time() - began < 2


def test_problems_of_the_document_exist():
    for route in ROUTES:
        assert set(route.problems) <= PROBLEMS.keys(), route.path


@cache
def _validator(schema: str) -> Any:
    return jsonschema_rs.validator_for({**json.loads(schema), "components": STRICT["components"]})


def validator(schema: dict[str, Any]) -> Any:
    """A strict one, made once for each schema: that takes longer than any check."""
    return _validator(json.dumps(schema))


def resolved(value: Any) -> Any:
    """What a reference of the document leads to."""
    while isinstance(value, dict) and "$ref" in value:
        found: Any = SPEC
        for word in value["$ref"].removeprefix("#/").split("/"):
            found = found[word]
        value = found
    return value


# Of the representation or of the connection, not of the API.
NOT_OF_THE_API = {"content-type", "content-length", "content-encoding", "allow", "date", "server", "transfer-encoding"}


def check_headers(documented: dict[str, Any], reply: Reply, what: str) -> None:
    """Every header that is sent is documented, and every one that is documented as required is sent."""
    seen = {name.lower() for name, _ in reply.headers.items()} - NOT_OF_THE_API
    known = {name.lower(): resolved(one) for name, one in documented.items()}
    assert seen <= known.keys(), f"{what} sends {seen - known.keys()}, which is not documented"
    missing = {name for name, one in known.items() if one.get("required") and name not in seen}
    assert not missing, f"{what} does not send {missing}"


def test_a_token_is_asked_for_exactly_where_it_is_looked_at(ask):
    """The lock of an operation in /docs: where it has none, a token that nobody has is not noticed."""
    for route in ROUTES:
        status = ask(route.method, address(route), "nonsense", body_for(route)).status
        expected = status != 401 if route.ignores_token or route.view.__name__ == "open_channel" else status == 401
        assert expected, (route.view.__name__, status)
        assert not (route.ignores_token and route.needs_token)


class Watching:
    """Passes every request on, and compares what comes back with the document."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self.seen: set[tuple[str, str, int]] = set()

    def __call__(self, method: str, path: str, raw: bytes | None, headers: dict[str, str]) -> Reply:
        reply = self._ask(method, path, raw=raw, headers=headers)
        template = min(
            (known for known, pattern in TEMPLATES.items() if pattern.match(path.partition("?")[0])),
            key=lambda known: known.count("{"),
        )
        operation = SPEC["paths"][template][method.lower()]
        self.seen.add((method, template, reply.status))
        documented = resolved(operation["responses"].get(str(reply.status)))
        assert documented is not None, f"{method} {template} answers {reply.status}, which is not documented"
        check_headers(documented["headers"], reply, f"{method} {template} {reply.status}")
        for kind, content in documented.get("content", {}).items():
            assert reply.headers["Content-Type"].startswith(kind.rstrip("*/"))
            if not kind.endswith(("/json", "+json")):
                continue
            errors = [error.message for error in validator(content["schema"]).iter_errors(reply.json)]
            assert not errors, (method, path, errors[:3])
            if kind == "application/problem+json":
                slug = reply.json["type"].removeprefix("/problems/")
                assert slug in documented["description"], f"{method} {template}: {slug} is not documented"
        if raw and reply.status < 300 and "requestBody" in operation:
            content = operation["requestBody"]["content"].get("application/json")
            if content is not None:
                assert validator(content["schema"]).is_valid(json.loads(raw)), (method, path, raw)
        return reply


@pytest.fixture
def watching(app):
    return Watching(in_process(app))


@pytest.mark.parametrize("slug", list(all_games()))
def test_what_is_sent_and_answered_while_a_match_is_played_fits_the_document(watching, slug):
    ask = Ask(watching)
    client = ask.client
    match, tokens = client.start(slug, all_games()[slug].seats_min)
    rng = random.Random(2)
    for step in range(12):
        if _turn(client, match, tokens, rng) == "finished":
            break
        if step == 5:
            look_around(ask, match, tokens)
    ask("POST", f"/v1/matches/{match}/undo", tokens[0])
    ask("POST", f"/v1/matches/{match}/redo", tokens[0])
    ask("POST", f"/v1/matches/{match}/disputes", tokens[0], {"step": 1, "claim": "No!", "freeze": True})
    look_around(ask, match, tokens)
    go_wrong(ask, match, tokens)


def _turn(client: Client, match: str, tokens: list[str], rng: random.Random) -> str:
    seen = client.call("GET", f"/v1/matches/{match}", tokens[0], expect=200)
    if seen["to_act"]:
        seat = rng.choice(seen["to_act"])
        template = rng.choice(client.call("GET", f"/v1/matches/{match}/choices", tokens[seat])["choices"])
        command = {"type": template["type"], "params": params_of(template, rng)}
        client.call("POST", f"/v1/matches/{match}/commands?dry_run=true", tokens[seat], command, expect=200)
        client.call("POST", f"/v1/matches/{match}/commands", tokens[seat], command, expect=201)
    return seen["status"]


def look_around(ask: Ask, match: str, tokens: list[str]) -> None:
    """Every GET route, as a player and as nobody."""
    player = ask("GET", "/v1/players/me", tokens[0]).json["id"]
    for route in ROUTES:
        if route.method != "GET" or route.view.__name__ in STREAMS:
            continue
        dispute = f"{match}~{ask('GET', f'/v1/matches/{match}').json['step']}"
        path = address(route, match=match, player_id=player, dispute=dispute, **{"int:step": "1"})
        path += "?version=1" if route.view.__name__ == "get_proof" else ""
        for token in (tokens[0], None):
            ask("GET", path, token)
            if 304 in route.answers:
                ask("GET", path, token, have="*")


def go_wrong(ask: Ask, match: str, tokens: list[str]) -> None:
    """Some refusals of every kind."""
    commands = f"/v1/matches/{match}/commands"
    ask("POST", commands, tokens[0], {"type": "nonsense"})
    ask("POST", commands, tokens[0], {"type": 7})
    ask("POST", commands, tokens[0], raw=b"{")
    ask("POST", commands, tokens[0], raw=b"{", headers={"Content-Type": "application/json"})
    ask("POST", commands, None, {"type": "x"})
    ask("POST", commands, "nonsense", {"type": "x"})
    ask("POST", commands, ask.client.player(), {"type": "x"})
    ask("POST", commands, tokens[0], {"type": "x"}, version=1)
    ask("POST", commands, tokens[0], {"type": "x"}, version="x")
    ask("POST", commands, tokens[0], {"type": "x" * 70_000})
    ask("POST", f"/v1/matches/{match}/start", tokens[0])
    ask("POST", f"/v1/matches/{match}/seats", tokens[0], {"seat": 99})
    ask("DELETE", f"/v1/matches/{match}/seats/0", tokens[0])
    ask("GET", f"/v1/matches/{match}?at=0")
    ask("GET", f"/v1/matches/{match}/steps?view=revealed")
    for route in ROUTES:
        if ("<match>" in route.path or "<dispute>" in route.path) and route.view.__name__ not in STREAMS:
            ask(route.method, address(route), tokens[0], body_for(route))
            ask(route.method, address(route), None, body_for(route))
