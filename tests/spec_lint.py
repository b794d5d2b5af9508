"""What tools of others make of the OpenAPI and AsyncAPI documents: `make spec-lint`. Needs node and npm; what it
installs and generates stays in .venv/spec-lint.

The AsyncAPI document fits the schema that the AsyncAPI project publishes. Spectral and Redocly, with the rules they
recommend, find nothing in the OpenAPI document; openapi-typescript and openapi-python-client generate a client in which
every schema has a type, and events, commands and choices have no field of any type.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs

from api_spec.asyncapi import DOCUMENT as ASYNCAPI
from api_spec.build import DOCUMENT
from api_spec.sdk_types import type_name

FOLDER = Path(sys.prefix) / "spec-lint"
NPM = ("@asyncapi/specs@6", "@stoplight/spectral-cli@6", "@redocly/cli@2", "openapi-typescript@7", "typescript@5")
PIP = "openapi-python-client>=0.29,<0.30"
# The handshake of a WebSocket has no answer but 101.
EXPECTED = {("operation-success-response", "/v1/socket"), ("operation-2xx-response", "/v1/socket")}
# The generator cannot read files of lines; whoever wants them as text says so, as here.
AS_TEXT = ("application/jsonl", "application/x-ndjson", "*/*")
UNTYPED = re.compile(r": .*\b(?:unknown|any)\b(?![-\"])")
USE = """
import type { components } from "./client";
type Schemas = components["schemas"];
declare const event: Schemas["coup.Event"];
if (event.type === "ActionDeclared") { const action: string = event.public.action; void action; }
declare const choice: Schemas["ChoiceOut"];
const domain = choice.params["action"]!;
if ("one_of" in domain) { const value: string | number | boolean | undefined = domain.one_of[0]; void value; }
const good: Schemas["coup.Command"] = { type: "declare_action", params: { decision_id: 0, action: "usa" } };
// @ts-expect-error: this command has no such parameter
const bad: Schemas["coup.Command"] = { type: "pass", params: { decision_id: 0, action: "usa" } };
void good, bad;
"""


def main() -> int:
    if shutil.which("npm") is None:
        print("node and npm are needed")
        return 2
    FOLDER.mkdir(exist_ok=True)
    _run("npm", "install", "--no-audit", "--no-fund", "--silent", *NPM)
    document = json.loads(DOCUMENT.read_bytes())
    faults = [
        *_asyncapi(),
        *_spectral(),
        *_redocly(),
        *_typescript(document["components"]["schemas"]),
        *_python(document["components"]["schemas"]),
    ]
    print(*faults, sep="\n")
    print(f"{len(faults)} faults")
    return 1 if faults else 0


def _run(*words: str, is_checked: bool = True) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(words, cwd=FOLDER, capture_output=True, text=True, check=False)
    if is_checked and done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}\n{done.stderr}")
    return done


def _tool(name: str) -> str:
    return f"node_modules/.bin/{name}"


def _asyncapi() -> Iterator[str]:
    """The document by itself: schemas that it refers to are OpenAPI's, whose `discriminator` AsyncAPI does not have."""
    document = json.loads(ASYNCAPI.read_bytes())
    schema = FOLDER / "node_modules" / "@asyncapi" / "specs" / "schemas" / f"{document['asyncapi']}.json"
    for found in jsonschema_rs.validator_for(json.loads(schema.read_bytes())).iter_errors(document):
        yield f"AsyncAPI: {'/'.join(map(str, found.instance_path))}: {found.message}"


def _spectral() -> Iterator[str]:
    (FOLDER / "spectral.yaml").write_text('extends: ["spectral:oas"]\n')
    words = ("lint", str(DOCUMENT), "--ruleset", "spectral.yaml", "--format", "json", "--quiet")
    for found in json.loads(_run(_tool("spectral"), *words, is_checked=False).stdout):
        place = found["path"]
        if (found["code"], place[1] if len(place) > 1 else "") not in EXPECTED:
            yield f"Spectral: {found['code']} at {'/'.join(map(str, place))}: {found['message']}"


def _redocly() -> Iterator[str]:
    words = ("lint", str(DOCUMENT), "--extends=recommended", "--format=json", "--max-problems=1000")
    for found in json.loads(_run(_tool("redocly"), *words, is_checked=False).stdout)["problems"]:
        pointer = found["location"][0].get("pointer") or ""
        place = pointer.removeprefix("#/paths/").partition("/")[0].replace("~1", "/")
        if (found["ruleId"], place) not in EXPECTED:
            yield f"Redocly: {found['ruleId']} at {pointer}: {found['message']}"


def _typescript(schemas: dict[str, Any]) -> Iterator[str]:
    _run(_tool("openapi-typescript"), str(DOCUMENT), "-o", "client.d.ts")
    named = [f"export type T{number} = Schemas[{json.dumps(name)}];" for number, name in enumerate(schemas)]
    (FOLDER / "use.ts").write_text("\n".join([USE, *named]))
    done = _run(_tool("tsc"), "--noEmit", "--strict", "--noUncheckedIndexedAccess", "use.ts", is_checked=False)
    yield from (f"TypeScript: {line}" for line in done.stdout.splitlines())
    written = (FOLDER / "client.d.ts").read_text()
    for name in _played(schemas):
        begin = re.search(rf'^        "?{re.escape(name)}"?: ', written, re.MULTILINE)
        assert begin is not None, name
        start = begin.start()
        end = re.compile(r'^        (?:"|\w|\})', re.MULTILINE).search(written, start + 10)
        assert end is not None
        for line in re.sub(r"/\*.*?\*/", "", written[start : end.start()], flags=re.DOTALL).splitlines():
            if UNTYPED.search(line):
                yield f"TypeScript: {name} has {line.strip()}"


def _played(schemas: dict[str, Any]) -> list[str]:
    """The names of every event and command of the games, and of the domains of a choice."""
    entries = [name for name in schemas if name.endswith((".Event", ".Command", "MatchEvent"))] + ["Domain"]
    return [one["$ref"].rpartition("/")[2] for name in entries for one in schemas[name]["oneOf"]]


def _python(schemas: dict[str, Any]) -> Iterator[str]:
    python = FOLDER / "python" / "bin" / "python"
    if not python.exists():
        venv.create(FOLDER / "python", with_pip=True)
    _run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PIP)
    overrides = {"content_type_overrides": dict.fromkeys(AS_TEXT, "text/plain"), "post_hooks": []}
    (FOLDER / "python.json").write_text(json.dumps(overrides))
    shutil.rmtree(FOLDER / "client", ignore_errors=True)
    words = (
        "generate",
        "--path",
        str(DOCUMENT),
        "--output-path",
        "client",
        "--meta",
        "none",
        "--config",
        "python.json",
    )
    done = _run(str(python.with_name("openapi-python-client")), *words, "--fail-on-warning", is_checked=False)
    if done.returncode:
        yield f"openapi-python-client: {done.stdout}{done.stderr}"
    written = {
        name.lower()
        for path in FOLDER.glob("client/models/*.py")
        for name in re.findall(r"class (\w+)", path.read_text())
    }
    for name, schema in schemas.items():
        if schema.get("type") == "object" and type_name(name).lower() not in written:
            yield f"openapi-python-client: there is no class for {name}"


if __name__ == "__main__":
    sys.exit(main())
