"""Where the randomness of a match came from: every question to the dice, and what they showed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from events.envelope import Recorded
from events.export import Luck
from games.recorded_dice import RecordedDice
from ledger.audit import after, batches, decide_again
from ledger.table import Ruleset, Table, open_table


def luck_of(ruleset: Ruleset, history: Sequence[Recorded], origin: Table | None = None) -> list[Luck]:
    """The questions of every step that asked any, by executing the match again."""
    found: list[Luck] = []
    table = open_table(ruleset, history[0], origin)
    for batch in batches(history[1:]):
        events = [ruleset.codec.read(recorded.stored) for recorded in batch]
        calls, place = calls_of(table, batch, events)
        if calls:
            found.append(Luck(luck=batch[0].stored.step, place=place, calls=calls))
        table = after(ruleset, table, history, batch, events, origin)
    return found


def calls_of(table: Table, batch: Sequence[Recorded], events: Sequence[Any]) -> tuple[list[list[Any]], int]:
    """What one command asked the dice, and its place in the effective line."""
    if not any(type(event) in table.game.rules.on_event for event in events):
        return [], 0
    dice: list[RecordedDice] = []

    def recorded(seed: bytes, place: int, serial: int, at_ms: int) -> RecordedDice:
        dice.append(RecordedDice(seed, place, serial=serial, at_ms=at_ms))
        return dice[-1]

    decide_again(table, batch[0], events, recorded)
    calls: list[list[Any]] = msgspec.to_builtins(dice[0].calls)
    return calls, dice[0].step
