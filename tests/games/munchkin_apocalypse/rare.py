"""States that random play hardly ever comes to, and a command in each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.decider import Command
from games.munchkin_apocalypse import commands
from tests.games.munchkin_apocalypse.table import seat, table


def rarely_played() -> Iterator[tuple[Any, Command]]:
    """What random play hardly ever comes to."""
    won = table(seat(2), seat(9), doors="fire-ants", treasures="riot-helmet nail-gun tire-iron")
    won.do(0, "open_door").helped_by(1, treasures=1).wins()
    yield won.state, commands.PickTreasure(seat=1, card="nail-gun#1")
    for other, command in (
        (seat(), commands.GiveBigItem(seat=0, card="diesel-generator#1", to=1)),
        (seat(items="chainsaw-on-a-pole"), commands.DiscardBigItem(seat=0, card="diesel-generator#1")),
    ):
        laden = table(seat(items="diesel-generator sofa-cushion-fort", hirelings="cheater"), other)
        laden.do(0, "discard_item", card="cheater")
        yield laden.state, command
