"""Big Deal with some sense: lay what is worth most, steal what is worth it, keep jokers, throw away singles."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from matchledger_client.choices import Choice, Command, command, group_by_type, values

JOKERS = ("GOLD", "SILVER")


def choose(rng: Random, match: dict[str, Any], seat: int, templates: list[Choice]) -> Command:
    view = match["state"]
    offered = group_by_type(templates)
    hand = {card["id"]: card["value"] for card in view["seats"][seat]["hand"] or []}
    for answer, give_up in (("defend_set", "yield_set"), ("continue_attack", "stop_attack")):
        if give_up in offered:
            return _duel(rng, view, hand, offered, answer, give_up)
    moves: list[tuple[float, Command]] = []
    for template in offered.get("form_set_with_discard", []):
        card = min(values(template, "card_id"), key=lambda one: (_is_joker(one), hand[one]))
        moves.append((hand[card] + view["discard_pile"]["top"]["value"] + 3000, command(template, rng, card_id=card)))
    for template in offered.get("form_set_from_hand", []):
        cards = values(template, "card_ids")
        plain = sum(sorted(hand[card] for card in cards)[-2:])
        cost = 8000 if any(map(_is_joker, cards)) else 0
        moves.append((plain - cost, command(template, rng)))
    for template in offered.get("attack_set", []):
        target = values(template, "target_seat")[0]
        prize = view["seats"][target]["collection"][-1]["value"]
        cards = sorted(values(template, "card_id"), key=lambda one: (_is_joker(one), hand[one]))
        chance = 0.45 + 0.2 * (len(cards) - 1)
        moves.append((prize * chance - hand[cards[0]], command(template, rng, card_id=cards[0])))
    best = max(moves, key=lambda one: one[0], default=None)
    if best is not None and best[0] > 4000:
        return best[1]
    return _discard(rng, hand, offered["discard_card"][0])


def _is_joker(card: str) -> bool:
    return card.partition("-")[0] in JOKERS


def _duel(
    rng: Random,
    view: dict[str, Any],
    hand: dict[str, int],
    offered: dict[str, list[Choice]],
    answer: str,
    give_up: str,
) -> Command:
    if answer not in offered:
        return command(offered[give_up][0], rng)
    duel = view["duel"]
    stake = sum(card["value"] for card in duel["attack_cards"] + duel["defence_cards"]) + 20000
    card = min(values(offered[answer][0], "card_id"), key=lambda one: (_is_joker(one), hand[one]))
    if hand[card] > stake and rng.random() < 0.7:
        return command(offered[give_up][0], rng)
    return command(offered[answer][0], rng, card_id=card)


def _discard(rng: Random, hand: dict[str, int], template: Choice) -> Command:
    titles = Counter(card.partition("-")[0] for card in hand)
    card = min(
        values(template, "card_id"),
        key=lambda one: (_is_joker(one), titles[one.partition("-")[0]] > 1, hand[one], rng.random()),
    )
    return command(template, rng, card_id=card)
