"""The interpreter of the action rows: one function per effect word, and what comes before and after an effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.coup.catalogue import Exchange, Gain, Inspect, LoseInfluence, Take
from games.coup.events import (
    ActionFizzled,
    CardShown,
    CardToShowRequired,
    ExchangeCardsDrawn,
    InfluenceLossRequired,
    MoneyGained,
    MoneyTaken,
    Slot,
)
from games.coup.state import declared, target_of
from games.coup.steps import (
    BLUFF_CAUGHT,
    CHALLENGE_LOST,
    end_turn,
    lose,
    loss_rule,
    pay,
    resolve,
)
from games.coup.unfolding import Unfolding
from games.decider import Seat


def carry_out(unfolding: Unfolding) -> None:
    """COUP-5.1, COUP-5.2, COUP-9.12: pay if that is still due, then the effect, unless its target is gone."""
    pay(unfolding, "unopposed")
    state = unfolding.state
    row = declared(state)
    if row.has_target and target_of(state) not in state.live:
        unfolding.emit(
            ActionFizzled(
                seat=state.actor,
                action=row.word,
                target=target_of(state),
                reason="target_eliminated",
                rule="COUP-9.12",
            )
        )
        end_turn(unfolding)
    else:
        EFFECTS[type(row.effect)](unfolding, row.effect)


def gain(unfolding: Unfolding, effect: Gain) -> None:
    """COUP-1.4: money from nowhere."""
    row = declared(unfolding.state)
    unfolding.emit(MoneyGained(seat=unfolding.state.actor, amount=effect.amount, source=row.word, rule=row.rule))
    resolve(unfolding)


def take(unfolding: Unfolding, effect: Take) -> None:
    """COUP-11.17, COUP-11.18: whoever has less gives all of it, even if that is nothing."""
    state = unfolding.state
    giver = target_of(state)
    amount = min(effect.amount, state.money[giver])
    unfolding.emit(MoneyTaken(giver=giver, taker=state.actor, amount=amount, rule=declared(state).rule))
    resolve(unfolding)


def lose_influence(unfolding: Unfolding, _effect: LoseInfluence) -> None:
    """COUP-11.3, COUP-11.6: the target loses an influence of their choice."""
    require_loss(unfolding, target_of(unfolding.state), declared(unfolding.state).word)


def exchange(unfolding: Unfolding, effect: Exchange) -> None:
    """COUP-11.7, COUP-11.12, COUP-12.3: cards come from the top of the deck, and the actor has to choose."""
    state = unfolding.state
    unfolding.emit(
        ExchangeCardsDrawn(
            seat=state.actor,
            count=effect.cards,
            kinds=state.deck[: effect.cards],
            decision_id=unfolding.next_decision_id,
            rule=f"{declared(state).rule} COUP-12.3",
        )
    )


def inspect(unfolding: Unfolding, _effect: Inspect) -> None:
    """COUP-11.13: the target picks the card to show; with one hidden card it is that one."""
    state = unfolding.state
    target = target_of(state)
    slots = state.hidden[target]
    if len(slots) == 1:
        show(unfolding, slots[0], forced=True)
    else:
        unfolding.emit(
            CardToShowRequired(seat=target, to=state.actor, decision_id=unfolding.next_decision_id, rule="COUP-11.13")
        )


EFFECTS: Mapping[type[Any], Callable[[Unfolding, Any], None]] = {
    Gain: gain,
    Take: take,
    LoseInfluence: lose_influence,
    Exchange: exchange,
    Inspect: inspect,
}


def show(unfolding: Unfolding, slot: Slot, *, forced: bool) -> None:
    """COUP-11.13, COUP-11.14: the actor, and nobody else, sees the card, and has to decide about it."""
    state = unfolding.state
    target = target_of(state)
    kind = state.hands[target][slot]
    assert kind is not None, "an empty slot cannot be shown"
    unfolding.emit(
        CardShown(
            seat=target,
            to=state.actor,
            slot=slot,
            forced=forced,
            kind=kind,
            decision_id=unfolding.next_decision_id,
            rule="COUP-11.13",
        )
    )


def require_loss(unfolding: Unfolding, seat: Seat, cause: str) -> None:
    """COUP-9.2, COUP-9.3: with two hidden cards the seat has to choose; the only one left goes at once."""
    slots = unfolding.state.hidden[seat]
    if len(slots) == 1:
        lose(unfolding, seat, slots[0], cause, forced=True)
        after_loss(unfolding, cause)
    else:
        rule = f"{loss_rule(unfolding.state, seat, cause)} COUP-9.2"
        unfolding.emit(InfluenceLossRequired(seat=seat, cause=cause, decision_id=unfolding.next_decision_id, rule=rule))


def after_loss(unfolding: Unfolding, cause: str) -> None:
    """COUP-10.2, COUP-6.10, COUP-6.11, COUP-7.12, COUP-7.13: what is still due once an influence is lost."""
    if unfolding.is_over:
        return
    if cause not in (CHALLENGE_LOST, BLUFF_CAUGHT):
        resolve(unfolding)
    elif unfolding.state.is_cancelled:
        end_turn(unfolding)
    else:
        carry_out(unfolding)
