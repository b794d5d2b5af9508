"""Coup, the political edition: bluff about two hidden influences, and be the last to have one."""

from __future__ import annotations

from pathlib import Path

from games.coup import commands as c
from games.coup import rules_cards, rules_reactions, rules_turn
from games.coup.catalogue import CATALOGUE, DIGEST, Contents
from games.coup.choices import choices
from games.coup.clock import MILDEST_FIRST, deadline, regret, restart_clock
from games.coup.evolve import ON_EVENT
from games.coup.hidden import hand, resample, reveals
from games.coup.invariants import invariants
from games.coup.narrate import marker, narrate, played_cards
from games.coup.prompts import describe, prompt
from games.coup.setup import SEATS_MAX, SEATS_MIN, CoupOptions, setup
from games.coup.state import State, result, to_act
from games.coup.tracing import MEASURE, cards_in
from games.coup.undo import may_ask_undo, reopen, undo_class, undo_voters
from games.coup.value import likelihood, value
from games.coup.view import View, view
from games.decider import Clock, Decider, Presentation, Rules, TakeBack
from games.rulebook import load_rulebook

GAME: Decider[State] = Decider(
    slug="coup",
    name="Coup",
    prefix="COUP",
    rules_version=1,
    seats_min=SEATS_MIN,
    seats_max=SEATS_MAX,
    rulebook=load_rulebook(Path(__file__).parent / "rulebook.md"),
    options=CoupOptions,
    catalogue=lambda _options: CATALOGUE,
    catalogue_digest=lambda _options: DIGEST,
    catalogue_type=Contents,
    rules=Rules(
        initial=State(),
        setup=setup,
        on_command={
            c.DeclareAction: rules_turn.declare_action,
            c.Pass: rules_reactions.pass_,
            c.Challenge: rules_reactions.challenge,
            c.Block: rules_reactions.block,
            c.AcceptBlock: rules_reactions.accept_block,
            c.ChallengeBlock: rules_reactions.challenge_block,
            c.ChooseInfluence: rules_cards.choose_influence,
            c.ChooseExchange: rules_cards.choose_exchange,
            c.ChooseCardToShow: rules_cards.choose_card_to_show,
            c.DecideInspection: rules_cards.decide_inspection,
            c.ExpireDecision: rules_reactions.expire_decision,
        },
        on_event=ON_EVENT,
        to_act=to_act,
        choices=choices,
        result=result,
        in_play=lambda state: state.live,
        contenders=lambda state: state.live,
        invariants=invariants,
    ),
    presentation=Presentation(
        view=view,
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
        view_type=View,
        about="Claim what you may not have, and catch the others bluffing. 15 minutes.",
        emblem=("M6 26h20M8 26V14M13 26V14M19 26V14M24 26V14M5 13l11-8 11 8z", "M16 8.5v2"),
    ),
    take_back=TakeBack(undo_class=undo_class, undo_voters=undo_voters, may_ask_undo=may_ask_undo, reopen=reopen),
    clock=Clock(
        deadline=deadline,
        on_turn=lambda state: (state.actor,),
        clock_commands=frozenset({c.ExpireDecision}),
        mildest_first=MILDEST_FIRST,
        regret=regret,
        restart_clock=restart_clock,
    ),
    value=value,
    likelihood=likelihood,
)
