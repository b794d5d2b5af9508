"""Stealing an opponent's top set: attack and defence in turn until one gives up (rulebook, section 6)."""

from __future__ import annotations

from itertools import zip_longest

from games.big_deal import effects
from games.big_deal.catalogue import NAME_OF, NUMBERS, CardId, TitleId
from games.big_deal.commands import AttackSet, ContinueAttack, DefendSet, StopAttack, YieldSet
from games.big_deal.events import (
    AttackContinued,
    AttackDeclared,
    AttackStopped,
    DefenceDeclined,
    DefencePlayed,
    DuelResolved,
    EndedBy,
)
from games.big_deal.rules_round import end_turn
from games.big_deal.rules_turn import require_decision, require_in_hand
from games.big_deal.state import Duel, Phase, State
from games.big_deal.unfolding import Unfolding
from games.decider import Event, IllegalMove, Seat
from games.dice import Dice


def refusal_of_target(state: State, seat: Seat, target: Seat) -> IllegalMove | None:
    """BIGDEAL-6.1 to BIGDEAL-6.3: why this seat may not attack that one, if it may not."""
    if target == seat:
        return IllegalMove("BIGDEAL-6.1", "target_is_self", "You cannot attack your own set; choose an opponent.")
    if len(state.collections[seat]) < NUMBERS.attacker_sets_min:
        return IllegalMove("BIGDEAL-6.2", "no_own_set", "You need a set of your own before you may steal one.")
    sets = len(state.collections[target])
    if sets == 0:
        return IllegalMove("BIGDEAL-6.3", "target_has_no_set", "That player has no set; choose another opponent.")
    if sets < NUMBERS.defender_sets_min:
        message = "The only set of a player is safe; choose an opponent with two sets or more."
        return IllegalMove("BIGDEAL-6.3", "target_set_safe", message)
    return None


def attack_set(state: State, command: AttackSet, _dice: Dice) -> list[Event]:
    """BIGDEAL-6.1 to BIGDEAL-6.8: one matching card opens a duel for an opponent's top set."""
    require_decision(state, command, "turn_action")
    if not 0 <= command.target_seat < state.seats:
        message = f"There is no such seat; seats run from 0 to {state.seats - 1}."
        raise IllegalMove("BIGDEAL-6.1", "bad_parameters", message)
    refusal = refusal_of_target(state, command.seat, command.target_seat)
    if refusal is not None:
        raise refusal
    attacked = state.collections[command.target_seat][-1]
    _require_fighting_card(state, command.seat, command.card_id, attacked.type, rule="BIGDEAL-6.6")
    return [
        AttackDeclared(
            seat=command.seat,
            target_seat=command.target_seat,
            set_id=attacked.id,
            set_type=attacked.type,
            card=command.card_id,
            rule="BIGDEAL-6.6",
        )
    ]


def defend_set(state: State, command: DefendSet, dice: Dice) -> list[Event]:
    """BIGDEAL-6.9, BIGDEAL-6.15: one matching card; an attacker without cards then stops by itself."""
    duel = _require_duel(state, command, "duel_defence")
    _require_fighting_card(state, command.seat, command.card_id, duel.set_type, rule="BIGDEAL-6.9")
    unfolding = Unfolding(state, dice)
    unfolding.emit(DefencePlayed(seat=command.seat, card=command.card_id, rule="BIGDEAL-6.9"))
    if unfolding.state.hands[duel.attacker]:
        return unfolding.events
    return _resolve(unfolding, duel.defender, "attacker_out_of_cards")


def continue_attack(state: State, command: ContinueAttack, dice: Dice) -> list[Event]:
    """BIGDEAL-6.10, BIGDEAL-6.15: one more matching card; a defender without cards then yields by itself."""
    duel = _require_duel(state, command, "duel_attack")
    _require_fighting_card(state, command.seat, command.card_id, duel.set_type, rule="BIGDEAL-6.10")
    unfolding = Unfolding(state, dice)
    unfolding.emit(AttackContinued(seat=command.seat, card=command.card_id, rule="BIGDEAL-6.10"))
    if unfolding.state.hands[duel.defender]:
        return unfolding.events
    return _resolve(unfolding, duel.attacker, "defender_out_of_cards")


def yield_set(state: State, command: YieldSet, dice: Dice) -> list[Event]:
    """BIGDEAL-6.12, BIGDEAL-6.16: the defender gives up; whether it had to, nothing tells."""
    duel = _require_duel(state, command, "duel_defence")
    unfolding = Unfolding(state, dice)
    unfolding.emit(DefenceDeclined(seat=command.seat, rule="BIGDEAL-6.9"))
    return _resolve(unfolding, duel.attacker, "defence_declined")


def stop_attack(state: State, command: StopAttack, dice: Dice) -> list[Event]:
    """BIGDEAL-6.12, BIGDEAL-6.16: the attacker gives up; whether it had to, nothing tells."""
    duel = _require_duel(state, command, "duel_attack")
    unfolding = Unfolding(state, dice)
    unfolding.emit(AttackStopped(seat=command.seat, rule="BIGDEAL-6.10"))
    return _resolve(unfolding, duel.defender, "attack_stopped")


def _require_duel(state: State, command: DefendSet | YieldSet | ContinueAttack | StopAttack, phase: Phase) -> Duel:
    require_decision(state, command, phase)
    assert state.duel is not None, "a duel phase without a duel"
    return state.duel


def _require_fighting_card(state: State, seat: Seat, card: CardId, set_type: TitleId, *, rule: str) -> None:
    require_in_hand(state, seat, card)
    if not effects.fights(card, set_type):
        message = f"That card does not match the attacked set; play {NAME_OF[set_type]} or a joker."
        raise IllegalMove(rule, "card_does_not_match_set", message)


def _resolve(unfolding: Unfolding, winner: Seat, ended_by: EndedBy) -> list[Event]:
    """BIGDEAL-6.19 to BIGDEAL-6.28: the last card wins the set and all cards of the duel; then the turn ends."""
    duel = unfolding.state.duel
    assert duel is not None, "a duel can only end once"
    attacked = unfolding.state.collections[duel.defender][-1]
    placed = "BIGDEAL-6.21" if winner == duel.attacker else "BIGDEAL-6.22"
    forced = " BIGDEAL-6.15" if ended_by.endswith("out_of_cards") else ""
    unfolding.emit(
        DuelResolved(
            attacker_seat=duel.attacker,
            defender_seat=duel.defender,
            winner_seat=winner,
            ended_by=ended_by,
            set_id=attacked.id,
            set_type=attacked.type,
            attack_cards=duel.attack_cards,
            defence_cards=duel.defence_cards,
            cards=effects.layered((*attacked.cards, *_as_played(duel))),
            rule=f"BIGDEAL-6.19 {placed}{forced}",
        )
    )
    return end_turn(unfolding, defender=duel.defender)


def _as_played(duel: Duel) -> tuple[CardId, ...]:
    """The cards of a duel in the order in which they were played: attack, defence, attack …"""
    rounds = zip_longest(duel.attack_cards, duel.defence_cards)
    return tuple(card for both in rounds for card in both if card is not None)
