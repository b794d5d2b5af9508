"""Szmal: draft a gang, put one card face down each round, and be the richest boss after twelve rounds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from games.decider import Command, Decider, Event, Result, Seat, UndoClass
from games.rulebook import Rule, Rulebook, load_rulebook
from games.szmal import events as e
from games.szmal.cards import BASE, PREFIX, SEATS_MAX, SEATS_MIN, as_json, combined, load_packs
from games.szmal.choices import choices
from games.szmal.evolve import ON_EVENT
from games.szmal.invariants import invariants
from games.szmal.knowledge import resample
from games.szmal.narrate import narrate
from games.szmal.rules import ON_COMMAND, SEALED_COMMANDS, SzmalOptions, setup
from games.szmal.state import State, to_act
from games.szmal.view import view


def result(state: State) -> Result | None:
    if not state.winners:
        return None
    return Result(winners=state.winners, scores={str(score.seat): score.worth for score in state.scores})


def reveals(event: Event) -> bool:
    """SZMAL-U.4: packets are opened, face-down choices are shown, cards are drawn or turned up."""
    if isinstance(event, e.DrawPileRevealed):
        return bool(event.cards)
    return isinstance(event, (e.RoundStarted, e.CardsRevealed, e.LossesRevealed, e.CardDrawn))


def undo_class(_before: State, command: Command, events: Sequence[Event]) -> UndoClass:
    """SZMAL-U.1 to SZMAL-U.6: a sealed choice is free until it closes its decision, others until they show more."""
    if any(isinstance(event, e.MatchEnded) for event in events):
        return "never"
    if type(command) in SEALED_COMMANDS:
        return "free" if len(events) == 1 else "consent"
    return "consent" if any(map(reveals, events)) else "free"


def reopen(state: State, serial: int, _at_ms: int) -> State:
    """SZMAL-D.4: after an undo the open decision has a fresh id."""
    return replace(state, decision=replace(state.decision, id=serial)) if state.decision else state


def on_turn(state: State) -> tuple[Seat, ...]:
    """Everybody plays at once, and then the owner of each card; losses that a card asks for are answers to it."""
    return () if state.decision is not None and state.decision.kind == "CHOOSE_LOSS" else to_act(state)


def marker(event: Event) -> str | None:
    return f"round {event.round}" if isinstance(event, e.RoundStarted) else None


def played_cards(event: Event) -> list[tuple[Seat, str]]:
    """The cards that are turned over, and those that are played besides."""
    match event:
        case e.CardsRevealed(plays=plays):
            return [(play.seat, str(play.card)) for play in plays]
        case e.ExtraCardChosen(seat=seat, card=card):
            return [(seat, str(card))]
        case _:
            return []


def rulebook() -> Rulebook:
    """The rules, and one more for each card: what it says."""
    rules = load_rulebook(Path(__file__).parent / "rulebook.md").rules
    for row in BASE.rows:
        id_ = BASE.cards[row.id].rule
        kind = " ".join((*row.symbols, row.type.title()))
        rules[id_] = Rule(id_, "Cards", f"{row.name} ({kind}). {row.text}", is_definition=False)
    return Rulebook(rules)


GAME = Decider[State](
    slug="szmal",
    name="Szmal",
    prefix=PREFIX,
    rules_version=1,
    seats_min=SEATS_MIN,
    seats_max=SEATS_MAX,
    rulebook=rulebook(),
    catalogue_digest=lambda options: combined(options.packs).digest,
    catalogue=lambda options: as_json(combined(options.packs)),
    options=SzmalOptions,
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
    undo_pending_rule="SZMAL-U.8",
    sealed_commands=SEALED_COMMANDS,
    reopen=reopen,
    on_turn=on_turn,
)
