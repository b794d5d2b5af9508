"""All that a game in a package of its own imports. A name that stands here stays; other modules may change at any time.

The package names its game under the entry point `matchledger.games` (`high-card = "high_card:GAME"`), and pins
`matchledger>=0.1,<0.2`. `examples/high_card` is a whole game, docs/games.md the guide.
"""

from __future__ import annotations

from events.visibility import ARBITER, PER_SEAT, SEALED, SPECTATOR, Viewer, only_for
from games.catalogue import digest, read_document, read_rows
from games.choices import Choice, Length, Maybe, OrderOf, Text, choice, integer, one_from, one_of, some_from
from games.decider import (
    CLOCK,
    Clock,
    Command,
    Deadline,
    Decider,
    Event,
    IllegalMove,
    Measure,
    Options,
    Presentation,
    Result,
    Rules,
    Seat,
    TakeBack,
)
from games.dice import Dice
from games.questions import Words, name_values
from games.rulebook import Rulebook, load_rulebook
from games.unfolding import Unfolding
from games.worth import share

API = 1

__all__ = [
    "API",
    "ARBITER",
    "CLOCK",
    "PER_SEAT",
    "SEALED",
    "SPECTATOR",
    "Choice",
    "Clock",
    "Command",
    "Deadline",
    "Decider",
    "Dice",
    "Event",
    "IllegalMove",
    "Length",
    "Maybe",
    "Measure",
    "Options",
    "OrderOf",
    "Presentation",
    "Result",
    "Rulebook",
    "Rules",
    "Seat",
    "TakeBack",
    "Text",
    "Unfolding",
    "Viewer",
    "Words",
    "choice",
    "digest",
    "integer",
    "load_rulebook",
    "name_values",
    "one_from",
    "one_of",
    "only_for",
    "read_document",
    "read_rows",
    "share",
    "some_from",
]
