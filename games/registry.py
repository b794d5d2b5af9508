"""Which games there are: every folder beside this file that holds a GAME."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from games.decider import Decider


@cache
def all_games() -> Mapping[str, Decider[Any]]:
    """The games by slug, in alphabetical order."""
    folders = sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]) if module.ispkg)
    games = [importlib.import_module(f"games.{name}").GAME for name in folders]
    return {game.slug: game for game in games}
