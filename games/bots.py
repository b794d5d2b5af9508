"""How a bot chooses: by chance, or with some sense. A policy sees what its seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from matchledger_client.choices import Choice, Command, command

from games.registry import all_games, package_of

Policy = Callable[[Random, dict[str, Any], int, list[Choice]], Command]
POLICIES = ("sensible", "random")
KINDS = (*POLICIES, "search")  # games/search.py plays out its commands by the first of these policies

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


def choose_by_chance(rng: Random, _match: dict[str, Any], _seat: int, templates: list[Choice]) -> Command:
    weights = [WEIGHT_BY_COMMAND.get(template["type"], 1.0) for template in templates]
    return command(rng.choices(templates, weights)[0], rng)


def draw_command(template: Choice, rng: Random) -> Command:
    """A random command of a template."""
    return command(template, rng)


def policy_for(game: str, kind: str) -> Policy:
    """The policy in the game's own folder (`choose` of its `bot.py`); by chance where it has none."""
    assert kind in POLICIES, f"a policy is {' or '.join(POLICIES)}, and not {kind}"
    return _sensible(game) if kind == "sensible" else choose_by_chance


@cache
def _sensible(game: str) -> Policy:
    if game not in all_games():
        return choose_by_chance
    name = f"{package_of(game)}.bot"
    if find_spec(name) is None:
        return choose_by_chance
    policy: Policy = import_module(name).choose
    return policy
