"""What the players agree on before a match, and how it begins (section 2 of the rulebook)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.decider import Event, Options
from games.dice import Dice
from games.szmal import events as e
from games.szmal.catalogue import BOX, combined
from games.szmal.rules_round import start_round
from games.szmal.state import (
    State,
)
from games.szmal.unfolding import Unfolding

PackName = Annotated[str, Meta(max_length=60, pattern=r"^[^{}]+$")]  # sentences mark seats with braces


class SzmalOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`packs` are decks of the operator that are laid over the base game, one after the other."""

    packs: Annotated[
        tuple[PackName, ...],
        Meta(
            max_length=8,
            title="Deck packs",
            description="Decks of the operator that are laid over the base game.",
        ),
    ] = ()


def setup(options: SzmalOptions, seats: int, dice: Dice) -> list[Event]:
    """SZMAL-2.3 to SZMAL-2.7: shuffle all cards, deal the packets, open them."""
    catalogue = combined(options.packs)
    unfolding = Unfolding(State(), dice)
    unfolding.emit(
        e.MatchStarted(
            seats=seats,
            catalogue=catalogue.digest,
            packs=options.packs,
            bank=BOX.bank,
            markers=BOX.markers,
            rule="SZMAL-2.1 SZMAL-2.10",
        )
    )
    order = dice.shuffle(catalogue.numbers)
    unfolding.emit(e.DeckShuffled(order=order, rule="SZMAL-2.3"))
    size = BOX.packet_size
    packets = tuple(order[size * seat : size * (seat + 1)] for seat in range(seats))
    rest = len(order) - size * seats
    unfolding.emit(e.PacketsDealt(packets=packets, draw_pile_size=rest, rule="SZMAL-2.4 SZMAL-2.5 SZMAL-2.7"))
    start_round(unfolding, 1)
    return unfolding.events
