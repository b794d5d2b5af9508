"""A match as rows of four tables, for questions over many matches: events, commands, results and draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from events.codec import UnreadableEvent
from events.envelope import Recorded, commanding_seat
from ledger.audit import after, calls_of
from ledger.audit_events import batches
from ledger.audit_orders import order_of
from ledger.erasure import fold_without_state, has_no_secrets
from ledger.table import Ruleset, Table, open_table
from ledger.timeline import left_out


class EventRow(Struct, frozen=True):
    match: str
    game: str
    version: int
    step: int
    type: str
    actor: str
    seat: int | None  # that the command was sent for
    at_ms: int
    rule: str
    is_undone: bool  # its step was taken back in the end
    fields: dict[str, Any]  # all of them, hidden ones too; of an erased match only the public ones


class CommandRow(Struct, frozen=True):
    match: str
    game: str
    step: int
    version: int  # of its first event
    type: str
    actor: str
    seat: int | None
    at_ms: int
    is_play: bool  # a command of the game; else an order to the ledger: sitting down, undo, a dispute
    is_undone: bool
    waited_ms: int | None  # from when the decision was open
    events: int
    params: dict[str, Any]
    hand: list[str]  # the kinds of card that the seat held before it; empty where a game tells none


class ResultRow(Struct, frozen=True):
    """One row for each seat of a match."""

    match: str
    game: str
    rules_version: int
    seats: int
    seat: int
    player: str | None
    name: str | None
    is_winner: bool
    score: int | None
    status: str
    ending: str | None
    opened_at_ms: int
    last_at_ms: int
    steps: int
    options: dict[str, Any]
    hand: list[str]  # at the end


class DrawRow(Struct, frozen=True):
    """One question to the dice."""

    match: str
    game: str
    step: int
    number: int  # within the step
    seat: int | None
    is_undone: bool
    question: str  # roll, shuffle, draw, pick or below
    sides: int | None  # of a roll
    shown: int | None  # by a roll
    given: Any
    outcome: Any


Row = EventRow | CommandRow | ResultRow | DrawRow
RELATIONS: dict[str, type[Struct]] = {
    "events": EventRow,
    "commands": CommandRow,
    "results": ResultRow,
    "draws": DrawRow,
}


def rows_of(ruleset: Ruleset, history: Sequence[Recorded], origin: Table | None = None) -> Iterator[Row]:
    """The rows of one match, by executing it again: what the dice were asked is stored nowhere. Of a match whose
    secrets were erased, only what is public, and no draws."""
    if has_no_secrets(history):
        yield from _rows_without_secrets(ruleset, history)
        return
    undone = left_out(history)
    table = open_table(ruleset, history[0], origin)
    for batch in batches(history):
        events = [ruleset.codec.read(recorded.stored) for recorded in batch]
        step, is_undone = batch[0].stored.step, batch[0].stored.step in undone
        for recorded, event in zip(batch, events):
            yield _event_row(table, recorded, _fields(event), is_undone=is_undone)
        is_first = batch[0].version == 1
        yield _command_row(table, batch, is_undone=is_undone, is_first=is_first)
        if is_first:
            continue
        calls = calls_of(table, order_of(batch, events), batch[0].stored.at)[0]
        for number, (question, given, outcome) in enumerate(calls):
            is_roll = question == "roll"
            yield DrawRow(
                match=table.match,
                game=table.game.slug,
                step=step,
                number=number,
                seat=commanding_seat(batch[0].stored.actor),
                is_undone=is_undone,
                question=question,
                sides=given if is_roll else None,
                shown=outcome if is_roll else None,
                given=given,
                outcome=outcome,
            )
        table = after(ruleset, table, history, batch, events, origin)
    yield from _result_rows(table)


def _rows_without_secrets(ruleset: Ruleset, history: Sequence[Recorded]) -> Iterator[Row]:
    table = fold_without_state(ruleset, history, ())
    undone = left_out(history)
    for batch in batches(history):
        is_undone = batch[0].stored.step in undone
        for recorded in batch:
            yield _event_row(table, recorded, recorded.stored.public, is_undone=is_undone)
        if batch[0].stored.cause is not None:
            yield _command_row(table, batch, is_undone=is_undone, is_first=True)
    yield from _result_rows(table)


def _fields(event: Any) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(event, str_keys=True)
    del fields["rule"]
    return fields


def _event_row(table: Table, recorded: Recorded, fields: dict[str, Any], *, is_undone: bool) -> EventRow:
    stored = recorded.stored
    return EventRow(
        match=table.match,
        game=table.game.slug,
        version=recorded.version,
        step=stored.step,
        type=stored.type,
        actor=stored.actor,
        seat=commanding_seat(stored.actor),
        at_ms=stored.at,
        rule=stored.rule,
        is_undone=is_undone,
        fields=fields,
    )


def _command_row(table: Table, batch: Sequence[Recorded], *, is_undone: bool, is_first: bool) -> CommandRow:
    """`table`: before it; of the first command of a match, and of an erased match, it tells nothing."""
    stored = batch[0].stored
    if stored.cause is None:
        raise UnreadableEvent(f"{table.match}: no order is kept with version {batch[0].version}")
    seat, is_play = commanding_seat(stored.actor), stored.cause.type in table.game.commands
    is_decision = is_play and not is_first and table.state is not None
    hand = table.game.presentation.hand(table.state, seat) if is_decision and seat is not None else ()
    return CommandRow(
        match=table.match,
        game=table.game.slug,
        step=stored.step,
        version=batch[0].version,
        type=stored.cause.type,
        actor=stored.actor,
        seat=seat,
        at_ms=stored.at,
        is_play=is_play,
        is_undone=is_undone,
        waited_ms=stored.at - table.since if is_decision else None,
        events=len(batch),
        params=stored.cause.params.values,
        hand=list(hand),
    )


def _result_rows(table: Table) -> Iterator[ResultRow]:
    result, hand = table.result(), table.game.presentation.hand
    for seat, info in enumerate(table.seats):
        yield ResultRow(
            match=table.match,
            game=table.game.slug,
            rules_version=table.opened.rules_version,
            seats=len(table.seats),
            seat=seat,
            player=None if info is None else info.player,
            name=None if info is None else info.name,
            is_winner=result is not None and seat in result.winners,
            score=None if result is None else result.scores.get(str(seat)),
            status=table.status,
            ending=table.ending(),
            opened_at_ms=table.opened_at,
            last_at_ms=table.last_at,
            steps=table.step,
            options=table.opened.options,
            hand=[] if table.state is None else list(hand(table.state, seat)),
        )
