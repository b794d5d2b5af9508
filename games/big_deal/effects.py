"""What the effects on the cards come to in play: one function per word of the vocabulary.

DISCARD has none: every card bears it (the catalogue sees to that), so any card may be discarded at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from games.big_deal.catalogue import TITLES, CardId, Effect, Fight, Layer, Pair, Score, Starter, TitleId, Type

W = TypeVar("W", bound=Effect)


def _effect_by_card(word: type[W]) -> Mapping[CardId, W]:
    """Which effect of this word each card bears."""
    return {
        card: effect for title in TITLES for effect in title.effects if isinstance(effect, word) for card in title.cards
    }


_TITLE: Mapping[CardId, TitleId] = {card: title.id for title in TITLES for card in title.cards}
_TYPES: Mapping[CardId, TitleId | None] = {
    card: _TITLE[card] if effect.which == "own" else None for card, effect in _effect_by_card(Type).items()
}
_PAIRS_WITH_ANY = frozenset(card for card, effect in _effect_by_card(Pair).items() if effect.which == "any")
_FIGHTS_FOR: Mapping[CardId, frozenset[TitleId]] = {
    card: frozenset({_TITLE[card]} if effect.which == "own" else _TITLE.values())
    for card, effect in _effect_by_card(Fight).items()
}
_STARTS = frozenset(card for card, effect in _effect_by_card(Starter).items() if effect.which == "ok")
_LIES_UNDER = frozenset(card for card, effect in _effect_by_card(Layer).items() if effect.which == "under")
_SCORE: Mapping[CardId, int] = {card: effect.amount for card, effect in _effect_by_card(Score).items()}


def types_of(cards: Iterable[CardId]) -> set[TitleId]:
    """TYPE: the titles that these cards give to a set; a lawful set has exactly one (BIGDEAL-1.9, BIGDEAL-1.10)."""
    return {title for card in cards if (title := _TYPES[card]) is not None}


def is_joker(card: CardId) -> bool:
    """PAIR(any): the card stands in for any object card (BIGDEAL-1.3)."""
    return card in _PAIRS_WITH_ANY


def pairs(first: CardId, second: CardId) -> bool:
    """PAIR: two of one title, or exactly one joker (BIGDEAL-4.1 to BIGDEAL-4.4)."""
    if first in _PAIRS_WITH_ANY:
        return second not in _PAIRS_WITH_ANY
    return second in _PAIRS_WITH_ANY or _TITLE[first] == _TITLE[second]


def fights(card: CardId, set_type: TitleId) -> bool:
    """FIGHT: whether the card matches a set of this type (BIGDEAL-1.11)."""
    return set_type in _FIGHTS_FOR[card]


def starts(card: CardId) -> bool:
    """STARTER: whether the card may be the first of the discard pile (BIGDEAL-2.8)."""
    return card in _STARTS


def layered(cards: Iterable[CardId]) -> tuple[CardId, ...]:
    """LAYER: from bottom to top, jokers first, each group as it arrived (BIGDEAL-4.7, BIGDEAL-6.29)."""
    return tuple(sorted(cards, key=lambda card: card not in _LIES_UNDER))


def value(cards: Iterable[CardId]) -> int:
    """SCORE: what these cards are worth together (BIGDEAL-10.1, BIGDEAL-10.2)."""
    return sum(map(_SCORE.__getitem__, cards))
