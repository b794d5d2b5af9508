"""Across matches: who wins, from which seat, and how long it takes; from the list of finished public matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from projections.cards import CardCount, decisive
from projections.lists import Summary

BUCKETS = 10


class Standing(Struct, frozen=True):
    """One player's matches: those played by the player or conceded, and beside them those that were neither."""

    player: str
    name: str
    played: int = 0
    won: int = 0
    conceded: int = 0  # of those played
    by_bot: int = 0  # a bot played on for the player to the end
    called_off: int = 0  # without a result


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
    found: dict[str, Standing] = {}
    for summary in summaries:
        winners = set(_winners(summary))
        for seat in summary.seats:
            player, name = _who(str(seat["player"]), str(seat["name"]))
            # The newest name: the list begins with the newest match.
            known = found.setdefault(player, Standing(player, name))
            found[player] = _count_cards(known, summary, seat.get("left"), has_won=seat["seat"] in winners)
    return sorted(found.values(), key=lambda one: (-one.won, one.played, one.name, one.player))


def _count_cards(known: Standing, summary: Summary, left: str | None, *, has_won: bool) -> Standing:
    """A match counts as what it was: what a bot has won is not the player's."""
    if summary.result is None:
        return replace(known, called_off=known.called_off + 1)
    if left == "bot":
        return replace(known, by_bot=known.by_bot + 1)
    conceded = known.conceded + (left == "conceded")
    return replace(known, played=known.played + 1, won=known.won + has_won, conceded=conceded)


def _who(player: str, name: str) -> tuple[str, str]:
    kind, *rest = player.split("-")
    return (f"bot-{rest[0]}", f"{rest[0].title()} bots") if kind == "bot" and len(rest) == 2 else (player, name)


def _winners(summary: Summary) -> Sequence[int]:
    return [] if summary.result is None else summary.result["winners"]


def statistics(finished: Sequence[Summary], *, is_one_game: bool = False) -> Statistics:
    """Without matches that have no result: they say nothing about seats, cards and lengths."""
    summaries = [summary for summary in finished if summary.result is not None]
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
