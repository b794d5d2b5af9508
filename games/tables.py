"""The table modules of installed games, which draw them in the pages, under the entry point `matchledger.tables`.

`high-card = "high_card:table.js"` names a file in the folder of a package, without importing it; what it imports by
relative paths is in the same folder. The pages serve that folder's scripts, styles and drawings at
/static/tables/<slug>/. A game without a module is drawn by the table that shows any view.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from games.registry import BadGame, all_games, house_games, owner_of

GROUP = "matchledger.tables"
KIT = 1  # the version of pages/static/tables/kit.js, and of what a module exports to the pages
_KIT_LINE = re.compile(r"^export const kit = (\d+);", re.MULTILINE)


@cache
def installed_tables() -> Mapping[str, Path]:
    """The file of each table module, by slug."""
    return find_tables(all_games(), house_games(), entry_points(group=GROUP))


def find_tables(slugs: Iterable[str], house: Iterable[str], points: Iterable[EntryPoint]) -> dict[str, Path]:
    """As with games, what is wrong stops the start."""
    known, owners = set(slugs), dict.fromkeys(house, "the service itself")
    found: dict[str, Path] = {}
    for point in sorted(points, key=lambda one: (one.name, owner_of(one))):
        if point.name in owners:
            raise BadGame(f"the table {point.name} is there twice: in {owners[point.name]} and in {owner_of(point)}")
        if point.name not in known:
            raise BadGame(f"the table {point.name} of {owner_of(point)} is for a game that is not installed")
        owners[point.name] = owner_of(point)
        found[point.name] = _file_of(point)
    return found


def _file_of(point: EntryPoint) -> Path:
    where = f"the table {point.name} of {owner_of(point)}"
    spec = find_spec(point.module)
    if spec is None or not spec.submodule_search_locations:
        raise BadGame(f"{where}: there is no package {point.module}")
    file = Path(spec.submodule_search_locations[0]) / point.attr
    if file.suffix != ".js" or not file.is_file():
        raise BadGame(f"{where}: its entry point names {point.value}, and there is no such script in the package")
    kit = _KIT_LINE.search(file.read_text(encoding="utf-8"))
    if kit is None or int(kit[1]) != KIT:
        made_for = "says no version of the kit" if kit is None else f"is made for version {kit[1]} of the kit"
        raise BadGame(f"{where} {made_for}; these pages have version {KIT} (`export const kit = {KIT};`)")
    return file
