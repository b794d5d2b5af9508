"""`pip install .` gives a service that starts anywhere: the wheel contains all that it needs."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.http.live import Live
from tests.shell_blocks import run_blocks

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = [pattern.rstrip("*") for pattern in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]]
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


class Installed(Live):
    """`matchledger` as a wheel has installed it, run from a folder of its own."""

    def __init__(self, data: Path, executable: Path, root: Path, **environment: str) -> None:
        super().__init__(data, root=root, **environment)
        self._executable = executable

    def command(self, *words: str) -> list[str]:
        return [str(self._executable), *words]


@pytest.fixture
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel installed in it, and our dependencies, which are not installed again."""
    folder = tmp_path_factory.mktemp("wheel")
    run("pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder, copy_tree(folder))
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    run("pip", "--python", folder / "venv", "install", "--no-deps", "--no-index", wheel)
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    # A path file inside a folder that is named by a path file is not read, so the editable install stays invisible.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return folder / "venv"


def copy_tree(folder: Path) -> Path:
    """The sources alone: a build leaves files beside them, and an earlier one in the checkout may have."""
    source = folder / "source"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", PROJECT["project"]["readme"]):
        shutil.copy(ROOT / name, source)
    return source


def run(*command: object) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_wheel_serves_and_plays_a_match_from_an_empty_folder(environment, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    pack = tmp_path / "packs" / "munchkin-apocalypse" / "circus.toml"
    pack.parent.mkdir(parents=True)
    pack.write_text(PACK, encoding="utf-8")
    check_origin(environment, empty)
    executable = environment / "bin" / "matchledger"
    service = Installed(tmp_path / "data", executable, empty, MATCHLEDGER_PACKS="../packs")
    try:
        service.start()
        said = run_blocks(ROOT / "README.md", service.base, tmp_path)
        for path in ("/", "/docs", "/openapi.json", "/v1/games/coup/rules", "/metrics"):
            assert service.ask()("GET", path).status == 200, path
        assert service.ask()("GET", "/v1/games/munchkin-apocalypse").json["packs"] == ["circus"]
        assert service.stop() == 0
    finally:
        service.kill()
    assert "won by" in said
    assert '"verdict":"ok"' in said
    assert list(empty.iterdir()) == []


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
    declared = {_normal(re.match(r"[\w.-]+", line)[0]) for line in PROJECT["project"]["dependencies"]}
    declared |= {"hiredis"}  # as the extra of redis
    known = {*PACKAGES, *sys.stdlib_module_names, "_typeshed"}  # the last is for type checkers only
    distributions = packages_distributions()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for name in imported(path) - known:
                names = {_normal(one) for one in distributions.get(name, [])}
                assert names & declared, (
                    f"{path.relative_to(ROOT)} imports {name}, which pyproject.toml does not declare"
                )


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


def test_every_dependency_has_bounds_and_a_reason():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    groups = [PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"].values()]
    for requirement in [*PROJECT["build-system"]["requires"], *(one for group in groups for one in group)]:
        assert re.search(r">=[\d.]+,<[\d.]+$", requirement), requirement
        assert re.search(rf'"{re.escape(requirement)}"\]?,? *# \S', text), f"{requirement} has no reason beside it"
