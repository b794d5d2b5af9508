"""Published schemas let answers grow and refuse unknown fields of requests; those that tests use refuse both."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from api_spec.build import DOCUMENT, EXAMPLES
from games.registry import all_games, house_games
from service.web import openapi
from service.web.game_schema import closed_game_schema, component_schemas, game_schema
from service.web.open_answers import find_reached, open_all_answers, open_answers
from tests.http.asking import Ask, Reply
from tests.http.strict import STRICT
from tests.http.test_openapi import Watching, resolved

SPEC: dict[str, Any] = json.loads(DOCUMENT.read_bytes())
OPERATIONS = {one["operationId"]: one for item in SPEC["paths"].values() for one in item.values()}
TOLD: dict[str, Any] = json.loads(EXAMPLES.read_bytes())
WITH_ANSWER = sorted(name for name, example in TOLD.items() if isinstance(example.get("answer"), dict))
WITH_BODY = sorted(name for name, example in TOLD.items() if example.get("body"))
NEW = {"a_field_of_a_later_release": {"more": 1}}
SENT = [one["responses"] for one in OPERATIONS.values()] + [SPEC["components"]["responses"]]
SENT_INLINE = [
    content.get("schema")
    for responses in SENT
    for response in responses.values()
    for content in response.get("content", {}).values()
]
TAKEN = [(one.get("requestBody"), one.get("parameters")) for one in OPERATIONS.values()]


def fits(document: Any, schema: Any, instance: Any) -> bool:
    valid: bool = jsonschema_rs.validator_for({**schema, "components": document["components"]}).is_valid(instance)
    return valid


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a schema, itself included."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from parts(part)


def closed(schemas: Any) -> list[dict[str, Any]]:
    return [part for part in parts(schemas) if part.get("additionalProperties") is False]


@pytest.mark.parametrize("name", WITH_ANSWER)
def test_an_answer_may_get_a_field_but_not_unnoticed(name):
    answer, status = TOLD[name]["answer"], str(TOLD[name]["status"])
    schema = OPERATIONS[name]["responses"][status]["content"]["application/json"]["schema"]
    assert fits(STRICT, schema, answer)
    assert fits(SPEC, schema, answer | NEW), "a client that was made from the document would refuse it"
    assert not fits(STRICT, schema, answer | NEW), "a test would not notice it"


@pytest.mark.parametrize("name", WITH_BODY)
def test_a_request_with_an_unknown_field_fits_neither(name):
    body = TOLD[name]["body"]
    schema = OPERATIONS[name]["requestBody"]["content"]["application/json"]["schema"]
    assert fits(SPEC, schema, body)
    assert not fits(SPEC, schema, body | NEW)
    assert not fits(STRICT, schema, body | NEW)


def test_every_schema_of_answers_is_open_and_every_one_of_requests_is_as_it_was():
    """None is of both, which could be neither."""
    schemas = SPEC["components"]["schemas"]
    sent, taken = find_reached(schemas, SENT), find_reached(schemas, TAKEN)
    assert not sent & taken
    assert sent | taken == schemas.keys()
    assert not closed([schemas[name] for name in sent])
    assert not closed(SENT_INLINE), "schemas that have no name are not opened"
    assert {name: schemas[name] for name in taken} == {name: STRICT["components"]["schemas"][name] for name in taken}
    assert SPEC["paths"] == STRICT["paths"]


def test_the_alternatives_of_answers_can_still_be_told_apart():
    """Each of them has its own type, or a field of its own that is always there, or `type` says which it is."""
    schemas = SPEC["components"]["schemas"]
    found = [part["oneOf"] for name in find_reached(schemas, SENT) for part in parts(schemas[name]) if "oneOf" in part]
    assert len(found) > 8
    for alternatives in ([resolved(one) for one in several] for several in found):
        for one in alternatives:
            others = [other for other in alternatives if other is not one]
            name = one.get("properties", {}).get("type", {}).get("const")
            by_name = name and all(other["properties"]["type"]["const"] != name for other in others)
            by_field = any(
                all(field not in other.get("properties", {}) for other in others) for field in one.get("required", ())
            )
            assert by_name or by_field or all(other.get("type") != one["type"] for other in others), one


def test_a_field_that_is_not_listed_fails_the_test_of_answers(ask):
    """Of those that compare with the document what a service answers."""

    def careless(*words: Any, **more: Any) -> Reply:
        reply = ask(*words, **more)
        return Reply(reply.status, reply.headers, json.dumps(reply.json | NEW).encode())

    watching = Ask(Watching(careless))
    with pytest.raises(AssertionError, match="a_field_of_a_later_release"):
        watching("GET", "/v1/games")


@pytest.mark.parametrize("slug", list(house_games()))
def test_the_schema_of_a_game_is_open_but_for_what_clients_send(slug):
    schema, strict = json.loads(game_schema(slug)), json.loads(msgspec.json.encode(closed_game_schema(slug)))
    entries = schema["properties"]
    taken = find_reached(schema["$defs"], [entries["command"], entries["options"]])
    sent = find_reached(schema["$defs"], [entries["event"], entries["catalogue"], entries["view"]])
    assert not sent & taken
    assert not closed([schema["$defs"][name] for name in sent])
    for name in ("Command", "Options", *taken):
        assert schema["$defs"][name] == strict["$defs"][name]
    assert jsonschema_rs.is_valid(schema, {"options": {}})
    assert not jsonschema_rs.is_valid(schema, {"options": NEW})


def test_installed_games_are_treated_alike(monkeypatch):
    games = {**house_games(), "another": replace(all_games()["munchkin-apocalypse"], slug="another")}
    monkeypatch.setattr(openapi, "all_games", lambda: games)
    document = msgspec.json.decode(openapi.openapi_document.__wrapped__())
    schemas = document["components"]["schemas"]
    assert not closed([schemas[name] for name in find_reached(schemas, SENT)])
    options = {"$ref": "#/components/schemas/another.Options"}
    assert not fits(document, options, NEW)
    assert fits(document, {"$ref": "#/components/schemas/another.OptionsOut"}, NEW)
    assert {"$ref": "#/components/schemas/another.OptionsOut"} in schemas["OptionsOut"]["anyOf"]
    known = json.loads(msgspec.json.encode(component_schemas(games)))
    for name in ("another.open_door", "another.Options", "coup.Options"):
        assert schemas[name] == known[name]
    assert document["paths"] == SPEC["paths"]


def test_what_is_published_can_be_published_again():
    assert open_all_answers(SPEC) == SPEC
    assert open_all_answers(STRICT) == SPEC


def test_only_schemas_are_opened():
    """Not what looks like one: a field of that name, a default, an example."""
    plain = {"additionalProperties": False}
    schema = {
        "properties": {"additionalProperties": {"type": "boolean"}, "default": {"type": "object", **plain}},
        "default": plain,
        "example": plain,
        "anyOf": [plain, {"$ref": "#/x/In"}],
    }
    opened = open_answers({"Out": schema, "In": plain}, {"schema": {"$ref": "#/x/In"}})
    assert opened["In"] == plain
    assert opened["Out"] == {
        "properties": {"additionalProperties": {"type": "boolean"}, "default": {"type": "object"}},
        "default": plain,
        "example": plain,
        "anyOf": [{}, {"$ref": "#/x/In"}],
    }
