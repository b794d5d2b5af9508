"""What the players agree on before a match, and how it begins (sections 1 and 2 of the rulebook)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.big_deal.catalogue import HAND_SIZE, NUMBERS
from games.big_deal.events import MatchStarted
from games.big_deal.rules_round import set_up_round
from games.big_deal.state import State
from games.big_deal.unfolding import Unfolding
from games.decider import Event, IllegalMove, Options
from games.dice import Dice


class BigDealOptions(Options, frozen=True):
    first_dealer_seat: Annotated[  # BIGDEAL-2.1
        Annotated[int, Meta(ge=0, le=5)] | None,
        Meta(
            title="Who deals first",
            description="The player after the dealer begins. Left open, the last seat deals.",
        ),
    ] = None


def setup(options: BigDealOptions, seats: int, dice: Dice) -> list[Event]:
    """BIGDEAL-1.2, BIGDEAL-2.1, BIGDEAL-2.3: the opening of a match, up to the first turn."""
    if seats not in HAND_SIZE:
        message = f"Big Deal is for {NUMBERS.seats_min} to {NUMBERS.seats_max} players."
        raise IllegalMove("BIGDEAL-1.2", "bad_player_count", message)
    dealer = seats - 1 if options.first_dealer_seat is None else options.first_dealer_seat
    if dealer >= seats:
        message = f"The first dealer must have a seat, from 0 to {seats - 1}; leave it out for the last seat."
        raise IllegalMove("BIGDEAL-2.1", "bad_parameters", message)
    started = MatchStarted(
        seats=seats,
        hand_size=HAND_SIZE[seats],
        first_dealer_seat=dealer,
        target=NUMBERS.target,
        ruleset=NUMBERS.ruleset,
        rule="BIGDEAL-1.2 BIGDEAL-2.3",
    )
    unfolding = Unfolding(State(), dice)
    unfolding.emit(started)
    set_up_round(unfolding, 1, dealer, rule="BIGDEAL-2.1")
    return unfolding.events
