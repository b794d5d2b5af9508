"""Sections 9, 11 and 16 of the rulebook: the choices that players make about their cards."""

from __future__ import annotations

from games.coup.catalogue import Kind
from games.coup.commands import Answer, ChooseCardToShow, ChooseExchange, ChooseInfluence, DecideInspection
from games.coup.effects import after_loss, show
from games.coup.events import ExchangeCompleted, InspectedCardReplaced, InspectionDecided, Slot
from games.coup.refusals import check_open
from games.coup.state import State, declared, target_of
from games.coup.steps import lose, resolve, shuffle
from games.coup.unfolding import Unfolding
from games.decider import Event, IllegalMove, Seat
from games.dice import Dice


def choose_influence(state: State, command: ChooseInfluence, dice: Dice) -> list[Event]:
    """COUP-9.1, COUP-9.2: the loser turns up a card of their choice, and what is still due follows."""
    check_open(state, command, "awaiting_influence_loss")
    _check_decider(state, command, "COUP-9.2")
    _check_slot(state, command.seat, command.slot)
    cause = state.loss_cause
    assert cause is not None, "an influence is lost for no reason"
    unfolding = Unfolding(state, dice)
    lose(unfolding, command.seat, command.slot, cause, forced=False)
    after_loss(unfolding, cause)
    return unfolding.events


def choose_exchange(state: State, command: ChooseExchange, dice: Dice) -> list[Event]:
    """COUP-11.7 to COUP-11.9, COUP-11.12, COUP-16.1 to COUP-16.5: keep as many as are hidden, return the rest."""
    check_open(state, command, "awaiting_exchange")
    rule = declared(state).rule
    _check_decider(state, command, rule)
    cards = exchangeable(state)
    _check_keep(command.keep, tuple(cards), len(state.hidden[command.seat]))
    kept = tuple([cards[reference] for reference in command.keep])
    returned = tuple([kind for reference, kind in cards.items() if reference not in command.keep])
    unfolding = Unfolding(state, dice)
    unfolding.emit(
        ExchangeCompleted(
            seat=command.seat,
            returned_count=len(returned),
            kept=kept,
            returned=returned,
            rule=f"{rule} COUP-16.3",
        )
    )
    shuffle(unfolding, "exchange", rule)
    resolve(unfolding)
    return unfolding.events


def choose_card_to_show(state: State, command: ChooseCardToShow, dice: Dice) -> list[Event]:
    """COUP-11.13: the target picks which hidden card the actor gets to see."""
    check_open(state, command, "awaiting_card_to_show")
    _check_decider(state, command, "COUP-11.13")
    _check_slot(state, command.seat, command.slot)
    unfolding = Unfolding(state, dice)
    show(unfolding, command.slot, forced=False)
    return unfolding.events


def decide_inspection(state: State, command: DecideInspection, dice: Dice) -> list[Event]:
    """COUP-11.14, COUP-11.15: leave the shown card, or have it exchanged for the top card of the deck."""
    check_open(state, command, "awaiting_inspection_verdict")
    _check_decider(state, command, "COUP-11.14")
    target, slot = target_of(state), state.shown_slot
    assert slot is not None, "no card was shown"
    unfolding = Unfolding(state, dice)
    unfolding.emit(
        InspectionDecided(
            seat=command.seat,
            target=target,
            slot=slot,
            force_exchange=command.force_exchange,
            rule="COUP-11.14",
        )
    )
    if command.force_exchange:
        _replace_inspected(unfolding, target, slot)
    resolve(unfolding)
    return unfolding.events


def exchangeable(state: State) -> dict[str, Kind]:
    """COUP-16.1, COUP-16.4: the cards of an open exchange by the names that `keep` uses."""
    hand = state.hands[state.actor]
    cards: dict[str, Kind] = {}
    for slot in state.hidden[state.actor]:
        kind = hand[slot]
        assert kind is not None, "an empty slot cannot be exchanged"
        cards[f"hand:{slot}"] = kind
    for place, kind in enumerate(state.drawn):
        cards[f"drawn:{place}"] = kind
    return cards


def _replace_inspected(unfolding: Unfolding, target: Seat, slot: Slot) -> None:
    """COUP-11.15, COUP-12.6: draw, then return, then shuffle, so the same card cannot come back."""
    state = unfolding.state
    returned = state.hands[target][slot]
    assert returned is not None, "an empty slot cannot be exchanged"
    unfolding.emit(
        InspectedCardReplaced(
            seat=target,
            to=state.actor,
            slot=slot,
            returned_kind=returned,
            drawn_kind=state.deck[0],
            rule="COUP-11.15 COUP-12.3",
        )
    )
    shuffle(unfolding, "inspection", "COUP-11.15")


def _check_decider(state: State, command: Answer, rule: str) -> None:
    if command.seat not in state.waiting:
        waiting = state.waiting[0]
        raise IllegalMove(rule, "not_your_decision", f"seat {waiting} has to decide this", waiting=waiting)


def _check_slot(state: State, seat: Seat, slot: int) -> None:
    """COUP-1.6, COUP-9.4: one of the two slots, and face down."""
    slots = state.hidden[seat]
    if slot in slots:
        return
    if slot not in range(len(state.hands[seat])):
        raise IllegalMove("COUP-1.6", "invalid_slot", "you have no such slot; the slots are 0 and 1")
    message = f"the card in slot {slot} is already lost; you may choose {' or '.join(map(str, slots))}"
    raise IllegalMove("COUP-9.4", "slot_already_lost", message)


def _check_keep(keep: tuple[str, ...], references: tuple[str, ...], count: int) -> None:
    """COUP-16.1: as many as are hidden, all different, all there."""
    if len(keep) != count:
        message = f"you keep exactly {count} of {', '.join(references)}"
        raise IllegalMove("COUP-16.1", "bad_keep_count", message, count=count)
    if len(set(keep)) != count:
        raise IllegalMove("COUP-16.1", "duplicate_keep", "each card can be kept only once; name different cards")
    unknown = [reference for reference in keep if reference not in references]
    if unknown:
        message = f"you may keep only these: {', '.join(references)}"
        raise IllegalMove("COUP-16.1", "unknown_keep_ref", message, unknown=unknown)
