"""What a catalogue must be before a match is played with it: every row sound, every word where the engine can run it.

The types of `vocabulary.py` have already refused unknown words and arguments of a wrong kind. Here are the checks that
need a whole row, or all rows together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, get_args

from msgspec import Struct, to_builtins

from games.catalogue import BadCatalogue
from games.munchkin_apocalypse.rows import Card, Clause, Kind
from games.munchkin_apocalypse.runnable import card_faults, clause_faults, conditions_of
from games.munchkin_apocalypse.vocabulary import (
    CardType,
    Condition,
    Deck,
    Effect,
    Enhance,
    ExtraClass,
    ExtraTreasures,
    HasClass,
    Holders,
    Immune,
    MonsterBonus,
    PlayerWord,
    SideBonus,
    Trigger,
    Window,
    word_of,
)

KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
EITHER: frozenset[Deck] = frozenset({"door", "treasure"})
TREASURES: frozenset[CardType] = frozenset({"item", "item_enhancer", "one_shot", "level"})


class DeckComposition(Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of each type a deck has, how many rows, and how many of the rows are printed ones (`F`)."""

    cards: int
    rows: int
    printed_rows: int
    types: dict[CardType, int]


class Composition(Struct, frozen=True, forbid_unknown_fields=True):
    door: DeckComposition
    treasure: DeckComposition
    seal: DeckComposition


def check_cards(cards: Sequence[Card], kinds: Sequence[Kind]) -> None:
    """All rows of a match, of every pack: sound one by one, and agreeing with each other."""
    ids = Counter(card.id for card in cards)
    classes = {name for kind in kinds for name in kind.members}
    if len(classes) < sum(len(kind.members) for kind in kinds):
        raise BadCatalogue("a class belongs to one kind of character card, and stands there once")
    for card in cards:
        if ids[card.id] > 1:
            raise BadCatalogue(f"card '{card.id}': the id stands there twice")
        for fault in _faults(card, ids, classes, {kind.id for kind in kinds}):
            raise BadCatalogue(f"card '{card.id}': {fault}")


def check_composition(cards: Sequence[Card], composition: Composition) -> None:
    """The base game: the decks add up, and no word of the vocabulary is idle."""
    for deck in get_args(Deck):
        rows = [card for card in cards if card.deck == deck]
        types: Counter[CardType] = Counter()
        for card in rows:
            types[card.type] += card.copies
        printed = sum(card.src == "F" for card in rows)
        if DeckComposition(types.total(), len(rows), printed, dict(types)) != getattr(composition, deck):
            raise BadCatalogue(f"the {deck} deck does not add up: {dict(types)}, {len(rows)} rows, {printed} printed")
    idle = sorted(_vocabulary() - words_used(cards))
    if idle:
        raise BadCatalogue(f"no card uses {', '.join(idle)}")


def words_used(cards: Iterable[Card]) -> set[str]:
    """Every trigger, window, condition, player word and effect on these cards."""
    found: set[str] = set()
    for card in cards:
        for clause in card.clauses:
            found |= {clause.on, clause.window or clause.on}
            found |= {word_of(condition) for condition in conditions_of(clause.when)}
            found |= {word_of(step) for step in clause.steps}
            found |= set(_texts(to_builtins(clause)))
    return found


def _vocabulary() -> set[str]:
    structs = (*get_args(Effect), *get_args(Condition))
    words = {struct.__struct_config__.tag for struct in structs}
    return words | {*get_args(Trigger), *get_args(Window), *get_args(PlayerWord), "holders"}


def _texts(value: Any) -> Iterator[str]:
    """All words in a clause turned into plain data; the keys too, for `holders`."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from (key, *_texts(part))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)


def _faults(card: Card, ids: Mapping[str, int], classes: set[str], kinds: set[str]) -> Iterator[str]:
    if not KEBAB.fullmatch(card.id):
        yield "an id is written in small letters with dashes"
    yield from _deck_faults(card)
    yield from _number_faults(card)
    if card.class_name is not None and card.class_name not in classes:
        yield f"there is no class '{card.class_name}'"
    names = [clause.ability for clause in card.clauses if clause.on == "on_use"]
    if None in names or len(set(names)) < len(names):
        yield "every on_use clause has an ability of its own name"
    yield from card_faults(card)
    for clause in card.clauses:
        yield from clause_faults(card, clause)
        yield from _name_faults(clause, ids, classes, kinds)


def _deck_faults(card: Card) -> Iterator[str]:
    if card.type == "special":
        decks = EITHER
    else:
        decks = frozenset({"seal" if card.type == "seal" else "treasure" if card.type in TREASURES else "door"})
    if card.deck not in decks:
        yield f"a card of type {card.type} does not belong to the {card.deck} deck"


def _number_faults(card: Card) -> Iterator[str]:
    if card.type == "monster" and not (1 <= card.level <= 20 and 1 <= card.treasures <= 5 and card.levels in (1, 2)):
        yield "a monster has level 1 to 20, treasures 1 to 5 and levels 1 or 2"
    if (card.slot == "hands") != (card.hands > 0):
        yield "an item has hands 1 or 2 exactly when its slot is hands"
    steps = [step for clause in card.clauses for step in clause.steps]
    if card.type == "one_shot":
        yield from _repeats("bonus", card.bonus, min((s.n for s in steps if isinstance(s, SideBonus)), default=0))
    if card.type in ("monster_enhancer", "item_enhancer"):
        yield from _repeats("bonus", card.bonus, sum(s.n for s in steps if isinstance(s, MonsterBonus | Enhance)))
    if card.type == "monster_enhancer":
        yield from _repeats("treasures", card.treasures, sum(s.n for s in steps if isinstance(s, ExtraTreasures)))
    lasting = {clause.lasts for clause in card.clauses if clause.lasts is not None}
    if card.type == "disaster" and lasting - {card.lasts}:
        yield "the clauses last longer or shorter than the card"


def _repeats(key: str, printed: int, effect: int) -> Iterator[str]:
    if printed != effect:
        yield f"its {key} is {printed}, but its effect gives {effect}"


def _name_faults(clause: Clause, ids: Mapping[str, int], classes: set[str], kinds: set[str]) -> Iterator[str]:
    """Names of cards, classes and kinds in a clause that no row has."""
    for condition in conditions_of(clause.when):
        if isinstance(condition, HasClass) and condition.class_name not in classes | {"none"}:
            yield f"there is no class '{condition.class_name}'"
    for step in clause.steps:
        if isinstance(step, Immune) and step.card not in ids:
            yield f"there is no card '{step.card}' to be immune to"
        if isinstance(step, MonsterBonus) and step.per is not None and step.per not in classes:
            yield f"there is no class '{step.per}'"
        if isinstance(step, ExtraClass) and step.kind not in kinds:
            yield f"there is no kind of character card '{step.kind}'"
        for word in (getattr(step, name, None) for name in ("who", "giver", "taker")):
            if isinstance(word, Holders) and word.holders not in classes:
                yield f"there is no class '{word.holders}'"
