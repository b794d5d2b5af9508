"""What `matchledger.testing.two_worlds` has to be told of each game of the house."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from games.decider import Command
from matchledger.testing import two_worlds
from matchledger.testing.play import Match
from matchledger.testing.two_worlds import is_free_only_if_nothing_is_learned

__all__ = ["is_free_only_if_nothing_is_learned", "shows_only_what_it_names"]

SHOWS_IN_PASSING: Mapping[str, tuple[str, ...]] = {
    "coup": ("InspectedCardReplaced",),  # the card that was shown to the inspector goes back into the deck
    "munchkin-apocalypse": ("HandCardShown", "DoorOpened", "DoorCardTaken", "TreasurePicked"),  # then it is in a hand
}


def shows_only_what_it_names(match: Match, command: Command, rng: random.Random, count: Counter[str]) -> None:
    two_worlds.shows_only_what_it_names(
        match,
        command,
        rng,
        count,
        in_passing=SHOWS_IN_PASSING.get(match.game.slug, ()),
    )
