"""The resolution of one card, step by step (sections 6 to 10 of the rulebook), and the loss of a card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec.structs import replace

from games.decider import Seat
from games.szmal import events as e
from games.szmal.costs import is_free, is_payable, price
from games.szmal.measure import holds
from games.szmal.state import Frame, Instructions, Losing, Place, Run, Step
from games.szmal.supply import place_markers
from games.szmal.table import (
    abilities,
    are_adjacent,
    clause_of,
    has_static,
    in_order,
    place_of,
    standing_runs,
    symbol_markers,
)
from games.szmal.unfolding import Unfolding
from games.szmal.vocabulary import Alternative


def resolve(unfolding: Unfolding, frame: Frame) -> None:
    """SZMAL-6.5: the next step of a card."""
    STEPS[frame.step](unfolding, frame)


def _start(unfolding: Unfolding, frame: Frame) -> None:
    """SZMAL-7.17, SZMAL-8.8, SZMAL-12.6: what is ignored is settled when the card's turn comes."""
    revealed = frame.origin == "REVEALED"
    costs = revealed or has_static(unfolding.state, frame.seat, "IGNORE", arg="COST")
    requirements = revealed or has_static(unfolding.state, frame.seat, "IGNORE", arg="REQUIREMENT")
    unfolding.emit(
        e.CardResolutionStarted(
            seat=frame.seat,
            card=frame.card,
            origin=frame.origin,
            costs_ignored=costs,
            requirements_ignored=requirements,
            rule="SZMAL-6.5",
        )
    )
    unfolding.then(replace(frame, step="COST", costs_ignored=costs, requirements_ignored=requirements))


def _settle_cost(unfolding: Unfolding, frame: Frame) -> None:
    """Step (a), SZMAL-7.5 to SZMAL-7.7, SZMAL-7.15 to SZMAL-7.17."""
    cost = unfolding.catalogue.cards[frame.card].cost
    if not cost or frame.costs_ignored:
        unfolding.then(replace(frame, step="REQUIREMENT"))
    elif is_free(unfolding.state, frame.seat, frame.card):
        unfolding.emit(e.CostPaid(seat=frame.seat, card=frame.card, option="CASH", auto=True, rule="SZMAL-7.15"))
        unfolding.then(replace(frame, step="REQUIREMENT"))
    elif any(is_payable(unfolding.state, frame.seat, frame.card, alternative) for alternative in cost):
        unfolding.then(frame)
        unfolding.ask("PAY_COST", (frame.seat,), rule="SZMAL-7.5", again=frame)
    else:
        throw_away(unfolding, frame, "COST_UNPAYABLE", rule="SZMAL-7.7 SZMAL-6.11")


def pay(unfolding: Unfolding, frame: Frame, alternative: Alternative, paid_card: int | None) -> None:
    """SZMAL-7.2 to SZMAL-7.4: pay in this one way; the reactions to a lost card come before step (b) (SZMAL-7.13)."""
    seat, card, option = frame.seat, frame.card, alternative.option
    if option == "CASH":
        amount = price(unfolding.state, seat, card, alternative)
        unfolding.emit(e.CostPaid(seat=seat, card=card, option=option, amount=amount, rule="SZMAL-7.2"))
        unfolding.then(replace(frame, step="REQUIREMENT"))
        return
    assert paid_card is not None
    place = place_of(unfolding.state, seat, paid_card) if option != "HAND" else None
    markers = place.markers if place else 0
    unfolding.emit(
        e.CostPaid(seat=seat, card=card, option=option, paid_card=paid_card, paid_markers=markers, rule="SZMAL-7.3")
    )
    unfolding.then(replace(frame, step="REQUIREMENT", paid_markers=markers))
    if option == "HAND":
        unfolding.emit(e.HandCardDiscarded(seat=seat, card=paid_card, rule="SZMAL-7.1 SZMAL-R.15"))
    else:
        to: Literal["DISCARD", "HAND"] = "HAND" if alternative.to_hand else "DISCARD"
        lose_card(unfolding, seat, paid_card, to=to, reason="COST", cause=card)


def throw_away(
    unfolding: Unfolding,
    frame: Frame,
    reason: Literal["COST_DECLINED", "COST_UNPAYABLE", "REQUIREMENT_UNMET"],
    *,
    rule: str,
) -> None:
    """SZMAL-6.11: the card is discarded without any consequence."""
    unfolding.emit(e.PlayedCardDiscarded(seat=frame.seat, card=frame.card, reason=reason, rule=rule))


def _check_requirement(unfolding: Unfolding, frame: Frame) -> None:
    """Step (b), SZMAL-8.1 to SZMAL-8.4, SZMAL-8.8."""
    requirement = unfolding.catalogue.cards[frame.card].requirement
    owner = Run(frame.seat, frame.card, frame.card, 0)
    if frame.requirements_ignored or holds(unfolding.state, owner, requirement):
        unfolding.then(replace(frame, step="ENTER"))
    else:
        throw_away(unfolding, frame, "REQUIREMENT_UNMET", rule="SZMAL-8.4 SZMAL-6.11")


def _enter(unfolding: Unfolding, frame: Frame) -> None:
    """Step (c), SZMAL-1.16: from here on the card has been played."""
    unfolding.emit(e.CardEnteredTerritory(seat=frame.seat, card=frame.card, rule="SZMAL-6.9"))
    unfolding.then(replace(frame, step="SYMBOLS"))


def _earn_symbol_markers(unfolding: Unfolding, frame: Frame) -> None:
    """Step (d), SZMAL-9.2 to SZMAL-9.5, SZMAL-9.12."""
    unfolding.then(replace(frame, step="WHEN_PLAYED"))
    is_property = unfolding.catalogue.cards[frame.card].type == "PROPERTY"
    if is_property and not has_static(unfolding.state, frame.seat, "DEFER_SYMBOL_MARKERS", card=frame.card):
        count = symbol_markers(unfolding.state, frame.seat, frame.card)
        place_markers(unfolding, frame.seat, frame.card, count, cause=None, rule="SZMAL-9.4")


def _react_when_played(unfolding: Unfolding, frame: Frame) -> None:
    """Step (e), SZMAL-11.9."""
    unfolding.then(replace(frame, step="INSTRUCTIONS"))
    unfolding.then(*_reactions_to_play(unfolding, frame, "WHEN_PLAYS"))


def _follow_instructions(unfolding: Unfolding, frame: Frame) -> None:
    """Step (f), SZMAL-6.7."""
    unfolding.then(replace(frame, step="AFTERWARDS"))
    unfolding.then(Instructions(frame.seat, frame.card, frame.card, paid_markers=frame.paid_markers))


def _react_afterwards(unfolding: Unfolding, frame: Frame) -> None:
    """Step (g), SZMAL-11.10."""
    unfolding.then(replace(frame, step="PUT_AWAY"))
    unfolding.then(*_reactions_to_play(unfolding, frame, "AFTER_PLAYS"))


def _put_away(unfolding: Unfolding, frame: Frame) -> None:
    """Step (h), SZMAL-10.3, SZMAL-10.4: an Action that is still here is kept for the next round or discarded."""
    card = unfolding.catalogue.cards[frame.card]
    place = place_of(unfolding.state, frame.seat, frame.card)
    if card.type != "ACTION" or place is None:
        return
    if card.is_kept:
        until = unfolding.state.round + 1
        unfolding.emit(e.ActionKept(seat=frame.seat, card=frame.card, until_round=until, rule="SZMAL-10.4"))
    else:
        unfolding.emit(e.ActionDiscarded(seat=frame.seat, card=frame.card, rule="SZMAL-10.3"))


def _reactions_to_play(unfolding: Unfolding, frame: Frame, timing: str) -> list[Run]:
    reacting = (run for run in abilities(unfolding.state, timing) if _sees_play(unfolding, run, frame))
    return [replace(run, played=frame.card) for run in reacting]


def _sees_play(unfolding: Unfolding, run: Run, frame: Frame) -> bool:
    """SZMAL-11.12, SZMAL-11.13: whether an ability speaks of this player and this kind of card."""
    who, what = clause_of(unfolding.catalogue, run).args
    if who == "ME" and run.seat != frame.seat:
        return False
    if who == "ADJACENT" and not are_adjacent(unfolding.state, run.seat, frame.seat):
        return False
    if what.startswith("OTHER ") and run.card == frame.card:
        return False
    return what.removeprefix("OTHER ") == unfolding.catalogue.cards[frame.card].type


def lose_one(unfolding: Unfolding, work: Losing) -> None:
    """SZMAL-14.4, SZMAL-R.52: a card is lost by an effect, unless something else has taken it meanwhile."""
    if place_of(unfolding.state, work.seat, work.card) is not None:
        lose_card(unfolding, work.seat, work.card, to="DISCARD", reason="EFFECT", cause=work.cause)


def lose_card(
    unfolding: Unfolding,
    seat: Seat,
    card: int,
    *,
    to: Literal["DISCARD", "HAND"],
    reason: Literal["COST", "EFFECT"],
    cause: int,
) -> None:
    """SZMAL-1.17, SZMAL-9.10, SZMAL-11.15: a card leaves a Territory, and what reacts to that follows at once."""
    place = place_of(unfolding.state, seat, card)
    assert place is not None, "only a card in the Territory can be lost"
    unfolding.emit(
        e.CardLost(
            seat=seat,
            card=card,
            to=to,
            markers_returned=place.markers,
            reason=reason,
            cause=cause,
            rule="SZMAL-1.17 SZMAL-7.3" if reason == "COST" else "SZMAL-1.17 SZMAL-14.4",
        )
    )
    unfolding.then(*_reactions_to_loss(unfolding, seat, place))


def _reactions_to_loss(unfolding: Unfolding, seat: Seat, lost: Place) -> list[Run]:
    own = [run for run in standing_runs(unfolding.state, seat, lost, "ON_LOST") if _answers(unfolding, run, "SELF")]
    others = [
        run
        for place in unfolding.state.territories[seat]
        for run in standing_runs(unfolding.state, seat, place, "ON_LOST")
        if _answers(unfolding, run, "MY_OTHER")
    ]
    return sorted(own + others, key=in_order)


def _answers(unfolding: Unfolding, run: Run, whose: str) -> bool:
    return clause_of(unfolding.catalogue, run).args == (whose,)


STEPS: Mapping[Step, Callable[[Unfolding, Frame], None]] = {
    "START": _start,
    "COST": _settle_cost,
    "REQUIREMENT": _check_requirement,
    "ENTER": _enter,
    "SYMBOLS": _earn_symbol_markers,
    "WHEN_PLAYED": _react_when_played,
    "INSTRUCTIONS": _follow_instructions,
    "AFTERWARDS": _react_afterwards,
    "PUT_AWAY": _put_away,
}
