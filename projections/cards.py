"""Across matches: which cards decide them. A card counts for a seat that has openly played it in a finished match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Any

import msgspec
from msgspec import Struct

from events.envelope import Recorded
from games.catalogue import CatalogueGone
from games.decider import Event
from ledger.table import Table
from projections.lists import Summary

KINDS_MAX = 256  # matches' sets of cards whose kinds a process remembers
SEATS_MIN = 5  # with fewer, luck alone would decide
CARDS_MAX = 12


_kinds: dict[tuple[str, str], tuple[str, ...]] = {}  # by game and digest of its catalogue


class CardCount(Struct, frozen=True):
    """How often seats that played a card won, and how often they would have if it made no difference."""

    card: str
    played: int  # seats, each counted once a match
    won: int
    expected: float  # wins, if every seat of a match were as likely to win as any other


def cards_by_seat(table: Table, history: Iterable[Recorded]) -> list[list[str]]:
    """The kinds of card that each seat has played, without what was taken back; from the whole history."""
    found: list[set[str]] = [set() for _ in table.seats]
    ask = table.game.presentation.played_cards
    if table.final is None:  # of a match without its secrets, no play can be read
        for recorded in history:
            event = table.ruleset.codec.read(recorded.stored)
            if isinstance(event, Event) and recorded.stored.step not in table.undone:
                for seat, card in ask(event):
                    found[seat].add(card)
    return [sorted(cards) for cards in found]


def kinds_in(table: Table) -> tuple[str, ...]:
    """The kinds of card that there are in the match, as far as they are known here; sorted."""
    pinned = (table.game.slug, table.opened.catalogue)
    if pinned not in _kinds:
        try:
            catalogue = msgspec.to_builtins(table.game.catalogue(table.options()), str_keys=True)
        except CatalogueGone:  # its cards are spelled out
            return ()
        if len(_kinds) >= KINDS_MAX:
            _kinds.clear()
        _kinds[pinned] = tuple(sorted(set(_ids_in(catalogue))))
    return _kinds[pinned]


def _ids_in(document: Any) -> Iterator[str]:
    if isinstance(document, dict):
        if "id" in document:
            yield str(document["id"])
        document = list(document.values())
    if isinstance(document, list):
        for one in document:
            yield from _ids_in(one)


def decisive(summaries: Sequence[Summary]) -> list[CardCount]:
    """The cards whose players win more often than by chance, the most significant first.

    Sure is what lies many standard deviations above chance; a card with few seats behind it is left out.
    """
    counts: dict[str, list[float]] = {}  # card -> seats, wins, expected wins, variance
    for summary in summaries:
        winners = [] if summary.result is None else summary.result["winners"]
        chance = len(winners) / max(1, len(summary.seats))
        for seat, cards in enumerate(summary.cards):
            for card in cards:
                count = counts.setdefault(card, [0, 0, 0.0, 0.0])
                count[0] += 1
                count[1] += seat in winners
                count[2] += chance
                count[3] += chance * (1 - chance)
    sure = {
        card: (won - expected) / sqrt(variance)
        for card, (played, won, expected, variance) in counts.items()
        if played >= SEATS_MIN and won > expected and variance
    }
    best = sorted(sure, key=lambda card: (-sure[card], card))[:CARDS_MAX]
    return [CardCount(card, int(counts[card][0]), int(counts[card][1]), round(counts[card][2], 2)) for card in best]
