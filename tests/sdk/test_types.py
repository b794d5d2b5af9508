"""The types of the SDKs are those of the OpenAPI document, and every schema in it has one."""

from __future__ import annotations

import json
import re
import typing

import pytest
from matchledger_client import api_types

from api_spec import sdk_types
from api_spec.build import DOCUMENT

SPEC = json.loads(DOCUMENT.read_bytes())


@pytest.mark.parametrize("path", sdk_types.FILES, ids=lambda path: path.name)
def test_the_files_are_those_of_the_document(path):
    assert path.read_text(encoding="utf-8") == sdk_types.FILES[path](SPEC), "run `make spec`"


def test_every_type_can_be_resolved():
    """A name that is used and not defined would only show when somebody asks for the type."""
    for component in SPEC["components"]["schemas"]:
        kind = getattr(api_types, sdk_types.type_name(component))
        if typing.is_typeddict(kind):
            typing.get_type_hints(kind, vars(api_types))
        else:
            eval(kind, vars(api_types)) if isinstance(kind, str) else kind  # an alias


def test_every_operation_with_a_key_is_keyed_and_no_other():
    for path, operations in SPEC["paths"].items():
        for method, operation in operations.items():
            takes_key = any(one["name"] == "Idempotency-Key" for one in operation.get("parameters", []))
            given = f"{method.upper()} {re.sub(r'{[^}]+}', 'x', path)}"
            assert bool(api_types.KEYED.match(given)) == takes_key, given


def test_a_document_with_other_words_is_typed_as_far_as_they_are_known():
    strange = {
        "paths": {},
        "components": {
            "schemas": {
                "a.class": {"type": "object", "properties": {"from": {"type": "string"}, "x": {"$ref": "#/x/b-c"}}},
                "b-c": {"oneOf": [{"const": 1}, {"type": "object", "properties": {"y": {"not": {}}}}]},
                "d": {"allOf": [{"type": "string"}]},
                "e": {"type": ["string", "null"], "enum": ["one", None]},
                "f": {"type": "array", "prefixItems": []},
                "g": True,
            }
        },
    }
    scope: dict[str, typing.Any] = {}
    exec(sdk_types.python_types(strange), scope)
    hints = typing.get_type_hints(scope["AClass"], scope)
    assert hints["from"] is str
    assert scope["E"] == typing.Literal["one"] | None
    assert scope["D"] is typing.Any
    assert scope["F"] == list[typing.Any]
    written = sdk_types.typescript_types(strange)
    assert 'export type E = "one" | null;' in written
    assert "export type D = unknown;" in written
    assert "y?: unknown;" in written


def test_two_schemas_never_share_a_name():
    schema = {"type": "string"}
    with pytest.raises(ValueError, match="AB"):
        sdk_types.python_types({"paths": {}, "components": {"schemas": {"a.b": schema, "a-b": schema}}})
