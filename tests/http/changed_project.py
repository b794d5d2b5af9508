"""A copy of the project that a test changes, as a deploy of another version would, and runs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.http.live import ROOT

PARTS = ("api_spec", "events", "games", "ledger", "pages", "projections", "service")


def copy_project(folder: Path) -> Path:
    for name in PARTS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def change(path: Path, old: str, new: str) -> None:
    """Replace the first match of a regular expression; that there is none is an error."""
    text, count = re.subn(old, new, path.read_text(encoding="utf-8"), count=1)
    assert count == 1, f"{old} is not in {path}"
    path.write_text(text, encoding="utf-8")
