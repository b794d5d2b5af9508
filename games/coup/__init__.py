"""Coup, the political edition: bluff about two hidden influences, and be the last to have one."""

from __future__ import annotations

from pathlib import Path

from games.coup import commands
from games.coup.catalogue import CATALOGUE, DIGEST
from games.coup.choices import choices
from games.coup.events import ActionBlocked, ActionDeclared, TurnStarted
from games.coup.evolve import ON_EVENT
from games.coup.invariants import invariants
from games.coup.narrate import narrate
from games.coup.rules_cards import choose_card_to_show, choose_exchange, choose_influence, decide_inspection
from games.coup.rules_reactions import accept_block, block, challenge, challenge_block, expire_decision, pass_
from games.coup.rules_turn import declare_action
from games.coup.setup import SEATS_MAX, SEATS_MIN, CoupOptions, setup
from games.coup.state import State, to_act
from games.coup.undo import reopen, restart_clock, reveals, undo_class, undo_voters
from games.coup.view import resample, view
from games.decider import CLOCK, Deadline, Decider, Event, Result, Seat
from games.rulebook import load_rulebook


def result(state: State) -> Result | None:
    """COUP-10.1, COUP-10.4: one winner, no scores."""
    return None if state.winner is None else Result(winners=(state.winner,), scores={})


def deadline(state: State) -> Deadline | None:
    """COUP-4.15, COUP-15.7: when the clock may close the open decision."""
    if state.deadline is None:
        return None
    return Deadline(state.deadline, commands.ExpireDecision(seat=CLOCK, decision_id=state.decision_id))


def marker(event: Event) -> str | None:
    return f"turn {event.turn}" if isinstance(event, TurnStarted) else None


def played_cards(event: Event) -> list[tuple[Seat, str]]:
    """The influences that are claimed, whether or not they are there."""
    match event:
        case ActionDeclared(seat=seat, claim=str(claim)) | ActionBlocked(blocker=seat, claim=str(claim)):
            return [(seat, claim)]
        case _:
            return []


GAME: Decider[State] = Decider(
    slug="coup",
    name="Coup",
    prefix="COUP",
    rules_version=1,
    seats_min=SEATS_MIN,
    seats_max=SEATS_MAX,
    rulebook=load_rulebook(Path(__file__).parent / "rulebook.md"),
    catalogue_digest=lambda _options: DIGEST,
    catalogue=lambda _options: CATALOGUE,
    options=CoupOptions,
    initial=State(),
    setup=setup,
    on_command={
        commands.DeclareAction: declare_action,
        commands.Pass: pass_,
        commands.Challenge: challenge,
        commands.Block: block,
        commands.AcceptBlock: accept_block,
        commands.ChallengeBlock: challenge_block,
        commands.ChooseInfluence: choose_influence,
        commands.ChooseExchange: choose_exchange,
        commands.ChooseCardToShow: choose_card_to_show,
        commands.DecideInspection: decide_inspection,
        commands.ExpireDecision: expire_decision,
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
    undo_voters=undo_voters,
    reopen=reopen,
    restart_clock=restart_clock,
    deadline=deadline,
    on_turn=lambda state: (state.actor,),
    clock_commands=frozenset({commands.ExpireDecision}),
)
