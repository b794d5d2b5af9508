"""`matchledger keep-rules SLUG`: copies a game's rules before they change, for the matches that began with them.

The folder of the game is copied to v<version> inside it; matches of that version continue and are replayed there. Then
raise the game's rules_version and change the rules. The copy stays as long as there are matches of its version.
"""

from __future__ import annotations

import ast
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from games.registry import all_games, package_of


class CannotKeep(Exception):
    """Why the rules cannot be copied, in one line."""


def keep_rules(slug: str) -> int:
    try:
        kept = keep(slug)
    except CannotKeep as wrong:
        print(f"matchledger: {wrong}", file=sys.stderr)
        return 1
    print(f"kept as {kept}; now raise rules_version in {kept.parent / '__init__.py'}, and change the rules")
    return 0


def keep(slug: str) -> Path:
    """Copy the rules; returns the folder of the copy."""
    if slug not in all_games():
        raise CannotKeep(f"there is no game {slug}, only {', '.join(all_games())}")
    package, version = package_of(slug), all_games()[slug].rules_version
    folder = _folder_of(package)
    kept = folder / f"v{version}"
    if kept.exists():
        raise CannotKeep(f"{kept} exists already: raise the rules_version of {slug} first")
    shutil.copytree(folder, kept, ignore=lambda _where, names: {name for name in names if is_left_out(name)})
    try:
        for path in kept.rglob("*.py"):
            text = rename_imports(path.read_text(encoding="utf-8"), package, f"{package}.v{version}")
            for line in stray_imports(text, package, f"{package}.v{version}"):
                source = folder / path.relative_to(kept)
                raise CannotKeep(
                    f"{source}, line {line}: write `from {package}… import` there, which a copy can change"
                )
            path.write_text(text, encoding="utf-8")
    except CannotKeep:
        shutil.rmtree(kept)
        raise
    return kept


def _folder_of(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None, f"the registry has imported {package}"
    assert spec.origin is not None, f"{package} is a folder with an __init__.py"
    folder = Path(spec.origin).parent
    if folder.is_relative_to(sysconfig.get_path("purelib")):
        raise CannotKeep(f"{folder} is an installed copy: keep the rules where the sources are, after `pip install -e`")
    return folder


def is_left_out(name: str) -> bool:
    return name == "__pycache__" or re.fullmatch(r"v[0-9]+", name) is not None


def rename_imports(text: str, package: str, kept: str) -> str:
    """What a module imports of its own package becomes that of the copy; relative imports are right as they are."""
    return re.sub(rf"^([ \t]*from {re.escape(package)})(?=[. ])", rf"\1{kept.removeprefix(package)}", text, flags=re.M)


def stray_imports(text: str, package: str, kept: str) -> Iterator[int]:
    """The lines that would still import the newest rules."""
    parent, _, name = package.rpartition(".")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            is_package_itself = node.module == parent and name in [alias.name for alias in node.names]
            names = [package if is_package_itself else str(node.module)]
        else:
            continue
        if any(_is_within(one, package) and not _is_within(one, kept) for one in names):
            yield node.lineno


def _is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")
