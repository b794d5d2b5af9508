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
from games.munchkin_apocalypse.hidden import resample, reveals
from games.munchkin_apocalypse.invariants import invariants
from games.munchkin_apocalypse.narrate import marker, narrate, played_cards
from games.munchkin_apocalypse.setup import setup
from games.munchkin_apocalypse.state import Options, State, on_turn, result, to_act
from games.munchkin_apocalypse.undo import reopen, undo_allowance, undo_class
from games.munchkin_apocalypse.view import view
from games.munchkin_apocalypse.wording import catalogue_json
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
        narrate=narrate,
        reveals=reveals,
        resample=resample,
        marker=marker,
        played_cards=played_cards,
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
)
