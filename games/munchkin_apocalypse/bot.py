"""Munchkin Apocalypse with some sense: wear what helps, fight what can be beaten, run from the rest."""

from __future__ import annotations

from random import Random
from typing import Any

from matchledger_client.choices import Choice, Command, command, group_by_type

FIRST = ("play_super_munchkin", "play_class", "attach_to_item", "play_item", "wield_item", "play_paranoia")
EAGER = {
    "declare_victory": 9.0,
    "open_door": 5.0,
    "look_for_trouble": 2.0,
    "search_room": 4.0,
    "end_turn": 4.0,
    "finish_setup": 6.0,
    "pass": 6.0,
    "play_special": 3.0,
    "complete_sale": 8.0,
    "agree_deal": 2.0,
    "cancel_deal": 2.0,
    "roll_escape": 5.0,
    "choose": 5.0,
    "pick_treasure": 5.0,
    "loot_card": 5.0,
    "give_charity_card": 5.0,
    "discard_charity_card": 5.0,
    "give_big_item": 3.0,
    "discard_big_item": 1.0,
    "use_ability": 0.4,
    "respond": 0.6,
    "play_disaster": 0.5,
    "add_to_sale": 0.15,
}
IDLE = 0.01


def choose(rng: Random, match: dict[str, Any], seat: int, templates: list[Choice]) -> Command:
    view = match["state"]
    offered = group_by_type(templates)
    for type_ in FIRST:
        if type_ in offered and rng.random() < 0.95:
            return command(rng.choice(offered[type_]), rng)
    combat = view["combat"]
    if combat is not None and seat in (combat["fighter"], combat["helper"]):
        move = _fight(rng, combat, offered)
        if move is not None:
            return move
    if "look_for_trouble" in offered and rng.random() < 0.6:
        return _trouble(rng, view, seat, offered)
    weights = [EAGER.get(template["type"], IDLE) for template in templates]
    template = rng.choices(templates, weights)[0]
    rivals = [one["seat"] for one in view["players"] if one["seat"] != seat]
    leader = max(rivals, key=lambda one: view["players"][one]["level"])
    return command(template, rng, target=leader, count=0)


def _fight(rng: Random, combat: dict[str, Any], offered: dict[str, list[Choice]]) -> Command | None:
    is_winning = combat["fighters"]["total"] > combat["monsters"]["total"]
    if is_winning and "declare_victory" in offered:
        return command(offered["declare_victory"][0], rng)
    if not is_winning:
        if "play_one_shot" in offered:
            return command(rng.choice(offered["play_one_shot"]), rng, side="fighters")
        if "declare_flight" in offered:
            return command(offered["declare_flight"][0], rng)
    return None


def _trouble(rng: Random, view: dict[str, Any], seat: int, offered: dict[str, list[Choice]]) -> Command:
    """A monster from the hand only if it can probably be beaten; the view does not say its level, so: with items."""
    own = view["players"][seat]
    strength = own["level"] + sum(item["bonus"] for item in own["items"] if item["in_use"])
    if strength >= 6 or "search_room" not in offered:
        return command(offered["look_for_trouble"][0], rng)
    return command(offered["search_room"][0], rng)
