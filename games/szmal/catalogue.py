"""The catalogue: every card as a row of words, checked when it is read, and decks with an operator's packs in them.

A match pins the digest of the catalogue it is played with; `CATALOGUES` finds the cards again by that digest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, to_builtins

from games.catalogue import BadCatalogue, CatalogueGone, digest, read_document, read_rows
from games.decider import IllegalMove
from games.rulebook import Rule, Rulebook, load_rulebook
from games.szmal.checks import check_card
from games.szmal.vocabulary import (
    LASTING,
    Alternative,
    BadWord,
    CardType,
    Clause,
    Condition,
    Symbol,
    read_clause,
    read_condition,
    read_cost,
)

DATA = Path(__file__).parent / "data"
SEATS_MIN, SEATS_MAX = 2, 5
NUMBER_MAX = 999
PREFIX = "SZMAL"

Number = Annotated[int, Meta(ge=1, le=NUMBER_MAX)]
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^{}]*$")]  # sentences mark seats with braces


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card as it stands in a data file."""

    id: Number
    name: Name
    type: CardType
    symbols: tuple[Symbol, ...] = ()
    cost: str = ""
    requirement: str = ""
    abilities: tuple[str, ...] = ()
    text: Annotated[str, Meta(max_length=400)] = ""


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    value: int
    count: int


class Box(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lies in the box beside the cards."""

    rounds: int
    first_round_of_plays: int
    packet_size: int
    markers: int
    marker_value: int
    notes: tuple[Note, ...]

    @property
    def bank(self) -> int:
        """SZMAL-1.3: all the money."""
        return sum(note.value * note.count for note in self.notes)


class CardView(Struct, frozen=True):
    """A card as a view names it."""

    card: int
    name: str
    type: CardType


class RowWithRule(Row, frozen=True, kw_only=True):
    """A row with the rule that the card's effects cite."""

    rule: str


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """The catalogue as clients get it."""

    box: Box
    cards: tuple[RowWithRule, ...]


class Card(Struct, frozen=True):
    """A card as the engine reads it."""

    number: int
    name: str
    type: CardType
    symbols: tuple[Symbol, ...]
    cost: tuple[Alternative, ...]
    requirement: tuple[Condition, ...]
    clauses: tuple[Clause, ...]
    rule: str  # what the card's effects cite
    is_kept: bool  # SZMAL-10.4: an Action that still lies there in the next round


@dataclass(frozen=True)
class Catalogue:
    """A deck of cards, and the tables that the engine looks things up in."""

    rows: tuple[Row, ...]
    cards: dict[int, Card]
    digest: str

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return tuple(self.cards)

    @cached_property
    def standing(self) -> dict[str, dict[int, tuple[int, ...]]]:
        """For each timing: the cards that act at it while they lie in a Territory, with the places of the clauses."""
        found: dict[str, dict[int, tuple[int, ...]]] = {}
        for card in self.cards.values():
            for i, clause in enumerate(card.clauses):
                if clause.kind not in LASTING and clause.timing != "ON_PLAY":
                    at = found.setdefault(clause.timing, {})
                    at[card.number] = (*at.get(card.number, ()), i)
        return found

    @cached_property
    def static(self) -> dict[str, frozenset[int]]:
        """For each STATIC word: the cards that bear it."""
        found: dict[str, frozenset[int]] = {}
        for card in self.cards.values():
            for clause in card.clauses:
                if clause.timing == "STATIC":
                    for effect in clause.effects:
                        found[effect.word] = found.get(effect.word, frozenset()) | {card.number}
        return found

    @cached_property
    def by_number(self) -> dict[int, Row]:
        return {row.id: row for row in self.rows}

    @cached_property
    def shown(self) -> dict[int, CardView]:
        """What a view says of each card."""
        return {number: CardView(number, card.name, card.type) for number, card in self.cards.items()}


BOX = read_document(DATA / "box.toml", Box)
BASE_ROWS = read_rows(DATA / "cards.toml", Row)
PACKS: dict[str, tuple[Row, ...]] = {}
CATALOGUES: dict[str, Catalogue] = {}
_COMBINED: dict[tuple[str, ...], Catalogue] = {}


def build(rows: Iterable[Row], place: str = "cards.toml") -> Catalogue:
    """Check a whole deck and make its tables; a card that does not fit is named."""
    ordered = tuple(sorted(rows, key=lambda row: row.id))
    for row, following in pairwise(ordered):
        if row.id == following.id:
            raise BadCatalogue(f"{place}, card '{row.id}': the number stands there twice (SZMAL-1.2)")
    if len(ordered) < BOX.packet_size * SEATS_MAX:
        raise BadCatalogue(f"{place}: {len(ordered)} cards are too few for {SEATS_MAX} players")
    cards = {row.id: _checked(row, place, read_card) for row in ordered}
    copiers = [card.number for card in cards.values() if "COPY" in words_of(card)]
    if len(copiers) > 1:
        raise BadCatalogue(
            f"{place}, card '{copiers[1]}': card {copiers[0]} copies already, and one such card is enough"
        )
    return Catalogue(ordered, cards, digest({"box": BOX, "cards": ordered}))


def read_card(row: Row) -> Card:
    clauses = tuple(read_clause(text) for text in row.abilities)
    cost, requirement = read_cost(row.cost), read_condition(row.requirement)
    check_card(row.type, row.symbols, cost, requirement, clauses)
    is_kept = row.type == "ACTION" and any(clause.kind == "NEXT" for clause in clauses)
    rule = f"{PREFIX}-CARD.{row.id}" if row in BASE_ROWS else "SZMAL-P.4"
    return Card(row.id, row.name, row.type, row.symbols, cost, requirement, clauses, rule, is_kept)


def words_of(card: Card) -> set[str]:
    """The effect words on a card."""
    return {effect.word for clause in card.clauses for effect in clause.effects}


def load_packs(folder: Path) -> tuple[str, ...]:
    """Read every pack in an operator's folder (`<folder>/<pack>/*.toml`) and check that it fits the base game.

    A card with a known number takes the place of that card, any other one extends the deck. The names are returned.
    """
    names = tuple(sorted(path.name for path in folder.iterdir() if path.is_dir()))
    for name in names:
        files = sorted((folder / name).glob("*.toml"))
        if not files:
            raise BadCatalogue(f"the pack '{name}' has no .toml file")
        rows = tuple(row for path in files for row in read_rows(path, Row))
        numbers = [row.id for row in rows]
        repeated = next((number for number in numbers if numbers.count(number) > 1), None)
        if repeated is not None:
            raise BadCatalogue(f"the pack '{name}', card '{repeated}': the number stands there twice (SZMAL-1.2)")
        _register(_joined([rows]), f"the pack '{name}'")
        PACKS[name] = rows
    _COMBINED.clear()
    return names


def combined(packs: tuple[str, ...]) -> Catalogue:
    """The base game with these packs laid over it, one after the other (SZMAL-P.1 to SZMAL-P.3)."""
    if packs in _COMBINED:
        return _COMBINED[packs]
    for i, name in enumerate(packs):
        if name not in PACKS:
            known = ", ".join(sorted(PACKS)) or "none"
            raise IllegalMove("SZMAL-P.1", "unknown_pack", f"There is no pack '{name}' here; there are: {known}.")
        if name in packs[:i]:
            raise IllegalMove("SZMAL-P.2", "repeated_pack", f"The pack '{name}' is named twice; name it once.")
    try:
        catalogue = _register(_joined([PACKS[name] for name in packs]), "the packs " + ", ".join(packs))
    except BadCatalogue as error:
        raise IllegalMove("SZMAL-P.3", "packs_do_not_fit", f"These packs do not fit together: {error}.") from error
    _COMBINED[packs] = catalogue
    return catalogue


def pinned(wanted: str, packs: tuple[str, ...]) -> Catalogue:
    """The very catalogue that a match was started with, also in a process that has not dealt it before."""
    if wanted not in CATALOGUES:
        try:
            combined(packs)
        except IllegalMove as refusal:
            raise CatalogueGone(packs) from refusal
        if wanted not in CATALOGUES:
            raise CatalogueGone(packs)
    return CATALOGUES[wanted]


def catalogue_json(catalogue: Catalogue) -> dict[str, Any]:
    """The catalogue for clients: rows as they stand in the files, with the rule that each card's effects cite."""
    cards = [{**to_builtins(row), "rule": catalogue.cards[row.id].rule} for row in catalogue.rows]
    return {"box": to_builtins(BOX), "cards": cards}


def _joined(packs: Iterable[tuple[Row, ...]]) -> tuple[Row, ...]:
    rows = {row.id: row for row in BASE_ROWS}
    for pack in packs:
        rows |= {row.id: row for row in pack}
    return tuple(rows.values())


def _register(rows: tuple[Row, ...], place: str) -> Catalogue:
    catalogue = build(rows, place)
    return CATALOGUES.setdefault(catalogue.digest, catalogue)


def _checked(row: Row, place: str, read: Callable[[Row], Card]) -> Card:
    try:
        return read(row)
    except BadWord as error:
        raise BadCatalogue(f"{place}, card '{row.id}': {error}") from error


BASE = _register(BASE_ROWS, "cards.toml")


def rulebook() -> Rulebook:
    """The rules, and one more for each card: what it says."""
    rules = load_rulebook(Path(__file__).parent / "rulebook.md").rules
    for row in BASE.rows:
        id_ = BASE.cards[row.id].rule
        kind = " ".join((*row.symbols, row.type.title()))
        rules[id_] = Rule(id_, "Cards", f"{row.name} ({kind}). {row.text}", is_definition=False)
    return Rulebook(rules)
