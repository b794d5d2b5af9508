"""Types of the SDKs, made from the OpenAPI document: TypedDicts for Python, interfaces for TypeScript.

A schema that uses a word which is unknown here becomes `Any` or `unknown`, so the document may grow without this file.
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Callable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PYTHON = ROOT / "sdk" / "python" / "src" / "matchledger_client" / "api_types.py"
TYPESCRIPT = ROOT / "sdk" / "js" / "api.d.ts"
MODULE = ROOT / "sdk" / "js" / "caller.js"
KEY_HEADER = "Idempotency-Key"
METHODS = ("get", "put", "post", "delete", "patch")
KEYED_LINES = re.compile(r"^const KEYED = .*?;$", re.MULTILINE | re.DOTALL)
WIDTH = 118

Schema = dict[str, Any]


def type_name(component: str) -> str:
    """`coup.declare_action` is `CoupDeclareAction`."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", component))


def _named_schemas(document: Schema) -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    for component, schema in sorted(document["components"]["schemas"].items()):
        name = type_name(component)
        if name in found:
            raise ValueError(f"two schemas would be called {name}; one of them is {component}")
        found[name] = schema
    return found


def keyed_pattern(document: Schema) -> str:
    """A regular expression for `METHOD /path` of every operation that takes an idempotency key."""
    found: list[str] = []
    for path, operations in sorted(document["paths"].items()):
        for method in METHODS:
            parameters = operations.get(method, {}).get("parameters", [])
            if any(one.get("in") == "header" and one.get("name") == KEY_HEADER for one in parameters):
                found.append(f"{method.upper()} {re.sub(r'{[^}]+}', '[^/?]+', path)}")
    return f"^({'|'.join(found)})$"


def _alternatives(schema: Schema) -> list[Schema] | None:
    """The schemas of which one has to hold, if there are several."""
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return list(schema[word])
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return [{**schema, "type": kind} for kind in kinds]
    return None


def _constants(schema: Schema) -> list[Any] | None:
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    if schema.get("type") == "null" or not values:
        return None
    kinds = {"string": str, "integer": int, "boolean": bool}
    kind = kinds.get(schema.get("type", ""))
    return [value for value in values if kind is None or type(value) is kind]


def _is_record(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "object" and bool(schema.get("properties"))


def _broken(expression: str) -> str:
    """On several lines if it is long."""
    if len(expression) <= WIDTH - 30:
        return expression
    return "(\n    " + "\n    | ".join(expression.split(" | ")) + "\n)"


class _PythonWriter:
    """Nested objects without a name of their own become classes named after where they are."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.aliases: dict[str, str] = {}

    def write(self, name: str, schema: Schema) -> None:
        if _is_record(schema):
            self._write_record(name, schema)
        else:
            self.aliases[name] = self._expression(schema, name)

    def alias_lines(self) -> Iterator[str]:
        """The names of types that are no classes, each after those that it is made of: they are evaluated, so that the
        types of fields can be."""
        needs = {
            name: [word for word in re.findall(r"\w+", expression) if word in self.aliases]
            for name, expression in self.aliases.items()
        }
        for name in TopologicalSorter(needs).static_order():
            yield from (f"{name}: TypeAlias = {_broken(self.aliases[name])}", "")

    def _write_record(self, name: str, schema: Schema) -> None:
        required = set(schema.get("required", ()))
        fields: list[tuple[str, str, bool]] = []
        for field, inner in schema["properties"].items():
            fields.append((field, self._expression(inner, name + type_name(field)), field in required))
        if all(field.isidentifier() and not keyword.iskeyword(field) for field, _, _ in fields):
            self.lines.append(f"class {name}(TypedDict):")
            for field, kind, is_required in fields:
                self.lines.append(f"    {field}: {kind if is_required else f'NotRequired[{kind}]'}")
        else:
            self.lines += [f"{name} = TypedDict(", f'    "{name}",', "    {"]
            for field, kind, is_required in fields:
                kind = kind.replace('"', "'")
                given = f'"{kind}"' if is_required else f'NotRequired["{kind}"]'
                self.lines.append(f'        "{field}": {given},')
            self.lines += ["    },", ")"]
        self.lines.append("")

    def _expression(self, schema: Any, name: str) -> str:
        if not isinstance(schema, dict):
            return "Any"
        if "$ref" in schema:
            return type_name(schema["$ref"].rpartition("/")[2])
        alternatives = _alternatives(schema)
        if alternatives is not None:
            kinds = [
                self._expression(one, f"{name}{number}" if number else name) for number, one in enumerate(alternatives)
            ]
            return "Any" if "Any" in kinds else " | ".join(dict.fromkeys(kinds))
        constants = _constants(schema)
        if constants is not None:
            return f"Literal[{', '.join(_python_literal(value) for value in constants)}]"
        if _is_record(schema):
            self._write_record(name, schema)
            return name
        match schema.get("type"):
            case "array":
                return f"list[{self._expression(schema.get('items'), name + 'Item')}]"
            case "object":
                return f"dict[str, {self._expression(schema.get('additionalProperties'), name + 'Value')}]"
            case kind:
                return _PYTHON_KINDS.get(kind, "Any") if isinstance(kind, str) else "Any"


_PYTHON_KINDS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_TYPESCRIPT_KINDS = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def _python_literal(value: Any) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)


def python_types(document: Schema) -> str:
    writer = _PythonWriter()
    for name, schema in _named_schemas(document).items():
        writer.write(name, schema)
    pattern = keyed_pattern(document).replace("|", '"\n    r"|')
    head = [
        '"""The types of the API, generated from api_spec/openapi.json by `make spec`. Answers are plain dicts."""',
        "",
        "from __future__ import annotations",
        "",
        "import re",
        "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict",
        "",
        "# The operations that take an idempotency key, as `METHOD /path`.",
        f'KEYED = re.compile(\n    r"{pattern}"\n)',
        "",
    ]
    return "\n".join([*head, *writer.lines, *writer.alias_lines()]).rstrip() + "\n"


def typescript_types(document: Schema) -> str:
    lines = ["// The types of the API, generated from api_spec/openapi.json by `make spec`.", ""]
    for name, schema in _named_schemas(document).items():
        lines += [f"export type {name} = {_typescript(schema, '')};", ""]
    return "\n".join(lines).rstrip() + "\n"


def _typescript(schema: Any, indent: str) -> str:
    if not isinstance(schema, dict):
        return "unknown"
    if "$ref" in schema:
        return type_name(schema["$ref"].rpartition("/")[2])
    alternatives = _alternatives(schema)
    if alternatives is not None:
        kinds = list(dict.fromkeys(_typescript(one, indent) for one in alternatives))
        separator = " | " if sum(map(len, kinds)) < WIDTH - 20 else f"\n{indent}  | "
        return separator.join(kinds)
    constants = _constants(schema)
    if constants is not None:
        return " | ".join(json.dumps(value) for value in constants)
    if _is_record(schema):
        return _typescript_record(schema, indent)
    match schema.get("type"):
        case "array" if schema.get("prefixItems"):
            return f"[{', '.join(_typescript(one, indent) for one in schema['prefixItems'])}]"
        case "array":
            return f"Array<{_typescript(schema.get('items'), indent)}>"
        case "object":
            return f"Record<string, {_typescript(schema.get('additionalProperties'), indent)}>"
        case kind:
            return _TYPESCRIPT_KINDS.get(kind, "unknown") if isinstance(kind, str) else "unknown"


def _typescript_record(schema: Schema, indent: str) -> str:
    required = set(schema.get("required", ()))
    lines = ["{"]
    for field, inner in schema["properties"].items():
        name = field if re.fullmatch(r"[A-Za-z_$][\w$]*", field) else json.dumps(field)
        note = inner.get("description") if isinstance(inner, dict) else None
        if note:
            lines.append(f"{indent}  /** {' '.join(note.replace('*/', '* /').split())} */")
        mark = "" if field in required else "?"
        lines.append(f"{indent}  {name}{mark}: {_typescript(inner, indent + '  ')};")
    return "\n".join([*lines, f"{indent}}}"])


def javascript_module(document: Schema) -> str:
    """The module as it is, with the list of keyed operations of this document."""
    lines = keyed_pattern(document).replace("|", "',\n  '|")
    keyed = f"const KEYED = new RegExp([\n  '{lines}',\n].join(''));"
    return KEYED_LINES.sub(lambda _: keyed, MODULE.read_text(encoding="utf-8"), count=1)


FILES: dict[Path, Callable[[Schema], str]] = {
    PYTHON: python_types,
    TYPESCRIPT: typescript_types,
    MODULE: javascript_module,
}


def write_files(document: Schema) -> None:
    for path, make in FILES.items():
        path.write_text(make(document), encoding="utf-8")
