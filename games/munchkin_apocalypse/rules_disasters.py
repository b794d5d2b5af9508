"""Disasters: played or opened, answered, and hitting their victims (section 21)."""

from __future__ import annotations

from msgspec.structs import replace

from games.decider import Seat
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse.agenda import Bindings, RunClause, Strike
from games.munchkin_apocalypse.batch import Batch
from games.munchkin_apocalypse.cards import InstanceId
from games.munchkin_apocalypse.facts import NONE
from games.munchkin_apocalypse.meaning import card_row, facts, working_cards
from games.munchkin_apocalypse.refusals import check_living_target, hand_card
from games.munchkin_apocalypse.state import State
from games.munchkin_apocalypse.windows import is_possible_responder, open_window


def check_play_disaster(state: State, command: c.PlayDisaster) -> None:
    """MUNCH-21.2, MUNCH-21.7: on any living player, oneself included, in any open phase."""
    hand_card(state, command.seat, command.card, "disaster")
    check_living_target(state, command.target)


def play_disaster(batch: Batch, command: c.PlayDisaster) -> None:
    strike(batch, command.card, command.target, by=command.seat, source="hand")


def strike(batch: Batch, card: InstanceId, target: Seat, *, by: Seat | None, source: e.DisasterSource) -> None:
    rule = "MUNCH-21.1 MUNCH-6.8" if by is None else "MUNCH-21.2"
    batch.emit(e.DisasterStruck(card=card, target=target, by=by, source=source, rule=rule))
    batch.push(Strike(id=batch.dice.serial, card=card, target=target, by=by, stage="struck"))


def go_on_with_strike(batch: Batch, job: Strike) -> bool:
    """MUNCH-21.9: automatic effects, the window, the hit, the end; whether it waits for an answer."""
    if batch.state.window is not None:
        return True
    if job.stage != "done" and not job.is_cancelled and not batch.state.players[job.target].is_alive:
        ignored = e.DisasterResolved(card=job.card, target=job.target, outcome="ignored", rule="MUNCH-5.8 MUNCH-21.6")
        batch.emit(ignored)  # the victim has died of a card that reacted
        return False
    if job.stage == "struck":
        return _let_cards_react(batch, job)
    if job.stage == "window":
        if is_possible_responder(batch.state, job.target, "disaster", job):
            open_window(batch, "disaster", (job.target,))
            return True
        job = replace(job, stage="hit")
    if job.stage == "hit":
        _hit(batch, job)
    else:
        _end_strike(batch, job)
    return False


def _let_cards_react(batch: Batch, job: Strike) -> bool:
    table = facts(batch.state).on["on_disaster"]
    for card in working_cards(batch.state, job.target):
        for place, _ in table.get(card, NONE):
            if (card, place) not in job.reacted:
                reaction = RunClause(clause=place, bound=Bindings(card, job.target))
                batch.push(reaction, replace(job, reacted=(*job.reacted, (card, place))))
                return False
    batch.push(replace(job, stage="window"))
    return False


def _hit(batch: Batch, job: Strike) -> None:
    if job.is_cancelled:
        batch.emit(
            e.DisasterResolved(card=job.card, target=job.target, outcome="cancelled", rule="MUNCH-21.3 MUNCH-21.9")
        )
        return
    bound = Bindings(job.card, job.target, victim=job.target)
    places = facts(batch.state).on["on_hit"].get(job.card, NONE)
    done = replace(job, stage="done", serial=batch.dice.serial, events=len(batch.events))
    batch.push(*(RunClause(clause=place, bound=bound) for place, _ in places), done)


def _end_strike(batch: Batch, job: Strike) -> None:
    """MUNCH-21.3, MUNCH-21.4, MUNCH-21.6: discarded, or kept before its victim while it lasts."""
    state = batch.state
    lasts = card_row(state, job.card).lasts
    if lasts != "instant" and state.players[job.target].is_alive:
        in_flight = state.combat is not None and bool(state.combat.runners)
        not_before = state.combat.id + 1 if state.combat is not None and in_flight else 0
        batch.emit(
            e.DisasterResolved(
                card=job.card,
                target=job.target,
                outcome="kept",
                lasts=lasts,
                not_before=not_before,
                rule="MUNCH-21.4 MUNCH-21.8",
            )
        )
        return
    found_nothing = job.serial == batch.dice.serial and job.events == len(batch.events)
    batch.emit(
        e.DisasterResolved(
            card=job.card,
            target=job.target,
            outcome="ignored" if found_nothing else "applied",
            rule="MUNCH-21.6" if found_nothing else "MUNCH-21.3",
        )
    )
