"""The end of a combat: kill, Levels, Treasures, pledges (section 12)."""

from __future__ import annotations

from msgspec.structs import replace

from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse.agenda import (
    Bindings,
    FinishCombat,
    PayPledges,
    Picking,
    RunClause,
    TakeSpoils,
    Win,
)
from games.munchkin_apocalypse.carrying import can_carry
from games.munchkin_apocalypse.evolve_combat import monster_cards
from games.munchkin_apocalypse.facts import NONE
from games.munchkin_apocalypse.meaning import card_row, facts
from games.munchkin_apocalypse.refusals import not_available, refuse
from games.munchkin_apocalypse.state import State
from games.munchkin_apocalypse.steps import draw, gain_levels
from games.munchkin_apocalypse.strength import treasures_of
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.upkeep import close_deals


def win(unfolding: Unfolding, job: Win) -> None:
    """MUNCH-12.1 to MUNCH-12.5, MUNCH-12.15; without a kill there is no Level (MUNCH-2.4, MUNCH-10.6)."""
    state, combat = unfolding.state, unfolding.state.combat
    assert combat is not None
    treasures = combat.noted_treasures + sum(treasures_of(state, monster) for monster in combat.monsters)
    rewards = [
        RunClause(clause=place, bound=Bindings(monster.card, combat.fighter, monster=monster.id))
        for monster in combat.monsters
        for place, _ in facts(state).on["on_win"].get(monster.card, NONE)
    ]
    if job.by_kill:
        kill(unfolding)
    unfolding.push(TakeSpoils(treasures=treasures), PayPledges(), *rewards, FinishCombat(outcome="victory"))


def kill(unfolding: Unfolding) -> None:
    state, combat = unfolding.state, unfolding.state.combat
    assert combat is not None
    levels = sum(card_row(state, monster.card).levels for monster in combat.monsters)
    unfolding.emit(
        ec.MonstersKilled(
            combat=combat.id,
            monsters=tuple(monster.id for monster in combat.monsters),
            levels=levels,
            rule="MUNCH-12.1 MUNCH-10.8",
        )
    )
    gain_levels(unfolding, combat.fighter, levels, "kill", "MUNCH-12.2 MUNCH-12.4", may_win=True)
    if combat.helper is not None and state.options.fast_shared_victory:
        gain_levels(unfolding, combat.helper, 1, "kill", "MUNCH-25.5 MUNCH-25.6", may_win=True)


def discard_combat(unfolding: Unfolding, rule: str) -> None:
    """MUNCH-7.27: Monsters, Enhancers and one-shots go to their discard piles."""
    combat = unfolding.state.combat
    assert combat is not None
    cards = (*(card for monster in combat.monsters for card in monster_cards(monster)), *combat.played)
    if cards or combat.monsters:
        unfolding.emit(ec.CombatCardsDiscarded(combat=combat.id, cards=cards, rule=rule))


def take_spoils(unfolding: Unfolding, job: TakeSpoils) -> None:
    """MUNCH-12.6, MUNCH-12.9, MUNCH-12.10: discard first, then draw: face down alone, face up with a helper."""
    discard_combat(unfolding, "MUNCH-12.6 MUNCH-7.27")
    combat = unfolding.state.combat
    assert combat is not None
    if combat.helper is None:
        draw(unfolding, combat.fighter, "treasure", job.treasures, "treasure", "MUNCH-12.7 MUNCH-12.9")
        return
    rule = "MUNCH-12.7 MUNCH-12.10"
    draw(unfolding, combat.fighter, "treasure", job.treasures, "treasure", rule, is_open=True, to_table=True)
    drawn = len(unfolding.state.spoils)
    share = min(combat.share, drawn)
    first = combat.helper if combat.first_pick is None else combat.first_pick
    unfolding.push(
        Picking(
            seat=first,
            fighter=combat.fighter,
            helper=combat.helper,
            fighter_left=drawn - share,
            helper_left=share,
        )
    )


def pick(unfolding: Unfolding, job: Picking) -> bool:
    """MUNCH-12.12: in turn until one share is full; the other takes the rest without a command."""
    if job.fighter_left and job.helper_left:
        return True
    taker = job.fighter if job.fighter_left else job.helper
    for card in unfolding.state.spoils:
        unfolding.emit(ec.TreasurePicked(seat=taker, card=card, forced=True, rule="MUNCH-12.12 MUNCH-12.13"))
    return False


def check_pick_treasure(state: State, command: c.PickTreasure) -> None:
    top = state.agenda[-1]
    assert isinstance(top, Picking)
    if command.seat != top.seat:
        refuse("MUNCH-12.12", "not_your_decision", "The other one picks now.", late=True)
    if command.card not in state.spoils:
        not_available()


def pick_treasure(unfolding: Unfolding, command: c.PickTreasure) -> None:
    unfolding.emit(
        ec.TreasurePicked(seat=command.seat, card=command.card, forced=False, rule="MUNCH-12.12 MUNCH-12.13")
    )
    job = unfolding.pop()
    assert isinstance(job, Picking)
    if command.seat == job.fighter:
        unfolding.push(replace(job, seat=job.helper, fighter_left=job.fighter_left - 1))
    else:
        unfolding.push(replace(job, seat=job.fighter, helper_left=job.helper_left - 1))


def pay_pledges(unfolding: Unfolding, _job: PayPledges) -> None:
    """MUNCH-11.15, MUNCH-11.19: pledged items change owner, stowed; a Big one that cannot be carried lapses."""
    combat = unfolding.state.combat
    if combat is None or combat.helper is None:
        return
    for card in combat.pledged:
        if can_carry(unfolding.state, combat.helper, card):
            unfolding.emit(ec.PledgePaid(giver=combat.fighter, taker=combat.helper, card=card, rule="MUNCH-11.15"))
        else:
            unfolding.emit(ec.PledgeLapsed(giver=combat.fighter, taker=combat.helper, card=card, rule="MUNCH-11.19"))


def end_combat(unfolding: Unfolding, job: FinishCombat) -> None:
    if unfolding.state.combat is not None:
        finish_combat(unfolding, job.outcome)


def finish_combat(unfolding: Unfolding, outcome: ec.CombatOutcome) -> None:
    """MUNCH-7.27, MUNCH-21.8: what was played into it is discarded, and Disasters that lasted for it end."""
    combat = unfolding.state.combat
    assert combat is not None
    discard_combat(unfolding, "MUNCH-13.15 MUNCH-7.27" if outcome == "flight" else "MUNCH-7.27")
    close_deals(unfolding, "combat_ended", "MUNCH-11.8", kind="help")
    for seat in combat.participants:
        for lasting in unfolding.state.players[seat].disasters:
            is_over = lasting.lasts == "next_combat" and lasting.not_before <= combat.id
            if is_over or (lasting.lasts == "until_next_win" and outcome == "victory"):
                unfolding.emit(
                    e.DisasterEnded(card=lasting.card, seat=seat, cause=outcome, rule="MUNCH-21.4 MUNCH-21.8")
                )
    rules = {"victory": "MUNCH-12.15 MUNCH-6.17", "flight": "MUNCH-13.15 MUNCH-6.18", "fighter_died": "MUNCH-14.8"}
    unfolding.emit(ec.CombatEnded(combat=combat.id, outcome=outcome, rule=rules.get(outcome, "MUNCH-7.27 MUNCH-6.18")))
