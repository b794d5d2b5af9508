"""Big Deal: lay sets, steal the top set of others in a duel of cards, own the most when somebody has a million."""

from __future__ import annotations

from pathlib import Path

from games.big_deal import commands as c
from games.big_deal import rules_duel, rules_sets
from games.big_deal.catalogue import DIGEST, NUMBERS, Contents, catalogue_json
from games.big_deal.choices import choices
from games.big_deal.clock import MILDEST_FIRST, regret
from games.big_deal.evolve import ON_EVENT
from games.big_deal.hidden import hand, resample, reveals
from games.big_deal.invariants import invariants
from games.big_deal.narrate import marker, narrate, played_cards
from games.big_deal.prompts import describe, prompt
from games.big_deal.setup import BigDealOptions, setup
from games.big_deal.state import State, result, to_act
from games.big_deal.tracing import MEASURE, cards_in
from games.big_deal.undo import may_ask_undo, undo_class
from games.big_deal.value import value
from games.big_deal.view import View, view
from games.decider import Clock, Decider, Presentation, Rules, TakeBack
from games.rulebook import load_rulebook

GAME: Decider[State] = Decider(
    slug="big-deal",
    name="Big Deal",
    prefix="BIGDEAL",
    rules_version=NUMBERS.ruleset,
    seats_min=NUMBERS.seats_min,
    seats_max=NUMBERS.seats_max,
    rulebook=load_rulebook(Path(__file__).parent / "rulebook.md"),
    options=BigDealOptions,
    catalogue=lambda _options: catalogue_json(),
    catalogue_digest=lambda _options: DIGEST,
    catalogue_type=Contents,
    rules=Rules(
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
        result=result,
        invariants=invariants,
    ),
    presentation=Presentation(
        view=view,
        view_type=View,
        narrate=narrate,
        reveals=reveals,
        resample=resample,
        prompt=prompt,
        describe=describe,
        marker=marker,
        cards_in=cards_in,
        measure=MEASURE,
        played_cards=played_cards,
        hand=hand,
        about="Lay sets, steal those of others, and be first to own a million. Half an hour.",
        emblem=("M5 11h22v15H5zM12 11V7h8v4", "M16 15v7M13.5 17h4a1.5 1.5 0 0 1 0 3h-3a1.5 1.5 0 0 0 0 3"),
    ),
    take_back=TakeBack(undo_class=undo_class, may_ask_undo=may_ask_undo, undo_pending_rule="BIGDEAL-13.7"),
    clock=Clock(
        on_turn=lambda state: (state.active,),  # the defender of a duel reacts
        mildest_first=MILDEST_FIRST,
        regret=regret,
    ),
    value=value,
)
