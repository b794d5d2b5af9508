"""Munchkin Apocalypse: fight Monsters, gain Levels, take Treasure, betray friends, and mind the seventh Seal."""

from __future__ import annotations

from pathlib import Path

from games.decider import Clock, Decider, Presentation, Rules, TakeBack
from games.munchkin_apocalypse.catalogue import catalogue_for, load_packs
from games.munchkin_apocalypse.choices import choices
from games.munchkin_apocalypse.clock import MILDEST_FIRST, deadline, regret, restart_clock
from games.munchkin_apocalypse.commands import CloseWindow
from games.munchkin_apocalypse.engine import ON_COMMAND
from games.munchkin_apocalypse.evolve import ON_EVENT
from games.munchkin_apocalypse.hidden import hand, resample, reveals
from games.munchkin_apocalypse.invariants import invariants
from games.munchkin_apocalypse.labels import describe
from games.munchkin_apocalypse.narrate import marker, narrate, played_cards
from games.munchkin_apocalypse.prompts import prompt
from games.munchkin_apocalypse.setup import setup
from games.munchkin_apocalypse.state import Options, State, asked, on_turn, result, to_act
from games.munchkin_apocalypse.tracing import MEASURE, cards_in
from games.munchkin_apocalypse.undo import reopen, undo_allowance, undo_class
from games.munchkin_apocalypse.value import SIDEWAYS, value
from games.munchkin_apocalypse.view import view
from games.munchkin_apocalypse.view_records import View
from games.munchkin_apocalypse.wording import CardWithText, catalogue_json
from games.rulebook import load_rulebook

GAME: Decider[State] = Decider(
    slug="munchkin-apocalypse",
    name="Munchkin Apocalypse",
    prefix="MUNCH",
    rules_version=1,
    seats_min=2,
    seats_max=6,
    rulebook=load_rulebook(Path(__file__).parent / "rulebook.md"),
    options=Options,
    catalogue=lambda options: catalogue_json(catalogue_for(options.packs).cards),
    catalogue_digest=lambda options: catalogue_for(options.packs).digest,
    catalogue_type=tuple[CardWithText, ...],
    rules=Rules(
        initial=State(),
        setup=setup,
        on_command=ON_COMMAND,
        on_event=ON_EVENT,
        to_act=to_act,
        choices=choices,
        result=result,
        asked=asked,
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
        about="Beat monsters, bargain for help, and reach the last level first. One to two hours.",
        emblem=(
            "M16 5a9 9 0 0 0-9 9c0 4 2 5 2 7h14c0-2 2-3 2-7a9 9 0 0 0-9-9zM12 21v5M16 21v5M20 21v5",
            "M12.500 14h.5M19 14h.5",
        ),
    ),
    take_back=TakeBack(
        undo_class=undo_class,
        undo_pending_rule="MUNCH-U.7",
        undo_allowance=undo_allowance,
        reopen=reopen,
    ),
    clock=Clock(
        deadline=deadline,
        on_turn=on_turn,
        clock_commands=frozenset({CloseWindow}),
        mildest_first=MILDEST_FIRST,
        regret=regret,
        restart_clock=restart_clock,
    ),
    load_packs=load_packs,
    value=value,
    sideways=SIDEWAYS,
)
