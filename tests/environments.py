"""Wheels and fresh virtual environments: the service and games as `pip install` leaves them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Iterable
from pathlib import Path

from tests.http.live import Live

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOUND = PROJECT["tool"]["setuptools"]["packages"]["find"]
PACKAGES = [pattern.rstrip("*") for pattern in FOUND["include"] if pattern.endswith("*")]
EXAMPLE = Path("examples") / "high_card"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
OFFLINE = ("--no-deps", "--no-build-isolation", "--no-index")


def folder_of(package: str) -> Path:
    """Where a package's sources are, seen from the root."""
    return next(Path(where) / package for where in FOUND["where"] if (ROOT / where / package).is_dir())


def copy_service(folder: Path) -> Path:
    """The sources alone: a build leaves files beside them, and an earlier one in the checkout may have."""
    source = folder / "source"
    for part in [*map(folder_of, PACKAGES), Path("sdk") / "js", EXAMPLE]:
        shutil.copytree(ROOT / part, source / part, ignore=LEFT_OUT)
    for name in ("pyproject.toml", PROJECT["project"]["readme"]):
        shutil.copy(ROOT / name, source)
    return source


def build_wheel(source: Path, folder: Path) -> Path:
    """Builds in the folder of the sources, which is therefore a copy."""
    run("pip", "wheel", *OFFLINE, "--wheel-dir", folder, source)
    (wheel,) = folder.glob("*.whl")
    return wheel


def make_environment(folder: Path, wheels: Iterable[Path]) -> Path:
    """With these wheels installed, and our dependencies, which are not installed again."""
    venv.create(folder, with_pip=False, symlinks=True)
    run("pip", "--python", folder, "install", "--no-deps", "--no-index", *wheels)
    (site,) = folder.glob("lib/python*/site-packages")
    # A path file inside a folder that is named by a path file is not read, so the editable install stays invisible.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return folder


def run(*command: object) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


class Installed(Live):
    """`matchledger` as a wheel has installed it, run from a folder of its own."""

    def __init__(self, data: Path, environment: Path, root: Path, **settings: str) -> None:
        super().__init__(data, root=root, **settings)
        self._executable = environment / "bin" / "matchledger"

    def command(self, *words: str) -> list[str]:
        return [str(self._executable), *words]
