"""Across matches: the list by game, status and player, kept up to date from the partitions' feeds."""

from __future__ import annotations

from itertools import product
from typing import Any, Protocol

from msgspec import Struct

from ledger.table import Hold, Table

ANY = "*"


class Summary(Struct, frozen=True):
    """One line of the list: what everybody may know of a match."""

    id: str
    game: str
    status: str
    opened_at: int
    version: int
    is_public: bool
    seats: list[dict[str, Any]]
    result: dict[str, Any] | None
    cards: list[list[str]] = []  # of a finished match: the kinds of card that each seat has openly played
    held: Hold | None = None

    def players(self) -> list[str]:
        return [seat["player"] for seat in self.seats if seat["player"] is not None]

    def list_names(self) -> set[str]:
        """The lists that this match belongs to, by name."""
        players = self.players()
        own = {
            own_list_name(player, game, status)
            for player in players
            for game in (self.game, ANY)
            for status in (self.status, ANY)
        }
        if not self.is_public:
            return own
        return own | {
            list_name(game, status, player)
            for game, status, player in product((self.game, ANY), (self.status, ANY), (*players, ANY))
        }


def list_name(game: str | None, status: str | None, player: str | None) -> str:
    """The name of a list of public matches; None means any. Whatever a client asks for, it is never an own list."""
    return f"public/{game or ANY}/{status or ANY}/{player or ANY}"


def own_list_name(player: str, game: str | None, status: str | None) -> str:
    """The name of a player's own list, which has their private matches too."""
    return f"own/{player}/{game or ANY}/{status or ANY}"


def summary_of(table: Table, cards: list[list[str]] | None = None) -> Summary:
    result = table.result()
    return Summary(
        id=table.match,
        game=table.opened.game,
        status=table.status,
        opened_at=table.opened_at,
        version=table.version,
        is_public=table.opened.is_public,
        held=table.held(),
        seats=seats_of(table),
        result=None if result is None else {"winners": list(result.winners), "scores": result.scores},
        cards=cards or [],
    )


def seats_of(table: Table) -> list[dict[str, Any]]:
    """The seats as everybody may know them."""
    return [
        {"seat": seat, "player": None, "name": None}
        if info is None
        else {"seat": seat, "player": info.player, "name": info.name}
        for seat, info in enumerate(table.seats)
    ]


class Listing(Protocol):
    """Where the lists are kept."""

    def put(self, summary: Summary, *, instead_of: int = 0) -> int:
        """Bring the lists up to date with a match, unless they know a later version of it; returns the one they know.

        Only if that is the one in `instead_of`, because the store has lost it, it is replaced nevertheless.
        """
        ...

    def page(self, name: str, cursor: str | None, limit: int) -> tuple[list[Summary], str | None]:
        """Matches of a list, newest first, and the cursor of the next page."""
        ...
