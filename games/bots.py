"""How a bot chooses: by chance, or with some sense. A policy sees what its seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from games.domains import Command, Template, fill_template
from games.registry import all_games

Policy = Callable[[Random, dict[str, Any], int, list[Template]], Command]
KINDS = ("sensible", "random")

# Random play rarely sends commands that only talk or rearrange, so that every match comes to an end; the default is 1.
WEIGHT_BY_COMMAND = {
    "show_card": 0.02,
    "open_deal": 0.1,
    "put_in_deal": 0.1,
    "set_deal_treasures": 0.02,
    "set_deal_first_pick": 0.02,
    "take_from_deal": 0.02,
    "set_grip": 0.1,
    "stow_item": 0.05,
    "discard_item": 0.05,
    "discard_class": 0.05,
    "withdraw_declaration": 0.02,
    "cancel_sale": 0.05,
    "remove_from_sale": 0.05,
    "declare_victory": 6.0,
    "pass": 4.0,
    "declare_flight": 1.5,
    "decline_token": 0.3,
    "move": 2.0,
}


def choose_by_chance(rng: Random, _match: dict[str, Any], _seat: int, templates: list[Template]) -> Command:
    weights = [WEIGHT_BY_COMMAND.get(template["type"], 1.0) for template in templates]
    return fill_template(rng.choices(templates, weights)[0], rng)


def policy_for(game: str, kind: str) -> Policy:
    """The policy in the game's own folder; by chance where it has none."""
    return _sensible(game) if kind == "sensible" else choose_by_chance


@cache
def _sensible(game: str) -> Policy:
    name = f"games.{game.replace('-', '_')}.bot"
    if game not in all_games() or find_spec(name) is None:
        return choose_by_chance
    policy: Policy = import_module(name).choose
    return policy
