"""The schemas of the six domains of a choice's parameter, made from the records that games write them in."""

from __future__ import annotations

from typing import Any

import msgspec

from games.choices import Integer, Maybe, OneOf, OrderOf, SomeOf, Text

_PLAIN = (OneOf, SomeOf, OrderOf, Integer, Text)  # all but Maybe, which is around one of these
_INNER = ("Bounds", "Length")  # records within a domain, written out where they occur
_AT = "#/components/schemas/{name}Domain"


def domain_schemas() -> dict[str, dict[str, Any]]:
    """`OneOfDomain`, `SomeOfDomain` and so on, and `Domain`, which is exactly one of them."""
    _, found = msgspec.json.schema_components(_PLAIN, ref_template=_AT)
    inner = {_AT.format(name=name): _close(found.pop(name)) for name in _INNER}
    plain = [{"$ref": _AT.format(name=one.__name__)} for one in _PLAIN]
    schemas = {
        f"{name}Domain": _write_out(_close(schema), inner) | {"title": f"{name}Domain"}
        for name, schema in found.items()
    }
    schemas["MaybeDomain"] = _close(
        {
            "title": f"{Maybe.__name__}Domain",
            "description": Maybe.__doc__,
            "type": "object",
            "properties": {"optional": {"oneOf": plain}},
            "required": ["optional"],
        }
    )
    schemas["Domain"] = {
        "description": "Which values a parameter may have.",
        "oneOf": [*plain, {"$ref": _AT.format(name="Maybe")}],
    }
    return schemas


def _close(schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "additionalProperties": False}


def _write_out(schema: dict[str, Any], inner: dict[str, Any]) -> dict[str, Any]:
    properties = {name: inner.get(one.get("$ref", ""), one) for name, one in schema["properties"].items()}
    return {**schema, "properties": properties}
