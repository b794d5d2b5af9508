"""Packs made by chance from the whole vocabulary: whatever the loader accepts, the engine must be able to play."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from games.catalogue import BadCatalogue
from games.munchkin_apocalypse import vocabulary as word
from games.munchkin_apocalypse.catalogue import catalogue_for
from games.munchkin_apocalypse.checks import check_cards
from games.munchkin_apocalypse.rows import read_card
from games.munchkin_apocalypse.runnable import AT_ONCE, OPS, OPS_OF_PLAY, TRIGGERS

CLASSES = ("blogger", "kid", "militia", "scientist")
SLOTS = ("headgear", "armour", "footgear", "hands")
TAGS = ("undead", "shark")
TREASURES = ("item", "item_enhancer", "one_shot", "level")
Rng = random.Random


def random_rows(rng: Rng, count: int) -> list[dict[str, Any]]:
    """So many sound rows; unsound ones are thrown away."""
    base = list(catalogue_for().cards.values())
    kinds = tuple(catalogue_for().kinds.values())
    rows: list[dict[str, Any]] = []
    while len(rows) < count:
        row = _row(rng, f"random-{len(rows)}")
        try:
            check_cards([*base, read_card(Path("random"), row)], kinds)
        except BadCatalogue:
            continue
        rows.append(row)
    return rows


def _row(rng: Rng, name: str) -> dict[str, Any]:
    type_ = rng.choice(sorted(TRIGGERS))
    deck = "seal" if type_ == "seal" else "treasure" if type_ in TREASURES else "door"
    row = {"id": name, "name": name, "deck": deck, "type": type_, "copies": rng.randint(1, 3)}
    row |= KEYS.get(type_, lambda _rng: {})(rng)
    row["clause"] = [_clause(rng, type_, f"ability-{n}") for n in range(rng.randint(1, 3))]
    if type_ == "disaster" and row["lasts"] != "instant":
        for clause in row["clause"]:
            clause |= {} if clause["on"] == "on_hit" else {"lasts": row["lasts"]}
    return row | _repeated(row)


def _item_keys(rng: Rng) -> dict[str, Any]:
    slot = rng.choice((*SLOTS, "none"))
    keys = {"slot": slot, "hands": rng.randint(1, 2) if slot == "hands" else 0, "size": rng.choice(("small", "big"))}
    bound = {"class": rng.choice(CLASSES)} if rng.random() < 0.3 else {}
    return {"bonus": rng.randint(0, 4), "gold": rng.choice((0, 300, 900)), **keys, **bound}


def _monster_keys(rng: Rng) -> dict[str, Any]:
    numbers = {"level": rng.randint(1, 12), "treasures": rng.randint(1, 4), "levels": rng.randint(1, 2)}
    return {**numbers, "tags": rng.sample(TAGS, rng.randint(0, 2))}


KEYS: dict[str, Callable[[Rng], dict[str, Any]]] = {
    "monster": _monster_keys,
    "monster_enhancer": lambda _rng: {"bonus": 0, "treasures": 0},
    "disaster": lambda rng: {"lasts": rng.choice(("instant", "next_combat", "until_next_win", "until_discarded"))},
    "class": lambda rng: {"class": rng.choice(CLASSES)},
    "item": _item_keys,
    "item_enhancer": lambda _rng: {"bonus": 0, "gold": 100},
    "one_shot": lambda rng: {"bonus": 0, "gold": rng.choice((0, 200))},
}


def _repeated(row: dict[str, Any]) -> dict[str, Any]:
    """The keys that repeat the effect."""
    steps = [step for clause in row["clause"] for step in (*clause["do"], *clause.get("else", ()))]
    numbers: dict[str, list[int]] = {}
    for step in steps:
        numbers.setdefault(step["op"], []).append(step.get("n", 0))
    if row["type"] == "one_shot":
        return {"bonus": min(numbers.get("side_bonus", [0]))}
    if row["type"] == "item_enhancer":
        return {"bonus": sum(numbers.get("enhance", []))}
    if row["type"] == "monster_enhancer":
        return {"bonus": sum(numbers.get("monster_bonus", [])), "treasures": sum(numbers.get("extra_treasures", []))}
    return {}


def _clause(rng: Rng, type_: Any, ability: str) -> dict[str, Any]:
    on: Any = rng.choice(sorted(TRIGGERS[type_]))
    words = sorted(OPS_OF_PLAY.get(type_, frozenset()) if on == "on_play" else OPS.get(on, AT_ONCE))
    clause = {"on": on, "do": [_step(rng, rng.choice(words)) for _ in range(rng.randint(1, 3))]}
    if rng.random() < 0.4:
        clause["when"] = _condition(rng)
        if rng.random() < 0.3:
            clause["else"] = [_step(rng, rng.choice(words))]
    if on in ("on_play", "on_use"):
        clause["window"] = rng.choice(get_args(word.Window))
    if on == "on_use":
        cost = {"cost": {rng.choice(("hand", "cards", "whole_hand")): rng.randint(1, 2)}} if rng.random() < 0.6 else {}
        limit = rng.choice(("turn", "combat", "monster", "disaster", {"combat": 2}))
        clause |= {"ability": ability, "limit": limit, **cost}
    return clause


STRUCTS = {struct.__struct_config__.tag: struct for struct in (*get_args(word.Effect), *get_args(word.Condition))}


def _step(rng: Rng, op: str) -> dict[str, Any]:
    return {"op": op, **_parameters(rng, op)}


def _condition(rng: Rng, depth: int = 0) -> dict[str, Any]:
    names = sorted(struct.__struct_config__.tag for struct in get_args(word.Condition))
    name = rng.choice([name for name in names if depth < 2 or name not in ("not", "all")])
    if name in ("not", "all"):
        parts = 1 if name == "not" else rng.randint(1, 2)
        return {"is": name, "of": [_condition(rng, depth + 1) for _ in range(parts)]}
    return {"is": name, **_parameters(rng, name)}


def _parameters(rng: Rng, name: str) -> dict[str, Any]:
    """A value for each parameter of a word, by the parameter's name."""
    struct: Any = STRUCTS[name]
    fields = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__))
    fields.pop("kind", None)
    values = {key: VALUES[key](rng) for key in fields if key != "who" or rng.random() < 0.7}
    if "who" in fields and "who" not in values and name in NEEDS_WHO:
        values["who"] = _who(rng)
    if name in AT_ONCE | {"side_bonus", "end_combat", "enhance"} and "n" in values:
        values["n"] = rng.randint(1, 3)
    if name in ("discard_hand", "discard_item") and rng.random() < 0.2:
        values["n"] = "all"
    return {fields[key]: value for key, value in values.items() if value is not None}


def _who(rng: Rng) -> Any:
    return rng.choice((*get_args(word.PlayerWord), {"holders": rng.choice(CLASSES)}))


NEEDS_WHO = (
    "force_help",
    "redirect_disaster",
    "has_class",
    "level_at_least",
    "level_at_most",
    "is_fighter",
    "has_item",
)
VALUES: dict[str, Callable[[Rng], Any]] = {
    "n": lambda rng: rng.randint(-3, 5),
    "who": _who,
    "giver": _who,
    "taker": _who,
    "scope": lambda rng: rng.choice(("this", "each", {"tagged": rng.choice(TAGS)})),
    "per": lambda rng: rng.choice((*CLASSES, None, None)),
    "tag": lambda rng: rng.choice(TAGS),
    "filter": lambda rng: rng.choice(
        ("any", {"slot": rng.choice(SLOTS)}, {"size": "big"}, {"best": "bonus"}, {"best": "gold"})
    ),
    "class_name": lambda rng: rng.choice((*CLASSES, "none")),
    "deck": lambda rng: rng.choice(("door", "treasure")),
    "face": lambda rng: rng.choice(("up", "down")),
    "pick": lambda rng: rng.choice(get_args(word.Pick)),
    "card": lambda rng: rng.choice(("bird-flu", "acid-rain", "seal-doom", "zombie-plague", "rolling-blackout")),
}
