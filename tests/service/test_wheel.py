"""`pip install .` gives a service that starts anywhere: the wheel contains all that it needs."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.environments import (
    PACKAGES,
    PROJECT,
    ROOT,
    Installed,
    build_wheel,
    copy_service,
    folder_of,
    make_environment,
    run,
)
from tests.shell_blocks import run_blocks

# What only an extra installs is imported in these places alone.
EXTRAS = {
    "service/tools/rows_in_duckdb.py": PROJECT["project"]["optional-dependencies"]["query"],
    "events/objects/remote.py": PROJECT["project"]["optional-dependencies"]["objects"],
    "matchledger/testing": PROJECT["project"]["optional-dependencies"]["testing"],
}
SDK = Path("sdk") / "python"


PACK = """name = "circus"
[[card]]
id = "sad-clown"
name = "Sad Clown"
deck = "door"
type = "monster"
copies = 1
level = 2
treasures = 1
levels = 1
src = "O"
"""


@pytest.fixture
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    return make_environment(folder / "venv", [build_wheel(copy_service(folder), folder)])


def test_the_wheel_serves_and_plays_a_match_from_an_empty_folder(environment, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    pack = tmp_path / "packs" / "munchkin-apocalypse" / "circus.toml"
    pack.parent.mkdir(parents=True)
    pack.write_text(PACK, encoding="utf-8")
    check_origin(environment, empty)
    service = Installed(tmp_path / "data", environment, empty, MATCHLEDGER_PACKS="../packs")
    try:
        service.start()
        said = run_blocks(ROOT / "README.md", service.base, tmp_path, PYTHON=str(environment / "bin" / "python"))
        for path in ("/", "/docs", "/openapi.json", "/v1/games/coup/rules", "/metrics", "/static/sdk/matchledger.js"):
            assert service.ask()("GET", path).status == 200, path
        assert service.ask()("GET", "/v1/games/munchkin-apocalypse").json["packs"] == ["circus"]
        assert service.stop() == 0
    finally:
        service.kill()
    assert " won\n" in said
    assert '"verdict":"ok"' in said
    assert list(empty.iterdir()) == []


def test_the_python_sdk_can_be_installed_alone(tmp_path):
    source = tmp_path / "source"
    shutil.copytree(ROOT / SDK, source, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
    run("pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", tmp_path, source)
    (wheel,) = tmp_path.glob("matchledger_client-*.whl")
    run("pip", "install", "--no-deps", "--no-index", "--target", tmp_path / "alone", wheel)
    assert (tmp_path / "alone" / "matchledger_client" / "py.typed").is_file()
    # Only the package itself and what it declares can be imported.
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import matchledger_client.testing, matchledger_client.channel; "
        "from matchledger_client import Client; print(sys.modules['matchledger_client'].__file__)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "alone")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)
    assert Path(done.stdout.strip()).is_relative_to(tmp_path)


def check_origin(environment: Path, folder: Path) -> None:
    """The packages are those of the wheel, and not those of the checkout."""
    program = f"import {', '.join(PACKAGES)}; print(*(m.__file__ for m in ({', '.join(PACKAGES)})))"
    done = subprocess.run(
        [environment / "bin" / "python", "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )
    for path in done.stdout.split():
        assert Path(path).is_relative_to(environment), path


def test_every_package_that_is_imported_is_declared():
    """The test above finds packages of the development environment too, so a missing declaration shows here."""
    declared = names_in(PROJECT["project"]["dependencies"])
    # The last two: for type checkers only, and in the standard library from Python 3.14 on.
    known = {*PACKAGES, *sys.stdlib_module_names, "_typeshed", "compression"}
    distributions = packages_distributions()
    for package in PACKAGES:
        for path in (ROOT / folder_of(package)).rglob("*.py"):
            place = path.relative_to(ROOT)
            extra = next((extra for parent, extra in EXTRAS.items() if place.is_relative_to(parent)), [])
            for name in imported(path) - known:
                names = {_normal(one) for one in distributions.get(name, [])}
                assert names & (declared | names_in(extra)), (
                    f"{place} imports {name}, which pyproject.toml does not declare"
                )


def names_in(requirements: list[str]) -> set[str]:
    return {_normal(re.match(r"[\w.-]+", one)[0]) for one in requirements}


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("file", [ROOT / "pyproject.toml", ROOT / SDK / "pyproject.toml"], ids=["service", "sdk"])
def test_every_dependency_has_bounds_and_a_reason(file):
    text = file.read_text(encoding="utf-8")
    project = tomllib.loads(text)
    groups = [project["project"]["dependencies"], *project["project"]["optional-dependencies"].values()]
    for requirement in [*project["build-system"]["requires"], *(one for group in groups for one in group)]:
        if requirement.startswith("matchledger["):
            continue  # extras of this very package
        assert re.search(r">=[\d.]+,<[\d.]+$", requirement.partition(";")[0]), requirement
        assert re.search(rf'"{re.escape(requirement)}"\]?,? *# \S', text), f"{requirement} has no reason beside it"
