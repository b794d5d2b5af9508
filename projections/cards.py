"""Across matches: which cards decide them. A card counts for a seat that has openly played it in a finished match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from msgspec import Struct

from events.envelope import Recorded
from games.decider import Event
from ledger.table import Table
from projections.lists import Summary

SEATS_MIN = 5  # with fewer, luck alone would decide
CARDS_MAX = 12


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
