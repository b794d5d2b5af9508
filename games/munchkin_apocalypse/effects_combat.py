"""What the words about combat, flight and Disasters do; abilities and their costs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from msgspec.structs import replace

from games.decider import Seat
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse import vocabulary as v
from games.munchkin_apocalypse.agenda import Bindings, BringMonster, Escape, RunClause, Strike, Win
from games.munchkin_apocalypse.facts import NONE
from games.munchkin_apocalypse.meaning import card_row, facts, permissions, seats_meant, tags_of
from games.munchkin_apocalypse.rules_flight import escape_modifier, settle_escape
from games.munchkin_apocalypse.rules_victory import finish_combat
from games.munchkin_apocalypse.state import Side, State
from games.munchkin_apocalypse.steps import ask, draw
from games.munchkin_apocalypse.strength import treasures_of
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.upkeep import close_deals

_SIDES: dict[int | str | None, Side] = {"fighters": "fighters", "monsters": "monsters"}


def _side_bonus(unfolding: Unfolding, step: v.SideBonus, bound: Bindings) -> None:
    combat, side = unfolding.state.combat, _SIDES.get(bound.target)
    if combat is None or side is None:
        return
    is_one_shot = card_row(unfolding.state, bound.card).type == "one_shot"
    boost = sum(one.n for one in permissions(unfolding.state, bound.seat, v.OneshotBoost)) if is_one_shot else 0
    unfolding.emit(
        ec.SideBonusGiven(
            combat=combat.id,
            side=side,
            amount=step.n + boost,
            card=bound.card,
            by=bound.seat,
            rule="MUNCH-8.2 MUNCH-8.3",
        )
    )


def _remove_monster(unfolding: Unfolding, _step: v.RemoveMonster, bound: Bindings) -> None:
    """MUNCH-10.3 to MUNCH-10.9: out of the combat without a Level; the last one gone means a combat won."""
    combat = unfolding.state.combat
    monster = combat.monster(str(bound.target)) if combat is not None else None
    if combat is None or monster is None:
        return
    unfolding.emit(
        ec.MonsterEliminated(
            combat=combat.id,
            monster=monster.id,
            by=bound.seat,
            treasures=treasures_of(unfolding.state, monster),
            rule="MUNCH-10.3 MUNCH-10.9",
        )
    )
    if len(combat.monsters) == 1:
        unfolding.push(Win(by_kill=False))


def _swap_monster(unfolding: Unfolding, _step: v.SwapMonster, bound: Bindings) -> None:
    unfolding.push(BringMonster(seat=bound.seat, via="swap", card=bound.card, monster=str(bound.target)))


def _add_monster(unfolding: Unfolding, _step: v.AddMonster, bound: Bindings) -> None:
    is_wandering = card_row(unfolding.state, bound.card).type == "wandering_monster"
    unfolding.push(BringMonster(seat=bound.seat, via="wandering" if is_wandering else "effect", card=bound.card))


def _clone_monster(unfolding: Unfolding, _step: v.CloneMonster, bound: Bindings) -> None:
    combat = unfolding.state.combat
    monster = combat.monster(bound.monster) if combat is not None else None
    if combat is None or monster is None:
        return
    new = f"m{combat.monsters_met + 1}"
    enhancers = tuple(one.card for one in monster.enhancers if one.card != bound.card)
    unfolding.emit(
        ec.MonsterCopied(
            combat=combat.id, monster=monster.id, new=new, enhancers=enhancers, by=bound.seat, rule="MUNCH-8.4"
        )
    )
    enter_combat(unfolding, new)


def enter_combat(unfolding: Unfolding, monster_id: str) -> None:
    """What a Monster does on joining, before anyone may react."""
    combat = unfolding.state.combat
    assert combat is not None
    monster = combat.monster(monster_id)
    assert monster is not None
    bound = Bindings(monster.card, combat.fighter, monster=monster_id)
    places = facts(unfolding.state).on["on_enter_combat"].get(monster.card, NONE)
    unfolding.push(*(RunClause(clause=place, bound=bound) for place, _ in places))


def _force_help(unfolding: Unfolding, step: v.ForceHelp, bound: Bindings) -> None:
    """MUNCH-11.18: in without a deal."""
    combat = unfolding.state.combat
    seats = seats_meant(unfolding.state, step.who, bound)
    if combat is None or combat.helper is not None or not seats or not unfolding.state.players[seats[0]].is_alive:
        return
    unfolding.emit(
        ec.HelperJoined(
            combat=combat.id,
            helper=seats[0],
            deal=None,
            items=(),
            treasures=0,
            first_pick=seats[0],
            rule="MUNCH-11.18",
        )
    )
    close_deals(unfolding, "helper_found", "MUNCH-11.8", kind="help")


def _end_combat(unfolding: Unfolding, step: v.EndCombat, bound: Bindings) -> None:
    """MUNCH-7.27: the combat ends at once, without Levels and without escape rolls."""
    combat = unfolding.state.combat
    if combat is None:
        return
    finish_combat(unfolding, "stopped")
    draw(unfolding, combat.fighter, "treasure", step.n, "effect", "MUNCH-6.18")


def _auto_escape(unfolding: Unfolding, step: v.AutoEscape, bound: Bindings) -> None:
    """MUNCH-13.11: all remaining escapes of the runner are settled at once."""
    combat = unfolding.state.combat
    if combat is None:
        return
    for seat in seats_meant(unfolding.state, step.who, replace(bound, runner=bound.seat)):
        if seat in combat.runners:
            waiting = [one.id for one in combat.monsters if (seat, one.id) not in combat.settled]
            effects = [settle_escape(unfolding, seat, monster, escaped=True, automatic=True) for monster in waiting]
            unfolding.push(*chain.from_iterable(effects))


def _topmost(state: State, kind: type[Any]) -> Any:
    return next((job for job in reversed(state.agenda) if isinstance(job, kind)), None)


def _close_response(unfolding: Unfolding) -> None:
    """MUNCH-5.21: what the window was about is cancelled."""
    window = unfolding.state.window
    if window is not None:
        unfolding.emit(ec.WindowClosed(window=window.id, by="resolved", rule="MUNCH-5.21"))


def _void_response(unfolding: Unfolding, cause: str) -> None:
    window = unfolding.state.window
    if window is not None:
        unfolding.emit(ec.WindowVoided(window=window.id, cause=cause, rule="MUNCH-5.21"))


def _reroll(unfolding: Unfolding, _step: v.Reroll, bound: Bindings) -> None:
    escape: Escape | None = _topmost(unfolding.state, Escape)
    if escape is None:
        return
    _void_response(unfolding, "reroll")
    die = unfolding.dice.roll()
    modifier = escape_modifier(unfolding, escape.runner, escape.monster)
    unfolding.emit(
        ec.EscapeRerolled(
            seat=escape.runner,
            monster=escape.monster,
            die=die,
            modifier=modifier,
            total=die + modifier,
            by=bound.card,
            rule="MUNCH-13.10",
        )
    )
    unfolding.replace_job(escape, replace(escape, die=die, modifier=modifier, stage="window"))


def _cancel_bad_stuff(unfolding: Unfolding, _step: v.CancelBadStuff, _bound: Bindings) -> None:
    escape: Escape | None = _topmost(unfolding.state, Escape)
    if escape is not None:
        _close_response(unfolding)
        unfolding.replace_job(escape, replace(escape, is_cancelled=True, stage="result"))


def _cancel_disaster(unfolding: Unfolding, _step: v.CancelDisaster, _bound: Bindings) -> None:
    strike: Strike | None = _topmost(unfolding.state, Strike)
    if strike is not None:
        _close_response(unfolding)
        unfolding.replace_job(strike, replace(strike, is_cancelled=True, stage="hit"))


def _redirect_disaster(unfolding: Unfolding, step: v.RedirectDisaster, bound: Bindings) -> None:
    """MUNCH-21.9: the same two steps for the new victim."""
    strike: Strike | None = _topmost(unfolding.state, Strike)
    seats = seats_meant(unfolding.state, step.who, bound)
    if strike is None or not seats:
        return
    _void_response(unfolding, "redirected")
    unfolding.emit(
        e.DisasterStruck(
            card=strike.card, target=seats[0], by=bound.seat, source="effect", rule="MUNCH-5.21 MUNCH-21.9"
        )
    )
    unfolding.replace_job(strike, replace(strike, target=seats[0], by=bound.seat, stage="struck", reacted=()))


def _sell_double(_batch: Unfolding, _step: v.SellDouble, _bound: Bindings) -> None:
    """The basket has been marked when the ability was used (MUNCH-18.9)."""


def _legalise_item(unfolding: Unfolding, _step: v.LegaliseItem, bound: Bindings) -> None:
    unfolding.emit(
        e.LastingCardPlaced(seat=bound.seat, card=bound.card, item=str(bound.target), rule="MUNCH-16.15 MUNCH-17.12")
    )


def monsters_in_hand(state: State, seat: Seat, *, without_tag: str | None = None) -> tuple[str, ...]:
    cards = facts(state).cards
    return tuple(
        card
        for card in state.players[seat].hand
        if cards[card].type == "monster" and without_tag not in cards[card].tags
    )


def bring_monster(unfolding: Unfolding, job: BringMonster) -> None:
    """MUNCH-V.18: always asked, since a missing question would tell the others what the hand holds."""
    tag = horde_tag(unfolding.state, job.card) if job.via == "horde_pair" else None
    options = monsters_in_hand(unfolding.state, job.seat, without_tag=tag)
    if options and unfolding.state.combat is not None:
        ask(unfolding, job, job.seat, "monster_from_hand", options, is_public=False, source=job.card)


def horde_tag(state: State, card: str) -> str | None:
    """The tag of the horde that an Enhancer lets another Monster join (MUNCH-8.12)."""
    for clause in card_row(state, card).clauses:
        for step in clause.do:
            if isinstance(step, v.JoinWith):
                return step.tag
    return None


def monster_brought(unfolding: Unfolding, job: BringMonster, value: int | str) -> None:
    combat = unfolding.state.combat
    assert combat is not None
    new, card = f"m{combat.monsters_met + 1}", str(value)
    if job.via == "swap":
        assert job.monster is not None
        unfolding.emit(
            ec.MonsterSwapped(combat=combat.id, monster=job.monster, new=new, card=card, by=job.seat, rule="MUNCH-8.4")
        )
    else:
        join_combat(unfolding, job.seat, card, job.via)
    if job.via == "horde_pair":
        unfolding.emit(ec.MonsterEnhanced(combat=combat.id, monster=new, card=job.card, by=job.seat, rule="MUNCH-8.12"))
    enter_combat(unfolding, new)


def join_combat(unfolding: Unfolding, seat: Seat, card: str, via: ec.Via) -> str:
    combat = unfolding.state.combat
    assert combat is not None
    new = f"m{combat.monsters_met + 1}"
    rules = {"wandering": "MUNCH-8.7", "horde": "MUNCH-8.8 MUNCH-8.9", "horde_pair": "MUNCH-8.12 MUNCH-8.13"}
    unfolding.emit(
        ec.MonsterJoined(
            combat=combat.id,
            monster=new,
            card=card,
            by=seat,
            via=via,
            rule=rules.get(via, "MUNCH-8.1"),
        )
    )
    return new


def tags_in_combat(state: State) -> frozenset[str]:
    assert state.combat is not None
    return frozenset().union(*(tags_of(state, monster) for monster in state.combat.monsters))


COMBAT_OPS: dict[type[Any], Callable[[Unfolding, Any, Bindings], None]] = {
    v.SideBonus: _side_bonus,
    v.RemoveMonster: _remove_monster,
    v.SwapMonster: _swap_monster,
    v.AddMonster: _add_monster,
    v.CloneMonster: _clone_monster,
    v.ForceHelp: _force_help,
    v.EndCombat: _end_combat,
    v.AutoEscape: _auto_escape,
    v.Reroll: _reroll,
    v.CancelBadStuff: _cancel_bad_stuff,
    v.CancelDisaster: _cancel_disaster,
    v.RedirectDisaster: _redirect_disaster,
    v.SellDouble: _sell_double,
    v.LegaliseItem: _legalise_item,
}
