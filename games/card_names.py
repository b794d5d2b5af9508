"""The cards that an event names, so that a replay can say to whom a card was shown, and where it came and went."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import fields


class NamedCard(Struct, frozen=True):
    """A card by an id that stays its own, and the id of its kind in the catalogue: "" where the event does not say."""

    id: str
    kind: str = ""


KindOf = Callable[[str], str]  # the id of a card -> the id of its kind
CardsIn = Callable[[Any], Iterable[NamedCard]]  # an event that is already redacted -> the cards that it names


def is_card_field(name: str) -> bool:
    """`card`, `cards`, `hand_cards`: what a field is called that holds cards by their ids."""
    return name in ("card", "cards") or name.endswith(("_card", "_cards"))


def cards_by_field(*others: str, kind_of: KindOf = str, is_id: Callable[[str], bool] = lambda _value: True) -> CardsIn:
    """For a game whose events hold the ids of cards in fields that are called after cards, and in these others."""

    def cards_in(event: Any) -> Iterator[NamedCard]:
        for field in fields(event):
            if is_card_field(field.name) or field.name in others:
                for value in ids_in(getattr(event, field.name)):
                    if is_id(value):
                        yield NamedCard(value, kind_of(value))

    return cards_in


def ids_in(value: Any) -> Iterator[str]:
    """The ids in a field: one, a tuple of them, or records that have them in fields called after cards."""
    if isinstance(value, str | int) and not isinstance(value, bool):
        yield str(value)
    elif isinstance(value, tuple):
        for one in value:
            yield from ids_in(one)
    elif isinstance(value, Struct):
        for field in fields(value):
            if is_card_field(field.name):
                yield from ids_in(getattr(value, field.name))


any_cards: CardsIn = cards_by_field()
