"""Disasters: played or opened, answered, and hitting their victims (section 21)."""

from __future__ import annotations

from msgspec.structs import replace

from games.decider import Seat
from games.munchkin_apocalypse import commands as c
from games.munchkin_apocalypse import events as e
from games.munchkin_apocalypse.agenda import Bindings, RunClause, Strike
from games.munchkin_apocalypse.catalogue import InstanceId
from games.munchkin_apocalypse.facts import NONE
from games.munchkin_apocalypse.meaning import card_row, facts, working_cards
from games.munchkin_apocalypse.refusals import check_living_target, hand_card
from games.munchkin_apocalypse.state import State
from games.munchkin_apocalypse.unfolding import Unfolding
from games.munchkin_apocalypse.windows import is_possible_responder, open_window


def check_play_disaster(state: State, command: c.PlayDisaster) -> None:
    """MUNCH-21.2, MUNCH-21.7: on any living player, oneself included, in any open phase."""
    hand_card(state, command.seat, command.card, "disaster")
    check_living_target(state, command.target)


def play_disaster(unfolding: Unfolding, command: c.PlayDisaster) -> None:
    strike(unfolding, command.card, command.target, by=command.seat, source="hand")


def strike(unfolding: Unfolding, card: InstanceId, target: Seat, *, by: Seat | None, source: e.DisasterSource) -> None:
    rule = "MUNCH-21.1 MUNCH-6.8" if by is None else "MUNCH-21.2"
    unfolding.emit(e.DisasterStruck(card=card, target=target, by=by, source=source, rule=rule))
    unfolding.push(Strike(id=unfolding.dice.serial, card=card, target=target, by=by, stage="struck"))


def go_on_with_strike(unfolding: Unfolding, job: Strike) -> bool:
    """MUNCH-21.9: automatic effects, the window, the hit, the end; whether it waits for an answer."""
    if unfolding.state.window is not None:
        return True
    if job.stage != "done" and not job.is_cancelled and not unfolding.state.players[job.target].is_alive:
        ignored = e.DisasterResolved(card=job.card, target=job.target, outcome="ignored", rule="MUNCH-5.8 MUNCH-21.6")
        unfolding.emit(ignored)  # the victim has died of a card that reacted
        return False
    if job.stage == "struck":
        return _let_cards_react(unfolding, job)
    if job.stage == "window":
        if is_possible_responder(unfolding.state, job.target, "disaster", job):
            open_window(unfolding, "disaster", (job.target,))
            return True
        job = replace(job, stage="hit")
    if job.stage == "hit":
        _hit(unfolding, job)
    else:
        _end_strike(unfolding, job)
    return False


def _let_cards_react(unfolding: Unfolding, job: Strike) -> bool:
    table = facts(unfolding.state).on["on_disaster"]
    for card in working_cards(unfolding.state, job.target):
        for place, _ in table.get(card, NONE):
            if (card, place) not in job.reacted:
                reaction = RunClause(clause=place, bound=Bindings(card, job.target))
                unfolding.push(reaction, replace(job, reacted=(*job.reacted, (card, place))))
                return False
    unfolding.push(replace(job, stage="window"))
    return False


def _hit(unfolding: Unfolding, job: Strike) -> None:
    if job.is_cancelled:
        unfolding.emit(
            e.DisasterResolved(card=job.card, target=job.target, outcome="cancelled", rule="MUNCH-21.3 MUNCH-21.9")
        )
        return
    bound = Bindings(job.card, job.target, victim=job.target)
    places = facts(unfolding.state).on["on_hit"].get(job.card, NONE)
    done = replace(job, stage="done", serial=unfolding.dice.serial, events=len(unfolding.events))
    unfolding.push(*(RunClause(clause=place, bound=bound) for place, _ in places), done)


def _end_strike(unfolding: Unfolding, job: Strike) -> None:
    """MUNCH-21.3, MUNCH-21.4, MUNCH-21.6: discarded, or kept before its victim while it lasts."""
    state = unfolding.state
    lasts = card_row(state, job.card).lasts
    if lasts != "instant" and state.players[job.target].is_alive:
        in_flight = state.combat is not None and bool(state.combat.runners)
        not_before = state.combat.id + 1 if state.combat is not None and in_flight else 0
        unfolding.emit(
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
    found_nothing = job.serial == unfolding.dice.serial and job.events == len(unfolding.events)
    unfolding.emit(
        e.DisasterResolved(
            card=job.card,
            target=job.target,
            outcome="ignored" if found_nothing else "applied",
            rule="MUNCH-21.6" if found_nothing else "MUNCH-21.3",
        )
    )
