"""What would become of a card of the hand if its turn came now: for the words of a question, never for a rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from games.decider import Seat
from games.dice import Dice
from games.szmal.catalogue import BOX
from games.szmal.costs import is_free, is_payable, price
from games.szmal.effects import have_effect
from games.szmal.measure import holds
from games.szmal.state import Place, Run, State, catalogue_of, put, without_card
from games.szmal.table import abilities, clause_of, has_static, place_of, standing_runs
from games.szmal.unfolding import Unfolding

Reason = Literal["COST_UNPAYABLE", "REQUIREMENT_UNMET"]
THROWN_AWAY: Mapping[Reason, str] = {"COST_UNPAYABLE": "cannot be paid", "REQUIREMENT_UNMET": "Requirement not met"}
NOTHING = "no effect now"


def note_on(state: State, seat: Seat, card: int) -> str | None:
    """What a player should know of a card of the hand before it is played, in a few words."""
    why = why_thrown_away(state, seat, card)
    if why is not None:
        return THROWN_AWAY[why]
    return NOTHING if does_nothing(state, seat, card) else note_on_price(state, seat, card)


def note_on_price(state: State, seat: Seat, card: int) -> str | None:
    own = price_for(state, seat, card)
    return None if own is None else f"${own:,}"


def why_thrown_away(state: State, seat: Seat, card: int) -> Reason | None:
    """SZMAL-7.7, SZMAL-8.4: only what the seat knows is asked for: its hand, and what lies open."""
    state = replace(state, hands=put(state.hands, seat, without_card(state.hands[seat], card)))  # it cannot pay itself
    row = catalogue_of(state).cards[card]
    pays = not row.cost or has_static(state, seat, "IGNORE", arg="COST") or is_free(state, seat, card)
    if not pays and not any(is_payable(state, seat, card, one) for one in row.cost):
        return "COST_UNPAYABLE"
    if has_static(state, seat, "IGNORE", arg="REQUIREMENT") or holds(state, Run(seat, card, card, 0), row.requirement):
        return None
    return "REQUIREMENT_UNMET"


def price_for(state: State, seat: Seat, card: int) -> int | None:
    """SZMAL-7.14: what the card costs this seat in cash, where that is not what is printed on it."""
    for way in catalogue_of(state).cards[card].cost:
        if way.option == "CASH" and (own := price(state, seat, card, way)) != way.amount:
            return own
    return None


def does_nothing(state: State, seat: Seat, card: int) -> bool:
    """Whether an Action would bring nothing if its turn came now: it is tried out on what everybody can see."""
    row = catalogue_of(state).cards[card]
    if row.type != "ACTION":
        return False
    if any(_lasts(state, clause.kind) for clause in row.clauses) or _is_answered(state, seat):
        return False
    mine = state.territories[seat]
    given = max((place.markers for place in mine), default=0) if row.cost else 0  # what is paid may bear markers
    state = replace(
        state,
        hands=put(state.hands, seat, without_card(state.hands[seat], card)),
        territories=put(state.territories, seat, (*mine, Place(card, state.round))),
    )
    runs = tuple(
        Run(seat, card, card, at, paid_markers=given)
        for at, clause in enumerate(row.clauses)
        if clause.timing == "ON_PLAY"
    )
    return not have_effect(Unfolding(state, Dice(b"", 0)), runs)


def _lasts(state: State, kind: str) -> bool:
    """SZMAL-15.3: what works in the next round brings nothing in the last one."""
    return kind == "THIS" or (kind == "NEXT" and state.round < BOX.rounds)


def _is_answered(state: State, seat: Seat) -> bool:
    """Whether something else of this seat works because it plays an Action, whichever."""
    runs = [*abilities(state, "WHEN_PLAYS"), *abilities(state, "AFTER_PLAYS")]
    return any(run.seat == seat and clause_of(catalogue_of(state), run).args == ("ME", "ACTION") for run in runs)


def is_idle(state: State, seat: Seat, card: int) -> bool:
    """SZMAL-13.7: whether the "each turn" ability of a card would do nothing if it came next."""
    place = place_of(state, seat, card)
    assert place is not None
    return not have_effect(Unfolding(state, Dice(b"", 0)), standing_runs(state, seat, place, "EACH_TURN"))
