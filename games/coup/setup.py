"""Section 2 of the rulebook: the options of a match and the events that open it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.coup.catalogue import BOXED, DECK, TABLE, Module
from games.coup.events import CardsDealt, DeckShuffled, FirstPlayerChosen, MatchStarted, TurnStarted
from games.decider import Event, IllegalMove, Options, Seat
from games.dice import Dice

SEATS_MIN = 2
SEATS_MAX = 6
_YEAR_S = 365 * 24 * 60 * 60


class CoupOptions(Options, frozen=True, kw_only=True):
    """COUP-2.2, COUP-2.4, COUP-2.11, COUP-4.15: the module, who begins, and how long a reaction is waited for."""

    module: Annotated[
        Module,
        Meta(
            title="Module",
            description="Media looks at two cards of the deck; the United Nations draw one or inspect an opponent.",
        ),
    ] = "media"
    first_seat: Annotated[
        Annotated[int, Meta(ge=0, lt=SEATS_MAX)] | None,
        Meta(title="Who begins", description="Left open, chance decides."),
    ] = None
    reaction_timeout_s: Annotated[
        Annotated[int, Meta(ge=1, le=_YEAR_S)] | None,
        Meta(
            title="Time to react, in seconds",
            description="When it is up, silence counts as a pass. Left open, everybody is waited for.",
        ),
    ] = None


def setup(options: CoupOptions, seats: int, dice: Dice) -> list[Event]:
    """COUP-2.1 to COUP-2.12: box a module, choose who begins, shuffle, deal two cards each, begin the first turn."""
    first = _first_player(options.first_seat, seats, dice)
    order = dice.shuffle(DECK[options.module])
    events: list[Event] = [
        MatchStarted(
            seats=seats,
            module=options.module,
            boxed_kind=BOXED[options.module],
            starting_money=TABLE.starting_money,
            reaction_timeout_s=options.reaction_timeout_s,
            rule="COUP-2.2 COUP-2.3 COUP-2.9",
        ),
        first,
        DeckShuffled(reason="setup", size=len(order), order=order, rule="COUP-2.5"),
    ]
    for seat in range(seats):
        kinds = order[seat : seats * TABLE.cards_per_player : seats]
        events.append(CardsDealt(seat=seat, count=len(kinds), kinds=kinds, rule="COUP-2.6"))
    events.append(TurnStarted(turn=1, seat=first.seat, must_scandal=False, decision_id=0, rule="COUP-3.1"))
    return events


def _first_player(first_seat: Seat | None, seats: int, dice: Dice) -> FirstPlayerChosen:
    """COUP-2.11: the seat that the players agreed on, or any seat with equal chances."""
    if first_seat is None:
        return FirstPlayerChosen(seat=dice.pick(range(seats)), method="random", rule="COUP-2.11")
    if first_seat not in range(seats):
        message = f"the first player must have a seat in this match: 0 to {seats - 1}, or none for a random one"
        raise IllegalMove("COUP-2.11", "bad_parameters", message, parameter="first_seat", seats=seats)
    return FirstPlayerChosen(seat=first_seat, method="given", rule="COUP-2.11")
