"""Which games there are: every folder beside this file that holds a GAME, with older rules kept in `v1`, `v2`, … of it.

A match is played to its end by the rules that it began with, so a rules version stays installed as long as matches of
it are open: `service/tools/keep_rules.py` puts it away before the rules change. New matches take the newest.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from games.decider import Decider

_KEPT = re.compile(r"v[0-9]+")


@cache
def all_games() -> Mapping[str, Decider[Any]]:
    """The games by slug, in alphabetical order, each in its newest rules version."""
    games = [importlib.import_module(f"games.{name}").GAME for name in _folders(Path(__file__).parent)]
    return {game.slug: game for game in games}


@cache
def all_rules() -> Mapping[tuple[str, int], Decider[Any]]:
    """Every rules version that is installed, by slug and version, the newest of each game first."""
    found: dict[tuple[str, int], Decider[Any]] = {}
    for game in all_games().values():
        found[game.slug, game.rules_version] = game
        for older in _kept(game):
            assert (older.slug, older.rules_version) not in found, f"two rules of {older.slug} {older.rules_version}"
            found[older.slug, older.rules_version] = older
    return found


def _kept(newest: Decider[Any]) -> Iterator[Decider[Any]]:
    """The older versions of a game, newest first; each says of itself what its folder says."""
    package = f"games.{newest.slug.replace('-', '_')}"
    folder = Path(str(importlib.import_module(package).__file__)).parent
    numbers = [int(name[1:]) for name in _folders(folder) if _KEPT.fullmatch(name)]
    for number in sorted(numbers, reverse=True):
        older: Decider[Any] = importlib.import_module(f"{package}.v{number}").GAME
        assert (older.slug, older.rules_version) == (newest.slug, number), f"{package}.v{number} holds other rules"
        assert number < newest.rules_version, f"{package}.v{number} is not older than the rules beside it"
        yield older


def _folders(folder: Path) -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules([str(folder)]) if module.ispkg)
