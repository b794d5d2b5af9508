"""Imports point one way: service -> projections -> ledger -> games -> events."""

from __future__ import annotations

import ast
import os
import re
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
    "pages": {"pages", "games.tables"},  # the scripts of installed games are served beside its own
}
PACKAGES = {"service", "projections", "ledger", "games", "events", "api_spec", "pages", "tests", "bench"}
PLAYS_OVER_HTTP = ("player", "demo", "join")  # what any client can do: nothing here knows the store


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
        if path.name in ("bot.py", "bots.py", "search.py"):  # a bot chooses by chance
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


def test_nothing_in_the_service_knows_its_command_line():
    command_line = ROOT / "service" / "cli"
    for path in (ROOT / "service").rglob("*.py"):
        for name in imports(path):
            assert command_line in path.parents or not is_within(name, {"service.cli"}), path.relative_to(ROOT)


def test_what_both_the_web_edge_and_the_tools_use_knows_neither():
    """Commands are handled, problems named and notes signed in the same way, however somebody asks."""
    for path in [*(ROOT / "service").glob("*.py"), *(ROOT / "service" / "metrics").glob("*.py")]:
        for name in imports(path):
            is_inside = is_within(name, {"service.web", "service.processes", "service.tools"})
            assert path.name == "app.py" or not is_inside, f"{path.relative_to(ROOT)} imports {name}"


def test_no_route_imports_another():
    for path in (ROOT / "service" / "web" / "routes").glob("[a-z]*.py"):  # without __init__.py, which imports all
        for name in imports(path):
            assert not name.startswith("service.web.routes"), f"{path.relative_to(ROOT)} imports {name}"


CLIENTS = (ROOT / "service" / "processes" / "bots", ROOT / "service" / "tools")


def test_bots_from_outside_do_what_any_client_can():
    for module in PLAYS_OVER_HTTP:
        for name in imports(ROOT / "service" / "processes" / "bots" / f"{module}.py"):
            if name.split(".")[0] in PACKAGES:
                assert is_within(name, {"service.processes.bots", "games.bots"}), f"{module} imports {name}"


def test_the_sdk_stands_alone_and_only_clients_use_it():
    """It may be installed without the service. Rules know nothing of it: a bot of a game is a player, and a tool may
    ask a service."""
    for path in (ROOT / "sdk" / "python" / "src").rglob("*.py"):
        assert not {name.split(".")[0] for name in imports(path)} & PACKAGES, path.relative_to(ROOT)
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*.py"):
            if path.name not in ("bot.py", "bots.py") and path.parent not in CLIENTS:
                assert "matchledger_client" not in str(imports(path)), path.relative_to(ROOT)


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


# Documented, although their names begin with an underscore.
DOCUMENTED = {"os._exit", "_asdict", "super()._deserialize"}


def test_no_private_part_of_a_dependency_is_used():
    """An attribute with an underscore is one that the same file defines; whatever else has one may change any day."""
    for folder in (*LAYERS, "bench", "sdk", "matchledger"):
        for path in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            own = defined_names(tree)
            for node in ast.walk(tree):
                for name, is_own in private_names(node, own):
                    assert is_own, f"{path.relative_to(ROOT)}:{node.lineno} uses {name}"


@pytest.mark.parametrize(
    "code", ["connection._sock", "self._sock", "super()._run()", "from redis import _Pool", "hasattr(one, '_sock')"]
)
def test_a_private_part_is_noticed(code):
    found = [is_own for node in ast.walk(ast.parse(code)) for _, is_own in private_names(node, set())]
    assert found == [False]


def defined_names(tree: ast.AST) -> set[str]:
    """What this file defines: functions, classes, variables and attributes."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def private_names(node: ast.AST, own: set[str]) -> list[tuple[str, bool]]:
    """The names with one underscore that this node takes from elsewhere, and whether they are its own file's."""
    if isinstance(node, ast.Attribute) and is_private(node.attr):
        is_on_itself = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
        name = ast.unparse(node)
        return [(name, (is_on_itself and node.attr in own) or name in DOCUMENTED or node.attr in DOCUMENTED)]
    if isinstance(node, ast.ImportFrom):
        names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
        # The types of WSGI, for a type checker only.
        return [(name, node.module == "_typeshed.wsgi") for name in names if is_private(name)]
    is_by_name = isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("getattr", "setattr", "hasattr")
    if is_by_name and isinstance(node.args[1], ast.Constant) and is_private(str(node.args[1].value)):
        return [(ast.unparse(node), False)]
    return []


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_"


def test_no_page_knows_a_game_by_name():
    """What a page needs of a game comes with it (GET /v1/games); only the tables of the house are by name."""
    names = re.compile("|".join(path.name.replace("_", ".") for path in (ROOT / "games").iterdir() if path.is_dir()))
    pages = [*(ROOT / "pages" / "static").glob("*.js"), *(ROOT / "pages" / "static" / "tables").glob("*.js")]
    assert len(pages) > 40
    for path in [*pages, ROOT / "pages" / "static" / "index.html"]:
        assert names.findall(path.read_text(encoding="utf-8")) == [], path.name
