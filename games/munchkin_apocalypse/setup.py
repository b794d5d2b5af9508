"""How a match begins: the decks, the first player, the first hands (section 3)."""

from __future__ import annotations

from games.decider import Event
from games.dice import Dice
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse.catalogue import catalogue_for
from games.munchkin_apocalypse.refusals import refuse
from games.munchkin_apocalypse.state import Options, State
from games.munchkin_apocalypse.steps import deal_hand
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.vocabulary import Deck

DECKS: tuple[Deck, ...] = ("door", "treasure", "seal")


def setup(options: Options, seats: int, dice: Dice) -> list[Event]:
    """MUNCH-3.1 to MUNCH-3.3, MUNCH-3.11: decks, the first player, and 4 Doors and 4 Treasures for each."""
    if options.first_seat is not None and options.first_seat >= seats:
        message = f"The first player has a seat in this match, 0 to {seats - 1}, or is left to chance."
        refuse("MUNCH-3.11", "bad_parameters", message, parameter="first_seat", seats=seats)
    if len(options.genders) > seats:
        message = f"There are {seats} seats, and more genders than that."
        refuse("MUNCH-1.10", "bad_parameters", message, parameter="genders", seats=seats)
    catalogue = catalogue_for(options.packs)
    decks = catalogue.decks
    genders = (*options.genders, *(None,) * seats)[:seats]
    unfolding = Unfolding(State(), dice)
    unfolding.emit(
        e.MatchStarted(
            seats=seats,
            genders=genders,
            options=options,
            catalogue=catalogue.digest,
            packs=tuple(e.PackUsed(pack.name, digest) for pack, digest in zip(catalogue.packs, catalogue.pack_digests)),
            doors=len(decks["door"]),
            treasures=len(decks["treasure"]),
            seals=len(decks["seal"]),
            rule="MUNCH-3.1 MUNCH-25.8",
        )
    )
    for deck in DECKS:
        order = dice.shuffle(decks[deck])
        unfolding.emit(e.DeckShuffled(deck=deck, count=len(order), order=order, rule="MUNCH-3.2"))
    if options.first_seat is not None:
        unfolding.emit(e.FirstPlayerChosen(seat=options.first_seat, method="given", rule="MUNCH-3.11"))
    else:
        unfolding.emit(e.FirstPlayerChosen(seat=dice.below(seats), method="random", rule="MUNCH-3.11"))
    for seat in range(seats):
        deal_hand(unfolding, seat, "setup", "MUNCH-3.3")
    return unfolding.finish()
