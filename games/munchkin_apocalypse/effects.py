"""The interpreter of effects: clauses, their steps, and what each word does to players, cards and Seals.

A step that needs an answer leaves the rest of its clause on the agenda as data and goes on from there later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.decider import Seat
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse import events_combat as ec
from games.munchkin_apocalypse import vocabulary as v
from games.munchkin_apocalypse.agenda import (
    Bindings,
    GatherHand,
    GiveHand,
    GiveItems,
    LoseClass,
    LoseHand,
    LoseItems,
    OpenSeal,
    ReactToSeal,
    RunClause,
    RunSteps,
)
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.effects_combat import COMBAT_OPS
from games.munchkin_apocalypse.facts import NONE
from games.munchkin_apocalypse.meaning import (
    card_row,
    facts,
    holds,
    is_immune,
    living_to_the_left,
    seats_meant,
    working_cards,
)
from games.munchkin_apocalypse.rules_death import die
from games.munchkin_apocalypse.state import SEALS_TO_END
from games.munchkin_apocalypse.steps import (
    discard_cards,
    discard_item,
    draw,
    gain_levels,
    lose_levels,
)
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.upkeep import close_seal


def clauses_on(unfolding: Unfolding, trigger: v.Trigger, bound: Bindings) -> Iterator[RunClause]:
    """The clauses of a card with this trigger, as business for the agenda."""
    for place, _ in facts(unfolding.state).on[trigger].get(bound.card, NONE):
        yield RunClause(clause=place, bound=bound)


def run_clause(unfolding: Unfolding, job: RunClause) -> None:
    """Test the condition once, rolling where it says so, and begin the branch that follows."""
    clause = card_row(unfolding.state, job.bound.card).clauses[job.clause]
    otherwise = not holds(unfolding.state, clause.when, job.bound, unfolding.roll)
    run_steps(unfolding, RunSteps(clause=job.clause, otherwise=otherwise, step=0, bound=job.bound))


def run_steps(unfolding: Unfolding, job: RunSteps) -> None:
    """MUNCH-C.8: one step, with what it sets off on top of the steps that follow."""
    clause = card_row(unfolding.state, job.bound.card).clauses[job.clause]
    steps = clause.otherwise if job.otherwise else clause.do
    if job.step + 1 < len(steps):
        unfolding.push(RunSteps(clause=job.clause, otherwise=job.otherwise, step=job.step + 1, bound=job.bound))
    if job.step < len(steps):
        step = steps[job.step]
        OPS[type(step)](unfolding, step, job.bound)


def affected(unfolding: Unfolding, who: v.Who, bound: Bindings, *, also_dead: bool = False) -> list[Seat]:
    """Whom a step strikes: not the dead (MUNCH-C.7), and nobody whom a card makes immune to this Disaster."""
    state = unfolding.state
    is_disaster = card_row(state, bound.card).type == "disaster"
    return [
        seat
        for seat in seats_meant(state, who, bound)
        if (also_dead or state.players[seat].is_alive) and not (is_disaster and is_immune(state, seat, bound.card))
    ]


def _gain_levels(unfolding: Unfolding, step: v.GainLevels, bound: Bindings) -> None:
    may_win = card_row(unfolding.state, bound.card).can_win
    for seat in affected(unfolding, step.who, bound):
        gain_levels(unfolding, seat, step.n, bound.card, "MUNCH-15.2 MUNCH-15.5", may_win=may_win)


def _lose_levels(unfolding: Unfolding, step: v.LoseLevels, bound: Bindings) -> None:
    for seat in affected(unfolding, step.who, bound, also_dead=True):
        lose_levels(unfolding, seat, step.n, bound.card)


def _death(unfolding: Unfolding, step: v.Death, bound: Bindings) -> None:
    for seat in affected(unfolding, step.who, bound):
        die(unfolding, seat, bound.card)


def _lose_class(unfolding: Unfolding, step: v.LoseClass, bound: Bindings) -> None:
    seats = affected(unfolding, step.who, bound, also_dead=True)
    unfolding.push(*(LoseClass(seat=seat, source=bound.card) for seat in seats))


def _draw(unfolding: Unfolding, step: v.Draw, bound: Bindings) -> None:
    for seat in affected(unfolding, step.who, bound):
        draw(unfolding, seat, step.deck, step.n, "effect", "MUNCH-4.2", is_open=step.face == "up")


def _discard_hand(unfolding: Unfolding, step: v.DiscardHand, bound: Bindings) -> None:
    asked = []
    for seat in affected(unfolding, step.who, bound):
        hand = unfolding.state.players[seat].hand
        count = len(hand) if step.n == "all" else min(step.n, len(hand))
        if count and step.pick == "random":
            cards = unfolding.dice.draw(hand, count)
            unfolding.emit(
                e.RandomCardsPicked(seat=seat, count=count, cards=cards, purpose="discard", rule="MUNCH-C.10")
            )
            discard_cards(unfolding, seat, cards, bound.card, "MUNCH-C.9")
        elif count:
            asked.append(LoseHand(seat=seat, left=count, source=bound.card))
    unfolding.push(*asked)


def _move_hand(unfolding: Unfolding, step: v.MoveHand, bound: Bindings) -> None:
    if step.giver == "everyone":
        _gather(unfolding, step, bound)
        return
    unfolding.push(
        *(
            GiveHand(giver=giver, taker=taker, left=step.n, pick=step.pick, source=bound.card)
            for giver in affected(unfolding, step.giver, bound)
            for taker in _receivers(unfolding, step.taker, bound)
            if giver != taker
        )
    )


def _receivers(unfolding: Unfolding, who: v.Who, bound: Bindings) -> list[Seat]:
    """MUNCH-14.7: the dead receive nothing."""
    return [seat for seat in seats_meant(unfolding.state, who, bound) if unfolding.state.players[seat].is_alive]


def _gather(unfolding: Unfolding, step: v.MoveHand, bound: Bindings) -> None:
    """From everyone: all cards are picked first and move together; `left` is then the left of each giver."""
    givers = affected(unfolding, "everyone", bound)
    moves = []
    for giver in givers:
        if step.taker == "left":
            takers = living_to_the_left(unfolding.state, giver)[:1]
        else:
            takers = tuple(seat for seat in _receivers(unfolding, step.taker, bound) if seat != giver)
        moves += [(giver, taker) for taker in takers]
    picking = tuple(giver for giver in givers if any(giver == one for one, _ in moves))
    unfolding.push(GatherHand(givers=picking, moves=tuple(moves), n=step.n, pick=step.pick, source=bound.card))


def _discard_item(unfolding: Unfolding, step: v.DiscardItem, bound: Bindings) -> None:
    unfolding.push(
        *(
            LoseItems(seat=seat, left=step.n, filter=step.filter, is_random=step.pick == "random", source=bound.card)
            for seat in affected(unfolding, step.who, bound)
        )
    )


def _move_item(unfolding: Unfolding, step: v.MoveItem, bound: Bindings) -> None:
    unfolding.push(
        *(
            GiveItems(giver=giver, taker=taker, left=step.n, filter=step.filter, pick=step.pick, source=bound.card)
            for giver in affected(unfolding, step.giver, bound)
            for taker in _receivers(unfolding, step.taker, bound)
            if giver != taker
        )
    )


def _recover(unfolding: Unfolding, step: v.Recover, bound: Bindings) -> None:
    pile = unfolding.state.door_discards if step.deck == "door" else unfolding.state.treasure_discards
    if pile and unfolding.state.players[bound.seat].is_alive:
        unfolding.emit(e.CardRecovered(seat=bound.seat, card=pile[-1], deck=step.deck, rule="MUNCH-1.14 MUNCH-4.10"))


def _discard_self(unfolding: Unfolding, _step: v.DiscardSelf, bound: Bindings) -> None:
    player = unfolding.state.players[bound.seat]
    if any(lasting.card == bound.card for lasting in player.disasters):
        unfolding.emit(e.DisasterEnded(card=bound.card, seat=bound.seat, cause="effect", rule="MUNCH-21.4"))
    elif player.item(bound.card) is not None:
        discard_item(unfolding, bound.seat, bound.card, bound.card, "MUNCH-C.9")
    elif bound.card in (*working_cards(unfolding.state, bound.seat), *player.hand):
        discard_cards(unfolding, bound.seat, (bound.card,), bound.card, "MUNCH-C.9")


def _open_seal(unfolding: Unfolding, step: v.OpenSeal, bound: Bindings) -> None:
    seats = affected(unfolding, step.who, bound, also_dead=True)
    unfolding.push(*(OpenSeal(opener=seat, cause="effect") for seat in seats))


def _close_seal(unfolding: Unfolding, _step: v.CloseSeal, bound: Bindings) -> None:
    close_seal(unfolding, bound.seat, by_levels=False)


def open_seal(unfolding: Unfolding, job: OpenSeal) -> None:
    """MUNCH-22.2 to MUNCH-22.4: the top Seal is turned up, does what it says, and others react (MUNCH-22.18)."""
    state = unfolding.state
    if not state.seals:
        return
    card: InstanceId = state.seals[0]
    count = len(state.open_seals) + 1
    unfolding.emit(
        ec.SealOpened(card=card, opener=job.opener, open=count, cause=job.cause, rule="MUNCH-22.2 MUNCH-22.3")
    )
    if count < SEALS_TO_END:
        unfolding.push(*clauses_on(unfolding, "on_open", Bindings(card, job.opener)), ReactToSeal(opener=job.opener))


def react_to_seal(unfolding: Unfolding, job: ReactToSeal) -> None:
    """MUNCH-22.18: cards that react to an opening, in turn order from the opener."""
    state = unfolding.state
    seats = [seat for seat in state.in_turn_order(job.opener) if state.players[seat].is_alive]
    unfolding.push(
        *(
            clause
            for seat in seats
            for card in working_cards(state, seat)
            for clause in clauses_on(unfolding, "on_seal_open", Bindings(card, seat))
        )
    )


def _nothing_at_once(_batch: Unfolding, _step: v.Effect, _bound: Bindings) -> None:
    """A word that works for as long as its card lies there is counted where it matters, not carried out."""


OPS: dict[type[Any], Callable[[Unfolding, Any, Bindings], None]] = {
    v.GainLevels: _gain_levels,
    v.LoseLevels: _lose_levels,
    v.Death: _death,
    v.LoseClass: _lose_class,
    v.Draw: _draw,
    v.DiscardHand: _discard_hand,
    v.MoveHand: _move_hand,
    v.DiscardItem: _discard_item,
    v.MoveItem: _move_item,
    v.Recover: _recover,
    v.DiscardSelf: _discard_self,
    v.OpenSeal: _open_seal,
    v.CloseSeal: _close_seal,
    **dict.fromkeys((v.MonsterBonus, v.ExtraTreasures, v.AddTag, v.JoinWith), _nothing_at_once),
    **COMBAT_OPS,
}
