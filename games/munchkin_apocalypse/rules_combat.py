"""Interfering in a combat, declaring its outcome, and the windows that end it (section 8, section 9)."""

from __future__ import annotations

from msgspec.structs import replace

from games.decider import CLOCK, Seat
from games.dice import Dice
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.agenda import Bindings, BringMonster, DiscardPlayed, Escape, RunClause, Strike, Win
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.effects_combat import (
    enter_combat,
    horde_tag,
    join_combat,
    monsters_in_hand,
    tags_in_combat,
)
from games.munchkin_apocalypse.meaning import card_row
from games.munchkin_apocalypse.playable import play_clauses
from games.munchkin_apocalypse.refusals import hand_card, refuse
from games.munchkin_apocalypse.rules_flight import start_flight
from games.munchkin_apocalypse.state import Claim, Combat, State
from games.munchkin_apocalypse.strength import fighters_win, totals
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.upkeep import close_deals, empty_basket
from games.munchkin_apocalypse.windows import open_window


def start_combat(unfolding: Unfolding, fighter: Seat, card: InstanceId, cause: ec.CombatCause) -> None:
    """MUNCH-7.1, MUNCH-6.7: one fighter and one Monster; trades and sales are over (MUNCH-18.8, MUNCH-19.8)."""
    close_deals(unfolding, "combat_begins", "MUNCH-19.8", kind="trade")
    empty_basket(unfolding)
    rule = "MUNCH-6.7 MUNCH-7.1" if cause == "door" else "MUNCH-6.11 MUNCH-7.1"
    unfolding.emit(
        ec.CombatStarted(
            combat=unfolding.dice.serial,
            fighter=fighter,
            monster="m1",
            card=card,
            cause=cause,
            rule=rule,
        )
    )
    enter_combat(unfolding, "m1")


def combat_of(state: State) -> Combat:
    assert state.combat is not None
    return state.combat


def check_play_monster_enhancer(state: State, command: c.PlayMonsterEnhancer) -> None:
    """MUNCH-8.4, MUNCH-8.6: by anybody, on the Monster that is named."""
    hand_card(state, command.seat, command.card, "monster_enhancer")
    if combat_of(state).monster(command.monster) is None:
        refuse("MUNCH-8.6", "no_such_monster", "There is no such Monster in the combat.")


def play_monster_enhancer(unfolding: Unfolding, command: c.PlayMonsterEnhancer) -> None:
    seat, card, monster = command.seat, command.card, command.monster
    combat = combat_of(unfolding.state)
    unfolding.emit(
        ec.MonsterEnhanced(combat=combat.id, monster=monster, card=card, by=seat, rule="MUNCH-8.4 MUNCH-8.6")
    )
    bound = Bindings(card, seat, monster=monster)
    clauses = play_clauses(card_row(unfolding.state, card))
    unfolding.push(*(RunClause(clause=place, bound=bound) for place, _ in clauses))


def check_play_wandering_monster(state: State, command: c.PlayWanderingMonster) -> None:
    """MUNCH-8.7: its player must hold a Monster."""
    hand_card(state, command.seat, command.card, "wandering_monster")
    if not monsters_in_hand(state, command.seat):
        refuse("MUNCH-8.7", "no_monster_in_hand", "You hold no Monster to play with it.")


def play_wandering_monster(unfolding: Unfolding, command: c.PlayWanderingMonster) -> None:
    seat, card = command.seat, command.card
    unfolding.emit(
        ec.WanderingMonsterPlayed(combat=combat_of(unfolding.state).id, card=card, by=seat, rule="MUNCH-8.7")
    )
    clauses = play_clauses(card_row(unfolding.state, card))
    jobs = [RunClause(clause=place, bound=Bindings(card, seat)) for place, _ in clauses]
    unfolding.push(*jobs, DiscardPlayed(seat=seat, card=card))


def check_join_horde(state: State, command: c.JoinHorde) -> None:
    """MUNCH-8.8 to MUNCH-8.11: the tags must match."""
    card = hand_card(state, command.seat, command.card, "monster")
    if not tags_in_combat(state).intersection(card.tags):
        refuse("MUNCH-8.8", "horde_not_present", "No Monster of its kind is in the combat.")


def join_horde(unfolding: Unfolding, command: c.JoinHorde) -> None:
    enter_combat(unfolding, join_combat(unfolding, command.seat, command.card, "horde"))


def check_join_horde_with(state: State, command: c.JoinHordeWith) -> None:
    """MUNCH-8.12, MUNCH-8.13: an Enhancer that gives the tag, and a Monster from the hand that lacks it."""
    hand_card(state, command.seat, command.card, "monster_enhancer")
    tag = horde_tag(state, command.card)
    if tag is None:
        refuse("MUNCH-8.12", "wrong_card_type", "This card lets no Monster join a horde.")
    if not monsters_in_hand(state, command.seat, without_tag=tag):
        refuse("MUNCH-8.12", "no_monster_in_hand", "You hold no Monster to play with it.")
    if tag not in tags_in_combat(state):
        refuse("MUNCH-8.8", "horde_not_present", "No Monster of that kind is in the combat.")


def join_horde_with(unfolding: Unfolding, command: c.JoinHordeWith) -> None:
    unfolding.emit(
        ec.HordeEnhancerPlayed(
            combat=combat_of(unfolding.state).id, card=command.card, by=command.seat, rule="MUNCH-8.12 MUNCH-8.13"
        )
    )
    unfolding.push(BringMonster(seat=command.seat, via="horde_pair", card=command.card))


def check_fighter(state: State, seat: Seat) -> None:
    if seat != combat_of(state).fighter:
        refuse("MUNCH-9.8", "not_fighter", "Only the fighter decides this.")


def check_grant_share(state: State, command: c.GrantShare) -> None:
    """MUNCH-11.18: to a helper whom a card forced to help."""
    check_fighter(state, command.seat)
    if not combat_of(state).helper_is_forced:
        refuse("MUNCH-11.18", "wrong_timing", "Only a helper who was forced to help is granted a share.")


def grant_share(unfolding: Unfolding, command: c.GrantShare) -> None:
    combat = combat_of(unfolding.state)
    unfolding.emit(ec.ShareGranted(combat=combat.id, treasures=command.count, rule="MUNCH-11.18"))


def check_declare_victory(state: State, command: c.DeclareVictory) -> None:
    """MUNCH-9.2."""
    check_fighter(state, command.seat)
    if not fighters_win(state):
        fighters, monsters = totals(state)
        refuse(
            "MUNCH-9.2",
            "not_winning",
            f"You have {fighters} against {monsters} and need more; get help or run away.",
            fighters=fighters,
            monsters=monsters,
        )


def check_declare_flight(state: State, command: c.DeclareFlight) -> None:
    """MUNCH-9.3."""
    check_fighter(state, command.seat)
    if fighters_win(state):
        refuse("MUNCH-9.3", "winning", "You are winning, and who wins cannot run away.")


def declare_victory(unfolding: Unfolding, _command: c.DeclareVictory) -> None:
    _declare(unfolding, "victory")


def declare_flight(unfolding: Unfolding, _command: c.DeclareFlight) -> None:
    _declare(unfolding, "flight")


def _declare(unfolding: Unfolding, claim: Claim) -> None:
    """MUNCH-9.4, MUNCH-5.11, MUNCH-9.11: a window for all living others, if there is anybody to ask."""
    combat = combat_of(unfolding.state)
    fighters, monsters = totals(unfolding.state)
    close_deals(unfolding, "conclusion_declared", "MUNCH-11.8", kind="help")
    unfolding.emit(
        ec.ConclusionDeclared(
            combat=combat.id,
            claim=claim,
            fighters=fighters,
            monsters=monsters,
            rule="MUNCH-9.1 MUNCH-9.2" if claim == "victory" else "MUNCH-9.3",
        )
    )
    asked = tuple(seat for seat in unfolding.state.living if seat != combat.fighter)
    if not asked or (claim == "flight" and not unfolding.state.options.flight_window):
        conclude(unfolding)
    else:
        open_window(unfolding, "conclusion", asked)


def conclude(unfolding: Unfolding) -> None:
    """MUNCH-9.6: the declared outcome."""
    if combat_of(unfolding.state).claim == "victory":
        unfolding.push(Win(by_kill=True))
    else:
        start_flight(unfolding)


def check_withdraw_declaration(state: State, command: c.WithdrawDeclaration) -> None:
    check_fighter(state, command.seat)


def withdraw_declaration(_batch: Unfolding, _command: c.WithdrawDeclaration) -> None:
    """MUNCH-9.10: the window is voided like by any other command, and that is all."""


def void_window(unfolding: Unfolding, cause: str) -> None:
    """MUNCH-5.20: the declaration and all passes are gone, and the combat is open again."""
    window = unfolding.state.window
    assert window is not None
    rule = "MUNCH-9.10" if cause == "withdraw_declaration" else "MUNCH-5.20"
    unfolding.emit(ec.WindowVoided(window=window.id, cause=cause, rule=rule))


def check_pass(state: State, command: c.Pass) -> None:
    """MUNCH-5.13, MUNCH-5.18: who is asked, once."""
    window = state.window
    assert window is not None
    if command.seat not in window.asked:
        refuse("MUNCH-5.11", "not_asked", "This window does not ask you.")
    if command.seat in window.passed:
        refuse("MUNCH-5.13", "already_passed", "You have passed in this window.", late=True)


def pass_window(unfolding: Unfolding, command: c.Pass) -> None:
    unfolding.emit(ec.WindowPassed(window=command.window, seat=command.seat, rule="MUNCH-5.13 MUNCH-5.18"))
    window = unfolding.state.window
    assert window is not None
    if set(window.passed) >= set(window.asked):
        _close(unfolding, "all_passed")


def check_close_window(state: State, command: c.CloseWindow, dice: Dice) -> None:
    """MUNCH-5.16, MUNCH-5.17: the clock alone, and not early."""
    window = state.window
    assert command.seat == CLOCK
    assert window is not None
    if window.deadline is None or dice.at_ms < window.deadline:
        refuse("MUNCH-5.17", "window_still_running", "The window is still open.")


def close_window(unfolding: Unfolding, _command: c.CloseWindow) -> None:
    _close(unfolding, "clock")


def _close(unfolding: Unfolding, by: ec.ClosedBy) -> None:
    window = unfolding.state.window
    assert window is not None
    unfolding.emit(ec.WindowClosed(window=window.id, by=by, rule="MUNCH-5.13"))
    if window.kind == "conclusion":
        conclude(unfolding)
        return
    job = unfolding.pop()
    assert isinstance(job, (Strike, Escape))
    unfolding.push(replace(job, stage="hit") if isinstance(job, Strike) else replace(job, stage="result"))
