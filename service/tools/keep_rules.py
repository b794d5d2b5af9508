"""Copies a game's rules before they change: `python service/tools/keep_rules.py coup`.

games/<game> is copied to games/<game>/v<version>; matches of that version continue and are replayed there. Then raise
the game's rules_version and change the rules. The copy stays as long as there are matches of its version.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def keep(root: Path, package: str) -> Path:
    """Copy the rules; returns the folder of the copy."""
    folder = root / "games" / package
    version = installed_version(root, package)
    kept = folder / f"v{version}"
    if kept.exists():
        raise SystemExit(f"{kept} exists already: raise the rules_version of {package} first")
    shutil.copytree(folder, kept, ignore=lambda _where, names: {name for name in names if is_left_out(name)})
    for path in kept.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(rf"\bgames\.{package}\b", f"games.{package}.v{version}", text), encoding="utf-8")
    return kept


def is_left_out(name: str) -> bool:
    return name == "__pycache__" or re.fullmatch(r"v[0-9]+", name) is not None


def installed_version(root: Path, package: str) -> int:
    """Read in a process of its own, because a game can be loaded only once in each."""
    program = f"from games.{package} import GAME; print(GAME.rules_version)"
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"games/{package} cannot be read: {done.stderr.strip().splitlines()[-1]}")
    return int(done.stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", help="its folder in games/")
    parser.add_argument("--root", type=Path, default=ROOT)
    chosen = parser.parse_args()
    print(f"kept as {keep(chosen.root, chosen.game.replace('-', '_'))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
