"""The deck as rows: twelve titles, what their effects are, and the 110 cards that they make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from games.catalogue import BadCatalogue, digest, read_document, read_rows

CardId = str  # one card: STOCKS-03
TitleId = str  # what all copies share: STOCKS
DATA = Path(__file__).parent / "data"


class Type(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="TYPE"):
    """In a set: the card gives the set its own title as type, or nothing."""

    which: Literal["own", "none"]


class Pair(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="PAIR"):
    """In a new set: the card goes with its own title, or with any title."""

    which: Literal["own", "any"]


class Fight(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="FIGHT"):
    """In a duel: the card fights for a set of its own title, or for any set."""

    which: Literal["own", "any"]


class Starter(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="STARTER"):
    """Turned up after the deal: the card starts the discard pile, or goes back and the pile is shuffled."""

    which: Literal["ok", "back"]


class Layer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="LAYER"):
    """Within a set: the card lies above, or underneath."""

    which: Literal["top", "under"]


class Discard(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="DISCARD"):
    """The card may be put on the discard pile."""


class Score(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="SCORE"):
    """In a collection at the end of a round: so many dollars for its owner."""

    amount: Annotated[int, Meta(gt=0, multiple_of=5000)]


Effect = Type | Pair | Fight | Starter | Layer | Discard | Score
WORDS: tuple[type[Effect], ...] = (Type, Pair, Fight, Starter, Layer, Discard, Score)


class Bundle(Struct, frozen=True, forbid_unknown_fields=True):
    """Effects that many titles share, under one name."""

    id: str
    effects: tuple[Effect, ...]


class CardRow(Struct, frozen=True, forbid_unknown_fields=True):
    """One title as it stands in the file."""

    id: TitleId
    title: str
    copies: Annotated[int, Meta(ge=1, le=99)]
    bundle: str
    effects: tuple[Effect, ...]


class Title(Struct, frozen=True):
    """One title with all its effects spelled out."""

    id: TitleId
    title: str
    copies: int
    bundle: str
    effects: tuple[Effect, ...]

    @property
    def cards(self) -> tuple[CardId, ...]:
        return tuple(f"{self.id}-{number:02}" for number in range(1, self.copies + 1))


class Hand(Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards a hand holds with so many seats."""

    seats: tuple[int, ...]
    cards: int


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of the game that stand on no card."""

    ruleset: int
    seats_min: int
    seats_max: int
    set_size: int
    attacker_sets_min: int
    defender_sets_min: int
    target: int
    hand: tuple[Hand, ...]


class TitleCards(Struct, frozen=True, forbid_unknown_fields=True):
    """A title as clients get it, with the ids of its cards."""

    id: TitleId
    title: str
    copies: int
    bundle: str
    effects: tuple[Effect, ...]
    cards: tuple[CardId, ...]


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """The catalogue as clients get it."""

    cards: tuple[TitleCards, ...]
    numbers: Numbers


def read_titles(path: Path) -> tuple[Title, ...]:
    """The titles of a deck; every title must have exactly one effect of every word, or the game would have gaps.

    DISCARD among them: a player who can do nothing else must always be able to discard (BIGDEAL-3.5, BIGDEAL-7.2).
    """
    bundles = {bundle.id: bundle.effects for bundle in read_rows(path, Bundle, "bundle")}
    titles = tuple(_spelled_out(path, row, bundles) for row in read_rows(path, CardRow))
    if len({title.id for title in titles}) != len(titles):
        raise BadCatalogue(f"{path.name}: two rows [[card]] have the same id")
    return titles


def _spelled_out(path: Path, row: CardRow, bundles: Mapping[str, tuple[Effect, ...]]) -> Title:
    if row.bundle not in bundles:
        raise BadCatalogue(f"{path.name}, card '{row.id}': there is no bundle {row.bundle!r}")
    effects = bundles[row.bundle] + row.effects
    if sorted(type(effect).__name__ for effect in effects) != sorted(word.__name__ for word in WORDS):
        raise BadCatalogue(f"{path.name}, card '{row.id}': it needs exactly one effect of every word")
    return Title(row.id, row.title, row.copies, row.bundle, effects)


TITLES: tuple[Title, ...] = read_titles(DATA / "cards.toml")
NUMBERS: Numbers = read_document(DATA / "numbers.toml", Numbers)
HAND_SIZE: Mapping[int, int] = {seats: hand.cards for hand in NUMBERS.hand for seats in hand.seats}
DECK: tuple[CardId, ...] = tuple(card for title in TITLES for card in title.cards)
DECK_SET = frozenset(DECK)
TITLE_OF: Mapping[CardId, TitleId] = {card: title.id for title in TITLES for card in title.cards}
NAME_OF: Mapping[TitleId, str] = {title.id: title.title for title in TITLES}


def names(cards: Iterable[CardId]) -> str:
    """Cards for people: `Gold, Home, Home`."""
    return ", ".join(NAME_OF[TITLE_OF[card]] for card in cards)


def catalogue_json() -> Any:
    """The whole deck and the figures as plain JSON; it is the same for every match."""
    cards = [{**msgspec.to_builtins(title), "cards": title.cards} for title in TITLES]
    return msgspec.json.decode(msgspec.json.encode({"cards": cards, "numbers": NUMBERS}))


DIGEST = digest(catalogue_json())
