"""Imports point one way: service -> projections -> ledger -> games -> events."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
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
    "ledger": {"ledger", "games", "events"},
    "projections": {"projections", "ledger", "games", "events"},
    "service": {"service", "projections", "ledger", "games", "events", "api_spec", "pages"},
    "pages": {"pages"},
}
PACKAGES = {"service", "projections", "ledger", "games", "events", "api_spec", "pages", "tests", "bench"}
PLAYS_OVER_HTTP = ("client", "player", "demo", "join")  # what any client can do: nothing here knows the store


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            if node.module in (
                "events",
                "games",
                "ledger",
                "projections",
                "service",
                "service.web",
                "service.web.routes",
            ):
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
        if path.name in ("bot.py", "bots.py", "domains.py"):  # a bot chooses by chance
            continue
        for name in imports(path):
            assert name.split(".")[0] not in NOT_PURE, f"{path.relative_to(ROOT)} imports {name}"


def test_only_the_redis_package_imports_redis():
    for layer in ("events", "games", "ledger", "projections", "service", "pages"):
        for path in (ROOT / layer).rglob("*.py"):
            if path.parent != ROOT / "events" / "redis":
                assert "redis" not in {name.split(".")[0] for name in imports(path)}, path.relative_to(ROOT)


def test_the_web_edge_knows_neither_processes_nor_tools():
    for path in (ROOT / "service" / "web").rglob("*.py"):
        for name in imports(path):
            assert not is_within(name, {"service.processes", "service.tools"}), f"{path.relative_to(ROOT)}: {name}"


def test_no_route_imports_another():
    for path in (ROOT / "service" / "web" / "routes").glob("*.py"):
        for name in imports(path):
            assert not name.startswith("service.web.routes"), f"{path.relative_to(ROOT)} imports {name}"


def test_bots_from_outside_do_what_any_client_can():
    for module in PLAYS_OVER_HTTP:
        for name in imports(ROOT / "service" / "processes" / "bots" / f"{module}.py"):
            if name.split(".")[0] in PACKAGES:
                assert is_within(name, {"service.processes.bots", "games.bots"}), f"{module} imports {name}"


def test_gunicorns_master_loads_no_library_that_gevent_has_to_patch():
    """What is imported before a worker patches the standard library keeps the locks and sockets that it has seen."""
    code = "import sys, service.processes.gunicorn_conf, service.processes.worker; print(*sys.modules)"
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": "unused"}
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout
    assert not {"flask", "werkzeug", "redis", "requests", "prometheus_client"} & set(loaded.split())


def test_the_service_makes_no_event_of_a_match():
    """Who may do what to a match is decided in ledger/: nothing in service/ writes a fact of its own."""
    makers = {"MatchOpened", *event_names(ROOT / "ledger" / "events.py")}
    for path in (ROOT / "service").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                assert name not in makers, f"{path.relative_to(ROOT)} makes a {name}"


def event_names(path: Path) -> set[str]:
    classes = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)]
    return {node.name for node in classes if any(getattr(base, "id", "") == "MatchEvent" for base in node.bases)}
