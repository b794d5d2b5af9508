"""Across matches: the list by game, status and player, kept up to date from the partitions' feeds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, get_args

from msgspec import Struct

from events.origin import origin_in
from ledger.table import Ending, Hold, Status, Table

# Names of lists are kept with every match that was ever played, so they are short: `+/coup/f/p-0123456789abcdef`.
PUBLIC, PRIVATE = "+", "-"
EVERYBODY = "*"  # in the place of a player
LETTERS = {"open": "o", "running": "r", "finished": "f"}


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
    cards: list[list[str]] = []  # of a finished match: the kinds of card that each seat has openly played, sorted
    card_kinds: tuple[str, ...] = ()  # beside them: those that there are in the match
    held: Hold | None = None
    ending: Ending | None = None
    to_act: list[int] = []
    deadline: int | None = None
    imported: str | None = None  # the origin that the match was imported from

    def players(self) -> list[str]:
        return [seat["player"] for seat in self.seats if seat["player"] is not None]

    def list_names(self) -> set[str]:
        """The lists that this match is kept in, by name: one for each player, and if it is public one for everybody.
        One that was cancelled is in none."""
        if self.ending == "cancelled":
            return set()
        if not self.is_public:
            return {_list_name(PRIVATE, self.game, self.status, player) for player in self.players()}
        return {_list_name(PUBLIC, self.game, self.status, player) for player in (*self.players(), EVERYBODY)}


class ListFilter(Struct, frozen=True):
    """Which matches are wanted: those of one player or all, of one game or all, of one status or all."""

    game: str | None = None
    status: str | None = None
    player: str | None = None
    is_own: bool = False  # the player asks, and may see their private matches too

    def list_names(self, games: Iterable[str]) -> list[str]:
        """The kept lists that together have these matches; `games` are those of which there are matches."""
        return [
            _list_name(kind, game, status, self.player or EVERYBODY)
            for kind in ((PUBLIC, PRIVATE) if self.is_own else (PUBLIC,))
            for game in ([self.game] if self.game else games)
            for status in ([self.status] if self.status else get_args(Status))
        ]


def _list_name(kind: str, game: str, status: str, player: str) -> str:
    # No list is named after a word that is no status.
    return f"{kind}/{game}/{LETTERS.get(status, '')}/{player}"


def summary_of(table: Table, cards: list[list[str]] | None = None, card_kinds: tuple[str, ...] = ()) -> Summary:
    result = table.result()
    return Summary(
        id=table.match,
        game=table.opened.game,
        status=table.status,
        opened_at=table.opened_at,
        version=table.version,
        is_public=table.opened.is_public,
        held=table.held(),
        to_act=list(table.to_act()),
        deadline=table.play_due_ms(),
        imported=None if table.source is None else origin_in(table.source.key),
        seats=seats_of(table),
        result=None if result is None else {"winners": list(result.winners), "scores": result.scores},
        cards=cards or [],
        card_kinds=card_kinds,
        ending=table.ending(),
    )


def seats_of(table: Table) -> list[dict[str, Any]]:
    """The seats as everybody may know them."""
    return [
        {"seat": seat, "player": None, "name": None, "left": None}
        if info is None
        else {"seat": seat, "player": info.player, "name": info.name, "left": _how_left(table, seat)}
        for seat, info in enumerate(table.seats)
    ]


def branch_document(table: Table) -> dict[str, Any]:
    """A branch under the step that it leaves."""
    result = table.result()
    return {
        "id": table.match,
        "step": table.first_step,
        "opened_at": table.opened_at,
        "opened_by": table.opened.opened_by,
        "public": table.opened.is_public,
        "status": table.status,
        "last_step": table.step,
        "seats": seats_of(table),
        "result": None if result is None else {"winners": list(result.winners), "scores": result.scores},
    }


def _how_left(table: Table, seat: int) -> str | None:
    """How the player of a seat has left the match."""
    found = next((one for one in table.departed if one.seat == seat), None)
    return None if found is None else "conceded" if found.has_conceded else "bot"


class Listing(Protocol):
    """Where the lists are kept."""

    def put(self, summary: Summary, *, instead_of: int = 0) -> int:
        """Bring the lists up to date with a match, unless they know a later version of it; returns the one they know.

        Only if that is the one in `instead_of`, because the store has lost it, it is replaced nevertheless.
        """
        ...

    def find(self, match: str) -> Summary | None:
        """What the lists say of a match; None if they do not know it."""
        ...

    def page(self, wanted: ListFilter, cursor: str | None, limit: int) -> tuple[list[Summary], str | None]:
        """The wanted matches, newest first, and the cursor of the next page."""
        ...
