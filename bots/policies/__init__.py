"""How a bot chooses: by chance, or with some sense. A policy sees what its seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from bots.domains import Command, Template, filled
from bots.policies import big_deal, clank, coup, munchkin_apocalypse, szmal

Policy = Callable[[Random, dict[str, Any], int, list[Template]], Command]
KINDS = ("sensible", "random")

# What only talks or rearranges is rare even by chance, so that every match comes to an end.
SELDOM = {
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


def by_chance(rng: Random, _match: dict[str, Any], _seat: int, templates: list[Template]) -> Command:
    weights = [SELDOM.get(template["type"], 1.0) for template in templates]
    return filled(rng.choices(templates, weights)[0], rng)


SENSIBLE: Mapping[str, Policy] = {
    "coup": coup.choose,
    "big-deal": big_deal.choose,
    "szmal": szmal.choose,
    "clank": clank.choose,
    "munchkin-apocalypse": munchkin_apocalypse.choose,
}


def policy_for(game: str, kind: str) -> Policy:
    return SENSIBLE.get(game, by_chance) if kind == "sensible" else by_chance
