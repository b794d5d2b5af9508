"""What a clause needs from its user, and whether it could do anything (3.8 of the rules, MUNCH-15.5)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from games.decider import Seat
from games.munchkin_apocalypse import vocabulary as v
from games.munchkin_apocalypse.agenda import Bindings
from games.munchkin_apocalypse.catalogue import Card, Clause, InstanceId
from games.munchkin_apocalypse.effects_combat import monsters_in_hand
from games.munchkin_apocalypse.meaning import card_row, holds, permissions, seats_meant
from games.munchkin_apocalypse.refusals import check_living_target, refuse
from games.munchkin_apocalypse.state import State
from games.munchkin_apocalypse.strength import help_is_forbidden

SEAT_WORDS = ("any_player", "other_player")
Clauses = tuple[tuple[int, Clause], ...]


class Needs(Struct, frozen=True):
    seat: bool = False
    other_seat: bool = False
    side: bool = False
    monster: bool = False
    own_item: bool = False
    monster_in_hand: bool = False


def play_clauses(card: Card) -> Clauses:
    return tuple((place, clause) for place, clause in enumerate(card.clauses) if clause.on == "on_play")


def needs_of(clauses: Clauses) -> Needs:
    return _needs(tuple(clause.steps for _, clause in clauses))


@lru_cache(maxsize=1000)
def _needs(branches: tuple[tuple[v.Effect, ...], ...]) -> Needs:
    steps = [step for branch in branches for step in branch]
    words = [word for step in steps for word in (getattr(step, name, None) for name in ("who", "giver", "taker"))]
    return Needs(
        seat=any(word in SEAT_WORDS for word in words),
        other_seat="other_player" in words,
        side=any(isinstance(step, v.SideBonus) for step in steps),
        monster=any(isinstance(step, v.RemoveMonster | v.SwapMonster) for step in steps),
        own_item=any(isinstance(step, v.LegaliseItem) for step in steps),
        monster_in_hand=any(isinstance(step, v.AddMonster | v.SwapMonster) for step in steps),
    )


def check_target(state: State, seat: Seat, card: InstanceId, target: int | str | None, clauses: Clauses) -> None:
    """The target that the card's words ask for, and none where they ask for none."""
    needs = needs_of(clauses)
    if needs.seat:
        check_living_target(state, target)
        if needs.other_seat and target == seat:
            refuse("MUNCH-5.8", "bad_target", "Name another player than yourself.")
    elif needs.side:
        if target not in ("fighters", "monsters"):
            refuse("MUNCH-8.2", "bad_target", "Name the side: fighters or monsters.")
    elif needs.own_item:
        item = state.players[seat].item(str(target))
        if item is None or item.cheat is not None:
            refuse("MUNCH-16.15", "bad_target", "Name an item of your own in play that has no Cheat! yet.")
    elif target is not None and not needs.monster:
        refuse("MUNCH-5.8", "bad_target", f"{card_row(state, card).name} has no target.")


def check_effect_possible(
    state: State, seat: Seat, card: InstanceId, target: int | str | None, clauses: Clauses
) -> None:
    """A level card must give a Level, a card that brings a Monster needs one, help must be allowed."""
    if card_row(state, card).type == "level" and not _gives_a_level(state, seat, card, target, clauses):
        refuse(
            "MUNCH-15.5",
            "winning_level_needs_kill",
            "It could give no Level: the last one takes the kill of a Monster.",
        )
    for _, clause in clauses:
        for step in clause.do:
            if isinstance(step, v.ForceHelp):
                _check_force_help(state, target)
    if needs_of(clauses).monster_in_hand and not monsters_in_hand(state, seat):
        refuse("MUNCH-8.7", "no_monster_in_hand", "You hold no Monster to play with it.")


def check_monster_named(state: State, target: int | str | None, clauses: Clauses) -> None:
    if needs_of(clauses).monster and (state.combat is None or state.combat.monster(str(target)) is None):
        refuse("MUNCH-8.6", "no_such_monster", "Name a Monster in the combat.")


def _gives_a_level(state: State, seat: Seat, card: InstanceId, target: int | str | None, clauses: Clauses) -> bool:
    top = state.options.winning_level - (0 if card_row(state, card).can_win else 1)
    bound = Bindings(card, seat, target=target)
    return any(
        state.players[one].level < top
        for _, clause in clauses
        for step in (clause.do if _surely_holds(state, clause, bound) else clause.otherwise)
        if isinstance(step, v.GainLevels)
        for one in seats_meant(state, step.who, bound)
    )


def _surely_holds(state: State, clause: Clause, bound: Bindings) -> bool:
    """A condition that rolls a die may come true."""
    return holds(state, clause.when, bound, lambda _bound: 6)


def check_forcing_help(state: State, seat: Seat, clauses: Clauses) -> None:
    """MUNCH-11.18: only the fighter forces somebody to help."""
    forces = any(isinstance(step, v.ForceHelp) for _, clause in clauses for step in clause.do)
    if forces and state.combat is not None and seat != state.combat.fighter:
        refuse("MUNCH-9.8", "not_fighter", "Only the fighter may play this.")


def _check_force_help(state: State, target: int | str | None) -> None:
    """MUNCH-11.18: without a helper yet, on somebody who can help."""
    combat = state.combat
    assert combat is not None
    if combat.helper is not None:
        refuse("MUNCH-11.3", "already_helped", "There is a helper already.")
    if help_is_forbidden(state) or cannot_help(state, target):
        refuse("MUNCH-11.2", "help_forbidden", "A card forbids this help.")


def cannot_help(state: State, seat: int | str | None) -> bool:
    return isinstance(seat, int) and any(True for _ in permissions(state, seat, v.CannotHelp))
