"""What is published of schemas: those of answers are open, because later releases may add fields (docs/api.md).

The code makes closed schemas, which say exactly what this release sends, and tests hold the service to them. A client
that was made from closed ones would refuse the answers of the next release. What clients send stays closed: the
service refuses fields that it does not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Schema = dict[str, Any]
# Where a schema has schemas in it. Not under `not`, which an opened schema would widen instead of narrow.
_ONE = ("items", "additionalProperties")
_LISTED = ("anyOf", "oneOf", "allOf", "prefixItems")


def open_all_answers(document: Schema) -> Schema:
    """An OpenAPI document with open answers; one that has them already stays as it is."""
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    inputs = [(one.get("requestBody"), one.get("parameters")) for one in operations]
    components = document["components"]
    return document | {"components": components | {"schemas": open_answers(components["schemas"], inputs)}}


def open_answers(schemas: Mapping[str, Schema], inputs: Any) -> dict[str, Schema]:
    """These schemas, all open but those that `inputs` refer to, themselves or through others."""
    closed = find_reached(schemas, inputs)
    return {name: schema if name in closed else _open_schema(schema) for name, schema in schemas.items()}


def find_reached(schemas: Mapping[str, Schema], value: Any) -> set[str]:
    """The names of the schemas that a part of the document refers to, itself or through others."""
    found: set[str] = set()
    new = set(_references(value))
    while new:
        found |= new
        new = {name for known in new & schemas.keys() for name in _references(schemas[known])} - found
    return found & schemas.keys()


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].rpartition("/")[2]
        value = list(value.values())
    if isinstance(value, list | tuple):
        for part in value:
            yield from _references(part)


def _open_schema(schema: Any) -> Any:
    """Word by word, because examples and defaults may look like schemas."""
    if not isinstance(schema, dict):
        return schema
    found = {word: value for word, value in schema.items() if (word, value) != ("additionalProperties", False)}
    for word, value in found.items():
        if word == "properties":
            found[word] = {name: _open_schema(inner) for name, inner in value.items()}
        elif word in _LISTED:
            found[word] = [_open_schema(inner) for inner in value]
        elif word in _ONE:
            found[word] = _open_schema(value)
    return found
