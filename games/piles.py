"""Piles of cards, whatever the cards are."""

from __future__ import annotations

from typing import TypeVar

Card = TypeVar("Card")
Pile = tuple[Card, ...]


def removed_and_added(old: Pile[Card], new: Pile[Card]) -> tuple[Pile[Card], Pile[Card]]:
    """The cards that may have left a pile and those that may have joined it: its top, or any of it."""
    fewer = len(old) - len(new)
    if fewer > 0 and old[fewer:] == new:
        return old[:fewer], ()
    if fewer < 0 and new[:fewer] == old:
        return (), new[fewer:]
    return old, new
