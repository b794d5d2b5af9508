"""A match without the state of its game, as it is left when somebody's secrets have been erased.

The events of the game still say in public who is out and who has won; everything else about the state is unknown. So
the rules of the ledger decide again on a stand-in for the game, and what they cannot know ends in `Unknown`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from events.envelope import Recorded, Stored
from games.decider import Clock, Decider, Event, Result, TakeBack
from ledger import events as facts
from ledger.erasure import open_without_secrets
from ledger.evolve import AS_IT_COMES, LEFT_OUT_ALREADY, Change, without_names
from ledger.fold import advance_by
from ledger.table import NeedsHistory, Ruleset, Table
from ledger.timeline import left_out

ENDED = "MatchEnded"  # as the games call their last event
OUT = "PlayerEliminated"  # and the one by which a seat cannot win any more
_WINNERS = ("winners", "winner_seats", "winner")
_LEDGER_TYPES = frozenset(event_type.__name__ for event_type in facts.MATCH_EVENTS)


class Unknown(Exception):
    """This would take the state of the game."""


class Known(Struct, frozen=True):
    """What the public events tell of the state."""

    seats: int
    out: frozenset[int] = frozenset()
    winners: tuple[int, ...] | None = None
    is_branch: bool = False  # then some may have been out before it began


class Told(Event, frozen=True):
    """An event of the game, by its type and public fields."""

    type: str
    public: dict[str, Any]


def _told(state: Known, event: Told) -> Known:
    if event.type == OUT:
        return replace(state, out=state.out | {event.public["seat"]})
    return replace(state, winners=_winners(event.public)) if event.type == ENDED else state


def _winners(public: Mapping[str, Any]) -> tuple[int, ...]:
    value = next((public[name] for name in _WINNERS if name in public), None)
    if value is None:
        return ()
    return tuple(value) if isinstance(value, list) else (value,)


def _result(state: Known) -> Result | None:
    return None if state.winners is None else Result(state.winners, {})


def _contenders(state: Known) -> tuple[int, ...]:
    if state.is_branch:
        raise Unknown
    return tuple(seat for seat in range(state.seats) if seat not in state.out)


def _unknown(*_arguments: Any) -> NoReturn:
    raise Unknown


def stand_in(game: Decider[Any], opened: facts.MatchOpened) -> Decider[Any]:
    """The game with nothing in it that takes its state. All seats count as in play: who is not may only do less."""
    rules, take_back = game.rules, game.take_back
    return dataclasses.replace(
        game,
        rules=dataclasses.replace(
            rules,
            initial=Known(opened.seats),
            setup=lambda _options, _seats, _dice: [],
            on_event={Told: _told},
            to_act=_unknown,
            choices=_unknown,
            result=_result,
            invariants=_unknown,
            in_play=None,
            contenders=None if rules.contenders is None else _contenders,
        ),
        presentation=dataclasses.replace(game.presentation, reveals=_unknown, resample=lambda state, *_: state),
        take_back=TakeBack(
            undo_class=_unknown,
            undo_voters=_unknown,
            may_ask_undo=_unknown,
            undo_pending_rule=take_back.undo_pending_rule,
            reopen=None if take_back.reopen is None else lambda state, _serial, _at: state,
        ),
        clock=Clock(deadline=_unknown, clock_commands=game.clock.clock_commands),
        catalogue_digest=lambda _options: opened.catalogue,  # the cards need not be here
    )


def open_stand_in(ruleset: Ruleset, first: Recorded) -> Table:
    table = open_without_secrets(ruleset, first)
    opened = table.opened
    known = Known(opened.seats, is_branch=opened.branch is not None)
    return replace(
        table,
        ruleset=Ruleset(stand_in(ruleset.game, opened), ruleset.codec),
        inherited=known,
        step=table.first_step,
        command=first.stored.command,
        since=first.stored.at,
    )


def read(ruleset: Ruleset, stored: Stored) -> Any:
    """The event; of the game, what is public of it."""
    if stored.type in _LEDGER_TYPES:
        return ruleset.codec.read(stored)
    return Told(rule=stored.rule, type=stored.type, public=stored.public)


def _erased(table: Table, recorded: Recorded, event: facts.PlayerErased) -> Table:
    return replace(without_names(table, event), erased_at=recorded.version)


_CHANGES: Mapping[str, Change] = {**AS_IT_COMES, "PlayerErased": _erased}
_LEFT_OUT: Mapping[str, Change] = {**LEFT_OUT_ALREADY, "PlayerErased": _erased}


def tables_along(
    ruleset: Ruleset, history: Sequence[Recorded], batched: Iterator[list[Recorded]]
) -> Iterator[tuple[Table, list[Recorded], list[Any]]]:
    """Each command after the opening with its events, and the table before it."""
    opened = table = open_stand_in(ruleset, history[0])
    all_events: list[Any] = []
    for batch in batched:
        events = [read(ruleset, recorded.stored) for recorded in batch]
        all_events += events
        yield table, batch, events
        try:
            table = advance_by(_CHANGES, table, batch, events)
        except NeedsHistory:  # a step that was taken back is played again
            later = history[1 : batch[-1].version]
            skipped = left_out(later)
            table = advance_by(_LEFT_OUT, replace(opened, undone=skipped), later, all_events, skipped)
