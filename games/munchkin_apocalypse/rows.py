"""A card as a row of data: its record, the keys each type of card has, and how a row is read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct, field

from games.catalogue import BadCatalogue
from games.munchkin_apocalypse.vocabulary import (
    CardId,
    CardType,
    ClassName,
    Condition,
    Cost,
    Deck,
    Duration,
    Effect,
    Limit,
    PerCombat,
    Size,
    Slot,
    Tag,
    Trigger,
    Window,
)

ITEM_TYPES: frozenset[CardType] = frozenset({"item", "item_enhancer", "one_shot"})
Count = Annotated[int, Meta(ge=1)]


class Clause(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a card does at one trigger: the steps `do` from left to right, or `otherwise` if its condition is false."""

    on: Trigger
    when: Condition | None = None
    do: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = field(name="else", default=())
    ability: str | None = None
    window: Window | None = None
    cost: Cost | None = None
    limit: Limit | None = None
    lasts: Duration | None = None

    @property
    def limit_per(self) -> Literal["turn", "combat", "monster", "disaster"] | None:
        return "combat" if isinstance(self.limit, PerCombat) else self.limit

    @property
    def limit_times(self) -> int:
        return self.limit.combat if isinstance(self.limit, PerCombat) else 1

    @property
    def steps(self) -> tuple[Effect, ...]:
        """All steps, of both branches."""
        return self.do + self.otherwise


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of the catalogue."""

    id: CardId
    name: str
    deck: Deck
    type: CardType
    copies: Count
    src: Literal["F", "O"] = "O"
    can_win: bool = False
    level: int = 0
    treasures: int = 0
    levels: int = 0  # granted to the fighter for the kill
    tags: tuple[Tag, ...] = ()
    bonus: int = 0  # only an item's is added to a strength; elsewhere it repeats the effect
    lasts: Duration = "instant"
    slot: Slot = "none"
    hands: Literal[0, 1, 2] = 0
    size: Size = "small"
    gold: Annotated[int, Meta(ge=0)] = 0
    class_name: ClassName | None = field(name="class", default=None)
    clauses: tuple[Clause, ...] = field(name="clause", default=())

    @property
    def is_item(self) -> bool:
        """MUNCH-C.3: whatever has a gold value and can lie on the table."""
        return self.type in ITEM_TYPES

    @property
    def is_big(self) -> bool:
        return self.size == "big"

    @property
    def only_for(self) -> ClassName | None:
        """The class that an item or one-shot is bound to."""
        return self.class_name if self.is_item else None

    @property
    def gives(self) -> ClassName | None:
        """The class that a class card gives."""
        return self.class_name if self.type == "class" else None

    @property
    def window(self) -> Window | None:
        """When it may be played from a hand; None for monsters and Seals, which have ways of their own."""
        return next(
            (clause.window for clause in self.clauses if clause.on == "on_play"), DEFAULT_WINDOWS.get(self.type)
        )

    def on(self, trigger: Trigger) -> tuple[Clause, ...]:
        return tuple(clause for clause in self.clauses if clause.on == trigger)

    def ability(self, name: str) -> Clause | None:
        return next((clause for clause in self.clauses if clause.ability == name), None)


class Kind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of character card and how many of it a character may have (MUNCH-25.11)."""

    id: str
    limit: Count
    members: tuple[ClassName, ...]


DEFAULT_WINDOWS: dict[CardType, Window] = {
    "monster_enhancer": "any_combat",
    "wandering_monster": "any_combat",
    "disaster": "any_time",
    "class": "own_turn",
    "super_munchkin": "own_turn",
    "paranoia": "own_turn",
    "hireling": "own_turn",
    "cheat": "own_turn",
    "item": "own_turn_calm",
    "item_enhancer": "own_turn_calm",
    "one_shot": "any_combat",
    "level": "any_time",
}
SUBJECT: dict[str, str] = {"on_bad_stuff": "victim", "on_hit": "victim", "on_escape": "runner"}
OPS_ABOUT_SELF = frozenset(
    [
        "combat_bonus",
        "gain_levels",
        "lose_levels",
        "death",
        "lose_class",
        "draw",
        "discard_hand",
        "discard_item",
        "open_seal",
    ]
)
KEYS_OF_ALL = frozenset({"id", "name", "deck", "type", "copies", "src", "can_win", "clause"})
KEYS: dict[CardType, tuple[frozenset[str], frozenset[str]]] = {  # those a card of the type must have, and those it may
    "monster": (frozenset({"level", "treasures", "levels"}), frozenset({"tags"})),
    "monster_enhancer": (frozenset({"bonus", "treasures"}), frozenset()),
    "disaster": (frozenset(), frozenset({"lasts"})),
    "class": (frozenset({"class"}), frozenset()),
    "item": (frozenset({"bonus", "slot", "hands", "size", "gold"}), frozenset({"class"})),
    "one_shot": (frozenset({"bonus", "gold"}), frozenset({"class"})),
    "item_enhancer": (frozenset({"bonus", "gold"}), frozenset()),
}


def read_card(path: Path, row: dict[str, Any]) -> Card:
    """One row, with the defaults of its words filled in; whatever is wrong with it is said with its name."""
    place = f"{path.name}, card '{row.get('id', '?')}'"
    row = dict(row)
    if row.get("type") == "curse":  # MUNCH-25.9
        row["type"] = "disaster"
    _check_keys(place, row)
    try:
        row["clause"] = [_with_defaults(clause, row["type"]) for clause in _tables(row.get("clause", []))]
        return msgspec.convert(row, Card)
    except msgspec.ValidationError as error:
        raise BadCatalogue(f"{place}: {error}") from error


def _check_keys(place: str, row: dict[str, Any]) -> None:
    if row.get("type") not in get_args(CardType):
        raise BadCatalogue(f"{place}: there is no card type {row.get('type')!r}")
    needed, allowed = KEYS.get(row["type"], (frozenset(), frozenset()))
    for key in sorted(needed - row.keys()):
        raise BadCatalogue(f"{place}: a card of type {row['type']} needs the key '{key}'")
    for key in sorted(row.keys() - needed - allowed - KEYS_OF_ALL):
        raise BadCatalogue(f"{place}: a card of type {row['type']} has no key '{key}'")


def _with_defaults(clause: dict[str, Any], card_type: CardType) -> dict[str, Any]:
    """`who` by the trigger, the window by the card's type."""
    trigger = clause.get("on")
    if trigger == "on_play" and card_type in DEFAULT_WINDOWS:
        clause.setdefault("window", DEFAULT_WINDOWS[card_type])
    subject = SUBJECT.get(str(trigger))
    if subject:
        for branch in ("do", "else"):
            if branch in clause:
                clause[branch] = [_about(step, subject) for step in _tables(clause[branch])]
    return clause


def _tables(value: Any) -> list[dict[str, Any]]:
    return msgspec.convert(value, list[dict[str, Any]])


def _about(step: dict[str, Any], subject: str) -> dict[str, Any]:
    return {"who": subject, **step} if step.get("op") in OPS_ABOUT_SELF else step
