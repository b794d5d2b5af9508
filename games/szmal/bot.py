"""Szmal with some sense: Gangsters early, Properties for their markers, pay when it can be paid."""

from __future__ import annotations

from random import Random
from typing import Any

from matchledger_client.choices import Choice, Command, command, group_by_type, values

from games.szmal.outlook import NOTHING, THROWN_AWAY

EARLY_ROUNDS = 6


def choose(rng: Random, match: dict[str, Any], seat: int, templates: list[Choice]) -> Command:
    view = match["state"]
    offered = group_by_type(templates)
    own = view["seats"][seat]
    for type_ in ("draft_card", "commit_card", "play_extra"):
        if type_ in offered:
            shown = [*(own["packet"]["cards"] or []), *(own["hand"]["cards"] or [])]
            kinds = {card["card"]: card["type"] for card in shown}
            held = {place["type"] for place in own["territory"]}
            wasted = _wasted(offered[type_][0])
            card = max(
                values(offered[type_][0], "card"),
                key=lambda one: _worth(kinds.get(one, ""), view["round"], held) + rng.random() * 2 - wasted[one],
            )
            if wasted[card] and "pass_extra" in offered:
                return command(offered["pass_extra"][0], rng)
            return command(offered[type_][0], rng, card=card)
    if "pay_cost" in offered:
        cash = [one for one in offered["pay_cost"] if values(one, "option") == ["CASH"]]
        return command((cash or offered["pay_cost"])[0], rng)
    if "choose_loss" in offered:
        markers = {place["card"]: place["markers"] for place in own["territory"]}
        template = offered["choose_loss"][0]
        return command(template, rng, card=min(values(template, "card"), key=lambda one: markers.get(one, 0)))
    doing = [one for one in templates if one["type"] not in ("decline_cost", "pass_extra")]
    return command(rng.choice(doing or templates), rng)


def _wasted(template: Choice) -> dict[int, float]:
    """How much worse each card is, since its name says in brackets that it would be thrown away or do nothing."""
    cards = values(template, "card")
    names = template.get("names", {}).get("card") or [""] * len(cards)
    notes = {f" ({note})": 10.0 for note in THROWN_AWAY.values()} | {f" ({NOTHING})": 8.0}
    return {card: sum(bad for note, bad in notes.items() if name.endswith(note)) for card, name in zip(cards, names)}


def _worth(kind: str, round_: int, held: set[str]) -> float:
    if kind == "GANGSTER":
        return 4.0 if round_ <= EARLY_ROUNDS else 2.0
    if kind == "PROPERTY":
        return 3.5 if "GANGSTER" in held else 2.5
    return 2.0 if round_ <= EARLY_ROUNDS else 3.0
