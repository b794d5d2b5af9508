"""Installed packages as pip leaves them, written by hand: a folder of code, and its metadata beside it."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint, PathDistribution
from pathlib import Path

from games.registry import GROUP

FOLDED = """from dataclasses import replace
from games.coup import GAME as COUP
GAME = replace(COUP, slug="{slug}", rules_version={version!r}, seats_min={seats_min})
"""


def install(
    site: Path,
    package: str,
    slug: str,
    code: str | None = None,
    *,
    value: str = "",
    group: str = GROUP,
    requires: Iterable[str] = (),
    dist: str = "",
) -> Path:
    """A package with one entry point; without other code it is Coup under another slug. Answers its folder."""
    folder = site / package
    folder.mkdir()
    (folder / "__init__.py").write_text(code or FOLDED.format(slug=slug, version=1, seats_min=2))
    info = site / f"{dist or package}-1.0.dist-info"
    info.mkdir()
    needs = "".join(f"Requires-Dist: {one}\n" for one in requires)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {dist or package}\nVersion: 1.0\n{needs}")
    (info / "entry_points.txt").write_text(f"[{group}]\n{slug} = {value or f'{package}:GAME'}\n")
    return folder


def points(site: Path, group: str = GROUP) -> list[EntryPoint]:
    found = (point for info in site.glob("*.dist-info") for point in PathDistribution(info).entry_points)
    return [point for point in found if point.group == group]
