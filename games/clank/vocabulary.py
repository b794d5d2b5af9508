"""The words a card or token may be written in: what each row of data may say, and nothing else.

An effect is data (`{ do = "gold", n = 2 }`); effects.py carries it out. A word that is not here is refused at start.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.decider import snake_case

Count = Annotated[int, Meta(ge=1)]
Condition = Literal["other_companion_in_play", "has_crown", "has_artifact", "has_monkey_idol"]
FlagName = Literal["ignore_caves", "ignore_tunnel_monsters", "gem_discount"]


class Word(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=snake_case):
    """One effect of a row."""


class Skill(Word, frozen=True):
    n: Count


class Swords(Word, frozen=True):
    n: Count


class Boots(Word, frozen=True):
    n: Count


class Gold(Word, frozen=True):
    n: Count


class Clank(Word, frozen=True):
    n: Count


class Quiet(Word, frozen=True):
    n: Count


class ClankOthers(Word, frozen=True):
    n: Count


class ClankAll(Word, frozen=True):
    n: Count


class Heal(Word, frozen=True):
    n: Count


class Draw(Word, frozen=True):
    n: Count


class Teleport(Word, frozen=True):
    n: Count


class Trash(Word, frozen=True):
    filter: str  # "any", or the id of a card


class ReplaceRowCard(Word, frozen=True):
    pass


class TakeAdjacentSecret(Word, frozen=True):
    pass


class TakeReserve(Word, frozen=True):
    pile: str
    n: Count


class ReturnDragonCubes(Word, frozen=True):
    n: Count


class DragonAttack(Word, frozen=True):
    pass


class Rage(Word, frozen=True):
    n: Count


Simple = (
    Skill
    | Swords
    | Boots
    | Gold
    | Clank
    | Quiet
    | ClankOthers
    | ClankAll
    | Heal
    | Draw
    | Teleport
    | Trash
    | ReplaceRowCard
    | TakeAdjacentSecret
    | TakeReserve
    | ReturnDragonCubes
    | DragonAttack
    | Rage
)


class PayGold(Word, frozen=True):
    """A cost: what follows happens only if the gold is paid in full."""

    n: Count
    then: tuple[Simple, ...]


class Choose(Word, frozen=True):
    """Exactly one of these options."""

    options: tuple[tuple[Simple | PayGold, ...], ...]


class Discard(Word, frozen=True):
    """A cost: one other card of the hand is discarded, if there is one; what follows happens only then."""

    then: tuple[Simple | Choose, ...]


Effect = Simple | PayGold | Choose | Discard


class When(Word, frozen=True):
    """A standing clause: the first time the condition is true, its effects happen once."""

    condition: Condition
    then: tuple[Simple, ...]


class PerClank(Word, frozen=True):
    n: Count


class PerGoldGain(Word, frozen=True):
    n: Count


class Flag(Word, frozen=True):
    name: FlagName
    n: Count = 1


Standing = When | PerClank | PerGoldGain | Flag


class Formula(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag=snake_case):
    """Points that are worked out when the match ends."""


class VpIf(Formula, frozen=True):
    token: str
    n: Count


class VpPer(Formula, frozen=True):
    card: str
    n: Count


class VpPerGold(Formula, frozen=True):
    gold: Count
    n: Count


class VpIfKinds(Formula, frozen=True):
    kinds: tuple[str, ...]
    at_least: Count
    n: Count


Points = int | VpIf | VpPer | VpPerGold | VpIfKinds


def words_in(effects: tuple[Effect | Standing, ...]) -> set[str]:
    """The words that these effects and everything inside them are written in."""
    found: set[str] = set()
    for effect in effects:
        found.add(snake_case(type(effect).__name__))
        for inner in inner_effects(effect):
            found |= words_in(inner)
    return found


def inner_effects(effect: Effect | Standing) -> tuple[tuple[Effect, ...], ...]:
    if isinstance(effect, Choose):
        return effect.options
    if isinstance(effect, (PayGold, Discard, When)):
        return (effect.then,)
    return ()
