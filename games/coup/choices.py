"""What each seat may do now: exactly what `decide` accepts, as templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.choices import Choice, Domain, OneOf, one_from, one_of, some_from
from games.coup.rules_cards import exchangeable
from games.coup.state import Phase, State, declarable, declared, opponents, reactions_of
from games.decider import Seat

_EITHER = one_of(True, False)


def choices(state: State, seat: Seat) -> list[Choice]:
    """COUP-V.6, COUP-16.6 to COUP-16.8: nothing here depends on what other players hide."""
    if seat not in state.waiting:
        return []
    return _BY_PHASE[state.phase](state, seat, OneOf((state.decision_id,)))


def _declare(state: State, seat: Seat, decision_id: OneOf) -> list[Choice]:
    """COUP-16.6: one template for each way to act."""
    targets = OneOf(opponents(state, seat))
    templates = []
    for row in declarable(state, seat):
        params: dict[str, Domain] = {"decision_id": decision_id, "action": OneOf((row.word,))}
        if row.mode is not None:
            params["mode"] = OneOf((row.mode,))
        if row.has_target:
            params["target"] = targets
        templates.append(Choice("declare_action", params))
    return templates


def _react(state: State, seat: Seat, decision_id: OneOf) -> list[Choice]:
    """COUP-4.16: pass, and challenge or block where the action allows it to this opponent."""
    allowed = reactions_of(state, declared(state), seat)
    templates = []
    for reaction in allowed.reactions:
        params: dict[str, Domain] = {"decision_id": decision_id}
        if reaction == "block":
            params["claim"] = OneOf(allowed.claims)
        templates.append(Choice(reaction, params))
    return templates


def _answer_block(state: State, seat: Seat, decision_id: OneOf) -> list[Choice]:
    """COUP-7.7."""
    return [
        Choice("accept_block", {"decision_id": decision_id}),
        Choice("challenge_block", {"decision_id": decision_id}),
    ]


def _lose(state: State, seat: Seat, decision_id: OneOf) -> list[Choice]:
    """COUP-9.2."""
    return [Choice("choose_influence", {"decision_id": decision_id, "slot": one_from(state.hidden[seat])})]


def _exchange(state: State, seat: Seat, decision_id: OneOf) -> list[Choice]:
    """COUP-16.7: so many of the references, in any order."""
    count = len(state.hidden[seat])
    keep = some_from(exchangeable(state), count, count)
    return [Choice("choose_exchange", {"decision_id": decision_id, "keep": keep})]


def _show(state: State, seat: Seat, decision_id: OneOf) -> list[Choice]:
    """COUP-11.13."""
    return [Choice("choose_card_to_show", {"decision_id": decision_id, "slot": one_from(state.hidden[seat])})]


def _judge(state: State, seat: Seat, decision_id: OneOf) -> list[Choice]:
    """COUP-11.14."""
    return [Choice("decide_inspection", {"decision_id": decision_id, "force_exchange": _EITHER})]


_BY_PHASE: Mapping[Phase, Callable[[State, Seat, OneOf], list[Choice]]] = {
    "awaiting_action": _declare,
    "awaiting_reactions": _react,
    "awaiting_block_response": _answer_block,
    "awaiting_influence_loss": _lose,
    "awaiting_exchange": _exchange,
    "awaiting_card_to_show": _show,
    "awaiting_inspection_verdict": _judge,
}
