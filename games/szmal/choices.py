"""What a seat may do now, as templates; the same predicates decide in rules.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games.choices import Choice, Domain, choice, one_from, one_of
from games.decider import Seat
from games.szmal.costs import is_payable, payers
from games.szmal.effects import copyable
from games.szmal.rules import lost_type
from games.szmal.state import Decision, Frame, Run, State, catalogue_of, pickable, to_act
from games.szmal.table import each_turn_pending, of_type
from games.szmal.vocabulary import Alternative


def choices(state: State, seat: Seat) -> list[Choice]:
    decision = state.decision
    if decision is None or seat not in to_act(state):
        return []
    return OFFERS[decision.kind](state, seat, decision)


def _naming(type_: str, decision: Decision, cards: Iterable[int]) -> list[Choice]:
    return [choice(type_, decision_id=one_of(decision.id), card=one_from(cards))]


def _draft(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    return _naming("draft_card", decision, pickable(state, seat))


def _commit(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    return _naming("commit_card", decision, state.hands[seat])


def _cost(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    """One template for each alternative that can be paid now; refusing stands beside them (SZMAL-7.6)."""
    frame = decision.stack[-1]
    assert isinstance(frame, Frame)
    cost = catalogue_of(state).cards[frame.card].cost
    payable = (alternative for alternative in cost if is_payable(state, seat, frame.card, alternative))
    templates = [_payment(state, seat, decision, alternative) for alternative in payable]
    return [*templates, choice("decline_cost", decision_id=one_of(decision.id))]


def _payment(state: State, seat: Seat, decision: Decision, alternative: Alternative) -> Choice:
    params: dict[str, Domain] = {"decision_id": one_of(decision.id), "option": one_of(alternative.option)}
    if alternative.option != "CASH":
        params["card"] = one_from(payers(state, seat, alternative.option))
    return choice("pay_cost", **params)


def _property(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    cards = (place.card for place in of_type(state, seat, "PROPERTY"))
    return _naming("choose_property", decision, cards)


def _gangster(state: State, _seat: Seat, decision: Decision) -> list[Choice]:
    asking = decision.stack[-1]
    assert isinstance(asking, Run)
    return _naming("choose_gangster", decision, copyable(state, asking))


def _extra(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    return _naming("play_extra", decision, state.hands[seat])


def _optional(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    passing = choice("pass_extra", decision_id=one_of(decision.id))
    return [*_extra(state, seat, decision), passing]


def _each_turn(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    return _naming("resolve_ability", decision, each_turn_pending(state, seat))


def _loss(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    asking = decision.stack[-1]
    assert isinstance(asking, Run)
    cards = (place.card for place in of_type(state, seat, lost_type(state, asking)))
    return _naming("choose_loss", decision, cards)


OFFERS: Mapping[str, Callable[[State, Seat, Decision], list[Choice]]] = {
    "DRAFT_PICK": _draft,
    "COMMIT_CARD": _commit,
    "PAY_COST": _cost,
    "CHOOSE_PROPERTY": _property,
    "CHOOSE_GANGSTER": _gangster,
    "OPTIONAL_PLAY": _optional,
    "EXTRA_PLAY": _extra,
    "ORDER_EACH_TURN": _each_turn,
    "CHOOSE_LOSS": _loss,
}
