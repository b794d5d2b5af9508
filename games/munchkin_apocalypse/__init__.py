"""Munchkin Apocalypse: fight Monsters, gain Levels, take Treasure, betray friends, and mind the seventh Seal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games.decider import Decider, Event, Result, Seat
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse.cards import catalogue_for, load_packs
from games.munchkin_apocalypse.choices import choices
from games.munchkin_apocalypse.commands import CloseWindow
from games.munchkin_apocalypse.engine import ON_COMMAND
from games.munchkin_apocalypse.events_combat import OneShotPlayed
from games.munchkin_apocalypse.evolve import ON_EVENT
from games.munchkin_apocalypse.invariants import invariants
from games.munchkin_apocalypse.narrate import narrate
from games.munchkin_apocalypse.resample import resample
from games.munchkin_apocalypse.rules_turn import setup
from games.munchkin_apocalypse.state import Options, State, on_turn, to_act
from games.munchkin_apocalypse.undo import deadline, reopen, restart_clock, reveals, undo_allowance, undo_class
from games.munchkin_apocalypse.view import view
from games.munchkin_apocalypse.wording import catalogue_json
from games.rulebook import load_rulebook


def catalogue_digest(options: Options) -> str:
    return catalogue_for(options.packs).digest


def catalogue(options: Options) -> Any:
    return catalogue_json(catalogue_for(options.packs).cards)


def result(state: State) -> Result | None:
    """section 24: who has won; the scores are the Levels."""
    if not state.winners:
        return None
    return Result(state.winners, {str(seat): player.level for seat, player in enumerate(state.players)})


def marker(event: Event) -> str | None:
    return f"turn {event.turn}" if isinstance(event, e.TurnStarted) else None


PLAYED = (e.ClassPlayed, e.SuperMunchkinPlayed, e.ItemPlayed, e.SpecialPlayed, OneShotPlayed)


def played_cards(event: Event) -> list[tuple[Seat, str]]:
    """Classes, items, one-shots and specials, by kind: `riot_helmet#2` is a riot_helmet."""
    return [(event.seat, event.card.partition("#")[0])] if isinstance(event, PLAYED) else []


GAME: Decider[State] = Decider(
    slug="munchkin-apocalypse",
    name="Munchkin Apocalypse",
    prefix="MUNCH",
    rules_version=1,
    seats_min=2,
    seats_max=6,
    rulebook=load_rulebook(Path(__file__).parent / "rulebook.md"),
    catalogue_digest=catalogue_digest,
    catalogue=catalogue,
    options=Options,
    initial=State(),
    setup=setup,
    on_command=ON_COMMAND,
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
    load_packs=load_packs,
    undo_pending_rule="MUNCH-U.7",
    undo_allowance=undo_allowance,
    reopen=reopen,
    restart_clock=restart_clock,
    deadline=deadline,
    on_turn=on_turn,
    clock_commands=frozenset({CloseWindow}),
)
