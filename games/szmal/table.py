"""Reading the table: neighbours, what lies in a Territory, which symbols it shows, which abilities are at work."""

from __future__ import annotations

from collections.abc import Iterator

from games.decider import Seat
from games.szmal.catalogue import Catalogue
from games.szmal.state import Place, Run, State, catalogue_of
from games.szmal.vocabulary import CardType, Clause, Effect, Symbol


def clockwise(state: State, first: Seat) -> tuple[Seat, ...]:
    """All seats, beginning with this one (SZMAL-1.11)."""
    return tuple((first + i) % state.seats for i in range(state.seats))


def opponents(state: State, seat: Seat) -> tuple[Seat, ...]:
    """SZMAL-1.13, SZMAL-11.16: everybody else, beginning with the left neighbour."""
    return clockwise(state, seat)[1:]


def left_of(state: State, seat: Seat) -> Seat:
    return (seat + 1) % state.seats


def are_adjacent(state: State, one: Seat, other: Seat) -> bool:
    """SZMAL-1.12: neighbours to the left or to the right."""
    return (one - other) % state.seats in (1, state.seats - 1)


def place_of(state: State, seat: Seat, card: int) -> Place | None:
    """The card in this seat's Territory, if it is there."""
    return next((place for place in state.territories[seat] if place.card == card), None)


def of_type(state: State, seat: Seat, type_: CardType | str) -> tuple[Place, ...]:
    """The cards of a type in a Territory; a kept Action is neither Gangster nor Property (SZMAL-10.5)."""
    cards = catalogue_of(state).cards
    return tuple(place for place in state.territories[seat] if cards[place.card].type == type_)


def lent_symbols(state: State, seat: Seat, card: int) -> tuple[str, ...]:
    """SZMAL-11.8: the symbols that a card in its owner's Territory shows for this round only."""
    return tuple(
        symbol for run, effect in statics(state, seat, "ADD_SYMBOLS") if run.card == card for symbol in effect.args[1:]
    )


def symbol_count(state: State, seat: Seat, symbol: Symbol | str) -> int:
    """How often a symbol occurs in a Territory, lent ones included (SZMAL-6.9)."""
    cards = catalogue_of(state).cards
    territory = state.territories[seat]
    printed = sum(cards[place.number].symbols.count(symbol) for place in territory)
    there = {place.card for place in territory}
    lent = sum(
        effect.args[1:].count(symbol) for run, effect in statics(state, seat, "ADD_SYMBOLS") if run.card in there
    )
    return printed + lent


def symbol_markers(state: State, seat: Seat, card: int) -> int:
    """SZMAL-9.4: its own symbols, and each time one of their kinds occurs on the owner's other cards."""
    own = catalogue_of(state).cards[card].symbols
    shown = own + lent_symbols(state, seat, card)
    return len(own) + sum(symbol_count(state, seat, kind) - shown.count(kind) for kind in set(own))


def statics(state: State, seat: Seat, word: str) -> Iterator[tuple[Run, Effect]]:
    """The effects of a STATIC word that are true for a seat now."""
    catalogue = catalogue_of(state)
    bearing = catalogue.static.get(word)
    if not bearing or bearing.isdisjoint(
        [place.number for place in state.territories[seat]] + [effect.number for effect in state.effects]
    ):
        return
    for run in (*_standing(state, catalogue, seat, "STATIC"), *_lasting(state, catalogue, "STATIC")):
        if run.seat == seat:
            for effect in clause_of(catalogue, run).effects:
                if effect.word == word:
                    yield run, effect


def has_static(state: State, seat: Seat, word: str, *, card: int | None = None, arg: str | None = None) -> bool:
    """Whether a STATIC word is true: for the seat, for this card of it, with this argument."""
    return any(
        (card is None or run.card == card) and (arg is None or effect.args[0] == arg)
        for run, effect in statics(state, seat, word)
    )


def abilities(state: State, timing: str) -> list[Run]:
    """Every ability of all seats that works at this timing now, in the order of SZMAL-11.9 to SZMAL-11.11."""
    catalogue = catalogue_of(state)
    runs = list(_lasting(state, catalogue, timing)) if state.effects else []
    at = catalogue.standing.get(timing, {})
    for seat, territory in enumerate(state.territories):
        for place in territory:
            if place.number in at:
                runs += [Run(seat, place.card, place.number, clause) for clause in at[place.number]]
    return sorted(runs, key=in_order)


def in_order(run: Run) -> tuple[int, bool, int]:
    """SZMAL-11.11: by number; a copy right after the card it copies; effects of one card by age."""
    return run.number, run.card != run.number, run.effect or 0


def clause_of(catalogue: Catalogue, run: Run) -> Clause:
    return catalogue.cards[run.number].clauses[run.clause]


def each_turn_pending(state: State, seat: Seat) -> tuple[int, ...]:
    """SZMAL-13.1, SZMAL-13.2: the cards of a seat whose "each turn" ability is still to come in this round."""
    at = catalogue_of(state).standing.get("EACH_TURN", {})
    return tuple(place.card for place in state.territories[seat] if place.number in at and place.card not in state.used)


def standing_runs(state: State, seat: Seat, place: Place, timing: str) -> tuple[Run, ...]:
    """The abilities that a card has at a timing while it lies in a Territory."""
    at = catalogue_of(state).standing.get(timing, {})
    return tuple(Run(seat, place.card, place.number, clause) for clause in at.get(place.number, ()))


def _standing(state: State, catalogue: Catalogue, seat: Seat, timing: str) -> Iterator[Run]:
    at = catalogue.standing.get(timing, {})
    for place in state.territories[seat]:
        if place.number in at:
            for clause in at[place.number]:
                yield Run(seat, place.card, place.number, clause)


def _lasting(state: State, catalogue: Catalogue, timing: str) -> Iterator[Run]:
    for effect in state.effects:
        if (
            effect.works_in_round == state.round
            and catalogue.cards[effect.number].clauses[effect.clause].timing == timing
        ):
            yield Run(
                effect.seat,
                effect.card,
                effect.number,
                effect.clause,
                effect=effect.id,
                paid_markers=effect.paid_markers,
            )
