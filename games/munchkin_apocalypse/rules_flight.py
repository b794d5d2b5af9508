"""Running away: escape rolls, their windows and what follows (section 13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from games.decider import Seat
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse import vocabulary as v
from games.munchkin_apocalypse.agenda import Bindings, Escape, Job, RunClause
from games.munchkin_apocalypse.facts import NONE
from games.munchkin_apocalypse.meaning import card_row, facts, holds, is_immune, seats_meant, working_cards
from games.munchkin_apocalypse.refusals import refuse
from games.munchkin_apocalypse.state import ESCAPE_ROLL, State, runner_on_turn
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.windows import is_possible_responder, open_window


def start_flight(unfolding: Unfolding) -> None:
    """MUNCH-11.14, MUNCH-13.2: fighter and helper both run."""
    combat = unfolding.state.combat
    assert combat is not None
    unfolding.emit(ec.FlightStarted(combat=combat.id, runners=combat.participants, rule="MUNCH-13.2 MUNCH-11.14"))


def check_roll_escape(state: State, command: c.RollEscape) -> None:
    combat = state.combat
    assert combat is not None
    if command.seat != runner_on_turn(state):
        refuse("MUNCH-13.9", "not_your_decision", "Another runner is on turn.", late=True)
    if combat.monster(command.monster) is None:
        refuse("MUNCH-8.6", "no_such_monster", "There is no such Monster in the combat.")
    if (command.seat, command.monster) in combat.settled:
        refuse("MUNCH-13.5", "already_rolled", "You have rolled for this Monster; name another one.", late=True)


def roll_escape(unfolding: Unfolding, command: c.RollEscape) -> None:
    """MUNCH-13.3, MUNCH-13.11: a Monster that does not pursue is escaped without a roll; else the die decides."""
    seat, monster = command.seat, command.monster
    steps = _run_away_steps(unfolding, seat, monster)
    if any(isinstance(step, v.AutoEscape) for step in steps):
        unfolding.push(*settle_escape(unfolding, seat, monster, escaped=True, automatic=True))
        return
    modifier = sum(step.n for step in steps if isinstance(step, v.RunAwayBonus))
    die = unfolding.dice.roll()
    unfolding.emit(
        ec.EscapeRolled(
            seat=seat, monster=monster, die=die, modifier=modifier, total=die + modifier, rule="MUNCH-13.3 MUNCH-13.4"
        )
    )
    unfolding.push(Escape(runner=seat, monster=monster, die=die, modifier=modifier, stage="window"))


def escape_modifier(unfolding: Unfolding, runner: Seat, monster: str) -> int:
    """MUNCH-13.4: what the Monster, the runner's cards and the top Seal add to a roll."""
    steps = _run_away_steps(unfolding, runner, monster)
    return sum(step.n for step in steps if isinstance(step, v.RunAwayBonus))


def _run_away_steps(unfolding: Unfolding, runner: Seat, monster_id: str) -> list[v.Effect]:
    """All steps that bear on this roll and mean this runner."""
    found: list[v.Effect] = []
    for trigger, bound in _run_away_cards(unfolding.state, runner, monster_id):
        for _, clause in facts(unfolding.state).on[trigger].get(bound.card, NONE):
            steps = clause.do if holds(unfolding.state, clause.when, bound, unfolding.roll) else clause.otherwise
            if not _spared(unfolding.state, runner, bound):
                found += [
                    step
                    for step in steps
                    if isinstance(step, (v.RunAwayBonus, v.AutoEscape))
                    and runner in seats_meant(unfolding.state, step.who, bound)
                ]
    return found


def _spared(state: State, runner: Seat, bound: Bindings) -> bool:
    return card_row(state, bound.card).type in ("disaster", "seal") and is_immune(state, runner, bound.card)


def _run_away_cards(state: State, runner: Seat, monster_id: str) -> Iterator[tuple[v.Trigger, Bindings]]:
    combat = state.combat
    assert combat is not None
    monster = combat.monster(monster_id)
    assert monster is not None
    heard = facts(state).on["on_run_away"]
    for card in (monster.card, *(enhancer.card for enhancer in monster.enhancers)):
        if card in heard:
            yield "on_run_away", Bindings(card, combat.fighter, runner=runner, monster=monster_id)
    for card in working_cards(state, runner):
        if card in heard:
            yield "on_run_away", Bindings(card, runner, runner=runner, monster=monster_id)
    for lasting in state.players[runner].disasters:
        if lasting.card in heard:
            yield "on_run_away", Bindings(lasting.card, runner, victim=runner, runner=runner, monster=monster_id)
    if state.open_seals:
        yield "while_top_seal", Bindings(state.open_seals[-1], combat.fighter, runner=runner, monster=monster_id)


def settle_escape(
    unfolding: Unfolding,
    seat: Seat,
    monster_id: str,
    *,
    escaped: bool,
    automatic: bool = False,
    is_cancelled: bool = False,
) -> list[Job]:
    """MUNCH-13.6, MUNCH-13.7: the result is fixed; what the Monster then does is business for the agenda."""
    combat = unfolding.state.combat
    assert combat is not None
    monster = combat.monster(monster_id)
    assert monster is not None
    outcome: Literal["applied", "cancelled"] | None = None if escaped else "cancelled" if is_cancelled else "applied"
    unfolding.emit(
        ec.EscapeResolved(
            seat=seat,
            monster=monster_id,
            escaped=escaped,
            automatic=automatic,
            bad_stuff=outcome,
            rule="MUNCH-13.11" if automatic else "MUNCH-13.6" if escaped else "MUNCH-13.7 MUNCH-13.8",
        )
    )
    if outcome == "cancelled":
        return []
    if outcome == "applied":
        unfolding.emit(ec.BadStuffApplied(seat=seat, monster=monster_id, rule="MUNCH-13.7 MUNCH-13.8"))
    victim = None if escaped else seat
    bound = Bindings(monster.card, seat, victim=victim, runner=seat, monster=monster_id)
    trigger: v.Trigger = "on_escape" if escaped else "on_bad_stuff"
    places = facts(unfolding.state).on[trigger].get(monster.card, NONE)
    return [RunClause(clause=place, bound=bound) for place, _ in places]


def escape(unfolding: Unfolding, job: Escape) -> bool:
    """MUNCH-13.10: the window for the runner, if it opens; then the result."""
    if unfolding.state.window is not None:
        return True
    if job.stage == "window":
        if is_possible_responder(unfolding.state, job.runner, "run_roll", job):
            open_window(unfolding, "run_roll", (job.runner,))
            return True
        job = replace(job, stage="result")
    escaped = job.total >= ESCAPE_ROLL
    unfolding.push(
        *settle_escape(
            unfolding, job.runner, job.monster, escaped=escaped, is_cancelled=job.is_cancelled and not escaped
        )
    )
    return False
