"""Big Deal: lay sets, steal the top set of others in a duel of cards, own the most when somebody has a million."""

from __future__ import annotations

from pathlib import Path

from games.big_deal import commands as c
from games.big_deal import events as e
from games.big_deal import rules_duel, rules_sets
from games.big_deal.cards import NUMBERS, catalogue, catalogue_digest
from games.big_deal.choices import choices
from games.big_deal.evolve import ON_EVENT
from games.big_deal.hidden import resample, reveals, undo_class
from games.big_deal.invariants import invariants
from games.big_deal.rules_turn import to_act
from games.big_deal.setup import BigDealOptions, setup
from games.big_deal.state import State
from games.big_deal.view import narrate, view
from games.decider import Decider, Event, Result, Seat
from games.rulebook import load_rulebook


def result(state: State) -> Result | None:
    """BIGDEAL-11.2 to BIGDEAL-11.4."""
    if state.phase != "match_over":
        return None
    return Result(state.winners, {str(seat): total for seat, total in enumerate(state.totals)})


def marker(event: Event) -> str | None:
    match event:
        case e.RoundStarted(round=number):
            return f"round {number}"
        case e.TurnStarted(round=number, turn=turn):
            return f"round {number}, turn {turn}"
        case _:
            return None


def played_cards(event: Event) -> list[tuple[Seat, str]]:
    """The titles that are laid as sets."""
    return [(event.seat, event.set_type)] if isinstance(event, e.SetFormed) else []


GAME: Decider[State] = Decider(
    slug="big-deal",
    name="Big Deal",
    prefix="BIGDEAL",
    rules_version=NUMBERS.ruleset,
    seats_min=NUMBERS.seats_min,
    seats_max=NUMBERS.seats_max,
    rulebook=load_rulebook(Path(__file__).parent / "rulebook.md"),
    catalogue_digest=catalogue_digest,
    catalogue=catalogue,
    options=BigDealOptions,
    initial=State(),
    setup=setup,
    on_command={
        c.FormSetFromHand: rules_sets.form_set_from_hand,
        c.FormSetWithDiscard: rules_sets.form_set_with_discard,
        c.AttackSet: rules_duel.attack_set,
        c.DefendSet: rules_duel.defend_set,
        c.YieldSet: rules_duel.yield_set,
        c.ContinueAttack: rules_duel.continue_attack,
        c.StopAttack: rules_duel.stop_attack,
        c.DiscardCard: rules_sets.discard_card,
    },
    on_event=ON_EVENT,
    to_act=to_act,
    choices=choices,
    view=view,
    narrate=narrate,
    result=result,
    invariants=invariants,
    reveals=reveals,
    marker=marker,
    resample=resample,
    undo_class=undo_class,
    played_cards=played_cards,
    undo_pending_rule="BIGDEAL-13.7",
    on_turn=lambda state: (state.active,),  # the defender of a duel reacts
)
