"""Coup with some sense: claim mostly what one holds, doubt what cannot be true, strike when rich."""

from __future__ import annotations

from random import Random
from typing import Any

from matchledger_client.choices import Choice, Command, command, group_by_type, values

WORTH = {"protest": 6, "russia": 5, "police": 4, "media": 3, "un": 3, "eu": 2}
COPIES = 3
BLUFF = 0.12
DOUBT = 0.12


def choose(rng: Random, match: dict[str, Any], seat: int, templates: list[Choice]) -> Command:
    view = match["state"]
    offered = group_by_type(templates)
    if "declare_action" in offered:
        return _declare(rng, view, seat, offered["declare_action"])
    if "choose_influence" in offered:
        template = offered["choose_influence"][0]
        slot = min(values(template, "slot"), key=lambda one: WORTH.get(_kind(view, seat, one), 0))
        return command(template, rng, slot=slot)
    if "choose_exchange" in offered:
        return _keep(rng, view, seat, offered["choose_exchange"][0])
    if "choose_card_to_show" in offered:
        return command(offered["choose_card_to_show"][0], rng)
    if "decide_inspection" in offered:
        shown = (view["inspection"] or {}).get("card")
        return command(
            offered["decide_inspection"][0], rng, force_exchange=WORTH.get((shown or {}).get("kind", ""), 3) >= 4
        )
    return _react(rng, view, seat, offered)


def _held(view: dict[str, Any], seat: int) -> list[str]:
    slots = view["seats"][seat]["cards"]
    return [slot["card"]["kind"] for slot in slots if not slot["is_lost"] and slot["card"]]


def _kind(view: dict[str, Any], seat: int, slot: int) -> str:
    card = view["seats"][seat]["cards"][slot]["card"]
    return str(card["kind"]) if card else ""


def _seen(view: dict[str, Any], seat: int, kind: str) -> int:
    """How many cards of a kind cannot be in the hands of others."""
    slots = [slot for one in view["seats"] for slot in one["cards"] if slot["is_lost"] and slot["card"]]
    lost = sum(slot["card"]["kind"] == kind for slot in slots)
    return int(lost) + _held(view, seat).count(kind)


def _declare(rng: Random, view: dict[str, Any], seat: int, templates: list[Choice]) -> Command:
    held = _held(view, seat)
    rivals = [one for one in view["seats"] if one["seat"] != seat and one["is_live"]]
    strongest = max(rivals, key=lambda one: (one["hidden_count"], one["money"]))["seat"]
    richest = max(rivals, key=lambda one: one["money"])
    score: list[tuple[float, Choice, int]] = []
    for template in templates:
        word = template["params"]["action"]["one_of"][0]
        honest = word in held or word in ("usa", "local_businessmen", "scandal")
        worth = {"scandal": 10.0, "protest": 8.0, "russia": 6.0, "local_businessmen": 3.5, "usa": 2.0}.get(word, 3.0)
        target = strongest
        if word == "police":
            worth, target = (5.0 if richest["money"] >= 2 else 0.0), richest["seat"]
        if not honest:
            doomed = _seen(view, seat, word) >= COPIES
            worth = 0.0 if doomed or rng.random() > BLUFF else worth * 0.9
        score.append((worth + rng.random(), template, target))
    _, template, target = max(score, key=lambda one: one[0])
    return command(template, rng, target=target)


def _react(rng: Random, view: dict[str, Any], seat: int, offered: dict[str, list[Choice]]) -> Command:
    held = _held(view, seat)
    declaration, block = view["declaration"] or {}, view["block"]
    claim = ((block or {}).get("claim") or declaration.get("claim") or {}).get("kind")
    challenge = offered.get("challenge_block") or offered.get("challenge")
    if challenge and claim and _seen(view, seat, claim) >= COPIES:
        return command(challenge[0], rng)  # it cannot be true
    if "block" in offered:
        template = offered["block"][0]
        honest = [kind for kind in values(template, "claim") if kind in held]
        if honest:
            return command(template, rng, claim=honest[0])
        is_deadly = declaration.get("action") == "protest" and view["seats"][seat]["hidden_count"] == 1
        if is_deadly or rng.random() < BLUFF / 2:
            return command(template, rng)
    if challenge and rng.random() < DOUBT * (1 + _seen(view, seat, claim or "")):
        return command(challenge[0], rng)
    calm = offered.get("pass") or offered.get("accept_block") or next(iter(offered.values()))
    return command(calm[0], rng)


def _keep(rng: Random, view: dict[str, Any], seat: int, template: Choice) -> Command:
    def worth(reference: str) -> int:
        place, _, number = reference.partition(":")
        drawn = (view["exchange"] or {}).get("drawn") or []
        kind = drawn[int(number)]["kind"] if place == "drawn" else _kind(view, seat, int(number))
        return WORTH.get(kind, 0)

    domain = template["params"]["keep"]
    best = sorted(domain["some_of"], key=worth, reverse=True)[: domain["max"]]
    return command(template, rng, keep=best)
