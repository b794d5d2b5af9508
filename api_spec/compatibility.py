"""`make spec-compare OLD=openapi.json`: what a client of an older document would break on in the present one.

`/v1` only grows (docs/api.md): routes, fields and values of answers, and optional inputs may be added. Breaks are a
route, field or status that is gone, a type that has changed, an input that is newly required or no longer accepted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from api_spec.build import DOCUMENT

METHODS = ("get", "post", "put", "patch", "delete")
Json = Mapping[str, Any]


class Side(NamedTuple):
    """Two documents, and whether what is compared is sent by clients."""

    old: Json
    new: Json
    is_input: bool


def breaks(old: Json, new: Json) -> Iterator[str]:
    """One sentence for each break."""
    for path, methods in old["paths"].items():
        for method in METHODS:
            if method in methods:
                now = new["paths"].get(path, {}).get(method)
                where = f"{method.upper()} {path}"
                if now is None:
                    yield f"{where}: the route is gone"
                else:
                    yield from _operation(Side(old, new, True), methods[method], now, where)


def _operation(side: Side, old: Json, new: Json, where: str) -> Iterator[str]:
    before, now = _parameters(side.old, old), _parameters(side.new, new)
    for name in before.keys() - now.keys():
        yield f"{where}: the parameter {name} is gone"
    for name, parameter in now.items():
        if parameter.get("required") and not before.get(name, {}).get("required"):
            yield f"{where}: the parameter {name} is required now"
        if name in before:
            yield from _schema(side, before[name]["schema"], parameter["schema"], f"{where}: {name}", frozenset())
    yield from _contents(side, old.get("requestBody", {}), new.get("requestBody", {}), f"{where}: body")
    if new.get("requestBody", {}).get("required") and not old.get("requestBody", {}).get("required"):
        yield f"{where}: a body is required now"
    for status, answer in old["responses"].items():
        if status not in new["responses"]:
            yield f"{where}: it no longer answers {status}"
            continue
        answers = _resolved(side.old, answer), _resolved(side.new, new["responses"][status])
        yield from _contents(side._replace(is_input=False), *answers, f"{where}: {status}")


def _parameters(document: Json, operation: Json) -> dict[str, Json]:
    found = (_resolved(document, one) for one in operation.get("parameters", ()))
    return {f"{one['in']} {one['name']}": one for one in found}


def _contents(side: Side, old: Json, new: Json, where: str) -> Iterator[str]:
    for kind, content in old.get("content", {}).items():
        if kind not in new.get("content", {}):
            yield f"{where}: it is no longer {kind}"
        elif "schema" in content:
            yield from _schema(side, content["schema"], new["content"][kind].get("schema", {}), where, frozenset())


def _resolved(document: Json, value: Json) -> Json:
    while "$ref" in value:
        found: Any = document
        for name in value["$ref"].removeprefix("#/").split("/"):
            found = found[name.replace("~1", "/").replace("~0", "~")]
        value = found
    return value


def _schema(side: Side, old: Json, new: Json, where: str, above: frozenset[str]) -> Iterator[str]:
    name = old.get("$ref", "")
    if name and name in above:
        return  # a schema within itself
    above |= {name}
    old, new = _resolved(side.old, old), _resolved(side.new, new)
    before, now = _types(old), _types(new)
    if before and now and not (before <= now if side.is_input else now <= before):
        yield f"{where}: it was {' or '.join(sorted(before))} and is {' or '.join(sorted(now))}"
        return
    if side.is_input and "enum" in new:
        for value in old.get("enum", ["any other value"]):
            if value not in new["enum"]:
                yield f"{where}: {value} is no longer accepted"
    yield from _fields(side, old, new, where, above)
    if isinstance(old.get("items"), Mapping) and isinstance(new.get("items"), Mapping):
        yield from _schema(side, old["items"], new["items"], f"{where}[]", above)
    yield from _alternatives(side, old, new, where, above)


def _types(schema: Json) -> set[str]:
    kinds = schema.get("type", [])
    found = {kinds} if isinstance(kinds, str) else set(kinds)
    return found | {"integer"} if "number" in found else found


def _fields(side: Side, old: Json, new: Json, where: str, above: frozenset[str]) -> Iterator[str]:
    before, now = old.get("properties", {}), new.get("properties", {})
    for name, schema in before.items():
        if name not in now:
            yield f"{where}.{name}: the field is gone"
        else:
            yield from _schema(side, schema, now[name], f"{where}.{name}", above)
    was_required, is_required = set(old.get("required", ())), set(new.get("required", ()))
    if side.is_input:
        for name in sorted(is_required - was_required):
            yield f"{where}.{name}: the field is required now"
    else:
        for name in sorted((was_required - is_required) & now.keys()):
            yield f"{where}.{name}: the field may be missing now"


def _alternatives(side: Side, old: Json, new: Json, where: str, above: frozenset[str]) -> Iterator[str]:
    for word in ("oneOf", "anyOf"):
        if word not in old or word not in new:
            continue
        now = {_alternative(one, place): one for place, one in enumerate(new[word])}
        for place, one in enumerate(old[word]):
            name = _alternative(one, place)
            if name in now:
                yield from _schema(side, one, now[name], f"{where} ({name})", above)
            elif side.is_input:
                yield f"{where}: {name} is no longer accepted"


def _alternative(schema: Json, place: int) -> str:
    return str(schema.get("$ref", schema.get("title", schema.get("type", place)))).rpartition("/")[2]


def main(old: Path) -> int:
    found = list(breaks(json.loads(old.read_bytes()), json.loads(DOCUMENT.read_bytes())))
    print(*found, sep="\n")
    print(f"{len(found)} breaks")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
