"""What a seat may do now, as templates; the same predicates decide in rules.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games.choices import Choice, Domain, choice, one_from, one_of
from games.decider import Seat
from games.szmal.costs import is_payable, payers, price
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


def _naming(type_: str, decision: Decision, cards: Iterable[int], hint: str) -> list[Choice]:
    return [choice(type_, hint, decision_id=one_of(decision.id), card=one_from(cards))]


def _draft(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    hint = "Take a card into your hand."
    return _naming("draft_card", decision, pickable(state, seat), hint)


def _commit(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    hint = "Put a card face down."
    return _naming("commit_card", decision, state.hands[seat], hint)


def _cost(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    """One template for each alternative that can be paid now; refusing stands beside them (SZMAL-7.6)."""
    frame = decision.stack[-1]
    assert isinstance(frame, Frame)
    cost = catalogue_of(state).cards[frame.card].cost
    payable = (alternative for alternative in cost if is_payable(state, seat, frame.card, alternative))
    templates = [_payment(state, seat, decision, frame, alternative) for alternative in payable]
    refusing = choice("decline_cost", "Do not pay; the card is thrown away.", decision_id=one_of(decision.id))
    return [*templates, refusing]


def _payment(state: State, seat: Seat, decision: Decision, frame: Frame, alternative: Alternative) -> Choice:
    params: dict[str, Domain] = {"decision_id": one_of(decision.id), "option": one_of(alternative.option)}
    if alternative.option == "CASH":
        return choice("pay_cost", f"Pay ${price(state, seat, frame.card, alternative):,}.", **params)
    params["card"] = one_from(payers(state, seat, alternative.option))
    hint = "Take it back to your hand." if alternative.to_hand else "Give it up to the discard pile."
    return choice("pay_cost", hint, **params)


def _property(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    cards = (place.card for place in of_type(state, seat, "PROPERTY"))
    return _naming("choose_property", decision, cards, "Put the markers on this Property.")


def _gangster(state: State, _seat: Seat, decision: Decision) -> list[Choice]:
    asking = decision.stack[-1]
    assert isinstance(asking, Run)
    return _naming("choose_gangster", decision, copyable(state, asking), "Become a copy of this Gangster.")


def _extra(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    return _naming("play_extra", decision, state.hands[seat], "Play this card now.")


def _optional(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    passing = choice("pass_extra", "Play no further card.", decision_id=one_of(decision.id))
    return [*_extra(state, seat, decision), passing]


def _each_turn(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    return _naming("resolve_ability", decision, each_turn_pending(state, seat), "Carry this ability out next.")


def _loss(state: State, seat: Seat, decision: Decision) -> list[Choice]:
    asking = decision.stack[-1]
    assert isinstance(asking, Run)
    cards = (place.card for place in of_type(state, seat, lost_type(state, asking)))
    return _naming("choose_loss", decision, cards, "Lose this card.")


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
