"""Munchkin Apocalypse with some sense: wear what helps, fight what can be beaten, run from the rest."""

from __future__ import annotations

from random import Random
from typing import Any

from matchledger_client.choices import Choice, Command, command, group_by_type

from games.munchkin_apocalypse.catalogue import card_of, catalogue_for
from games.munchkin_apocalypse.vocabulary import MonsterBonus, SideBonus

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
LEVEL_CARD = "level-"
DEAL_COMMANDS = ("set_deal_treasures", "agree_deal", "cancel_deal")
HINDERED_FROM = 4  # Level of a fighter


def choose(rng: Random, match: dict[str, Any], seat: int, templates: list[Choice]) -> Command:
    view = match["state"]
    offered = group_by_type(templates)
    for type_ in FIRST:
        if type_ in offered and rng.random() < 0.95:
            return command(rng.choice(offered[type_]), rng)
    combat = view["combat"]
    deal = _deal_to_answer(view, seat, offered)
    if deal is not None:
        return _answer(view, seat, deal, offered)
    if combat is not None and seat in (combat["fighter"], combat["helper"]):
        move = _fight(rng, combat, offered)
        if move is not None:
            return move
    elif combat is not None and combat["claim"] == "victory":
        move = _hinder(rng, view, seat, offered)
        if move is not None:
            return move
    if "look_for_trouble" in offered and rng.random() < 0.6:
        return _trouble(rng, view, seat, offered)
    weights = [EAGER.get(template["type"], IDLE) for template in templates]
    template = rng.choices(templates, weights)[0]
    rivals = [one["seat"] for one in view["players"] if one["seat"] != seat]
    leader = max(rivals, key=lambda one: view["players"][one]["level"])
    card = template["params"].get("card", {}).get("one_of", [""])[0]
    return command(template, rng, target=seat if card.startswith(LEVEL_CARD) else leader, count=0)


def _deal_to_answer(view: dict[str, Any], seat: int, offered: dict[str, list[Choice]]) -> dict[str, Any] | None:
    """An offer that this seat has not answered: it is asked for help, or the other one has agreed."""
    combat = view["combat"]
    for deal in view["deals"]:
        can_answer = any(_is_about(one, deal) for one in offered.get("cancel_deal", []))
        if not can_answer or seat in deal["agreed"] or (deal["kind"] == "help") != (combat is not None):
            continue
        if deal["agreed"] or (combat is not None and seat != combat["fighter"]):
            return dict(deal)
    return None


def _answer(view: dict[str, Any], seat: int, deal: dict[str, Any], offered: dict[str, list[Choice]]) -> Command:
    """Yes where it is worth it, another price, or no: whoever asks is told."""
    wanted = 0
    if deal["kind"] == "trade":
        is_good = _gold(view, deal, seat) <= _gold(view, deal, next(one for one in deal["parties"] if one != seat))
    elif seat == view["combat"]["fighter"]:
        is_good = _wins_with(view, next(one for one in deal["parties"] if one != seat))
    else:
        is_good = _wins_with(view, seat) and not _ends_the_match(view)
        wanted = 0 if any(deal["items"]) else _price(view["combat"])
    own = {name: [one for one in offered.get(name, []) if _is_about(one, deal)] for name in DEAL_COMMANDS}
    if is_good and deal["treasures"] < wanted and own["set_deal_treasures"]:
        return command(own["set_deal_treasures"][0], count=wanted)
    if is_good and own["agree_deal"]:
        return command(own["agree_deal"][0])
    return command(own["cancel_deal"][0])


def _is_about(template: Choice, deal: dict[str, Any]) -> bool:
    return deal["deal"] in template["params"]["deal"]["one_of"]


def _wins_with(view: dict[str, Any], helper: int) -> bool:
    combat = view["combat"]
    return bool(combat["fighters"]["total"] + _strength(view, helper) > combat["monsters"]["total"])


def _ends_the_match(view: dict[str, Any]) -> bool:
    combat = view["combat"]
    levels = sum(monster["levels"] for monster in combat["monsters"]["monsters"])
    return bool(view["players"][combat["fighter"]]["level"] + levels >= view["winning_level"])


def _price(combat: dict[str, Any]) -> int:
    """Half of the Treasures: with a single one the fighter would go away empty-handed."""
    return int(sum(monster["treasures"] for monster in combat["monsters"]["monsters"])) // 2


def _gold(view: dict[str, Any], deal: dict[str, Any], giver: int) -> int:
    given = {one["card"] for one in deal["items"][deal["parties"].index(giver)]}
    return sum(item["gold"] for item in view["players"][giver]["items"] if item["card"] in given)


def _strength(view: dict[str, Any], seat: int) -> int:
    own = view["players"][seat]
    return int(own["level"] + sum(item["bonus"] for item in own["items"] if item["in_use"]))


def _hinder(rng: Random, view: dict[str, Any], seat: int, offered: dict[str, list[Choice]]) -> Command | None:
    """Whoever is ahead does not win a fight that a card of the hand can turn."""
    combat, players = view["combat"], view["players"]
    level = players[combat["fighter"]]["level"]
    if level < max(HINDERED_FROM, players[seat]["level"]):
        return None
    gap = combat["fighters"]["total"] - combat["monsters"]["total"]
    for name in ("play_monster_enhancer", "play_one_shot"):
        for template in offered.get(name, []):
            for card in template["params"]["card"]["one_of"]:
                if _help_for_monsters(card) >= gap and (name != "play_one_shot" or "side" in template["params"]):
                    return command(template, rng, card=card, side="monsters")
    return None


def _help_for_monsters(card: str) -> int:
    """What a card adds to the monsters' side; of a card of a pack nothing is known."""
    row = catalogue_for(()).cards.get(card_of(card))
    steps = [step for clause in row.clauses if clause.on == "on_play" for step in clause.do] if row else []
    return sum(step.n for step in steps if isinstance(step, MonsterBonus | SideBonus))


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
    if _strength(view, seat) >= 6 or "search_room" not in offered:
        return command(offered["look_for_trouble"][0], rng)
    return command(offered["search_room"][0], rng)
