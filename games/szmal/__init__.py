"""Szmal: draft a gang, put one card face down each round, and be the richest boss after twelve rounds."""

from __future__ import annotations

from games.decider import Clock, Decider, Presentation, Rules, TakeBack
from games.szmal.catalogue import PREFIX, SEATS_MAX, SEATS_MIN, Contents, catalogue_json, combined, load_packs, rulebook
from games.szmal.choices import choices
from games.szmal.clock import MILDEST_FIRST, regret
from games.szmal.evolve import ON_EVENT
from games.szmal.hidden import hand, resample, reveals
from games.szmal.invariants import invariants
from games.szmal.narrate import marker, narrate, played_cards
from games.szmal.prompts import describe, prompt
from games.szmal.rules import ON_COMMAND, SEALED_COMMANDS
from games.szmal.setup import SzmalOptions, setup
from games.szmal.state import State, on_turn, result, to_act
from games.szmal.tracing import MEASURE, cards_in
from games.szmal.undo import may_ask_undo, reopen, undo_class
from games.szmal.value import value
from games.szmal.view import View, view

GAME: Decider[State] = Decider(
    slug="szmal",
    name="Szmal",
    prefix=PREFIX,
    rules_version=1,
    seats_min=SEATS_MIN,
    seats_max=SEATS_MAX,
    rulebook=rulebook(),
    options=SzmalOptions,
    catalogue=lambda options: catalogue_json(combined(options.packs)),
    catalogue_digest=lambda options: combined(options.packs).digest,
    catalogue_type=Contents,
    rules=Rules(
        initial=State(),
        setup=setup,
        on_command=ON_COMMAND,
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
        about="Draft a gang; then all turn their cards over together, and the richest wins. 45 minutes.",
        emblem=("M4 20h24M8 20c0-8 2-12 8-12s8 4 8 12", "M9 16h14M13 25h6"),
    ),
    take_back=TakeBack(
        undo_class=undo_class,
        may_ask_undo=may_ask_undo,
        undo_pending_rule="SZMAL-U.8",
        sealed_commands=SEALED_COMMANDS,
        reopen=reopen,
    ),
    clock=Clock(on_turn=on_turn, mildest_first=MILDEST_FIRST, regret=regret),
    load_packs=load_packs,
    value=value,
)
