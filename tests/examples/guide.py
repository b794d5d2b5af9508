"""The game of docs/games.md, taken from the page."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "games.md"
_BLOCK = re.compile(r"^```(python|markdown|toml|js)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def write_game_of_the_guide(package: Path) -> None:
    """Into the folder of a package, as the page tells its reader to."""
    blocks = _blocks()
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").write_text(blocks["python"], encoding="utf-8")
    (package / "rulebook.md").write_text(blocks["markdown"], encoding="utf-8")


def add_table_of_the_guide(project: Path, package: Path) -> None:
    """The script, and its entry point."""
    blocks = _blocks()
    (package / "table.js").write_text(blocks["js"], encoding="utf-8")
    settings = project / "pyproject.toml"
    settings.write_text(f"{settings.read_text(encoding='utf-8')}\n{blocks['toml']}", encoding="utf-8")


def _blocks() -> dict[str, str]:
    return dict(_BLOCK.findall(GUIDE.read_text(encoding="utf-8")))
