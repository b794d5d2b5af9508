"""Piles of cards, whatever the cards are."""

from __future__ import annotations

from typing import TypeVar

Card = TypeVar("Card")
Pile = tuple[Card, ...]


def gone_and_come(old: Pile[Card], new: Pile[Card]) -> tuple[Pile[Card], Pile[Card]]:
    """What may have left a pile and what may have come to it: its top, or all of it where it was turned over."""
    fewer = len(old) - len(new)
    if fewer > 0 and old[fewer:] == new:
        return old[:fewer], ()
    if fewer < 0 and new[:fewer] == old:
        return (), new[fewer:]
    return old, new
