"""What the rows of cards and tokens say to a player, made from their effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.clank import vocabulary as v
from games.clank.catalogue import CARDS, CardKind
from games.questions import count_of, join_words

_CONDITIONS: Mapping[v.Condition, str] = {
    "other_companion_in_play": "another companion is in play",
    "has_crown": "you own a crown",
    "has_artifact": "you own an artifact",
    "has_monkey_idol": "you own a monkey idol",
}
_FLAGS: Mapping[v.FlagName, str] = {
    "ignore_caves": "crystal caves do not exhaust you",
    "ignore_tunnel_monsters": "monsters in corridors do not hurt you",
    "gem_discount": "gems cost {n} Skill less",
}


def _choose(effect: v.Choose) -> str:
    return join_words((tell_effects(option) for option in effect.options), "or")


def _trash(effect: v.Trash) -> str:
    return f"trash {'a card' if effect.filter == 'any' else CARDS[effect.filter].title}"


_TELL: Mapping[type[Any], Callable[[Any], str]] = {
    v.Skill: lambda e: f"{e.n} Skill",
    v.Swords: lambda e: count_of(e.n, "Sword"),
    v.Boots: lambda e: count_of(e.n, "Boot"),
    v.Gold: lambda e: f"{e.n} gold",
    v.Clank: lambda e: f"{e.n} Clank",
    v.Quiet: lambda e: f"{e.n} Clank less",
    v.ClankOthers: lambda e: f"{e.n} Clank for each other player",
    v.ClankAll: lambda e: f"{e.n} Clank for everybody",
    v.Heal: lambda e: f"heal {e.n}",
    v.Draw: lambda e: f"draw {count_of(e.n, 'card')}",
    v.Teleport: lambda e: "a teleport" if e.n == 1 else f"{e.n} teleports",
    v.Trash: _trash,
    v.ReplaceRowCard: lambda _: "replace a card of the dungeon row",
    v.TakeAdjacentSecret: lambda _: "take a secret of an adjacent room",
    v.TakeReserve: lambda e: f"take {e.n} of {CARDS[e.pile].title}",
    v.ReturnDragonCubes: lambda e: f"{count_of(e.n, 'black cube')} back into the bag",
    v.DragonAttack: lambda _: "the dragon attacks",
    v.Rage: lambda _: "the dragon gets angrier",
    v.PayGold: lambda e: f"pay {e.n} gold: {tell_effects(e.then)}",
    v.Choose: _choose,
    v.Discard: lambda e: f"discard another card: {tell_effects(e.then)}",
    v.When: lambda e: f"{tell_effects(e.then)} if {_CONDITIONS[e.condition]}",
    v.PerClank: lambda e: f"{e.n} Skill for each Clank you make this turn",
    v.PerGoldGain: lambda e: f"{e.n} gold more with each gain of gold this turn",
    v.Flag: lambda e: f"this turn {_FLAGS[e.name].format(n=e.n)}",
}


def tell_effects(effects: Iterable[v.Effect | v.Standing]) -> str:
    """`2 gold, draw 1 card`: no sentence, so that it can stand in one."""
    return ", ".join(_TELL[type(effect)](effect) for effect in effects)


def as_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _tell_play(kind: CardKind) -> str:
    pools = [v.Skill(kind.skill)] if kind.skill else []
    swords = [v.Swords(kind.swords)] if kind.swords else []
    boots = [v.Boots(kind.boots)] if kind.boots else []
    return tell_effects([*pools, *swords, *boots, *kind.play, *kind.turn]) or "nothing but its points at the end"


ON_PLAY: Mapping[str, str] = {name: _tell_play(kind) for name, kind in CARDS.items()}
ON_USE: Mapping[str, str] = {name: tell_effects(kind.use) for name, kind in CARDS.items() if kind.kind == "device"}
ON_DEFEAT: Mapping[str, str] = {
    name: tell_effects(kind.defeat) for name, kind in CARDS.items() if kind.kind == "monster"
}
