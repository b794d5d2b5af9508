"""Across matches: who wins, from which seat, and how long it takes; from the list of finished public matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from msgspec import Struct

from projections.cards import CardCount, decisive
from projections.lists import Summary

BUCKETS = 10


class Standing(Struct, frozen=True):
    player: str
    name: str
    played: int
    won: int


class SeatCount(Struct, frozen=True):
    """How often a seat wins, by number of players."""

    players: int
    seat: int
    played: int
    won: int


class Bucket(Struct, frozen=True):
    """Matches that took from so many to fewer than so many events."""

    least: int
    below: int
    count: int


class Statistics(Struct, frozen=True):
    matches: int
    seats: list[SeatCount]
    events_median: int
    lengths: list[Bucket]
    cards: list[CardCount]  # of one game only: over all games they would mean nothing


def standings(summaries: Iterable[Summary]) -> list[Standing]:
    """Most wins first; bots of one kind count as one player, for each plays a single match."""
    names: dict[str, str] = {}
    played: dict[str, int] = {}
    won: dict[str, int] = {}
    for summary in summaries:
        winners = set(_winners(summary))
        for seat in summary.seats:
            player, name = _who(str(seat["player"]), str(seat["name"]))
            names.setdefault(player, name)  # the newest name: the list begins with the newest match
            played[player] = played.get(player, 0) + 1
            won[player] = won.get(player, 0) + (seat["seat"] in winners)
    found = [Standing(player, names[player], played[player], won[player]) for player in played]
    return sorted(found, key=lambda one: (-one.won, one.played, one.name, one.player))


def _who(player: str, name: str) -> tuple[str, str]:
    kind, *rest = player.split("-")
    return (f"bot-{rest[0]}", f"{rest[0].title()} bots") if kind == "bot" and len(rest) == 2 else (player, name)


def _winners(summary: Summary) -> Sequence[int]:
    return [] if summary.result is None else summary.result["winners"]


def statistics(summaries: Sequence[Summary], *, is_one_game: bool = False) -> Statistics:
    counts: dict[tuple[int, int], tuple[int, int]] = {}
    for summary in summaries:
        winners = set(_winners(summary))
        for seat in range(len(summary.seats)):
            played, won = counts.get((len(summary.seats), seat), (0, 0))
            counts[len(summary.seats), seat] = (played + 1, won + (seat in winners))
    seats = [SeatCount(players, seat, *count) for (players, seat), count in sorted(counts.items())]
    lengths = [summary.version for summary in summaries]
    cards = decisive(summaries) if is_one_game else []
    return Statistics(len(summaries), seats, int(median(lengths)) if lengths else 0, _buckets(lengths), cards)


def _buckets(lengths: Sequence[int]) -> list[Bucket]:
    if not lengths:
        return []
    least, most = min(lengths), max(lengths) + 1
    width = max(1, -(-(most - least) // BUCKETS))
    edges = range(least, most, width)
    return [Bucket(edge, edge + width, sum(edge <= one < edge + width for one in lengths)) for edge in edges]
