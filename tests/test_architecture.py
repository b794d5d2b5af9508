"""Imports point one way: service -> projections -> games -> events.visibility, and projections -> events."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PURE_GAMES_MAY_IMPORT = {"games", "events.visibility", "msgspec"}
NOT_PURE = {
    "random",
    "time",
    "uuid",
    "os",
    "secrets",
    "datetime",
    "socket",
    "flask",
    "redis",
    "threading",
    "subprocess",
}
LAYERS = {
    "events": {"events"},
    "games": {"games", "events.visibility"},
    "projections": {"projections", "games", "events"},
    "service": {"service", "projections", "games", "events", "api_spec", "pages", "bots"},
    "pages": {"pages"},
    "bots": {"bots"},  # what any client can do: nothing here knows a rule or the store
}
PACKAGES = {"service", "projections", "games", "events", "api_spec", "pages", "bots", "tests", "bench"}


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            if node.module in ("events", "games", "projections", "service"):
                found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def is_within(name: str, allowed: set[str]) -> bool:
    return any(name == one or name.startswith(one + ".") for one in allowed)


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_lies_below_it(layer):
    for path in (ROOT / layer).rglob("*.py"):
        for name in imports(path):
            if name.split(".")[0] in PACKAGES and name != "events":
                assert is_within(name, LAYERS[layer]), f"{path.relative_to(ROOT)} imports {name}"


def test_games_are_pure():
    for path in (ROOT / "games").rglob("*.py"):
        for name in imports(path):
            assert name.split(".")[0] not in NOT_PURE, f"{path.relative_to(ROOT)} imports {name}"


def test_only_the_redis_modules_import_redis():
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*.py"):
            if not path.name.startswith("redis_"):
                assert "redis" not in {name.split(".")[0] for name in imports(path)}, path.relative_to(ROOT)
