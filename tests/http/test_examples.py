"""The examples of the OpenAPI document: every operation has one that fits its schema, and the story is told again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api_spec.build import DOCUMENT, EXAMPLES
from service.web.http import ROUTES
from tests.http.examples import story
from tests.http.test_openapi import validator

SPEC: dict[str, Any] = json.loads(DOCUMENT.read_bytes())
COMMITTED: dict[str, Any] = json.loads(EXAMPLES.read_bytes())
OPERATIONS = {one["operationId"]: one for item in SPEC["paths"].values() for one in item.values()}
WITHOUT = {
    "get_schema": "is a JSON Schema",
    "list_finished": "is JSON, one match on each line",
    "metrics": "is text for Prometheus",
    "get_log_note": "is a note as text: docs/proofs.md says its form",
    "openapi": "is the document itself",
    "asyncapi": "is the document of the channel",
    "docs": "is a page",
    "docs_file": "is a file of that page",
    "get_report": "is a page to be printed",
    "live": "is a stream of events",
    "live_player": "is a stream of events: docs/matches.md shows one",
    "open_channel": "is a WebSocket: docs/channel.md shows one",
    "export_evidence": "is a file: docs/proofs.md shows one",
    "report_away": "needs a day to pass; docs/matches.md shows one",
    "import_match": "takes a file: the README and docs/proofs.md show one",
}


# What the search prefers depends on the deal, and with it which parameters there are.
BY_COMMAND = (".compared[].params", ".compared[].names")


def test_every_operation_has_an_example_or_a_reason_why_not():
    assert {route.view.__name__ for route in ROUTES} == COMMITTED.keys() | WITHOUT.keys()
    assert not COMMITTED.keys() & WITHOUT.keys()


@pytest.mark.parametrize("name", sorted(COMMITTED))
def test_an_example_is_in_the_document_and_fits_its_schema(name):
    example, operation = COMMITTED[name], OPERATIONS[name]
    if "body" in example:
        content = operation["requestBody"]["content"]["application/json"]
        assert content["example"] == example["body"]
        assert validator(content["schema"]).is_valid(example["body"])
    if "answer" in example:
        content = operation["responses"][str(example["status"])]["content"]["application/json"]
        assert content["example"] == example["answer"]
        errors = [error.message for error in validator(content["schema"]).iter_errors(example["answer"])]
        assert not errors


def test_the_story_can_be_told_again(app, ask, projector):
    def catch_up() -> None:
        while projector.run_once(block_ms=10):
            pass

    told = story(ask, app.extensions["matchledger"], catch_up)
    assert told.keys() == COMMITTED.keys()
    for name, example in told.items():
        committed = COMMITTED[name]
        assert (example["status"], example.get("body")) == (committed["status"], committed.get("body")), name
        differs = difference(example.get("answer"), committed.get("answer"))
        assert differs is None, f"{name}{differs}: run `python -m tests.http.examples` and `make spec`"


def difference(one: Any, other: Any, place: str = "") -> str | None:
    """Where two answers have not the same shape; what is null in one of them may be anything in the other."""
    if one is None or other is None:
        return None
    if isinstance(one, dict) and isinstance(other, dict):
        if place.endswith(BY_COMMAND):
            return None
        if one.keys() != other.keys():
            return f"{place}: {sorted(one.keys() ^ other.keys())}"
        return next(filter(None, (difference(one[name], other[name], f"{place}.{name}") for name in one)), None)
    if isinstance(one, list) and isinstance(other, list):
        return next(filter(None, (difference(a, b, f"{place}[]") for a, b in zip(one, other))), None)
    return None if type(one) is type(other) else f"{place}: {one!r} or {other!r}"
