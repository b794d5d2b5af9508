"""How the random player plays each game, where plain chance would not reach the end, and which options it draws."""

from __future__ import annotations

import importlib
import random
from typing import Any

from games.decider import Decider
from games.registry import all_games
from tests.play import Policy, any_choice


def _module(slug: str) -> Any:
    """tests/games/<slug>/policy.py may define `policy`, `random_options(rng)` and `options_without_clocks(rng)`."""
    try:
        return importlib.import_module(f"tests.games.{slug.replace('-', '_')}.policy")
    except ModuleNotFoundError:
        return None


POLICIES: dict[str, Policy] = {slug: getattr(_module(slug), "policy", any_choice) for slug in all_games()}


def options_for(game: Decider[Any], rng: random.Random) -> Any:
    """Random options of a match, drawn by the game's own test module."""
    draw = getattr(_module(game.slug), "random_options", None)
    return draw(rng) if draw else game.options()


def options_without_clocks(game: Decider[Any], rng: random.Random) -> Any:
    """Random options that let a slow client take its time, drawn by `options_without_clocks(rng)` of that module."""
    draw = getattr(_module(game.slug), "options_without_clocks", None)
    return draw(rng) if draw else game.options()
