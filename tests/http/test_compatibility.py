"""The checker of the OpenAPI document: it finds each kind of break that is planted, and no growth."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from api_spec.build import DOCUMENT
from api_spec.compatibility import breaks, main

NOW = json.loads(DOCUMENT.read_bytes())
MATCHES, COMMANDS = "/v1/matches", "/v1/matches/{match}/commands"


def schema_of(document: Any, *path: str) -> Any:
    """The schema at this place, behind its reference."""
    found = document["paths"]
    for name in path:
        found = found[name]
    found = found["content"]["application/json"]["schema"]
    return document["components"]["schemas"][found["$ref"].rpartition("/")[2]] if "$ref" in found else found


def opening(document: Any) -> Any:
    return schema_of(document, MATCHES, "post", "requestBody")


def opened(document: Any) -> Any:
    return schema_of(document, MATCHES, "post", "responses", "201")


def parameter(document: Any, name: str) -> Any:
    return next(one for one in document["paths"][MATCHES]["get"]["parameters"] if one.get("name") == name)


PLANTED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a route": (lambda d: d["paths"].pop(COMMANDS), "POST /v1/matches/{match}/commands: the route is gone"),
    "a status": (lambda d: d["paths"][MATCHES]["post"]["responses"].pop("201"), "it no longer answers 201"),
    "a field of an answer": (lambda d: opened(d)["properties"].pop("status"), ".status: the field is gone"),
    "a field that may be missing": (lambda d: opened(d)["required"].remove("status"), "may be missing now"),
    "the type of an answer": (lambda d: opened(d)["properties"].update(version={"type": "string"}), "and is string"),
    "a field of a body": (lambda d: opening(d)["properties"].pop("options"), ".options: the field is gone"),
    "a field that is required": (lambda d: opening(d)["required"].append("options"), "is required now"),
    "the type of a body": (lambda d: opening(d)["properties"].update(seats={"type": "string"}), "and is string"),
    "a value of an input": (lambda d: parameter(d, "status")["schema"].update(enum=["open"]), "is no longer accepted"),
    "a parameter": (lambda d: parameter(d, "game").update(name="slug"), "the parameter query game is gone"),
    "a required parameter": (lambda d: parameter(d, "game").update(required=True), "query game is required now"),
}


def changed(change: Callable[[Any], Any]) -> Any:
    document = copy.deepcopy(NOW)
    change(document)
    return document


@pytest.mark.parametrize("kind", list(PLANTED))
def test_a_break_is_found(kind):
    change, sentence = PLANTED[kind]
    assert any(sentence in found for found in breaks(NOW, changed(change)))


def test_growth_is_no_break():
    def grow(document: Any) -> None:
        document["paths"]["/v1/new"] = {"get": {"responses": {"200": {"description": "New."}}}}
        opened(document)["properties"]["new"] = {"type": "string"}
        opened(document)["required"].append("new")
        opening(document)["properties"]["new"] = {"type": "string"}
        document["paths"][MATCHES]["get"]["parameters"].append({"in": "query", "name": "new", "schema": {}})

    assert list(breaks(NOW, changed(grow))) == []
    assert list(breaks(NOW, NOW)) == []


def test_the_command_tells_and_fails(tmp_path, capsys):
    def plant(document: Any) -> None:
        document["paths"]["/v1/old"] = document["paths"][MATCHES]

    older = tmp_path / "openapi.json"
    older.write_text(json.dumps(changed(plant)), encoding="utf-8")
    assert main(older) == 1
    assert "GET /v1/old: the route is gone" in capsys.readouterr().out
    older.write_text(json.dumps(NOW), encoding="utf-8")
    assert main(older) == 0
