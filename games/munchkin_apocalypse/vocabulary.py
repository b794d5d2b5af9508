"""The words that a card may use: triggers, windows, conditions, player words, effects (MUNCH-C.10).

Every word with parameters is a frozen Struct. A condition is told apart by the TOML key `is`, an effect by `op`, and
the engine dispatches on the Struct's type. A word that is not here, or a parameter of the wrong kind, is refused.
Names that Python keeps for itself are spelled differently: `class` is `class_name`, `from` and `to` are `giver` and
`taker`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from games.decider import snake_case

CardId = str  # a row of the catalogue: zoo-escape
ClassName = str  # blogger, kid, militia, scientist; a pack may add more, and the loader checks the name

Deck = Literal["door", "treasure", "seal"]
DrawDeck = Literal["door", "treasure"]
CardType = Literal[
    "monster",
    "monster_enhancer",
    "disaster",
    "class",
    "super_munchkin",
    "paranoia",
    "hireling",
    "cheat",
    "wandering_monster",
    "special",
    "item",
    "item_enhancer",
    "one_shot",
    "level",
    "seal",
]
Trigger = Literal[
    "in_combat",
    "while_in_play",
    "while_top_seal",
    "on_play",
    "on_hit",
    "on_open",
    "on_enter_combat",
    "on_run_away",
    "on_bad_stuff",
    "on_escape",
    "on_win",
    "on_seal_open",
    "on_disaster",
    "start_of_turn",
    "on_use",
]
Window = Literal[
    "any_time", "own_turn", "own_turn_calm", "any_combat", "own_combat", "disaster", "run_away", "run_roll"
]
Duration = Literal["instant", "this_combat", "next_combat", "until_next_win", "until_discarded"]
Slot = Literal["headgear", "armour", "footgear", "hands", "none"]
Size = Literal["small", "big"]
Tag = Literal["undead", "shark"]
Pick = Literal["owner", "taker", "random"]
Amount = int | Literal["all"]


class Holders(Struct, frozen=True, forbid_unknown_fields=True):
    """All living players with this class, without `self`."""

    holders: ClassName


PlayerWord = Literal[
    "self",
    "victim",
    "runner",
    "fighter",
    "participants",
    "any_player",
    "other_player",
    "left",
    "neighbours",
    "everyone",
    "everyone_else",
    "highest_level",
    "lowest_level",
]
Who = PlayerWord | Holders


class Tagged(Struct, frozen=True, forbid_unknown_fields=True):
    """Every monster in the combat that has this tag."""

    tagged: Tag


Scope = Literal["this", "each"] | Tagged


class ItemFilter(Struct, frozen=True, forbid_unknown_fields=True):
    """Which items are meant: exactly one of the three is given."""

    slot: Literal["headgear", "armour", "footgear", "hands"] | None = None
    size: Literal["big"] | None = None
    best: Literal["bonus", "gold"] | None = None

    def __post_init__(self) -> None:
        if sum(word is not None for word in (self.slot, self.size, self.best)) != 1:
            raise ValueError("a filter names one of slot, size and best")


Filter = Literal["any"] | ItemFilter


class Cost(Struct, frozen=True, forbid_unknown_fields=True):
    """What an ability costs: exactly one of the three is given, with its number of cards."""

    hand: int | None = None
    cards: int | None = None
    whole_hand: int | None = None

    def __post_init__(self) -> None:
        given = [n for n in (self.hand, self.cards, self.whole_hand) if n is not None]
        if len(given) != 1 or given[0] < 1:
            raise ValueError("a cost is one of hand, cards and whole_hand, and at least 1")

    @property
    def kind(self) -> Literal["hand", "cards", "whole_hand"]:
        return "hand" if self.hand is not None else "cards" if self.cards is not None else "whole_hand"

    @property
    def n(self) -> int:
        return self.hand or self.cards or self.whole_hand or 0


class PerCombat(Struct, frozen=True, forbid_unknown_fields=True):
    """A limit of several times in each combat."""

    combat: int


Limit = Literal["turn", "combat", "monster", "disaster"] | PerCombat


class ConditionWord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is", tag=snake_case):
    """A condition; about a group it is true as soon as one member satisfies it."""


class HasClass(ConditionWord, frozen=True):
    who: Who
    class_name: ClassName = field(name="class")  # `none`: no class card at all


class LevelAtLeast(ConditionWord, frozen=True):
    who: Who
    n: int


class LevelAtMost(ConditionWord, frozen=True):
    who: Who
    n: int


class SealsAtLeast(ConditionWord, frozen=True):
    n: int


class Alone(ConditionWord, frozen=True):
    """The fighter has no helper."""


class IsFighter(ConditionWord, frozen=True):
    who: Who


class HasItem(ConditionWord, frozen=True):
    who: Who
    filter: Filter


class MonsterHasTag(ConditionWord, frozen=True):
    tag: Tag


class D6AtLeast(ConditionWord, frozen=True):
    n: int


class Not(ConditionWord, frozen=True):
    of: tuple[Condition]


class All(ConditionWord, frozen=True):
    of: tuple[Condition, ...]


Condition = (
    HasClass
    | LevelAtLeast
    | LevelAtMost
    | SealsAtLeast
    | Alone
    | IsFighter
    | HasItem
    | MonsterHasTag
    | D6AtLeast
    | Not
    | All
)


class EffectWord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="op", tag=snake_case):
    """One step of a clause.

    Where a signature says `who=self`, the loader has already put `victim` (bad stuff, a disaster's hit) or `runner`
    (`on_escape`) in its place, so the engine never asks for the trigger.
    """


# Combat strength.


class CombatBonus(EffectWord, frozen=True):
    n: int
    who: Who = "self"


class MonsterBonus(EffectWord, frozen=True):
    n: int
    scope: Scope = "this"
    per: ClassName | None = None


class SideBonus(EffectWord, frozen=True):
    n: int


class ExtraTreasures(EffectWord, frozen=True):
    n: int
    scope: Scope = "this"


class AddTag(EffectWord, frozen=True):
    tag: Tag
    scope: Scope = "this"


class IgnoreItems(EffectWord, frozen=True):
    filter: Filter


class NoHelp(EffectWord, frozen=True):
    pass


class NoSealBonus(EffectWord, frozen=True):
    pass


# Who is in the combat.


class AddMonster(EffectWord, frozen=True):
    pass


class CloneMonster(EffectWord, frozen=True):
    pass


class RemoveMonster(EffectWord, frozen=True):
    pass


class SwapMonster(EffectWord, frozen=True):
    pass


class JoinWith(EffectWord, frozen=True):
    tag: Tag


class ForceHelp(EffectWord, frozen=True):
    who: Who


class EndCombat(EffectWord, frozen=True):
    n: int


# Running away.


class RunAwayBonus(EffectWord, frozen=True):
    n: int
    who: Who = "runner"


class AutoEscape(EffectWord, frozen=True):
    who: Who = "runner"


class Reroll(EffectWord, frozen=True):
    pass


class CancelBadStuff(EffectWord, frozen=True):
    pass


# Levels, life, class.


class GainLevels(EffectWord, frozen=True):
    n: int
    who: Who = "self"


class LoseLevels(EffectWord, frozen=True):
    n: int
    who: Who = "self"


class Death(EffectWord, frozen=True):
    who: Who = "self"


class LoseClass(EffectWord, frozen=True):
    who: Who = "self"


# Cards.


class Draw(EffectWord, frozen=True):
    deck: DrawDeck
    n: int
    who: Who = "self"
    face: Literal["down", "up"] = "down"


class DiscardHand(EffectWord, frozen=True):
    n: Amount
    who: Who = "self"
    pick: Pick = "owner"


class MoveHand(EffectWord, frozen=True):
    n: int
    giver: Who = field(name="from")
    taker: Who = field(name="to")
    pick: Pick = "owner"


class DiscardItem(EffectWord, frozen=True):
    n: Amount
    filter: Filter = "any"
    who: Who = "self"
    pick: Pick = "owner"


class MoveItem(EffectWord, frozen=True):
    n: int
    giver: Who = field(name="from")
    taker: Who = field(name="to")
    filter: Filter = "any"
    pick: Pick = "owner"


class Recover(EffectWord, frozen=True):
    deck: DrawDeck


class DiscardSelf(EffectWord, frozen=True):
    pass


# Seals and disasters.


class OpenSeal(EffectWord, frozen=True):
    who: Who = "self"


class CloseSeal(EffectWord, frozen=True):
    pass


class CancelDisaster(EffectWord, frozen=True):
    pass


class RedirectDisaster(EffectWord, frozen=True):
    who: Who


class Immune(EffectWord, frozen=True):
    card: CardId


# Permissions and item mechanics.


class ExtraClass(EffectWord, frozen=True):
    n: int
    kind: str = "class"  # a pack's further kind of character card (MUNCH-25.11)


class ExtraBig(EffectWord, frozen=True):
    n: int


class LegaliseItem(EffectWord, frozen=True):
    pass


class TwoHandGrip(EffectWord, frozen=True):
    n: int


class OneshotBoost(EffectWord, frozen=True):
    n: int


class SellDouble(EffectWord, frozen=True):
    pass


class Enhance(EffectWord, frozen=True):
    n: int


class EnhancerHost(EffectWord, frozen=True):
    n: int


class HandLimit(EffectWord, frozen=True):
    n: int


class CannotHelp(EffectWord, frozen=True):
    pass


Effect = (
    CombatBonus
    | MonsterBonus
    | SideBonus
    | ExtraTreasures
    | AddTag
    | IgnoreItems
    | NoHelp
    | NoSealBonus
    | AddMonster
    | CloneMonster
    | RemoveMonster
    | SwapMonster
    | JoinWith
    | ForceHelp
    | EndCombat
    | RunAwayBonus
    | AutoEscape
    | Reroll
    | CancelBadStuff
    | GainLevels
    | LoseLevels
    | Death
    | LoseClass
    | Draw
    | DiscardHand
    | MoveHand
    | DiscardItem
    | MoveItem
    | Recover
    | DiscardSelf
    | OpenSeal
    | CloseSeal
    | CancelDisaster
    | RedirectDisaster
    | Immune
    | ExtraClass
    | ExtraBig
    | LegaliseItem
    | TwoHandGrip
    | OneshotBoost
    | SellDouble
    | Enhance
    | EnhancerHost
    | HandLimit
    | CannotHelp
)


def word_of(word: ConditionWord | EffectWord) -> str:
    """The name of a condition or an effect in the data: `combat_bonus`."""
    return str(word.__struct_config__.tag)
