"""What each command leads to: refusals first, in the order of SZMAL-D.5, then the events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.decider import Command, Event, IllegalMove
from games.dice import Dice
from games.szmal import commands as c
from games.szmal import events as e
from games.szmal.costs import alternative_of, is_payable, payers, price
from games.szmal.effects import carry_out, copy_gangster, instruct, mark_chosen, play_extra_card, reveal_losses
from games.szmal.rules_play import lose_one, pay, resolve, throw_away
from games.szmal.rules_round import carry_on, close_draft, resolve_each_turn, reveal
from games.szmal.state import (
    Decision,
    DecisionKind,
    Frame,
    Instructions,
    Losing,
    Phase,
    Run,
    State,
    catalogue_of,
    held_packet,
    pickable,
    to_act,
)
from games.szmal.table import clause_of, each_turn_pending, place_of
from games.szmal.unfolding import Unfolding

WORK: Mapping[type[Any], Callable[[Unfolding, Any], None]] = {
    Frame: resolve,
    Run: carry_out,
    Instructions: instruct,
    Losing: lose_one,
    Phase: carry_on,
}
ASKS: Mapping[DecisionKind, str] = {
    "DRAFT_PICK": "to draft a card",
    "COMMIT_CARD": "to put a hand card face down",
    "PAY_COST": "to pay a Cost or to refuse it",
    "CHOOSE_PROPERTY": "to choose a Property",
    "CHOOSE_GANGSTER": "to choose a Gangster",
    "OPTIONAL_PLAY": "to play one more card or to pass",
    "EXTRA_PLAY": "to play one more card",
    "ORDER_EACH_TURN": 'to say which "each turn" ability comes next',
    "CHOOSE_LOSS": "to choose a card to lose",
}


MADE_ONCE: Mapping[DecisionKind, str] = {  # the sealed choices, and the rule of each
    "DRAFT_PICK": "SZMAL-4.6",
    "COMMIT_CARD": "SZMAL-5.4",
    "CHOOSE_LOSS": "SZMAL-14.2",
}


def draft_card(state: State, command: c.DraftCard, dice: Dice) -> list[Event]:
    """SZMAL-4.2: take a card out of the packet."""
    _answers(state, command, "DRAFT_PICK", card=command.card)
    if command.card not in pickable(state, command.seat):
        raise IllegalMove("SZMAL-4.2", "card_not_in_packet", "This card is not in your packet; take one that is.")
    unfolding = Unfolding(state, dice)
    unfolding.emit(
        e.CardDrafted(
            seat=command.seat,
            packet=held_packet(state, command.seat, state.round),
            card=command.card,
            rule="SZMAL-4.2",
        )
    )
    if not to_act(unfolding.state):
        close_draft(unfolding)
        unfolding.go_on(WORK)  # if every hand holds one card, the cards are revealed at once (SZMAL-5.6)
    return unfolding.events


def commit_card(state: State, command: c.CommitCard, dice: Dice) -> list[Event]:
    """SZMAL-5.1: put a hand card face down."""
    _answers(state, command, "COMMIT_CARD", card=command.card)
    if command.card not in state.hands[command.seat]:
        raise _not_in_hand("SZMAL-5.1")
    unfolding = Unfolding(state, dice)
    unfolding.emit(e.CardCommitted(seat=command.seat, card=command.card, rule="SZMAL-5.1"))
    if not to_act(unfolding.state):
        reveal(unfolding)
        unfolding.go_on(WORK)
    return unfolding.events


def pay_cost(state: State, command: c.PayCost, dice: Dice) -> list[Event]:
    """SZMAL-7.4, SZMAL-7.8, SZMAL-7.10: pay in one of the ways that the card offers."""
    if (command.option == "CASH") is not (command.card is None):
        message = "Name a card, unless you pay in cash; then leave it out."
        raise IllegalMove("SZMAL-7.1", "malformed", message)
    _answers(state, command, "PAY_COST", card=command.card)
    unfolding = Unfolding(state, dice)
    frame = unfolding.stack[-1]
    assert isinstance(frame, Frame)
    _check_payment(state, command, frame)
    alternative = alternative_of(state, frame.card, command.option)
    assert alternative is not None
    unfolding.stack.pop()
    pay(unfolding, frame, alternative, command.card)
    return unfolding.go_on(WORK)


def _check_payment(state: State, command: c.PayCost, frame: Frame) -> None:
    alternative = alternative_of(state, frame.card, command.option)
    if command.option == "HAND" and command.card not in state.hands[command.seat]:
        raise _not_in_hand("SZMAL-7.10")
    if alternative is None:
        ways = ", ".join(one.option for one in catalogue_of(state).cards[frame.card].cost)
        message = f"This Cost is not paid with {command.option}; it offers: {ways}."
        raise IllegalMove("SZMAL-7.4", "option_not_offered", message)
    if command.option == "CASH" and not is_payable(state, command.seat, frame.card, alternative):
        due, cash = price(state, command.seat, frame.card, alternative), state.cash[command.seat]
        message = f"It costs ${due:,} and you have ${cash:,}; pay in another way or refuse."
        raise IllegalMove("SZMAL-7.8", "cannot_afford", message, due=due, cash=cash)
    if command.option in ("GANGSTER", "PROPERTY"):
        assert command.card is not None
        _in_territory(state, command.seat, command.card, "SZMAL-7.10")
        if command.card not in payers(state, command.seat, command.option):
            raise _wrong_type("SZMAL-7.1", command.option.title())


def decline_cost(state: State, command: c.DeclineCost, dice: Dice) -> list[Event]:
    """SZMAL-7.6: refuse to pay."""
    _answers(state, command, "PAY_COST")
    unfolding = Unfolding(state, dice)
    frame = unfolding.stack.pop()
    assert isinstance(frame, Frame)
    unfolding.emit(e.CostDeclined(seat=command.seat, card=frame.card, rule="SZMAL-7.6"))
    throw_away(unfolding, frame, "COST_DECLINED", rule="SZMAL-7.6 SZMAL-6.11")
    return unfolding.go_on(WORK)


def choose_property(state: State, command: c.ChooseProperty, dice: Dice) -> list[Event]:
    """SZMAL-11.23: one of one's own Properties is marked."""
    _answers(state, command, "CHOOSE_PROPERTY", card=command.card)
    _in_territory(state, command.seat, command.card, "SZMAL-11.23")
    if catalogue_of(state).cards[command.card].type != "PROPERTY":
        raise _wrong_type("SZMAL-11.23", "Property")
    unfolding = Unfolding(state, dice)
    mark_chosen(unfolding, unfolding.answered(), command.card, auto=False)
    return unfolding.go_on(WORK)


def choose_gangster(state: State, command: c.ChooseGangster, dice: Dice) -> list[Event]:
    """SZMAL-12.8: another Gangster of one's own is copied."""
    decision = _answers(state, command, "CHOOSE_GANGSTER", card=command.card)
    _in_territory(state, command.seat, command.card, "SZMAL-12.8")
    if catalogue_of(state).cards[command.card].type != "GANGSTER":
        raise _wrong_type("SZMAL-12.8", "Gangster")
    asking = decision.stack[-1]
    assert isinstance(asking, Run)
    if command.card == asking.card:
        raise IllegalMove("SZMAL-12.8", "self_not_allowed", "A card cannot copy itself; choose another Gangster.")
    unfolding = Unfolding(state, dice)
    copy_gangster(unfolding, unfolding.answered(), command.card, auto=False)
    return unfolding.go_on(WORK)


def play_extra(state: State, command: c.PlayExtra, dice: Dice) -> list[Event]:
    """SZMAL-12.1: a hand card is played at once."""
    _answers(state, command, "OPTIONAL_PLAY", "EXTRA_PLAY", card=command.card)
    if command.card not in state.hands[command.seat]:
        raise _not_in_hand("SZMAL-12.1")
    unfolding = Unfolding(state, dice)
    play_extra_card(unfolding, unfolding.answered(), command.card, auto=False)
    return unfolding.go_on(WORK)


def pass_extra(state: State, command: c.PassExtra, dice: Dice) -> list[Event]:
    """SZMAL-12.3, SZMAL-12.4: only an optional play can be left out."""
    _answers(state, command, "OPTIONAL_PLAY")
    unfolding = Unfolding(state, dice)
    run = unfolding.answered()
    unfolding.emit(e.ExtraPlayDeclined(seat=command.seat, source=run.card, rule="SZMAL-12.3"))
    return unfolding.go_on(WORK)


def resolve_ability(state: State, command: c.ResolveAbility, dice: Dice) -> list[Event]:
    """SZMAL-13.3: the player says which "each turn" ability comes next."""
    _answers(state, command, "ORDER_EACH_TURN", card=command.card)
    _in_territory(state, command.seat, command.card, "SZMAL-13.1")
    if command.card not in each_turn_pending(state, command.seat):
        message = 'This card has no "each turn" ability that is still to come in this round; name one that has.'
        raise IllegalMove("SZMAL-13.2", "ability_not_pending", message)
    unfolding = Unfolding(state, dice)
    resolve_each_turn(unfolding, command.seat, command.card, auto=False)
    return unfolding.go_on(WORK)


def choose_loss(state: State, command: c.ChooseLoss, dice: Dice) -> list[Event]:
    """SZMAL-14.2: choose in secret what one loses."""
    decision = _answers(state, command, "CHOOSE_LOSS", card=command.card)
    _in_territory(state, command.seat, command.card, "SZMAL-14.2")
    unfolding = Unfolding(state, dice)
    asking = decision.stack[-1]
    assert isinstance(asking, Run)
    type_ = lost_type(state, asking)
    if unfolding.catalogue.cards[command.card].type != type_:
        raise _wrong_type("SZMAL-14.2", type_.title())
    unfolding.emit(
        e.LossChosen(
            seat=command.seat,
            effect=asking.effect,
            card=command.card,
            rule="SZMAL-14.2",
        )
    )
    if not to_act(unfolding.state):
        reveal_losses(unfolding, unfolding.answered())
        unfolding.go_on(WORK)
    return unfolding.events


def lost_type(state: State, asking: Run) -> str:
    """The type of card that an open loss asks for."""
    return clause_of(catalogue_of(state), asking).effects[asking.at].args[1]


ON_COMMAND: Mapping[type[Any], Callable[[State, Any, Dice], list[Event]]] = {
    c.DraftCard: draft_card,
    c.CommitCard: commit_card,
    c.PayCost: pay_cost,
    c.DeclineCost: decline_cost,
    c.ChooseProperty: choose_property,
    c.ChooseGangster: choose_gangster,
    c.PlayExtra: play_extra,
    c.PassExtra: pass_extra,
    c.ResolveAbility: resolve_ability,
    c.ChooseLoss: choose_loss,
}
SEALED_COMMANDS: frozenset[type[Command]] = frozenset({c.DraftCard, c.CommitCard, c.ChooseLoss})


def _answers(state: State, command: c.Answer, *kinds: DecisionKind, card: int | None = None) -> Decision:
    """The decision that a command answers, or a refusal (SZMAL-D.5)."""
    if card is not None and card not in catalogue_of(state).cards:
        raise IllegalMove("SZMAL-1.2", "malformed", "There is no card with this number in the deck of this match.")
    decision = state.decision
    if decision is None:
        raise IllegalMove("SZMAL-15.1", "match_not_running", "The match is over; nothing more can be done in it.")
    if not 0 <= command.decision_id <= decision.id:
        raise IllegalMove("SZMAL-D.4", "unknown_decision", f"There is no such decision; {decision.id} is the open one.")
    if command.decision_id < decision.id:
        message = f"That decision is closed; {decision.id} is open now. Look at your choices again."
        raise IllegalMove("SZMAL-D.4", "decision_closed", message, late=True)
    if decision.kind not in kinds:
        _refuse_kind(command, decision)
    if command.seat not in decision.seats:
        raise IllegalMove("SZMAL-3.5", "not_your_decision", f"The match waits for others {ASKS[decision.kind]}.")
    if command.seat not in to_act(state):
        message = "You have made this choice; take it back first if you want to make another one."
        raise IllegalMove(MADE_ONCE[decision.kind], "already_chosen", message, late=True)
    return decision


def _refuse_kind(command: c.Answer, decision: Decision) -> None:
    if isinstance(command, c.PassExtra) and decision.kind == "EXTRA_PLAY":
        message = "This extra play is compulsory; name a card of your hand."
        raise IllegalMove("SZMAL-12.4", "pass_not_allowed", message)
    message = f"This does not answer the open decision, which is {ASKS[decision.kind]}."
    raise IllegalMove("SZMAL-3.4", "wrong_decision", message)


def _in_territory(state: State, seat: int, card: int, rule: str) -> None:
    if place_of(state, seat, card) is None:
        message = "This card is not in your Territory; name one that is."
        raise IllegalMove(rule, "card_not_in_your_territory", message)


def _not_in_hand(rule: str) -> IllegalMove:
    return IllegalMove(rule, "card_not_in_hand", "This card is not in your hand; name one that is.")


def _wrong_type(rule: str, wanted: str) -> IllegalMove:
    return IllegalMove(rule, "wrong_card_type", f"This card is no {wanted}; name a {wanted} of yours.")
